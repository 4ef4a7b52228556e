//! Texts of logs as texts of Python.
//!
//! Names may hold any bytes, and texts of Python are Unicode. What is not UTF-8 is shown as U+FFFD, as in JSON; whoever wants the
//! bytes renders them.

use benchlens_core::base::{Text, Texts};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Bytes as a text.
pub(crate) fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A text as it can be shown.
pub(crate) fn text(text: &Text) -> String {
    text.to_string_lossy()
}

/// The values of a key.
pub(crate) fn key<'py>(py: Python<'py>, key: &Texts) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, key.iter().map(text).collect::<Vec<_>>())
}

/// The names of fields.
pub(crate) fn names<'py>(py: Python<'py>, names: &[Text]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, names.iter().map(text).collect::<Vec<_>>())
}
