//! An input as Python sees it.

use benchlens_core::table;
use pyo3::prelude::*;

use crate::text::text;

/// An input that was read.
#[pyclass(frozen, get_all, module = "benchlens")]
pub(crate) struct Input {
    /// Its name in messages.
    pub(crate) name: String,
    /// Its label.
    pub(crate) label: String,
    /// How many lines it has; 0 for results from memory.
    pub(crate) lines: u64,
    /// How many results it has.
    pub(crate) results: u64,
    /// How many diagnostics are about it.
    pub(crate) diagnostics: usize,
}

#[pymethods]
impl Input {
    fn __repr__(&self) -> String {
        format!("<benchlens.Input {:?}: {} results of {:?}>", self.label, self.results, self.name)
    }
}

impl Input {
    /// An input as a report lists it.
    pub(crate) fn of_report(input: &table::Source) -> Input {
        Input {
            name: text(&input.name),
            label: text(&input.label),
            lines: input.lines,
            results: input.results,
            diagnostics: usize::try_from(input.malformed).unwrap_or(usize::MAX),
        }
    }
}
