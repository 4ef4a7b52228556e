//! A history as numbers: points, and of each row its values, where they changed, and by how much.

use std::ops::Range;

use super::sequence::Sequence;
use crate::base::{Text, Texts};
use crate::spec::HistoryQuery;
use crate::stats::{ChangeP, Shift, ShiftScale};
use crate::table::{Assumption, Note, Outcome, Source};
use crate::unit::{Class, Direction};

/// The answer to a question about many versions.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct History {
    /// The query, with what `auto` stands for.
    pub query: HistoryQuery,
    /// The inputs in order.
    pub inputs: Vec<Source>,
    /// The names of the points' keys.
    pub by_fields: Vec<Text>,
    /// The names of the table keys' fields; the unit is not one of them.
    pub table_fields: Vec<Text>,
    /// The names of the row keys' fields.
    pub row_fields: Vec<Text>,
    /// The points in their order.
    pub points: Vec<Point>,
    /// The tables, sorted by key, then by unit.
    pub tables: Vec<HistoryTable>,
    /// How many rows were tested: p is adjusted for so many.
    pub tested: u32,
    /// What a reader should know besides.
    pub notes: Vec<HistoryNote>,
    /// What the newest point is held against, if there are rules.
    pub gate: Option<super::judgement::Judgement>,
}

/// A point: all results of one version.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Point {
    /// One value for each of [`History::by_fields`].
    pub key: Texts,
    /// What puts it in order, if the query names a key for that.
    pub place: Option<Text>,
}

/// The results of one table key in one unit.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HistoryTable {
    /// One value for each of [`History::table_fields`].
    pub key: Texts,
    /// The unit, tidied.
    pub unit: Text,
    /// Which prefixes its values take.
    pub class: Class,
    /// How the values are taken.
    pub assumption: Assumption,
    /// Which way is better, where that is known.
    pub direction: Option<Direction>,
    /// The rows.
    pub rows: Vec<HistoryRow>,
}

impl HistoryTable {
    /// Which way is better, in a word.
    pub(crate) fn better(&self) -> Option<&'static str> {
        self.direction.map(Direction::word)
    }
}

/// A row: a benchmark over time.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HistoryRow {
    /// One value for each of [`History::row_fields`].
    pub key: Texts,
    /// Its values in the order of the points; points without one are missing.
    pub values: Vec<PointValue>,
    /// What can be said of it.
    pub state: RowState,
    /// Where it changed, in the order of the points.
    pub changes: Vec<Change>,
}

impl HistoryRow {
    /// The values but for that of a point.
    pub(super) fn values_without(&self, point: Option<u32>) -> &[PointValue] {
        match self.values.split_last() {
            Some((last, others)) if Some(last.point) == point => others,
            _ => &self.values,
        }
    }
}

/// The value of a row at a point.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct PointValue {
    /// The place of the point in [`History::points`].
    pub point: u32,
    /// How many runs it is made of.
    pub n: u32,
    /// Their median, or the mode where the unit is exact.
    pub center: f64,
    /// The lower bound of its interval; −∞ with too few runs.
    pub lo: f64,
    /// The upper bound; +∞ with too few runs.
    pub hi: f64,
}

/// What can be said of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum RowState {
    /// It has fewer points than two segments take.
    TooShort,
    /// All its values are equal.
    Constant,
    /// There is no evidence of a change.
    Steady {
        /// The p of the likeliest change.
        p: ChangeP,
        /// The same, adjusted for all rows.
        adjusted: ChangeP,
    },
    /// It changed: see [`HistoryRow::changes`].
    Changed,
    /// It changed by less than the margin.
    WithinMargin,
}

/// A place at which a row changed for good, or until the next one.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The place in [`History::points`] of the first point after it.
    pub at: u32,
    /// The place of the last point before it at which the row has a value.
    pub last: u32,
    /// The places in [`HistoryRow::values`] of the first value after it that cannot be told apart with the confidence of
    /// the query; that of [`at`](Change::at) is one of them.
    pub candidates: Range<usize>,
    /// The places in [`HistoryRow::values`] of the values before it, back to the change before that.
    pub before: Range<usize>,
    /// The places of the values after it, up to the next change.
    pub after: Range<usize>,
    /// The median of the values before it.
    pub old: f64,
    /// The median of the values after it.
    pub new: f64,
    /// New/old, or the difference where not all values are positive: the estimate of Hodges and Lehmann with its
    /// interval, for a place that was known before.
    pub size: Shift,
    /// p of the place, if there is a test: exact values need none.
    pub p: Option<ChangeP>,
    /// The same, adjusted for all rows, and not less than that of the changes that this one lies between.
    pub adjusted: Option<ChangeP>,
    /// Whether it is better or worse, where that is known.
    pub outcome: Outcome,
    /// The keys of the configuration in which its two points differ too, of those that seldom change.
    pub differing: Vec<Differing>,
}

impl Change {
    /// By what fraction the values are more or less than before.
    pub(super) fn fraction(&self) -> f64 {
        let estimate = self.size.estimate;
        match self.size.scale {
            ShiftScale::Ratio => estimate.max(1.0 / estimate) - 1.0,
            ShiftScale::Difference => estimate.abs() / self.old.abs(),
        }
    }

    /// The last point before it and the first point after it, wherever among its candidates it is. `values` are those of
    /// its row.
    #[must_use]
    pub fn outer_points(&self, values: &[PointValue]) -> [u32; 2] {
        let point = |place: Option<usize>| values.get(place?).map(|value| value.point);
        let Range { start, end } = self.candidates;
        let [before, after] = [start, end].map(|place| point(place.checked_sub(1)));
        [before.unwrap_or(self.last), after.unwrap_or(self.at)]
    }
}

/// A key of the configuration that changed, too.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Differing {
    /// The key.
    pub key: Text,
    /// Its value before; empty if it was not set.
    pub old: Text,
    /// Its value after.
    pub new: Text,
}

/// Something that is not wrong, but may not be what was meant.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum HistoryNote {
    /// Results without the key of the points are left out.
    WithoutPoint {
        /// The key.
        key: Text,
        /// How many results.
        results: u64,
    },
    /// Points that cannot be put in order are left out.
    WithoutPlace {
        /// The key that orders points.
        key: Text,
        /// What it is of most points.
        what: Sequence,
        /// How many points.
        points: u64,
        /// The first of them.
        point: Text,
        /// What it has instead; empty for nothing.
        text: Text,
    },
    /// Points have several values of the key that orders them; the least text counts.
    SeveralPlaces {
        /// The key.
        key: Text,
        /// How many points.
        points: u64,
    },
    /// Points whose names differ in numbers alone do not stand in the order of these numbers.
    NamesOutOfOrder {
        /// The key of points.
        key: Text,
        /// The first one that has a less number than the one before it.
        point: Text,
        /// The one before it.
        before: Text,
    },
    /// The times of points go back.
    TimesGoBack {
        /// The key that has the times.
        key: Text,
        /// The first point that is older than the one before it.
        point: Text,
    },
    /// Values that are infinite or no numbers are left out.
    NotFinite {
        /// How many values of points.
        values: u64,
    },
    /// What any query does not find: results in an input, a key, anything at all.
    Query(Note),
}
