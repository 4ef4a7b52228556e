//! A history in GitHub's Markdown: the answer first, then a table of changes for each unit. Names are text: whatever
//! they contain, they do not become markup.

use super::super::inert::{Place, inert};
use super::text::SPARKLINE;
use crate::grid::{HistoryGrid, HistoryGridTable};
use crate::history::History;

/// The maximum number of changes; JSON has all.
const CHANGES: usize = 200;

pub(super) fn render(history: &History) -> Vec<u8> {
    let grid = HistoryGrid::new(history, SPARKLINE / 2);
    let mut out = format!("**{}**\n\n{}\n", text(&grid.answer), text(&grid.heading));
    let mut room = CHANGES;
    for table in &grid.tables {
        let keys: Vec<String> =
            table.keys.iter().map(|(key, value)| text(&format!("{key}: {value}"))).collect();
        let keys = if keys.is_empty() { String::new() } else { format!(", {}", keys.join(", ")) };
        out += &format!("\n### {}{keys}\n", text(&table.unit));
        rows(&mut out, table, &mut room);
        if !table.others.is_empty() {
            out += &format!("\nOthers: {}\n", table.others);
        }
    }
    for (number, line) in grid.unchanged.iter().enumerate() {
        out += &format!("{}- {}\n", if number == 0 { "\n" } else { "" }, text(line));
    }
    let all: usize = history.tables.iter().flat_map(|t| &t.rows).map(|row| row.changes.len()).sum();
    if CHANGES < all {
        out += &format!("\n{} more changes are not shown.\n", all - CHANGES);
    }
    out.into_bytes()
}

fn rows(out: &mut String, table: &HistoryGridTable, room: &mut usize) {
    *out += "\n| row | history | | change | values | between | |\n|---|---|---|--:|---|---|---|\n";
    for row in &table.rows {
        for (number, change) in row.changes.iter().enumerate() {
            if *room == 0 {
                return;
            }
            *room -= 1;
            let (name, line) = match number {
                0 => (text(&row.name), row.sparkline.clone()),
                _ => (String::new(), String::new()),
            };
            let between: Vec<String> =
                std::iter::once(&change.between).chain(&change.remarks).map(|t| text(t)).collect();
            let bounds = text(&change.bounds);
            *out += &format!(
                "| {name} | {line} | {} | {} {bounds} | {} → {} | {} | {} |\n",
                change.outcome.word(),
                text(&change.size),
                text(&change.values[0]),
                text(&change.values[1]),
                between.join("<br>"),
                text(&change.test),
            );
        }
    }
}

fn text(text: &str) -> String {
    String::from_utf8_lossy(&inert(text.as_bytes(), Place::Markdown)).into_owned()
}
