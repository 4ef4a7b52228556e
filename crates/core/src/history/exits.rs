//! Benchmarks whose newest runs ended with an exit status other than 0, although not all earlier ones did.

use super::newest_cells::NewestCells;
use crate::base::Error;
use crate::gate::{Audit, GateStatus};
use crate::table::NonZeroExits;

/// Reports commands that failed, because they may be fast only because they did less.
pub(super) fn check_exits(audit: &mut Audit<'_>, found: &NewestCells<'_>) {
    let &NewestCells { store, cells, indices, .. } = found;
    let exits = NonZeroExits::of(store);
    if audit.allows_failed() || exits.is_empty() {
        return;
    }
    let newest = cells.columns().last().copied();
    for &table in indices {
        for row in cells.row_cells(table) {
            let Some((last, earlier)) = row.split_last() else { continue };
            if Some(cells.tables[table].columns[last.column as usize]) != newest {
                continue;
            }
            if let Some(message) = exits.problem(cells, last, earlier.iter()) {
                audit.report(GateStatus::Undecided, Error::range("gate", message));
            }
        }
    }
}
