//! A report as one file for people: the changes, the tables, the command, and the parts that make it interactive.
//!
//! Takes a report and, as bytes, the parts that make the file interactive: the results and the web app's scripts. Gives
//! a document that reads well with scripts off, loads nothing, and prints. Its policy allows its own script and style
//! by their hashes and no request at all. Names are text, whatever they contain. Must not know the content of the
//! bytes, or where the file goes.

mod bars;
mod cards;
mod charts;
mod document;
mod labels;
mod markup;
mod parts;
mod state;
mod tables;

use std::borrow::Cow;
use std::cell::OnceCell;

pub use document::html;
use labels::column_label;
use markup::Markup;
pub use parts::{HTML_RESULTS_MAX, HtmlParts};
use tables::ROWS;

use crate::gate::GateStatus;
use crate::grid::{self, GateText, SuiteLine, gate_text};
use crate::query::Answer;
use crate::table::{Outcome, Report, Table};

/// The style for the output of [`html_tables`].
pub const HTML_STYLE: &str = include_str!("report.css");

/// The maximum number of tables that people would read.
const TABLES: usize = 200;

/// Returns the report without a document around it: an element of the class `benchlens-report`, for a page that has
/// [`HTML_STYLE`].
#[must_use]
pub fn html_tables(answer: &Answer) -> Vec<u8> {
    let mut out = Markup::default();
    body(answer, &HtmlParts::default(), &mut out);
    out.finish()
}

/// Writes all readable content.
fn body(answer: &Answer, parts: &HtmlParts<'_>, out: &mut Markup) {
    let report = answer.report();
    let indices = report.found(parts.search);
    let is_all = report.query.focus.is_default() && parts.search.is_empty();
    let focused = (!is_all).then(|| report.select(&indices));
    let shown = analysed(focused.as_ref().unwrap_or(report));
    out.raw("<article class=\"benchlens-report\">\n<header>\n<h1>");
    out.text(&title(report));
    out.raw("</h1>\n<p class=\"answer\">");
    out.text(&grid::typeset(&grid::answer(report)));
    out.raw("</p>\n</header>\n");
    gate(answer, out);
    suites(report, out);
    cards::write(report, out);
    notes(report, out);
    // A chart identifies tables and rows by their indexes in the whole report.
    let chosen =
        parts.chart.and_then(|chart| indices.iter().position(|(of, _)| *of == chart.table));
    let drawn = charts::indices(&shown, chosen);
    let over = OnceCell::new();
    for (table, (whole, rows)) in (0..shown.tables.len().min(TABLES)).zip(&indices) {
        let chart = |out: &mut Markup| {
            if drawn.contains(&table) {
                let asked = parts.chart.filter(|_| chosen == Some(table));
                charts::write(report, *whole, rows, asked, &over, out);
            }
        };
        tables::write(&shown, table, chart, out);
    }
    if let more @ 1.. = shown.tables.len().saturating_sub(TABLES) {
        out.raw("<p class=\"more\">");
        out.text(&format!("{more} more tables are not shown."));
        out.raw("</p>\n");
    }
    how(report, out);
    out.raw("</article>\n");
}

/// Names both sides of the comparison in a line.
fn title(report: &Report) -> String {
    let first = report.tables.iter().find(|table| 1 < table.columns.len());
    let label = |table: &Table, column: usize| column_label(table, column);
    match first {
        Some(table) if table.columns.len() == 2 => {
            format!("{} against {}", label(table, 1), label(table, 0))
        }
        Some(table) => {
            format!("{} columns against {}", table.columns.len() - 1, label(table, 0))
        }
        None => {
            let labels: Vec<_> = report.inputs.iter().map(|i| i.label.to_string_lossy()).collect();
            labels.join(", ")
        }
    }
}

/// Returns the report with intervals next to the changes, if it has an analysis, and with at most the number of rows
/// per table that people would read.
fn analysed(report: &Report) -> Cow<'_, Report> {
    let is_long = report.tables.iter().any(|table| ROWS < table.rows.len());
    if report.analysis.is_none() && !is_long {
        return Cow::Borrowed(report);
    }
    let rows = (0..report.tables.len()).map(|table| (table, tables::most_changed(report, table)));
    let mut shown = report.select(&rows.collect::<Vec<_>>());
    if let Some(analysis) = &mut shown.analysis {
        analysis.outcomes = true;
    }
    Cow::Owned(shown)
}

/// The maximum number of gate results.
const RESULTS: usize = 20;

/// Writes the answer of the gate, if there is one, and the results that a reader should see.
fn gate(answer: &Answer, out: &mut Markup) {
    let Some(gate) = answer.gate() else { return };
    let word = if gate.status == GateStatus::Passed { "passed" } else { "regressed" };
    out.raw("<section class=\"gate\">\n");
    let GateText { messages, command } = gate_text(answer.report(), gate, RESULTS);
    for message in messages {
        for (i, line) in message.with_flags().split(|&byte| byte == b'\n').enumerate() {
            out.raw(&format!("<p class=\"{}\">", if i == 0 { word } else { "line" }));
            out.bytes(line.trim_ascii());
            out.raw("</p>\n");
        }
    }
    if let Some(command) = command {
        out.raw("<pre>");
        out.text(&command);
        out.raw("</pre>\n");
    }
    out.raw("</section>\n");
}

/// Writes the changes of whole suites.
fn suites(report: &Report, out: &mut Markup) {
    for SuiteLine { text, outcome } in grid::suite_lines(report) {
        out.raw(&format!("<p class=\"suite {}\">", outcome.map_or("even", Outcome::word)));
        out.text(&grid::typeset(&String::from_utf8_lossy(&text)));
        out.raw("</p>\n");
    }
}

fn notes(report: &Report, out: &mut Markup) {
    if report.notes.is_empty() {
        return;
    }
    out.raw("<ul class=\"notes\">\n");
    for note in &report.notes {
        out.raw("<li>");
        if note.is_warning() {
            out.raw("<strong>Warning:</strong> ");
        }
        out.bytes(&note.sentence().with_flags());
        out.raw("</li>\n");
    }
    out.raw("</ul>\n");
}

/// Writes the command that prints this, the inputs, and the meaning of the numbers.
fn how(report: &Report, out: &mut Markup) {
    let inputs = report.inputs.iter();
    let pairs = inputs.map(|i| (i.name.as_bytes().to_vec(), i.label.as_bytes().to_vec()));
    let command = report.query.command_reading(&report.reading, &pairs.collect::<Vec<_>>());
    out.raw("<section class=\"how\">\n<h2>How this was made</h2>\n<pre>");
    out.bytes(&command);
    out.raw("</pre>\n<ul>\n");
    for input in &report.inputs {
        out.raw("<li><bdi>");
        out.text(&input.label.to_string_lossy());
        out.raw("</bdi>: ");
        let counts = [(input.results, "result"), (input.lines, "line")];
        let counts = counts.map(|(count, what)| crate::base::plural(count, what));
        out.text(&format!("{} in {}", counts[0], counts[1]));
        if let malformed @ 1.. = input.malformed {
            out.text(&format!(", {} skipped", crate::base::plural(malformed, "line")));
        }
        out.raw("</li>\n");
    }
    out.raw("</ul>\n<p>");
    let level = crate::base::percent(report.confidence);
    let average = report.query.test.average();
    out.text(&format!(
        "A cell is the {average} of its runs and how far its {level}% interval reaches. A change is shown if p is at most {}; ~ means that it is not significant.",
        crate::base::float::shortest(report.alpha),
    ));
    out.raw("</p>\n</section>\n");
}

#[cfg(test)]
mod tests;
