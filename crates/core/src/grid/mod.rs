//! The grid: a table as strings.
//!
//! The only place that decides how a cell looks: scale, digits, percent signs, footnote numbers. Takes a [`Report`];
//! gives for each table the text of each role (center, range, delta, p-value) and its notes. Must not know margins,
//! widths, separators or markup, because each renderer has its own.
//!
//! The public part is for programs that display a report themselves: [`Grid::window`] lays out the rows on a screen,
//! and the functions below describe a report, a table, a row or a comparison in words. So all front ends show the same
//! digits and sentences as the CLI.

mod axis;
mod bars;
mod cards;
mod cell;
mod change;
mod gate;
mod history;
mod history_gate;
mod notes;
mod quantile;
mod ratio;
mod row_name;
mod text;
mod typography;
mod units;

use std::borrow::Cow;
use std::ops::Range;

pub use crate::base::write_label;
use crate::base::{Text, Texts, parallel};
use crate::stats::Shift;
use crate::table::{
    Assumption, Cell, Comparison, Delta, Effect, MeanChange, Outcome, Report, Row, Table,
};
use crate::unit::{Class, Scale};
pub(crate) use axis::{Axis, Tick, suffix, value_text};
pub use bars::{Bar, BarAxis, Bars, bars};
pub use cards::{Card, CardMean, Look, cards};
use cell::{
    row_scale, write_delta, write_mean_change, write_p_and_n, write_p_and_n_as_benchstat,
    write_range, write_untested,
};
pub use change::{ExplainedChange, ExplainedSide, explain_change, points_in_words};
pub(crate) use gate::{GateText, gate_text};
pub use gate::{decision_words, gate_headline, gate_line};
pub use history::{HistoryGrid, HistoryGridChange, HistoryGridRow, HistoryGridTable};
pub(crate) use history::{change_words, next_command, point_names, short_names};
pub use history_gate::history_gate_messages;
pub use notes::NoteId;
use notes::Notes;
pub(crate) use quantile::{QuantileTable, quantiles};
pub use ratio::change_text;
pub(crate) use ratio::{Change, RatioAxis};
pub use row_name::row_name_of;
pub use text::{
    Explained, ExplainedCell, OutcomeCount, SuiteLine, analysis_lines, answer, counted, difference,
    explain, in_short, in_words, outcome_counts, sample_issues, scale_of, suite_lines, suite_text,
};
pub(crate) use text::{describe, footer, issue_lines, machine_difference, outcome_line, tests};
pub use typography::typeset;
pub(crate) use typography::with_unit;
pub use units::{RowOfUnit, rows_of_units};
pub(crate) use units::{counterpart, inverse_units};

/// How values are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// For people: four digits and a prefix, one scale a row; with outcomes if the query asks for them.
    Scaled,
    /// For programs: all digits.
    Raw,
}

/// Returns the heading of the changes of a table from the base or the previous column: `vs base (pairs)`.
pub fn versus(report: &Report, table: &Table, base: &str) -> String {
    let is_paired = report.is_paired && table.assumption != Assumption::Exact;
    format!("vs {base}{}", if is_paired { " (pairs)" } else { "" })
}

/// Returns the same heading for people, who see estimates with outcomes: `est. vs base (pairs)`.
fn versus_estimated(report: &Report, table: &Table) -> String {
    let is_estimated = report.analysis.as_ref().is_some_and(|analysis| analysis.outcomes)
        && table.assumption != Assumption::Exact;
    format!("{}{}", if is_estimated { "est. " } else { "" }, versus(report, table, "base"))
}

/// The number of rows that one thread processes at a time: enough to make them cheap to hand out, few enough to keep
/// their texts in its cache.
pub(crate) const PART_ROWS: usize = 2048;

/// A range of the grid's text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Span {
    start: usize,
    end: usize,
}

/// One table, laid out.
#[derive(Debug)]
pub struct Grid<'r> {
    table: &'r Table,
    /// Its index in the report.
    index: usize,
    class: Class,
    /// The keys that differ from the previous table, with their names.
    pub(crate) keys: Vec<(&'r Text, &'r Text)>,
    pub(crate) unit: &'r Text,
    /// Whether runs were compared in pairs or blocks.
    pub(crate) is_paired: bool,
    /// The heading of comparisons. Paired tables have their own, because their p and n mean something else.
    pub(crate) versus: String,
    /// The columns that have cells, with the values of their keys.
    pub(crate) columns: Vec<GridColumn<'r>>,
    /// For each column of the table, its index in [`columns`](Grid::columns).
    shown: Vec<Option<usize>>,
    /// How many values a column key has.
    pub(crate) levels: usize,
    /// The rows that were laid out.
    pub rows: Vec<GridRow>,
    /// The cells of all rows in one list, because there are many rows and a list for each would use more memory than
    /// its contents.
    cells: Vec<GridCell>,
    /// The last row, one entry for each column; empty if it would add nothing.
    pub geomeans: Vec<GridGeomean>,
    /// All texts, concatenated.
    text: Vec<u8>,
    notes: Notes<'r>,
}

/// A column, laid out.
#[derive(Debug)]
pub(crate) struct GridColumn<'r> {
    /// Its index in the table.
    pub(crate) place: u32,
    /// The values of its key.
    pub(crate) key: &'r Texts,
    /// Whether it has a baseline: then it has room for `vs base`.
    pub(crate) is_compared: bool,
}

/// A row, laid out.
#[derive(Debug)]
#[non_exhaustive]
pub struct GridRow {
    /// The values of its key that are set.
    pub label: Span,
    /// Its index in the table.
    pub(crate) place: u32,
    cells: Range<usize>,
}

/// A cell, laid out.
#[derive(Debug)]
#[non_exhaustive]
pub struct GridCell {
    /// The index of its column in the grid; in a [window](Grid::window), in the table.
    pub column: usize,
    /// The center.
    pub center: Span,
    /// The reach of the interval.
    pub range: Span,
    /// The notes on the center and its range; `None` follows the notes that exist.
    pub notes: [Option<NoteId>; 2],
    /// The comparison with the baseline, if there is one.
    pub comparison: Option<GridComparison>,
}

/// A comparison, laid out.
#[derive(Debug)]
#[non_exhaustive]
pub struct GridComparison {
    /// The change: `-12.50%`, or `~` if it is not significant; with its interval if intervals are shown.
    pub delta: Span,
    /// The change without the interval.
    pub change: Span,
    /// The interval: `[+1.20%, +3.40%]`; empty if intervals are not shown.
    pub(crate) interval: Span,
    /// `p=0.002 n=6`.
    pub test: Span,
    /// Further text if outcomes are shown: `24 runs needed`.
    pub(crate) more: Span,
    /// The note on it.
    pub note: Option<NoteId>,
    /// The outcome: from the analysis if the table shows it, otherwise from significance.
    pub outcome: Outcome,
}

/// The geometric mean of a column, laid out.
#[derive(Debug)]
#[non_exhaustive]
pub struct GridGeomean {
    /// The mean; empty if it does not exist.
    pub center: Span,
    /// Whether the change is a number, and its text with the interval, if there is one; `None` for the baseline.
    pub change: Option<(bool, Span)>,
    /// The change of the suite with its interval, if the table shows it.
    pub(crate) suite: Option<GridSuite>,
    /// The notes on it.
    pub notes: Vec<NoteId>,
}

/// The change of a suite, laid out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GridSuite {
    pub(crate) change: Span,
    pub(crate) interval: Span,
    /// `p=0.002 n=6`; n is the number of blocks.
    pub(crate) test: Span,
    pub(crate) outcome: Outcome,
}

impl<'r> Grid<'r> {
    /// Lays out table `index` of a report.
    pub(crate) fn new(report: &'r Report, index: usize, numbers: Numbers) -> Grid<'r> {
        Grid::laid_out(Grid::empty(report, index, false), report, numbers)
    }

    /// Lays out a table for people, including columns that the table does not have but describes.
    pub(crate) fn with_absent(report: &'r Report, index: usize) -> Grid<'r> {
        Grid::laid_out(Grid::empty(report, index, true), report, Numbers::Scaled)
    }

    fn laid_out(mut grid: Grid<'r>, report: &'r Report, numbers: Numbers) -> Grid<'r> {
        if numbers == Numbers::Raw {
            // Programs get the change of the centers.
            grid.versus = versus(report, grid.table, "base");
        }
        let all = 0..grid.table.rows.len();
        all.for_each(|row| grid.add_row(report, row, numbers));
        grid.add_geomeans(report, numbers);
        grid
    }

    /// Lays out some rows of a table, in any order, with the note numbers of the whole table and with all of its
    /// columns, including those without cells.
    pub fn window(report: &'r Report, index: usize, rows: &[u32]) -> Grid<'r> {
        let mut grid = Grid::heads_of(Grid::empty(report, index, true), report, 1);
        rows.iter().for_each(|&row| grid.add_row(report, row as usize, Numbers::Scaled));
        grid
    }

    /// Lays out everything of a table except its rows, for people, on up to `threads` threads.
    pub(crate) fn heads(report: &'r Report, index: usize, threads: usize) -> Grid<'r> {
        Grid::heads_of(Grid::empty(report, index, false), report, threads)
    }

    fn heads_of(mut grid: Grid<'r>, report: &'r Report, threads: usize) -> Grid<'r> {
        let parts: Vec<&[Row]> = grid.table.rows.chunks(PART_ROWS).collect();
        // Notes are numbered in the order of the cells, and most parts have no notes.
        let noted = |_: &mut (), i: usize| parts[i].iter().any(is_noted);
        let noted = parallel::map(parts.len(), threads, || (), noted);
        for (part, _) in parts.iter().zip(noted).filter(|&(_, noted)| noted) {
            for row in *part {
                for cell in &row.cells {
                    grid.notes.of_cell(report, cell);
                    let comparison = row.comparison(cell.column);
                    comparison.map(|comparison| grid.notes.of_comparison(report, comparison));
                }
            }
        }
        grid.add_geomeans(report, Numbers::Scaled);
        grid
    }

    /// Lays out some of the rows that [`heads`](Grid::heads) omitted, with their texts.
    pub(crate) fn part<'p>(&'p self, report: &'p Report, rows: Range<usize>) -> Grid<'p> {
        let mut grid = Grid::empty(report, self.index, false);
        grid.notes = self.notes.known();
        // Many parts wait in memory until the widths of all are known.
        grid.rows.reserve_exact(rows.len());
        let cells = &self.table.rows[rows.clone()];
        grid.cells.reserve_exact(cells.iter().map(|row| row.cells.len()).sum());
        rows.for_each(|row| grid.add_row(report, row, Numbers::Scaled));
        grid
    }

    /// Lays out the heads of table `index`.
    fn empty(report: &'r Report, index: usize, absent: bool) -> Grid<'r> {
        let table = &report.tables[index];
        let mut shown = vec![None; table.columns.len()];
        let mut columns = Vec::new();
        for (place, column) in table.columns.iter().enumerate() {
            if absent || !column.is_absent {
                let is_compared = table.is_compared(place) || absent && column.base.is_some();
                shown[place] = Some(columns.len());
                columns.push(GridColumn { place: place as u32, key: &column.key, is_compared });
            }
        }
        let changed = match index.checked_sub(1) {
            Some(before) => report.tables[before].key.differing(&table.key, usize::MAX),
            None => (0..table.key.len()).collect(),
        };
        let keys = changed.into_iter().map(|i| (&report.table_fields[i], &table.key[i]));
        let is_paired = report.is_paired && table.assumption != Assumption::Exact;
        Grid {
            table,
            index,
            class: table.class,
            keys: keys.collect(),
            unit: &table.unit,
            is_paired,
            versus: versus_estimated(report, table),
            columns,
            shown,
            levels: report.col_fields.len(),
            rows: Vec::new(),
            cells: Vec::new(),
            geomeans: Vec::new(),
            text: Vec::new(),
            notes: Notes::default(),
        }
    }

    fn add_geomeans(&mut self, report: &Report, numbers: Numbers) {
        // A single row needs no summary. Machine-readable output still includes it, so that all tables have the same
        // form.
        let rows = self.table.rows.len() + self.table.hidden_rows as usize;
        let summarized = 1 < rows || numbers == Numbers::Raw;
        for i in (0..self.columns.len()).filter(|_| summarized) {
            let place = self.columns[i].place as usize;
            let geomean = self.geomean(report, place, numbers);
            self.geomeans.push(geomean);
        }
    }

    /// Returns the cells of a row.
    pub fn cells(&self, row: &GridRow) -> &[GridCell] {
        &self.cells[row.cells.clone()]
    }

    /// Returns the text of a span.
    pub fn text(&self, span: Span) -> &[u8] {
        &self.text[span.start..span.end]
    }

    /// Returns a value with its unit, for the web app: `280.1 µs`.
    pub fn value(&self, span: Span) -> String {
        let text = typeset(&String::from_utf8_lossy(self.text(span)));
        with_unit(&text, &self.unit.to_string_lossy())
    }

    /// Returns the texts of the notes, in the order of their numbers.
    pub fn note_texts(&self) -> impl Iterator<Item = (NoteId, &[u8])> {
        self.notes.iter()
    }

    /// Returns the text of one note.
    pub(crate) fn note_text(&self, note: NoteId) -> &[u8] {
        self.notes.text(note)
    }

    fn add_row(&mut self, report: &Report, place: usize, numbers: Numbers) {
        let row = &self.table.rows[place];
        let label = self.write(|out| write_label(out, &row.key));
        let scale = (numbers != Numbers::Raw).then(|| row_scale(self.class, row));
        let start = self.cells.len();
        for cell in &row.cells {
            let Some(column) = self.shown[cell.column as usize] else { continue };
            let center = self.write(|out| cell::write_value(out, cell.summary.center, scale));
            let range = self.write(|out| write_range(out, cell.summary));
            let notes = self.notes.of_cell(report, cell);
            let comparison = row.comparison(cell.column);
            let comparison = comparison.and_then(|found| self.comparison(report, found, scale));
            self.cells.push(GridCell { column, center, range, notes, comparison });
        }
        self.rows.push(GridRow { label, place: place as u32, cells: start..self.cells.len() });
    }

    /// Returns the texts of a comparison; `None` if a side is missing. Without a scale, the numbers are for programs.
    fn comparison(
        &mut self,
        report: &Report,
        comparison: &Comparison,
        scale: Option<Scale>,
    ) -> Option<GridComparison> {
        let analysis = report.analysis.as_ref().filter(|_| scale.is_some());
        let is_analysed = analysis.is_some_and(|analysis| analysis.outcomes);
        let shown = if is_analysed {
            Cow::Borrowed(comparison)
        } else {
            comparison.without_outcomes(report.alpha)
        };
        let comparison = &*shown;
        let (sides, delta) = (&comparison.sides()?, comparison.delta()?);
        let effect = text::shown_effect(report, comparison).filter(|_| is_analysed);
        let change = self.write(|out| match (effect, delta) {
            _ if comparison.is_control() => {
                out.extend_from_slice(comparison.outcome.word().as_bytes());
            }
            // A single run on a side is never significant, but a reader still wants to see its change.
            (_, Delta::Insignificant)
                if scale.is_some()
                    && (is_analysed || report.is_of_harnesses)
                    && sides.is_of_one() =>
            {
                write_untested(out, sides.ratio());
            }
            // Equal medians do not mean that the best runs, or the values as a whole, are equal.
            (Some((_, shift)), delta)
                if matches!(delta, Delta::Ratio(_) | Delta::FromZero)
                    || (delta == Delta::Equal && shift.estimate != shift.scale.null()) =>
            {
                text::write_shift(out, shift.scale, shift.estimate, scale);
            }
            // Infinity has no percentage, although benchstat prints one.
            (None, Delta::Ratio(_)) if is_analysed && sides.ratio().is_none() => out.push(b'?'),
            (_, delta) => write_delta(out, delta),
        });
        let (interval, delta) = self.with_interval(change, effect, scale);
        let test = self.write(|out| {
            if is_analysed {
                write_p_and_n(out, comparison);
                text::write_adjusted(out, report, comparison);
            } else {
                write_p_and_n_as_benchstat(out, comparison);
            }
        });
        let better = self.table.direction;
        let more = self.write(|out| {
            if is_analysed {
                out.extend_from_slice(in_short(comparison, better).as_bytes());
            }
        });
        let outcome = if is_analysed {
            comparison.outcome
        } else {
            comparison.outcome_by_p(self.table.direction)
        };
        let note = self.notes.of_comparison(report, comparison);
        Some(GridComparison { delta, change, interval, test, more, note, outcome })
    }

    /// Writes the interval after a change; returns it, and both together.
    fn with_interval(
        &mut self,
        change: Span,
        effect: Option<(&Effect, Shift)>,
        scale: Option<Scale>,
    ) -> (Span, Span) {
        let Some((effect, shift)) = effect else { return (Span::default(), change) };
        let Span { start, end } =
            self.write(|out| text::write_bounds(out, &shift, effect.p_decides, scale));
        // A space separates them.
        (Span { start: start + 1, end }, Span { start: change.start, end })
    }

    fn geomean(&mut self, report: &Report, column: usize, numbers: Numbers) -> GridGeomean {
        let table = self.table;
        let geomean = &table.columns[column].geomean;
        let center = match geomean.center {
            None => Span::default(),
            Some(center) => {
                let scale = (numbers != Numbers::Raw).then(|| Scale::common(self.class, [center]));
                self.write(|out| cell::write_value(out, center, scale))
            }
        };
        let suite = table.suite(column).filter(|_| numbers != Numbers::Raw);
        let suite = suite.and_then(|suite| self.suite(report, &suite.comparison));
        let change = geomean.change.map(|change| {
            let text = match &suite {
                Some(GridSuite { change, interval, .. }) => {
                    Span { start: change.start, end: interval.end }
                }
                None => self.write(|out| write_mean_change(out, change)),
            };
            (matches!(change, MeanChange::Ratio(_)), text)
        });
        let notes = geomean.warnings.iter();
        let notes = notes.map(|&w| self.notes.of_warning(report, w, None)).collect();
        GridGeomean { center, change, suite, notes }
    }

    fn suite(&mut self, report: &Report, suite: &Comparison) -> Option<GridSuite> {
        let effect = text::shown_effect(report, suite)?;
        let shift = effect.1;
        let change = self.write(|out| text::write_shift(out, shift.scale, shift.estimate, None));
        let (interval, _) = self.with_interval(change, Some(effect), None);
        let test = self.write(|out| write_p_and_n(out, suite));
        Some(GridSuite { change, interval, test, outcome: suite.outcome })
    }

    fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Span {
        let start = self.text.len();
        write(&mut self.text);
        Span { start, end: self.text.len() }
    }
}

/// Returns a geometric mean of new/old as a change: `+12.34%`.
pub(crate) fn mean_change(ratio: f64) -> String {
    let mut out = Vec::new();
    write_mean_change(&mut out, MeanChange::Ratio(ratio));
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns whether a row has any notes.
fn is_noted(row: &Row) -> bool {
    let doubtful = |comparison: &Comparison| comparison.warning().is_some();
    let noted = |cell: &Cell| cell.warning.is_some() || !cell.varies_in().is_empty();
    row.cells.iter().any(noted) || row.comparisons.iter().any(doubtful)
}

#[cfg(test)]
mod tests;
