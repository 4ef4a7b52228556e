//! Inputs of benchlens: the only place that opens logs.
//!
//! Takes words of a command line, or paths: files, folders, patterns, archives and members of them, standard input. Gives a store of
//! what they hold, or feeds it to whatever else takes texts. Guarantees that the store is the same for any number of threads, and that
//! nothing is left out in silence: what is not read is in [`Leftovers`]. Must not know flags, terminals or who asks: it prints
//! nothing, and how far it is goes to a [`Progress`].
//!
//! `argument` reads words, `glob` patterns. `folder` lists files, `select` finds members, `trees` what criterion wrote. `pieces` puts texts into a store,
//! `open` and `walk` take them from files, folders and archives. `read` reads one text, by threads, and `tables` a Parquet file.
//! `rules` reads the rule files of gates.

mod argument;
mod blocks;
mod folder;
mod glob;
mod open;
mod pieces;
mod progress;
mod read;
mod rules;
mod select;
mod tables;
mod taker;
mod trees;
mod walk;

use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Read;
use std::path::Path;

pub use argument::{InputArgument, split_at_equals};
use benchlens_core::base::Argument;
use benchlens_core::format::ReadOptions;
use benchlens_core::{Store, StoreBuilder, label_inputs};
pub use progress::{Progress, Unwatched};
pub use read::feed_text;
pub use rules::{ReadGate, Rules, RulesError, read_rules};
pub use taker::Taker;

/// Below this, starting a thread takes longer than it saves.
const FEW_RESULTS: u64 = 5_000;

/// How many threads to use; asked of the system only when there is work for several.
#[derive(Debug)]
pub struct Threads(
    /// So many; without a number, one for each core.
    pub Option<usize>,
);

/// More threads than this only wait for each other.
const THREADS_MAX: usize = 1024;

impl Threads {
    /// A number of threads as it is written.
    ///
    /// # Errors
    ///
    /// That it is no count, as a sentence.
    pub fn parse(given: &str) -> Result<Threads, String> {
        match given.parse::<u128>() {
            Ok(threads) if 0 < threads => {
                Ok(Threads(Some(usize::try_from(threads).unwrap_or(THREADS_MAX).min(THREADS_MAX))))
            }
            _ => Err(format!("invalid value {given:?} for flag -j: not a count")),
        }
    }

    /// The number.
    pub fn count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.0.unwrap_or_else(all)
    }

    /// How many to compute with, for so many results.
    pub fn for_results(&self, results: u64) -> usize {
        if results < FEW_RESULTS { 1 } else { self.count() }
    }
}

/// What was read.
#[derive(Debug)]
pub struct Inputs {
    /// The results, and what is not right with lines.
    pub store: Store,
    /// What else must be told.
    pub leftovers: Leftovers,
}

/// What must be told of inputs besides their diagnostics.
#[derive(Debug)]
pub struct Leftovers {
    /// What was left out of folders and archives.
    pub notes: Vec<String>,
    /// Why an input cannot be read; then nothing behind it was.
    pub failure: Option<String>,
}

/// Reads all inputs into a store.
pub fn read(
    inputs: &[InputArgument],
    options: &ReadOptions,
    threads: &Threads,
    progress: &mut dyn Progress,
) -> Inputs {
    let mut builder = StoreBuilder::seeded(seed()).with_options(options.clone());
    let leftovers = feed(inputs, &mut builder, threads, progress);
    Inputs { store: builder.finish(), leftovers }
}

/// Reads all inputs in order. An input that cannot be read ends it: what was read until then was
/// taken, so that its diagnostics can be told.
pub fn feed(
    inputs: &[InputArgument],
    taker: &mut dyn Taker,
    threads: &Threads,
    progress: &mut dyn Progress,
) -> Leftovers {
    let arguments: Vec<Argument> = inputs
        .iter()
        .map(|input| Argument {
            path: input.word.as_encoded_bytes().to_vec(),
            label: input.label.as_ref().map(|label| label.as_encoded_bytes().to_vec()),
        })
        .collect();
    let labels = label_inputs(&arguments);
    let mut reading = pieces::Reading::new(taker, threads);
    let mut failure = None;
    for ((input, argument), label) in inputs.iter().zip(arguments).zip(labels) {
        let path = input.place.path.as_encoded_bytes().to_vec();
        let asked = pieces::Asked { name: argument.path, path, given: argument.label, label };
        if let Err(message) = open::read(input, &asked, &mut reading, progress) {
            failure = Some(message);
            break;
        }
    }
    Leftovers { notes: reading.notes, failure }
}

/// A seed of hashing that nobody knows beforehand, so that no log can be made of names that collide.
pub fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// How many bytes there are to read, if all inputs are files or folders.
pub fn total_bytes(inputs: &[InputArgument]) -> Option<u64> {
    let len = |input: &InputArgument| {
        if let Some(bytes) = &input.bytes {
            return Some(bytes.len() as u64);
        }
        let meta = std::fs::metadata(input.path()).ok()?;
        // What is in a folder is added when it is listed.
        if meta.is_dir() { Some(0) } else { meta.is_file().then_some(meta.len()) }
    };
    inputs.iter().map(len).sum()
}

/// No file of rules or floors is larger.
const TEXT_MAX: u64 = 64 << 20;

/// The text of a small file that is no log. It may be a pipe, so that a shell can make it.
///
/// # Errors
///
/// Why it cannot be read, as a sentence.
fn read_text(path: &Path, what: &str) -> Result<String, String> {
    let name = path.to_string_lossy();
    let mut bytes = Vec::new();
    let file = File::open(path);
    let read = file.and_then(|file| file.take(TEXT_MAX + 1).read_to_end(&mut bytes));
    read.map_err(|error| format!("open {name}: {}", reason(&error)))?;
    if TEXT_MAX < bytes.len() as u64 {
        return Err(format!("{name}: {what} has at most {} MiB", TEXT_MAX >> 20));
    }
    String::from_utf8(bytes).map_err(|_| format!("{name}: not UTF-8"))
}

/// Why the system refused, in its own words but for the number behind them.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}
