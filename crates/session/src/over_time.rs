//! Changes in the rows of an answer over its columns: computed in steps, cached, and described in words.

use benchlens_core::grid::{
    ExplainedChange, ExplainedSide, explain_change, points_in_words, typeset,
};
use benchlens_core::history::{HistoryQuery, OverColumns, OverColumnsAsking};
use benchlens_core::project::field_word;
use benchlens_core::query::{Side, compared_alone, compared_sides};
use benchlens_core::{Report, Store};

use crate::types::{ChangePoint, ChangeSide, ChangeView, PointsView, ProgressView};

/// The state of the search for changes in the last answer.
#[derive(Debug, Default)]
pub(crate) enum OverTime {
    /// No search has begun.
    #[default]
    Unknown,
    /// The search is running.
    Evaluation(OverColumnsAsking),
    /// All changes are known.
    Known(OverColumns),
}

impl OverTime {
    /// Begins the search, unless it is running or complete.
    pub(crate) fn begin(&mut self, report: &Report) {
        if matches!(self, OverTime::Unknown) {
            *self = OverTime::Evaluation(OverColumnsAsking::begin(report));
        }
    }

    /// Cancels a running search; known changes are kept.
    pub(crate) fn cancel(&mut self) {
        if matches!(self, OverTime::Evaluation(_)) {
            *self = OverTime::Unknown;
        }
    }

    /// Continues the search. Returns nothing if no search has begun; otherwise returns whether it is complete, and
    /// its progress.
    pub(crate) fn step(&mut self, work: u64) -> Option<(bool, ProgressView)> {
        let (found, progress) = match self {
            OverTime::Unknown => return None,
            OverTime::Known(_) => return Some((true, reported(DONE))),
            OverTime::Evaluation(asking) => (asking.step(work), progress(asking)),
        };
        let is_there = found.is_some();
        if let Some(found) = found {
            *self = OverTime::Known(found);
        }
        Some((is_there, progress))
    }

    pub(crate) fn known(&self) -> Option<&OverColumns> {
        match self {
            OverTime::Known(found) => Some(found),
            _ => None,
        }
    }

    /// Returns all changes, and completes the search first if necessary.
    pub(crate) fn all(&mut self, report: &Report) -> Option<&OverColumns> {
        self.begin(report);
        while !self.step(u64::MAX)?.0 {}
        self.known()
    }
}

/// The total progress in thousandths, and the part of it for the first pass over each row.
const DONE: u64 = 1000;
const FIRST: u64 = 700;

/// Returns the progress. Both phases are parts of one scale, so that the progress only increases.
fn progress(asking: &OverColumnsAsking) -> ProgressView {
    let (done, total, phase) = asking.progress();
    let part = |of: u64| {
        let part = u128::from(done) * u128::from(of);
        part.checked_div(u128::from(total)).map_or(0, |part| part as u64)
    };
    reported(match phase {
        4 => FIRST + part(DONE - FIRST),
        _ => part(FIRST),
    })
}

fn reported(done: u64) -> ProgressView {
    let text = format!("looking for changes over time, {}%", done / 10);
    ProgressView { done, total: DONE, text }
}

/// Returns the columns of a table as points, and the command line that reports the changes over them.
pub(crate) fn points(store: &Store, report: &Report, table: usize) -> Option<PointsView> {
    let heading = points_in_words(report, table, &field_word)?;
    let inputs: Vec<(Vec<u8>, Vec<u8>)> =
        store.inputs().iter().map(|input| (input.name.clone(), input.label.clone())).collect();
    let asked = HistoryQuery::over_columns(report, inputs.len());
    let command = String::from_utf8_lossy(&asked.command_of_files(&inputs)).into_owned();
    Some(PointsView { heading, command })
}

/// Returns a change of a row in words, or nothing if there is no such change.
pub(crate) fn change(
    report: &Report,
    over: &OverColumns,
    table: usize,
    row: usize,
    number: usize,
) -> Option<ChangeView> {
    let ExplainedChange { row, words, sides, columns, .. } =
        explain_change(report, over, table, row, number)?;
    let few = few(report, sides.each_ref().map(|side| side.runs));
    let compared = sides.each_ref().map(|side| Side { span: side.span, name: &side.name });
    let compare_sides = compared_sides(report, table, compared);
    let [before, after] = sides.map(side);
    Some(ChangeView {
        label: row,
        outcome: words.outcome,
        size: typeset(&words.size),
        bounds: typeset(&words.bounds),
        test: words.test,
        between: words.between,
        remarks: words.remarks,
        before,
        after,
        compare_sides,
        compare: compared_alone(report, table, columns),
        few,
    })
}

/// Returns why comparing two points with these numbers of runs cannot show a change.
fn few(report: &Report, [old, new]: [u32; 2]) -> Option<String> {
    let most = || "more than 10".to_owned();
    let needed = report.runs_for_difference;
    if needed.is_some_and(|needed| needed <= old.min(new)) {
        return None;
    }
    let needed = needed.map_or_else(most, |needed| needed.to_string());
    Some(format!(
        "These two points have {old} and {new} runs; to detect a difference between only these two, each would need {needed} runs. The change is visible in all points together."
    ))
}

fn side(side: ExplainedSide) -> ChangeSide {
    let point = |(label, center)| ChangePoint { label, center };
    ChangeSide {
        points: side.points,
        center: side.center,
        nearest: side.nearest.into_iter().map(point).collect(),
    }
}
