//! What the samples say beyond the table: verdicts, as numbers.

use std::cmp::Ordering;

use serde::Serialize;

use crate::base::Text;
use crate::stats::{Adjustment, Interval, Shift, Symptom};
use crate::unit::Direction;

/// The analysis of a whole report.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// Changes up to this share do not matter: 0.01 is 1 %. A ratio does not matter from
    /// 1 / (1 + margin) to 1 + margin.
    pub margin: f64,
    /// How p-values are adjusted for being many.
    pub adjust: Adjustment,
    /// Whether the text table shows the verdicts.
    pub in_text: bool,
    /// Whether the text table shows the intervals.
    pub delta_ci: bool,
    /// How many comparisons were tested; they are the family that is adjusted for.
    pub tests: u32,
    /// How many of them are significant before adjustment.
    pub significant: u32,
    /// How many of them would be significant by chance on average, at most, if nothing had changed
    /// and nothing were adjusted.
    pub expected_by_chance: f64,
    /// How many comparisons got which verdict.
    pub counts: Counts,
    /// For each of [`Report::tables`](super::Report::tables), in its order.
    pub tables: Vec<TableAnalysis>,
}

/// The analysis of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableAnalysis {
    /// Which way is better; nothing if that is unknown.
    pub better: Option<Direction>,
    /// For each of [`Table::rows`](super::Table::rows), in its order.
    pub rows: Vec<RowAnalysis>,
    /// Machines that differ from the baseline's.
    pub machines: Vec<MachineDifference>,
}

/// The analysis of a row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RowAnalysis {
    /// One for each column but the first that has a cell, or lacks one that the baseline has.
    pub judgements: Vec<Judgement>,
    /// What speaks against the samples, with the columns they are in.
    pub symptoms: Vec<(u32, Symptom)>,
}

/// A cell against the baseline of its row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The place of the column in [`Table::columns`](super::Table::columns).
    pub column: u32,
    /// What it comes to.
    pub outcome: Outcome,
    /// Which side tends to be the greater, by all pairs of values; equal where a side is missing.
    pub tendency: Ordering,
    /// By how much the new values differ, with the interval at the level of the report's alpha.
    /// Nothing where a side is missing or infinite.
    pub shift: Option<Shift>,
    /// The interval at twice alpha: inside the margin, it proves that nothing changed that matters,
    /// each side at level alpha (two one-sided tests).
    pub narrow: Option<Interval>,
    /// Whether p is significant although the interval holds "no change". Ties can make the test
    /// reject that alone and not its neighbours; p decides.
    pub p_decides: bool,
    /// p, if anything was tested.
    pub p: Option<f64>,
    /// p, adjusted.
    pub adjusted_p: Option<f64>,
    /// For an inconclusive verdict, how many runs of each side would probably be enough; see
    /// [`runs_to_resolve`](crate::stats::runs_to_resolve) for the assumption.
    pub runs_needed: Option<u32>,
    /// For an inconclusive verdict, the smallest change that these runs would probably have shown:
    /// a ratio above 1 or a difference above 0.
    pub smallest: Option<f64>,
}

/// What a comparison comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Outcome {
    /// Significantly worse.
    Regressed,
    /// Significantly better.
    Improved,
    /// Significantly different, and which way is better is not known.
    Changed,
    /// Proven to lie within the margin, or all values are equal.
    Unchanged,
    /// Neither a change nor its absence is proven.
    Inconclusive,
    /// Only the new side has it.
    New,
    /// Only the baseline has it.
    Missing,
}

impl Outcome {
    /// All verdicts, the worst first.
    pub const ALL: [Outcome; 7] = [
        Outcome::Regressed,
        Outcome::Missing,
        Outcome::Changed,
        Outcome::Inconclusive,
        Outcome::New,
        Outcome::Improved,
        Outcome::Unchanged,
    ];

    /// The verdict in one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Regressed => "regressed",
            Outcome::Improved => "improved",
            Outcome::Changed => "changed",
            Outcome::Unchanged => "unchanged",
            Outcome::Inconclusive => "inconclusive",
            Outcome::New => "new",
            Outcome::Missing => "missing",
        }
    }
}

/// How many comparisons got each verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Counts {
    /// [`Outcome::Regressed`]
    pub regressed: u32,
    /// [`Outcome::Improved`]
    pub improved: u32,
    /// [`Outcome::Changed`]
    pub changed: u32,
    /// [`Outcome::Unchanged`]
    pub unchanged: u32,
    /// [`Outcome::Inconclusive`]
    pub inconclusive: u32,
    /// [`Outcome::New`]
    pub new: u32,
    /// [`Outcome::Missing`]
    pub missing: u32,
}

impl Counts {
    /// How many got this verdict.
    #[must_use]
    pub fn of(&self, verdict: Outcome) -> u32 {
        let mut counts = *self;
        *counts.place(verdict)
    }

    /// Counts one more.
    pub fn add(&mut self, verdict: Outcome) {
        *self.place(verdict) += 1;
    }

    fn place(&mut self, verdict: Outcome) -> &mut u32 {
        match verdict {
            Outcome::Regressed => &mut self.regressed,
            Outcome::Improved => &mut self.improved,
            Outcome::Changed => &mut self.changed,
            Outcome::Unchanged => &mut self.unchanged,
            Outcome::Inconclusive => &mut self.inconclusive,
            Outcome::New => &mut self.new,
            Outcome::Missing => &mut self.missing,
        }
    }
}

/// The two sides of comparisons were measured on different machines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MachineDifference {
    /// The place of the new column.
    pub column: u32,
    /// What differs: `cpu`, `goos`, `goarch` or `/gomaxprocs`.
    pub key: &'static str,
    /// Its values in the baseline.
    pub base: Vec<Text>,
    /// Its values in the new column.
    pub new: Vec<Text>,
    /// In how many rows.
    pub rows: u32,
}
