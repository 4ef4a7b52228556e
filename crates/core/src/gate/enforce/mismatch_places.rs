//! The location of rows that both sides have in different tables.

use std::collections::BTreeSet;

use crate::project::KeyId;
use crate::table::{Cells, Comparison, Mismatch, Outcome, TableCells};

/// The location of rows that the table keys separate, because a side whose other side is elsewhere is neither missing
/// nor new.
pub(super) struct MismatchPlaces {
    /// Table, row and column of new sides.
    new: BTreeSet<(u32, u32, u32)>,
    /// Table and row of baselines, with the columns that the other tables have.
    bases: BTreeSet<(u32, u32, KeyId)>,
}

impl MismatchPlaces {
    pub(super) fn new(cells: &Cells, mismatches: &[Mismatch]) -> Self {
        let (mut new, mut bases) = (BTreeSet::new(), BTreeSet::new());
        for group in mismatches {
            let column = cells.tables[group.table as usize].columns[group.column as usize];
            for row in &group.rows {
                new.insert((group.table, row.new, group.column));
                bases.insert((group.base_table, row.base, column));
            }
        }
        MismatchPlaces { new, bases }
    }

    pub(super) fn holds(
        &self,
        index: usize,
        table: &TableCells,
        row: usize,
        comparison: &Comparison,
    ) -> bool {
        let (index, row, column) = (index as u32, row as u32, comparison.column);
        match comparison.outcome {
            Outcome::New => self.new.contains(&(index, row, column)),
            Outcome::Missing => self.bases.contains(&(index, row, table.columns[column as usize])),
            Outcome::Regressed
            | Outcome::Improved
            | Outcome::Changed
            | Outcome::Differs
            | Outcome::Unchanged
            | Outcome::Inconclusive
            | Outcome::Control => false,
        }
    }
}
