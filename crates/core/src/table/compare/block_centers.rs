//! The centers of a recording whose blocks have several runs: medians over blocks of the compared values.
//!
//! Takes the cells and comparisons of a row, and the values of the blocks that each comparison used; replaces the
//! centers of all runs. A change is estimated from medians or from best runs of blocks: next to it, the median of all
//! runs can show the opposite, because a burst that slows half of the runs moves it. Guarantees that all cells of a row
//! show the same kind of value, so that the ratio of two centers is a change.

use crate::stats::{BlockValue, Summary};
use crate::table::model::{Cell, Comparison, Warning};

/// A center with its warning.
type Center = (Summary, Option<Warning>);

/// The centers of the blocks that a comparison used.
#[derive(Debug)]
pub(super) struct BlockCenters {
    /// Its index among the comparisons of the row.
    pub(super) comparison: usize,
    /// The values that decided.
    pub(super) decided: BlockValue,
    /// The baseline's center first, and the new one.
    pub(super) medians: [Center; 2],
    /// `None` if medians are compared alone.
    pub(super) best: Option<[Center; 2]>,
}

/// Replaces the centers of the cells of a row and of its comparisons: by the best runs if these decided all comparisons,
/// otherwise by the medians. The baseline of several comparisons has the blocks of the last one.
pub(super) fn replace(found: &[BlockCenters], cells: &mut [Cell], comparisons: &mut [Comparison]) {
    if found.is_empty() {
        return;
    }
    let are_best = found.iter().all(|one| one.decided == BlockValue::Best && one.best.is_some());
    let of = if are_best { BlockValue::Best } else { BlockValue::Median };
    for one in found {
        let comparison = &mut comparisons[one.comparison];
        comparison.set_centers_of(of, one.medians.map(|(summary, _)| summary.center));
        let centers = one.best.filter(|_| are_best).unwrap_or(one.medians);
        for (column, center) in [comparison.base, comparison.column].into_iter().zip(centers) {
            let at = cells.binary_search_by(|cell| cell.column.cmp(&column));
            if let Some(cell) = at.ok().map(|at| &mut cells[at]) {
                (cell.summary, cell.warning) = center;
            }
        }
    }
    for comparison in comparisons {
        let center = |column| {
            let at = cells.binary_search_by(|cell| cell.column.cmp(&column));
            at.ok().map(|at| cells[at].summary.center)
        };
        if let [Some(base), Some(new)] = [comparison.base, comparison.column].map(center) {
            comparison.set_centers([base, new]);
        }
    }
}
