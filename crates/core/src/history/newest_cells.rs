//! The cells of the newest point.

use super::points::Newest;
use crate::store::Store;
use crate::table::Cells;

/// What the newest point is judged by.
pub(super) struct NewestCells<'a> {
    pub(super) store: &'a Store,
    pub(super) cells: &'a Cells,
    /// The places of the history's tables among those of the cells.
    pub(super) places: &'a [usize],
    pub(super) newest: &'a Newest,
}
