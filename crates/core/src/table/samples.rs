//! From a cell back to the values it is made of.

use super::cells::{CellPlace, Cells, TableCells};
use crate::base::sort::sort_copies;
use crate::store::{RowPlace, Store};

/// The values of all cells of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TableSamples {
    values: Vec<f64>,
    /// Where the values of each cell end.
    ends: Vec<usize>,
    /// The first cell of each row.
    rows: Vec<usize>,
}

impl TableSamples {
    /// The values of a cell in the order in which they were read: by the place of the row in
    /// [`Table::rows`](super::Table::rows) and of the cell in [`Row::cells`](super::Row::cells).
    /// Nothing where there is no such cell.
    #[must_use]
    pub fn cell(&self, row: usize, cell: usize) -> &[f64] {
        let Some(first) = self.rows.get(row) else { return &[] };
        let place = first + cell;
        let end_of_row = self.rows.get(row + 1).copied().unwrap_or(self.ends.len());
        match self.ends.get(place) {
            Some(&end) if place < end_of_row => {
                let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
                &self.values[start..end]
            }
            _ => &[],
        }
    }
}

impl Cells {
    /// The values of all cells, by table.
    pub(super) fn all_samples(&self, store: &Store) -> Vec<TableSamples> {
        let samples = |table: &TableCells| {
            let mut samples = TableSamples::default();
            for row in table.cells.chunk_by(|a, b| a.row == b.row) {
                samples.rows.push(samples.ends.len());
                for place in row {
                    samples.values.append(&mut self.in_order(store, place));
                    samples.ends.push(samples.values.len());
                }
            }
            samples
        };
        self.tables.iter().map(samples).collect()
    }

    /// The values of a cell in reading order.
    fn in_order(&self, store: &Store, place: &CellPlace) -> Vec<f64> {
        let pieces = self.pieces(place).iter();
        let mut values: Vec<(RowPlace, f64)> =
            pieces.flat_map(|piece| self.gather_placed(store, piece)).collect();
        // Several series may take turns; a unit that stands twice on a line keeps its order.
        sort_copies(&mut values, &mut |a, b| a.0.cmp(&b.0));
        values.into_iter().map(|(_, value)| value).collect()
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
        let answer = Query::default().compile().unwrap().answer(&store);
        assert_eq!(answer.samples(&store, 0, 0, 0), [3.0, 1.0, 2.0]);
        assert_eq!(answer.samples(&store, 0, 1, 0), [9.0]);
        assert!(answer.samples(&store, 0, 2, 0).is_empty());
        assert!(answer.samples(&store, 9, 0, 0).is_empty());
        assert!(answer.samples(&store, 0, 0, 1).is_empty());
        assert!(answer.report.samples.is_empty());
        let query = Query { samples: true, ..Query::default() };
        let report = query.compile().unwrap().run(&store);
        assert_eq!(report.samples[0].cell(0, 0), [3.0, 1.0, 2.0]);
        assert_eq!(report.samples[0].cell(1, 0), [9.0]);
        assert_eq!(report.samples[1].cell(0, 0), [7.0]);
        assert!(report.samples[0].cell(0, 1).is_empty() && report.samples[0].cell(2, 0).is_empty());
    }
}
