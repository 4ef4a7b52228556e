//! The question of an answer and the store that it asks: an answer is pickled as these, and asked again.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::question::Asked;

/// The function that asks again, with its arguments: the store, the method and the keywords.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>, &'static str, Asked));

/// The store and the keywords of an answer.
pub(crate) struct Origin {
    store: Py<PyAny>,
    asked: Asked,
}

impl Origin {
    pub(crate) fn new(store: &Bound<'_, PyAny>, asked: Asked) -> Origin {
        Origin { store: store.clone().unbind(), asked }
    }

    /// Returns what pickle stores.
    ///
    /// # Errors
    ///
    /// Raises `TypeError` for an answer of several processes, because its store has no values.
    pub(crate) fn reduced<'py>(
        origin: Option<&Origin>,
        py: Python<'py>,
        method: &'static str,
    ) -> PyResult<Reduced<'py>> {
        let Some(Origin { store, asked }) = origin else {
            let message = "a report of several processes cannot be pickled: pickle its to_dict()";
            return Err(PyTypeError::new_err(message));
        };
        let again = py.import("benchlens._native")?.getattr("again")?;
        Ok((again, (store.bind(py).clone(), method, asked.clone())))
    }
}
