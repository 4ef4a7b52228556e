//! A report: the answer to a query, its outputs, and its tables for other libraries.

use std::sync::{Arc, Mutex, PoisonError};

use benchlens_core::base::plural;
use benchlens_core::gate::GateStatus;
use benchlens_core::render::{
    ChartWords, HTML_STYLE, gate_messages, html_tables, report_chart, tidy_columns, tidy_records,
};
use benchlens_core::table::{Note as ReportNote, Outcome};
use benchlens_core::{Answer, Output};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::answered::Answered;
use crate::failure;
use crate::frames::{Tabular, table_methods};
use crate::input::Input;
use crate::origin::{Origin, Reduced};
use crate::parts::{Comparison, Gate, Note, Table};
use crate::question::{Word, word};
use crate::text::{names, shown};
use crate::tidy::{Tidy, batches};
use crate::work::{Short, Watched, work};

/// The result of a comparison. `str()` returns the tables as text.
///
/// A report is also an Arrow table with one row for each comparison (`__arrow_c_stream__`), in the columns of tidy
/// data. Notebooks display it as HTML.
#[pyclass(frozen, module = "benchlens")]
pub(crate) struct Report(pub(crate) Arc<Answered>);

/// The maximum number of results of gate rules in the messages.
pub(crate) const RULE_RESULTS: usize = 10;

impl Report {
    pub(crate) fn new(
        py: Python<'_>,
        answer: Answer,
        store: Arc<benchlens_core::Store>,
        origin: Option<Origin>,
    ) -> PyResult<Report> {
        // This gate status means that the rules do not fit the query, so no report would be the right one.
        if let Some(gate) = answer.gate()
            && gate.status == GateStatus::Invalid
        {
            let error = gate.errors.iter().find(|error| error.status == GateStatus::Invalid);
            return Err(match error {
                Some(error) => failure::query(py, &error.error),
                None => failure::query_sentence(py, "gate", "the gate cannot be used here"),
            });
        }
        let shown = answer.report().shown();
        Ok(Report(Arc::new(Answered { answer, store, shown, origin, tidy: Mutex::default() })))
    }

    /// Issues the notes that the CLI prints to standard error as warnings, except those issued when the inputs were read.
    pub(crate) fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let report = self.0.report();
        let is_reported = |note: &&ReportNote| {
            !matches!(note, ReportNote::SummaryOnly { .. }) && !note.is_expected()
        };
        let reported = report.notes.iter().filter(is_reported);
        failure::warn(py, reported.map(ReportNote::sentence))
    }

    /// Returns an output as bytes.
    fn bytes(&self, py: Python<'_>, output: Output) -> PyResult<Vec<u8>> {
        let report = Arc::clone(&self.0);
        let stop = Stop::default();
        let threads = benchlens_inputs::Threads(None).for_results(report.store.len());
        work(py, &stop, || {
            let mut out = Stopping { out: Vec::new(), stop: &stop };
            // This fails only if the user stops it, and then an exception is raised instead.
            let _ = benchlens_core::render_to(&report.answer, output, threads, &mut out);
            out.out
        })
    }

    fn string(&self, py: Python<'_>, output: Output) -> PyResult<String> {
        Ok(shown(&self.bytes(py, output)?))
    }
}

#[pymethods]
impl Report {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Origin::reduced(self.0.origin.as_ref(), py, "compare")
    }

    /// The tables, as selected by `unit`, `changed`, `worse`, `top` and `sort`.
    #[getter]
    fn tables(&self) -> Vec<Table> {
        (0..self.0.shown.len()).map(|place| Table::new(&self.0, place)).collect()
    }

    /// The comparisons of all shown rows.
    #[getter]
    fn comparisons(&self) -> Vec<Comparison> {
        let tables = 0..self.0.shown.len();
        tables.flat_map(|place| Table::new(&self.0, place).all_comparisons()).collect()
    }

    /// The inputs that were compared.
    #[getter]
    fn inputs(&self) -> Vec<Input> {
        self.0.report().inputs.iter().map(Input::of_report).collect()
    }

    /// The notes and warnings that the CLI prints to standard error.
    #[getter]
    fn notes(&self) -> Vec<Note> {
        self.0.report().notes.iter().map(Note::new).collect()
    }

    /// The number of comparisons with each outcome.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        let found = self.0.report().analysis.as_ref().map(|analysis| analysis.counts);
        for outcome in Outcome::ALL {
            counts.set_item(outcome.word(), found.map_or(0, |found| found.of(outcome)))?;
        }
        Ok(counts)
    }

    /// The result of the gate, or `None` without rules.
    #[getter]
    fn gate(&self) -> Option<Gate> {
        let answer = &self.0.answer;
        let gate = answer.gate()?;
        let messages = gate_messages(answer, RULE_RESULTS);
        Some(Gate {
            status: gate.status.word(),
            passed: gate.status == GateStatus::Passed,
            messages: messages.iter().map(|message| shown(message.as_bytes())).collect(),
        })
    }

    /// The significance level.
    #[getter]
    fn alpha(&self) -> f64 {
        self.0.report().alpha
    }

    /// The confidence level of the intervals of cells.
    #[getter]
    fn confidence(&self) -> f64 {
        self.0.report().confidence
    }

    /// Whether runs are compared in pairs or blocks.
    #[getter]
    fn is_paired(&self) -> bool {
        self.0.report().is_paired
    }

    /// The names of the table key fields.
    #[getter]
    fn table_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, &self.0.report().table_fields)
    }

    /// The names of the row key fields.
    #[getter]
    fn row_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, &self.0.report().row_fields)
    }

    /// The names of the column key fields.
    #[getter]
    fn col_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, &self.0.report().col_fields)
    }

    /// The command line of the CLI that makes the same comparison.
    #[getter]
    fn command(&self) -> String {
        let report = self.0.report();
        let inputs: Vec<_> = report
            .inputs
            .iter()
            .map(|input| (input.name.as_bytes().to_vec(), input.label.as_bytes().to_vec()))
            .collect();
        shown(&report.query.command(&inputs))
    }

    /// Returns an output as the exact bytes that the CLI writes.
    ///
    /// Args:
    ///     format (str): `"text"`, `"csv"`, `"markdown"`, `"json"`, `"tidy"` or `"html"`. Default: `"text"`.
    #[pyo3(signature = (format="text"))]
    fn render<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let output = Output::ALL.into_iter().find(|&(name, _)| name == format);
        let Some((_, output)) = output else {
            let names = Output::ALL.map(|(name, _)| name).join(", ");
            return Err(PyValueError::new_err(format!(
                "no format is named {format:?}: use {names}"
            )));
        };
        Ok(PyBytes::new(py, &self.bytes(py, output)?))
    }

    /// Returns the tables as text.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.string(py, Output::Text)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __repr__(&self) -> String {
        let rows: usize = self.0.shown.iter().map(|(_, rows)| rows.len()).sum();
        let [tables, rows] = [(self.0.shown.len(), "table"), (rows, "row")]
            .map(|(count, noun)| plural(count as u64, noun));
        format!("<benchlens.Report: {tables} with {rows}>")
    }

    /// Returns the tables as CSV, with unrounded numbers.
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        self.string(py, Output::Csv)
    }

    /// Returns tidy data as CSV, with one record for each comparison.
    fn tidy(&self, py: Python<'_>) -> PyResult<String> {
        self.string(py, Output::Tidy)
    }

    /// Returns a Markdown report for a pull request.
    ///
    /// Args:
    ///     budget (int): the maximum size in bytes. Default: 60,000.
    #[pyo3(signature = (budget=None))]
    fn markdown(&self, py: Python<'_>, budget: Option<usize>) -> PyResult<String> {
        use benchlens_core::render::{MARKDOWN_BYTES, MARKDOWN_BYTES_MIN, markdown};
        let budget = budget.unwrap_or(MARKDOWN_BYTES);
        if budget < MARKDOWN_BYTES_MIN {
            let message = format!("budget: must be ≥ {MARKDOWN_BYTES_MIN}, found {budget}");
            return Err(PyValueError::new_err(message));
        }
        work(py, &Short, || shown(&markdown(&self.0.answer, budget)))
    }

    /// Returns the complete report as JSON, with all rows.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        self.string(py, Output::Json)
    }

    /// Returns the JSON report as dictionaries and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.json(py)?,))
    }

    /// Returns an HTML report without scripts.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        self.string(py, Output::Html)
    }

    /// Returns the HTML that notebooks display.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        work(py, &Short, || {
            // Limit the style to the report, so that the notebook keeps its own colors.
            let style = HTML_STYLE.replacen(":root, :host", ".benchlens-report", 1);
            format!("<style>{style}</style>\n{}", shown(&html_tables(&self.0.answer)))
        })
    }

    /// Draws a chart of the first table that is shown.
    ///
    /// Args:
    ///     kind (str): `"auto"`, `"forest"`, `"medians"`, `"scaling"`, `"quantiles"`, `"history"`, `"changes"` or `"samples"`.
    ///         Default: `"auto"`.
    ///     x (str): the numeric key of the horizontal axis, such as `"/size"`. Default: the key with the most values.
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
    ///     ChartError: if this kind of chart cannot show the results.
    #[pyo3(signature = (kind=None, *, x=None, size=None, title=None, theme=None, quiet=false))]
    #[allow(clippy::too_many_arguments, reason = "one for each flag")]
    fn chart<'py>(
        &self,
        py: Python<'py>,
        kind: Option<String>,
        x: Option<String>,
        size: Option<Word>,
        title: Option<String>,
        theme: Option<String>,
        quiet: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let words = ChartWords { kind, x, size: word(size), title, theme };
        let query = words.query().map_err(|error| failure::query(py, &error))?;
        let drawn = work(py, &Short, || {
            let samples =
                |table, row, column| self.0.answer.samples(&self.0.store, table, row, column);
            report_chart(self.0.report(), &query, &samples)
        })?;
        let drawn = drawn.map_err(|message| failure::chart(py, &message))?;
        if !quiet {
            failure::warn(py, drawn.notes.iter().cloned())?;
        }
        let notes = drawn.notes.iter().map(|note| shown(note.as_bytes())).collect();
        chart_object(py, drawn.chart.svg, drawn.chart.kind.name(), notes)
    }
}

table_methods!(Report, "tidy data", "comparison", "");

impl Tabular for Report {
    /// Returns the tidy data, which is computed once.
    fn batches(&self, py: Python<'_>) -> PyResult<Tidy> {
        let made = work(py, &Short, || {
            let mut kept = self.0.tidy.lock().unwrap_or_else(PoisonError::into_inner);
            match &*kept {
                Some(made) => Ok(made.clone()),
                None => {
                    let report = self.0.report();
                    let made = batches(tidy_columns(report), |sink| tidy_records(report, sink))?;
                    Ok(kept.insert(made).clone())
                }
            }
        })?;
        made.map_err(|message: String| failure::table(py, &message))
    }
}

/// Returns a chart for Python.
pub(crate) fn chart_object<'py>(
    py: Python<'py>,
    svg: String,
    kind: &str,
    notes: Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("benchlens._chart")?.getattr("Chart")?.call1((svg, kind, notes))
}

/// Stops rendering.
#[derive(Default)]
struct Stop(std::sync::atomic::AtomicBool);

impl Watched for Stop {
    fn tell(&self, _py: Python<'_>) -> PyResult<()> {
        Ok(())
    }

    fn stop(&self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

/// Collects an output until rendering is stopped.
struct Stopping<'s> {
    out: Vec<u8>,
    stop: &'s Stop,
}

impl std::io::Write for Stopping<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.stop.0.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(std::io::Error::other("stopped"));
        }
        self.out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
