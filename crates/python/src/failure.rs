//! Raises errors as exceptions of the package.
//!
//! The classes are in `_errors.py`, because they inherit from several of Python's own classes.

use std::io::ErrorKind;

use benchlens_core::Error;
use benchlens_core::base::{ErrorKind as Wrong, Sentence};
use benchlens_inputs::Failure;
use pyo3::prelude::*;

use crate::text::shown;

/// Returns an exception of the package, by the name of its class.
fn raised<'py, A: pyo3::call::PyCallArgs<'py>>(
    py: Python<'py>,
    class: &str,
    arguments: A,
) -> PyErr {
    let made = py
        .import("benchlens._errors")
        .and_then(|errors| errors.getattr(class))
        .and_then(|class| class.call1(arguments));
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// Returns the exception for an error in a query, with its position.
pub(crate) fn query(py: Python<'_>, error: &Error) -> PyErr {
    let (query, span) = match error.kind() {
        Wrong::Syntax { query, span, .. } | Wrong::Unknown { query, span, .. } => {
            (Some(query), Some(*span))
        }
        Wrong::Place { line, span, .. } => (Some(line), Some(*span)),
        _ => return query_sentence(py, error.part(), &error.to_string()),
    };
    // Python counts positions in texts in characters.
    let place = query.zip(span).map(|(query, span)| {
        let chars = |bytes: usize| query[..query.floor_char_boundary(bytes)].chars().count();
        (chars(span.start), chars(span.end))
    });
    raised(py, "QueryError", (error.to_string(), error.part(), error.message(), query, place))
}

/// Returns the exception for an error that concerns a whole query.
pub(crate) fn query_sentence(py: Python<'_>, part: &str, message: &str) -> PyErr {
    let nothing = None::<&str>;
    raised(py, "QueryError", (message, part, message, nothing, None::<(usize, usize)>))
}

/// Returns the exception for an input that cannot be read, with the diagnostics of earlier inputs.
pub(crate) fn read(py: Python<'_>, failure: &Failure, diagnostics: Vec<String>) -> PyErr {
    let system = failure.system.as_ref();
    let is_missing = |number: &(i32, _)| {
        std::io::Error::from_raw_os_error(number.0).kind() == ErrorKind::NotFound
    };
    let class = if system.is_some_and(is_missing) { "InputNotFoundError" } else { "ReadError" };
    let (number, path) = system.cloned().unzip();
    raised(py, class, (&failure.message, diagnostics, number, path))
}

/// Returns the exception for a table that does not contain measurements, or that cannot be created.
pub(crate) fn table(py: Python<'_>, message: &str) -> PyErr {
    raised(py, "TableError", (message,))
}

/// Returns the exception for comparisons from several workers that do not form a report.
pub(crate) fn shards(py: Python<'_>, message: &str) -> PyErr {
    raised(py, "ShardError", (message,))
}

/// Returns the exception for a chart that cannot be drawn.
pub(crate) fn chart(py: Python<'_>, message: &str) -> PyErr {
    raised(py, "ChartError", (message,))
}

/// Issues a warning for each message about something that is valid but may be unintended.
pub(crate) fn warn(py: Python<'_>, reported: impl Iterator<Item = Sentence>) -> PyResult<()> {
    let mut reported = reported.peekable();
    if reported.peek().is_none() {
        return Ok(());
    }
    let class = py.import("benchlens._errors")?.getattr("NoteWarning")?;
    let warn = py.import("warnings")?.getattr("warn")?;
    // With stack level 1, the warning names the Python caller of this library.
    reported.try_for_each(|message| warn.call1((shown(message.as_bytes()), &class, 1)).map(drop))
}
