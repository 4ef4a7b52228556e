//! A history for people at a terminal: each row that changed with its sparkline, and below it a line for each change.

use super::super::layout::{PLAIN, chars};
use super::super::text::paint;
use crate::grid::{HistoryGrid, HistoryGridChange, HistoryGridTable};
use crate::history::History;

/// The maximum number of characters in a sparkline.
pub(super) const SPARKLINE: usize = 60;

pub(super) fn render(history: &History, paints: bool) -> Vec<u8> {
    let grid = HistoryGrid::new(history, SPARKLINE);
    let mut out = format!("{}\n{}\n", grid.heading, grid.answer);
    for table in &grid.tables {
        out.push('\n');
        for (key, value) in &table.keys {
            out += &format!("{key}: {value}\n");
        }
        out += &format!("{}\n", table.unit);
        rows(&mut out, table, paints);
        if !table.others.is_empty() {
            out += &format!("others: {}\n", table.others);
        }
    }
    for (number, line) in grid.unchanged.iter().enumerate() {
        out += &format!("{}{line}\n", if number == 0 { "\n" } else { "" });
    }
    out.into_bytes()
}

fn rows(out: &mut String, table: &HistoryGridTable, paints: bool) {
    let widest = |text: &dyn Fn(&HistoryGridChange) -> usize| {
        let changes = table.rows.iter().flat_map(|row| &row.changes);
        changes.map(text).max().unwrap_or(0)
    };
    let names = table.rows.iter().map(|row| chars(row.name.as_bytes())).max().unwrap_or(0);
    let words = widest(&|change| change.outcome.word().len());
    let sizes = widest(&|change| chars(change.size.as_bytes()));
    let bounds = widest(&|change| chars(change.bounds.as_bytes()));
    let values = [0, 1].map(|side| widest(&|change| chars(change.values[side].as_bytes())));
    for row in &table.rows {
        let line = format!("{}  {}", padded(&row.name, names), row.sparkline);
        *out += line.trim_end();
        out.push('\n');
        for change in &row.changes {
            let colour = if paints { paint(change.outcome) } else { "" };
            let end = if colour.is_empty() { "" } else { PLAIN };
            let size = padded_left(&change.size, sizes);
            *out += &format!(
                "  {} {colour}{size}{end} {}  {} → {}  between {}  ({})\n",
                padded(change.outcome.word(), words),
                padded(&change.bounds, bounds),
                padded_left(&change.values[0], values[0]),
                padded(&change.values[1], values[1]),
                change.between,
                change.test,
            );
            for remark in &change.remarks {
                *out += &format!("  {} {remark}\n", padded("", words));
            }
        }
    }
}

fn padded(text: &str, width: usize) -> String {
    let room = width.saturating_sub(chars(text.as_bytes()));
    format!("{text}{}", " ".repeat(room))
}

fn padded_left(text: &str, width: usize) -> String {
    let room = width.saturating_sub(chars(text.as_bytes()));
    format!("{}{text}", " ".repeat(room))
}
