//! The baselines of a table's columns.

use super::index::CellIndex;
use crate::table::model::Row;

/// The baseline of each column of a table.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
pub(in crate::table) struct Bases {
    /// By column; `None` for the baseline itself.
    pub(super) of: Vec<Option<u32>>,
    /// The columns that the table does not have.
    pub(super) absent: Vec<bool>,
    /// The one column that all others are compared with.
    pub(super) main: Option<u32>,
    /// Whether each cell is instead compared with the previous one in its row.
    pub(in crate::table) goes_back: bool,
    /// Whether a gap of several columns is reported once, where it begins.
    pub(super) is_short: bool,
}

impl Bases {
    pub(in crate::table) fn of(&self, column: u32) -> Option<u32> {
        self.of.get(column as usize).copied().flatten()
    }

    pub(in crate::table) fn is_absent(&self, column: u32) -> bool {
        self.absent.get(column as usize).copied().unwrap_or(false)
    }

    /// Returns whether the table has a column that others are compared with, or needs none.
    pub(super) fn has_present_base(&self) -> bool {
        self.goes_back || self.main.is_some_and(|main| !self.is_absent(main))
    }

    /// Returns the index of the one cell of a row that all others are compared with.
    pub(in crate::table) fn fixed(&self, row: &[CellIndex]) -> Option<usize> {
        let main = self.main?;
        row.binary_search_by_key(&main, |cell| cell.column).ok()
    }

    /// Returns the pairs of cells of a row that are compared: baseline and new.
    pub(in crate::table) fn sides<'c>(
        &self,
        row: &'c [CellIndex],
    ) -> impl Iterator<Item = (&'c CellIndex, &'c CellIndex)> {
        let (fixed, goes_back) = (self.fixed(row), self.goes_back);
        (0..row.len()).filter_map(move |cell| {
            let base = if goes_back { cell.checked_sub(1) } else { fixed };
            base.filter(|&base| base != cell).map(|base| (&row[base], &row[cell]))
        })
    }

    /// Returns for each column the number of rows in which it could be compared if it had a cell: the rows that have
    /// its baseline. `None` for a column that is never compared in this table.
    pub(in crate::table) fn rows_with_base(&self, rows: &[Row]) -> Vec<Option<usize>> {
        let present = |column: usize| !self.absent[column];
        let Some(first) = (0..self.of.len()).find(|&column| present(column)) else {
            return Vec::new();
        };
        let mut counts = vec![0; self.of.len()];
        for cells in rows.iter().map(|row| &row.cells) {
            match (self.goes_back, self.main) {
                // Count where a row begins, and sum up below.
                (true, _) => counts[cells[0].column as usize] += 1,
                (false, Some(main)) => {
                    let has = cells.binary_search_by_key(&main, |cell| cell.column).is_ok();
                    counts[main as usize] += usize::from(has);
                }
                (false, None) => {}
            }
        }
        let main = self.main.filter(|&main| present(main as usize));
        let mut before = 0;
        let count = |column: usize| match (self.goes_back, main) {
            (true, _) => {
                let rows = before;
                before += counts[column];
                (column != first).then_some(rows)
            }
            (false, Some(main)) => (column != main as usize).then(|| counts[main as usize]),
            (false, None) => None,
        };
        (0..counts.len()).map(count).collect()
    }

    /// Returns the columns that a row lacks although it has their baseline, with this baseline.
    pub(in crate::table) fn missing(&self, row: &[CellIndex]) -> Vec<(u32, u32)> {
        let mut missing = Vec::new();
        let has_main = self.fixed(row).is_some();
        let mut cells = row.iter().map(|cell| cell.column).peekable();
        let (mut before, mut is_gap) = (None, false);
        for column in 0..self.of.len() as u32 {
            if cells.next_if_eq(&column).is_some() {
                (before, is_gap) = (Some(column), false);
                continue;
            }
            let begins = !std::mem::replace(&mut is_gap, true);
            let base = if self.goes_back {
                // A gap is reported once, where it begins.
                before.filter(|_| begins)
            } else if self.is_short && !begins {
                None
            } else {
                self.of(column).filter(|&base| has_main && Some(base) == self.main)
            };
            missing.extend(base.map(|base| (column, base)));
        }
        missing
    }
}
