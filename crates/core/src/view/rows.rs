//! Rows in the order and the number that a reader wants to see.

use std::cmp::Ordering;

use super::types::{CellView, GeomeanView, JudgedView, RowView, RowsPage, Sort, SortBy};
use crate::base::sort::{sort_copies, sort_places};
use crate::grid::{Grid, GridCell, NoteId, Span, in_short, write_label};
use crate::table::{Cell, Delta, Judgement, Report, Row, Table, Verdict};

/// The places of the rows that match a search, in the order that was asked for. Nothing if there is
/// no such table.
pub fn row_order(report: &Report, table: usize, sort: Sort, search: &str) -> Vec<u32> {
    let Some(table) = report.tables.get(table) else { return Vec::new() };
    let mut order: Vec<usize> = (0..table.rows.len()).collect();
    if !search.trim().is_empty() {
        let words = search.to_ascii_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut label = Vec::new();
        order.retain(|&row| {
            label.clear();
            write_label(&mut label, &table.rows[row].key);
            label.make_ascii_lowercase();
            words.iter().all(|word| memchr::memmem::find(&label, word.as_bytes()).is_some())
        });
    }
    match sort.by {
        SortBy::First if sort.descending => order.reverse(),
        SortBy::First => {}
        SortBy::Label => {
            let label = |row: &Row| {
                let mut label = Vec::new();
                write_label(&mut label, &row.key);
                label
            };
            let labels: Vec<Vec<u8>> = table.rows.iter().map(label).collect();
            sort_places(&mut order, &mut |a, b| labels[a].cmp(&labels[b]));
            if sort.descending {
                order.reverse();
            }
        }
        _ => sort_by_rank(table, sort, &mut order),
    }
    order.into_iter().map(|row| row as u32).collect()
}

/// Sorts by class, then by number; the direction turns the numbers round, not the classes, except
/// that worst last is best first.
fn sort_by_rank(table: &Table, sort: Sort, order: &mut [usize]) {
    let ranks: Vec<Rank> = table.rows.iter().map(|row| rank(table, row, sort)).collect();
    let compare = |a: &Rank, b: &Rank| {
        let numbers = a.number.total_cmp(&b.number);
        let numbers = if sort.descending { numbers.reverse() } else { numbers };
        a.class.cmp(&b.class).then(numbers)
    };
    let mut by_rank = |a: usize, b: usize| {
        let order = compare(&ranks[a], &ranks[b]);
        if sort.by == SortBy::Worst && sort.descending && order != Ordering::Equal {
            let (a, b) = (&ranks[a], &ranks[b]);
            return b.class.cmp(&a.class).then(b.number.total_cmp(&a.number));
        }
        order
    };
    sort_places(order, &mut by_rank);
}

/// Where a row belongs.
#[derive(Debug, Clone, Copy)]
struct Rank {
    class: u8,
    number: f64,
}

/// Behind all others.
const LAST: Rank = Rank { class: u8::MAX, number: 0.0 };

fn rank(table: &Table, row: &Row, sort: Sort) -> Rank {
    let wanted = |cell: &&Cell| match (sort.column, sort.by) {
        (Some(column), _) => cell.column as usize == column,
        (None, SortBy::Center) => true,
        (None, _) => cell.column != 0,
    };
    let mut cells = row.cells.iter().filter(wanted);
    let found = match sort.by {
        SortBy::Worst => cells
            .map(|cell| badness(table, cell))
            .min_by(|a, b| a.class.cmp(&b.class).then(a.number.total_cmp(&b.number))),
        SortBy::Center => cells.next().map(|c| Rank { class: 0, number: c.summary.center }),
        SortBy::P => cells.find_map(|cell| {
            let comparison = cell.comparison?;
            Some(Rank { class: 0, number: comparison.p })
        }),
        _ => cells.find_map(|cell| {
            let comparison = cell.comparison?;
            Some(match comparison.delta(cell.summary.center) {
                Delta::Ratio(ratio) => Rank { class: 0, number: ratio },
                Delta::Equal => Rank { class: 0, number: 1.0 },
                Delta::FromZero => Rank { class: 1, number: cell.summary.center },
                Delta::Insignificant => Rank { class: 2, number: 0.0 },
            })
        }),
    };
    found.unwrap_or(LAST)
}

/// The class of a verdict; within it large changes first.
fn badness(table: &Table, cell: &Cell) -> Rank {
    let size = cell.comparison.map_or(0.0, |c| match c.delta(cell.summary.center) {
        Delta::Ratio(ratio) => {
            let ratio = ratio.abs();
            ratio.max(1.0 / ratio)
        }
        Delta::FromZero => f64::INFINITY,
        _ => 1.0,
    });
    let class = match table.verdict(cell) {
        Verdict::Worse => 0,
        Verdict::Changed => 1,
        Verdict::Better => 2,
        Verdict::Same => 3,
        Verdict::None => 4,
    };
    Rank { class, number: -size }
}

/// Lays out some rows of a table; `order` is what [`row_order`] gave. Nothing if there is no such
/// table.
pub fn row_page(
    report: &Report,
    table: usize,
    order: &[u32],
    range: std::ops::Range<usize>,
) -> Option<RowsPage> {
    let whole = report.tables.get(table)?;
    let end = range.end.min(order.len());
    let shown = &order[range.start.min(end)..end];
    let window = Window { grid: &Grid::window(report, table, shown), table: whole };
    let judged = |row: u32| {
        let found =
            report.analysis.iter().flat_map(|all| &all.tables[table].rows[row as usize].judgements);
        let view = |judged: &Judgement| JudgedView {
            column: judged.column as usize,
            outcome: judged.outcome,
            more: in_short(report, judged),
        };
        found.map(view).collect()
    };
    let rows = (0..).zip(shown).map(|(i, &row)| window.row(i, row, judged(row)));
    let rows: Vec<RowView> = rows.collect();
    let geomean = window.geomean();
    let mut used: Vec<u32> = Vec::new();
    for cell in rows.iter().flat_map(|row| &row.cells) {
        used.extend(cell.notes.iter().chain(&cell.delta_notes));
    }
    used.extend(geomean.iter().flatten().flat_map(|geomean| &geomean.notes));
    sort_copies(&mut used, &mut |a, b| a.cmp(b));
    used.dedup();
    let texts = window.grid.note_texts().map(|(note, text)| (note.get(), text));
    let footnotes = texts
        .filter(|(note, _)| used.binary_search(note).is_ok())
        .map(|(note, text)| (note, String::from_utf8_lossy(text).into_owned()))
        .collect();
    Some(RowsPage { total: order.len(), rows, geomean, footnotes })
}

struct Window<'a> {
    grid: &'a Grid<'a>,
    table: &'a Table,
}

impl Window<'_> {
    fn row(&self, place: usize, row: u32, judged: Vec<JudgedView>) -> RowView {
        let laid_out = &self.grid.rows[place];
        let cells = self.grid.cells(laid_out).iter().zip(&self.table.rows[row as usize].cells);
        let cells = cells.map(|(cell, source)| self.cell(cell, source)).collect();
        RowView { row, label: self.text(laid_out.label), cells, judged }
    }

    fn cell(&self, cell: &GridCell, source: &Cell) -> CellView {
        let comparison = cell.comparison.as_ref();
        let text = |span: Option<Span>| span.map(|span| self.text(span)).unwrap_or_default();
        CellView {
            column: cell.column,
            center: self.text(cell.center),
            range: self.text(cell.range),
            notes: numbers(cell.notes.into_iter().flatten()),
            delta: text(comparison.map(|c| c.delta)),
            odds: text(comparison.map(|c| c.test)),
            delta_notes: numbers(comparison.and_then(|c| c.note)),
            verdict: self.table.verdict(source),
        }
    }

    fn geomean(&self) -> Option<Vec<GeomeanView>> {
        let view = |geomean: &crate::grid::GridGeomean| GeomeanView {
            center: self.text(geomean.center),
            ratio: geomean.ratio.map(|(_, ratio)| self.text(ratio)).unwrap_or_default(),
            notes: numbers(geomean.notes.iter().copied()),
        };
        let all: Vec<GeomeanView> = self.grid.geomeans.iter().map(view).collect();
        (!all.is_empty()).then_some(all)
    }

    fn text(&self, span: Span) -> String {
        String::from_utf8_lossy(self.grid.text(span)).into_owned()
    }
}

fn numbers(notes: impl IntoIterator<Item = NoteId>) -> Vec<u32> {
    notes.into_iter().map(NoteId::get).collect()
}

#[cfg(test)]
mod tests;
