//! The core as a WebAssembly module with one class, `Session`.
//!
//! Takes bytes and queries from JavaScript; gives objects, texts and pictures. It is a thin shell: `benchlens-session`
//! contains the state, and the core everything else. This file maps calls of JavaScript to calls of Rust;
//! `convert.rs` converts between texts and types and must not know JavaScript.
#![forbid(unsafe_code)]
// Arguments from JavaScript arrive by value.
#![allow(clippy::needless_pass_by_value)]

mod arguments;
mod convert;

use benchlens_core::base::Argument;
use benchlens_core::project::{self, FieldText};
use benchlens_core::{AnalysisQuery, Query, table};
use benchlens_session::{self as session, Placed, ReportView, RowsQuery};
use js_sys::{Array, Error, Function, JSON, Reflect, Uint8Array};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use arguments::{
    JsBytes, JsChart, JsChunk, JsFocus, JsNumber, JsQuery, JsRows, JsSeed, JsText, JsTexts,
};
use arguments::{bytes_of, chunk_of, index_of, number_of, optional_text_of, read, refused};
use arguments::{seed_of, text_of};
use convert::{Answer, Failure, Named, Whole, json};

/// The types of all answers, generated from the Rust types by a test.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Reads benchmark logs and answers queries about them.
///
/// Queries and views are passed as objects or their JSON texts, and answers are returned as objects. An argument of
/// another type throws a `TypeError`. An invalid query throws an `Error` with a `detail` of type `ErrorDetail`; a call
/// in the wrong order throws an `Error` that says which call is missing.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Session {
    inner: session::Session,
    warnings: Vec<u8>,
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        let error = Error::new(&failure.message);
        if let Some(Ok(detail)) = failure.detail.map(|detail| JSON::parse(&detail)) {
            // Setting a property of a new object cannot fail.
            let _ = Reflect::set(&error, &"detail".into(), &detail);
        }
        error.into()
    }
}

/// Converts an answer of a session to its form in JavaScript.
fn sent<T>(result: Result<T, session::SessionError>) -> Answer<T> {
    result.map_err(|error| Failure::from(error).into())
}

/// Does the same for an answer as an object.
fn sent_object<T: Serialize>(result: Result<T, session::SessionError>) -> Answer<JsValue> {
    Ok(object(&sent(result)?))
}

/// Returns a value as JavaScript's own objects. The text is valid JSON, so parsing cannot fail.
fn object(value: &impl Serialize) -> JsValue {
    JSON::parse(&json(value)).unwrap_or(JsValue::NULL)
}

#[wasm_bindgen]
impl Session {
    /// Creates a session without inputs. Pass a random `seed` if you read logs from strangers, because names that
    /// collide under a known seed make reading slow. The answers do not depend on the seed.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: Option<JsSeed>) -> Answer<Session> {
        Ok(Session { inner: session::Session::seeded(seed_of(seed)?), warnings: Vec::new() })
    }

    /// Begins an input: messages use `name`, and its column uses `label`. If another input is open, it ends.
    pub fn begin(&mut self, name: JsText, label: JsText) -> Answer<()> {
        let (name, label) = (text_of(&name, "name")?, text_of(&label, "label")?);
        self.inner.begin(name.as_bytes(), label.as_bytes());
        Ok(())
    }

    /// Reads the next chunk of the input; the text may be split anywhere. Throws if no input is open.
    pub fn feed(&mut self, chunk: JsChunk) -> Answer<()> {
        sent(self.inner.feed(&chunk_of(&chunk)?))
    }

    /// Ends the input, if one is open.
    pub fn end(&mut self) {
        self.inner.end();
    }

    /// Begins a file of the input, which is a folder; the following chunks are read as a separate text. Throws if no
    /// input is open.
    pub fn member(&mut self, name: JsText) -> Answer<()> {
        sent(self.inner.member(text_of(&name, "name")?.as_bytes()))
    }

    /// Reads a complete file that is packed or an archive, as one input or several. Returns a sentence about what was
    /// skipped, or nothing. Meanwhile it calls `tell` with the number of bytes that have been unpacked.
    pub fn read_packed(
        &mut self,
        name: JsText,
        label: JsText,
        bytes: JsBytes,
        #[wasm_bindgen(unchecked_optional_param_type = "(bytes: number) => void")] tell: Option<
            Function,
        >,
    ) -> Answer {
        if tell.as_ref().is_some_and(|tell| !tell.is_function()) {
            return Err(refused("tell", "a function", "another value"));
        }
        let mut reported = |bytes: u64| {
            // An exception from the caller's function is not an error of the file.
            let _ = tell.as_ref().map(|tell| tell.call1(&JsValue::NULL, &(bytes as f64).into()));
        };
        let (name, label) = (text_of(&name, "name")?, text_of(&label, "label")?);
        let bytes = bytes_of(&bytes, "packed file")?;
        sent(self.inner.read_packed_telling(&name, &label, &bytes, &mut reported))
    }

    /// Returns all inputs so far as bytes, for `append_bytes` of another session. If an input is open, it ends.
    pub fn to_bytes(&mut self) -> Uint8Array {
        Uint8Array::from(&self.inner.to_bytes()[..])
    }

    /// Appends the inputs of another session, as if they had been read here; `label` replaces their labels.
    pub fn append_bytes(&mut self, bytes: JsBytes, label: Option<JsText>) -> Answer<()> {
        let label = optional_text_of(label, "label")?;
        sent(self.inner.append_bytes(&bytes_of(&bytes, "session")?, label.as_deref()))
    }

    /// Begins a part of a large input: complete lines, without a byte-order mark.
    pub fn part_begin(&mut self) {
        self.inner.part_begin();
    }

    /// Reads the next chunk of the part. Throws if no part is open.
    pub fn part_feed(&mut self, chunk: JsChunk) -> Answer<()> {
        sent(self.inner.part_feed(&chunk_of(&chunk)?))
    }

    /// Ends the part and returns its bytes, for `append_part` of another session. Throws if no part is open.
    pub fn part_to_bytes(&mut self) -> Answer<Uint8Array> {
        Ok(Uint8Array::from(&sent(self.inner.part_to_bytes())?[..]))
    }

    /// Appends the next part of the current input. Call this between `begin` and `end`.
    pub fn append_part(&mut self, bytes: JsBytes) -> Answer<()> {
        sent(self.inner.append_part(&bytes_of(&bytes, "part")?))
    }

    /// Reorders the inputs and gives them new labels; inputs that are not listed are removed.
    pub fn arrange(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Placed[] | Json<Placed[]>")] order: JsValue,
    ) -> Answer<()> {
        sent(self.inner.arrange(&read::<Vec<Placed>>(&order, "list of inputs")?))
    }

    /// Returns the inputs.
    #[wasm_bindgen(unchecked_return_type = "InputView[]")]
    pub fn inputs(&self) -> JsValue {
        object(&self.inner.inputs())
    }

    /// Returns the ignored lines from index `start` up to, but not including, index `end`.
    #[wasm_bindgen(unchecked_return_type = "DiagnosticPage")]
    pub fn diagnostics(&self, start: JsNumber, end: JsNumber) -> Answer<JsValue> {
        let (start, end) = (index_of(&start, "start")?, index_of(&end, "end")?);
        Ok(object(&self.inner.diagnostics(start, end)))
    }

    /// Returns the keys of the results with their values.
    #[wasm_bindgen(unchecked_return_type = "KeyView[]")]
    pub fn keys(&self) -> JsValue {
        object(&self.inner.keys())
    }

    /// Returns the values of a key in an order, as the layout shows them; returns nothing if there are more than a
    /// menu can show.
    #[wasm_bindgen(unchecked_return_type = "ValueView[]")]
    pub fn values(
        &self,
        key: JsText,
        #[wasm_bindgen(unchecked_param_type = "FieldOrder | Json<FieldOrder>")] order: JsValue,
    ) -> Answer<JsValue> {
        Ok(object(&self.inner.values(&text_of(&key, "key")?, &read(&order, "sort order")?)))
    }

    /// Returns useful comparisons within a single input, as changes of the current query.
    #[wasm_bindgen(unchecked_return_type = "SuggestionView[]")]
    pub fn suggest(&self, present: JsQuery) -> Answer<JsValue> {
        Ok(object(&self.inner.suggestions(&read(&present, "query")?)))
    }

    /// Returns the command line that runs a query on the inputs and shows the part of the answer that `focus`
    /// selects.
    pub fn command(&self, query: JsQuery, focus: JsFocus) -> Answer {
        Ok(self.inner.command(&read(&query, "query")?, &read(&focus, "focus")?))
    }

    /// Returns the result of gate rules, in the syntax of the CLI's `-gate`, for the last answer. An invalid rule
    /// throws an `Error` with a `detail`.
    #[wasm_bindgen(unchecked_return_type = "GateView")]
    pub fn gate(&mut self, rules: JsText) -> Answer<JsValue> {
        sent_object(self.inner.gate(&text_of(&rules, "rule")?))
    }

    /// Returns the WebAssembly memory in use, in bytes; this number never decreases.
    pub fn memory(&self) -> f64 {
        memory()
    }

    /// Returns whether `total` bytes will fit in memory, after `read` of them have been read.
    #[wasm_bindgen(unchecked_return_type = "Capacity")]
    pub fn capacity(&self, read: JsNumber, total: JsNumber) -> Answer<JsValue> {
        let (read, total) = (number_of(&read, "size")?, number_of(&total, "size")?);
        Ok(object(&session::capacity(memory(), MEMORY_MAX, read, total)))
    }

    /// Runs a query; omitted settings have their defaults. If an input is open, it ends.
    #[wasm_bindgen(unchecked_return_type = "RunResult")]
    pub fn run(&mut self, query: JsQuery) -> Answer<JsValue> {
        sent_object(self.inner.run(&read(&query, "query")?))
    }

    /// Begins to compute the answer to a query, for `ask_step`; the last answer is kept until then. This cancels an
    /// answer that is being computed.
    pub fn ask_begin(&mut self, query: JsQuery) -> Answer<()> {
        sent(self.inner.ask_begin(&read(&query, "query")?))
    }

    /// Continues the computation for about the time that it takes to process `work` values. Returns the answer when
    /// it is complete.
    #[wasm_bindgen(unchecked_return_type = "AskView")]
    pub fn ask_step(&mut self, work: JsNumber) -> Answer<JsValue> {
        // The cast saturates, and turns NaN into 0; a step always makes some progress.
        sent_object(self.inner.ask_step(number_of(&work, "number of values")? as u64))
    }

    /// Returns whether an answer is being computed.
    pub fn is_asking(&self) -> bool {
        self.inner.is_asking()
    }

    /// Cancels the answer that is being computed, if there is one; the last answer is kept.
    pub fn ask_cancel(&mut self) {
        self.inner.ask_cancel();
    }

    /// Returns a preview of the answer that is being computed: the first `rows` rows of each table of a unit. Returns
    /// nothing until the results are grouped into cells. The tables give their final numbers of rows; all other
    /// counts are counts of the first rows.
    #[wasm_bindgen(unchecked_return_type = "RunResult | null")]
    pub fn ask_first(&mut self, unit: JsText, rows: JsNumber) -> Answer<JsValue> {
        let (unit, rows) = (text_of(&unit, "unit")?, index_of(&rows, "number of rows")?);
        Ok(object(&self.inner.ask_first(&unit, rows)))
    }

    /// Returns rows of the preview from `ask_first`. Throws if there is no preview.
    #[wasm_bindgen(unchecked_return_type = "RowsPage")]
    pub fn first_rows(&self, view: JsRows) -> Answer<JsValue> {
        sent_object(self.inner.first_rows(&read::<RowsQuery>(&view, "view")?))
    }

    /// Returns rows of a table of the last answer.
    #[wasm_bindgen(unchecked_return_type = "RowsPage")]
    pub fn rows(&mut self, view: JsRows) -> Answer<JsValue> {
        sent_object(self.inner.rows(&read::<RowsQuery>(&view, "view")?))
    }

    /// Returns one row of the last answer with its samples; its picture is as wide as `room` allows, in pixels.
    #[wasm_bindgen(unchecked_return_type = "DetailView")]
    pub fn detail(
        &self,
        table: JsNumber,
        row: JsNumber,
        room: Option<JsNumber>,
    ) -> Answer<JsValue> {
        let (table, row) = (index_of(&table, "table")?, index_of(&row, "row")?);
        let room = room.map(|room| number_of(&room, "width")).transpose()?;
        sent_object(self.inner.detail(table, row, room))
    }

    /// Returns a chart of a table of the last answer; omitted settings of the query have their defaults. A chart of
    /// changes needs the result of `changes_step`, and computes it immediately if it is not complete.
    #[wasm_bindgen(unchecked_return_type = "Chart")]
    pub fn chart(&mut self, query: JsChart) -> Answer<JsValue> {
        sent_object(self.inner.chart(&read(&query, "query")?))
    }

    /// Returns whether a chart needs the result of `changes_step` and this result is not complete yet.
    pub fn needs_changes(&self, query: JsChart) -> Answer<bool> {
        sent(self.inner.needs_changes(&read(&query, "query")?))
    }

    /// Begins to search for changes in all rows of the last answer over its columns, for `changes_step`.
    pub fn changes_begin(&mut self) -> Answer<()> {
        sent(self.inner.changes_begin())
    }

    /// Continues the search for about the time that it takes to process `work` values. Changes are kept until the
    /// next answer.
    #[wasm_bindgen(unchecked_return_type = "ChangesView")]
    pub fn changes_step(&mut self, work: JsNumber) -> Answer<JsValue> {
        sent_object(self.inner.changes_step(number_of(&work, "number of values")? as u64))
    }

    /// Cancels the search for changes, if one is running; changes that are already known are kept.
    pub fn changes_cancel(&mut self) {
        self.inner.changes_cancel();
    }

    /// Returns a change of a row of the last answer, by its number in the row.
    #[wasm_bindgen(unchecked_return_type = "ChangeView")]
    pub fn change(&self, table: JsNumber, row: JsNumber, number: JsNumber) -> Answer<JsValue> {
        let (table, row) = (index_of(&table, "table")?, index_of(&row, "row")?);
        sent_object(self.inner.change(table, row, index_of(&number, "change")?))
    }

    /// Returns the columns of a table of the last answer as points of a history, in words.
    #[wasm_bindgen(unchecked_return_type = "PointsView")]
    pub fn points(&self, table: JsNumber) -> Answer<JsValue> {
        sent_object(self.inner.points(index_of(&table, "table")?))
    }

    /// Returns the indices of all rows that a view requests, in its order.
    #[wasm_bindgen(unchecked_return_type = "number[]")]
    pub fn row_indices(&self, view: JsRows) -> Answer<JsValue> {
        sent_object(self.inner.row_indices(&read::<RowsQuery>(&view, "view")?))
    }

    /// Returns the charts that are available for a table of the last answer.
    #[wasm_bindgen(unchecked_return_type = "ChartKinds")]
    pub fn chart_kinds(&self, table: JsNumber) -> Answer<JsValue> {
        sent_object(self.inner.chart_kinds(index_of(&table, "table")?))
    }

    /// Renders the last answer as `text`, `csv`, `tidy`, `markdown`, `json` or `html`: the bytes that the CLI prints
    /// for this `-format`.
    pub fn render(&mut self, output: JsText) -> Answer<Uint8Array> {
        let output = text_of(&output, "format")?;
        let page = sent(self.inner.render(convert::output(&output)?))?;
        self.warnings = page.warnings;
        Ok(Uint8Array::from(&page.out[..]))
    }

    /// Renders the last answer as one file that can be queried in a browser. It contains a state of the web app (its
    /// address from the `#` on), the gzipped bytes of `to_bytes`, and the web app's `engine.bin`. Readers without
    /// scripts see the part of the answer that `focus` and `search` select, with this chart of its table; without
    /// these arguments, they see the whole answer.
    pub fn report(
        &mut self,
        state: JsText,
        results: JsBytes,
        engine: JsBytes,
        focus: Option<JsFocus>,
        search: Option<JsText>,
        chart: Option<JsChart>,
    ) -> Answer<Uint8Array> {
        let view = ReportView {
            focus: focus.map(|focus| read(&focus, "focus")).transpose()?.unwrap_or_default(),
            search: optional_text_of(search, "search")?.unwrap_or_default(),
            chart: chart.map(|chart| read(&chart, "query")).transpose()?,
        };
        let state = text_of(&state, "state")?;
        let (results, engine) = (bytes_of(&results, "session")?, bytes_of(&engine, "engine")?);
        Ok(Uint8Array::from(&sent(self.inner.report(&state, &view, &results, &engine))?[..]))
    }

    /// Renders the last answer as the text of an HTML element: what changed, pictures, tables. Names are escaped, so
    /// they may contain any characters. `html_style` returns the style of the element.
    pub fn html_tables(&self) -> Answer {
        Ok(String::from_utf8_lossy(&sent(self.inner.html_tables())?).into_owned())
    }

    /// Returns what the last rendered output cannot show: the warnings of CSV, one for each line.
    pub fn render_warnings(&self) -> String {
        String::from_utf8_lossy(&self.warnings).into_owned()
    }
}

/// Returns whether an input that begins with these bytes (64 KiB are enough) can be read in parts that are split at
/// line ends. Any other input must be read sequentially.
#[wasm_bindgen]
pub fn can_be_cut(head: JsBytes) -> Answer<bool> {
    Ok(benchlens_core::format::cut_at_lines(&bytes_of(&head, "chunk")?).is_some())
}

/// Returns the format of a packed file from its first bytes (512 are enough): gzip, zstd, zip or tar. Returns nothing
/// if the file can be read without unpacking.
#[wasm_bindgen]
pub fn packed_as(head: JsBytes) -> Answer<Option<String>> {
    Ok(session::packed_as(&bytes_of(&head, "chunk")?).map(str::to_owned))
}

/// Returns which files of a folder to read, from their paths, which are separated by `/`.
#[wasm_bindgen(unchecked_return_type = "FolderPiece[]")]
pub fn plan_folder(paths: JsTexts) -> Answer<JsValue> {
    Ok(object(&session::plan_folder(&read::<Vec<String>>(&paths, "list of paths")?)))
}

/// Returns the recordings of criterion in a folder, sorted by name: `base`, `new` and saved baselines. Returns none if
/// there are more than 16.
#[wasm_bindgen(unchecked_return_type = "FolderRecording[]")]
pub fn plan_recordings(paths: JsTexts) -> Answer<JsValue> {
    Ok(object(&session::plan_recordings(&read::<Vec<String>>(&paths, "list of paths")?)))
}

/// Returns the paths and contents of the files of an archive with several recordings of criterion, to be read like a
/// folder; none of any other file.
#[wasm_bindgen(unchecked_return_type = "[string, Uint8Array<ArrayBuffer>][]")]
pub fn recorded_files(bytes: JsBytes) -> Answer<Array> {
    let files = session::recorded_files(&bytes_of(&bytes, "packed file")?);
    let pair = |(path, bytes): (String, Vec<u8>)| {
        Array::of2(&path.into(), &Uint8Array::from(&bytes[..]).into())
    };
    Ok(files.into_iter().flatten().map(pair).collect())
}

/// A module can address 4 GiB; the rest is for the answer, and for tables that grow by doubling.
const MEMORY_MAX: f64 = 3.25 * 1024.0 * 1024.0 * 1024.0;

/// Returns the memory in use, in bytes.
#[cfg(target_family = "wasm")]
fn memory() -> f64 {
    const PAGE: f64 = 65_536.0;
    core::arch::wasm32::memory_size(0) as f64 * PAGE
}

/// Returns 0 outside of a WebAssembly module, where the memory in use is not known.
#[cfg(not(target_family = "wasm"))]
fn memory() -> f64 {
    0.0
}

/// Returns the fields of a projection text. `part` is the setting that contains it.
#[wasm_bindgen(unchecked_return_type = "FieldText[]")]
pub fn parse_projection(text: JsText, part: Option<JsText>) -> Answer<JsValue> {
    let (text, part) = (text_of(&text, "text")?, optional_text_of(part, "part")?);
    let parts = ["table", "row", "col", "ignore"];
    let part = parts.into_iter().find(|&known| Some(known) == part.as_deref()).unwrap_or("row");
    let fields = project::read_projection(part, &text).map_err(Failure::from)?;
    Ok(object(&fields))
}

/// Returns the text of a projection.
#[wasm_bindgen]
pub fn write_projection(
    #[wasm_bindgen(unchecked_param_type = "FieldText[] | Json<FieldText[]>")] fields: JsValue,
) -> Answer {
    Ok(project::write_projection(&read::<Vec<FieldText>>(&fields, "list of fields")?))
}

/// Returns the keys and values of a filter, or `null` if the filter is more complex than that.
#[wasm_bindgen(unchecked_return_type = "FilterValues | null")]
pub fn parse_filter_values(text: JsText) -> Answer<JsValue> {
    Ok(object(&project::read_filter(&text_of(&text, "filter")?).map_err(Failure::from)?))
}

/// Returns the text of a filter.
#[wasm_bindgen]
pub fn write_filter(
    #[wasm_bindgen(unchecked_param_type = "FilterValues | Json<FilterValues>")] values: JsValue,
) -> Answer {
    Ok(project::write_filter(&read(&values, "list of values")?))
}

/// Returns the labels of inputs: the given label, otherwise the path, with a number if several inputs have the same
/// path.
#[wasm_bindgen(unchecked_return_type = "string[]")]
pub fn label_inputs(
    #[wasm_bindgen(unchecked_param_type = "Named[] | Json<Named[]>")] inputs: JsValue,
) -> Answer<JsValue> {
    let argument = |input: Named| Argument {
        path: input.name.into_bytes(),
        label: input.label.map(String::into_bytes),
    };
    let inputs: Vec<Named> = read(&inputs, "list of inputs")?;
    let arguments: Vec<Argument> = inputs.into_iter().map(argument).collect();
    let labels = benchlens_core::reading::label_inputs(&arguments);
    Ok(object(&labels.iter().map(|label| String::from_utf8_lossy(label)).collect::<Vec<_>>()))
}

/// Returns the command line that runs a query on inputs with these names.
#[wasm_bindgen]
pub fn command_for(names: JsTexts, query: JsQuery) -> Answer {
    Ok(session::command_for(read(&names, "list of names")?, &read::<Query>(&query, "query")?))
}

/// Returns the progress of reading: `84.0 MB of 200 MB, 310 MB/s, 1 s left`; a `total` of 0 means that it is not
/// known.
#[wasm_bindgen]
pub fn progress(done: JsNumber, total: JsNumber, milliseconds: JsNumber) -> Answer {
    let (done, total) = (number_of(&done, "size")?, number_of(&total, "size")?);
    Ok(session::progress(done, total, number_of(&milliseconds, "time")?))
}

/// Parses a fraction in the syntax of the CLI's `-margin`: `2%` or `0.02`; returns `null` if it is invalid.
#[wasm_bindgen(unchecked_return_type = "number | null")]
pub fn parse_share(text: JsText) -> Answer<JsValue> {
    Ok(object(&table::parse_share(&text_of(&text, "percentage")?)))
}

/// Formats a fraction in the syntax of `-margin`: `2%` for 0.02.
#[wasm_bindgen]
pub fn write_share(share: JsNumber) -> Answer {
    Ok(table::write_share(number_of(&share, "fraction")?))
}

/// Returns the default query.
#[wasm_bindgen(unchecked_return_type = "Query")]
pub fn default_query() -> JsValue {
    object(&Whole::from(&Query::default()))
}

/// Returns the default analysis, which is the value of `analysis` in a query that requests one.
#[wasm_bindgen(unchecked_return_type = "AnalysisQuery")]
pub fn default_analysis() -> JsValue {
    object(&AnalysisQuery::default())
}

/// Returns the style for `html_tables`.
#[wasm_bindgen]
pub fn html_style() -> String {
    benchlens_core::render::HTML_STYLE.into()
}

/// Returns the version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
