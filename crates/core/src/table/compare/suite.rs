//! The change of a whole suite: all rows of a table in the blocks of a recording.
//!
//! Takes the rows of a table and the runs of a recording; gives a comparison for each compared column. The order of the
//! sides of a block was drawn, so all rows of a block swap their sides together, and a randomization test of the sums
//! of their scores is exact. If the order was not drawn, and for means, the geometric means of the blocks are compared
//! like the values of one more row. Confirming blocks do not count, because they contain only rows that had changed
//! before. Must not know outcomes of single rows.

use std::collections::{BTreeMap, BTreeSet};

use super::builds;
use super::control::TableControls;
use super::levels::Levels;
use super::means::Means;
use super::paired::{Paired, SuiteSides};
use super::pairing::{
    Pairing, Run, Runs, SuiteAverages, SuiteBlock, best, each_block, middle, without,
};
use super::shifts::BlockId;
use crate::format::gobench::confirmed;
use crate::stats::{SuiteRow, math};
use crate::store::{Store, has_fixed_order};
use crate::table::group::cells::Cells;
use crate::table::group::elsewhere::{RowBlock, RowBlocks};
use crate::table::group::index::{CellIndex, rows_of};
use crate::table::group::settings::Settings;
use crate::table::model::{Comparison, Geomean, MeanChange, Row, Suite};
use crate::unit::Direction;

/// A table whose rows make up a suite.
#[derive(Clone, Copy)]
pub(in crate::table) struct SuiteContext<'a, 's> {
    pub(in crate::table) store: &'s Store,
    pub(in crate::table) cells: &'a Cells,
    pub(in crate::table) controls: Option<&'a TableControls<'s>>,
    pub(in crate::table) settings: Settings,
    pub(in crate::table) direction: Option<Direction>,
}

impl<'s> SuiteContext<'_, 's> {
    /// Adds the change of the whole suite to the geometric mean of each compared column.
    pub(in crate::table) fn add_suites(
        self,
        indices: &[CellIndex],
        rows: &[Row],
        geomeans: &mut [Geomean],
        levels: &Levels,
    ) {
        let mut found: Vec<BTreeMap<u32, Vec<RowBlocks>>> = vec![BTreeMap::new(); geomeans.len()];
        for (indices, row) in rows_of(indices).zip(rows) {
            for comparison in &row.comparisons {
                let blocks = self.row_blocks(indices, comparison);
                let by_base = &mut found[comparison.column as usize];
                blocks.into_iter().for_each(|blocks| {
                    by_base.entry(comparison.base).or_default().push(blocks);
                });
            }
        }
        let mut paired = Paired::new(self.settings);
        for (column, by_base) in (0..).zip(&found) {
            // If rows have different baselines, no mean has a meaning.
            let Some((&base_column, rows)) = by_base.first_key_value() else { continue };
            let change = geomeans[column as usize].change.filter(|_| by_base.len() == 1);
            let Some(ratio) = change.and_then(MeanChange::ratio) else { continue };
            let sums = Sums::of(rows);
            // The table does not exclude the movement of control benchmarks.
            let size = self.controls.is_none().then_some(ratio);
            let sides = SuiteSides { column, base_column, ratio, size, direction: self.direction };
            let comparison = paired.compare_suite(self.store, sums.averages(rows), sides, levels);
            let rows = rows.len() as u32;
            geomeans[column as usize].suite =
                comparison.map(|comparison| Suite { rows, comparison });
        }
    }

    /// Returns the blocks of a comparison; `None` if its runs are not paired by a recording, or if a value is not
    /// above zero.
    pub(in crate::table) fn row_blocks(
        self,
        indices: &[CellIndex],
        comparison: &Comparison,
    ) -> Option<RowBlocks> {
        let is_compared = comparison.matching().is_some() && !comparison.is_refused();
        let index = |column: u32| indices.iter().find(|index| index.column == column);
        let (base, new) = index(comparison.base).zip(index(comparison.column))?;
        if let Some(known) = &self.cells.known {
            return known.blocks.get(&[base.number(), new.number()]).cloned();
        }
        let SuiteContext { store, cells, settings, direction, .. } = self;
        let means = Means::of(settings.test, settings.confidence);
        let shifts = self.controls.and_then(|all| all.shifts(comparison.base, comparison.column));
        let sides =
            [base, new].map(|index| Runs::of(&Pairing::Recording, store, cells, index, &[]));
        let mut found = RowBlocks { blocks: Vec::new(), runs: [0; 2] };
        each_block(&sides, &mut |block, runs| {
            let shift = shifts.map_or(Some(1.0), |shifts| shifts.of(block));
            let Some(shift) = shift.filter(|_| confirmed(block.0).is_none()) else { return };
            let logs = |value: &dyn Fn(&[Run<'s>]) -> f64| {
                let [old, new] = runs.map(value);
                // As in the table, zero on both sides is no change.
                if old == 0.0 && new == 0.0 {
                    return [0.0; 2];
                }
                [old, without(shift, old, new)].map(math::ln)
            };
            found.runs = [0, 1].map(|side: usize| found.runs[side] + runs[side].len() as u32);
            found.blocks.push(RowBlock {
                recording: block.0.to_vec(),
                number: block.1,
                average: logs(&|runs| middle(runs, means).1),
                best: logs(&|runs| best(runs, direction)),
            });
        });
        let logs = || found.blocks.iter().flat_map(|block| block.average.iter().chain(&block.best));
        let is_usable =
            is_compared && !found.blocks.is_empty() && logs().all(|log| log.is_finite());
        is_usable.then_some(found)
    }
}

/// The sums of logarithms of all rows, by recording and block, or by recording and build if blocks share builds.
struct Sums<'r> {
    blocks: BTreeMap<(&'r [u8], u32), Sum>,
    runs: [u32; 2],
    has_several: bool,
}

#[derive(Default)]
struct Sum {
    rows: f64,
    average: [f64; 2],
    best: [f64; 2],
}

impl<'r> Sums<'r> {
    fn of(rows: &'r [RowBlocks]) -> Sums<'r> {
        let mut sums = Sums { blocks: BTreeMap::new(), runs: [0; 2], has_several: false };
        for row in rows {
            // A row that some blocks lack must not change their level: it would hide the changes within the blocks.
            let logs = row.blocks.iter().flat_map(|block| block.average);
            let level = logs.sum::<f64>() / (2 * row.blocks.len()) as f64;
            for block in &row.blocks {
                let unit = builds::unit((&block.recording, block.number));
                let sum = sums.blocks.entry(unit).or_default();
                sum.rows += 1.0;
                for side in 0..2 {
                    sum.average[side] += block.average[side] - level;
                    sum.best[side] += block.best[side] - level;
                }
            }
            sums.runs = [0, 1].map(|side: usize| sums.runs[side] + row.runs[side]);
            sums.has_several |= row.runs.iter().any(|&runs| row.blocks.len() < runs as usize);
        }
        sums
    }

    fn averages(&self, rows: &'r [RowBlocks]) -> SuiteAverages<'r> {
        let block = |(&(recording, _), sum): (&(&'r [u8], u32), &Sum)| {
            let mean = |log: f64| math::exp(log / sum.rows);
            SuiteBlock { recording, average: sum.average.map(mean), best: sum.best.map(mean) }
        };
        let mut recordings = self.blocks.keys().map(|(recording, _)| recording);
        let blocks = rows.iter().flat_map(|row| &row.blocks);
        let blocks: BTreeSet<_> = blocks.map(|block| (&block.recording, block.number)).collect();
        let indices: BTreeMap<_, _> = self.blocks.keys().copied().zip(0..).collect();
        SuiteAverages {
            blocks: self.blocks.iter().map(block).collect(),
            rows: rows.iter().map(|row| suite_row(row, &indices)).collect(),
            runs: self.has_several.then_some(self.runs),
            is_drawn: !recordings.any(|recording| has_fixed_order(recording)),
            shared: (self.blocks.len() < blocks.len()).then_some(blocks.len() as u32),
        }
    }
}

/// Returns the mean logarithms of a row in each block, or in the blocks of each build if blocks share builds.
fn suite_row(row: &RowBlocks, indices: &BTreeMap<BlockId<'_>, usize>) -> SuiteRow {
    let mut found: BTreeMap<usize, Sum> = BTreeMap::new();
    for block in &row.blocks {
        let unit = builds::unit((&block.recording, block.number));
        let sum = found.entry(indices[&unit]).or_default();
        sum.rows += 1.0;
        for side in 0..2 {
            sum.average[side] += block.average[side];
            sum.best[side] += block.best[side];
        }
    }
    let mut own = SuiteRow { blocks: found.keys().copied().collect(), ..SuiteRow::default() };
    for sum in found.values() {
        for side in 0..2 {
            own.medians[side].push(sum.average[side] / sum.rows);
            own.best[side].push(sum.best[side] / sum.rows);
        }
    }
    own
}
