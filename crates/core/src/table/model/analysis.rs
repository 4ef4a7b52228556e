//! The part of the report that an analysis adds, and how machines differ.

use super::outcome::Counts;
use crate::base::Text;
use crate::stats::Adjustment;

/// The summary of all comparisons of a report, with the settings that decided outcomes.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Analysis {
    /// The equivalence margin, as a fraction: 0.01 is 1%. A ratio is within it from 1 / (1 + margin) to 1 + margin.
    pub margin: f64,
    /// How p-values are adjusted for the number of comparisons.
    pub adjust: Adjustment,
    /// Whether the text table shows the estimates, intervals and outcomes of changes.
    pub outcomes: bool,
    /// How many comparisons were tested. The adjustment treats them as one family.
    pub tests: u32,
    /// How many of them are significant before adjustment.
    pub significant: u32,
    /// An upper bound for the average number of comparisons that would be significant by chance if nothing had changed,
    /// runs were independent and p-values were not adjusted.
    pub expected_by_chance: f64,
    /// How many comparisons have each outcome.
    pub counts: Counts,
    /// A larger margin at which half of the inconclusive comparisons or more are unchanged. `None` if there is no such
    /// margin, if fewer than two are inconclusive, or if runs are sequential.
    pub supported: Option<Supported>,
}

/// A margin that the runs of a report support.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Supported {
    /// The margin.
    pub margin: f64,
    /// How many comparisons are unchanged at this margin, at least.
    pub unchanged: u32,
    /// The number of all comparisons.
    pub all: u32,
}

impl Analysis {
    /// Returns [`expected_by_chance`](Analysis::expected_by_chance) for sentences that say "up to": rounded up to a
    /// tenth, except for the last digits of a product.
    #[must_use]
    pub fn most_by_chance(&self) -> f64 {
        (10.0 * self.expected_by_chance - 1e-9).ceil().max(0.0) / 10.0
    }
}

/// A column that was measured on another machine than its baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MachineDifference {
    /// The index of the new column in [`Table::columns`](super::Table::columns).
    pub column: u32,
    /// The index of its baseline in the same list.
    pub base_column: u32,
    /// The key that differs: `cpu`, `goos`, `goarch` or `/gomaxprocs`.
    pub key: &'static str,
    /// Its values in the baseline.
    pub base: Vec<Text>,
    /// Its values in the new column.
    pub new: Vec<Text>,
    /// The number of rows in which it differs.
    pub rows: u32,
}
