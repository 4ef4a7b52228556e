//! How many runs of a cell lack the quantile that it shows.
//!
//! If a change makes some runs slower, it also takes requests from these runs. A quantile that requires more requests is
//! then missing in the slow runs, and the values that are left look better than the runs were.

use std::collections::BTreeMap;

use super::cells::Cells;
use super::index::CellIndex;
use super::lacking::{Lacking, has_several_units};
use crate::project::KeyId;
use crate::store::Store;

/// A cell: the keys of its table, row and column, and the unit.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    table: KeyId,
    row: KeyId,
    column: KeyId,
    unit: u32,
}

/// The number of runs that lack the quantile of each cell.
pub(crate) struct LackingRuns(BTreeMap<Place, u64>);

impl LackingRuns {
    pub(crate) fn of(store: &Store, cells: &Cells) -> LackingRuns {
        let mut runs = BTreeMap::new();
        if cells.lacking.is_empty() {
            return LackingRuns(runs);
        }
        // Series without any value that counts have no keys yet.
        let mut projections = cells.projections.clone();
        for &Lacking { series, unit } in &cells.lacking {
            let (identity, _) = store.series.get(series);
            let place = Place {
                table: projections.table.key(store, identity),
                row: projections.row.key(store, identity),
                column: projections.col.key(store, identity),
                unit,
            };
            *runs.entry(place).or_default() += store.rows_of(series);
        }
        LackingRuns(runs)
    }

    /// Returns why a gate cannot pass a cell of a table if some of its runs lack the quantile.
    pub(crate) fn problem(
        &self,
        store: &Store,
        cells: &Cells,
        table: usize,
        cell: &CellIndex,
    ) -> Option<String> {
        let table = &cells.tables[table];
        let place = Place {
            table: table.key,
            row: cell.row,
            column: table.columns[cell.column as usize],
            unit: table.unit,
        };
        let lacking = self.0.get(&place)?;
        let mut series = cells.pieces(cell).iter().map(|piece| piece.series);
        if !series.any(|series| has_several_units(store, series)) {
            return None;
        }
        let runs = lacking + cells.results(store, cell);
        Some(format!(
            "{lacking} of {runs} runs do not have this quantile, and slow runs may have too few requests for it: \
             measure for longer, or check a lower quantile"
        ))
    }
}
