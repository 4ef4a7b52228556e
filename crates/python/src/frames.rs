//! Converts objects with the Arrow C data interface to tables of other packages, which only these methods require.

use pyo3::exceptions::{PyImportError, PyModuleNotFoundError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns a pyarrow table.
pub(crate) fn arrow<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    needed(object.py(), "pyarrow", "this")?.call_method1("table", (object,))
}

/// Returns a pandas data frame, in which maps are dictionaries.
pub(crate) fn pandas<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    needed(object.py(), "pandas", "to_pandas()")?;
    let keywords = PyDict::new(object.py());
    keywords.set_item("maps_as_pydicts", "strict")?;
    arrow(object)?.call_method("to_pandas", (), Some(&keywords))
}

/// Returns a polars data frame.
pub(crate) fn polars<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    needed(object.py(), "polars", "to_polars()")?.getattr("DataFrame")?.call1((object,))
}

/// Imports a package.
fn needed<'py>(py: Python<'py>, package: &str, what: &str) -> PyResult<Bound<'py, PyAny>> {
    let imported = py.import(package).map(Bound::into_any);
    imported.map_err(|error| {
        if !error.is_instance_of::<PyModuleNotFoundError>(py) {
            return error;
        }
        PyImportError::new_err(format!("{what} needs {package}: pip install {package}"))
    })
}
