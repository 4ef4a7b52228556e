//! The first rows of an answer, before the answer is there.
//!
//! Takes results that are laid out already; gives a report whose tables have no more rows than were asked for. What is
//! told of a row is what the whole answer tells of it, unless all rows decide that together: adjusted p-values,
//! geometric means. So it has no notes and no summary, and nothing is counted in it but its own rows.

use std::sync::Arc;

use super::assemble::{CompiledQuery, empty_rows};
use super::cache::AnswerCache;
use super::cells::{Cells, TableCells};
use super::compare::rows_of;
use super::model::Report;
use crate::base::pace::{ENDLESS, Pace, now};
use crate::store::Store;

/// The first rows of the tables of a unit, of the first one's if there is no such unit, with the number of rows that
/// each table will have. Nothing if the results are not laid out yet, or if something that the query needs is not there.
pub(crate) fn first_rows(
    store: &Store,
    asked: &CompiledQuery<'_>,
    cache: &AnswerCache,
    (unit, rows): (&str, usize),
) -> Option<(Report, Arc<Cells>, Vec<usize>)> {
    let (known, cells) = cache.laid_out(store, asked)?;
    // An outcome takes long, and what is adjusted needs all rows.
    let asked = &CompiledQuery { analysis: None, ..*asked };
    let controls = asked.controls(store, &cells).ok()?;
    let is_of = |table: &TableCells| cells.derived.unit_text(store, table.unit) == unit.as_bytes();
    let shown = cells.tables.iter().find(|table| is_of(table)).or(cells.tables.first())?.unit;
    let wanted = |table: &TableCells| if table.unit == shown { rows } else { 0 };
    let tables = empty_rows(&cells, wanted);
    let pace = Pace::new(ENDLESS);
    let filled = now(asked.fill(store, &cells, &known, (tables, controls.as_ref()), &pace));
    let units = asked.units(store, &cells);
    let tables = asked.tables(store, &cells, (filled, &units), false);
    let counts = cells.tables.iter().map(|table| rows_of(&table.cells).count()).collect();
    Some((asked.bare(store, &cells, tables), cells, counts))
}
