//! What is wrong, as exceptions of the package.
//!
//! The classes are in `_errors.py`: they are made of several of Python's own.

use benchlens_core::Error;
use benchlens_core::base::ErrorKind;
use pyo3::prelude::*;

/// An exception of the package, by the name of its class.
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

/// A query that is wrong, with the place.
pub(crate) fn query(py: Python<'_>, error: &Error) -> PyErr {
    let (message, query, span) = match error.kind() {
        ErrorKind::Syntax { query, span, message, .. }
        | ErrorKind::Unknown { query, span, message, .. } => (message, Some(query), Some(*span)),
        ErrorKind::Place { line, span, message, .. } => (message, Some(line), Some(*span)),
        ErrorKind::Range { message, .. } => (message, None, None),
        _ => return query_sentence(py, error.part(), &error.to_string()),
    };
    // Places in texts of Python are counted in characters.
    let place = query.zip(span).map(|(query, span)| {
        let chars = |bytes: usize| query[..query.floor_char_boundary(bytes)].chars().count();
        (chars(span.start), chars(span.end))
    });
    raised(py, "QueryError", (error.to_string(), error.part(), message, query, place))
}

/// A query that is wrong as a whole.
pub(crate) fn query_sentence(py: Python<'_>, part: &str, message: &str) -> PyErr {
    let nothing = None::<&str>;
    raised(py, "QueryError", (message, part, message, nothing, None::<(usize, usize)>))
}

/// What cannot be read, and what is not right with what was read before.
pub(crate) fn read(py: Python<'_>, message: &str, diagnostics: Vec<String>) -> PyErr {
    raised(py, "ReadError", (message, diagnostics))
}

/// A table that is none of measurements, or cannot be made.
pub(crate) fn table(py: Python<'_>, message: &str) -> PyErr {
    raised(py, "TableError", (message,))
}

/// Comparisons of several places that make no report.
pub(crate) fn shards(py: Python<'_>, message: &str) -> PyErr {
    raised(py, "ShardError", (message,))
}

/// What cannot be drawn.
pub(crate) fn chart(py: Python<'_>, message: &str) -> PyErr {
    raised(py, "ChartError", (message,))
}

/// Warns of things that are not wrong, but may not be what was meant: one warning each.
pub(crate) fn warn(py: Python<'_>, told: impl Iterator<Item = String>) -> PyResult<()> {
    let mut told = told.peekable();
    if told.peek().is_none() {
        return Ok(());
    }
    let class = py.import("benchlens._errors")?.getattr("NoteWarning")?;
    let warn = py.import("warnings")?.getattr("warn")?;
    // The caller of this library is the next one in Python: 1.
    told.try_for_each(|message| warn.call1((message, &class, 1)).map(drop))
}
