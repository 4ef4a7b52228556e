//! Passes Arrow tables to and from other libraries without copying, through Arrow's C interface in capsules.
//!
//! This is the only module with `unsafe`.

use std::ffi::CStr;

use benchlens_arrow::arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use benchlens_arrow::arrow_array::{Array, RecordBatch, RecordBatchIterator};
use benchlens_arrow::arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::failure;

/// The name that Arrow prescribes for such capsules.
const NAME: &CStr = c"arrow_array_stream";

/// Returns batches as a capsule.
pub(crate) fn export(
    py: Python<'_>,
    schema: SchemaRef,
    batches: impl Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static,
) -> PyResult<Bound<'_, PyCapsule>> {
    let reader = RecordBatchIterator::new(batches, schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), NAME)
}

/// Checks a batch from another library: texts are UTF-8, and indices are within their lists.
///
/// # Errors
///
/// Returns a sentence that explains which of this is not true.
pub(crate) fn check(batch: &RecordBatch) -> Result<(), String> {
    let schema = batch.schema();
    for (column, field) in batch.columns().iter().zip(schema.fields()) {
        let valid = column.to_data().validate_full();
        valid.map_err(|error| format!("column {} is damaged: {error}", field.name()))?;
    }
    Ok(())
}

/// Returns the batches of an object with `__arrow_c_stream__`.
///
/// # Errors
///
/// Raises exceptions of the object, and an error if the capsule is not a stream of batches.
pub(crate) fn import(table: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let py = table.py();
    let capsule = table.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>().map_err(|_| {
        failure::table(py, "__arrow_c_stream__ did not give a capsule: expected an Arrow table")
    })?;
    let pointer = capsule.pointer_checked(Some(NAME))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds a pointer to an `ArrowArrayStream` as Arrow's C interface defines it, and
    // `FFI_ArrowArrayStream` has the same layout; Python has checked the name. The pointer is valid while the capsule
    // is alive, and the capsule is borrowed here. `from_raw` moves the stream out and leaves a released stream, so
    // that the capsule's destructor, or a second reader, has nothing to release; the interface requires this from
    // consumers. No other thread accesses the stream in the meantime, because this thread is attached to the
    // interpreter, and the call above has just created the capsule.
    #[allow(unsafe_code)]
    let reader = unsafe { RecordBatchStreamReader::from_raw(pointer.as_ptr()) };
    reader.map_err(|error| failure::table(py, &error.to_string()))
}
