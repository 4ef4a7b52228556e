//! What only the values of cells show.

use crate::stats::MannWhitney;
use crate::store::Store;
use crate::table::group::cells::Cells;
use crate::table::group::place::CellPlace;
use crate::table::model::{Cell, Comparison};

impl Cells {
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
        base: &CellPlace,
        new: &CellPlace,
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
