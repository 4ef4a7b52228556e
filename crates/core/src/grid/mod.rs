//! The grid: a table as strings.
//!
//! The only place that decides what a cell looks like: scale, digits, percent signs, footnote
//! numbers. Takes a [`Report`], gives for each table the text of each role (centre, range, delta,
//! odds) and which notes belong to it. Must not know margins, widths, separators or markup: those
//! are each renderer's own.
//!
//! Public is what a program needs that shows a report itself: [`Grid::window`] lays out the rows on a
//! screen, and the functions below tell a report, a table, a row or a comparison in words. So all
//! front ends show the digits and the sentences of the program.

mod axis;
mod cell;
mod gate;
mod judged;
mod notes;
mod verdict;
mod words;

use std::ops::Range;

pub use crate::base::write_label;
use crate::base::{Text, parallel};
use crate::table::{Cell, Geomean, Judgement, Outcome, Report, Row, Table, Verdict};
use crate::unit::{Class, Scale, class};
pub(crate) use axis::Axis;
use cell::{write_delta, write_odds, write_range, write_ratio};
pub(crate) use gate::{gate_line, gate_messages};
pub use judged::{in_short, in_words, scale_of, symptoms};
pub use notes::NoteId;
use notes::Notes;
pub use verdict::summary;
pub(crate) use verdict::{describe, machine_difference, symptom_lines, tests};
pub use words::{Explained, ExplainedCell, answer, counted, explain};

/// How values are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// For people: four digits and a prefix, one scale a row; verdicts where the query wants them.
    Scaled,
    /// For programs: all digits.
    Raw,
}

/// Rows that one thread works on at a time: enough to make handing them out cheap, few enough that
/// their texts stay in its cache.
pub(crate) const PART_ROWS: usize = 2048;

/// A stretch of the grid's text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Span {
    start: u32,
    end: u32,
}

/// One table, laid out.
#[derive(Debug)]
pub struct Grid<'r> {
    table: &'r Table,
    /// Its place in the report.
    index: usize,
    class: Class,
    /// The keys that differ from the table before, with their names.
    pub(crate) keys: Vec<(&'r Text, &'r Text)>,
    pub(crate) unit: &'r Text,
    /// Per column the values of its key.
    pub(crate) columns: Vec<&'r [Text]>,
    /// How many values a column key has.
    pub(crate) levels: usize,
    /// The rows that were laid out.
    pub rows: Vec<GridRow>,
    /// Those of all rows, one behind the other: rows are many, and a list for each would cost more
    /// than what is in it.
    cells: Vec<GridCell>,
    /// The last row, one a column; none where it would say nothing new.
    pub geomeans: Vec<GridGeomean>,
    /// All texts, one behind the other.
    text: Vec<u8>,
    notes: Notes<'r>,
}

/// A row, laid out.
#[derive(Debug)]
#[non_exhaustive]
pub struct GridRow {
    /// The values of its key that are there.
    pub label: Span,
    cells: Range<usize>,
}

/// A cell, laid out.
#[derive(Debug)]
#[non_exhaustive]
pub struct GridCell {
    /// The place of its column.
    pub column: usize,
    /// The centre.
    pub center: Span,
    /// How far the interval reaches.
    pub range: Span,
    /// Notes on the centre and its range; the first ones that are there.
    pub notes: [Option<NoteId>; 2],
    /// The comparison with the baseline, where there is one.
    pub comparison: Option<GridComparison>,
}

/// A comparison, laid out.
#[derive(Debug)]
#[non_exhaustive]
pub struct GridComparison {
    /// The change: `-12.50%`, or `~` where it is not significant.
    pub delta: Span,
    /// `p=0.002 n=6`, and the verdict where there is one.
    pub odds: Span,
    /// The odds without the verdict.
    pub test: Span,
    /// The note on it.
    pub note: Option<NoteId>,
    /// What it comes to: by the analysis where the table shows it, or else by p.
    pub verdict: Verdict,
}

/// The geometric mean of a column, laid out.
#[derive(Debug)]
#[non_exhaustive]
pub struct GridGeomean {
    /// Empty if there is no such mean.
    pub center: Span,
    /// Nothing for the baseline; whether it is a number, and its text.
    pub ratio: Option<(bool, Span)>,
    /// The notes on it.
    pub notes: Vec<NoteId>,
}

impl<'r> Grid<'r> {
    /// Lays out table `index` of a report.
    pub(crate) fn new(report: &'r Report, index: usize, numbers: Numbers) -> Grid<'r> {
        let all = 0..report.tables[index].rows.len();
        let mut grid = Grid::empty(report, index);
        all.for_each(|row| grid.add_row(report, row, numbers));
        grid.add_geomeans(numbers);
        grid
    }

    /// Lays out some rows of a table, in any order, with the note numbers of the whole table.
    pub fn window(report: &'r Report, index: usize, rows: &[u32]) -> Grid<'r> {
        let mut grid = Grid::heads(report, index, 1);
        rows.iter().for_each(|&row| grid.add_row(report, row as usize, Numbers::Scaled));
        grid
    }

    /// All of a table but its rows, for people, on up to `threads` threads.
    pub(crate) fn heads(report: &'r Report, index: usize, threads: usize) -> Grid<'r> {
        let mut grid = Grid::empty(report, index);
        let parts: Vec<&[Row]> = report.tables[index].rows.chunks(PART_ROWS).collect();
        // Notes are numbered in the order of the cells. Most parts have none.
        let noted = |_: &mut (), i: usize| cells_of(parts[i]).any(Cell::is_noted);
        let noted = parallel::map(parts.len(), threads, || (), noted);
        for (part, _) in parts.iter().zip(noted).filter(|&(_, noted)| noted) {
            for cell in cells_of(part) {
                grid.notes.of_summary(report, cell);
                grid.notes.of_comparison(report, cell);
            }
        }
        grid.add_geomeans(Numbers::Scaled);
        grid
    }

    /// Some of the rows that [`heads`](Grid::heads) left out, with their texts.
    pub(crate) fn part<'p>(&'p self, report: &'p Report, rows: Range<usize>) -> Grid<'p> {
        let mut grid = Grid::empty(report, self.index);
        grid.notes = self.notes.known();
        rows.for_each(|row| grid.add_row(report, row, Numbers::Scaled));
        grid
    }

    /// The heads of table `index`.
    fn empty(report: &'r Report, index: usize) -> Grid<'r> {
        let table = &report.tables[index];
        let before = index.checked_sub(1).map(|before| &report.tables[before].key);
        let fields = report.table_fields.iter().zip(table.key.iter());
        let changed = |i: usize, value: &Text| before.is_none_or(|key| key[i] != *value);
        let keys = (0..).zip(fields).filter(|(i, (_, value))| changed(*i, value));
        Grid {
            table,
            index,
            class: class(table.unit.as_bytes()),
            keys: keys.map(|(_, pair)| pair).collect(),
            unit: &table.unit,
            columns: table.columns.iter().map(|column| &column.key[..]).collect(),
            levels: report.col_fields.len(),
            rows: Vec::new(),
            cells: Vec::new(),
            geomeans: Vec::new(),
            text: Vec::new(),
            notes: Notes::default(),
        }
    }

    fn add_geomeans(&mut self, numbers: Numbers) {
        // One row needs no summary; programs get it all the same, so that all tables look alike.
        let rows = self.table.rows.len() + self.table.hidden_rows as usize;
        let summarized = 1 < rows || numbers == Numbers::Raw;
        for column in self.table.columns.iter().filter(|_| summarized) {
            let geomean = self.geomean(&column.geomean, numbers);
            self.geomeans.push(geomean);
        }
    }

    /// The cells of a row.
    pub fn cells(&self, row: &GridRow) -> &[GridCell] {
        &self.cells[row.cells.clone()]
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &[u8] {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The notes' texts, in the order of their numbers.
    pub fn note_texts(&self) -> impl Iterator<Item = (NoteId, &[u8])> {
        self.notes.iter()
    }

    /// The text of one note.
    pub(crate) fn note_text(&self, note: NoteId) -> &[u8] {
        self.notes.text(note)
    }

    fn add_row(&mut self, report: &Report, row: usize, numbers: Numbers) {
        let (index, row) = (row, &self.table.rows[row]);
        let judged = report.analysis.as_ref().filter(|analysis| match numbers {
            Numbers::Scaled => analysis.in_text,
            Numbers::Raw => false,
        });
        let judged = judged.map_or(&[][..], |all| &all.tables[self.index].rows[index].judgements);
        let label = self.write(|out| write_label(out, &row.key));
        let scale = (numbers != Numbers::Raw).then(|| row_scale(self.class, row));
        let judged = |cell: &Cell| judged.iter().find(|judged| judged.column == cell.column);
        let start = self.cells.len();
        for cell in &row.cells {
            let cell = self.cell(report, cell, scale, judged(cell));
            self.cells.push(cell);
        }
        self.rows.push(GridRow { label, cells: start..self.cells.len() });
    }

    fn cell(
        &mut self,
        report: &Report,
        cell: &Cell,
        scale: Option<Scale>,
        judged: Option<&Judgement>,
    ) -> GridCell {
        let center = self.write(|out| cell::write_value(out, cell.summary.center, scale));
        let range = self.write(|out| write_range(out, cell.summary));
        let notes = self.notes.of_summary(report, cell);
        let comparison = cell.comparison.map(|comparison| {
            let delta = self.write(|out| {
                write_delta(out, comparison.delta(cell.summary.center));
                verdict::write_interval(out, report, judged, scale);
            });
            let test = self.write(|out| write_odds(out, comparison.p, comparison.base_n, cell.n));
            let end = self.write(|out| verdict::write_verdict(out, report, judged)).end;
            let odds = Span { start: test.start, end };
            let note = self.notes.of_comparison(report, cell);
            let verdict = match judged.map(|judged| judged.outcome) {
                None => self.table.verdict(cell),
                Some(Outcome::Regressed) => Verdict::Worse,
                Some(Outcome::Improved) => Verdict::Better,
                Some(Outcome::Changed) => Verdict::Changed,
                Some(_) => Verdict::Same,
            };
            GridComparison { delta, odds, test, note, verdict }
        });
        GridCell { column: cell.column as usize, center, range, notes, comparison }
    }

    fn geomean(&mut self, geomean: &Geomean, numbers: Numbers) -> GridGeomean {
        let center = match geomean.center {
            None => Span::default(),
            Some(center) => {
                let scale = (numbers != Numbers::Raw).then(|| Scale::common(self.class, [center]));
                self.write(|out| cell::write_value(out, center, scale))
            }
        };
        let ratio =
            geomean.ratio.map(|ratio| (ratio.is_some(), self.write(|out| write_ratio(out, ratio))));
        let notes = geomean.warnings.iter().map(|w| self.notes.of_warning(w)).collect();
        GridGeomean { center, ratio, notes }
    }

    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Span {
        let start = self.text.len() as u32;
        write(&mut self.text);
        Span { start, end: self.text.len() as u32 }
    }
}

fn cells_of(rows: &[Row]) -> impl Iterator<Item = &Cell> {
    rows.iter().flat_map(|row| row.cells.iter())
}

/// The scale that the cells of a row have in common.
fn row_scale(class: Class, row: &Row) -> Scale {
    Scale::common(class, row.cells.iter().map(|cell| cell.summary.center))
}

#[cfg(test)]
mod tests;
