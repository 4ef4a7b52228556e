//! The answer first: for each unit its geometric means and how many comparisons have each outcome.

use super::column_label;
use super::markup::{Markup, typeset};
use crate::base::sort::sort_copies;
use crate::base::{Text, plural};
use crate::grid::{Direction, mean_change};
use crate::table::{Counts, MeanChange, Outcome, Report, Table};

/// So many columns of a unit have a number of their own.
const COLUMNS: usize = 3;

/// Cards of all units, in the order of their first tables.
pub(super) fn write(report: &Report, out: &mut Markup) {
    let mut units: Vec<(&Text, Vec<&Table>)> = Vec::new();
    for table in &report.tables {
        match units.iter_mut().find(|(unit, _)| **unit == table.unit) {
            Some((_, tables)) => tables.push(table),
            None => units.push((&table.unit, vec![table])),
        }
    }
    if units.is_empty() {
        return;
    }
    out.raw("<section class=\"cards\" aria-label=\"Units\">\n");
    for (unit, tables) in units {
        card(unit, &tables, out);
    }
    out.raw("</section>\n");
}

fn card(unit: &Text, tables: &[&Table], out: &mut Markup) {
    let all = tables.iter().flat_map(|table| &table.rows).flat_map(|row| row.comparisons.iter());
    let counts: Counts = all.map(|comparison| comparison.outcome).collect();
    let rows: usize =
        tables.iter().map(|table| table.rows.len() + table.hidden_rows as usize).sum();
    out.raw("<article class=\"card\">\n<h2>");
    out.text(&unit.to_string_lossy());
    out.raw("</h2>\n");
    if let Some(table) = tables.iter().find(|table| !table.rows.is_empty()) {
        means(table, out);
    }
    out.raw("<ul class=\"counts\">");
    let known = Outcome::ALL.into_iter().filter(|&outcome| counts.of(outcome) != 0);
    for outcome in known {
        let count = format!("{} {}", counts.of(outcome), outcome.word());
        out.element("li", outcome.word(), &count);
    }
    out.raw("</ul>\n");
    out.element("p", "rows", &plural(rows as u64, "benchmark"));
    out.raw("</article>\n");
}

/// The geometric means that changed most.
fn means(table: &Table, out: &mut Markup) {
    let change = |column: usize| table.columns[column].geomean.change.and_then(MeanChange::ratio);
    let changes = (0..table.columns.len()).filter_map(|c| Some((c, change(c)?)));
    let mut changes: Vec<(usize, f64)> = changes.collect();
    let far = |ratio: f64| if ratio < 1.0 { 1.0 / ratio } else { ratio };
    sort_copies(&mut changes, &mut |a, b| far(b.1).total_cmp(&far(a.1)));
    let several = 1 < changes.len();
    for &(column, ratio) in changes.iter().take(COLUMNS) {
        out.raw(&format!("<p class=\"mean {}\"><b>", look(table, column, ratio)));
        out.text(&typeset(&mean_change(ratio)));
        out.raw("</b> ");
        if several {
            out.raw("<bdi>");
            out.text(&column_label(table, column));
            out.raw("</bdi>");
        } else {
            out.text("geometric mean");
        }
        out.raw("</p>\n");
    }
    if let more @ 1.. = changes.len().saturating_sub(COLUMNS) {
        out.element("p", "rows", &format!("and {}", plural(more as u64, "more column")));
    }
}

/// Whether a mean is for the better: only where some row is, beyond the scatter of its runs.
fn look(table: &Table, column: usize, ratio: f64) -> &'static str {
    let found = table.rows.iter().filter_map(|row| row.comparison(column as u32));
    let outcomes: Counts = found.map(|comparison| comparison.outcome).collect();
    match table.direction {
        Some(direction) => {
            let is_better = (ratio < 1.0) == (direction == Direction::Lower);
            match is_better {
                _ if ratio == 1.0 => "even",
                true if 0 < outcomes.improved => "improved",
                false if 0 < outcomes.regressed => "regressed",
                _ => "even",
            }
        }
        None => "even",
    }
}
