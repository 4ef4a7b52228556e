//! Inputs: the only place that opens files.
//!
//! `argument` reads words, `glob` patterns. `folder` lists files, `select` finds members, `trees` what criterion wrote. `pieces` puts texts into a store,
//! `open` and `walk` take them from files, folders and archives. `read` reads one text, by threads.

mod argument;
mod blocks;
mod folder;
mod glob;
mod open;
mod pieces;
mod progress;
mod read;
mod select;
mod taker;
mod trees;
mod walk;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::IsTerminal;
use std::path::Path;

pub(crate) use argument::{InputArgument, split_at_equals};
use benchlens::base::Argument;
use benchlens::format::ReadOptions;
use benchlens::{Store, StoreBuilder, label_inputs};
pub(crate) use progress::Progress;
pub(crate) use read::feed_text;
pub(crate) use taker::Taker;

/// Whether standard input is something to read when nothing else was named: a pipe, a socket or a
/// file, but not a terminal and not /dev/null.
pub(crate) fn stdin_has_data() -> bool {
    let stdin = std::io::stdin();
    #[cfg(unix)]
    {
        use std::fs::File;
        use std::os::fd::AsFd;
        use std::os::unix::fs::FileTypeExt;
        let kind = |file: File| file.metadata().map(|meta| meta.file_type());
        let file = stdin.as_fd().try_clone_to_owned().map(File::from);
        let readable =
            file.and_then(kind).is_ok_and(|t| t.is_file() || t.is_fifo() || t.is_socket());
        !stdin.is_terminal() && readable
    }
    #[cfg(not(unix))]
    {
        !stdin.is_terminal()
    }
}

/// How many threads to use; asked of the system only when there is work for several.
#[derive(Debug)]
pub(crate) struct Threads(pub(crate) Option<usize>);

impl Threads {
    pub(crate) fn count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.0.unwrap_or_else(all)
    }
}

/// What was read.
#[derive(Debug)]
pub(crate) struct Inputs {
    pub(crate) store: Store,
    pub(crate) leftovers: Leftovers,
}

/// What must be told of inputs besides their diagnostics.
#[derive(Debug)]
pub(crate) struct Leftovers {
    /// What was left out of folders and archives.
    pub(crate) notes: Vec<String>,
    /// What cannot be read of them.
    pub(crate) errors: Vec<String>,
    /// Why an input cannot be read; then nothing behind it was.
    pub(crate) failure: Option<String>,
}

/// Reads all inputs into a store.
pub(crate) fn read(
    inputs: &[InputArgument],
    options: &ReadOptions,
    threads: &Threads,
    progress: &mut Progress,
) -> Inputs {
    let mut builder = StoreBuilder::seeded(seed()).with_options(options.clone());
    let leftovers = feed(inputs, &mut builder, threads, progress);
    Inputs { store: builder.finish(), leftovers }
}

/// Reads all inputs in order. An input that cannot be read ends it: what was read until then was
/// taken, so that its diagnostics can be told.
pub(crate) fn feed(
    inputs: &[InputArgument],
    taker: &mut dyn Taker,
    threads: &Threads,
    progress: &mut Progress,
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
    let pieces::Reading { notes, errors, .. } = reading;
    Leftovers { notes, errors, failure }
}

/// A seed of hashing that nobody knows beforehand, so that no log can be made of names that collide.
pub(crate) fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// How many bytes there are to read, if all inputs are files or folders.
pub(crate) fn total_bytes(inputs: &[InputArgument]) -> Option<u64> {
    let len = |input: &InputArgument| {
        let meta = std::fs::metadata(input.path()).ok()?;
        // What is in a folder is added when it is listed.
        if meta.is_dir() { Some(0) } else { meta.is_file().then_some(meta.len()) }
    };
    inputs.iter().map(len).sum()
}

/// The text of a small file that is no log.
///
/// # Errors
///
/// Why it cannot be read, as a sentence.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let name = path.to_string_lossy();
    let bytes = std::fs::read(path).map_err(|error| format!("open {name}: {}", reason(&error)))?;
    String::from_utf8(bytes).map_err(|_| format!("{name}: not UTF-8"))
}

/// Why the system refused, in its own words but for the number behind them.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}
