//! Renderers: a report as bytes.
//!
//! Each renderer arranges the strings of a grid; none computes a number.

mod chart;
mod csv;
mod github;
mod hidden;
mod history;
mod html;
mod inert;
mod json;
mod junit;
mod layout;
mod markdown;
mod overview;
mod pieces;
mod text;
mod tidy;

use std::io::{Result, Write};

use serde::{Deserialize, Serialize};

use crate::base::Sentence;
use crate::grid;
use crate::query::Answer;
use crate::table::Outcomes;
pub use chart::{
    Chart, ChartError, ChartKind, ChartKinds, ChartQuery, ChartWords, ReportChart, Samples, Theme,
    chart, chart_kinds, chart_with, history_chart, kind_of, report_chart,
};
pub use github::{github_annotations, github_outputs, github_summary};
pub use history::{
    HistoryOutput, history, history_gate_messages, history_tidy_columns, history_tidy_records,
};
pub use html::{HTML_RESULTS_MAX, HTML_STYLE, HtmlParts, html, html_tables};
pub use json::overview_json;
#[doc(hidden)]
pub use json::to_json;
pub use junit::junit;
pub use markdown::{MARKDOWN_BYTES, MARKDOWN_BYTES_MIN, markdown};
pub use overview::overview_text;
use pieces::Pieces;
pub use text::TextStyle;
pub use tidy::{TidyKind, TidySink, tidy_columns, tidy_records};

/// An output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Output {
    /// Aligned columns for a terminal, with footnotes.
    #[default]
    Text,
    /// Comma-separated values.
    Csv,
    /// GitHub's tables.
    Markdown,
    /// The whole report for programs.
    Json,
    /// Comma-separated values, one record a comparison.
    Tidy,
    /// A document for browsers: the changes, tables and pictures, without scripts. See [`html`] for one with scripts.
    Html,
}

impl Output {
    /// All outputs that have a name, in the order in which help lists them.
    pub const ALL: [(&'static str, Output); 6] = [
        ("text", Output::Text),
        ("csv", Output::Csv),
        ("markdown", Output::Markdown),
        ("json", Output::Json),
        ("tidy", Output::Tidy),
        ("html", Output::Html),
    ];

    /// Returns whether it always shows outcomes. [`Query::analysed`](crate::Query::analysed) requests them.
    #[must_use]
    pub fn shows_outcomes(self) -> bool {
        match self {
            Output::Json | Output::Tidy | Output::Markdown | Output::Html => true,
            Output::Text | Output::Csv => false,
        }
    }

    /// Returns whether people read it where it is printed. Then names in it must not act as commands to a terminal or
    /// to GitHub's runner.
    #[must_use]
    pub fn is_for_people(self) -> bool {
        match self {
            Output::Text | Output::Markdown => true,
            Output::Csv | Output::Tidy | Output::Json | Output::Html => false,
        }
    }

    /// Returns whether its renderer applies the query's focus, because it also uses the rows that the focus hides.
    fn chooses_rows(self) -> bool {
        match self {
            Output::Json | Output::Markdown | Output::Html => true,
            Output::Text | Output::Csv | Output::Tidy => false,
        }
    }

    /// Returns its title in a menu.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Output::Text => "Text",
            Output::Csv => "CSV",
            Output::Markdown => "Markdown",
            Output::Json => "JSON",
            Output::Tidy => "Tidy CSV",
            Output::Html => "HTML",
        }
    }

    /// Returns its media type.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Output::Text => "text/plain;charset=utf-8",
            Output::Csv | Output::Tidy => "text/csv;charset=utf-8",
            Output::Markdown => "text/markdown;charset=utf-8",
            Output::Json => "application/json",
            Output::Html => "text/html;charset=utf-8",
        }
    }

    /// Returns the file extensions that select it.
    #[must_use]
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Output::Text => &["txt"],
            Output::Csv => &["csv"],
            Output::Markdown => &["md", "markdown"],
            Output::Json => &["json"],
            Output::Html => &["html", "htm"],
            // Tidy data is also CSV, whose extension selects [`Output::Csv`].
            Output::Tidy => &[],
        }
    }
}

/// A rendered report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The output itself.
    pub out: Vec<u8>,
    /// The warnings of CSV, which has no field for them: one a line, with the name of its cell.
    pub warnings: Vec<u8>,
}

/// Renders an answer.
pub fn render(answer: &Answer, output: Output) -> Rendered {
    let mut out = Vec::new();
    // Writing to a vector does not fail.
    let warnings = render_to(answer, output, 1, &mut out).unwrap_or_default();
    Rendered { out, warnings }
}

/// Renders an answer piece by piece, so that a large output is never in memory as a whole, on up to `threads` threads;
/// returns [`Rendered::warnings`]. The bytes do not depend on the number of threads.
///
/// # Errors
///
/// The errors of `out`: rendering ends at the first one.
pub fn render_to(
    answer: &Answer,
    output: Output,
    threads: usize,
    out: &mut dyn Write,
) -> Result<Vec<u8>> {
    render_in_style(answer, output, TextStyle::default(), threads, out)
}

/// Renders an answer like [`render_to`]; text has a style.
///
/// # Errors
///
/// The errors of `out`: rendering ends at the first one.
pub fn render_in_style(
    answer: &Answer,
    output: Output,
    style: TextStyle,
    threads: usize,
    out: &mut dyn Write,
) -> Result<Vec<u8>> {
    let mut out = Pieces::new(out);
    let report = answer.report();
    let shows_outcomes = report.analysis.as_ref().is_none_or(|analysis| analysis.outcomes);
    let outcomes =
        if output.shows_outcomes() || shows_outcomes { Outcomes::Found } else { Outcomes::ByP };
    let focused = if output.chooses_rows() { None } else { report.focused(outcomes) };
    let report = focused.as_ref().unwrap_or(report);
    let warnings = match output {
        Output::Text => text::render(report, threads, style, &mut out)?,
        Output::Csv => csv::render(report, &mut out)?,
        Output::Markdown => {
            out.buffer = markdown(answer, MARKDOWN_BYTES);
            Vec::new()
        }
        Output::Html => {
            out.buffer = html(answer, &HtmlParts::default());
            Vec::new()
        }
        Output::Json => json::render(answer, threads, &mut out)?,
        Output::Tidy => tidy::render(report, threads, &mut out)?,
    };
    out.flush()?;
    Ok(warnings)
}

/// Returns the gate's messages: one for each error of the gate itself, then one with the answer, whose further lines
/// list the results that a reader should see, the worst first, at most `rows`. Empty without a gate.
pub fn gate_messages(answer: &Answer, rows: usize) -> Vec<Sentence> {
    let gate = answer.gate();
    gate.map(|gate| grid::gate_text(answer.report(), gate, rows).with_command()).unwrap_or_default()
}
