//! Reads the rows of Parquet files.

use std::cell::Cell;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_schema::Schema;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::file::reader::ChunkReader;

use crate::form::{Form, column, schema};
use crate::{ImportError, Importer, ROWS};

/// Passes all rows of a Parquet file to an importer. Unknown columns are ignored.
///
/// # Errors
///
/// Returns an error if the file is damaged, if it lacks columns, or if a row is invalid.
pub fn read(input: impl ChunkReader + 'static, importer: &mut Importer) -> Result<(), ImportError> {
    // Page indices are only useful for readers that skip pages.
    let options = ArrowReaderOptions::new();
    let metadata = guarded(|| ArrowReaderMetadata::load(&input, options))?;
    let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(input, metadata);
    let known = schema(Form::Plain);
    check(builder.schema(), &known)?;
    let wanted = |name: &str| known.column_with_name(name).is_some();
    let fields = builder.schema().fields().iter().enumerate();
    let roots: Vec<usize> =
        fields.filter(|(_, field)| wanted(field.name())).map(|(index, _)| index).collect();
    let mask = ProjectionMask::roots(builder.parquet_schema(), roots);
    let builder = builder.with_projection(mask).with_batch_size(ROWS);
    let mut reader = guarded(|| builder.build())?;
    while let Some(batch) = guarded(|| reader.next().transpose())? {
        importer.push(&batch)?;
    }
    Ok(())
}

thread_local! {
    static IS_DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether this thread is in the decoder of Parquet, whose panics become errors, so that a panic hook need
/// not report them.
#[must_use]
pub fn is_decoding() -> bool {
    IS_DECODING.get()
}

/// Calls the decoder. The decoder panics for some damaged files; these panics become errors like any other.
fn guarded<T, E: Display>(decode: impl FnOnce() -> Result<T, E>) -> Result<T, ImportError> {
    IS_DECODING.set(true);
    // After a panic, the values that it has modified are not used.
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    IS_DECODING.set(false);
    match decoded {
        Ok(decoded) => decoded.map_err(|error| ImportError::Damaged(error.to_string())),
        Err(_) => Err(ImportError::Damaged("a page is corrupt".into())),
    }
}

/// Checks that the file contains columns to import.
fn check(found: &Schema, known: &Schema) -> Result<(), ImportError> {
    let has = |name: &str| found.column_with_name(name).is_some();
    if known.fields().iter().any(|field| has(field.name())) {
        return Ok(());
    }
    let found = found.fields().iter().map(|field| field.name().clone()).collect();
    Err(ImportError::Columns { missing: vec![column::NAME, column::UNIT, column::VALUE], found })
}
