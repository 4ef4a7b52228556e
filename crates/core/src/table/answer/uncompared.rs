//! Cells without comparisons.
//!
//! Takes a query without a baseline; gives its tables, whose rows have only cells, and the results in each cell.

use super::question::CompiledQuery;
use crate::base::Error;
use crate::base::pace::Pace;
use crate::store::Store;
use crate::table::compare::cache::CellCache;
use crate::table::group::cells::Cells;
use crate::table::model::Table;

/// Returns the tables of a query that compares nothing.
pub(crate) async fn uncompared(
    store: &Store,
    asked: &CompiledQuery<'_>,
    pace: &Pace,
) -> Result<(Vec<Table>, Cells), Error> {
    let cells = asked.group_paced(store, pace).await?;
    let question = asked.ask(store, &cells)?;
    let rows = question.compare(&CellCache::default(), pace).await;
    let tables = question.tables(rows, None);
    Ok((tables, cells))
}
