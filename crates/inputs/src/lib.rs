//! Inputs of benchlens: the only place that opens logs.
//!
//! Takes words of a command line, or paths: files, folders, patterns, archives and members of them, standard input. Gives a store of
//! what they hold, or feeds it to whatever else takes texts. Guarantees that the store is the same for any number of threads, and that
//! nothing is left out in silence: what is not read is in [`Leftovers`]. Must not know flags, terminals or who asks: it prints
//! nothing, and how far it is goes to a [`Progress`].
//!
//! `argument` reads words, `glob` patterns. `folder` lists files, `select` finds members, `trees` what criterion wrote. `pieces` puts texts into a store,
//! `open` and `walk` take them from files, folders and archives. `read` reads one text, by threads, and `tables` a Parquet file.
//! `rules` reads the rule files of gates. All of them use `errors` for their sentences and `threads` for the number of threads.

mod argument;
mod blocks;
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

pub use argument::{InputArgument, split_at_equals};
use benchlens_core::base::Argument;
use benchlens_core::format::ReadOptions;
use benchlens_core::{Store, StoreBuilder, label_inputs};
pub use errors::reason;
pub use progress::{Progress, Unwatched};
pub use read::feed_text;
pub use rules::{ReadGate, Rules, RulesError, read_rules};
pub use seed::seed;
pub use taker::Taker;
pub use threads::Threads;

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
