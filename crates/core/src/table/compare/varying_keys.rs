//! Differences between the results of a cell that no projection shows.
//!
//! Takes cells; gives the names of the keys in which they vary. Must not know values.

use std::sync::Arc;

use crate::base::Text;
use crate::project::KeyId;
use crate::store::Store;
use crate::table::group::cells::Cells;
use crate::table::group::index::CellIndex;

/// Finds the keys that vary. A log may have thousands of keys in which thousands of cells vary, so equal lists are
/// shared.
#[derive(Default)]
pub(in crate::table) struct Varying {
    /// The names of all keys that no projection shows, once one is needed.
    all: Option<Vec<Text>>,
    /// The differences of the last cell that varies.
    unseen: (Vec<KeyId>, bool),
    names: Arc<[Text]>,
}

impl Varying {
    /// Returns the keys in which the results of a cell differ without a projection showing it, if there are any. All
    /// calls must use the same cells.
    pub(in crate::table) fn of(
        &mut self,
        store: &Store,
        cells: &Cells,
        cell: &CellIndex,
    ) -> Option<Arc<[Text]>> {
        let unseen = cells.unseen(store, cell)?;
        if self.unseen != unseen {
            let residue = &cells.projections.residue;
            let all = self.all.get_or_insert_with(|| residue.names());
            let indices = residue.differing(&unseen.0, unseen.1);
            let names: Vec<Text> = indices.iter().map(|&index| all[index].clone()).collect();
            self.unseen = unseen;
            if self.names[..] != names {
                self.names = names.into();
            }
        }
        (!self.names.is_empty()).then(|| Arc::clone(&self.names))
    }
}
