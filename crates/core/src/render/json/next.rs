//! The command that is useful after an answer, for programs that act on JSON.

use crate::base::Text;
use crate::query::{Sort, SortBy, Suggestion};
use crate::spec::RowSelection;
use crate::table::{Outcome, Report};

/// Returns the command that follows the first advice of a note, or else the command that shows only the changes, the
/// worst first. `None` if no row regressed, or if the query already selects rows.
pub(super) fn after_report(report: &Report) -> Option<String> {
    let advised = report.notes.iter().find_map(|note| Suggestion::for_note(&report.query, note));
    let query = match advised {
        Some(suggestion) => suggestion.query,
        None => {
            let mut outcomes = report.comparisons().map(|compared| compared.comparison.outcome);
            let is_whole = report.query.focus == RowSelection::default();
            if !is_whole || !outcomes.any(|outcome| outcome == Outcome::Regressed) {
                return None;
            }
            let sort = Sort { by: SortBy::Worst, ..Sort::default() };
            let focus = RowSelection::default().changed(true).sort(sort);
            report.query.clone().focus(focus)
        }
    };
    let bytes = |text: &Text| text.as_bytes().to_vec();
    let inputs = report.inputs.iter().map(|input| (bytes(&input.name), bytes(&input.label)));
    let line = query.command_reading(&report.reading, &inputs.collect::<Vec<_>>());
    Some(String::from_utf8_lossy(&line).into_owned())
}
