//! The values of a cell.

use super::cells::{CellPlace, Cells};
use crate::base::sort::sort_copies;
#[cfg(feature = "gate")]
use crate::store::Sample;
use crate::store::{RowPlace, Store};

impl Cells {
    /// The values of a cell in reading order.
    pub(super) fn in_order(&self, store: &Store, place: &CellPlace) -> Vec<f64> {
        let pieces = self.pieces(place).iter();
        let mut values: Vec<(RowPlace, f64)> =
            pieces.flat_map(|piece| self.gather_placed(store, piece)).collect();
        // Several series may take turns; a unit that stands twice on a line keeps its order.
        sort_copies(&mut values, &mut |a, b| a.0.cmp(&b.0));
        values.into_iter().map(|(_, value)| value).collect()
    }

    /// The values of a cell, ascending.
    #[cfg(feature = "gate")]
    pub(crate) fn sorted(&self, store: &Store, place: &CellPlace) -> Vec<f64> {
        let mut sample = Sample::default();
        for piece in self.pieces(place) {
            self.gather(store, piece, &mut sample);
        }
        sample.sorted();
        sample.values().to_vec()
    }

    /// The values of a cell in reading order, by the places of table, row and column in the report.
    pub(crate) fn samples(
        &self,
        store: &Store,
        table: usize,
        row: usize,
        column: usize,
    ) -> Vec<f64> {
        let rows = self.tables.get(table).map(|table| table.cells.chunk_by(|a, b| a.row == b.row));
        let places = rows.and_then(|mut rows| rows.nth(row)).unwrap_or_default();
        let Some(place) = places.iter().find(|place| place.column as usize == column) else {
            return Vec::new();
        };
        self.in_order(store, place)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Query, Store};

    #[test]
    fn values_come_in_reading_order() {
        let log = b"BenchmarkA 1 3 x\nBenchmarkB 1 9 x\nBenchmarkA 1 1 x 7 y\nBenchmarkA 1 2 x\n";
        let store = Store::read([Input { name: b"f", label: b"f", bytes: log }]);
        let answer = Query::default().compile().unwrap().answer(&store).unwrap();
        assert_eq!(answer.samples(&store, 0, 0, 0), [3.0, 1.0, 2.0]);
        assert_eq!(answer.samples(&store, 0, 1, 0), [9.0]);
        assert!(answer.samples(&store, 0, 2, 0).is_empty());
        assert!(answer.samples(&store, 9, 0, 0).is_empty());
        assert!(answer.samples(&store, 0, 0, 1).is_empty());
        assert!(answer.report.tables[0].rows[0].cells[0].samples().is_none());
        let query = Query { samples: true, ..Query::default() };
        let report = query.compile().unwrap().run(&store).unwrap();
        let samples = |table: usize, row: usize| {
            report.tables[table].rows[row].cells[0].samples().unwrap().to_vec()
        };
        assert_eq!(samples(0, 0), [3.0, 1.0, 2.0]);
        assert_eq!((samples(0, 1), samples(1, 0)), (vec![9.0], vec![7.0]));
    }
}
