//! The functions for `benchlens.spark`: rows of logs, outlines, shards, and the report of all shards.
//!
//! Takes tables of measurements as a worker receives them, and the bytes that workers send; gives tables and bytes.
//! The library (`query::shards`) decides which results belong together, and checks that nothing is lost. Must not
//! know Spark, so that every system that distributes rows and collects bytes can use it.

use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};

use benchlens_arrow::arrow_array::ffi_stream::RecordBatchStreamReader;
use benchlens_arrow::arrow_array::{Array, Int32Array, Int64Array, RecordBatch};
use benchlens_arrow::arrow_schema::{ArrowError, DataType, SchemaRef};
use benchlens_arrow::{Form, Importer, Table, batches, column, schema};
use benchlens_core::base::{Argument, natural_order};
use benchlens_core::query::{Frame, Shard, ShardError};
use benchlens_core::reading::label_inputs as labels_of;
use benchlens_core::{Answer, HistoryQuery, Query, Store as Results, StoreBuilder};
use benchlens_inputs::{Failure, InputArgument, Leftovers, Progress, Threads, feed, seed};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyCapsule, PyDict};

use crate::origin::Origin;
use crate::question::Asked;
use crate::report::Report;
use crate::store::Store;
use crate::work::{Short, work};
use crate::{capsule, failure};

/// The measurements of a log, as an Arrow stream that can be read once. Rows are made on demand, because together they are
/// many times as large as the log.
#[pyclass(frozen, module = "benchlens._native")]
pub(crate) struct Rows {
    schema: SchemaRef,
    batches: Mutex<Option<Given>>,
}

/// Batches from a channel; the channel is closed after the last batch.
struct Given(Option<Receiver<Option<Result<RecordBatch, ArrowError>>>>);

impl Iterator for Given {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let given = self.0.as_ref()?.recv();
        if !matches!(given, Ok(Some(_))) {
            self.0 = None;
        }
        // A producer that ends without a final message has failed, because rows must not be lost silently.
        let failed = || ArrowError::ComputeError("the rows of a log ended too early".into());
        given.unwrap_or_else(|_| Some(Err(failed())))
    }
}

#[pymethods]
impl Rows {
    #[pyo3(signature = (requested_schema=None))]
    #[allow(clippy::needless_pass_by_value, reason = "as arguments of Python come")]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let taken = self.batches.lock().ok().and_then(|mut batches| batches.take());
        let batches = taken.ok_or_else(|| failure::table(py, "these rows were taken before"))?;
        capsule::export(py, Arc::clone(&self.schema), batches)
    }
}

/// The number of rows in a batch of a log.
const ROWS: usize = 1 << 13;

/// Returns the batches of a store, each generated when the previous one has been read.
fn rows_of(store: Results, table: Table) -> Result<Rows, String> {
    let (begin, begun) = sync_channel(1);
    let (give, given) = sync_channel(0);
    // Batches borrow the store, so the thread that generates them owns it. The thread ends when no more batches are
    // read.
    std::thread::spawn(move || {
        let made = match batches(&store, &table) {
            Ok(made) => made,
            Err(error) => return drop(begin.send(Err(error.to_string()))),
        };
        let is_wanted = begin.send(Ok(made.schema())).is_ok();
        for batch in made.take_while(|_| is_wanted) {
            let batch = batch.map_err(|error| ArrowError::ComputeError(error.to_string()));
            if give.send(Some(batch)).is_err() {
                return;
            }
        }
        drop(give.send(None));
    });
    let schema = begun.recv().map_err(|_| "the rows of a log ended".to_owned())??;
    Ok(Rows { schema, batches: Mutex::new(Some(Given(Some(given)))) })
}

/// A checked comparison, for computing it in several processes.
#[pyclass(frozen, module = "benchlens._native")]
pub(crate) struct Plan {
    plan: benchlens_core::Plan,
    asked: Asked,
}

#[pymethods]
impl Plan {
    /// Accepts the keywords of `Store.compare`, except `threads`, `progress` and `quiet`.
    #[new]
    #[pyo3(signature = (**keywords))]
    fn new(py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Plan> {
        let mut asked = Asked::of::<Query>("compare", keywords)?;
        Ok(Plan { plan: asked.plan(py)?, asked })
    }

    /// Whether the comparison requires all values in one place.
    #[getter]
    fn needs_all_values(&self) -> bool {
        self.plan.needs_all_values()
    }

    /// Returns the facts about all results that each shard needs.
    fn frame<'py>(&self, py: Python<'py>, outline: &Store) -> PyResult<Bound<'py, PyBytes>> {
        let frame = work(py, &Short, || self.plan.frame(outline.results()))?;
        let frame = frame.map_err(|error| failure::query(py, &error))?;
        Ok(PyBytes::new(py, &frame.to_bytes()))
    }

    /// Distributes the results of a table. Returns the number of the input, the number of the shard, and the results
    /// as bytes for each pair of both. An input occurs once for each piece of its consecutive rows.
    fn deal(&self, py: Python<'_>, table: &Bound<'_, PyAny>, count: u32) -> PyResult<Vec<Part>> {
        let reader = capsule::import(table)?;
        let dealt = work(py, &Short, || dealt(&self.plan, reader, count))?;
        let dealt = dealt.map_err(|message| failure::table(py, &message))?;
        Ok(dealt
            .into_iter()
            .map(|(input, shard, part)| sent_part(py, input, shard, &part))
            .collect())
    }

    /// Splits the results of one log, which is the input with this index, into shards.
    fn deal_log(
        &self,
        py: Python<'_>,
        content: &[u8],
        number: i32,
        source: String,
        label: String,
        count: u32,
    ) -> PyResult<Vec<Part>> {
        let dealt = work(py, &Short, move || {
            let (store, _) = log_of(content, &source, label)?;
            let dealt = self.plan.deal(&store, count);
            Ok(dealt.into_iter().map(move |(shard, part)| (number, shard, part.to_bytes())))
        })?;
        let dealt = dealt.map_err(|failure: Failure| failure::read(py, &failure, Vec::new()))?;
        Ok(dealt.map(|(input, shard, part)| sent_part(py, input, shard, &part)).collect())
    }

    /// Returns the comparisons of a shard as bytes. The shard contains all results of some rows, in parts that are
    /// sorted by input.
    #[allow(clippy::needless_pass_by_value, reason = "as arguments of Python come")]
    fn shard<'py>(
        &self,
        py: Python<'py>,
        parts: Vec<PyBackedBytes>,
        frame: &[u8],
    ) -> PyResult<Bound<'py, PyBytes>> {
        let made = work(py, &Short, || {
            let frame = Frame::from_bytes(frame)?;
            let mut builder = StoreBuilder::seeded(seed());
            for part in &parts {
                let part = Results::from_bytes(part).map_err(|_| foreign())?;
                builder.append_store(&part, None);
            }
            self.plan.shard(builder.finish(), &frame).map(|shard| shard.to_bytes())
        })?;
        made.map(|shard| PyBytes::new(py, &shard)).map_err(|error| failed(py, &error))
    }

    /// Returns the report of all shards.
    #[pyo3(signature = (outline, shards, *, quiet=false))]
    #[allow(clippy::needless_pass_by_value, reason = "as arguments of Python come")]
    fn join(
        &self,
        py: Python<'_>,
        outline: &Store,
        shards: Vec<Vec<u8>>,
        quiet: bool,
    ) -> PyResult<Report> {
        let answer = work(py, &Short, || {
            let shards = shards.iter().map(|bytes| Shard::from_bytes(bytes));
            self.plan.join(outline.results(), shards.collect::<Result<Vec<_>, _>>()?)
        })?;
        reported(py, answer.map_err(|error| failed(py, &error))?, outline, None, quiet)
    }

    /// Returns the report of results that are all in one place.
    #[pyo3(signature = (store, *, quiet=false))]
    fn compare(&self, py: Python<'_>, store: &Bound<'_, Store>, quiet: bool) -> PyResult<Report> {
        let results = store.get().results();
        let answer = work(py, &Short, || self.plan.run(results))?;
        let answer = answer.map_err(|error| failure::query(py, &error))?;
        let origin = Origin::new(store.as_any(), self.asked.clone());
        reported(py, answer, store.get(), Some(origin), quiet)
    }
}

/// Returns the report of an answer, and issues its notes as warnings.
fn reported(
    py: Python<'_>,
    answer: Answer,
    store: &Store,
    origin: Option<Origin>,
    quiet: bool,
) -> PyResult<Report> {
    let report = Report::new(py, answer, store.shared(), origin)?;
    if !quiet {
        report.warn(py)?;
    }
    Ok(report)
}

/// Returns the error for data from a worker with another version.
fn foreign() -> ShardError {
    ShardError::Foreign { version: None }
}

/// The number of an input, the number of a shard, and the input's results in this shard as bytes.
type Part = (i32, u32, Py<PyBytes>);

fn sent_part(py: Python<'_>, input: i32, shard: u32, part: &[u8]) -> Part {
    (input, shard, PyBytes::new(py, part).unbind())
}

fn failed(py: Python<'_>, error: &ShardError) -> PyErr {
    match error {
        ShardError::Query(error) => failure::query(py, error),
        other => failure::shards(py, &other.to_string()),
    }
}

/// Returns the columns of a table of measurements as a Spark schema, with plain strings.
#[pyfunction]
pub(crate) fn spark_schema() -> String {
    let kind = |data: &DataType| match data {
        DataType::Int32 => "int",
        DataType::Int64 => "bigint",
        DataType::Float64 => "double",
        DataType::Map(..) => "map<string,string>",
        _ => "string",
    };
    let schema = schema(Form::Plain);
    let columns = schema.fields().iter();
    let columns: Vec<_> =
        columns.map(|field| format!("`{}` {}", field.name(), kind(field.data_type()))).collect();
    columns.join(", ")
}

/// Returns the labels of inputs, from their paths and the labels that the caller gave.
#[pyfunction]
pub(crate) fn label_inputs(inputs: Vec<(String, Option<String>)>) -> Vec<String> {
    let argument = |(path, label): (String, Option<String>)| Argument {
        path: path.into_bytes(),
        label: label.map(String::into_bytes),
    };
    let arguments: Vec<Argument> = inputs.into_iter().map(argument).collect();
    let labels = labels_of(&arguments).into_iter();
    labels.map(|label| String::from_utf8_lossy(&label).into_owned()).collect()
}

/// Returns the measurements of one log, which is the input with this index.
#[pyfunction]
pub(crate) fn rows_of_log(
    py: Python<'_>,
    content: &[u8],
    number: u32,
    source: String,
    label: String,
) -> PyResult<Rows> {
    let made = work(py, &Short, move || {
        let (store, _) = log_of(content, &source, label)?;
        let first_input = number;
        let table = Table { form: Form::Plain, rows: ROWS, first_input, ..Table::default() };
        rows_of(store, table).map_err(Failure::from)
    })?;
    made.map_err(|failure: Failure| failure::read(py, &failure, Vec::new()))
}

/// Returns the results of one log, and notes about skipped parts of its file.
fn log_of(content: &[u8], source: &str, label: String) -> Result<(Results, Vec<String>), Failure> {
    let input = InputArgument::of_bytes(source, content).labelled(label);
    let mut builder = StoreBuilder::seeded(seed());
    let left = feed(&[input], &mut builder, &Threads(Some(1)), &mut Untold);
    let Leftovers { notes, failure } = left;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let store = builder.finish();
    let lost = store.diagnostics().iter().find(|found| found.problem.is_unreadable());
    match (store.inputs().len(), lost) {
        (1, _) => Ok((store, notes)),
        // The problems of a part that cannot be read are reported for a separate input.
        (_, Some(lost)) => Err(lost.to_string().into()),
        (count, None) => {
            Err(format!("{source}: {count} logs in one file: unpack them, each is an input").into())
        }
    }
}

/// Ignores the progress, because reading one log is short.
struct Untold;

impl Progress for Untold {
    fn advance(&mut self, _bytes: usize) -> std::io::Result<()> {
        Ok(())
    }

    fn expect(&mut self, _bytes: u64) {}

    fn say(&mut self, _what: &str) {}
}

/// A worker's data about an input: its number, its first and its last result, its number of measurements, its outline
/// or all of its results as bytes, its problem, and notes about skipped parts of its file.
type Outlined = (i32, i64, i64, u64, Option<Py<PyBytes>>, Option<String>, Vec<String>);

/// Returns the outlines of the inputs in a table, in the order in which they occur. With `with_values`, returns all
/// of their results.
#[pyfunction]
pub(crate) fn outlines(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    with_values: bool,
) -> PyResult<Vec<Outlined>> {
    let reader = capsule::import(table)?;
    let found = work(py, &Short, || outlined(reader, with_values))?;
    let found = found.map_err(|message| failure::table(py, &message))?;
    Ok(found.into_iter().map(|outline| sent_outline(py, outline)).collect())
}

/// Returns the outline of one log, which is the input with this index.
#[pyfunction]
pub(crate) fn outline_of_log(
    py: Python<'_>,
    content: &[u8],
    number: i32,
    source: String,
    label: String,
    with_values: bool,
) -> PyResult<Outlined> {
    let made = work(py, &Short, move || {
        let (store, notes) = log_of(content, &source, label)?;
        let measurements = store.rows().map(|row| row.measurements.len() as u64).sum();
        let last = store.len().saturating_sub(1) as i64;
        let store = Ok(outline_bytes(&store, with_values));
        Ok(Outline { input: number, first: 0, last, measurements, store, notes })
    })?;
    let outline = made.map_err(|failure: Failure| failure::read(py, &failure, Vec::new()))?;
    Ok(sent_outline(py, outline))
}

fn sent_outline(py: Python<'_>, outline: Outline) -> Outlined {
    let Outline { input, first, last, measurements, store, notes } = outline;
    let (bytes, message) = match store {
        Ok(bytes) => (Some(PyBytes::new(py, &bytes).unbind()), None),
        Err(message) => (None, Some(message)),
    };
    (input, first, last, measurements, bytes, message, notes)
}

/// Returns the outline of a store as bytes.
fn outline_bytes(store: &Results, with_values: bool) -> Vec<u8> {
    if with_values { store.to_bytes() } else { store.outline().to_bytes() }
}

struct Outline {
    input: i32,
    first: i64,
    last: i64,
    measurements: u64,
    store: Result<Vec<u8>, String>,
    /// Notes about the skipped parts of its file.
    notes: Vec<String>,
}

/// An input whose outline is being collected.
struct Open {
    outline: Outline,
    importer: Option<Importer>,
}

fn outlined(reader: RecordBatchStreamReader, with_values: bool) -> Result<Vec<Outline>, String> {
    let (mut open, mut done): (Option<Open>, Vec<Outline>) = (None, Vec::new());
    for batch in reader {
        let batch = checked(batch)?;
        let inputs = numbers::<Int32Array>(&batch, column::INPUT)?;
        let rows = numbers::<Int64Array>(&batch, column::ROW)?;
        let mut start = 0;
        for same in inputs.values().chunk_by(|a, b| a == b) {
            let (input, len) = (same[0], same.len());
            if open.as_ref().is_none_or(|open| open.outline.input != input) {
                done.extend(open.take().map(|open| close(open, with_values)));
                let outline = Outline {
                    input,
                    first: rows.value(start),
                    last: 0,
                    measurements: 0,
                    store: Ok(Vec::new()),
                    notes: Vec::new(),
                };
                let importer = Some(Importer::new(StoreBuilder::seeded(seed())));
                open = Some(Open { outline, importer });
            }
            if let Some(Open { outline, importer }) = &mut open {
                outline.last = rows.value(start + len - 1);
                outline.measurements += len as u64;
                let pushed =
                    importer.as_mut().map(|importer| importer.push(&batch.slice(start, len)));
                if let Some(Err(error)) = pushed {
                    outline.store = Err(error.to_string());
                    *importer = None;
                }
            }
            start += len;
        }
    }
    done.extend(open.map(|open| close(open, with_values)));
    Ok(done)
}

fn close(Open { mut outline, importer }: Open, with_values: bool) -> Outline {
    let Some(importer) = importer else { return outline };
    let store = importer.finish().map(StoreBuilder::finish);
    let store = store.map_err(|error| error.to_string());
    outline.store = store.map(|store| outline_bytes(&store, with_values));
    outline
}

/// Joins stores with one input each, in their order, with the notes about their files.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "as arguments of Python come")]
pub(crate) fn joined(
    py: Python<'_>,
    stores: Vec<PyBackedBytes>,
    notes: Vec<String>,
) -> PyResult<Store> {
    let made = work(py, &Short, || {
        let mut builder = StoreBuilder::seeded(seed());
        for bytes in &stores {
            let store = Results::from_bytes(bytes).map_err(|error| error.to_string())?;
            builder.append_store(&store, None);
        }
        Ok(builder.finish())
    })?;
    let store = made.map_err(|message: String| failure::table(py, &message))?;
    Ok(Store::new(store, notes))
}

/// A part of a point: the label of the point, the name of a file, the number of an input in it, and the input as bytes.
type PointPart = (String, String, i32, PyBackedBytes);

/// Joins parts of points, in any order. Each label becomes one input, as if it were a folder with these files, with the
/// notes about them.
#[pyfunction]
pub(crate) fn joined_points(
    py: Python<'_>,
    mut parts: Vec<PointPart>,
    notes: Vec<String>,
) -> PyResult<Store> {
    let made = work(py, &Short, || {
        parts.sort_by(|a, b| {
            let labels = natural_order(a.0.as_bytes(), b.0.as_bytes());
            labels.then_with(|| (&a.1, a.2).cmp(&(&b.1, b.2)))
        });
        let mut builder = StoreBuilder::seeded(seed());
        for point in parts.chunk_by(|a, b| a.0 == b.0) {
            let label = point[0].0.as_bytes();
            builder.begin(label, label);
            for (_, file, _, bytes) in point {
                let part = Results::from_bytes(bytes).map_err(|error| error.to_string())?;
                builder.member(file.as_bytes());
                part.replay(0, &mut builder);
                builder.end_member();
            }
            builder.end();
        }
        Ok(builder.finish())
    })?;
    let store = made.map_err(|message: String| failure::table(py, &message))?;
    Ok(Store::new(store, notes))
}

/// Checks the keywords of `Store.history`, without results.
#[pyfunction]
#[pyo3(signature = (**keywords))]
pub(crate) fn check_history(py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    Asked::of::<HistoryQuery>("history", keywords)?.history_plan(py).map(drop)
}

fn checked<E: std::fmt::Display>(batch: Result<RecordBatch, E>) -> Result<RecordBatch, String> {
    let batch = batch.map_err(|error| error.to_string())?;
    capsule::check(&batch)?;
    Ok(batch)
}

fn dealt(
    plan: &benchlens_core::Plan,
    reader: RecordBatchStreamReader,
    count: u32,
) -> Result<Vec<(i32, u32, Vec<u8>)>, String> {
    let mut found = Vec::new();
    let mut open: Option<(i32, Importer)> = None;
    let mut deal = |input: Option<(i32, Importer)>| {
        let Some((input, importer)) = input else { return Ok(()) };
        let store = importer.finish().map_err(|error| error.to_string())?.finish();
        let parts = plan.deal(&store, count).into_iter();
        found.extend(parts.map(|(shard, part)| (input, shard, part.to_bytes())));
        Ok::<(), String>(())
    };
    for batch in reader {
        let batch = checked(batch)?;
        let inputs = numbers::<Int32Array>(&batch, column::INPUT)?;
        let mut start = 0;
        for same in inputs.values().chunk_by(|a, b| a == b) {
            let (input, len) = (same[0], same.len());
            if open.as_ref().is_none_or(|(of, _)| *of != input) {
                deal(open.take())?;
            }
            let new = || (input, Importer::new(StoreBuilder::seeded(seed())));
            let (_, importer) = open.get_or_insert_with(new);
            importer.push(&batch.slice(start, len)).map_err(|error| error.to_string())?;
            start += len;
        }
    }
    deal(open)?;
    Ok(found)
}

/// Returns a column of integers without nulls.
fn numbers<'b, A: Array + 'static>(batch: &'b RecordBatch, name: &str) -> Result<&'b A, String> {
    let found =
        batch.column_by_name(name).ok_or_else(|| format!("the column {name} is missing"))?;
    let column = found.as_any().downcast_ref::<A>().filter(|column| column.null_count() == 0);
    column.ok_or_else(|| {
        let (kind, gaps) = (found.data_type(), found.null_count());
        format!("the column {name} has the type {kind} and {gaps} nulls: it must be as read_logs gives it")
    })
}
