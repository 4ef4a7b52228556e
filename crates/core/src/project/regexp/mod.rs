//! Regular expressions as Go writes them.
//!
//! Takes a pattern in the dialect of Go's `regexp` package; gives a matcher over bytes that answers one question: does
//! the pattern match anywhere in this text? This module implements the whole dialect: it parses the pattern itself,
//! and the engine of the `regex` crate receives an expression of plain ranges, groups and counts, so nothing depends
//! on that crate's syntax.
//!
//! Guarantees:
//! - A pattern is accepted, and matches a text, exactly when Go's does. Rejections have Go's error code
//!   and fragment. The exceptions, all on purpose, are listed below.
//! - No pattern and no text panics, recurses without bound or needs unbounded memory.
//!
//! Differences from Go (1.26):
//! - `\p{Old_Italic}` and other scripts of several words are accepted as in older releases of Go,
//!   because recent releases reject them by mistake.
//! - The tables of Unicode come from `regex-syntax`, which is one version ahead of Go.
//! - "Too large" and "nests too deeply" are reported earlier, to fit small stacks and memories: at
//!   100 levels of repetitions, alternatives and sequences, or some 33 groups like `(a|bc)*`
//!   inside each other (Go: 1000 levels), at 4000 open groups, at half a million
//!   characters in all, and at 32 MB of compiled programs, for all patterns of a query together.
//!   `\pL{1000}` fits, two do not: Go stores a class once, but the engine used here unrolls it.
//! - `^\x{D800}$` matches nothing, as all other patterns with surrogates do in Go also.
//!
//! Must not know filters, keys or the position of the pattern in an expression. Captures, positions and greediness are
//! not supported because they cannot change the answer.

mod builder;
mod class;
mod error;
mod escape;
mod parse;
mod piece;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod unicode;

use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use regex_automata::nfa::thompson::pikevm::{Cache, PikeVM};
use regex_automata::nfa::thompson::{Compiler, Config, WhichCaptures};
use regex_automata::util::pool::Pool;

pub(super) use error::RegexpError;
use error::code;

/// The maximum memory for all compiled patterns of one query together, in bytes.
const COMPILED_LIMIT: usize = 32 << 20;

/// The approximate memory of a compiled pattern besides its program: the engine and the table of a search.
const ENGINE_SIZE: usize = 2 << 10;

/// A compiled regular expression of Go's dialect.
#[derive(Clone, Debug)]
pub(super) struct Regexp {
    engine: Arc<Engine>,
}

/// The caches that searches write to, one for each thread that searches.
type Caches = Pool<Cache, Box<dyn Fn() -> Cache + Send + Sync + UnwindSafe + RefUnwindSafe>>;

/// The only engine that is linear in pattern and text. The `regex` crate has faster engines for long texts, but
/// benchmark names are short.
#[derive(Debug)]
struct Engine {
    machine: PikeVM,
    caches: Caches,
}

/// The memory that is left for the patterns of one query together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    bytes: usize,
}

impl Default for Room {
    fn default() -> Room {
        Room { bytes: COMPILED_LIMIT }
    }
}

impl Regexp {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// Returns Go's error for a pattern that is malformed, nests too deeply or is too large.
    #[cfg(test)]
    pub(super) fn new(pattern: &str) -> Result<Regexp, RegexpError> {
        Regexp::within(&mut Room::default(), pattern)
    }

    /// Compiles one of several patterns, and subtracts its memory from their common `room`.
    pub(crate) fn within(room: &mut Room, pattern: &str) -> Result<Regexp, RegexpError> {
        let translated = parse::translate(pattern)?;
        let is_first = room.bytes == COMPILED_LIMIT;
        let config =
            Config::new().nfa_size_limit(Some(room.bytes)).which_captures(WhichCaptures::Implicit);
        let program = Compiler::new().configure(config).build_from_hir(&translated);
        let machine = program.and_then(PikeVM::new_from_nfa).map_err(|e| {
            // Nothing else can fail if the translation is well formed.
            let code = match (e.size_limit().is_some(), is_first) {
                (true, true) => code::TOO_LARGE,
                (true, false) => code::TOO_LARGE_TOGETHER,
                (false, _) => code::INTERNAL,
            };
            RegexpError::new(code, pattern)
        })?;
        let taken = machine.get_nfa().memory_usage() + ENGINE_SIZE;
        room.bytes = room.bytes.saturating_sub(taken);
        let maker = machine.clone();
        let caches = Pool::new(Box::new(move || maker.create_cache()) as Box<_>);
        Ok(Regexp { engine: Arc::new(Engine { machine, caches }) })
    }

    /// Returns whether the pattern matches anywhere in `text`.
    ///
    /// Each byte that is not part of valid UTF-8 counts as one U+FFFD.
    #[must_use]
    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        let Engine { machine, caches } = &*self.engine;
        let mut cache = caches.get();
        match std::str::from_utf8(text) {
            Ok(text) => machine.is_match(&mut cache, text),
            Err(_) => machine.is_match(&mut cache, &replace_invalid(text)),
        }
    }
}

/// Converts bytes to text, with one U+FFFD for *each* invalid byte, where `String::from_utf8_lossy` would write one
/// for several.
fn replace_invalid(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for chunk in text.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    out
}
