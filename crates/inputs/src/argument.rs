//! Words of a command line that name inputs.
//!
//! The syntax is `[LABEL=]PATH`, where a path is a file, a folder, `-`, `ARCHIVE!MEMBER`, `FOLDER#RECORDING`, or a
//! pattern. If a file exists under the whole word, the word names this file, even if it resembles another form.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use benchlens_core::base::natural_order;
use benchlens_core::format::Kind;
use benchlens_core::store::{Input, Store};
use benchlens_unpack::plan::is_hidden;

use super::{folder, glob};

/// An input as the user named it.
#[derive(Debug, Clone)]
pub struct InputArgument {
    /// The whole word except the label.
    pub(super) word: OsString,
    pub(super) label: Option<OsString>,
    pub(super) place: Place,
    /// The content, if it is already in memory; then no file is opened.
    pub(super) bytes: Option<Arc<[u8]>>,
}

/// A README is smaller.
const README_BYTES: u64 = 1 << 20;

/// The location of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// A file, a folder, or `-`.
    pub(super) path: OsString,
    /// The member of an archive; empty for all members.
    pub(super) member: Vec<u8>,
    /// The recording of criterion.
    pub(super) recording: Option<Vec<u8>>,
}

impl InputArgument {
    /// Returns the path that it is read from.
    pub fn path(&self) -> &Path {
        Path::new(&self.place.path)
    }

    /// Parses a word that is not a pattern.
    pub fn parse(word: &OsStr) -> InputArgument {
        let (label, word) = split_label(word);
        let place = Place::find(&word).unwrap_or_else(|| Place::of(word.clone()));
        InputArgument { word, label, place, bytes: None }
    }

    /// Returns the file or folder of a path, without interpreting its name.
    pub fn literal(path: impl Into<OsString>) -> InputArgument {
        let word = path.into();
        InputArgument { label: None, place: Place::of(word.clone()), word, bytes: None }
    }

    /// Returns an input for bytes in memory, such as a log or an archive. Messages use the name.
    pub fn of_bytes(name: &str, bytes: impl Into<Arc<[u8]>>) -> InputArgument {
        InputArgument { bytes: Some(bytes.into()), ..InputArgument::literal(name) }
    }

    /// Returns the same input with a label.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<OsString>) -> InputArgument {
        self.label = Some(label.into());
        self
    }

    /// Returns the inputs of a word. A pattern gives the sorted paths that match it; a pattern without matches gives
    /// an input that does not exist.
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

    /// Returns each entry of a folder as a separate input, sorted by name with numbers in numeric order. An input
    /// that is not a folder is returned unchanged. Hidden files and READMEs are skipped, and links to folders are not
    /// followed; the second value is the number of such links.
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
        names.retain(|name| !is_readme(name, &self.path().join(name)));
        if names.is_empty() {
            // The code that reads this input reports them.
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

    /// Returns each entry of a folder as [`children`](Self::children) does, and adds a note about skipped links.
    pub fn split(&self, notes: &mut Vec<String>) -> Vec<InputArgument> {
        let (inputs, links) = self.children();
        if links != 0 {
            notes.push(format!("{}: skipped links to folders: {links}", self.path().display()));
        }
        inputs
    }

    /// Returns all files in a folder and in its subfolders. Returns nothing if the input is not a folder, or if the
    /// folder cannot be listed and hence cannot be read.
    pub fn files(&self) -> Vec<PathBuf> {
        let is_folder = self.bytes.is_none() && self.path().is_dir();
        let listing = is_folder.then(|| folder::list(self.path()).ok()).flatten();
        listing.into_iter().flat_map(|listing| listing.files).map(|file| file.path).collect()
    }

    fn is_there(&self) -> bool {
        self.place.path == "-" || self.path().exists()
    }
}

/// Returns whether a file of a folder is a README: a text without results.
fn is_readme(name: &OsStr, path: &Path) -> bool {
    let is_named =
        name.as_encoded_bytes().get(..6).is_some_and(|n| n.eq_ignore_ascii_case(b"readme"));
    let is_small = || path.metadata().is_ok_and(|meta| meta.is_file() && meta.len() < README_BYTES);
    let is_text = |bytes: &Vec<u8>| {
        Kind::of(bytes) == Kind::Text && Store::read([Input::new("", bytes)]).is_empty()
    };
    is_named && is_small() && std::fs::read(path).is_ok_and(|bytes| is_text(&bytes))
}

/// Splits a word into a label and a path at its first `=`, unless the whole word exists and the part after the `=`
/// does not. An existing path takes precedence over interpreting the word.
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

    /// Finds the existing input that a word names: the whole word, an archive before a `!`, or the part before the
    /// last `#`.
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

/// Splits a word at its first `=`.
pub fn split_at_equals(word: &OsStr) -> Option<(OsString, OsString)> {
    let at = word.as_encoded_bytes().iter().position(|&b| b == b'=')?;
    split_at(word, at)
}

/// Splits a word at its first `..`.
pub fn split_at_dots(word: &OsStr) -> Option<(OsString, OsString)> {
    let at = word.as_encoded_bytes().windows(2).position(|pair| pair == b"..")?;
    let (before, rest) = split_at(word, at)?;
    Some((before, split_at(&rest, 0)?.1))
}

/// Splits a word at an ASCII character.
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

/// Other systems can only split a word if it is Unicode.
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
        let (before, behind) = split_at_dots(OsStr::from_bytes(b"\xff..\xfe...")).unwrap();
        assert_eq!([before.as_bytes(), behind.as_bytes()], [&b"\xff"[..], b"\xfe..."]);
        assert_eq!(split_at_dots(OsStr::new("a.b")), None);
    }
}
