//! The first rows of an answer, before the answer is there.
//!
//! Takes results that are laid out already; gives a report whose tables have no more rows than the caller asked for. A
//! row shows the same facts as in the whole answer, except the facts that all rows decide together: adjusted p-values and
//! geometric means. Therefore it has no notes and no summary, and its counts cover only its own rows.

use std::sync::Arc;

use super::question::CompiledQuery;
use super::remembered::AnswerCache;
use crate::base::pace::{ENDLESS, Pace, block_on};
use crate::store::Store;
use crate::table::group::cells::{Cells, TableCells};
use crate::table::group::index::rows_of;
use crate::table::model::Report;

/// Returns the first rows of the tables of a unit, with the number of rows that each table will have. If there is no
/// such unit, it uses the unit of the first table. Returns `None` if the results are not laid out yet, or if something
/// that the query needs is missing.
pub(crate) fn first_rows(
    store: &Store,
    asked: &CompiledQuery<'_>,
    cache: &AnswerCache,
    unit: &str,
    rows: usize,
) -> Option<(Report, Arc<Cells>, Vec<usize>)> {
    let (known, cells) = cache.laid_out(store, asked)?;
    // Outcomes take long, and adjusted p-values need all rows.
    let asked = CompiledQuery { analysis: None, ..*asked };
    let question = asked.ask(store, &cells).ok()?;
    let is_of = |table: &TableCells| cells.derived.unit_text(store, table.unit) == unit.as_bytes();
    let shown = cells.tables.iter().find(|table| is_of(table)).or(cells.tables.first())?.unit;
    let wanted = |table: &TableCells| if table.unit == shown { rows } else { 0 };
    let mut filled = block_on(question.compare_first(wanted, &known, &Pace::new(ENDLESS)));
    question.mark_sequential(&mut filled);
    let report = question.bare(question.tables(filled, None));
    let counts = cells.tables.iter().map(|table| rows_of(&table.cells).count()).collect();
    drop(question);
    Some((report, cells, counts))
}
