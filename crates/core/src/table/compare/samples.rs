//! Facts that only the values of cells show.

use crate::store::Store;
use crate::table::group::cells::Cells;
use crate::table::group::index::CellIndex;
use crate::table::model::Cell;

impl Cells {
    /// Returns whether all values of a cell are equal. A single run does not show that.
    pub(crate) fn is_constant(&self, store: &Store, cell: &Cell, index: &CellIndex) -> bool {
        if let Some(known) = &self.known {
            return known.constant.contains(&index.number());
        }
        // A finite interval with different ends proves that values differ, without reading them.
        let may_be = cell.summary.lo == cell.summary.hi || !cell.summary.lo.is_finite();
        may_be && 2 <= cell.n && self.sample(store, index).is_constant()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Query, Store};

    #[test]
    fn values_come_in_reading_order() {
        let log = b"BenchmarkA 1 3 x\nBenchmarkB 1 9 x\nBenchmarkA 1 1 x 7 y\nBenchmarkA 1 2 x\n";
        let store = Store::read([Input { name: b"f", label: b"f", bytes: log }]);
        let answer = Query::default().compile().unwrap().run(&store).unwrap();
        assert_eq!(answer.samples(&store, 0, 0, 0), [3.0, 1.0, 2.0]);
        assert_eq!(answer.samples(&store, 0, 1, 0), [9.0]);
        assert!(answer.samples(&store, 0, 2, 0).is_empty());
        assert!(answer.samples(&store, 9, 0, 0).is_empty());
        assert!(answer.samples(&store, 0, 0, 1).is_empty());
        assert!(answer.report().tables[0].rows[0].cells[0].samples().is_none());
        let query = Query { samples: true, ..Query::default() };
        let answer = query.compile().unwrap().run(&store).unwrap();
        let samples = |table: usize, row: usize| {
            answer.report().tables[table].rows[row].cells[0].samples().unwrap().to_vec()
        };
        assert_eq!(samples(0, 0), [3.0, 1.0, 2.0]);
        assert_eq!((samples(0, 1), samples(1, 0)), (vec![9.0], vec![7.0]));
    }
}
