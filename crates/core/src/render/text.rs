//! Aligned text, in benchstat's arrangement.
//!
//! The physical columns are: the row label; for each logical column the center, its range and its notes; for all
//! columns but the baseline also the delta, its p-value and their notes; an edge at the right.

use std::io::Result;
use std::ops::Range;

use super::hidden::hidden;
use super::layout::{Align, Layout, Lines, Margin, Piece};
use super::pieces::Pieces;
use crate::base::{Texts, parallel};
use crate::grid::{Grid, NoteId, PART_ROWS, Span, summary};
use crate::table::{Outcome, Report};

pub(super) fn render(
    report: &Report,
    threads: usize,
    paints: bool,
    out: &mut Pieces<'_>,
) -> Result<Vec<u8>> {
    for index in 0..report.tables.len() {
        table(report, index, threads, paints, out)?;
    }
    let mut lines = summary(report);
    lines.extend(hidden(report, <[u8]>::to_vec));
    for (i, line) in lines.iter().enumerate() {
        if i == 0 && !report.tables.is_empty() {
            out.buffer.push(b'\n');
        }
        out.buffer.extend_from_slice(line);
        out.buffer.push(b'\n');
    }
    Ok(Vec::new())
}

/// Writes one table with the lines above and below it.
fn table(
    report: &Report,
    index: usize,
    threads: usize,
    paints: bool,
    out: &mut Pieces<'_>,
) -> Result<()> {
    if index != 0 {
        out.buffer.push(b'\n');
    }
    let grid = Grid::heads(report, index, threads);
    for (name, value) in &grid.keys {
        for part in [name.as_bytes(), b": ", value.as_bytes(), b"\n"] {
            out.buffer.extend_from_slice(part);
        }
    }
    let rows = report.tables[index].rows.len();
    let parts = |i: usize| PART_ROWS * i..rows.min(PART_ROWS * (i + 1));
    let parts: Vec<Range<usize>> = (0..rows.div_ceil(PART_ROWS)).map(parts).collect();
    Sheet::new(report, &grid, paints).render(&parts, threads, out)?;
    for (note, text) in grid.note_texts() {
        write_superscript(&mut out.buffer, note);
        out.buffer.push(b' ');
        out.buffer.extend_from_slice(text);
        out.buffer.push(b'\n');
        out.flush_if_large()?;
    }
    Ok(())
}

/// Offsets of the physical columns within a logical one.
const RANGE: usize = 1;
const NOTES: usize = 2;
const DELTA: usize = 3;
const P_VALUE: usize = 4;
const DELTA_NOTES: usize = 5;
/// The number of physical columns of a baseline, and of another column.
const BASELINE: usize = 3;
const COMPARED: usize = 6;

struct Sheet<'a> {
    report: &'a Report,
    /// Everything but the rows.
    grid: &'a Grid<'a>,
    /// The physical column at which each logical one begins, and one more for the edge.
    starts: Vec<usize>,
    /// For each column, the first level at which its key differs from the previous column's key.
    breaks: Vec<usize>,
    /// Whether changes have colors.
    paints: bool,
}

impl<'a> Sheet<'a> {
    fn new(report: &'a Report, grid: &'a Grid<'a>, paints: bool) -> Self {
        let common = |a: &Texts, b: &Texts| a.differing(b, 1).first().copied().unwrap_or(a.len());
        let neighbours = grid.columns.windows(2).map(|pair| common(pair[0].key, pair[1].key));
        let breaks = std::iter::once(0).chain(neighbours).collect();
        let mut starts = vec![1];
        for column in &grid.columns {
            let width = if column.is_compared { COMPARED } else { BASELINE };
            starts.push(starts[starts.len() - 1] + width);
        }
        Sheet { report, grid, starts, breaks, paints }
    }

    fn render(&self, parts: &[Range<usize>], threads: usize, out: &mut Pieces<'_>) -> Result<()> {
        let lay_out = |scratch: &mut Scratch, i: usize| {
            let part = self.grid.part(self.report, parts[i].clone());
            let mut layout = self.layout();
            self.rows(&part, scratch, &mut layout);
            (part, layout)
        };
        let parts = parallel::map(parts.len(), threads, Scratch::default, lay_out);
        let mut layout = self.layout();
        self.above(&mut layout);
        self.below(&mut layout);
        let (parts, own): (Vec<Grid<'_>>, Vec<Layout>) = parts.into_iter().unzip();
        own.into_iter().for_each(|own| layout.join(own));
        layout.settle();

        self.above(&mut layout.printer(&mut out.buffer));
        // Each window has a few parts a thread, because more would only wait in memory.
        for window in parts.chunks(if threads < 2 { 1 } else { 4 * threads }) {
            if let [part] = window {
                self.rows(part, &mut Scratch::default(), &mut layout.printer(&mut out.buffer));
                out.flush_if_large()?;
                continue;
            }
            let print = |scratch: &mut Scratch, i: usize| {
                let mut text = Vec::new();
                self.rows(&window[i], scratch, &mut layout.printer(&mut text));
                text
            };
            for text in parallel::map(window.len(), threads, Scratch::default, print) {
                out.flush()?;
                out.out.write_all(&text)?;
            }
        }
        self.below(&mut layout.printer(&mut out.buffer));
        Ok(())
    }

    fn layout(&self) -> Layout {
        let columns = self.grid.columns.len();
        let mut layout = Layout::new(self.starts[columns] + 1);
        for column in self.starts.windows(2) {
            // benchstat's heading fits any comparison, but the heading of pairs is longer.
            let is_wider = self.grid.is_paired && column[1] - column[0] == COMPARED;
            let end = if is_wider { column[1] - 1 } else { column[1] };
            (column[0] + 1..end).for_each(|physical| layout.shrink(physical));
        }
        layout
    }

    /// Writes the lines above the rows.
    fn above(&self, to: &mut impl Lines) {
        for level in 0..self.grid.levels {
            self.header(level, to);
        }
        self.units(to);
    }

    /// Writes the values of one column field; equal neighbors under the same parent are merged.
    fn header(&self, level: usize, to: &mut impl Lines) {
        let columns = &self.grid.columns;
        let mut first = 0;
        while first < columns.len() {
            let same = |&&differs: &&usize| level < differs;
            let end = first + 1 + self.breaks[first + 1..].iter().take_while(same).count();
            to.cell(Piece {
                column: self.starts[first],
                span: self.starts[end] - self.starts[first],
                align: Align::Center,
                margin: Margin::BORDER,
                text: columns[first].key[level].as_bytes(),
                paint: "",
            });
            first = end;
        }
        self.edge(to);
    }

    fn units(&self, to: &mut impl Lines) {
        for (column, &start) in self.grid.columns.iter().zip(&self.starts) {
            to.cell(Piece {
                column: start,
                span: 3,
                align: Align::Center,
                margin: Margin::BORDER,
                text: self.grid.unit.as_bytes(),
                paint: "",
            });
            if column.is_compared {
                to.cell(Piece {
                    column: start + DELTA,
                    span: 3,
                    align: Align::Left,
                    margin: Margin::SPACES,
                    text: self.grid.versus.as_bytes(),
                    paint: "",
                });
            }
        }
        self.edge(to);
    }

    fn edge(&self, to: &mut impl Lines) {
        let column = self.starts[self.grid.columns.len()];
        to.cell(Piece {
            column,
            span: 1,
            align: Align::Left,
            margin: Margin::EDGE,
            text: b"",
            paint: "",
        });
        to.end();
    }

    fn rows(&self, part: &Grid<'_>, scratch: &mut Scratch, to: &mut impl Lines) {
        let text = |span: Span| part.text(span);
        for row in &part.rows {
            scratch.clear();
            for cell in part.cells(row) {
                scratch.notes(cell.notes.iter().flatten().copied());
                if let Some(comparison) = &cell.comparison {
                    scratch.parenthesized(text(comparison.p_value));
                    scratch.notes(comparison.note.into_iter());
                }
            }
            let mut own = scratch.parts();
            to.cell(cell(0, Align::Left, text(row.label)));
            for grid_cell in part.cells(row) {
                let at = self.starts[grid_cell.column];
                to.cell(cell(at, Align::Right, text(grid_cell.center)));
                let range = cell(at + RANGE, Align::Right, text(grid_cell.range));
                to.cell(Piece { margin: Margin::RANGE, ..range });
                to.cell(cell(at + NOTES, Align::Left, own.next().unwrap_or_default()));
                if let Some(comparison) = &grid_cell.comparison {
                    let delta = cell(at + DELTA, Align::Right, text(comparison.delta));
                    let paint = if self.paints { paint(comparison.outcome) } else { "" };
                    to.cell(Piece { paint, ..delta });
                    to.cell(cell(at + P_VALUE, Align::Left, own.next().unwrap_or_default()));
                    to.cell(cell(at + DELTA_NOTES, Align::Left, own.next().unwrap_or_default()));
                }
            }
            to.end();
        }
    }

    /// Writes the line below the rows, if there is one.
    fn below(&self, to: &mut impl Lines) {
        if self.grid.geomeans.is_empty() {
            return;
        }
        let mut scratch = Scratch::default();
        for geomean in &self.grid.geomeans {
            scratch.notes(geomean.notes.iter().copied());
        }
        to.cell(cell(0, Align::Left, b"geomean"));
        let places = self.starts.windows(2).zip(scratch.parts());
        for (geomean, (place, notes)) in self.grid.geomeans.iter().zip(places) {
            to.cell(cell(place[0], Align::Right, self.grid.text(geomean.center)));
            if let Some((known, change)) = geomean.change {
                let align = if known { Align::Right } else { Align::Left };
                to.cell(cell(place[0] + DELTA, align, self.grid.text(change)));
            }
            to.cell(cell(place[1] - 1, Align::Left, notes));
        }
        to.end();
    }
}

/// Returns the color of a change; its sign is printed without it.
pub(super) fn paint(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Improved => "\x1b[32m",
        // Bold text, for readers who cannot see red.
        Outcome::Regressed => "\x1b[1;31m",
        Outcome::Changed | Outcome::Differs => "\x1b[33m",
        Outcome::Unchanged
        | Outcome::Inconclusive
        | Outcome::New
        | Outcome::Missing
        | Outcome::Control => "",
    }
}

/// Returns a cell of one column: one space to its left, unless it is empty or the first.
fn cell(column: usize, align: Align, text: &[u8]) -> Piece<'_> {
    let margin = if column == 0 || text.is_empty() { Margin::NONE } else { Margin::SPACE };
    Piece { column, span: 1, align, margin, text, paint: "" }
}

/// Texts whose printed form is not in the grid.
#[derive(Default)]
struct Scratch {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Scratch {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn notes(&mut self, notes: impl Iterator<Item = NoteId>) {
        for (i, note) in notes.enumerate() {
            if i != 0 {
                self.text.push(b' ');
            }
            write_superscript(&mut self.text, note);
        }
        self.ends.push(self.text.len());
    }

    fn parenthesized(&mut self, text: &[u8]) {
        self.text.push(b'(');
        self.text.extend_from_slice(text);
        self.text.push(b')');
        self.ends.push(self.text.len());
    }

    /// Returns the texts in the order in which they were made.
    fn parts(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
    }
}

fn write_superscript(out: &mut Vec<u8>, note: NoteId) {
    const DIGITS: [&str; 10] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];
    let digits = note.get().checked_ilog10().unwrap_or(0);
    for digit in (0..=digits).rev() {
        let digit = note.get() / 10u32.pow(digit) % 10;
        out.extend_from_slice(DIGITS[digit as usize].as_bytes());
    }
}
