//! Changes over the columns of an answer.

use benchlens_core::query::Suggestion;
use benchlens_core::table::Outcome;
use serde::Serialize;

use super::ProgressView;

/// The state of a search for changes over the columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChangesView {
    /// Whether the search is complete.
    pub done: bool,
    /// The progress.
    pub progress: ProgressView,
}

/// The columns of an answer as points of a history, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PointsView {
    /// The number of points and their range: `20 points by file, v00 to v19`.
    pub heading: String,
    /// The command line that prints the changes over them.
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
    /// The size of the change: `+30.1 %`.
    pub size: String,
    /// The interval of the size; empty if there are too few values.
    pub bounds: String,
    /// The test: `p=0.0004 n=10+10`; n is the number of points.
    pub test: String,
    /// The points before and after the change: `v10 and v11`.
    pub between: String,
    /// Other differences between these points: `cpu: X → Y`.
    pub remarks: Vec<String>,
    /// The points before it, back to the previous change.
    pub before: ChangeSide,
    /// The points after it, up to the next change.
    pub after: ChangeSide,
    /// The query that compares all runs of the points before it with all runs of the points after it; nothing if no
    /// query selects only these points.
    pub compare_sides: Option<Suggestion>,
    /// The query that compares the points immediately before and after it; nothing if no query selects only these
    /// points.
    pub compare: Option<Suggestion>,
    /// A sentence that explains why this comparison cannot be significant, if the two points have too few runs.
    pub few: Option<String>,
}

/// The points on one side of a change.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChangeSide {
    /// The number of points and their range: `10 points, v00 to v09`.
    pub points: String,
    /// The median of the points.
    pub center: String,
    /// The points next to the change, in their order.
    pub nearest: Vec<ChangePoint>,
}

/// A point next to a change.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChangePoint {
    /// Its label.
    pub label: String,
    /// Its value.
    pub center: String,
}
