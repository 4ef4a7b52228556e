//! Writes stores as tables.
//!
//! `planner` examines every text once and creates a [`plan`]; `pieces` splits runs into batches; `batch` and
//! `columns` build their arrays.

mod batch;
pub(crate) mod columns;
pub(crate) mod pieces;
pub(crate) mod plan;
pub(crate) mod planner;

use std::ops::Range;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use benchlens_core::Store;

use crate::{ExportError, Form, schema};
use columns::Texts;
use pieces::{Cut, TEXT_MAX};
use plan::Plan;
use planner::Planner;

/// The default number of rows in a batch.
pub const ROWS: usize = 1 << 16;

/// The content of a table, and its form.
#[derive(Debug, Clone)]
pub struct Table {
    /// How texts are stored.
    pub form: Form,
    /// The approximate number of rows in a batch; batches with very much text have fewer. A result is never split.
    pub rows: usize,
    /// The number of the first input in the column `input`.
    pub first_input: u32,
    /// The inputs of the store to write; nothing for all.
    pub inputs: Option<Range<usize>>,
}

impl Default for Table {
    fn default() -> Table {
        Table { form: Form::default(), rows: ROWS, first_input: 0, inputs: None }
    }
}

impl Table {
    /// Returns the inputs of a store to write.
    pub(crate) fn inputs_of(&self, store: &Store) -> Range<usize> {
        let all = store.inputs().len();
        let Range { start, end } = self.inputs.clone().unwrap_or(0..all);
        start.min(all)..end.min(all)
    }
}

/// Returns the rows of a store as a table, batch by batch, in the order in which they were read. A store without
/// inputs has no batches.
///
/// # Errors
///
/// Returns an error with the position of a text in the store that is not UTF-8.
pub fn batches<'s>(store: &'s Store, table: &Table) -> Result<Batches<'s>, ExportError> {
    let plan = Planner::new(store).plan(table.inputs_of(store), table.first_input)?;
    let texts = Texts::new(&plan, table.form)?;
    let cut = Cut::new(table.form, table.rows, TEXT_MAX);
    Ok(Batches { plan, texts, cut, schema: schema(table.form) })
}

/// The batches of a table: see [`batches`].
#[derive(Debug)]
pub struct Batches<'s> {
    plan: Plan<'s>,
    texts: Texts,
    cut: Cut,
    schema: SchemaRef,
}

impl Batches<'_> {
    /// Returns the columns of all batches.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Returns the total number of rows in all batches.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.plan.rows
    }
}

impl Iterator for Batches<'_> {
    type Item = Result<RecordBatch, ExportError>;

    fn next(&mut self) -> Option<Self::Item> {
        next_batch(&self.plan, &self.texts, &mut self.cut, &self.schema)
    }
}

/// Returns the next batch of a plan.
pub(crate) fn next_batch(
    plan: &Plan<'_>,
    texts: &Texts,
    cut: &mut Cut,
    schema: &SchemaRef,
) -> Option<Result<RecordBatch, ExportError>> {
    let pieces = cut.next(plan)?;
    let schema = Arc::clone(schema);
    let written = |error: ArrowError| ExportError::Write(Box::new(error));
    let columns = columns::columns(plan, texts, &pieces);
    Some(columns.and_then(|columns| RecordBatch::try_new(schema, columns).map_err(written)))
}
