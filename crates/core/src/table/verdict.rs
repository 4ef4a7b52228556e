//! What a comparison says, and how often it says so.

use serde::{Deserialize, Serialize};

use super::{Cell, Delta, Doubt, Report, Table};
use crate::unit::Direction;

/// What the comparison of a cell with its baseline says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A significant difference in the unit's good direction.
    Better,
    /// A significant difference in its bad direction.
    Worse,
    /// A significant difference; which way is better is not known.
    Changed,
    /// No significant difference.
    Same,
    /// Nothing to compare, or no difference could have been significant: too few runs.
    None,
}

/// Significant differences of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Changes {
    /// How many.
    pub count: u32,
    /// The smallest and the largest new/old of those that have one.
    pub ratios: Option<(f64, f64)>,
}

/// How often each verdict was given.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally {
    /// Significantly better.
    pub better: Changes,
    /// Significantly worse.
    pub worse: Changes,
    /// Significantly different, direction unknown.
    pub changed: Changes,
    /// No significant difference.
    pub same: u32,
    /// Compared, but with too few runs, or with values that are not numbers.
    pub too_few: u32,
    /// The row is in one of the two columns alone.
    pub unpaired: u32,
}

/// The tally of one unit over all tables.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitTally<'r> {
    /// The unit's tables: the first and how many.
    pub first: &'r Table,
    /// The sum of their tallies.
    pub tally: Tally,
    /// Rows of all of them.
    pub rows: usize,
    /// The most columns that one of them has.
    pub columns: usize,
}

impl Tally {
    /// All that could not be compared.
    pub fn incomparable(&self) -> u32 {
        self.too_few + self.unpaired
    }

    fn add(&mut self, other: &Tally) {
        self.better.add(&other.better);
        self.worse.add(&other.worse);
        self.changed.add(&other.changed);
        self.same += other.same;
        self.too_few += other.too_few;
        self.unpaired += other.unpaired;
    }
}

impl Changes {
    fn note(&mut self, ratio: Option<f64>) {
        self.add(&Changes { count: 1, ratios: ratio.map(|ratio| (ratio, ratio)) });
    }

    fn add(&mut self, other: &Changes) {
        self.count += other.count;
        self.ratios = match (self.ratios, other.ratios) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (one, other) => one.or(other),
        };
    }
}

impl Table {
    /// What a cell's comparison says.
    pub fn verdict(&self, cell: &Cell) -> Verdict {
        let Some(comparison) = cell.comparison else { return Verdict::None };
        let center = cell.summary.center;
        let Some(order) = center.partial_cmp(&comparison.base) else { return Verdict::None };
        match (comparison.delta(center), order) {
            (Delta::Insignificant, _) => match comparison.doubt {
                Some(Doubt::FewRunsForDifference) => Verdict::None,
                _ => Verdict::Same,
            },
            (Delta::Equal, _) | (_, std::cmp::Ordering::Equal) => Verdict::Same,
            (_, order) => match (self.direction, order.is_lt()) {
                (None, _) => Verdict::Changed,
                (Some(Direction::Lower), true) | (Some(Direction::Higher), false) => {
                    Verdict::Better
                }
                _ => Verdict::Worse,
            },
        }
    }

    /// How often each verdict is given in this table.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for row in &self.rows {
            let has_baseline = row.cells.first().is_some_and(|cell| cell.column == 0);
            if has_baseline {
                tally.unpaired += (self.columns.len() - row.cells.len()) as u32;
            }
            for cell in row.cells.iter().filter(|cell| cell.column != 0) {
                let Some(comparison) = &cell.comparison else {
                    tally.unpaired += 1;
                    continue;
                };
                let ratio = match comparison.delta(cell.summary.center) {
                    Delta::Ratio(ratio) => Some(ratio),
                    _ => None,
                };
                match self.verdict(cell) {
                    Verdict::Better => tally.better.note(ratio),
                    Verdict::Worse => tally.worse.note(ratio),
                    Verdict::Changed => tally.changed.note(ratio),
                    Verdict::Same => tally.same += 1,
                    Verdict::None => tally.too_few += 1,
                }
            }
        }
        tally
    }
}

impl Report {
    /// The tallies of all units, by first table.
    pub fn tallies(&self) -> Vec<UnitTally<'_>> {
        let mut tallies: Vec<UnitTally<'_>> = Vec::new();
        for table in &self.tables {
            let known = tallies.iter_mut().find(|t| t.first.unit == table.unit);
            let (rows, columns) = (table.rows.len(), table.columns.len());
            match known {
                Some(known) => {
                    known.tally.add(&table.tally());
                    known.rows += rows;
                    known.columns = known.columns.max(columns);
                }
                None => {
                    tallies.push(UnitTally { first: table, tally: table.tally(), rows, columns });
                }
            }
        }
        tallies
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Query, Store, run};

    use super::*;

    fn log(name: &str, unit: &str, values: &[f64]) -> String {
        values.iter().map(|v| format!("Benchmark{name} 1 {v} {unit}\n")).collect()
    }

    fn verdicts(unit: &str, old: &[f64], new: &[f64], meta: &str) -> (Vec<Verdict>, Tally) {
        let (old, new) = (log("A", unit, old), log("A", unit, new) + meta);
        let store = Store::read([
            Input { name: b"o", label: b"o", bytes: old.as_bytes() },
            Input { name: b"n", label: b"n", bytes: new.as_bytes() },
        ]);
        let report = run(&store, &Query::default()).unwrap();
        let table = &report.tables[0];
        let cells = table.rows.iter().flat_map(|row| row.cells.iter());
        (cells.map(|cell| table.verdict(cell)).collect(), table.tally())
    }

    #[test]
    fn verdicts_follow_direction_and_significance() {
        let (low, high) = ([1.0, 1.1, 1.2, 1.3, 1.4], [2.0, 2.1, 2.2, 2.3, 2.4]);
        let second = |unit, old: &[f64], new: &[f64], meta| verdicts(unit, old, new, meta).0[1];
        assert_eq!(second("ns/op", &low, &high, ""), Verdict::Worse);
        assert_eq!(second("ns/op", &high, &low, ""), Verdict::Better);
        assert_eq!(second("MB/s", &low, &high, ""), Verdict::Better);
        assert_eq!(second("x", &low, &high, ""), Verdict::Changed);
        assert_eq!(second("x", &low, &high, "Unit x better=lower\n"), Verdict::Worse);
        assert_eq!(second("ns/op", &low, &high, "Unit ns/op better=higher\n"), Verdict::Better);
        assert_eq!(second("ns/op", &low, &low, ""), Verdict::Same);
        assert_eq!(second("ns/op", &low[..1], &high[..1], ""), Verdict::None);
        assert_eq!(second("x", &[0.0; 5], &high, "Unit x better=lower\n"), Verdict::Worse);
        assert_eq!(second("B/op", &[1.0; 5], &[1.0; 5], ""), Verdict::Same);
    }

    #[test]
    fn what_has_no_partner_is_counted() {
        let tally = verdicts("ns/op", &[1.0; 5], &[], "BenchmarkB 1 1 ns/op\n").1;
        assert_eq!((tally.unpaired, tally.incomparable(), tally.same), (2, 2, 0));
        let tally = verdicts("ns/op", &[4.0; 5], &[1.0; 5], "").1;
        assert_eq!(tally.better, Changes { count: 1, ratios: Some((0.25, 0.25)) });
    }
}
