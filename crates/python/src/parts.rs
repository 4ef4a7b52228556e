//! Parts of a report as light objects: each refers to the report and an index in it, and reads its values there.
//!
//! Numbers that do not exist and infinite bounds are `None`. Numbers are those of tidy data.

use std::sync::Arc;

use benchlens_core::base::label_of;
use benchlens_core::table;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::answered::Answered;
use crate::text::{key, shown, text};

/// The results with the same table key and unit. `len(table)` is the number of shown rows.
#[pyclass(frozen, module = "benchlens")]
pub(crate) struct Table {
    of: Arc<Answered>,
    /// The index among the shown tables.
    place: usize,
}

impl Table {
    pub(crate) fn new(of: &Arc<Answered>, place: usize) -> Table {
        Table { of: Arc::clone(of), place }
    }

    fn whole(&self) -> usize {
        self.of.shown[self.place].0
    }

    fn table(&self) -> &table::Table {
        &self.of.report().tables[self.whole()]
    }

    fn all_rows(&self) -> impl Iterator<Item = Row> {
        let (table, rows) = &self.of.shown[self.place];
        rows.iter().map(|&row| Row { of: Arc::clone(&self.of), table: *table, row: row as usize })
    }

    pub(crate) fn all_comparisons(&self) -> Vec<Comparison> {
        self.all_rows().flat_map(|row| row.comparisons()).collect()
    }
}

#[pymethods]
impl Table {
    /// The table key, with one value for each of `Report.table_fields`.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        key(py, &self.table().key)
    }

    /// The unit, such as `sec/op`.
    #[getter]
    fn unit(&self) -> String {
        text(&self.table().unit)
    }

    /// The direction in which values are better, if it is known.
    #[getter]
    fn better(&self) -> Option<&'static str> {
        self.table().direction.map(benchlens_core::unit::Direction::word)
    }

    /// The columns.
    #[getter]
    fn columns(&self) -> Vec<Column> {
        let (of, table) = (&self.of, self.whole());
        let column = |column| Column { of: Arc::clone(of), table, column };
        (0..self.table().columns.len()).map(column).collect()
    }

    /// The shown rows, in their order.
    #[getter]
    fn rows(&self) -> Vec<Row> {
        self.all_rows().collect()
    }

    fn __len__(&self) -> usize {
        self.of.shown[self.place].1.len()
    }

    fn __repr__(&self) -> String {
        format!("<benchlens.Table of {}: {} rows>", self.unit(), self.__len__())
    }
}

/// A column of a table.
#[pyclass(frozen, module = "benchlens")]
pub(crate) struct Column {
    of: Arc<Answered>,
    table: usize,
    column: usize,
}

impl Column {
    fn column(&self) -> &table::Column {
        &self.of.report().tables[self.table].columns[self.column]
    }
}

#[pymethods]
impl Column {
    /// The column key, with one value for each of `Report.col_fields`.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        key(py, &self.column().key)
    }

    /// The values of the key in one string.
    #[getter]
    fn label(&self) -> String {
        label_of(&self.column().key)
    }

    /// The geometric mean of the centers of all rows.
    #[getter]
    fn geomean(&self) -> Option<f64> {
        self.column().geomean.center
    }

    /// The change of the geometric mean, over rows with both sides; 0.05 is +5%.
    #[getter]
    fn geomean_change(&self) -> Option<f64> {
        let ratio = self.column().geomean.change.and_then(table::MeanChange::ratio);
        ratio.map(|ratio| ratio - 1.0)
    }

    /// The change of all rows together, with its interval; needs a recording and an analysis.
    #[getter]
    fn suite(&self) -> Option<Suite> {
        let table::Suite { rows, comparison, .. } = self.column().geomean.suite.as_ref()?;
        let change = comparison
            .effect()
            .and_then(|effect| effect.shift)
            .map(benchlens_core::Shift::relative);
        let finite = |value: f64| value.is_finite().then_some(value);
        Some(Suite {
            rows: *rows,
            blocks: comparison.sides()?.n,
            outcome: comparison.outcome.word(),
            p: comparison.test().map(|test| test.p),
            change: change.map(|change| change.estimate),
            change_lo: change.and_then(|change| finite(change.interval.lo)),
            change_hi: change.and_then(|change| finite(change.interval.hi)),
        })
    }

    fn __repr__(&self) -> String {
        format!("<benchlens.Column {:?}>", self.label())
    }
}

/// The change of all rows of a column together, in the blocks of a recording.
#[pyclass(frozen, get_all, module = "benchlens")]
pub(crate) struct Suite {
    /// The number of rows that count.
    rows: u32,
    /// The number of blocks.
    blocks: u32,
    /// The outcome: `"regressed"`, `"improved"`, `"changed"`, `"unchanged"` or `"inconclusive"`.
    outcome: &'static str,
    /// The p-value.
    p: Option<f64>,
    /// The estimated change; 0.05 is +5%.
    change: Option<f64>,
    /// The lower bound of the interval.
    change_lo: Option<f64>,
    /// The upper bound of the interval.
    change_hi: Option<f64>,
}

/// A row of a table, which is usually one benchmark.
#[pyclass(frozen, module = "benchlens")]
pub(crate) struct Row {
    of: Arc<Answered>,
    table: usize,
    row: usize,
}

impl Row {
    fn row(&self) -> &table::Row {
        &self.of.report().tables[self.table].rows[self.row]
    }
}

#[pymethods]
impl Row {
    /// The row key, with one value for each of `Report.row_fields`.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        key(py, &self.row().key)
    }

    /// The values of the key in one string.
    #[getter]
    fn label(&self) -> String {
        label_of(&self.row().key)
    }

    /// The existing cells, by column.
    #[getter]
    fn cells(&self) -> Vec<Cell> {
        let (of, table, row) = (&self.of, self.table, self.row);
        let cell = |cell| Cell { of: Arc::clone(of), table, row, cell };
        (0..self.row().cells.len()).map(cell).collect()
    }

    /// The comparisons, by column.
    #[getter]
    fn comparisons(&self) -> Vec<Comparison> {
        let (of, table, row) = (&self.of, self.table, self.row);
        let comparison = |comparison| Comparison { of: Arc::clone(of), table, row, comparison };
        (0..self.row().comparisons.len()).map(comparison).collect()
    }

    fn __repr__(&self) -> String {
        format!("<benchlens.Row {:?}>", self.label())
    }
}

/// All values of one row and column.
#[pyclass(frozen, module = "benchlens")]
pub(crate) struct Cell {
    of: Arc<Answered>,
    table: usize,
    row: usize,
    cell: usize,
}

impl Cell {
    fn cell(&self) -> &table::Cell {
        &self.of.report().tables[self.table].rows[self.row].cells[self.cell]
    }
}

#[pymethods]
impl Cell {
    /// The key of the row.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        key(py, &self.of.report().tables[self.table].rows[self.row].key)
    }

    /// The column.
    #[getter]
    fn column(&self) -> Column {
        let column = self.cell().column as usize;
        Column { of: Arc::clone(&self.of), table: self.table, column }
    }

    /// The unit of the numbers.
    #[getter]
    fn unit(&self) -> String {
        text(&self.of.report().tables[self.table].unit)
    }

    /// The number of values.
    #[getter]
    fn n(&self) -> u32 {
        self.cell().n
    }

    /// The median, or the mean of the kind that the test and the unit require.
    #[getter]
    fn center(&self) -> f64 {
        self.cell().summary.center
    }

    /// The lower bound of the confidence interval of the center, or `None` if it is infinite.
    #[getter]
    fn lo(&self) -> Option<f64> {
        Some(self.cell().summary.lo).filter(|bound| bound.is_finite())
    }

    /// The upper bound of the confidence interval of the center, or `None` if it is infinite.
    #[getter]
    fn hi(&self) -> Option<f64> {
        Some(self.cell().summary.hi).filter(|bound| bound.is_finite())
    }

    /// The values in the order in which they were read, if `compare` was called with `samples=True`.
    #[getter]
    fn samples(&self) -> Option<Vec<f64>> {
        self.cell().samples().map(<[f64]>::to_vec)
    }

    /// Warnings about the center or its interval, as sentences.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        let (report, cell) = (self.of.report(), self.cell());
        let sentence = |warning| shown(&report.warning_text(warning, Some(cell)));
        report.cell_warnings(cell).map(sentence).collect()
    }

    /// Problems with the values, as codes: `drift`, `serial`, `modes`, `outliers` or `clock-steps`.
    #[getter]
    fn issues(&self) -> Vec<&'static str> {
        self.cell().issues().iter().map(benchlens_core::report::SampleIssue::code).collect()
    }

    fn __repr__(&self) -> String {
        let row = label_of(&self.of.report().tables[self.table].rows[self.row].key);
        format!("<benchlens.Cell {row:?} in {:?}>", self.column().label())
    }
}

/// The comparison of a cell with the baseline of its row.
///
/// Attributes are `None` if the number does not exist, for example because one side is missing.
#[pyclass(frozen, module = "benchlens")]
pub(crate) struct Comparison {
    of: Arc<Answered>,
    table: usize,
    row: usize,
    comparison: usize,
}

impl Comparison {
    fn table(&self) -> &table::Table {
        &self.of.report().tables[self.table]
    }

    fn row(&self) -> &table::Row {
        &self.table().rows[self.row]
    }

    fn comparison(&self) -> &table::Comparison {
        &self.row().comparisons[self.comparison]
    }

    /// The comparison, if both sides exist.
    fn both(&self) -> Option<&table::Comparison> {
        Some(self.comparison()).filter(|comparison| comparison.sides().is_some())
    }

    fn effect(&self) -> Option<&table::Effect> {
        self.both()?.effect()
    }

    fn bound(&self, bound: impl Fn(&benchlens_core::stats::Interval) -> f64) -> Option<f64> {
        let change = self.effect()?.shift?.relative();
        Some(bound(&change.interval)).filter(|bound| bound.is_finite())
    }

    fn cell_of(&self, column: u32) -> Option<Cell> {
        let cell = self.row().cells.iter().position(|cell| cell.column == column)?;
        Some(Cell { of: Arc::clone(&self.of), table: self.table, row: self.row, cell })
    }

    fn column_of(&self, column: u32) -> Column {
        Column { of: Arc::clone(&self.of), table: self.table, column: column as usize }
    }
}

#[pymethods]
impl Comparison {
    /// The key of the row.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        key(py, &self.row().key)
    }

    /// The key of the table.
    #[getter]
    fn table_key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        key(py, &self.table().key)
    }

    /// The unit of the table.
    #[getter]
    fn unit(&self) -> String {
        text(&self.table().unit)
    }

    /// The compared column.
    #[getter]
    fn column(&self) -> Column {
        self.column_of(self.comparison().column)
    }

    /// The baseline column.
    #[getter]
    fn base_column(&self) -> Column {
        self.column_of(self.comparison().base)
    }

    /// The compared cell, if it exists.
    #[getter]
    fn cell(&self) -> Option<Cell> {
        self.cell_of(self.comparison().column)
    }

    /// The baseline cell, if it exists.
    #[getter]
    fn base(&self) -> Option<Cell> {
        match self.comparison().outcome {
            table::Outcome::New => None,
            _ => self.cell_of(self.comparison().base),
        }
    }

    /// The outcome.
    ///
    /// `changed` is a significant change in a unit without a known direction; `differs` is a significant difference of
    /// runs that are not interleaved, which the machine can have caused; `control` is a control benchmark.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.comparison().outcome.word()
    }

    /// The relative change of the medians (with another test, of the means), significant or not; 0.05 is +5%.
    #[getter]
    fn median_change(&self) -> Option<f64> {
        self.both()?.sides()?.ratio().map(|ratio| ratio - 1.0)
    }

    /// Whether the change is significant.
    #[getter]
    fn significant(&self) -> Option<bool> {
        self.both().map(table::Comparison::is_significant)
    }

    /// The p-value that tables show.
    #[getter]
    fn p(&self) -> Option<f64> {
        self.both()?.shown_p()
    }

    /// The p-value after adjustment for the number of comparisons.
    #[getter]
    fn adjusted_p(&self) -> Option<f64> {
        self.both()?.test().map(|test| test.adjusted_p)
    }

    /// Whether the estimated change is relative (`ratio`) or an amount in the unit (`difference`).
    #[getter]
    fn change_scale(&self) -> Option<&'static str> {
        Some(self.effect()?.shift?.scale.name())
    }

    /// The estimated change (Hodges–Lehmann): 0.05 is +5%, or an amount in the unit; see `change_scale`.
    ///
    /// It can differ from the change of the medians.
    #[getter]
    fn change(&self) -> Option<f64> {
        Some(self.effect()?.shift?.relative().estimate)
    }

    /// The lower bound of the confidence interval of the estimated change, or `None` if it is infinite.
    #[getter]
    fn change_lo(&self) -> Option<f64> {
        self.bound(|interval| interval.lo)
    }

    /// The upper bound of the confidence interval of the estimated change, or `None` if it is infinite.
    #[getter]
    fn change_hi(&self) -> Option<f64> {
        self.bound(|interval| interval.hi)
    }

    /// Whether `p` is significant although, because of ties, the interval includes no change.
    #[getter]
    fn p_decides(&self) -> Option<bool> {
        let effect = self.effect()?;
        effect.shift.map(|_| effect.p_decides)
    }

    /// The p-value of the Brunner–Munzel test, only if this test disagrees with `p`.
    ///
    /// The values may then differ only in their spread.
    #[getter]
    fn brunner_munzel_p(&self) -> Option<f64> {
        self.effect()?.brunner_munzel_p
    }

    /// For an inconclusive comparison, the number of runs on each side of a new measurement that would settle it.
    #[getter]
    fn runs_needed(&self) -> Option<u32> {
        self.both()?.power()?.runs_needed
    }

    /// For an inconclusive comparison, the smallest change that these runs would probably have shown.
    #[getter]
    fn min_detectable_effect(&self) -> Option<f64> {
        self.both()?.power()?.min_detectable_effect
    }

    /// The number of pairs, if runs are paired.
    #[getter]
    fn pairs(&self) -> Option<u32> {
        self.both()?.matching().map(|matching| matching.pairs)
    }

    /// A warning about the comparison, as a sentence.
    #[getter]
    fn warning(&self) -> Option<String> {
        let text = self.of.report().comparison_warning_text(self.comparison());
        text.map(|text| shown(text.as_bytes()))
    }

    fn __repr__(&self) -> String {
        let row = label_of(&self.row().key);
        format!("<benchlens.Comparison {row:?} {}: {}>", self.unit(), self.outcome())
    }
}

/// A note or a warning about a comparison.
#[pyclass(frozen, get_all, module = "benchlens")]
pub(crate) struct Note {
    /// The code for programs.
    pub(crate) code: &'static str,
    /// The sentence, which names settings as parameters.
    pub(crate) message: String,
    /// Whether the note is a warning about the measurement.
    pub(crate) is_warning: bool,
}

impl Note {
    pub(crate) fn new(note: &table::Note) -> Note {
        let message = shown(note.sentence().as_bytes());
        Note { code: note.code(), message, is_warning: note.is_warning() }
    }
}

#[pymethods]
impl Note {
    fn __str__(&self) -> String {
        self.message.clone()
    }

    fn __repr__(&self) -> String {
        format!("<benchlens.Note {}: {:?}>", self.code, self.message)
    }
}

/// The result of a gate. `bool(gate)` is `True` if the gate passed.
#[pyclass(frozen, get_all, module = "benchlens")]
pub(crate) struct Gate {
    /// The status of the gate.
    ///
    /// `failed`: something regressed by more than a rule allows. `inconclusive`: a `proven` rule is not satisfied.
    /// `undecided`: the gate could not compare everything that its rules require.
    pub(crate) status: &'static str,
    /// Whether the gate passed.
    pub(crate) passed: bool,
    /// The lines that the CLI prints about the gate.
    pub(crate) messages: Vec<String>,
}

#[pymethods]
impl Gate {
    fn __bool__(&self) -> bool {
        self.passed
    }

    fn __repr__(&self) -> String {
        format!("<benchlens.Gate: {}>", self.status)
    }
}
