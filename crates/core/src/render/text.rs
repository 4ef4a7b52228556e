//! Aligned text, in benchstat's arrangement.
//!
//! The physical columns are: the row label; for each logical column the center, its range and its notes; for all
//! columns but the baseline also the change, its p-value and their notes; an edge at the right. If outcomes are shown,
//! the outcome comes before the change, and the interval after it. At a narrow terminal some parts are not shown, so
//! that the outcome and the change always are.

use std::io::Result;
use std::ops::Range;

use super::hidden::hidden;
use super::layout::{Align, Layout, Lines, Margin, Piece};
use super::pieces::Pieces;
use crate::base::{Texts, parallel};
use crate::grid::{Grid, NoteId, PART_ROWS, Span, footer, inverse_units};
use crate::table::{Outcome, Report};

/// The style of text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// Whether changes have colors: improved is green, regressed is red.
    pub color: bool,
    /// The width of the terminal in characters. A wider table with outcomes does not show p and the numbers of runs,
    /// then the ranges of the values, then the intervals of the changes. `None` shows everything.
    pub width: Option<usize>,
    /// Whether notes on the samples and on the machine, and units that repeat another unit, are printed; otherwise they
    /// are counted.
    pub notes: bool,
    /// Whether only the averages are printed, without ranges, changes and the notes on them, because there are too few
    /// runs for any of these.
    pub averages: bool,
}

pub(super) fn render(
    report: &Report,
    threads: usize,
    style: TextStyle,
    out: &mut Pieces<'_>,
) -> Result<Vec<u8>> {
    let has_outcomes = report.analysis.as_ref().is_some_and(|analysis| analysis.outcomes);
    let is_short = has_outcomes && !style.notes && report.query.focus.units.is_empty();
    let inverse = if is_short { inverse_units(report) } else { Vec::new() };
    for (index, found) in report.tables.iter().enumerate() {
        if inverse.iter().all(|inverse| *inverse.unit != found.unit) {
            table(report, index, threads, style, out)?;
        }
    }
    let mut lines = footer(report, &inverse, style.notes);
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
    style: TextStyle,
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
    Sheet::new(report, &grid, style).render(&parts, threads, out)?;
    for (note, text) in grid.note_texts().filter(|_| !style.averages) {
        write_superscript(&mut out.buffer, note);
        out.buffer.push(b' ');
        out.buffer.extend_from_slice(text);
        out.buffer.push(b'\n');
        out.flush_if_large()?;
    }
    Ok(())
}

/// A part of a logical column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Center,
    Range,
    Notes,
    Outcome,
    Change,
    Interval,
    Test,
    ChangeNotes,
}

/// The parts of each column.
const VALUE: [Part; 3] = [Part::Center, Part::Range, Part::Notes];
/// The further parts of a compared column, in benchstat's arrangement and with outcomes.
const COMPARISON: [Part; 3] = [Part::Change, Part::Test, Part::ChangeNotes];
const OUTCOME: [Part; 5] =
    [Part::Outcome, Part::Change, Part::Interval, Part::ChangeNotes, Part::Test];
/// The parts that a narrow terminal does not show, the first first.
const OPTIONAL: [Part; 3] = [Part::Test, Part::Range, Part::Interval];

struct Sheet<'a> {
    report: &'a Report,
    /// Everything but the rows.
    grid: &'a Grid<'a>,
    /// The parts of a compared column; other columns have those of [`VALUE`].
    parts: Vec<Part>,
    /// The physical column at which each logical one begins, and one more for the edge.
    starts: Vec<usize>,
    /// For each column, the first level at which its key differs from the previous column's key.
    breaks: Vec<usize>,
    style: TextStyle,
}

impl<'a> Sheet<'a> {
    fn new(report: &'a Report, grid: &'a Grid<'a>, style: TextStyle) -> Self {
        let common = |a: &Texts, b: &Texts| a.differing(b, 1).first().copied().unwrap_or(a.len());
        let neighbours = grid.columns.windows(2).map(|pair| common(pair[0].key, pair[1].key));
        let breaks = std::iter::once(0).chain(neighbours).collect();
        let has_outcomes = report.analysis.as_ref().is_some_and(|analysis| analysis.outcomes);
        let compared = if has_outcomes { &OUTCOME[..] } else { &COMPARISON[..] };
        let parts =
            if style.averages { vec![Part::Center] } else { [&VALUE[..], compared].concat() };
        let mut sheet = Sheet { report, grid, parts, starts: Vec::new(), breaks, style };
        sheet.place();
        sheet
    }

    /// Assigns physical columns to the parts.
    fn place(&mut self) {
        let baseline = self.parts.iter().filter(|part| VALUE.contains(part)).count();
        self.starts = vec![1];
        for column in &self.grid.columns {
            let width = if column.is_compared { self.parts.len() } else { baseline };
            self.starts.push(self.starts[self.starts.len() - 1] + width);
        }
    }

    /// Returns the physical column of a part of the logical column that begins at `start`, if the part is shown.
    fn at(&self, start: usize, part: Part) -> Option<usize> {
        self.parts.iter().position(|found| *found == part).map(|offset| start + offset)
    }

    fn has_outcomes(&self) -> bool {
        self.parts.contains(&Part::Outcome)
    }

    fn render(
        &mut self,
        parts: &[Range<usize>],
        threads: usize,
        out: &mut Pieces<'_>,
    ) -> Result<()> {
        let lay_out = |scratch: &mut Scratch, i: usize| {
            let part = self.grid.part(self.report, parts[i].clone());
            let mut layout = self.layout();
            self.rows(&part, scratch, &mut layout);
            (part, layout)
        };
        let parts = parallel::map(parts.len(), threads, Scratch::default, lay_out);
        let (parts, own): (Vec<Grid<'_>>, Vec<Layout>) = parts.into_iter().unzip();
        let mut layout = self.settled(own);
        let width = self.style.width.filter(|_| self.has_outcomes()).unwrap_or(usize::MAX);
        for optional in OPTIONAL {
            if layout.width() <= width {
                break;
            }
            self.parts.retain(|part| *part != optional);
            self.place();
            let measure = |scratch: &mut Scratch, i: usize| {
                let mut layout = self.layout();
                self.rows(&parts[i], scratch, &mut layout);
                layout
            };
            layout = self.settled(parallel::map(parts.len(), threads, Scratch::default, measure));
        }

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

    /// Returns the layout of the whole table from those of its parts.
    fn settled(&self, parts: Vec<Layout>) -> Layout {
        let mut layout = self.layout();
        self.above(&mut layout);
        self.below(&mut layout);
        parts.into_iter().for_each(|part| layout.join(part));
        layout.settle();
        layout
    }

    fn layout(&self) -> Layout {
        let columns = self.grid.columns.len();
        let mut layout = Layout::new(self.starts[columns] + 1);
        for (column, places) in self.grid.columns.iter().zip(self.starts.windows(2)) {
            // benchstat's heading fits any comparison, but the headings of pairs and of estimates are longer.
            let is_wider = column.is_compared && (self.grid.is_paired || self.has_outcomes());
            let end = if is_wider { places[1] - 1 } else { places[1] };
            (places[0] + 1..end).for_each(|physical| layout.shrink(physical));
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
                span: self.parts.iter().filter(|part| VALUE.contains(part)).count(),
                align: Align::Center,
                margin: Margin::BORDER,
                text: self.grid.unit.as_bytes(),
                paint: "",
            });
            let change = self.at(start, Part::Outcome).or(self.at(start, Part::Change));
            if let Some(change) = change.filter(|_| column.is_compared) {
                to.cell(Piece {
                    column: change,
                    span: start + self.parts.len() - change,
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
                let Some(comparison) = &cell.comparison else { continue };
                if self.has_outcomes() {
                    // The footer has the range of the runs needed.
                    let more = if self.style.notes { text(comparison.more) } else { b"" };
                    scratch.listed(text(comparison.test), more);
                } else {
                    scratch.parenthesized(text(comparison.test));
                }
                scratch.notes(comparison.note.into_iter());
            }
            let mut own = scratch.parts();
            to.cell(cell(0, Align::Left, text(row.label)));
            for grid_cell in part.cells(row) {
                let start = self.starts[grid_cell.column];
                let notes = own.next().unwrap_or_default();
                self.value(start, text(grid_cell.center), text(grid_cell.range), notes, to);
                let Some(found) = &grid_cell.comparison else { continue };
                let mut own = || own.next().unwrap_or_default();
                let change = if self.has_outcomes() { found.change } else { found.delta };
                let texts = ComparisonTexts {
                    // The change of a control benchmark is its outcome.
                    word: Some(found.outcome).filter(|outcome| *outcome != Outcome::Control),
                    paint: if self.style.color { paint(found.outcome) } else { "" },
                    change: text(change),
                    interval: text(found.interval),
                    test: own(),
                    notes: own(),
                };
                self.comparison(start, Align::Right, &texts, to);
            }
            to.end();
        }
    }

    fn value(&self, start: usize, center: &[u8], range: &[u8], notes: &[u8], to: &mut impl Lines) {
        to.cell(cell(start, Align::Right, center));
        if let Some(at) = self.at(start, Part::Range) {
            let range = cell(at, Align::Right, range);
            to.cell(Piece { margin: Margin::RANGE, ..range });
        }
        let at = self.at(start, Part::Notes);
        at.into_iter().for_each(|at| to.cell(cell(at, Align::Left, notes)));
    }

    /// Writes the parts of a comparison, from left to right.
    fn comparison(
        &self,
        start: usize,
        align: Align,
        texts: &ComparisonTexts<'_>,
        to: &mut impl Lines,
    ) {
        for (column, part) in (start..).zip(&self.parts) {
            let wide = |text| Piece { margin: Margin::SPACES, ..cell(column, Align::Left, text) };
            match part {
                Part::Center | Part::Range | Part::Notes => {}
                Part::Outcome => {
                    texts.word.into_iter().for_each(|word| to.cell(wide(word.word().as_bytes())));
                }
                Part::Change => {
                    to.cell(Piece { paint: texts.paint, ..cell(column, align, texts.change) });
                }
                Part::Interval => to.cell(cell(column, Align::Left, texts.interval)),
                Part::ChangeNotes => to.cell(cell(column, Align::Left, texts.notes)),
                Part::Test if texts.test.is_empty() => {}
                Part::Test if self.has_outcomes() => to.cell(wide(texts.test)),
                Part::Test => to.cell(cell(column, Align::Left, texts.test)),
            }
        }
    }

    /// Writes the line below the rows, if there is one.
    fn below(&self, to: &mut impl Lines) {
        if self.grid.geomeans.is_empty() {
            return;
        }
        let mut scratch = Scratch::default();
        for geomean in &self.grid.geomeans {
            let notes = geomean.notes.iter().filter(|_| !self.style.averages);
            scratch.notes(notes.copied());
        }
        to.cell(cell(0, Align::Left, b"geomean"));
        let places = self.starts.windows(2).zip(scratch.parts());
        for (geomean, (place, notes)) in self.grid.geomeans.iter().zip(places) {
            to.cell(cell(place[0], Align::Right, self.grid.text(geomean.center)));
            let Some((is_known, change)) = geomean.change else {
                if self.style.averages {
                    continue;
                }
                to.cell(cell(place[1] - 1, Align::Left, notes));
                continue;
            };
            let suite = geomean.suite.filter(|_| self.has_outcomes());
            let text = |span: Option<Span>| span.map_or(&b""[..], |span| self.grid.text(span));
            let texts = ComparisonTexts {
                word: suite.map(|suite| suite.outcome),
                paint: "",
                change: text(suite.map(|suite| suite.change).or(Some(change))),
                interval: text(suite.map(|suite| suite.interval)),
                test: text(suite.map(|suite| suite.test)),
                notes,
            };
            let align = if is_known { Align::Right } else { Align::Left };
            self.comparison(place[0], align, &texts, to);
        }
        to.end();
    }
}

/// The texts of a comparison.
struct ComparisonTexts<'t> {
    word: Option<Outcome>,
    paint: &'static str,
    change: &'t [u8],
    interval: &'t [u8],
    test: &'t [u8],
    notes: &'t [u8],
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

    fn listed(&mut self, first: &[u8], second: &[u8]) {
        self.text.extend_from_slice(first);
        if !second.is_empty() {
            self.text.extend_from_slice(b", ");
        }
        self.text.extend_from_slice(second);
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
