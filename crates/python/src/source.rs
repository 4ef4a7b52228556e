//! Reads the inputs of a call into a store.
//!
//! Takes inputs that `_read.py` has classified: words as on a command line, paths, bytes, tables. Gives a store of
//! all of them in their order. The code that reads logs is shared with the CLI.

use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use benchlens_arrow::arrow_array::ffi_stream::RecordBatchStreamReader;
use benchlens_arrow::arrow_array::{RecordBatch, RecordBatchReader, StringArray};
use benchlens_arrow::arrow_schema::{DataType, Field, Schema};
use benchlens_arrow::{Importer, column};
use benchlens_core::format::{Columns, ReadOptions};
use benchlens_core::{Converter, StoreBuilder};
use benchlens_inputs::{
    Converting, Failure, InputArgument, Leftovers, Progress, Taker, Threads, feed, seed,
    total_bytes,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::question::Word;
use crate::store::Store;
use crate::work::{Watched, work};
use crate::{capsule, failure, question};

/// An input of a call: its kind, its value, its name in messages, its label.
type Given<'py> = (String, Bound<'py, PyAny>, String, Option<OsString>);

/// Consecutive inputs that are read together.
enum Step {
    Logs(Vec<InputArgument>),
    Table(Names, RecordBatchStreamReader),
}

/// The names for a table that does not contain them.
struct Names {
    name: String,
    label: Option<String>,
}

impl Names {
    /// Returns the batch with the names that it lacks, because two tables without names would be one input.
    ///
    /// # Errors
    ///
    /// Returns a sentence if the table already contains labels.
    fn give(&self, batch: RecordBatch) -> Result<RecordBatch, String> {
        let has = |name: &str| batch.column_by_name(name).is_some();
        let is_labelled = has(column::FILE);
        let mut given = Vec::new();
        match &self.label {
            Some(_) if is_labelled => {
                let own = column::FILE;
                return Err(format!(
                    "the table has labels in its column {own}: leave out this one"
                ));
            }
            Some(label) => given.push((column::FILE, label)),
            None => {}
        }
        if !has(column::SOURCE) && !is_labelled {
            given.push((column::SOURCE, &self.name));
        }
        if given.is_empty() {
            return Ok(batch);
        }
        let rows = batch.num_rows();
        let mut fields = batch.schema().fields().iter().cloned().collect::<Vec<_>>();
        let mut columns = batch.columns().to_vec();
        for (name, text) in given {
            fields.push(Arc::new(Field::new(name, DataType::Utf8, false)));
            let texts = std::iter::repeat_n(&text[..], rows);
            columns.push(Arc::new(StringArray::from_iter_values(texts)));
        }
        let schema = Arc::new(Schema::new(fields));
        RecordBatch::try_new(schema, columns).map_err(|error| error.to_string())
    }
}

/// Reads inputs into a store.
#[pyfunction]
#[pyo3(signature = (inputs, options, *, split_folders=false, threads=None, progress=None))]
pub(crate) fn read(
    py: Python<'_>,
    inputs: Vec<Given<'_>>,
    options: Options,
    split_folders: bool,
    threads: Option<Word>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Store> {
    let options = options.checked(py)?;
    let (steps, notes) = steps(py, inputs, split_folders)?;
    let totals = steps.iter().map(|step| match step {
        Step::Logs(logs) => total_bytes(logs),
        Step::Table(..) => Some(0),
    });
    let watch = Watch::new(totals.sum(), progress);
    let mut teller = Teller(Arc::clone(&watch.state));
    let threads = question::threads(py, threads)?;
    let builder = StoreBuilder::seeded(seed()).with_options(options);
    let done = work(py, &watch, move || {
        let mut reading = Reading { builder, notes };
        for step in steps {
            reading = reading.take(step, &threads, &mut teller)?;
        }
        Ok(reading)
    })?;
    let reading = done.map_err(|failed: Failed| failed.raised(py))?;
    let store = reading.builder.finish();
    if store.is_empty() {
        return Err(nothing_found(py, &store));
    }
    Ok(Store::new(store, reading.notes))
}

/// Converts inputs to Go benchmark text. Returns the text, and messages about skipped parts and lines.
#[pyfunction]
#[pyo3(signature = (inputs, options, *, filter="*", metadata=false))]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    inputs: Vec<Given<'_>>,
    options: Options,
    filter: &str,
    metadata: bool,
) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
    let options = options.checked(py)?;
    let (steps, mut notes) = steps(py, inputs, false)?;
    let converter = Converter::seeded(seed(), filter, metadata);
    let converter = converter.map_err(|error| failure::query(py, &error))?.with_options(options);
    let watch = Watch::new(None, None);
    let mut teller = Teller(Arc::clone(&watch.state));
    let mut text = Vec::new();
    let mut converting = Converting::new(converter, &mut text);
    let done = work(py, &watch, || {
        for step in steps {
            let left = match step {
                Step::Logs(logs) => converting.feed(&logs, &mut teller),
                Step::Table(names, table) => {
                    let builder = StoreBuilder::seeded(seed());
                    let table = imported(builder, &names, table, &mut teller)?.finish();
                    let labels = table.inputs().iter().map(|input| input.label.clone());
                    converting.table(&table, &labels.collect::<Vec<_>>());
                    continue;
                }
            };
            notes.extend(left.notes);
            if let Some(failure) = left.failure {
                return Err(Failed::Log(failure, reported(converting.converter.store())));
            }
        }
        Ok(())
    })?;
    done.map_err(|failed: Failed| failed.raised(py))?;
    let store = converting.converter.store();
    if store.inputs().iter().all(|input| input.results == 0) {
        return Err(nothing_found(py, store));
    }
    notes.extend(reported(store));
    Ok((PyBytes::new(py, &text), notes))
}

/// The keywords of a call that describe inputs before they are read.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    input_format: Option<String>,
    map: Option<String>,
    quantiles: Option<String>,
    expected_interval: Option<String>,
    window: Option<String>,
}

impl Options {
    fn checked(self, py: Python<'_>) -> PyResult<ReadOptions> {
        let wrong = |error: benchlens_core::Error| failure::query(py, &error);
        let mut options = ReadOptions::default();
        if let Some(name) = &self.input_format {
            options = options.with_format(name).map_err(wrong)?;
        }
        if let Some(map) = &self.map {
            options = options.with_columns(Columns::parse(map).map_err(wrong)?);
        }
        if let Some(quantiles) = &self.quantiles {
            options = options.with_quantiles(quantiles).map_err(wrong)?;
        }
        if let Some(interval) = &self.expected_interval {
            options = options.with_expected_interval(interval).map_err(wrong)?;
        }
        if let Some(window) = &self.window {
            options = options.with_window(window).map_err(wrong)?;
        }
        Ok(options)
    }
}

/// The message for tables without rows.
const NO_ROWS: &str = "no benchmark results: the tables have no rows";

/// Returns the exception for inputs without results.
fn nothing_found(py: Python<'_>, store: &benchlens_core::Store) -> PyErr {
    let found = store.inputs().iter().map(|input| {
        let name = String::from_utf8_lossy(&input.name);
        format!("{name}: no benchmark results: {}", input.kind)
    });
    let found = found.collect::<Vec<_>>().join("\n");
    let message = if found.is_empty() { NO_ROWS.to_owned() } else { found };
    failure::read(py, &message.into(), reported(store))
}

/// Groups the inputs of a call into steps, with notes about the parts of folders that are skipped.
///
/// # Errors
///
/// Raises an error if there are no inputs.
fn steps(
    py: Python<'_>,
    inputs: Vec<Given<'_>>,
    split_folders: bool,
) -> PyResult<(Vec<Step>, Vec<String>)> {
    let (mut steps, mut notes) = (Vec::new(), Vec::new());
    for (kind, value, name, label) in inputs {
        let logs = match &kind[..] {
            "table" => {
                let label = label.map(|label| label.to_string_lossy().into_owned());
                let names = Names { name, label };
                steps.push(Step::Table(names, capsule::import(&value)?));
                continue;
            }
            "bytes" => vec![InputArgument::of_bytes(&name, value.extract::<&[u8]>()?)],
            "path" => vec![InputArgument::literal(value.extract::<OsString>()?)],
            _ => InputArgument::expand(&value.extract::<OsString>()?),
        };
        let logs = if split_folders {
            logs.iter().flat_map(|input| input.split(&mut notes)).collect()
        } else {
            logs
        };
        let logs = logs.into_iter().map(|input| match &label {
            Some(label) => input.labelled(label.clone()),
            None => input,
        });
        match steps.last_mut() {
            Some(Step::Logs(before)) => before.extend(logs),
            _ => steps.push(Step::Logs(logs.collect())),
        }
    }
    if steps.is_empty() {
        return Err(failure::read(py, &"no inputs".to_owned().into(), Vec::new()));
    }
    Ok((steps, notes))
}

/// Returns the problems with lines, with their positions.
fn reported(store: &benchlens_core::Store) -> Vec<String> {
    store.told_diagnostics().map(ToString::to_string).collect()
}

/// Why the inputs cannot be read.
enum Failed {
    /// The reason, and the problems with earlier lines.
    Log(Failure, Vec<String>),
    Table(String),
}

impl Failed {
    /// Returns the exception.
    fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            Failed::Log(failure, reported) => failure::read(py, &failure, reported),
            Failed::Table(message) => failure::table(py, &message),
        }
    }
}

/// The inputs that have been read so far.
struct Reading {
    builder: StoreBuilder,
    notes: Vec<String>,
}

impl Reading {
    fn take(mut self, step: Step, threads: &Threads, teller: &mut Teller) -> Result<Self, Failed> {
        match step {
            Step::Logs(logs) => {
                let left = feed(&logs, &mut self.builder, threads, teller);
                let Leftovers { notes, failure } = left;
                self.notes.extend(notes);
                match failure {
                    None => Ok(self),
                    Some(failure) => Err(Failed::Log(failure, reported(self.builder.store()))),
                }
            }
            Step::Table(names, table) => {
                self.builder = imported(self.builder, &names, table, teller)?;
                Ok(self)
            }
        }
    }
}

/// Adds the results of a table to a store.
fn imported(
    builder: StoreBuilder,
    names: &Names,
    table: RecordBatchStreamReader,
    teller: &mut Teller,
) -> Result<StoreBuilder, Failed> {
    let wrong = |why: &dyn std::fmt::Display| Failed::Table(format!("{}: {why}", names.name));
    let mut importer = Importer::new(builder);
    // The columns of a table without rows are also checked.
    let none = RecordBatch::new_empty(table.schema());
    importer.push(&none).map_err(|error| wrong(&error))?;
    for batch in table {
        let batch = batch.map_err(|error| wrong(&error))?;
        let bytes = batch.get_array_memory_size();
        capsule::check(&batch).map_err(|error| wrong(&error))?;
        let batch = names.give(batch).map_err(|error| wrong(&error))?;
        importer.push(&batch).map_err(|error| wrong(&error))?;
        teller.advance(bytes).map_err(|error| wrong(&error))?;
    }
    importer.finish().map_err(|error| wrong(&error))
}

/// The progress of reading.
struct State {
    done: AtomicU64,
    /// The total size, if it is known.
    total: Option<AtomicU64>,
    what: Mutex<String>,
    is_stopped: AtomicBool,
}

/// Reports the progress of reading to a callback.
struct Watch {
    state: Arc<State>,
    callback: Option<Py<PyAny>>,
}

impl Watch {
    fn new(total: Option<u64>, callback: Option<Py<PyAny>>) -> Watch {
        let state = State {
            done: AtomicU64::new(0),
            total: total.map(AtomicU64::new),
            what: Mutex::default(),
            is_stopped: AtomicBool::new(false),
        };
        Watch { state: Arc::new(state), callback }
    }
}

impl Watched for Watch {
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let Some(callback) = &self.callback else { return Ok(()) };
        let what = self.state.what.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let done = self.state.done.load(Ordering::Relaxed);
        // A text may need more bytes in memory than on disk.
        let total = self.state.total.as_ref().map(|total| total.load(Ordering::Relaxed).max(done));
        callback.call1(py, (what, done, total)).map(drop)
    }

    fn stop(&self) {
        self.state.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// Receives the progress from the reader.
struct Teller(Arc<State>);

impl Progress for Teller {
    fn advance(&mut self, bytes: usize) -> std::io::Result<()> {
        self.0.done.fetch_add(bytes as u64, Ordering::Relaxed);
        if self.0.is_stopped.load(Ordering::Relaxed) {
            // This error is never shown, because the exception that stopped the reading is raised instead.
            Err(std::io::Error::other("stopped"))
        } else {
            Ok(())
        }
    }

    fn expect(&mut self, bytes: u64) {
        if let Some(total) = &self.0.total {
            total.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    fn say(&mut self, what: &str) {
        what.clone_into(&mut self.0.what.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
