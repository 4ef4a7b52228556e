//! A history: many inputs as one sequence of versions, with the changes of each row.

use benchlens_core::base::{label_of, plural};
use benchlens_core::gate::GateStatus;
use benchlens_core::history::{self, HistoryRow, HistoryTable};
use benchlens_core::render::{
    ChartWords, HistoryOutput, history as render, history_chart, history_gate_messages,
    history_tidy_columns, history_tidy_records,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::failure;
use crate::frames::{Tabular, table_methods};
use crate::input::Input;
use crate::origin::{Origin, Reduced};
use crate::parts::{Gate, Note};
use crate::question::{Word, word};
use crate::report::{RULE_RESULTS, chart_object};
use crate::text::{key, names, shown, text};
use crate::tidy::{Tidy, batches};
use crate::work::{Short, work};

/// Many versions as one sequence: where each row changed. `str()` returns the history as text.
///
/// A history is also an Arrow table with one row for each value of each benchmark (`__arrow_c_stream__`).
#[pyclass(frozen, module = "benchlens")]
pub(crate) struct History(history::History, Origin);

impl History {
    pub(crate) fn new(
        py: Python<'_>,
        history: history::History,
        origin: Origin,
    ) -> PyResult<History> {
        // This gate status means that the rules do not fit the query.
        let gate = history.gate.as_ref().filter(|gate| gate.status == GateStatus::Invalid);
        let invalid = gate
            .and_then(|gate| gate.errors.iter().find(|error| error.status == GateStatus::Invalid));
        match invalid {
            Some(error) => Err(failure::query(py, &error.error)),
            None => Ok(History(history, origin)),
        }
    }

    /// Issues the notes that the CLI prints to standard error as warnings.
    pub(crate) fn warn(&self, py: Python<'_>) -> PyResult<()> {
        failure::warn(py, self.0.notes.iter().map(history::HistoryNote::sentence))
    }

    fn string(&self, py: Python<'_>, output: HistoryOutput) -> PyResult<String> {
        work(py, &Short, || shown(&render(&self.0, output)))
    }

    /// Returns the key of a point.
    fn point(&self, py: Python<'_>, index: u32) -> PyResult<Py<PyTuple>> {
        Ok(key(py, &self.0.points[index as usize].key)?.unbind())
    }

    fn change(
        &self,
        py: Python<'_>,
        table: &HistoryTable,
        row: &HistoryRow,
        change: &history::Change,
    ) -> PyResult<Change> {
        let size = change.size.relative();
        let finite = |bound: f64| Some(bound).filter(|bound| bound.is_finite());
        let candidate = |index: usize| row.values.get(index).map_or(change.at, |value| value.point);
        Ok(Change {
            key: key(py, &row.key)?.unbind(),
            label: label_of(&row.key),
            table_key: key(py, &table.key)?.unbind(),
            unit: text(&table.unit),
            outcome: change.outcome.word(),
            point: self.point(py, change.at)?,
            point_before: self.point(py, change.last)?,
            earliest: self.point(py, candidate(change.candidates.start))?,
            latest: self.point(py, candidate(change.candidates.end.saturating_sub(1)))?,
            old: change.old,
            new: change.new,
            change_scale: size.scale.name(),
            change: size.estimate,
            change_lo: finite(size.interval.lo),
            change_hi: finite(size.interval.hi),
            p: change.p.map(|p| p.value),
            adjusted_p: change.adjusted.map(|p| p.value),
            is_drift: change.drift.is_some(),
            is_return: change.returns_to.is_some(),
            commits: change.commits.as_ref().map(|[old, new]| (text(old), text(new))),
        })
    }
}

#[pymethods]
impl History {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Origin::reduced(Some(&self.1), py, "history")
    }

    /// The inputs in their order.
    #[getter]
    fn inputs(&self) -> Vec<Input> {
        self.0.inputs.iter().map(Input::of_report).collect()
    }

    /// The keys of the points in their order, with one value for each of `by_fields`.
    #[getter]
    fn points(&self, py: Python<'_>) -> PyResult<Vec<Py<PyTuple>>> {
        (0..self.0.points.len() as u32).map(|index| self.point(py, index)).collect()
    }

    /// The changes of all rows, in the order of the tables, their rows and the points.
    #[getter]
    fn changes(&self, py: Python<'_>) -> PyResult<Vec<Change>> {
        let mut changes = Vec::new();
        for table in &self.0.tables {
            for row in &table.rows {
                for change in &row.changes {
                    changes.push(self.change(py, table, row, change)?);
                }
            }
        }
        Ok(changes)
    }

    /// The number of rows that were tested: p-values are adjusted for this number.
    #[getter]
    fn tested(&self) -> u32 {
        self.0.tested
    }

    /// The notes that the CLI prints to standard error.
    #[getter]
    fn notes(&self) -> Vec<Note> {
        let note = |note: &history::HistoryNote| Note {
            code: note.code(),
            message: shown(note.sentence().as_bytes()),
            is_warning: false,
        };
        self.0.notes.iter().map(note).collect()
    }

    /// The result of the gate for the newest point, or `None` without rules.
    #[getter]
    fn gate(&self) -> Option<Gate> {
        let gate = self.0.gate.as_ref()?;
        let messages = history_gate_messages(&self.0, RULE_RESULTS);
        Some(Gate {
            status: gate.status.word(),
            passed: gate.status == GateStatus::Passed,
            messages: messages.iter().map(|message| shown(message.as_bytes())).collect(),
        })
    }

    /// The names of the key fields of points.
    #[getter]
    fn by_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, &self.0.by_fields)
    }

    /// The names of the table key fields.
    #[getter]
    fn table_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, &self.0.table_fields)
    }

    /// The names of the row key fields.
    #[getter]
    fn row_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, &self.0.row_fields)
    }

    /// Returns an output as the exact bytes that the CLI writes.
    ///
    /// Args:
    ///     format (str): `"text"`, `"markdown"`, `"json"` or `"tidy"`. Default: `"text"`.
    #[pyo3(signature = (format="text"))]
    fn render<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let output = HistoryOutput::ALL.into_iter().find(|&(name, _)| name == format);
        let Some((_, output)) = output else {
            let names = HistoryOutput::ALL.map(|(name, _)| name).join(", ");
            return Err(PyValueError::new_err(format!(
                "no format is named {format:?}: use {names}"
            )));
        };
        Ok(PyBytes::new(py, &work(py, &Short, || render(&self.0, output))?))
    }

    /// Returns the history as text.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.string(py, HistoryOutput::Text)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __repr__(&self) -> String {
        let rows = self.0.tables.iter().map(|table| table.rows.len()).sum::<usize>();
        let [points, rows] = [(self.0.points.len(), "point"), (rows, "row")]
            .map(|(count, noun)| plural(count as u64, noun));
        format!("<benchlens.History: {points}, {rows}>")
    }

    /// Returns the history as Markdown.
    fn markdown(&self, py: Python<'_>) -> PyResult<String> {
        self.string(py, HistoryOutput::Markdown)
    }

    /// Returns the complete history as JSON.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        self.string(py, HistoryOutput::Json)
    }

    /// Returns tidy data as CSV, with one record for each value of each row.
    fn tidy(&self, py: Python<'_>) -> PyResult<String> {
        self.string(py, HistoryOutput::Tidy)
    }

    /// Returns the JSON history as dictionaries and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.json(py)?,))
    }

    /// Draws the rows that changed.
    ///
    /// Args:
    ///     size (str or int): width and height in pixels, such as `"640x300"`, only the width, or `"post"` for 1200 ×
    ///         675 pixels with a headline, the runs and the machine. Default: depends on the chart.
    ///     title (str): the title. Default: made from the unit and the keys.
    ///     theme (str): `"light"` or `"dark"`. Default: `"light"`.
    ///     quiet (bool): do not issue warnings about results that the chart omits. Default: `False`.
    ///
    /// Returns:
    ///     The chart as SVG.
    ///
    /// Raises:
    ///     ChartError: if no row has a value.
    #[pyo3(signature = (*, size=None, title=None, theme=None, quiet=false))]
    fn chart<'py>(
        &self,
        py: Python<'py>,
        size: Option<Word>,
        title: Option<String>,
        theme: Option<String>,
        quiet: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let words = ChartWords { size: word(size), title, theme, ..ChartWords::default() };
        let query = words.query().map_err(|error| failure::query(py, &error))?;
        let drawn = work(py, &Short, || history_chart(&self.0, &query))?;
        let drawn = drawn.map_err(|error| failure::chart(py, &format!("no chart: {error}")))?;
        if !quiet {
            failure::warn(py, drawn.notes.iter().map(|note| note[..].into()))?;
        }
        chart_object(py, drawn.svg, drawn.kind.name(), drawn.notes)
    }
}

table_methods!(History, "tidy data", "value of each benchmark", "");

impl Tabular for History {
    fn batches(&self, py: Python<'_>) -> PyResult<Tidy> {
        let made = work(py, &Short, || {
            batches(history_tidy_columns(&self.0), |sink| history_tidy_records(&self.0, sink))
        })?;
        made.map_err(|message| failure::table(py, &message))
    }
}

/// A position in a history at which a row changed, permanently or until its next change.
#[pyclass(frozen, get_all, module = "benchlens")]
pub(crate) struct Change {
    /// The key of the row, with one value for each of `History.row_fields`.
    key: Py<PyTuple>,
    /// The values of the key in one string.
    label: String,
    /// The key of the table, with one value for each of `History.table_fields`.
    table_key: Py<PyTuple>,
    /// The unit.
    unit: String,
    /// The outcome: `regressed`, `improved` or `changed`.
    outcome: &'static str,
    /// The most likely first point after the change.
    point: Py<PyTuple>,
    /// The last point before it.
    point_before: Py<PyTuple>,
    /// The first of the points that may be the first point after the change.
    earliest: Py<PyTuple>,
    /// The last of the points that may be the first point after the change.
    latest: Py<PyTuple>,
    /// The median before the change.
    old: f64,
    /// The median after the change.
    new: f64,
    /// Whether the estimated change is relative (`ratio`) or an amount in the unit (`difference`).
    change_scale: &'static str,
    /// The estimated change (Hodges–Lehmann): 0.05 is +5%, or an amount in the unit; see `change_scale`.
    change: f64,
    /// The lower bound of the interval of the estimated change, or `None` if it is infinite.
    change_lo: Option<f64>,
    /// The upper bound of the interval of the estimated change, or `None` if it is infinite.
    change_hi: Option<f64>,
    /// The p-value of the position; `None` for exact values, which need no test.
    p: Option<f64>,
    /// The p-value after adjustment for the number of rows.
    adjusted_p: Option<f64>,
    /// Whether the change is a part of a slow drift.
    is_drift: bool,
    /// Whether the values return to a level that they had before an earlier change.
    is_return: bool,
    /// The commits between which the change lies, if the logs have the key `commit`.
    commits: Option<(String, String)>,
}

#[pymethods]
impl Change {
    fn __repr__(&self) -> String {
        format!("<benchlens.Change {:?} {}: {}>", self.label, self.unit, self.outcome)
    }
}
