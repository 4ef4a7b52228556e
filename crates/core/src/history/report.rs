//! A history as numbers: the points, and for each row its values, where they changed, and by how much.

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
    /// The query, with `auto` resolved.
    pub query: HistoryQuery,
    /// The inputs in order.
    pub inputs: Vec<Source>,
    /// The names of the points' keys.
    pub by_fields: Vec<Text>,
    /// The table key field names; the unit is not among them.
    pub table_fields: Vec<Text>,
    /// The row key field names.
    pub row_fields: Vec<Text>,
    /// The points in their order.
    pub points: Vec<Point>,
    /// The tables, sorted by key, then by unit.
    pub tables: Vec<HistoryTable>,
    /// How many rows were tested: p is adjusted for this number.
    pub tested: u32,
    /// The notes for the reader.
    pub notes: Vec<HistoryNote>,
    /// The results of the rules for the newest point, if there are rules.
    pub gate: Option<super::judgement::Judgement>,
}

/// A point: all results of one version.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Point {
    /// One value for each of [`History::by_fields`].
    pub key: Texts,
    /// The text that orders it, if the query names a key for that.
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
    /// The kind of unit prefixes for its values.
    pub class: Class,
    /// The assumption about its values.
    pub assumption: Assumption,
    /// The better direction, if it is known.
    pub direction: Option<Direction>,
    /// The rows.
    pub rows: Vec<HistoryRow>,
}

impl HistoryTable {
    /// Returns the better direction, in a word.
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
    /// Its values in the order of the points, without the points that have no value.
    pub values: Vec<PointValue>,
    /// Its state.
    pub state: RowState,
    /// Its changes, in the order of the points.
    pub changes: Vec<Change>,
}

impl HistoryRow {
    /// Returns its values except the value at a point.
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
    /// The index of the point in [`History::points`].
    pub point: u32,
    /// The number of its runs.
    pub n: u32,
    /// Their median, or the mode if the unit is exact.
    pub center: f64,
    /// The lower bound of its interval; −∞ if there are too few runs.
    pub lo: f64,
    /// The upper bound; +∞ if there are too few runs.
    pub hi: f64,
}

/// The state of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum RowState {
    /// It has fewer points than two segments need.
    TooShort,
    /// All its values are equal.
    Constant,
    /// There is no evidence of a change.
    Steady {
        /// The p of the most likely change.
        p: ChangeP,
        /// The same p, adjusted for all rows.
        adjusted: ChangeP,
    },
    /// It changed: see [`HistoryRow::changes`].
    Changed,
    /// Its changes are within the margin.
    WithinMargin,
}

/// A position at which a row changed, permanently or until the next change.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The index in [`History::points`] of the first point after it.
    pub at: u32,
    /// The index of the last point before it at which the row has a value.
    pub last: u32,
    /// The indexes in [`HistoryRow::values`] that are equally possible for the first value after it, at the confidence
    /// of the query. The index of [`at`](Change::at) is one of them.
    pub candidates: Range<usize>,
    /// The indexes in [`HistoryRow::values`] of the values before it, back to the previous change.
    pub before: Range<usize>,
    /// The indexes of the values after it, up to the next change.
    pub after: Range<usize>,
    /// The median of the values before it.
    pub old: f64,
    /// The median of the values after it.
    pub new: f64,
    /// The ratio new/old, or the difference if not all values are positive: the Hodges–Lehmann estimate with its
    /// interval, which assumes that the position was known in advance.
    pub size: Shift,
    /// The p of the position, if there is a test: exact values need none.
    pub p: Option<ChangeP>,
    /// The same p, adjusted for all rows, and at least the adjusted p of the changes that enclose this one.
    pub adjusted: Option<ChangeP>,
    /// Whether it is better or worse, if the direction is known.
    pub outcome: Outcome,
    /// The indexes in [`HistoryRow::values`] of a slow drift that this change is a part of: a straight line describes these
    /// values better than steps.
    pub drift: Option<Range<usize>>,
    /// The indexes in [`HistoryRow::values`] of the last earlier segment to whose level the values return with this change.
    pub returns_to: Option<Range<usize>>,
    /// The configuration keys in which its two points also differ, among those that rarely change.
    pub differing: Vec<Differing>,
    /// The commits between which it lies, if it is not a drift and the logs have the configuration key `commit`.
    pub commits: Option<[Text; 2]>,
}

impl Change {
    /// Returns the fraction by which the values are higher or lower than before.
    pub(super) fn fraction(&self) -> f64 {
        let estimate = self.size.estimate;
        match self.size.scale {
            ShiftScale::Ratio => estimate.max(1.0 / estimate) - 1.0,
            ShiftScale::Difference => estimate.abs() / self.old.abs(),
        }
    }

    /// Returns the last point before all of its candidates and the first point after them. `values` are the values of
    /// its row.
    #[must_use]
    pub fn outer_points(&self, values: &[PointValue]) -> [u32; 2] {
        let point = |index: Option<usize>| values.get(index?).map(|value| value.point);
        let Range { start, end } = self.candidates;
        let [before, after] = [start, end].map(|index| point(index.checked_sub(1)));
        [before.unwrap_or(self.last), after.unwrap_or(self.at)]
    }
}

/// A configuration key that also changed.
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

/// A note on a state that is not wrong, but may not be intended.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum HistoryNote {
    /// Results without the key of the points are skipped.
    WithoutPoint {
        /// The key.
        key: Text,
        /// The number of results.
        results: u64,
    },
    /// Points that cannot be ordered are skipped.
    WithoutPlace {
        /// The key that orders points.
        key: Text,
        /// The kind of text that most points have.
        what: Sequence,
        /// The number of points.
        points: u64,
        /// The first such point.
        point: Text,
        /// The text that it has instead; empty if it has no text.
        text: Text,
    },
    /// Points have several values of the key that orders them; the smallest text counts.
    SeveralPlaces {
        /// The key.
        key: Text,
        /// The number of points.
        points: u64,
    },
    /// Points whose names differ only in numbers do not follow the order of these numbers.
    NamesOutOfOrder {
        /// The key of points.
        key: Text,
        /// The first point whose number is lower than the previous one's.
        point: Text,
        /// The previous point.
        before: Text,
    },
    /// The times of points are not ascending.
    TimesGoBack {
        /// The key that contains the times.
        key: Text,
        /// The first point that is older than the previous one.
        point: Text,
    },
    /// Values that are infinite or NaN are skipped.
    NotFinite {
        /// The number of point values.
        values: u64,
    },
    /// A note that applies to every query: results in an input, a key, or all results are missing.
    Query(Note),
}
