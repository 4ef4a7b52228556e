//! The location of a cell's values.

use crate::project::KeyId;

/// A cell of a table.
#[derive(Clone, Copy)]
pub(crate) struct CellIndex {
    pub(crate) row: KeyId,
    /// The index of its column in the table.
    pub(crate) column: u32,
    /// Its first piece, and the number of its pieces.
    pub(super) first: u32,
    pub(super) pieces: u32,
}

impl CellIndex {
    /// Returns a number that no other cell of any table has.
    pub(in crate::table) fn number(&self) -> u32 {
        self.first
    }
}

/// One measurement column of one series.
#[derive(Clone, Copy, Default)]
pub(crate) struct Piece {
    pub(crate) series: u32,
    pub(crate) column: u32,
    pub(super) residue: KeyId,
}

/// Returns the cells of each row.
pub(crate) fn rows_of(cells: &[CellIndex]) -> impl Iterator<Item = &[CellIndex]> {
    cells.chunk_by(|a, b| a.row == b.row)
}
