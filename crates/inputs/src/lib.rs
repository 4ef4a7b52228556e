//! Inputs of benchlens: the only crate that opens logs.
//!
//! Takes words of a command line, or paths: files, folders, patterns, archives and their members, standard input.
//! Gives a store of their results, or passes the texts to another [`Taker`]. Guarantees that the store is the same
//! for any number of threads, and that nothing is skipped silently: [`Leftovers`] lists everything that was not read.
//! Must not know flags, terminals or callers: it prints nothing, and reports its progress to a [`Progress`].
//!
//! `argument` parses words and `glob` expands patterns. `folder` lists files, `select` finds members, and `trees`
//! finds the files of criterion. `open` and `walk` read texts from files, folders and archives, and `pieces` adds the
//! texts to a store. `converting` writes Go benchmark text. `read` reads one text with several threads, and `tables` reads a Parquet file. `rules` reads the
//! rule files of gates. All of them use `errors` for their sentences and `threads` for the number of threads.

mod argument;
mod blocks;
mod converting;
mod errors;
mod folder;
mod glob;
mod open;
mod pieces;
mod progress;
mod read;
mod rules;
mod seed;
mod select;
mod small_file;
mod tables;
mod taker;
mod threads;
mod trees;
mod walk;

pub use argument::{InputArgument, split_at_dots, split_at_equals};
use benchlens_core::base::Argument;
use benchlens_core::format::ReadOptions;
use benchlens_core::reading::label_inputs;
use benchlens_core::{Store, StoreBuilder};
pub use converting::Converting;
pub use errors::{Failure, reason};
pub use progress::{Progress, Unwatched};
pub use read::feed_text;
pub use rules::{ReadGate, Rules, RulesError, read_rules, today};
pub use seed::seed;
pub use taker::Taker;
pub use threads::Threads;

/// The result of reading inputs.
#[derive(Debug)]
pub struct Inputs {
    /// The results, and the problems with lines.
    pub store: Store,
    /// Other messages for the user.
    pub leftovers: Leftovers,
}

/// Messages about inputs other than their diagnostics.
#[derive(Debug)]
pub struct Leftovers {
    /// Notes about skipped parts of folders and archives.
    pub notes: Vec<String>,
    /// Why an input cannot be read; all inputs after it were skipped.
    pub failure: Option<Failure>,
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

/// Reads all inputs in order. An input that cannot be read ends the reading. The part that was read before is kept,
/// so that its diagnostics can be reported.
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

/// Returns the total number of bytes to read, if all inputs are files or folders.
pub fn total_bytes(inputs: &[InputArgument]) -> Option<u64> {
    let len = |input: &InputArgument| {
        if let Some(bytes) = &input.bytes {
            return Some(bytes.len() as u64);
        }
        let meta = std::fs::metadata(input.path()).ok()?;
        // The size of a folder's content is added when the folder is listed.
        if meta.is_dir() { Some(0) } else { meta.is_file().then_some(meta.len()) }
    };
    inputs.iter().map(len).sum()
}
