//! Rows to Parquet files.
//!
//! Takes a store; gives the bytes of a file, row group by row group, whose columns threads write side by side. Guarantees
//! the same bytes for any number of threads.

use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use benchlens_core::Store;
use parquet::arrow::{ArrowSchemaConverter, add_encoded_arrow_schema_to_metadata};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::SchemaDescriptor;

use super::chunk::compression;
use super::leaves::{Group, LEAVES, Leaf, Written};
use crate::export::pieces::Cut;
use crate::export::plan::Plan;
use crate::export::planner::Planner;
use crate::{ExportError, Form, Table, schema};

/// About so many rows are a row group.
const GROUP_ROWS: usize = 1 << 20;

/// A row group has no more text in a column than this, however often it repeats, unless a single result has.
const GROUP_TEXT: usize = 1 << 30;

/// So many bytes are written at once.
const OUT_BYTES: usize = 1 << 20;

/// A table that can be written as a Parquet file: all of its texts have been looked at.
///
/// `form` and `rows` of a [`Table`] do not count: texts are dictionaries, and row groups have about a million rows.
#[derive(Debug)]
pub struct Prepared<'s> {
    plan: Plan<'s>,
}

impl<'s> Prepared<'s> {
    /// Looks at a table.
    ///
    /// # Errors
    ///
    /// A text that is not UTF-8, with its place.
    pub fn new(store: &'s Store, table: &Table) -> std::result::Result<Prepared<'s>, ExportError> {
        let plan = Planner::new(store).plan(table.inputs_of(store), table.first_input)?;
        Ok(Prepared { plan })
    }

    /// Each input of a store as a table of its own, of which it has its place among all as its number.
    ///
    /// # Errors
    ///
    /// A text that is not UTF-8, with its place.
    pub fn each(store: &'s Store) -> std::result::Result<Vec<Prepared<'s>>, ExportError> {
        let mut planner = Planner::new(store);
        let mut prepared = |input: usize| {
            let number = u32::try_from(input).unwrap_or(u32::MAX);
            planner.plan(input..input + 1, number).map(|plan| Prepared { plan })
        };
        (0..store.inputs().len()).map(&mut prepared).collect()
    }

    /// How many rows the table has.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.plan.rows
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    pub fn write(
        &self,
        out: impl Write + Send,
        threads: usize,
    ) -> std::result::Result<(), ExportError> {
        write_plan(&self.plan, out, threads).map_err(|error| ExportError::Write(Box::new(error)))
    }
}

/// Writes a table as a Parquet file; says how many rows it has.
///
/// # Errors
///
/// A text that is not UTF-8, or why the file cannot be written.
pub fn write(
    store: &Store,
    table: &Table,
    out: impl Write + Send,
    threads: usize,
) -> std::result::Result<u64, ExportError> {
    let prepared = Prepared::new(store, table)?;
    prepared.write(out, threads)?;
    Ok(prepared.rows())
}

fn write_plan(plan: &Plan<'_>, out: impl Write + Send, threads: usize) -> Result<()> {
    let form = Form::Dictionaries;
    let columns = schema(form);
    let mut properties = WriterProperties::builder()
        .set_compression(compression()?)
        .set_created_by(concat!("benchlens ", env!("CARGO_PKG_VERSION")).to_owned())
        .build();
    // Whoever reads it with Arrow gets dictionaries again.
    add_encoded_arrow_schema_to_metadata(&columns, &mut properties);
    let descriptor = ArrowSchemaConverter::new().convert(&columns)?;
    let root = descriptor.root_schema_ptr();
    // Columns come in small parts.
    let out = BufWriter::with_capacity(OUT_BYTES, out);
    let mut writer = SerializedFileWriter::new(out, root, Arc::new(properties))?;
    let mut cut = Cut::new(form, GROUP_ROWS, GROUP_TEXT);
    let mut last = None;
    while let Some(pieces) = cut.next(plan) {
        let group = Group { plan, pieces: &pieces };
        // The row group before is written meanwhile: nobody waits for the disk.
        let append = || last.take().map_or(Ok(()), |columns| append(&mut writer, columns));
        let (appended, columns) = columns_of(group, &descriptor, threads, append);
        appended?;
        last = Some(columns);
    }
    last.map_or(Ok(()), |columns| append(&mut writer, columns))?;
    writer.finish()?;
    // What is left is written here, where an error is seen.
    writer.inner_mut().flush()?;
    Ok(())
}

/// Writes a row group.
fn append<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    columns: Vec<Result<Written>>,
) -> Result<()> {
    let mut row_group = writer.next_row_group()?;
    for written in columns {
        let (bytes, close) = written?;
        row_group.append_column(&bytes, close)?;
    }
    row_group.close()?;
    Ok(())
}

/// The order in which columns are begun: those that take longest first.
const FIRST: [Leaf; 4] = [Leaf::Value, Leaf::WrittenValue, Leaf::Iterations, Leaf::Row];

/// The columns of a row group, in the order of the schema. This thread does something else first.
fn columns_of<T>(
    group: Group<'_, '_>,
    descriptor: &SchemaDescriptor,
    threads: usize,
    first: impl FnOnce() -> T,
) -> (T, Vec<Result<Written>>) {
    let mut order: Vec<usize> = (0..LEAVES.len()).collect();
    order.sort_by_key(|&place| {
        FIRST.iter().position(|leaf| *leaf == LEAVES[place]).unwrap_or(FIRST.len())
    });
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(&place) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let written = group.write(LEAVES[place], descriptor.column(place));
            done.lock().unwrap_or_else(PoisonError::into_inner).push((place, written));
        }
    };
    let came = std::thread::scope(|scope| {
        for _ in 1..threads.min(LEAVES.len()) {
            // Where the system refuses a thread, the others do its work.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        let came = first();
        work();
        came
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(place, _)| *place);
    let all = done.into_iter().map(|(_, written)| written).collect::<Vec<_>>();
    let columns = if all.len() == LEAVES.len() {
        all
    } else {
        vec![Err(ParquetError::General("a column was not written".into()))]
    };
    (came, columns)
}
