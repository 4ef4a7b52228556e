//! benchlens for Python: the compiled half of the package `benchlens`.
//!
//! Takes what a call in Python says; gives objects that look into a report of the library, its outputs as texts, and tables of
//! Arrow. Guarantees that long work leaves the interpreter to others, ends soon after Ctrl-C, and that errors are exceptions with
//! places. Formats no number and computes no statistic: the library does. `work` is how anything that may take long is run, `source`
//! and `store` read, `question` makes a query of keywords, `report` and `parts` are what it answers, `tidy` makes columns of tidy
//! data, `shared` is for comparisons on several machines, `capsule` passes tables to and from other libraries, `failure` has the exceptions.
#![deny(unsafe_code)]

mod answered;
mod capsule;
mod failure;
mod input;
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
    use super::input::Input;
    #[pymodule_export]
    use super::parts::{Cell, Column, Comparison, Gate, Note, Row, Table};
    #[pymodule_export]
    use super::report::Report;
    #[pymodule_export]
    use super::shared::{
        Plan, Rows, joined, label_inputs, outline_of_log, outlines, rows_of_log, spark_schema,
    };
    #[pymodule_export]
    use super::source::read;
    #[pymodule_export]
    use super::store::{Diagnostic, Store};
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "as Python calls it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
