//! From a cell back to the values it is made of.

use super::cells::Cells;
use crate::base::sort::sort_copies;
use crate::store::{RowPlace, Store};

impl Cells {
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
        let pieces = self.pieces(place).iter();
        let mut values: Vec<(RowPlace, f64)> =
            pieces.flat_map(|piece| self.gather_placed(store, piece)).collect();
        // Several series may take turns; a unit that stands twice on a line keeps its order.
        sort_copies(&mut values, &mut |a, b| a.0.cmp(&b.0));
        values.into_iter().map(|(_, value)| value).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Query, Store};

    #[test]
    fn values_come_in_reading_order() {
        let log = b"BenchmarkA 1 3 x\nBenchmarkB 1 9 x\nBenchmarkA 1 1 x 7 y\nBenchmarkA 1 2 x\n";
        let store = Store::read([Input { name: b"f", label: b"f", bytes: log }]);
        let answer = Query::default().compile().unwrap().answer(&store);
        assert_eq!(answer.samples(&store, 0, 0, 0), [3.0, 1.0, 2.0]);
        assert_eq!(answer.samples(&store, 0, 1, 0), [9.0]);
        assert!(answer.samples(&store, 0, 2, 0).is_empty());
        assert!(answer.samples(&store, 9, 0, 0).is_empty());
        assert!(answer.samples(&store, 0, 0, 1).is_empty());
    }
}
