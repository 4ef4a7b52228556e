//! Inputs: their bytes before reading, and their counts afterward.

use serde::{Deserialize, Serialize};

use crate::format::Kind;

/// One input: its name for messages, its label for tables, its bytes.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Input<'a> {
    /// Its name in messages: the path as the user wrote it.
    pub name: &'a [u8],
    /// Its `.file` value (see [`label_inputs`](crate::base::label_inputs)).
    pub label: &'a [u8],
    /// The whole content.
    pub bytes: &'a [u8],
}

impl<'a> Input<'a> {
    /// Returns an input whose label is its name.
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

    /// Returns the same input with another label.
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
    /// The number of lines of text; 0 if there are no lines, such as for results from memory.
    pub lines: u64,
    /// The number of benchmark results.
    pub results: u64,
    /// Its likely format, guessed from its first bytes, for inputs without results.
    pub kind: Kind,
    pub(crate) origin: Origin,
}

/// The facts in an input about how it was measured.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Origin {
    /// The first and the last time, in microseconds since 1970.
    pub(super) times: Option<(i64, i64)>,
    /// How often the configuration was written again between two consecutive results of one series, as in a log of a
    /// single benchmark that was measured again and again.
    pub(super) restarts: u64,
}

impl Origin {
    /// Returns the first and the last time.
    pub(crate) fn times(&self) -> Option<(i64, i64)> {
        self.times
    }
}

/// The facts about an input that are set when it ends, independently of its rows.
#[derive(Debug, Clone)]
pub(super) struct Recalled {
    pub(super) lines: u64,
    pub(super) results: u64,
    pub(super) kind: Kind,
    pub(super) times: Option<(i64, i64)>,
    pub(super) restarts: u64,
}
