//! A quantile of the picture, and the quantiles of a row.

use super::super::picked::Picked;
use crate::table::{Cell, Comparison};

/// A quantile with its position from 0 to 1 and its table, with the columns of the picture.
pub(super) struct Level<'r> {
    pub(super) x: f64,
    pub(super) name: &'r str,
    pub(super) picked: Picked<'r>,
}

impl<'r> Level<'r> {
    /// Returns the cell of a column of the picture in a row of its table.
    pub(super) fn cell(&self, row: usize, column: usize) -> Option<&'r Cell> {
        let cell = self.picked.row(row).cell(self.column(column)?)?;
        cell.summary.center.is_finite().then_some(cell)
    }

    pub(super) fn comparison(&self, row: usize, column: usize) -> Option<&'r Comparison> {
        self.picked.row(row).comparison(self.column(column)?)
    }

    /// Returns the index of a column in its table.
    fn column(&self, column: usize) -> Option<u32> {
        self.picked.columns.get(column).map(|&column| column as u32)
    }
}

/// A row: the levels that it has, each with the index of the row in the level's table.
pub(super) struct Found<'l, 'r> {
    pub(super) row: usize,
    pub(super) levels: Vec<(&'l Level<'r>, usize)>,
}
