//! A store: everything that was read, with the queries that it can answer.

use std::sync::Arc;

use benchlens_arrow::{ExportError, Table as TableForm, batches};
use benchlens_core::render::overview_json;
use benchlens_core::{AnswerCache, query};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::input::Input;
use crate::question::{Question, Word};
use crate::report::{Report, pyarrow_table};
use crate::text::shown;
use crate::work::{Short, Watched, work};
use crate::{capsule, failure};

/// All results of all inputs. `compare` compares them.
#[pyclass(frozen, module = "benchlens")]
pub(crate) struct Store {
    store: Arc<benchlens_core::Store>,
    /// Makes the next query on the same results faster.
    cache: AnswerCache,
    /// Notes about skipped parts of folders and archives.
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
            diagnostics: self.store.diagnostics_of(place).len(),
        };
        self.store.inputs().iter().enumerate().map(input).collect()
    }

    /// The problems that were found in the inputs, in the order in which they were found.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        let diagnostic = |told: &benchlens_core::store::Diagnostic| {
            let place = shown(&told.location.to_bytes());
            Diagnostic {
                input: shown(&told.input),
                place: place.trim_start_matches([':', '!', ' ']).to_owned(),
                line: told.location.line().filter(|&line| line != 0),
                message: told.problem.to_string(),
                is_note: told.problem.is_note(),
                text: told.to_string(),
            }
        };
        self.store.diagnostics().iter().map(diagnostic).collect()
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.store.len()).unwrap_or(usize::MAX)
    }

    fn __repr__(&self) -> String {
        format!(
            "<benchlens.Store: {} results of {} inputs>",
            self.store.len(),
            self.store.inputs().len()
        )
    }

    /// Returns the keys that queries can use, with their values, like `benchlens keys -format json`.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = work(py, &Short, || overview_json(&self.store))?;
        py.import("json")?.call_method1("loads", (shown(&text),))
    }

    /// Compares the results and returns a report. The keywords are the CLI's flags, with `_` for `-`.
    #[pyo3(
        signature = (*, threads=None, progress=None, quiet=false, **settings),
        text_signature = "($self, *, table=None, row=None, col=None, ignore=None, filter=None, base=None, pair=None, control=None, derive=None, test=None, alpha=None, confidence=None, outcomes=False, margin=None, adjust=None, better=None, sort=None, changed=False, worse=None, unit=None, top=None, samples=False, gate=None, gate_file=None, today=None, threads=None, progress=None, quiet=False)"
    )]
    #[allow(clippy::needless_pass_by_value, reason = "as arguments of Python come")]
    fn compare(
        &self,
        py: Python<'_>,
        threads: Option<Word>,
        progress: Option<Bound<'_, PyAny>>,
        quiet: bool,
        settings: Option<Bound<'_, PyDict>>,
    ) -> PyResult<Report> {
        let question = Question::of(settings.as_ref())?;
        let bar = Bar::new(py, progress)?;
        let report = self.ask(py, question, threads, bar.callback());
        bar.close(py)?;
        let report = report?;
        if !quiet {
            report.warn(py)?;
        }
        Ok(report)
    }

    /// Exports the measurements as an Arrow table, for libraries that import Arrow streams.
    #[pyo3(signature = (requested_schema=None))]
    #[allow(clippy::needless_pass_by_value, reason = "as arguments of Python come")]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer may request other types, but it has to accept the types of the table.
        drop(requested_schema);
        let made = work(py, &Short, || {
            let made = batches(&self.store, &TableForm::default())?;
            let schema = made.schema();
            Ok((schema, made.collect::<Result<Vec<_>, _>>()?))
        })?;
        let (schema, batches) =
            made.map_err(|error: ExportError| failure::table(py, &error.to_string()))?;
        capsule::export(py, schema, batches.into_iter().map(Ok))
    }

    /// Returns the measurements as a pyarrow table.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        pyarrow_table(slf.as_any())
    }
}

impl Store {
    fn ask(
        &self,
        py: Python<'_>,
        question: Question,
        threads: Option<Word>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Report> {
        let threads = crate::question::threads(py, threads)?.for_results(self.store.len());
        let plan = question.plan(py)?.with_threads(threads);
        let asking = plan.begin_on_threads(Arc::clone(&self.store), &self.cache);
        let watch = Watch { watch: asking.watch(), callback: progress };
        let answer = work(py, &watch, || asking.finish())?;
        match answer {
            Some(Ok(answer)) => Report::new(py, answer, Arc::clone(&self.store)),
            Some(Err(error)) => Err(failure::query(py, &error)),
            // Only Ctrl-C stops it, and then an exception was already raised.
            None => Err(pyo3::exceptions::PyKeyboardInterrupt::new_err("stopped")),
        }
    }
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

    /// Removes the bar, if it is the package's own.
    fn close(&self, py: Python<'py>) -> PyResult<()> {
        match self.made.as_ref().filter(|_| self.is_ours) {
            Some(bar) => bar.getattr(pyo3::intern!(py, "close"))?.call0().map(drop),
            None => Ok(()),
        }
    }
}

/// Reports the progress of an answer to a callback, and stops the work.
struct Watch {
    watch: query::Watch,
    callback: Option<Py<PyAny>>,
}

impl Watched for Watch {
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let Some(callback) = &self.callback else { return Ok(()) };
        let query::Progress { done, total, is_comparing, .. } = self.watch.progress();
        let what = if is_comparing { "comparing" } else { "sorting results" };
        callback.call1(py, (what, done, Some(total))).map(drop)
    }

    fn stop(&self) {
        self.watch.stop();
    }
}

/// A problem at a position in an input.
#[pyclass(frozen, get_all, module = "benchlens")]
pub(crate) struct Diagnostic {
    /// The name of the input.
    input: String,
    /// The position: a line, a member of an archive, or a path into JSON.
    place: String,
    /// The line number, if the position is a line.
    line: Option<u64>,
    /// A description of the problem.
    message: String,
    /// Whether this is only a note, because everything that is readable was read.
    is_note: bool,
    /// The whole diagnostic in one line.
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
