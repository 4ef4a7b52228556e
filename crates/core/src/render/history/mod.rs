//! A history as text, Markdown, JSON, tidy data or a picture.

mod markdown;
mod text;
mod tidy;

pub use self::tidy::{history_tidy_columns, history_tidy_records};
pub use crate::grid::history_gate_messages;
use crate::history::History;

/// The formats of a history, with their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HistoryOutput {
    /// Rows with their changes and sparklines.
    Text,
    /// The same with colors, for a terminal.
    Terminal,
    /// GitHub's tables.
    Markdown,
    /// The whole history for programs.
    Json,
    /// Comma-separated values, one record for each value of a row.
    Tidy,
}

impl HistoryOutput {
    /// All outputs that have a name.
    pub const ALL: [(&'static str, HistoryOutput); 4] = [
        ("text", HistoryOutput::Text),
        ("markdown", HistoryOutput::Markdown),
        ("json", HistoryOutput::Json),
        ("tidy", HistoryOutput::Tidy),
    ];

    /// Returns whether people read it where it is printed: see [`Output::is_for_people`](super::Output::is_for_people).
    #[must_use]
    pub fn is_for_people(self) -> bool {
        match self {
            HistoryOutput::Text | HistoryOutput::Terminal | HistoryOutput::Markdown => true,
            HistoryOutput::Json | HistoryOutput::Tidy => false,
        }
    }
}

/// Renders a history.
#[must_use]
pub fn history(history: &History, output: HistoryOutput) -> Vec<u8> {
    match output {
        HistoryOutput::Text => text::render(history, false),
        HistoryOutput::Terminal => text::render(history, true),
        HistoryOutput::Markdown => markdown::render(history),
        HistoryOutput::Json => super::json::history_json(history),
        HistoryOutput::Tidy => tidy::render(history),
    }
}
