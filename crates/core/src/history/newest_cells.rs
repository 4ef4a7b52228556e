//! The cells of the newest point.

use super::points::Newest;
use crate::store::Store;
use crate::table::Cells;

/// The data that the newest point is judged by.
pub(super) struct NewestCells<'a> {
    pub(super) store: &'a Store,
    pub(super) cells: &'a Cells,
    /// The indexes of the history's tables among the tables of the cells.
    pub(super) indices: &'a [usize],
    pub(super) newest: &'a Newest,
}
