//! A table as an element: a row for each benchmark, with a bar that shows the size of its change.

use super::bars::Sheet as BarSheet;
use super::labels::column_label;
use super::markup::Markup;
use crate::base::Text;
use crate::grid::{Grid, GridCell, GridRow, NoteId, counted, in_short, typeset};
use crate::spec::{Sort, SortBy};
use crate::table::{Outcomes, Report, Row, Table, row_order_by};

/// With more keys than this, the label of a row is one column.
const KEYS: usize = 4;

/// With more compared columns than this, there is no room for bars.
const BARS: usize = 4;

/// Returns the shown rows of a table, in their order: all, or those that changed most.
pub(super) fn most_changed(report: &Report, table: usize) -> Vec<u32> {
    let rows = report.tables[table].rows.len();
    if rows <= ROWS {
        return (0..rows as u32).collect();
    }
    let worst = Sort { by: SortBy::Worst, ..Sort::default() };
    let mut shown = row_order_by(report, table, worst, Outcomes::Found, "");
    shown.truncate(ROWS);
    shown.sort_unstable();
    shown
}

/// Writes table `index` of a report, with the output of `chart` above its rows.
pub(super) fn write(
    report: &Report,
    index: usize,
    chart: impl FnOnce(&mut Markup),
    out: &mut Markup,
) {
    let table = &report.tables[index];
    let grid = Grid::with_absent(report, index);
    out.raw("<section class=\"table\">\n<h2>");
    out.text(&table.unit.to_string_lossy());
    out.raw("</h2>\n");
    keys(report, table, out);
    let words = counted(table);
    if !words.is_empty() {
        out.element("p", "counted", &typeset(&words));
        out.raw("\n");
    }
    chart(out);
    // A scrollable element must be reachable with the keyboard.
    out.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    out.text(&table.unit.to_string_lossy());
    out.raw("\"><table>\n");
    let compared = grid.columns.iter().filter(|column| column.is_compared).count();
    let bars = (1..=BARS).contains(&compared).then(|| BarSheet::new(report, index));
    let sheet = Sheet { report, table, grid: &grid, fields: fields(report, table), bars };
    sheet.head(out);
    sheet.rows(out);
    sheet.foot(out);
    out.raw("</table></div>\n");
    if let hidden @ 1.. = table.hidden_rows {
        let rows = crate::base::plural(hidden.into(), "row");
        out.element("p", "more", &format!("{rows} of this table are not shown."));
    }
    sheet.footnotes(out);
    out.raw("</section>\n");
}

/// Writes the keys of a table other than its unit.
fn keys(report: &Report, table: &Table, out: &mut Markup) {
    let keys = report.table_fields.iter().zip(table.key.iter());
    let keys: Vec<_> = keys.filter(|(_, value)| !value.is_empty()).collect();
    if keys.is_empty() {
        return;
    }
    out.raw("<p class=\"keys\">");
    for (name, value) in keys {
        out.raw("<span>");
        out.text(&name.to_string_lossy());
        out.raw(": <bdi>");
        out.text(&value.to_string_lossy());
        out.raw("</bdi></span> ");
    }
    out.raw("</p>\n");
}

/// Returns the indexes of the row keys that have a column each; empty if labels are one column.
fn fields(report: &Report, table: &Table) -> Vec<usize> {
    let count = report.row_fields.len();
    let is_used = |&field: &usize| table.rows.iter().any(|row| !row.key[field].is_empty());
    let used: Vec<usize> = (0..count).filter(is_used).collect();
    if (2..=KEYS).contains(&used.len()) { used } else { Vec::new() }
}

/// A table with its texts.
struct Sheet<'r> {
    report: &'r Report,
    table: &'r Table,
    grid: &'r Grid<'r>,
    fields: Vec<usize>,
    bars: Option<BarSheet>,
}

impl Sheet<'_> {
    fn head(&self, out: &mut Markup) {
        out.raw("<thead><tr>");
        let head = |out: &mut Markup, class: &str, text: &str| {
            out.raw(&format!("<th scope=\"col\" class=\"{class}\"><bdi>"));
            out.text(text);
            out.raw("</bdi></th>");
        };
        // Use the common name, as the web app does.
        let named = |field: &Text| match field.as_bytes() {
            b".fullname" | b".name" => "name".into(),
            _ => field.to_string_lossy(),
        };
        for &field in &self.fields {
            head(out, "name", &named(&self.report.row_fields[field]));
        }
        if self.fields.is_empty() {
            let names = self.report.row_fields.iter().map(named);
            head(out, "name", &names.collect::<Vec<_>>().join(" "));
        }
        for column in &self.grid.columns {
            head(out, "number", &column_label(self.table, column.place as usize));
            if column.is_compared {
                head(out, "delta", &self.grid.versus);
                if let Some(bars) = &self.bars {
                    out.raw("<td class=\"bars\">");
                    bars.head(out);
                    out.raw("</td>");
                }
                head(out, "verdict", "outcome");
            }
        }
        out.raw("</tr></thead>\n<tbody>\n");
    }

    fn rows(&self, out: &mut Markup) {
        for row in &self.grid.rows {
            let found = &self.table.rows[row.place as usize];
            out.raw("<tr>");
            self.label(row, found, out);
            let mut cells = self.grid.cells(row).iter().peekable();
            for (place, column) in self.grid.columns.iter().enumerate() {
                let cell = cells.next_if(|cell| cell.column == place);
                self.value(cell, out);
                if column.is_compared {
                    self.comparison(found, column.place, cell, out);
                }
            }
            out.raw("</tr>\n");
        }
        out.raw("</tbody>\n");
    }

    fn label(&self, row: &GridRow, found: &Row, out: &mut Markup) {
        let cell = |text: &[u8], out: &mut Markup| {
            out.raw("<th scope=\"row\" class=\"name\"><bdi>");
            out.bytes(text);
            out.raw("</bdi></th>");
        };
        for &field in &self.fields {
            cell(found.key[field].as_bytes(), out);
        }
        if self.fields.is_empty() {
            cell(self.grid.text(row.label), out);
        }
    }

    fn value(&self, cell: Option<&GridCell>, out: &mut Markup) {
        out.raw("<td class=\"number\">");
        if let Some(cell) = cell {
            out.bytes(self.grid.text(cell.center));
            let range = String::from_utf8_lossy(self.grid.text(cell.range)).into_owned();
            out.raw(" ");
            out.element("span", "range", &format!("± {range}"));
            marks(cell.notes.iter().flatten(), out);
        }
        out.raw("</td>");
    }

    fn comparison(&self, found: &Row, column: u32, cell: Option<&GridCell>, out: &mut Markup) {
        let compared = found.comparison(column);
        let word = compared.map_or("", |comparison| comparison.outcome.word());
        out.raw(&format!("<td class=\"delta {word}\">"));
        let laid_out = cell.and_then(|cell| cell.comparison.as_ref());
        if let Some(texts) = laid_out {
            let delta = String::from_utf8_lossy(self.grid.text(texts.delta)).into_owned();
            let (change, interval) = delta.split_once(' ').unwrap_or((&delta, ""));
            out.element("b", "change", &typeset(change));
            if !interval.is_empty() {
                out.raw(" ");
                out.element("span", "interval", &typeset(interval));
            }
            marks(texts.note.iter(), out);
        }
        if let Some(bars) = &self.bars {
            out.raw("</td><td class=\"bars\">");
            bars.bar(compared, out);
        }
        out.raw(&format!("</td><td class=\"verdict {word}\">"));
        if !word.is_empty() {
            out.element("b", "word", word);
        }
        if let Some(texts) = laid_out {
            let test = String::from_utf8_lossy(self.grid.text(texts.test)).into_owned();
            let better = self.table.direction;
            let more = compared.map(|compared| in_short(compared, better));
            let more = more.unwrap_or_default();
            let gap = if more.is_empty() { "" } else { ", " };
            out.raw(" ");
            out.element("span", "test", &typeset(&format!("{test}{gap}{more}")));
        }
        out.raw("</td>");
    }

    /// Writes the geometric means.
    fn foot(&self, out: &mut Markup) {
        if self.grid.geomeans.is_empty() {
            return;
        }
        let span = self.fields.len().max(1);
        out.raw(&format!("<tfoot><tr><th scope=\"row\" class=\"name\" colspan=\"{span}\">"));
        out.raw("geometric mean</th>");
        for (geomean, column) in self.grid.geomeans.iter().zip(&self.grid.columns) {
            out.raw("<td class=\"number\">");
            out.bytes(self.grid.text(geomean.center));
            marks(geomean.notes.iter(), out);
            out.raw("</td>");
            if column.is_compared {
                out.raw("<td class=\"delta\">");
                if let Some((_, change)) = geomean.change {
                    out.text(&typeset(&String::from_utf8_lossy(self.grid.text(change))));
                }
                let rest = if self.bars.is_some() { 2 } else { 1 };
                out.raw(&format!("</td><td colspan=\"{rest}\"></td>"));
            }
        }
        out.raw("</tr></tfoot>\n");
    }

    fn footnotes(&self, out: &mut Markup) {
        let mut notes = self.grid.note_texts().peekable();
        if notes.peek().is_none() {
            return;
        }
        out.raw("<ul class=\"footnotes\">\n");
        for (note, text) in notes {
            out.raw(&format!("<li><sup>{note}</sup> "));
            out.bytes(text);
            out.raw("</li>\n");
        }
        out.raw("</ul>\n");
    }
}

/// Writes the numbers of footnotes.
fn marks<'n>(notes: impl Iterator<Item = &'n NoteId>, out: &mut Markup) {
    let notes: Vec<String> = notes.map(NoteId::to_string).collect();
    if !notes.is_empty() {
        out.raw(&format!("<sup>{}</sup>", notes.join(" ")));
    }
}

/// The maximum number of rows in a table, because people would not read more and the file would become slow. The rows
/// that changed most remain.
pub(super) const ROWS: usize = 500;
