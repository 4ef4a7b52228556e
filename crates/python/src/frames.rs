//! Objects that are Arrow tables, and their conversion to tables of other packages, which only these methods require.

use pyo3::exceptions::{PyImportError, PyModuleNotFoundError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::tidy::Tidy;

/// An object that is an Arrow table.
pub(crate) trait Tabular {
    /// Returns the types of the columns, and the rows.
    fn batches(&self, py: Python<'_>) -> PyResult<Tidy>;
}

/// Defines the methods of a class that is [`Tabular`]: the Arrow C data interface, and the tables of other packages.
macro_rules! table_methods {
    ($class:ident, $data:literal, $row:literal, $pandas:literal) => {
        #[pymethods]
        impl $class {
            #[doc = concat!("Exports ", $data, " through the Arrow C data interface.")]
            #[pyo3(signature = (requested_schema=None))]
            #[allow(clippy::needless_pass_by_value, reason = "as arguments of Python come")]
            fn __arrow_c_stream__<'py>(
                &self,
                py: Python<'py>,
                requested_schema: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, pyo3::types::PyCapsule>> {
                // A consumer may request other types, but it has to accept the types of the table.
                drop(requested_schema);
                let (schema, batches) = $crate::frames::Tabular::batches(self, py)?;
                $crate::capsule::export(py, schema, batches.into_iter().map(Ok))
            }

            #[doc = concat!(
                "Returns ", $data, " as a pyarrow table, with one row for each ", $row,
                ". Requires pyarrow."
            )]
            fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                $crate::frames::arrow(slf)
            }

            #[doc = concat!(
                "Returns ", $data, " as a pandas data frame, with one row for each ", $row, ".\n\n",
                $pandas, "Requires pandas and pyarrow."
            )]
            fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                $crate::frames::pandas(slf)
            }

            #[doc = concat!(
                "Returns ", $data, " as a polars data frame, with one row for each ", $row,
                ". Requires polars."
            )]
            fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                $crate::frames::polars(slf)
            }
        }
    };
}
pub(crate) use table_methods;

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
