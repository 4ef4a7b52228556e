//! benchlens for Python: the compiled half of the package `benchlens`.
//!
//! Takes the arguments of a call from Python; gives objects that refer to a report of the library, its outputs as
//! texts, and Arrow tables. Guarantees that long work releases the interpreter and stops soon after Ctrl-C, and that
//! errors are exceptions with positions. Must not format numbers or compute statistics, because the library does
//! both. `work` runs everything that may take long, `source` and `store` read inputs, `question` converts keywords to
//! a query, `origin` keeps them for pickle, `report`, `parts` and `history` contain the answer, `tidy` builds columns of
//! tidy data, `shared` is for comparisons on several machines, `capsule` and `frames` pass tables to and from other
//! libraries, and `failure` creates the exceptions.
#![deny(unsafe_code)]

mod answered;
mod capsule;
mod failure;
mod frames;
mod history;
mod input;
mod origin;
mod parts;
mod question;
mod report;
mod shared;
mod source;
mod store;
mod text;
mod tidy;
mod work;

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the supported input formats, each with its name, its description and the commands that produce it.
#[pyfunction]
fn formats(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let format = |format: &benchlens_core::format::Format| {
        let entry = PyDict::new(py);
        entry.set_item("name", format.name)?;
        entry.set_item("about", format.about)?;
        entry.set_item("example", format.example)?;
        Ok(entry)
    };
    benchlens_core::format::FORMATS.iter().map(format).collect()
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::formats;
    #[pymodule_export]
    use super::history::{Change, History};
    #[pymodule_export]
    use super::input::Input;
    #[pymodule_export]
    use super::parts::{Cell, Column, Comparison, Gate, Note, Row, Suite, Table};
    #[pymodule_export]
    use super::report::Report;
    #[pymodule_export]
    use super::shared::{
        Plan, Rows, check_history, joined, joined_points, label_inputs, outline_of_log, outlines,
        rows_of_log, spark_schema,
    };
    #[pymodule_export]
    use super::source::{convert, read};
    #[pymodule_export]
    use super::store::{Diagnostic, Store, again, stored};
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "as Python calls it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
