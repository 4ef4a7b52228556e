//! Load tests whose requests began to fail at the newest point, which no rule about latencies sees.

use super::report::{HistoryRow, HistoryTable};
use crate::base::label_of;
use crate::base::sort::sort_numbers;
use crate::gate::{Audit, GateStatus, failures_problem, most_fail};
use crate::stats::median;

/// Reports a row of failed requests that no rule judges, if most requests fail at the newest point, but not at most
/// earlier ones.
pub(super) fn check_failures(
    audit: &mut Audit<'_>,
    table: &HistoryTable,
    row: &HistoryRow,
    newest: u32,
) {
    let Some((last, earlier)) = row.values.split_last().filter(|(last, _)| last.point == newest)
    else {
        return;
    };
    let mut earlier: Vec<f64> = earlier.iter().map(|value| value.center).collect();
    sort_numbers(&mut earlier);
    if !earlier.is_empty() && most_fail(table.unit.as_bytes(), median(&earlier), last.center) {
        let problem = failures_problem(&label_of(&row.key), "at the newest point");
        audit.report(GateStatus::Undecided, problem);
    }
}
