//! The values of a cell.

use super::cells::{CellPlace, Cells};
use super::model::{Cell, Comparison};
use crate::base::sort::sort_copies;
use crate::stats::MannWhitney;
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
    fn sorted(&self, store: &Store, place: &CellPlace) -> Vec<f64> {
        let mut sample = Sample::default();
        for piece in self.pieces(place) {
            self.gather(store, piece, &mut sample);
        }
        sample.sorted();
        sample.values().to_vec()
    }

    /// Whether a cell has one value alone. One run does not show that.
    pub(crate) fn is_constant(&self, store: &Store, cell: &Cell, place: &CellPlace) -> bool {
        if let Some(known) = &self.known {
            return known.constant.contains(&place.number());
        }
        // An interval with two ends needs no look at the values.
        let may_be = cell.summary.lo == cell.summary.hi || !cell.summary.lo.is_finite();
        let values = if may_be && 2 <= cell.n { self.sorted(store, place) } else { return false };
        values.first() == values.last()
    }

    /// The exact p of an unpaired comparison of which p is the normal approximation although one side is small: one run
    /// that is ten times slower than sixty others has a p of 0.094 by that one, and is the slowest of 61 by chance in
    /// two of 61 cases. Nothing where p is exact, or of another test.
    pub(crate) fn exact_p(
        &self,
        store: &Store,
        (base, new): (&CellPlace, &CellPlace),
        found: &Comparison,
        test: &mut MannWhitney,
    ) -> Option<f64> {
        if let Some(known) = &self.known {
            return known.exact_p.get(&[base, new].map(CellPlace::number)).copied();
        }
        let sides = found.sides().filter(|_| found.matching().is_none())?;
        let p = found.test()?.p;
        if !MannWhitney::may_be_lopsided(sides.base_n as usize, sides.n as usize) {
            return None;
        }
        let [base, new] = [base, new].map(|place| self.sorted(store, place));
        // Another test has no such approximation.
        let is_this_test = test.p(&base, &new).ok()? == p;
        let exact = test.exact_p(&base, &new).ok().filter(|_| is_this_test)?;
        (exact != p).then_some(exact)
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
        // What the store has in the place of values that were compared elsewhere are none.
        if self.known.is_none() { self.in_order(store, place) } else { Vec::new() }
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
