//! Cells without comparisons.
//!
//! Takes a query whose baseline is none; gives its tables, whose rows have cells and nothing else, and which results
//! each cell is made of.

use super::question::CompiledQuery;
use crate::base::Error;
use crate::base::pace::Pace;
use crate::store::Store;
use crate::table::compare::cache::CellCache;
use crate::table::group::cells::Cells;
use crate::table::model::Table;

/// The tables of a query that compares nothing.
pub(crate) async fn uncompared(
    store: &Store,
    asked: &CompiledQuery<'_>,
    pace: &Pace,
) -> Result<(Vec<Table>, Cells), Error> {
    let cells = asked.group_paced(store, pace).await?;
    let question = asked.ask(store, &cells)?;
    let rows = question.compare(&CellCache::default(), pace).await;
    let tables = question.tables(rows, false);
    Ok((tables, cells))
}
