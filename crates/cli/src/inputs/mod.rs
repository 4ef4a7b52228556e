//! Inputs: the only place that opens files.

mod blocks;
mod progress;
mod read;
mod unpack;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{IsTerminal, Read};
use std::path::Path;

use benchlens::base::Argument;
use benchlens::format::Location;
use benchlens::{Store, StoreBuilder, label_inputs};
pub(crate) use progress::Progress;

/// An input as it was asked for: `path` or `label=path`.
#[derive(Debug, Clone)]
pub(crate) struct InputArgument {
    path: OsString,
    label: Option<OsString>,
}

impl InputArgument {
    /// Where it is read from.
    pub(crate) fn path(&self) -> &Path {
        Path::new(&self.path)
    }

    /// A word with `=` is a label and a path, split at the first one, unless all of it names a file
    /// and what follows the `=` does not.
    pub(crate) fn parse(word: &OsStr) -> InputArgument {
        match split_at_equals(word) {
            Some((label, path)) if Path::new(&path).exists() || !Path::new(word).exists() => {
                InputArgument { path, label: Some(label) }
            }
            _ => InputArgument { path: word.to_owned(), label: None },
        }
    }
}

/// The parts of a word before and behind its first `=`.
pub(crate) fn split_at_equals(word: &OsStr) -> Option<(OsString, OsString)> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let bytes = word.as_bytes();
        let at = bytes.iter().position(|&b| b == b'=')?;
        let part = |bytes: &[u8]| OsStr::from_bytes(bytes).to_owned();
        Some((part(&bytes[..at]), part(&bytes[at + 1..])))
    }
    #[cfg(not(unix))]
    {
        let (label, path) = word.to_str()?.split_once('=')?;
        Some((label.into(), path.into()))
    }
}

/// Whether standard input is something to read when nothing else was named: a pipe, a socket or a
/// file, but not a terminal and not /dev/null.
pub(crate) fn stdin_has_data() -> bool {
    let stdin = std::io::stdin();
    #[cfg(unix)]
    {
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

/// Reads all inputs in order. An input that cannot be read ends it: what was read until then is
/// there, so that its diagnostics can be told, and the sentence says what failed.
pub(crate) fn read(
    inputs: &[InputArgument],
    threads: &Threads,
    progress: &mut Progress,
) -> (Store, Option<String>) {
    let mut builder = StoreBuilder::seeded(seed());
    let mut failure = None;
    for (input, label) in inputs.iter().zip(labels(inputs)) {
        builder.begin(input.path.as_encoded_bytes(), &label);
        let name = input.path.to_string_lossy();
        progress.say(&format!("reading {name}"));
        let result = read_one(&input.path, &mut |source| {
            let read = read::read(source, &mut builder, threads, progress);
            read.map_err(|error| read_error(&name, &builder.position(), &error))
        });
        builder.end();
        if let Err(message) = result.and_then(|()| refused(builder.store())) {
            failure = Some(message);
            break;
        }
    }
    (builder.finish(), failure)
}

/// What takes the bytes of inputs as they come, on one thread.
pub(crate) trait Taker {
    /// Takes the first of an input: what messages call it, and its label.
    fn begin(&mut self, name: &[u8], label: &[u8]);

    /// Takes the next bytes of the input; says whether more are wanted.
    fn feed(&mut self, chunk: &[u8]) -> bool;

    /// Takes the last of the input; says whether more inputs are wanted.
    fn end(&mut self) -> bool;

    /// How far the input was completely read.
    fn position(&self) -> Location;

    /// What is known of the inputs so far.
    fn store(&self) -> &Store;
}

/// Feeds all inputs in order, as long as they are wanted. An input that cannot be read ends it; the
/// sentence says what failed.
pub(crate) fn feed(inputs: &[InputArgument], taker: &mut dyn Taker) -> Option<String> {
    for (input, label) in inputs.iter().zip(labels(inputs)) {
        taker.begin(input.path.as_encoded_bytes(), &label);
        let name = input.path.to_string_lossy();
        let result = read_one(&input.path, &mut |source| {
            let read = read::read_chunks(source, &mut |chunk| taker.feed(chunk));
            read.map_err(|error| read_error(&name, &taker.position(), &error))
        });
        let goes_on = taker.end();
        if let Err(message) = result.and_then(|()| refused(taker.store())) {
            return Some(message);
        }
        if !goes_on {
            break;
        }
    }
    None
}

/// The labels of inputs.
fn labels(inputs: &[InputArgument]) -> Vec<Vec<u8>> {
    let argument = |input: &InputArgument| Argument {
        path: input.path.as_encoded_bytes().to_vec(),
        label: input.label.as_ref().map(|label| label.as_encoded_bytes().to_vec()),
    };
    label_inputs(&inputs.iter().map(argument).collect::<Vec<_>>())
}

/// A seed of hashing that nobody knows beforehand, so that no log can be made of names that collide.
pub(crate) fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Why the last input cannot be read although it is there.
fn refused(store: &Store) -> Result<(), String> {
    match store.inputs().last() {
        Some(input) if input.kind.is_archive() => {
            Err(format!("{}: {}", String::from_utf8_lossy(&input.name), input.kind))
        }
        _ => Ok(()),
    }
}

/// How many bytes there are to read, if all inputs are files.
pub(crate) fn total_bytes(inputs: &[InputArgument]) -> Option<u64> {
    let len = |input: &InputArgument| {
        let meta = std::fs::metadata(&input.path).ok()?;
        meta.is_file().then_some(meta.len())
    };
    inputs.iter().map(len).sum()
}

/// Reads an input with `read`.
fn read_one(
    path: &OsStr,
    read: &mut dyn FnMut(&mut (dyn Read + Send)) -> Result<(), String>,
) -> Result<(), String> {
    let name = path.to_string_lossy();
    if path == "-" {
        return read(&mut std::io::stdin());
    }
    let file = File::open(path).map_err(|error| format!("open {name}: {}", reason(&error)))?;
    if file.metadata().is_ok_and(|meta| meta.is_dir()) {
        return Err(format!("{name} is a folder: name the files in it"));
    }
    let before = size(&file);
    // A file that grows faster than it is read would never end.
    let limit = before.filter(|&size| size != 0).map_or(u64::MAX, |size| size + 1);
    read(&mut (&file).take(limit))?;
    unchanged(&name, before, size(&file))
}

/// Whether a file has the size that it had when it was opened: also one that was empty then.
fn unchanged(name: &str, before: Option<u64>, after: Option<u64>) -> Result<(), String> {
    match (before, after) {
        (Some(before), Some(after)) if before != after => Err(format!(
            "{name}: changed while it was read ({before} bytes at first, {after} now): \
             try again when it is complete"
        )),
        _ => Ok(()),
    }
}

/// The size of a regular file. Files that the kernel makes up say 0, before and after.
fn size(file: &File) -> Option<u64> {
    let meta = file.metadata().ok()?;
    meta.is_file().then_some(meta.len())
}

fn read_error(name: &str, place: &Location, error: &std::io::Error) -> String {
    let place = place.to_bytes();
    format!("{name}{}: read {name}: {}", String::from_utf8_lossy(&place), reason(error))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// No test can write into a file in the instant between its opening and its end.
    #[test]
    fn a_file_that_was_empty_may_not_grow() {
        let told = unchanged("log", Some(0), Some(7)).unwrap_err();
        assert!(told.starts_with("log: changed while it was read (0 bytes at first, 7 now)"));
        assert_eq!(unchanged("log", Some(0), Some(0)), Ok(()));
        assert_eq!(unchanged("pipe", None, None), Ok(()));
    }
}
