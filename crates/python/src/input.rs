//! An input as Python sees it.

use benchlens_core::table;
use pyo3::prelude::*;

use crate::text::text;

/// An input that was read.
#[pyclass(frozen, get_all, module = "benchlens")]
pub(crate) struct Input {
    /// The name in messages: the path or label that you gave.
    pub(crate) name: String,
    /// The label, which is the value of the key `.file` and the heading of the column.
    pub(crate) label: String,
    /// The number of lines; 0 for results that are not text.
    pub(crate) lines: u64,
    /// The number of results.
    pub(crate) results: u64,
    /// The number of lines that were skipped at least in part.
    pub(crate) malformed: u64,
}

#[pymethods]
impl Input {
    fn __repr__(&self) -> String {
        format!("<benchlens.Input {:?}: {} results of {:?}>", self.label, self.results, self.name)
    }
}

impl Input {
    /// Converts an input of a report.
    pub(crate) fn of_report(input: &table::Source) -> Input {
        Input {
            name: text(&input.name),
            label: text(&input.label),
            lines: input.lines,
            results: input.results,
            malformed: input.malformed,
        }
    }
}
