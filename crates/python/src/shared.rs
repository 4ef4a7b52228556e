//! What `benchlens.spark` asks of the library: rows of logs, outlines, shards, and the report of all of them.
//!
//! Takes tables of measurements as they come to a worker, and the bytes that workers send; gives tables and bytes. The library
//! (`query::shards`) decides what belongs together and checks that nothing is lost. Knows nothing of Spark: whoever deals out rows
//! and brings back bytes can use it.

use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};

use benchlens::base::Argument;
use benchlens::query::{Frame, Shard, ShardError};
use benchlens::{Answer, Store as Results, StoreBuilder, label_inputs as labels_of};
use benchlens_arrow::arrow_array::ffi_stream::RecordBatchStreamReader;
use benchlens_arrow::arrow_array::{Array, Int32Array, Int64Array, RecordBatch};
use benchlens_arrow::arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use benchlens_arrow::{Form, Importer, Table, batches, column, schema};
use benchlens_inputs::{InputArgument, Leftovers, Progress, Threads, feed, seed};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};

use crate::question::Question;
use crate::report::Report;
use crate::store::Store;
use crate::work::{Short, work};
use crate::{capsule, failure};

/// A table that was made here.
#[pyclass(frozen, module = "benchlens._native")]
pub(crate) struct Made {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Made {
    #[pyo3(signature = (requested_schema=None))]
    #[allow(clippy::needless_pass_by_value, reason = "as arguments of Python come")]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        capsule::export(py, Arc::clone(&self.schema), self.batches.clone().into_iter().map(Ok))
    }
}

/// The rows of a log, made as they are taken: all at once are many times as large as the log. They can be taken once.
#[pyclass(frozen, module = "benchlens._native")]
pub(crate) struct Rows {
    schema: SchemaRef,
    batches: Mutex<Option<Given>>,
}

/// Batches as they come; nothing stands behind the last one.
struct Given(Option<Receiver<Option<Result<RecordBatch, ArrowError>>>>);

impl Iterator for Given {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let given = self.0.as_ref()?.recv();
        if !matches!(given, Ok(Some(_))) {
            self.0 = None;
        }
        // Whoever ends without a word has failed: rows must not be missing in silence.
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

/// So many rows a batch of a log has.
const ROWS: usize = 1 << 13;

/// Batches of a store, each made when the one before is taken.
fn rows_of(store: Results, table: Table) -> Result<Rows, String> {
    let (begin, begun) = sync_channel(1);
    let (give, given) = sync_channel(0);
    // Batches borrow the store, so who makes them owns it. If nobody takes them any more, this ends.
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

/// A question that was checked.
#[pyclass(frozen, module = "benchlens._native")]
pub(crate) struct Plan(benchlens::Plan);

#[pymethods]
impl Plan {
    /// Takes the keywords of `Store.compare`.
    #[new]
    #[pyo3(signature = (**keywords))]
    fn new(py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Plan> {
        Question::of(keywords)?.plan(py).map(Plan)
    }

    /// Whether values decide which rows there are, so that all must be in one place.
    #[getter]
    fn needs_all_values(&self) -> bool {
        self.0.needs_all_values()
    }

    /// What each shard must know of the whole.
    fn frame<'py>(&self, py: Python<'py>, outline: &Store) -> PyResult<Bound<'py, PyBytes>> {
        let frame = work(py, &Short, || self.0.frame(outline.results()))?;
        let frame = frame.map_err(|error| failure::query(py, &error))?;
        Ok(PyBytes::new(py, &frame.to_bytes()))
    }

    /// The shard of each row of a table of whole results, as a table with that column; null where the question does not ask for it.
    fn shards_of(&self, py: Python<'_>, table: &Bound<'_, PyAny>, count: u32) -> PyResult<Made> {
        let reader = capsule::import(table)?;
        let made = work(py, &Short, || shards_of(&self.0, reader, count))?;
        made.map_err(|message| failure::table(py, &message))
    }

    /// The comparisons of a shard, as bytes: of a table of all results of some rows, in their order.
    fn shard<'py>(
        &self,
        py: Python<'py>,
        table: &Bound<'py, PyAny>,
        frame: &[u8],
    ) -> PyResult<Bound<'py, PyBytes>> {
        let reader = capsule::import(table)?;
        let frame = Frame::from_bytes(frame).map_err(|error| failed(py, &error))?;
        let made = work(py, &Short, || {
            let store = imported(reader).map_err(Wrong::Table)?;
            self.0.shard(store, &frame).map_err(Wrong::Shard)
        })?;
        match made {
            Ok(shard) => Ok(PyBytes::new(py, &shard.to_bytes())),
            Err(Wrong::Table(message)) => Err(failure::table(py, &message)),
            Err(Wrong::Shard(error)) => Err(failed(py, &error)),
        }
    }

    /// The report of all shards.
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
            self.0.join(outline.results(), shards.collect::<Result<Vec<_>, _>>()?)
        })?;
        told(py, answer.map_err(|error| failed(py, &error))?, outline, quiet)
    }

    /// The report of results that are all here.
    #[pyo3(signature = (store, *, quiet=false))]
    fn compare(&self, py: Python<'_>, store: &Store, quiet: bool) -> PyResult<Report> {
        let answer = work(py, &Short, || self.0.answer(store.results()))?;
        told(py, answer.map_err(|error| failure::query(py, &error))?, store, quiet)
    }
}

/// The report of an answer, and its notes as warnings.
fn told(py: Python<'_>, answer: Answer, store: &Store, quiet: bool) -> PyResult<Report> {
    let report = Report::new(py, answer, store.shared())?;
    if !quiet {
        report.warn(py)?;
    }
    Ok(report)
}

/// Why there is no shard.
enum Wrong {
    Table(String),
    Shard(ShardError),
}

fn failed(py: Python<'_>, error: &ShardError) -> PyErr {
    match error {
        ShardError::Query(error) => failure::query(py, error),
        other => failure::shards(py, &other.to_string()),
    }
}

/// The columns of a table of measurements with plain texts, as Spark declares them.
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

/// The labels of inputs, given as paths with the labels that they were given.
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

/// The measurements of one log, which is the input of this number.
#[pyfunction]
pub(crate) fn rows_of_log(
    py: Python<'_>,
    content: &[u8],
    number: u32,
    source: String,
    label: String,
) -> PyResult<Rows> {
    let input = InputArgument::of_bytes(&source, content).labelled(label);
    let made = work(py, &Short, move || {
        let mut builder = StoreBuilder::seeded(seed());
        let left = feed(&[input], &mut builder, &Threads(Some(1)), &mut Untold);
        let Leftovers { errors, failure, .. } = left;
        if let Some(message) = failure.or(errors.into_iter().next()) {
            return Err(message);
        }
        let store = builder.finish();
        if store.inputs().len() != 1 {
            let count = store.inputs().len();
            return Err(format!(
                "{source}: {count} logs in one file: unpack them, each is an input"
            ));
        }
        let first_input = number;
        rows_of(store, Table { form: Form::Plain, rows: ROWS, first_input, ..Table::default() })
    })?;
    made.map_err(|message| failure::read(py, &message, Vec::new()))
}

/// Nobody is told how far the reading of one log is.
struct Untold;

impl Progress for Untold {
    fn advance(&mut self, _bytes: usize) -> std::io::Result<()> {
        Ok(())
    }

    fn expect(&mut self, _bytes: u64) {}

    fn say(&mut self, _what: &str) {}
}

/// What a worker knows of an input: its number, its first and its last result, how many measurements it has, its outline or the
/// whole of it as bytes, and what is wrong with it.
type Outlined = (i32, i64, i64, u64, Option<Py<PyBytes>>, Option<String>);

/// The outlines of the inputs of a table, in the order in which they come. With `with_values` all of their results.
#[pyfunction]
pub(crate) fn outlines(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    with_values: bool,
) -> PyResult<Vec<Outlined>> {
    let reader = capsule::import(table)?;
    let found = work(py, &Short, || outlined(reader, with_values))?;
    let found = found.map_err(|message| failure::table(py, &message))?;
    let sent = |Outline { input, first, last, measurements, store }| match store {
        Ok(bytes) => {
            (input, first, last, measurements, Some(PyBytes::new(py, &bytes).unbind()), None)
        }
        Err(message) => (input, first, last, measurements, None, Some(message)),
    };
    Ok(found.into_iter().map(sent).collect())
}

struct Outline {
    input: i32,
    first: i64,
    last: i64,
    measurements: u64,
    store: Result<Vec<u8>, String>,
}

/// An input on its way into an outline.
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
    outline.store = store.map_err(|error| error.to_string()).map(|store| match with_values {
        true => store.to_bytes(),
        false => store.outline().to_bytes(),
    });
    outline
}

/// Stores of one input each as one, in their order.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "as arguments of Python come")]
pub(crate) fn joined(py: Python<'_>, stores: Vec<Vec<u8>>) -> PyResult<Store> {
    let made = work(py, &Short, || {
        let mut builder = StoreBuilder::seeded(seed());
        for bytes in &stores {
            let store = Results::from_bytes(bytes).map_err(|error| error.to_string())?;
            builder.append_store(&store, None);
        }
        Ok(builder.finish())
    })?;
    let store = made.map_err(|message: String| failure::table(py, &message))?;
    Ok(Store::new(store, Vec::new(), Vec::new()))
}

fn checked<E: std::fmt::Display>(batch: Result<RecordBatch, E>) -> Result<RecordBatch, String> {
    let batch = batch.map_err(|error| error.to_string())?;
    capsule::check(&batch)?;
    Ok(batch)
}

fn imported(reader: RecordBatchStreamReader) -> Result<Results, String> {
    let mut importer = Importer::new(StoreBuilder::seeded(seed()));
    for batch in reader {
        importer.push(&checked(batch)?).map_err(|error| error.to_string())?;
    }
    Ok(importer.finish().map_err(|error| error.to_string())?.finish())
}

fn shards_of(
    plan: &benchlens::Plan,
    reader: RecordBatchStreamReader,
    count: u32,
) -> Result<Made, String> {
    let mut found: Vec<Option<i32>> = Vec::new();
    let mut open: Option<(i32, Importer, Vec<i64>)> = None;
    for batch in reader {
        let batch = checked(batch)?;
        let inputs = numbers::<Int32Array>(&batch, column::INPUT)?;
        let rows = numbers::<Int64Array>(&batch, column::ROW)?;
        let mut start = 0;
        for same in inputs.values().chunk_by(|a, b| a == b) {
            let (input, len) = (same[0], same.len());
            let (importer, results) = match &mut open {
                Some((of, importer, results)) if *of == input => (importer, results),
                _ => {
                    deal(plan, open.take(), count, &mut found)?;
                    let importer = Importer::new(StoreBuilder::seeded(seed()));
                    let (_, importer, results) = open.insert((input, importer, Vec::new()));
                    (importer, results)
                }
            };
            importer.push(&batch.slice(start, len)).map_err(|error| error.to_string())?;
            results.extend(&rows.values()[start..start + len]);
            start += len;
        }
    }
    deal(plan, open, count, &mut found)?;
    let schema = Arc::new(Schema::new(vec![Field::new("shard", DataType::Int32, true)]));
    let column = Arc::new(Int32Array::from(found));
    let batch = RecordBatch::try_new(Arc::clone(&schema), vec![column]);
    Ok(Made { schema, batches: vec![batch.map_err(|error| error.to_string())?] })
}

/// Appends the shards of the rows of an input, of which each result has several.
fn deal(
    plan: &benchlens::Plan,
    input: Option<(i32, Importer, Vec<i64>)>,
    count: u32,
    found: &mut Vec<Option<i32>>,
) -> Result<(), String> {
    let Some((_, importer, rows)) = input else { return Ok(()) };
    let store = importer.finish().map_err(|error| error.to_string())?.finish();
    let shards = plan.shards_of_rows(&store, count);
    let results = rows.chunk_by(|a, b| a == b);
    if results.clone().count() != shards.len() {
        return Err("a result without a value: its values must be there to be dealt out".into());
    }
    let each = results.zip(&shards);
    found.extend(each.flat_map(|(rows, &shard)| {
        std::iter::repeat_n(shard.map(|shard| shard as i32), rows.len())
    }));
    Ok(())
}

/// A column of whole numbers without gaps.
fn numbers<'b, A: Array + 'static>(batch: &'b RecordBatch, name: &str) -> Result<&'b A, String> {
    let found =
        batch.column_by_name(name).ok_or_else(|| format!("the column {name} is missing"))?;
    let column = found.as_any().downcast_ref::<A>().filter(|column| column.null_count() == 0);
    column.ok_or_else(|| {
        let (kind, gaps) = (found.data_type(), found.null_count());
        format!("the column {name} has the type {kind} and {gaps} nulls: it must be as read_logs gives it")
    })
}
