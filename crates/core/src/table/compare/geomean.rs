//! The summary of each column: geometric means.
//!
//! Takes the rows of a table; gives the mean of each column and how it differs from its baseline.

use crate::stats::RunningGeomean;
use crate::table::group::bases::Bases;
use crate::table::model::{Geomean, MeanChange, Row, Sides, Warning};

/// Returns the geometric mean of each column.
pub(in crate::table) fn geomeans(bases: &Bases, rows: &[Row]) -> Vec<Geomean> {
    let with_base = bases.rows_with_base(rows);
    let mut all = vec![Gathered::default(); with_base.len()];
    for row in rows {
        for cell in &row.cells {
            all[cell.column as usize].centers.push(cell.summary.center);
        }
        for comparison in &row.comparisons {
            if let Some(sides) = &comparison.sides() {
                all[comparison.column as usize].add(sides);
            }
        }
    }
    let means = all.into_iter().zip(with_base).zip(0..);
    means
        .map(
            |((gathered, with_base), column)| {
                if bases.is_absent(column) { Geomean::default() } else { gathered.mean(with_base) }
            },
        )
        .collect()
}

/// The values that make up a column's mean.
#[derive(Clone, Default)]
struct Gathered {
    centers: RunningGeomean,
    /// new/old of the rows that have both.
    ratios: RunningGeomean,
    /// How many rows have a baseline of zero and a new center that is not zero.
    from_zero: u64,
}

impl Gathered {
    fn add(&mut self, sides: &Sides) {
        match sides.plain_ratio() {
            Some(ratio) => self.ratios.push(ratio),
            None => self.from_zero += 1,
        }
    }

    /// Returns the mean; `with_base` is the number of rows in which the column has a baseline, `None` for a baseline.
    fn mean(self, with_base: Option<usize>) -> Geomean {
        let mut warnings = Vec::new();
        let compared = self.ratios.count() + self.from_zero;
        if with_base.is_some_and(|rows| rows as u64 != compared) {
            warnings.push(Warning::GeomeanSetsDiffer);
        }
        let center = self.centers.mean();
        if center.is_none() {
            warnings.push(Warning::GeomeanCenters);
        }
        let change = with_base.map(|_| match self.from_zero {
            0 => match self.ratios.mean() {
                Some(ratio) => MeanChange::Ratio(ratio),
                None => {
                    let is_empty = compared == 0;
                    let why =
                        if is_empty { Warning::GeomeanNoRows } else { Warning::GeomeanRatios };
                    warnings.push(why);
                    MeanChange::Undefined
                }
            },
            _ => MeanChange::Undefined,
        });
        Geomean { center, change, suite: None, warnings }
    }
}
