//! Corrects outcomes so that a failed comparison is not called unchanged.
//!
//! Takes a report and the results of its gate; gives the report with the outcomes that follow. Must not know how a
//! result was decided.

use crate::gate::outcome::{Decision, GateOutcome};
use crate::stats::raised_level;
use crate::table::{Comparison, Counts, Outcome, Report};

/// Replaces outcomes that contradict the gate. A rule that allows less than the margin defines which changes matter, so
/// if it fails, an outcome that is `unchanged` by the margin becomes the outcome of the test.
pub(super) fn overruled(mut report: Report, gate: &GateOutcome) -> Report {
    let level = raised_level(report.alpha);
    let mut is_any = false;
    for result in gate.results.iter().filter(|result| result.decision == Decision::Failed) {
        let table = &mut report.tables[result.table as usize];
        let Some(row) = result.row.map(|row| &mut table.rows[row as usize]) else { continue };
        let of_column = |c: &&mut Comparison| c.column == result.column;
        let Some(comparison) = row.comparisons.iter_mut().find(of_column) else { continue };
        if comparison.outcome != Outcome::Unchanged {
            continue;
        }
        is_any = true;
        let is_significant = comparison.test().is_none_or(|test| test.adjusted_p <= level);
        comparison.outcome = if is_significant {
            comparison.outcome_by_p(table.direction)
        } else {
            Outcome::Inconclusive
        };
    }
    if let Some(analysis) = report.analysis.as_mut().filter(|_| is_any) {
        let rows = report.tables.iter().flat_map(|table| &table.rows);
        let all = rows.flat_map(|row| &row.comparisons);
        analysis.counts = all.map(|comparison| comparison.outcome).collect::<Counts>();
    }
    report
}
