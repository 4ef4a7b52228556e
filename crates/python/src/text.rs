//! Converts texts of logs to Python strings.
//!
//! Names may contain any bytes, but Python strings are Unicode. Bytes that are not UTF-8 become U+FFFD, as in JSON;
//! use `render` to get the original bytes.

use benchlens_core::base::{Text, Texts};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Returns bytes as a text.
pub(crate) fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns a text in a form that can be shown.
pub(crate) fn text(text: &Text) -> String {
    text.to_string_lossy()
}

/// Returns the values of a key.
pub(crate) fn key<'py>(py: Python<'py>, key: &Texts) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, key.iter().map(text).collect::<Vec<_>>())
}

/// Returns the names of fields.
pub(crate) fn names<'py>(py: Python<'py>, names: &[Text]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, names.iter().map(text).collect::<Vec<_>>())
}
