//! Control rows: what rows moved by whose code did not change is taken out of the others.
//!
//! Takes the control rows that [`find`] finds; gives by how much they moved in a pair or block. Guarantees that a
//! block has at least three controls or no shift. Must not know the tests.

mod find;

use super::pairing::BlockId;
use crate::base::PairInterner;
use crate::project::KeyId;

/// The control rows of a report, by table.
pub(crate) struct Controls<'s> {
    tables: Vec<TableControls<'s>>,
}

/// Those of a table; nothing if it is not corrected.
#[derive(Default)]
pub(super) struct TableControls<'s> {
    /// The rows, ascending.
    rows: Vec<KeyId>,
    /// What is compared: the columns of baseline and new side.
    columns: PairInterner<(u32, u32)>,
    shifts: Vec<Shifts<'s>>,
}

/// By how much the control rows of a column moved against a baseline.
#[derive(Debug, Default)]
pub(super) struct Shifts<'s> {
    /// By block.
    ratios: Vec<(BlockId<'s>, f64)>,
    /// How many runs each side of a control has, for pairs by place.
    pub(super) runs: usize,
    /// The median over the blocks.
    pub(super) median: f64,
    /// What they are made of.
    found: find::Found,
}

impl Shifts<'_> {
    /// By how much they moved in a block.
    pub(super) fn of(&self, block: BlockId<'_>) -> Option<f64> {
        let place = self.ratios.binary_search_by(|(other, _)| other.cmp(&block)).ok()?;
        Some(self.ratios[place].1)
    }
}

impl<'s> TableControls<'s> {
    pub(super) fn has(&self, row: KeyId) -> bool {
        self.rows.binary_search(&row).is_ok()
    }

    /// What moves in a comparison; nothing if the table is not corrected.
    pub(super) fn shifts(&self, base: u32, column: u32) -> Option<&Shifts<'s>> {
        Some(&self.shifts[self.columns.find((base, column))? as usize])
    }
}

impl<'s> Controls<'s> {
    pub(super) fn of_table(&self, table: usize) -> &TableControls<'s> {
        &self.tables[table]
    }
}
