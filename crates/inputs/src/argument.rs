//! Words of a command line that name inputs.
//!
//! `[LABEL=]PATH`, where a path is a file, a folder, `-`, `ARCHIVE!MEMBER`, `FOLDER#RECORDING`, or a pattern. A file that is
//! there under the whole word is that file, whatever its name looks like.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use benchlens_core::base::natural_order;
use benchlens_unpack::plan::is_hidden;

use super::{folder, glob};

/// An input as it was asked for.
#[derive(Debug, Clone)]
pub struct InputArgument {
    /// Everything but the label, as it was written.
    pub(super) word: OsString,
    pub(super) label: Option<OsString>,
    pub(super) place: Place,
    /// What it holds, where that is in memory already: then nothing is opened.
    pub(super) bytes: Option<Arc<[u8]>>,
}

/// Where an input is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// A file, a folder, or `-`.
    pub(super) path: OsString,
    /// The member of an archive; empty for all.
    pub(super) member: Vec<u8>,
    /// The recording of criterion.
    pub(super) recording: Option<Vec<u8>>,
}

impl InputArgument {
    /// Where it is read from.
    pub fn path(&self) -> &Path {
        Path::new(&self.place.path)
    }

    /// The input of a word that is no pattern.
    pub fn parse(word: &OsStr) -> InputArgument {
        let (label, word) = split_label(word);
        let place = Place::find(&word).unwrap_or_else(|| Place::of(word.clone()));
        InputArgument { word, label, place, bytes: None }
    }

    /// The file or folder of a path, whatever its name looks like.
    pub fn literal(path: impl Into<OsString>) -> InputArgument {
        let word = path.into();
        InputArgument { label: None, place: Place::of(word.clone()), word, bytes: None }
    }

    /// What is in memory: a log, an archive. The name is what messages call it.
    pub fn of_bytes(name: &str, bytes: impl Into<Arc<[u8]>>) -> InputArgument {
        InputArgument { bytes: Some(bytes.into()), ..InputArgument::literal(name) }
    }

    /// The same input with a label.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<OsString>) -> InputArgument {
        self.label = Some(label.into());
        self
    }

    /// The inputs of a word: those that match it if it is a pattern, sorted. A pattern that nothing
    /// matches is an input that is not there.
    pub fn expand(word: &OsStr) -> Vec<InputArgument> {
        let argument = InputArgument::parse(word);
        if argument.is_there() {
            return vec![argument];
        }
        let matches = argument.word.to_str().map(glob::expand).unwrap_or_default();
        if matches.is_empty() {
            return vec![argument];
        }
        let input = |path: OsString| InputArgument {
            label: argument.label.clone(),
            place: Place::of(path.clone()),
            word: path,
            bytes: None,
        };
        matches.into_iter().map(input).collect()
    }

    /// What is in a folder, each as an input of its own, in the order of their names, numbers by size; or the input
    /// itself, if it is no folder. Hidden files are passed over, and links to folders are not followed: so many are counted.
    pub fn children(&self) -> (Vec<InputArgument>, usize) {
        let is_whole = self.place.member.is_empty() && self.place.recording.is_none();
        let entries = is_whole.then(|| self.path().read_dir().ok()).flatten();
        let Some(entries) = entries else { return (vec![self.clone()], 0) };
        let mut names: Vec<OsString> = entries.filter_map(|e| Some(e.ok()?.file_name())).collect();
        names.retain(|name| !is_hidden(name.as_encoded_bytes()));
        let all = names.len();
        names.retain(|name| {
            let path = self.path().join(name);
            !(path.is_symlink() && path.is_dir())
        });
        let links = all - names.len();
        if names.is_empty() {
            // What it is read as tells of them.
            return (vec![self.clone()], 0);
        }
        names.sort_by(|a, b| natural_order(a.as_encoded_bytes(), b.as_encoded_bytes()));
        let input = |name: OsString| {
            let path = self.path().join(name).into_os_string();
            let label = self.label.clone();
            InputArgument { label, place: Place::of(path.clone()), word: path, bytes: None }
        };
        (names.into_iter().map(input).collect(), links)
    }

    /// All files in a folder and in the folders below it; none if the input is no folder, or cannot be listed, so that it cannot
    /// be read either.
    pub fn files(&self) -> Vec<PathBuf> {
        let is_folder = self.bytes.is_none() && self.path().is_dir();
        let listing = is_folder.then(|| folder::list(self.path()).ok()).flatten();
        listing.into_iter().flat_map(|listing| listing.files).map(|file| file.path).collect()
    }

    fn is_there(&self) -> bool {
        self.place.path == "-" || self.path().exists()
    }
}

/// A word with `=` is a label and a path, split at the first one, unless all of it names something
/// and what follows the `=` does not. What is there as it is written comes before what has to be taken apart.
fn split_label(word: &OsStr) -> (Option<OsString>, OsString) {
    let Some((label, path)) = split_at_equals(word) else { return (None, word.to_owned()) };
    let is_path = match [&path, word].map(|path| Path::new(path).exists()) {
        [false, false] => Place::find(&path).is_some() || Place::find(word).is_none(),
        [is_path, _] => is_path,
    };
    if is_path { (Some(label), path) } else { (None, word.to_owned()) }
}

impl Place {
    fn of(path: OsString) -> Place {
        Place { path, member: Vec::new(), recording: None }
    }

    /// What a word names, if it is there: the whole word, or an archive before a `!`, or what stands before the last `#`.
    fn find(word: &OsStr) -> Option<Place> {
        if Path::new(word).exists() {
            return Some(Place::of(word.to_owned()));
        }
        let bytes = word.as_encoded_bytes();
        let places = |sign: u8| (0..bytes.len()).filter(move |&at| bytes[at] == sign);
        for at in places(b'!') {
            let Some((archive, member)) = split_at(word, at) else { continue };
            if Path::new(&archive).is_file() && !member.is_empty() {
                let member = member.as_encoded_bytes().to_vec();
                return Some(Place { path: archive, member, recording: None });
            }
        }
        let (path, recording) = split_at(word, places(b'#').next_back()?)?;
        (Path::new(&path).exists() && !recording.is_empty()).then(|| Place {
            path,
            member: Vec::new(),
            recording: Some(recording.as_encoded_bytes().to_vec()),
        })
    }
}

/// The parts of a word before and behind its first `=`.
pub fn split_at_equals(word: &OsStr) -> Option<(OsString, OsString)> {
    let at = word.as_encoded_bytes().iter().position(|&b| b == b'=')?;
    split_at(word, at)
}

/// The parts of a word before and behind an ASCII character.
fn split_at(word: &OsStr, at: usize) -> Option<(OsString, OsString)> {
    #[cfg(unix)]
    return split_bytes_at(word, at);
    #[cfg(not(unix))]
    return split_text_at(word, at);
}

#[cfg(unix)]
fn split_bytes_at(word: &OsStr, at: usize) -> Option<(OsString, OsString)> {
    use std::os::unix::ffi::OsStrExt;
    let bytes = word.as_bytes();
    let part = |bytes: &[u8]| OsStr::from_bytes(bytes).to_owned();
    Some((part(&bytes[..at]), part(&bytes[at + 1..])))
}

/// Elsewhere a word can only be split if it is Unicode.
#[cfg(any(not(unix), test))]
fn split_text_at(word: &OsStr, at: usize) -> Option<(OsString, OsString)> {
    let text = word.to_str()?;
    Some((text[..at].into(), text[at + 1..].into()))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn both_ways_to_split_a_word_agree() {
        for (word, at) in [("a=b", 1), ("=b", 0), ("alt=α=β", 3), ("größe=", 7)] {
            let word = OsStr::new(word);
            assert_eq!(split_bytes_at(word, at), split_text_at(word, at), "{word:?}");
        }
    }

    #[test]
    fn only_unix_splits_what_is_not_unicode() {
        let word = OsStr::from_bytes(b"a=\xff");
        assert_eq!(split_bytes_at(word, 1).unwrap().1.as_bytes(), b"\xff");
        assert_eq!(split_text_at(word, 1), None);
    }
}
