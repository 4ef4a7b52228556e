//! A store: everything that was read, with the queries that it can answer.

use std::sync::Arc;

use benchlens_arrow::{ExportError, Table as TableForm, batches};
use benchlens_core::base::plural;
use benchlens_core::queries::AnswerCache;
use benchlens_core::render::overview_json;
use benchlens_core::{HistoryQuery, Query, query};
use benchlens_inputs::seed;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::failure;
use crate::frames::{Tabular, table_methods};
use crate::history::History;
use crate::input::Input;
use crate::origin::Origin;
use crate::question::{Asked, Word};
use crate::report::Report;
use crate::text::shown;
use crate::tidy::Tidy;
use crate::work::{Short, Watched, work};

/// The function that loads a pickled store, with its arguments: the results as bytes, and the notes.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>, Vec<String>));

/// All results of all inputs.
///
/// A store is also an Arrow table with one row for each measurement (`__arrow_c_stream__`). `len(store)`
/// is the number of results.
#[pyclass(frozen, module = "benchlens")]
pub(crate) struct Store {
    store: Arc<benchlens_core::Store>,
    /// Speeds up further comparisons of the same results.
    cache: AnswerCache,
    /// Sentences about the parts of folders and archives that were skipped.
    #[pyo3(get)]
    notes: Vec<String>,
}

impl Store {
    pub(crate) fn new(store: benchlens_core::Store, notes: Vec<String>) -> Store {
        Store { store: Arc::new(store), cache: AnswerCache::default(), notes }
    }

    pub(crate) fn results(&self) -> &benchlens_core::Store {
        &self.store
    }

    pub(crate) fn shared(&self) -> Arc<benchlens_core::Store> {
        Arc::clone(&self.store)
    }
}

#[pymethods]
impl Store {
    /// The inputs, in the order in which they were read.
    #[getter]
    fn inputs(&self) -> Vec<Input> {
        let input = |(place, input): (usize, &benchlens_core::store::InputInfo)| Input {
            name: shown(&input.name),
            label: shown(&input.label),
            lines: input.lines,
            results: input.results,
            malformed: self.store.malformed_lines(place),
        };
        self.store.inputs().iter().enumerate().map(input).collect()
    }

    /// The lines and places that could not be read, in the order in which they were found.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        let diagnostic = |reported: &benchlens_core::store::Diagnostic| {
            let place = shown(&reported.location.to_bytes());
            Diagnostic {
                input: shown(&reported.input),
                place: place.trim_start_matches([':', '!', ' ']).to_owned(),
                line: reported.location.line().filter(|&line| line != 0),
                code: reported.problem.code(),
                message: reported.problem.to_string(),
                is_note: reported.problem.is_note(),
                text: reported.to_string(),
            }
        };
        self.store.diagnostics().iter().map(diagnostic).collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let bytes = work(py, &Short, || self.store.to_bytes())?;
        let stored = py.import("benchlens._native")?.getattr("stored")?;
        Ok((stored, (PyBytes::new(py, &bytes), self.notes.clone())))
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.store.len()).unwrap_or(usize::MAX)
    }

    fn __repr__(&self) -> String {
        let inputs = plural(self.store.inputs().len() as u64, "input");
        format!("<benchlens.Store: {} of {inputs}>", plural(self.store.len(), "result"))
    }

    /// Returns the keys that queries can use, with their values, as `benchlens keys -format json` prints them.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = work(py, &Short, || overview_json(&self.store))?;
        py.import("json")?.call_method1("loads", (shown(&text),))
    }

    /// Compares the inputs.
    ///
    /// The keywords are the flags of the CLI, with `_` for `-`, and accept the same values. Repeatable flags accept a
    /// string or a sequence of strings. Numbers can be numbers or strings, and percentages are strings such as `"5%"`.
    ///
    /// Args:
    ///     table (str): keys that form the tables. Default: `".config"`.
    ///     row (str): keys that form the rows. Default: `".fullname"`.
    ///     col (str): keys that form the columns. Default: `".file"`.
    ///     ignore (str): keys that do not separate results, such as `"cpu"`. Default: none.
    ///     filter (str): use only results and measurements that match, such as `".unit:sec/op .name:/^Encode/"`.
    ///         Default: `"*"`.
    ///     base (str): the column to compare against: `"first"`, `"previous"` or the value of a column key.
    ///         Default: `"first"`.
    ///     pair (str): compare runs in pairs: `"runs"` by position with equal counts, `"loose"` by position without the
    ///         extra runs, a key, or `"none"`. Default: the blocks of a recording, if all inputs share one.
    ///     control (str): a filter for control benchmarks, whose code is unchanged. Their change is removed from all
    ///         other rows. Default: none.
    ///     derive (str or sequence): units that are computed from others, such as `"ops/s = 1 / sec/op"`. Default:
    ///         none.
    ///     test (str): `"u"` compares medians, `"t"` means, and `"log-t"` geometric means. Default: `"u"`.
    ///     alpha (float): the significance level. Default: 0.05.
    ///     confidence (float): the confidence level of intervals. Default: 0.95.
    ///     outcomes (bool): show the confidence interval and the outcome of each change in text and CSV. Default:
    ///         `False`.
    ///     margin (str or float): the equivalence margin: changes within it are unchanged. Also shows outcomes.
    ///         Default: `"2%"`.
    ///     adjust (str): adjust p-values for many comparisons: `"none"`, `"holm"`, `"bh"` or `"by"`. Also shows
    ///         outcomes. Default: `"none"`.
    ///     better (str or sequence): the direction of units, such as `"score=higher"`. Also shows outcomes. Default:
    ///         known for common units.
    ///     sort (str): the order of rows: `"worst"`, `"delta"`, `"p"`, `"value"`, `"name"` or `"none"`; a leading `-`
    ///         reverses it. Default: `"none"`, which keeps the order of the inputs.
    ///     changed (bool): show only rows with a significant change. Default: `False`.
    ///     worse (bool, str or float): show only rows that regressed, or regressed by more than this percentage.
    ///         Default: all rows.
    ///     unit (str or sequence): show only tables of these units. Default: all.
    ///     top (int): show only this number of rows in each table, the worst first unless `sort` says otherwise.
    ///         Default: all.
    ///     samples (bool): keep the values of each cell for `Cell.samples` and JSON. Default: `False`.
    ///     gate (str or sequence): gate rules, such as `"sec/op: +5%; allocs/op: any"`. Default: no gate.
    ///     gate_file (str): the path of a TOML file with gate rules; `gate` overrides its rules. Default: none.
    ///     today (date or str): the day on which dates in a rule file are evaluated. Default: today in UTC.
    ///     threads (int): the number of threads. Default: one for each core.
    ///     progress (bool or callable): `True` shows a progress bar on standard error; a callable receives the current
    ///         step, the amount done, and the total or `None`. Default: no progress.
    ///     quiet (bool): do not issue notes as `NoteWarning`. Default: `False`.
    ///
    /// Returns:
    ///     A report with the tables and, if there are rules, the result of the gate.
    ///
    /// Raises:
    ///     QueryError: if a keyword cannot be parsed, or does not apply to these results.
    ///     ReadError: if `gate_file` cannot be read.
    #[pyo3(
        signature = (*, threads=None, progress=None, quiet=false, **settings),
        text_signature = "($self, *, table=None, row=None, col=None, ignore=None, filter=None, base=None, pair=None, control=None, derive=None, test=None, alpha=None, confidence=None, outcomes=False, margin=None, adjust=None, better=None, sort=None, changed=False, worse=None, unit=None, top=None, samples=False, gate=None, gate_file=None, today=None, threads=None, progress=None, quiet=False)"
    )]
    #[allow(clippy::needless_pass_by_value, reason = "as arguments of Python come")]
    fn compare(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        threads: Option<Word>,
        progress: Option<Bound<'_, PyAny>>,
        quiet: bool,
        settings: Option<Bound<'_, PyDict>>,
    ) -> PyResult<Report> {
        let asked = Asked::of::<Query>("compare", settings.as_ref())?;
        let bar = Bar::new(py, progress)?;
        let report = Store::ask(slf, asked, threads, bar.callback());
        bar.close(py)?;
        let report = report?;
        if !quiet {
            report.warn(py)?;
        }
        Ok(report)
    }

    /// Finds where benchmarks changed, with the inputs as versions, oldest first.
    ///
    /// The keywords are the flags of `benchlens history`, with `_` for `-`, and accept the same values. Repeatable
    /// flags accept a string or a sequence of strings. Numbers can be numbers or strings, and percentages are strings
    /// such as `"5%"`.
    ///
    /// Args:
    ///     by (str): keys whose values make the points. Default: `".file"`, or `"commit"` if there is only one input.
    ///     order (str): the key that sorts the points: numbers, times or versions. Default: the order of the inputs.
    ///     table (str): keys that form the tables. Default: the configuration keys that differ within a point.
    ///     row (str): keys that form the rows. Default: `".fullname"`.
    ///     ignore (str): keys that do not separate results, such as `"cpu"`. Default: none.
    ///     filter (str): use only results and measurements that match, such as `".unit:sec/op .name:/^Encode/"`.
    ///         Default: `"*"`.
    ///     derive (str or sequence): units that are computed from others, such as `"ops/s = 1 / sec/op"`. Default:
    ///         none.
    ///     test (str): the average of a point: `"u"` is the median, `"t"` the mean, and `"log-t"` the geometric mean.
    ///         Default: `"u"`.
    ///     alpha (float): the significance level for all rows: on average, at most this fraction of the reported
    ///         changes is false. Default: 0.05.
    ///     confidence (float): the confidence level of intervals. Default: 0.95.
    ///     margin (str or float): report only changes larger than this. Default: 2%.
    ///     seed (int): the random seed for simulated p-values. Default: 1.
    ///     better (str or sequence): the direction of units, such as `"score=higher"`. Default: known for common units.
    ///     unit (str or sequence): use only these units. Default: all.
    ///     gate (str or sequence): gate rules for the newest point, such as `"sec/op: any"`. Default: no gate.
    ///     gate_file (str): the path of a TOML file with gate rules; `gate` overrides its rules. Default: none.
    ///     threads (int): the number of threads. Default: one for each core.
    ///     progress (bool or callable): `True` shows a progress bar on standard error; a callable receives the current
    ///         step, the amount done, and the total or `None`. Default: no progress.
    ///     quiet (bool): do not issue notes as `NoteWarning`. Default: `False`.
    ///
    /// Returns:
    ///     A history with the points, the changes of each row and, if there are rules, the result of the gate.
    ///
    /// Raises:
    ///     QueryError: if a keyword cannot be parsed, or does not apply to these results.
    ///     ReadError: if `gate_file` cannot be read.
    #[pyo3(
        signature = (*, threads=None, progress=None, quiet=false, **settings),
        text_signature = "($self, *, by=None, order=None, table=None, row=None, ignore=None, filter=None, derive=None, test=None, alpha=None, confidence=None, margin=None, seed=None, better=None, unit=None, gate=None, gate_file=None, threads=None, progress=None, quiet=False)"
    )]
    #[allow(clippy::needless_pass_by_value, reason = "as arguments of Python come")]
    fn history(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        threads: Option<Word>,
        progress: Option<Bound<'_, PyAny>>,
        quiet: bool,
        settings: Option<Bound<'_, PyDict>>,
    ) -> PyResult<History> {
        let asked = Asked::of::<HistoryQuery>("history", settings.as_ref())?;
        let bar = Bar::new(py, progress)?;
        let history = Store::ask_history(slf, asked, threads, bar.callback());
        bar.close(py)?;
        let history = history?;
        if !quiet {
            history.warn(py)?;
        }
        Ok(history)
    }

    /// Writes the measurements as a Parquet file, as `benchlens export` does.
    ///
    /// Args:
    ///     path (str or os.PathLike): the file, such as `"runs.parquet"`.
    ///
    /// Raises:
    ///     TableError: if a name is not UTF-8.
    ///     OSError: if the file cannot be written.
    #[cfg(feature = "parquet")]
    fn export(&self, py: Python<'_>, path: &Bound<'_, PyAny>) -> PyResult<()> {
        let made = work(py, &Short, || {
            let mut bytes = Vec::new();
            benchlens_arrow::parquet::Prepared::new(&self.store, &TableForm::default())?
                .write(&mut bytes)?;
            Ok(bytes)
        })?;
        let bytes = made.map_err(|error: ExportError| failure::table(py, &error.to_string()))?;
        let path = py.import("pathlib")?.getattr("Path")?.call1((path,))?;
        path.call_method1("write_bytes", (PyBytes::new(py, &bytes),)).map(drop)
    }
}

table_methods!(Store, "the measurements", "measurement", "Configurations are dictionaries. ");

impl Tabular for Store {
    fn batches(&self, py: Python<'_>) -> PyResult<Tidy> {
        let made = work(py, &Short, || {
            let made = batches(&self.store, &TableForm::default())?;
            let schema = made.schema();
            Ok((schema, made.collect::<Result<Vec<_>, _>>()?))
        })?;
        made.map_err(|error: ExportError| failure::table(py, &error.to_string()))
    }
}

impl Store {
    fn ask(
        slf: &Bound<'_, Self>,
        mut asked: Asked,
        threads: Option<Word>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Report> {
        let (py, own) = (slf.py(), slf.get());
        let threads = crate::question::threads(py, threads)?.for_results(own.store.len());
        let plan = asked.plan(py)?.with_threads(threads);
        let asking = plan.begin_on_threads(Arc::clone(&own.store), &own.cache);
        let watch = Watch { watch: asking.watch(), callback: progress, what: "comparing" };
        let answer = work(py, &watch, || asking.finish())?;
        let origin = Origin::new(slf.as_any(), asked);
        Report::new(py, finished(py, answer)?, Arc::clone(&own.store), Some(origin))
    }

    fn ask_history(
        slf: &Bound<'_, Self>,
        mut asked: Asked,
        threads: Option<Word>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<History> {
        let (py, own) = (slf.py(), slf.get());
        let threads = crate::question::threads(py, threads)?.for_results(own.store.len());
        let asking = asked.history_plan(py)?.with_threads(threads);
        let asking = asking.begin_on_threads(Arc::clone(&own.store));
        let what = "looking for changes";
        let watch = Watch { watch: asking.watch(), callback: progress, what };
        let history = work(py, &watch, || asking.finish())?;
        History::new(py, finished(py, history)?, Origin::new(slf.as_any(), asked))
    }
}

/// Returns the store that was pickled as these bytes.
#[pyfunction]
pub(crate) fn stored(py: Python<'_>, bytes: &[u8], notes: Vec<String>) -> PyResult<Store> {
    let store = work(py, &Short, || benchlens_core::Store::from_bytes_seeded(seed(), bytes))?;
    let store = store.map_err(|error| failure::table(py, &error.to_string()))?;
    Ok(Store::new(store, notes))
}

/// Answers the question of a pickled report or history again.
#[pyfunction]
pub(crate) fn again<'py>(
    store: &Bound<'py, Store>,
    method: &str,
    asked: Asked,
) -> PyResult<Bound<'py, PyAny>> {
    let py = store.py();
    match method {
        "history" => Ok(Bound::new(py, Store::ask_history(store, asked, None, None)?)?.into_any()),
        _ => Ok(Bound::new(py, Store::ask(store, asked, None, None)?)?.into_any()),
    }
}

/// Returns a computed answer.
fn finished<T>(py: Python<'_>, answer: Option<Result<T, benchlens_core::Error>>) -> PyResult<T> {
    // Only Ctrl-C stops it, and then an exception was already raised.
    let answer = answer.ok_or_else(|| PyKeyboardInterrupt::new_err("stopped"))?;
    answer.map_err(|error| failure::query(py, &error))
}

/// The value of `progress`: nothing, a bar, or a callback.
struct Bar<'py> {
    made: Option<Bound<'py, PyAny>>,
    is_ours: bool,
}

impl<'py> Bar<'py> {
    fn new(py: Python<'py>, asked: Option<Bound<'py, PyAny>>) -> PyResult<Bar<'py>> {
        let made = py.import("benchlens._progress")?.call_method1("watcher", (&asked,))?;
        let is_ours = asked.is_none_or(|asked| !made.is(&asked));
        Ok(Bar { made: Some(made).filter(|made| !made.is_none()), is_ours })
    }

    fn callback(&self) -> Option<Py<PyAny>> {
        self.made.clone().map(Bound::unbind)
    }

    /// Removes the bar if it belongs to the package.
    fn close(&self, py: Python<'py>) -> PyResult<()> {
        match self.made.as_ref().filter(|_| self.is_ours) {
            Some(bar) => bar.getattr(pyo3::intern!(py, "close"))?.call0().map(drop),
            None => Ok(()),
        }
    }
}

/// Reports the progress of an answer to a callback, and stops it.
struct Watch {
    watch: query::EvaluationHandle,
    callback: Option<Py<PyAny>>,
    /// The step after sorting results.
    what: &'static str,
}

impl Watched for Watch {
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let Some(callback) = &self.callback else { return Ok(()) };
        let query::Progress { done, total, is_comparing, .. } = self.watch.progress();
        let what = if is_comparing { self.what } else { "sorting results" };
        callback.call1(py, (what, done, Some(total))).map(drop)
    }

    fn stop(&self) {
        self.watch.stop();
    }
}

/// A message about a place in an input. `str()` returns its text.
#[pyclass(frozen, get_all, module = "benchlens")]
pub(crate) struct Diagnostic {
    /// The name of the input.
    input: String,
    /// The place in the input: a line, a member of an archive, or a path in JSON.
    place: String,
    /// The line number, if the place is a line.
    line: Option<u64>,
    /// The kind of problem, such as "malformed-line": the documentation lists all in Messages.
    code: &'static str,
    /// The problem, without the place.
    message: String,
    /// Whether all data was read nevertheless.
    is_note: bool,
    /// The input, the place and the message in one line.
    text: String,
}

#[pymethods]
impl Diagnostic {
    fn __str__(&self) -> String {
        self.text.clone()
    }

    fn __repr__(&self) -> String {
        format!("<benchlens.Diagnostic {:?}>", self.text)
    }
}
