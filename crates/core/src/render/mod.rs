//! Renderers: a report as bytes.
//!
//! Each takes the strings of a grid and arranges them; none computes a number.

mod csv;
mod layout;
mod text;

use serde::{Deserialize, Serialize};

use crate::table::Report;

/// What a report is turned into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Output {
    /// Aligned columns for a terminal, with footnotes.
    #[default]
    Text,
    /// Comma-separated values.
    Csv,
}

impl Output {
    /// All outputs with their names, in the order in which help lists them.
    pub const ALL: [(&'static str, Output); 2] = [("text", Output::Text), ("csv", Output::Csv)];
}

/// A rendered report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// The output itself.
    pub out: Vec<u8>,
    /// What the output has no place for: the warnings of CSV, each naming its cell, one a line.
    pub warnings: Vec<u8>,
}

/// Renders a report.
pub fn render(report: &Report, output: Output) -> Page {
    match output {
        Output::Text => Page { out: text::render(report), warnings: Vec::new() },
        Output::Csv => csv::render(report),
    }
}
