//! Inputs: the bytes before reading, and their counts afterwards.

use crate::format::Kind;

/// One input: its name for messages, its label for tables, its bytes.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// Its name in messages: the path as it was given.
    pub name: &'a [u8],
    /// Its `.file` value (see [`label_inputs`](crate::base::label_inputs)).
    pub label: &'a [u8],
    /// The whole content.
    pub bytes: &'a [u8],
}

impl<'a> Input<'a> {
    /// An input whose label is its name.
    ///
    /// ```
    /// use benchlens_core::{Input, Store};
    /// let old = Input::new("old.txt", "BenchmarkA 100 12.5 ns/op\n");
    /// let new = Input::new("new.txt", b"BenchmarkA 100 11.5 ns/op\n").labelled("new");
    /// assert_eq!(Store::read([old, new]).len(), 2);
    /// ```
    pub fn new(
        name: &'a (impl AsRef<[u8]> + ?Sized),
        bytes: &'a (impl AsRef<[u8]> + ?Sized),
    ) -> Input<'a> {
        Input { name: name.as_ref(), label: name.as_ref(), bytes: bytes.as_ref() }
    }

    /// The same input with another label.
    #[must_use]
    pub fn labelled(self, label: &'a (impl AsRef<[u8]> + ?Sized)) -> Input<'a> {
        Input { label: label.as_ref(), ..self }
    }
}

/// The name and the counts of an input that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputInfo {
    /// Its name in messages.
    pub name: Vec<u8>,
    /// Its `.file` value.
    pub label: Vec<u8>,
    /// How many lines of text it had; 0 if it had none, such as results from memory.
    pub lines: u64,
    /// How many benchmark results were in it.
    pub results: u64,
    /// Its likely format by its first bytes, useful if there were no results.
    pub kind: Kind,
    pub(crate) origin: Origin,
}

/// What an input says of how it was recorded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The first and the last time, in microseconds since 1970.
    pub(super) times: Option<(i64, i64)>,
    /// How often the configuration was written anew between two results of one series that follow each
    /// other: a log of a single benchmark that was recorded again and again.
    pub(super) restarts: u64,
}

impl Origin {
    /// The first and the last time.
    pub(crate) fn times(&self) -> Option<(i64, i64)> {
        self.times
    }
}

/// What is known of an input when it ends, whatever its rows say.
#[derive(Debug, Clone)]
pub(super) struct Recalled {
    pub(super) lines: u64,
    pub(super) results: u64,
    pub(super) kind: Kind,
    pub(super) times: Option<(i64, i64)>,
    pub(super) restarts: u64,
}
