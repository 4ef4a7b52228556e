//! Rows in the order and range that a reader selects.

use benchlens_core::Report;
use benchlens_core::base::{Text, label_of};
use benchlens_core::grid::{
    Bar, Bars, Grid, GridCell, GridGeomean, NoteId, Span, difference, in_short, in_words, scale_of,
    typeset,
};
use benchlens_core::stats::{Shift, ShiftScale};
use benchlens_core::table::{Comparison, Row, Table};

use crate::lengths::Lengths;
use crate::types::{BarView, CellView, GeomeanView, OutcomeView, RowView, RowsPage};
use crate::typography::change;

/// Returns a range of rows of a table, in the `order` that `row_order` returned. Returns nothing if there is no such
/// table.
///
/// `bars` and `lengths` are the bars and the lengths of the table.
pub(crate) fn row_page(
    report: &Report,
    bars: &Bars,
    lengths: Option<&Lengths>,
    table: usize,
    order: &[u32],
    range: std::ops::Range<usize>,
) -> Option<RowsPage> {
    let whole = report.tables.get(table)?;
    let end = range.end.min(order.len());
    let shown = &order[range.start.min(end)..end];
    let window = Window { grid: &Grid::window(report, table, shown), table: whole, bars, lengths };
    let outcomes = |row: u32| {
        let row = &whole.rows[row as usize];
        let found = report.analysis.iter().flat_map(|_| &row.comparisons);
        found.map(|comparison| outcome(report, whole, row, comparison)).collect()
    };
    let rows = (0..).zip(shown).map(|(i, &row)| window.row(i, row, outcomes(row)));
    let rows: Vec<RowView> = rows.collect();
    let geomean = window.geomean();
    let of_cells = rows.iter().flat_map(|row| &row.cells);
    let of_cells = of_cells.flat_map(|cell| cell.notes.iter().chain(&cell.delta_notes));
    let of_geomeans = geomean.iter().flatten().flat_map(|geomean| &geomean.notes);
    let mut is_used = vec![false; window.grid.note_texts().count() + 1];
    for &note in of_cells.chain(of_geomeans) {
        is_used[note as usize] = true;
    }
    let texts = window.grid.note_texts().map(|(note, text)| (note.get(), text));
    let footnotes = texts
        .filter(|&(note, _)| is_used[note as usize])
        .map(|(note, text)| (note, String::from_utf8_lossy(text).into_owned()))
        .collect();
    Some(RowsPage { total: order.len(), rows, geomean, footnotes })
}

/// Returns the result of the analysis for a comparison.
fn outcome(report: &Report, table: &Table, row: &Row, comparison: &Comparison) -> OutcomeView {
    let shift = comparison.effect().and_then(|effect| effect.shift);
    let amount = |shift: &Shift, amount: f64| match shift.scale {
        // These bounds mean that the interval is unbounded.
        ShiftScale::Ratio if amount == 0.0 => "−∞".into(),
        _ if amount.is_infinite() => if amount < 0.0 { "−∞" } else { "+∞" }.into(),
        ShiftScale::Ratio => change(amount),
        ShiftScale::Difference => typeset(&difference(amount, scale_of(table, row))),
    };
    let interval = |shift: &Shift| {
        let [lo, hi] = [shift.interval.lo, shift.interval.hi].map(|bound| amount(shift, bound));
        format!("[{lo}, {hi}]")
    };
    OutcomeView {
        column: comparison.column as usize,
        outcome: comparison.outcome,
        more: typeset(&in_short(comparison, table.direction)),
        change: shift.map(|shift| amount(&shift, shift.estimate)).unwrap_or_default(),
        interval: shift.as_ref().map(interval).unwrap_or_default(),
        words: typeset(&in_words(report, comparison, scale_of(table, row))),
    }
}

struct Window<'a> {
    grid: &'a Grid<'a>,
    table: &'a Table,
    bars: &'a Bars,
    lengths: Option<&'a Lengths>,
}

impl Window<'_> {
    fn row(&self, index: usize, row: u32, outcomes: Vec<OutcomeView>) -> RowView {
        let laid_out = &self.grid.rows[index];
        let found = &self.table.rows[row as usize];
        let cells = self.grid.cells(laid_out).iter();
        let cells = cells.map(|cell| view(self.grid, cell, found)).collect();
        let part =
            |part: &Text| if part.is_empty() { "(none)".into() } else { part.to_string_lossy() };
        let bar = |comparison: &Comparison| {
            let Bar { at, lo, hi } = self.bars.bar(comparison)?;
            Some(BarView { column: comparison.column as usize, at, lo, hi })
        };
        let bars = found.comparisons.iter().filter_map(bar).collect();
        let parts = found.key.iter().map(part).collect();
        let length = self.lengths.and_then(|lengths| lengths.length(self.table, row as usize));
        RowView { row, label: label_of(&found.key), parts, cells, outcomes, bars, length }
    }

    fn geomean(&self) -> Option<Vec<GeomeanView>> {
        let bar = |column: usize| {
            let geomean = &self.table.columns[column].geomean;
            let mean = || {
                let at = self.bars.place(geomean.change?.ratio()?);
                Some(Bar { at, lo: at, hi: at })
            };
            let suite = self.table.suite(column).and_then(|suite| self.bars.bar(&suite.comparison));
            let Bar { at, lo, hi } = suite.or_else(mean)?;
            Some(BarView { column, at, lo, hi })
        };
        let view = |(column, geomean): (usize, &GridGeomean)| GeomeanView {
            center: self.grid.value(geomean.center),
            ratio: geomean.change.map(|(_, span)| number(self.grid, span)).unwrap_or_default(),
            notes: numbers(geomean.notes.iter().copied()),
            bar: bar(column),
        };
        let all: Vec<GeomeanView> = self.grid.geomeans.iter().enumerate().map(view).collect();
        (!all.is_empty()).then_some(all)
    }
}

/// Returns the cells of one row of a table, without footnotes.
pub(crate) fn cells_of(report: &Report, table: usize, row: usize) -> Vec<CellView> {
    let grid = &Grid::window(report, table, &[row as u32]);
    let found = &report.tables[table].rows[row];
    let without_notes =
        |cell| CellView { notes: Vec::new(), delta_notes: Vec::new(), ..view(grid, cell, found) };
    grid.cells(&grid.rows[0]).iter().map(without_notes).collect()
}

fn view(grid: &Grid<'_>, cell: &GridCell, row: &Row) -> CellView {
    let comparison = cell.comparison.as_ref();
    let compared = row.comparison(cell.column as u32);
    let text = |span: Option<Span>| span.map(|span| number(grid, span)).unwrap_or_default();
    CellView {
        column: cell.column,
        center: grid.value(cell.center),
        range: number(grid, cell.range),
        notes: numbers(cell.notes.into_iter().flatten()),
        base: compared.map(|compared| compared.base),
        delta: text(comparison.map(|c| c.change)),
        odds: text(comparison.map(|c| c.test)),
        delta_notes: numbers(comparison.and_then(|c| c.note)),
        outcome: compared.map(|compared| compared.outcome),
    }
}

/// Formats a number.
fn number(grid: &Grid<'_>, span: Span) -> String {
    typeset(&String::from_utf8_lossy(grid.text(span)))
}

fn numbers(notes: impl IntoIterator<Item = NoteId>) -> Vec<u32> {
    notes.into_iter().map(NoteId::get).collect()
}
