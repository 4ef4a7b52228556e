//! The first rows of an answer, before the answer is there.
//!
//! Takes results that are laid out already; gives a report whose tables have no more rows than were asked for. What is
//! told of a row is what the whole answer tells of it, unless all rows decide that together: adjusted p-values,
//! geometric means. So it has no notes and no summary, and nothing is counted in it but its own rows.

use std::sync::Arc;

use super::question::CompiledQuery;
use super::remembered::AnswerCache;
use crate::base::pace::{ENDLESS, Pace, now};
use crate::store::Store;
use crate::table::group::cells::{Cells, TableCells};
use crate::table::group::place::rows_of;
use crate::table::model::Report;

/// The first rows of the tables of a unit, of the first one's if there is no such unit, with the number of rows that
/// each table will have. Nothing if the results are not laid out yet, or if something that the query needs is not there.
pub(crate) fn first_rows(
    store: &Store,
    asked: &CompiledQuery<'_>,
    cache: &AnswerCache,
    unit: &str,
    rows: usize,
) -> Option<(Report, Arc<Cells>, Vec<usize>)> {
    let (known, cells) = cache.laid_out(store, asked)?;
    // An outcome takes long, and what is adjusted needs all rows.
    let asked = CompiledQuery { analysis: None, ..*asked };
    let question = asked.ask(store, &cells).ok()?;
    let is_of = |table: &TableCells| cells.derived.unit_text(store, table.unit) == unit.as_bytes();
    let shown = cells.tables.iter().find(|table| is_of(table)).or(cells.tables.first())?.unit;
    let wanted = |table: &TableCells| if table.unit == shown { rows } else { 0 };
    let filled = now(question.compare_first(wanted, &known, &Pace::new(ENDLESS)));
    let report = question.bare(question.tables(filled, false));
    let counts = cells.tables.iter().map(|table| rows_of(&table.cells).count()).collect();
    drop(question);
    Some((report, cells, counts))
}
