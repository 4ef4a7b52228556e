//! Tables of Arrow on their way to other libraries and from them, by Arrow's interface of C in capsules: nothing is copied.
//!
//! The only place with `unsafe`.

use std::ffi::CStr;

use benchlens_arrow::arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use benchlens_arrow::arrow_array::{Array, RecordBatch, RecordBatchIterator};
use benchlens_arrow::arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::failure;

/// The name that Arrow gives such capsules.
const NAME: &CStr = c"arrow_array_stream";

/// Batches as a capsule.
pub(crate) fn export(
    py: Python<'_>,
    schema: SchemaRef,
    batches: impl Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static,
) -> PyResult<Bound<'_, PyCapsule>> {
    let reader = RecordBatchIterator::new(batches, schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), NAME)
}

/// Whether what another library says of a batch is true: texts are UTF-8, places are within their lists.
///
/// # Errors
///
/// What is not, as a sentence.
pub(crate) fn check(batch: &RecordBatch) -> Result<(), String> {
    let schema = batch.schema();
    for (column, field) in batch.columns().iter().zip(schema.fields()) {
        let valid = column.to_data().validate_full();
        valid.map_err(|error| format!("column {} is damaged: {error}", field.name()))?;
    }
    Ok(())
}

/// The batches of an object that has `__arrow_c_stream__`.
///
/// # Errors
///
/// What the object raises, and what is no stream of batches.
pub(crate) fn import(table: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let py = table.py();
    let capsule = table.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>().map_err(|_| {
        failure::table(py, "__arrow_c_stream__ did not give a capsule: expected an Arrow table")
    })?;
    let pointer = capsule.pointer_checked(Some(NAME))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds a pointer to an `ArrowArrayStream` as Arrow's interface of C defines it, which
    // `FFI_ArrowArrayStream` is laid out as; Python has checked the name. The pointer is valid while the capsule lives, which is
    // borrowed here. `from_raw` moves the stream out and leaves a released one behind, so that the capsule's destructor, or a
    // second reader, finds nothing to release; the interface demands this of consumers. No other thread looks at the stream
    // meanwhile: this one is attached to the interpreter, and the call above has just made the capsule for us.
    #[allow(unsafe_code)]
    let reader = unsafe { RecordBatchStreamReader::from_raw(pointer.as_ptr()) };
    reader.map_err(|error| failure::table(py, &error.to_string()))
}
