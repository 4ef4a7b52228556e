//! What happened over the columns of an answer.

use benchlens_core::query::Suggestion;
use benchlens_core::table::Outcome;
use serde::Serialize;

use super::ProgressView;

/// A search for changes over the columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChangesView {
    /// Whether all changes are found.
    pub done: bool,
    /// How far it is.
    pub progress: ProgressView,
}

/// The columns of an answer as points of a history, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PointsView {
    /// How many there are, and which: `20 points by file, v00 to v19`.
    pub heading: String,
    /// The command line that prints what happened over them.
    pub command: String,
}

/// A change of a row over the columns.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChangeView {
    /// The label of the row.
    pub label: String,
    /// Whether it is better or worse.
    pub outcome: Outcome,
    /// By how much it changed: `+30.1 %`.
    pub size: String,
    /// The interval of that; empty with too few values.
    pub bounds: String,
    /// The test: `p=0.0004 n=10+10`; n is the number of points.
    pub test: String,
    /// The points that it lies between: `v10 and v11`.
    pub between: String,
    /// What else changed between them: `cpu: X → Y`.
    pub differing: Vec<String>,
    /// The points before it, back to the change before that.
    pub before: ChangeSide,
    /// The points after it, up to the next one.
    pub after: ChangeSide,
    /// The query that compares all runs of the points before it with all runs of those after it; nothing where none means
    /// these alone.
    pub compare_sides: Option<Suggestion>,
    /// The query that compares the two points that it lies between; nothing where none means them alone.
    pub compare: Option<Suggestion>,
    /// Why that comparison cannot be significant, as a sentence, if these two points have too few runs for it.
    pub few: Option<String>,
}

/// The points on one side of a change.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChangeSide {
    /// How many there are, and which: `10 points, v00 to v09`.
    pub points: String,
    /// Their median.
    pub center: String,
    /// The points next to the change, in their order.
    pub nearest: Vec<ChangePoint>,
}

/// A point beside a change.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChangePoint {
    /// Its label.
    pub label: String,
    /// Its value.
    pub center: String,
}
