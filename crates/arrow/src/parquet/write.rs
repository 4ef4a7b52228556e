//! Writes rows to Parquet files.
//!
//! Takes a store; writes the bytes of a file, one row group after another. Guarantees the same bytes for the same
//! rows.

use std::io::{BufWriter, Write};

use benchlens_core::Store;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::{DEFAULT_DICTIONARY_PAGE_SIZE_LIMIT, WriterProperties};

use crate::export::columns::Texts;
use crate::export::next_batch;
use crate::export::pieces::Cut;
use crate::export::plan::Plan;
use crate::export::planner::Planner;
use crate::{ExportError, Form, ROWS, Table, column, schema};

/// A row group ends after the batch with which it has this many rows.
const GROUP_ROWS: usize = 1 << 20;

/// A row group also ends after the batch with which its columns need this much memory.
const GROUP_BYTES: usize = 1 << 29;

/// A batch has at most this much text in a column, unless a single result has more. The limit is necessary because
/// maps repeat their texts in each row.
const BATCH_TEXT: usize = 1 << 24;

/// A page has at most this many rows. A compressor finds the names of the previous round over all benchmarks only if
/// both rounds are in the same page.
const PAGE_ROWS: usize = 1 << 17;

/// The number of bytes that are written at once.
const OUT_BYTES: usize = 1 << 20;

/// The level of zstd. Higher levels take longer and save little.
const LEVEL: i32 = 3;

/// A table that can be written as a Parquet file: all of its texts have been checked.
///
/// `form` and `rows` of a [`Table`] are ignored: texts are dictionaries, and row groups have about a million rows.
#[derive(Debug)]
pub struct Prepared<'s> {
    plan: Plan<'s>,
}

impl<'s> Prepared<'s> {
    /// Checks a table.
    ///
    /// # Errors
    ///
    /// Returns an error with the position of a text that is not UTF-8.
    pub fn new(store: &'s Store, table: &Table) -> std::result::Result<Prepared<'s>, ExportError> {
        let plan = Planner::new(store).plan(table.inputs_of(store), table.first_input)?;
        Ok(Prepared { plan })
    }

    /// Returns a separate table for each input of a store; its number is its index among all inputs.
    ///
    /// # Errors
    ///
    /// Returns an error with the position of a text that is not UTF-8.
    pub fn each(store: &'s Store) -> std::result::Result<Vec<Prepared<'s>>, ExportError> {
        let mut planner = Planner::new(store);
        let mut prepared = |input: usize| {
            let number = u32::try_from(input).unwrap_or(u32::MAX);
            planner.plan(input..input + 1, number).map(|plan| Prepared { plan })
        };
        (0..store.inputs().len()).map(&mut prepared).collect()
    }

    /// Returns the number of rows in the table.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.plan.rows
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write(&self, out: impl Write + Send) -> std::result::Result<(), ExportError> {
        let (form, plan) = (Form::Dictionaries, &self.plan);
        let (texts, columns) = (Texts::new(plan, form)?, schema(form));
        let mut cut = Cut::new(form, ROWS, BATCH_TEXT);
        let failed = |error: ParquetError| ExportError::Write(Box::new(error));
        // The encoder writes columns in small parts.
        let out = BufWriter::with_capacity(OUT_BYTES, out);
        let properties = properties().map_err(failed)?;
        let writer = ArrowWriter::try_new(out, columns.clone(), Some(properties));
        let mut writer = writer.map_err(failed)?;
        while let Some(batch) = next_batch(plan, &texts, &mut cut, &columns) {
            writer.write(&batch?).map_err(failed)?;
            if GROUP_ROWS <= writer.in_progress_rows() || GROUP_BYTES <= writer.memory_size() {
                writer.flush().map_err(failed)?;
            }
        }
        writer.finish().map_err(failed)?;
        // The buffer is flushed here because an error on drop would be lost.
        writer.inner_mut().flush().map_err(|error| failed(error.into()))
    }
}

/// Writes a table as a Parquet file; returns its number of rows.
///
/// # Errors
///
/// Returns an error if a text is not UTF-8, or if the file cannot be written.
pub fn write(
    store: &Store,
    table: &Table,
    out: impl Write + Send,
) -> std::result::Result<u64, ExportError> {
    let prepared = Prepared::new(store, table)?;
    prepared.write(out)?;
    Ok(prepared.rows())
}

fn properties() -> Result<WriterProperties> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        .set_created_by(concat!("benchlens ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_max_row_group_row_count(None)
        .set_data_page_row_count_limit(PAGE_ROWS)
        // Texts of any length stay in dictionaries, because most of them repeat in very many rows.
        .set_dictionary_page_size_limit(GROUP_BYTES);
    for index in [column::INPUT, column::ROW, column::FIELD] {
        properties = properties
            .set_column_dictionary_enabled(index.into(), false)
            .set_column_encoding(index.into(), Encoding::DELTA_BINARY_PACKED);
    }
    // A dictionary of numbers that are all different needs more space than the numbers themselves.
    for number in [column::ITERATIONS, column::VALUE, column::WRITTEN_VALUE, column::BLOCK] {
        properties = properties.set_column_dictionary_page_size_limit(
            number.into(),
            DEFAULT_DICTIONARY_PAGE_SIZE_LIMIT,
        );
    }
    Ok(properties.build())
}
