//! The core as a WebAssembly module: one class, `Session`.
//!
//! Takes bytes and queries from JavaScript, gives texts, pictures and JSON back. A thin shell: the
//! state is in `benchlens-session`, all else in the core. This file turns calls into calls and knows
//! JavaScript; `convert.rs` turns texts into types and back, and does not.
#![forbid(unsafe_code)]
// What crosses the border arrives by value.
#![allow(clippy::needless_pass_by_value)]

mod arguments;
mod convert;

use benchlens_core::base::Argument;
use benchlens_core::project::{self, FieldText};
use benchlens_core::{AnalysisQuery, Query, table};
use benchlens_session::{self as session, Placed, ReportView, RowsQuery};
use js_sys::{Error, Function, JSON, Reflect, Uint8Array};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use arguments::{JsChart, JsChunk, JsFocus, JsQuery, JsRows, JsText, JsTexts};
use arguments::{bytes_of, optional_text_of, read, text_of};
use convert::{Answer, Failure, Named, Whole, json};

/// The shapes of all answers, made from the Rust types by a test.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Reads benchmark logs and answers queries about them.
///
/// Queries and views go in as objects or JSON texts, answers come back as JSON texts; `Json<T>` says of which
/// shape. An argument of another type throws a `TypeError`. A query that is wrong throws an `Error` with a `detail` of type `ErrorDetail`; a call out of
/// turn throws an `Error` that says what to call first.
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
            // Setting a property of a fresh object does not fail.
            let _ = Reflect::set(&error, &"detail".into(), &detail);
        }
        error.into()
    }
}

/// What a session's answer is in JavaScript.
fn sent<T>(result: Result<T, session::SessionError>) -> Answer<T> {
    result.map_err(|error| Failure::from(error).into())
}

/// The same as a JSON text.
fn sent_json<T: Serialize>(result: Result<T, session::SessionError>) -> Answer {
    Ok(json(&sent(result)?))
}

#[wasm_bindgen]
impl Session {
    /// A session that has read nothing. Pass a random `seed` if you read logs of strangers: names that
    /// collide under a known seed make reading slow. No answer depends on it.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: Option<u64>) -> Session {
        Session { inner: session::Session::seeded(seed.unwrap_or_default()), warnings: Vec::new() }
    }

    /// Begins an input: `name` is what messages call it, `label` its column. One that is open ends.
    pub fn begin(&mut self, name: JsText, label: JsText) -> Answer<()> {
        let (name, label) = (text_of(&name, "name")?, text_of(&label, "label")?);
        self.inner.begin(name.as_bytes(), label.as_bytes());
        Ok(())
    }

    /// Reads the next chunk of the input, cut anywhere. Throws if no input is open.
    pub fn feed(&mut self, chunk: JsChunk) -> Answer<()> {
        sent(self.inner.feed(&bytes_of(&chunk)?))
    }

    /// Ends the input, if one is open.
    pub fn end(&mut self) {
        self.inner.end();
    }

    /// Begins a file of the input, which is a folder: what follows is read by itself. Throws if no input is open.
    pub fn member(&mut self, name: JsText) -> Answer<()> {
        sent(self.inner.member(text_of(&name, "name")?.as_bytes()))
    }

    /// Reads a whole file that is packed or an archive, as one input or as several; says what was left out of it,
    /// or nothing. Meanwhile `tell` is called with how many of the bytes are unpacked.
    pub fn read_packed(
        &mut self,
        name: JsText,
        label: JsText,
        bytes: &[u8],
        #[wasm_bindgen(unchecked_optional_param_type = "(bytes: number) => void")] tell: Option<
            Function,
        >,
    ) -> Answer {
        let mut told = |bytes: u64| {
            // What the caller's function throws is no fault of the file.
            let _ = tell.as_ref().map(|tell| tell.call1(&JsValue::NULL, &(bytes as f64).into()));
        };
        let (name, label) = (text_of(&name, "name")?, text_of(&label, "label")?);
        sent(self.inner.read_packed_telling(&name, &label, bytes, &mut told))
    }

    /// Everything read so far, for `append_bytes` of another session. An input that is open ends.
    pub fn to_bytes(&mut self) -> Uint8Array {
        Uint8Array::from(&self.inner.to_bytes()[..])
    }

    /// Appends the inputs of another session, as if they had been read here; `label` replaces theirs.
    pub fn append_bytes(&mut self, bytes: &[u8], label: Option<JsText>) -> Answer<()> {
        let label = optional_text_of(label, "label")?;
        sent(self.inner.append_bytes(bytes, label.as_deref()))
    }

    /// Begins a part of a large input: whole lines, without a byte-order mark.
    pub fn part_begin(&mut self) {
        self.inner.part_begin();
    }

    /// Reads the next chunk of the part. Throws if no part is open.
    pub fn part_feed(&mut self, chunk: JsChunk) -> Answer<()> {
        sent(self.inner.part_feed(&bytes_of(&chunk)?))
    }

    /// Ends the part, for `append_part` of another session. Throws if no part is open.
    pub fn part_to_bytes(&mut self) -> Answer<Uint8Array> {
        Ok(Uint8Array::from(&sent(self.inner.part_to_bytes())?[..]))
    }

    /// Appends the next part of the current input, between `begin` and `end`.
    pub fn append_part(&mut self, bytes: &[u8]) -> Answer<()> {
        sent(self.inner.append_part(bytes))
    }

    /// Puts the inputs into another order with other labels; those not named are dropped.
    pub fn arrange(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Placed[] | Json<Placed[]>")] order: JsValue,
    ) -> Answer<()> {
        sent(self.inner.arrange(&read::<Vec<Placed>>(&order, "list of inputs")?))
    }

    /// The inputs.
    #[wasm_bindgen(unchecked_return_type = "Json<InputView[]>")]
    pub fn inputs(&self) -> String {
        json(&self.inner.inputs())
    }

    /// Lines that do not count, from place `start` to place `end`.
    #[wasm_bindgen(unchecked_return_type = "Json<DiagnosticPage>")]
    pub fn diagnostics(&self, start: usize, end: usize) -> String {
        json(&self.inner.diagnostics(start, end))
    }

    /// The keys of the results with their values.
    #[wasm_bindgen(unchecked_return_type = "Json<KeyView[]>")]
    pub fn keys(&self) -> String {
        json(&self.inner.keys())
    }

    /// The values of a key in an order, as a shelf shows them; nothing if there are more than a menu can hold.
    #[wasm_bindgen(unchecked_return_type = "Json<ValueView[]>")]
    pub fn values(
        &self,
        key: JsText,
        #[wasm_bindgen(unchecked_param_type = "FieldOrder | Json<FieldOrder>")] order: JsValue,
    ) -> Answer {
        Ok(json(&self.inner.values(&text_of(&key, "key")?, &read(&order, "sort order")?)))
    }

    /// Comparisons that make sense within a single input, as changes of the present query.
    #[wasm_bindgen(unchecked_return_type = "Json<SuggestionView[]>")]
    pub fn suggest(&self, present: JsQuery) -> Answer {
        Ok(json(&self.inner.suggestions(&read(&present, "query")?)))
    }

    /// The command line that asks a query of the inputs, and shows of the answer what `focus` says.
    pub fn command(&self, query: JsQuery, focus: JsFocus) -> Answer {
        Ok(self.inner.command(&read(&query, "query")?, &read(&focus, "focus")?))
    }

    /// What the rules of a gate, as the program's `-gate` takes them, say of the last answer. A rule that is
    /// wrong throws an `Error` with a `detail`.
    #[wasm_bindgen(unchecked_return_type = "Json<GateView>")]
    pub fn gate(&mut self, rules: JsText) -> Answer {
        sent_json(self.inner.gate(&text_of(&rules, "rule")?))
    }

    /// Bytes of WebAssembly memory in use; they never become fewer.
    pub fn memory(&self) -> f64 {
        memory()
    }

    /// Whether `total` bytes will fit, after `read` of them.
    #[wasm_bindgen(unchecked_return_type = "Json<Capacity>")]
    pub fn capacity(&self, read: f64, total: f64) -> String {
        json(&session::capacity(memory(), MEMORY_MAX, read, total))
    }

    /// Asks a query; what it leaves out has its default. An input that is open ends.
    #[wasm_bindgen(unchecked_return_type = "Json<RunResult>")]
    pub fn run(&mut self, query: JsQuery) -> Answer {
        sent_json(self.inner.run(&read(&query, "query")?))
    }

    /// Begins to work out the answer to a query, for `ask_step`; the last answer stays until then. An answer that
    /// is being worked out is given up.
    pub fn ask_begin(&mut self, query: JsQuery) -> Answer<()> {
        sent(self.inner.ask_begin(&read(&query, "query")?))
    }

    /// Works on, for about as long as it takes to look at `work` values; gives the answer when it is there.
    #[wasm_bindgen(unchecked_return_type = "Json<AskView>")]
    pub fn ask_step(&mut self, work: f64) -> Answer {
        // The cast saturates, and takes what is no number for 0: a step does something in any case.
        sent_json(self.inner.ask_step(work as u64))
    }

    /// Whether an answer is being worked out.
    pub fn is_asking(&self) -> bool {
        self.inner.is_asking()
    }

    /// Gives up the answer that is being worked out, if there is one; the last answer stays.
    pub fn ask_cancel(&mut self) {
        self.inner.ask_cancel();
    }

    /// What can be told already of the answer that is being worked out: so many rows of each table of a unit.
    /// Nothing until results are sorted into cells. The tables say how many rows they will have; what is counted is
    /// counted among the first ones.
    #[wasm_bindgen(unchecked_return_type = "Json<RunResult | null>")]
    pub fn ask_first(&mut self, unit: JsText, rows: usize) -> Answer {
        Ok(json(&self.inner.ask_first(&text_of(&unit, "unit")?, rows)))
    }

    /// Rows of what `ask_first` told. Throws if there are none.
    #[wasm_bindgen(unchecked_return_type = "Json<RowsPage>")]
    pub fn first_rows(&self, view: JsRows) -> Answer {
        sent_json(self.inner.first_rows(&read::<RowsQuery>(&view, "view")?))
    }

    /// Rows of a table of the last answer.
    #[wasm_bindgen(unchecked_return_type = "Json<RowsPage>")]
    pub fn rows(&mut self, view: JsRows) -> Answer {
        sent_json(self.inner.rows(&read::<RowsQuery>(&view, "view")?))
    }

    /// One row of the last answer with its samples; its picture is as wide as `room` allows, in pixels.
    #[wasm_bindgen(unchecked_return_type = "Json<DetailView>")]
    pub fn detail(&self, table: usize, row: usize, room: Option<f64>) -> Answer {
        sent_json(self.inner.detail(table, row, room))
    }

    /// A chart of a table of the last answer; what the query leaves out has its default. A chart of changes needs what
    /// `changes_step` works out, and works it out at once if it is not there.
    #[wasm_bindgen(unchecked_return_type = "Json<Chart>")]
    pub fn chart(&mut self, query: JsChart) -> Answer {
        sent_json(self.inner.chart(&read(&query, "query")?))
    }

    /// Whether a chart needs what `changes_step` works out, and that is not there yet.
    pub fn needs_changes(&self, query: JsChart) -> Answer<bool> {
        sent(self.inner.needs_changes(&read(&query, "query")?))
    }

    /// Begins to look for changes in all rows of the last answer over its columns, for `changes_step`.
    pub fn changes_begin(&mut self) -> Answer<()> {
        sent(self.inner.changes_begin())
    }

    /// Looks on, for about as long as it takes to look at `work` values. What is found is kept until there is another
    /// answer.
    #[wasm_bindgen(unchecked_return_type = "Json<ChangesView>")]
    pub fn changes_step(&mut self, work: f64) -> Answer {
        sent_json(self.inner.changes_step(work as u64))
    }

    /// Gives up the search for changes, if there is one; what was found before stays.
    pub fn changes_cancel(&mut self) {
        self.inner.changes_cancel();
    }

    /// A change of a row of the last answer, by its number in that row.
    #[wasm_bindgen(unchecked_return_type = "Json<ChangeView>")]
    pub fn change(&self, table: usize, row: usize, number: usize) -> Answer {
        sent_json(self.inner.change(table, row, number))
    }

    /// The columns of a table of the last answer as points of a history, in words.
    #[wasm_bindgen(unchecked_return_type = "Json<PointsView>")]
    pub fn points(&self, table: usize) -> Answer {
        sent_json(self.inner.points(table))
    }

    /// The places of all rows that a view asks for, in its order.
    #[wasm_bindgen(unchecked_return_type = "Json<number[]>")]
    pub fn places(&self, view: JsRows) -> Answer {
        sent_json(self.inner.places(&read::<RowsQuery>(&view, "view")?))
    }

    /// The charts that a table of the last answer can have.
    #[wasm_bindgen(unchecked_return_type = "Json<ChartKinds>")]
    pub fn chart_kinds(&self, table: usize) -> Answer {
        sent_json(self.inner.chart_kinds(table))
    }

    /// The last answer as `text`, `csv`, `tidy`, `markdown`, `json` or `html`: the bytes that the program prints
    /// with this name behind `-format`.
    pub fn render(&mut self, output: JsText) -> Answer<Uint8Array> {
        let output = text_of(&output, "format")?;
        let page = sent(self.inner.render(convert::output(&output)?))?;
        self.warnings = page.warnings;
        Ok(Uint8Array::from(&page.out[..]))
    }

    /// The last answer as one file for browsers that can be asked on: with a state of the page (what stands in
    /// its address from the `#` on), the gzipped bytes of `to_bytes`, and the page's `engine.bin`. What is read without
    /// scripts is what `focus` and `search` leave of the answer, with this chart of its table; without them it is all.
    pub fn report(
        &mut self,
        state: JsText,
        results: &[u8],
        engine: &[u8],
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
        Ok(Uint8Array::from(&sent(self.inner.report(&state, &view, results, engine))?[..]))
    }

    /// The last answer as the text of an HTML element: what changed, pictures, tables. Names in it are text,
    /// whatever they hold. `html_style` has its style.
    pub fn html_tables(&self) -> Answer {
        Ok(String::from_utf8_lossy(&sent(self.inner.html_tables())?).into_owned())
    }

    /// What the last rendered output has no place for: CSV's warnings, one a line.
    pub fn render_warnings(&self) -> String {
        String::from_utf8_lossy(&self.warnings).into_owned()
    }
}

/// Whether an input that begins with these bytes (64 KiB are enough) can be read in parts that are cut
/// at line ends. Any other must be fed from its beginning to its end.
#[wasm_bindgen]
pub fn can_be_cut(head: &[u8]) -> bool {
    benchlens_core::format::cut_at_lines(head).is_some()
}

/// What a file that begins with these bytes (512 are enough) is packed as: gzip, zstd, zip, tar; nothing if it
/// can be read as it is.
#[wasm_bindgen]
pub fn packed_as(head: &[u8]) -> Option<String> {
    session::packed_as(head).map(str::to_owned)
}

/// What of a folder is read, from the paths of its files with `/` between the parts.
#[wasm_bindgen(unchecked_return_type = "Json<FolderPiece[]>")]
pub fn plan_folder(paths: JsTexts) -> Answer {
    Ok(json(&session::plan_folder(&read::<Vec<String>>(&paths, "list of paths")?)))
}

/// A module can address 4 GiB; the rest is room for the answer and for tables that grow by doubling.
const MEMORY_MAX: f64 = 3.25 * 1024.0 * 1024.0 * 1024.0;

/// Bytes of memory in use.
#[cfg(target_family = "wasm")]
fn memory() -> f64 {
    const PAGE: f64 = 65_536.0;
    core::arch::wasm32::memory_size(0) as f64 * PAGE
}

/// Bytes of memory in use: not known outside a WebAssembly module.
#[cfg(not(target_family = "wasm"))]
fn memory() -> f64 {
    0.0
}

/// The fields of a projection text. `part` is the setting that it belongs to.
#[wasm_bindgen(unchecked_return_type = "Json<FieldText[]>")]
pub fn parse_projection(text: JsText, part: Option<JsText>) -> Answer {
    let (text, part) = (text_of(&text, "text")?, optional_text_of(part, "part")?);
    let parts = ["table", "row", "col", "ignore"];
    let part = parts.into_iter().find(|&known| Some(known) == part.as_deref()).unwrap_or("row");
    let fields = project::read_projection(part, &text).map_err(Failure::from)?;
    Ok(json(&fields))
}

/// The text of a projection.
#[wasm_bindgen]
pub fn write_projection(
    #[wasm_bindgen(unchecked_param_type = "FieldText[] | Json<FieldText[]>")] fields: JsValue,
) -> Answer {
    Ok(project::write_projection(&read::<Vec<FieldText>>(&fields, "list of fields")?))
}

/// The keys and values of a filter, or `null` where it has no such simple form.
#[wasm_bindgen(unchecked_return_type = "Json<FilterValues | null>")]
pub fn parse_filter_values(text: JsText) -> Answer {
    Ok(json(&project::read_filter(&text_of(&text, "filter")?).map_err(Failure::from)?))
}

/// The text of a filter.
#[wasm_bindgen]
pub fn write_filter(
    #[wasm_bindgen(unchecked_param_type = "FilterValues | Json<FilterValues>")] values: JsValue,
) -> Answer {
    Ok(project::write_filter(&read(&values, "list of values")?))
}

/// The labels that inputs get: their own, else their path, numbered where it is there twice.
#[wasm_bindgen(unchecked_return_type = "Json<string[]>")]
pub fn label_inputs(
    #[wasm_bindgen(unchecked_param_type = "Named[] | Json<Named[]>")] inputs: JsValue,
) -> Answer {
    let argument = |input: Named| Argument {
        path: input.name.into_bytes(),
        label: input.label.map(String::into_bytes),
    };
    let inputs: Vec<Named> = read(&inputs, "list of inputs")?;
    let arguments: Vec<Argument> = inputs.into_iter().map(argument).collect();
    let labels = benchlens_core::label_inputs(&arguments);
    Ok(json(&labels.iter().map(|label| String::from_utf8_lossy(label)).collect::<Vec<_>>()))
}

/// The command line that asks a query of inputs with these names.
#[wasm_bindgen]
pub fn command_for(names: JsTexts, query: JsQuery) -> Answer {
    Ok(session::command_for(read(&names, "list of names")?, &read::<Query>(&query, "query")?))
}

/// How far reading is: `84.0 MB of 200 MB, 310 MB/s, 1 s left`; a `total` of 0 is not known.
#[wasm_bindgen]
pub fn progress(done: f64, total: f64, milliseconds: f64) -> String {
    session::progress(done, total, milliseconds)
}

/// A share as the program's `-margin` reads it: `2%` or `0.02`; `null` if it is none.
#[wasm_bindgen(unchecked_return_type = "Json<number | null>")]
pub fn parse_share(text: JsText) -> Answer {
    Ok(json(&table::parse_share(&text_of(&text, "percentage")?)))
}

/// A share as `-margin` is shown: `2%` for 0.02.
#[wasm_bindgen]
pub fn write_share(share: f64) -> String {
    table::write_share(share)
}

/// The query that asks for nothing in particular.
#[wasm_bindgen(unchecked_return_type = "Json<Query>")]
pub fn default_query() -> String {
    json(&Whole::from(&Query::default()))
}

/// The analysis that asks for nothing in particular: the value of `analysis` in a query that asks for one.
#[wasm_bindgen(unchecked_return_type = "Json<AnalysisQuery>")]
pub fn default_analysis() -> String {
    json(&AnalysisQuery::default())
}

/// The style of what `html_tables` gives.
#[wasm_bindgen]
pub fn html_style() -> String {
    benchlens_core::render::HTML_STYLE.into()
}

/// The version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
