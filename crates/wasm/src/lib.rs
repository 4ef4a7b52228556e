//! The core as a WebAssembly module: one class, `Session`.
//!
//! Takes bytes and queries from JavaScript, gives texts, pictures and JSON back. Everything is decided in
//! the core: this crate turns calls into calls. [`session`] is the part that knows no JavaScript and is
//! tested without it; this file is the part that does.
#![forbid(unsafe_code)]
// What crosses the border arrives by value.
#![allow(clippy::needless_pass_by_value)]

pub mod session;

pub use session::SessionCore;

use js_sys::{Error, JSON, Reflect, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use session::Refusal;

/// The shapes of all answers, made from the Rust types by a test.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Reads benchmark logs and answers queries about them.
///
/// Queries and views go in as JSON texts, answers come back as JSON texts; `Json<T>` says of which
/// shape. A query that is wrong throws an `Error` with a `detail` of type `ErrorDetail`.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Session {
    inner: SessionCore,
}

fn thrown(refusal: Refusal) -> JsValue {
    let error = Error::new(&refusal.message);
    if let Ok(detail) = JSON::parse(&refusal.detail) {
        // Setting a property of a fresh object does not fail.
        let _ = Reflect::set(&error, &"detail".into(), &detail);
    }
    error.into()
}

type Answer = Result<String, JsValue>;

#[wasm_bindgen]
impl Session {
    /// A session that has read nothing.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Session {
        Session::default()
    }

    /// Begins an input: `name` is what messages call it, `label` its column.
    pub fn begin(&mut self, name: &str, label: &str) {
        self.inner.begin(name.as_bytes(), label.as_bytes());
    }

    /// Reads the next bytes of the input, cut anywhere.
    pub fn feed(&mut self, chunk: &[u8]) {
        self.inner.feed(chunk);
    }

    /// Ends the input.
    pub fn end(&mut self) {
        self.inner.end();
    }

    /// Everything read so far, for `append_bytes` of another session.
    pub fn to_bytes(&self) -> Uint8Array {
        Uint8Array::from(&self.inner.to_bytes()[..])
    }

    /// Appends the inputs of another session, as if they had been read here; `label` replaces theirs.
    pub fn append_bytes(&mut self, bytes: &[u8], label: Option<String>) -> Result<(), JsValue> {
        self.inner.append_bytes(bytes, label.as_deref()).map_err(thrown)
    }

    /// Begins a part of a large input: whole lines, without a byte-order mark.
    pub fn part_begin(&mut self) {
        self.inner.part_begin();
    }

    /// Reads the next bytes of the part.
    pub fn part_feed(&mut self, chunk: &[u8]) {
        self.inner.part_feed(chunk);
    }

    /// Ends the part, for `append_part` of another session.
    pub fn part_to_bytes(&mut self) -> Uint8Array {
        Uint8Array::from(&self.inner.part_to_bytes()[..])
    }

    /// Appends the next part of the current input, between `begin` and `end`.
    pub fn append_part(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.inner.append_part(bytes).map_err(thrown)
    }

    /// Puts the inputs into another order with other labels; those not named are dropped.
    pub fn arrange(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Json<Placed[]>")] order: &str,
    ) -> Result<(), JsValue> {
        self.inner.arrange(order).map_err(thrown)
    }

    /// The inputs.
    #[wasm_bindgen(unchecked_return_type = "Json<InputView[]>")]
    pub fn inputs(&self) -> String {
        self.inner.inputs()
    }

    /// Lines that do not count, from place `start` to place `end`.
    #[wasm_bindgen(unchecked_return_type = "Json<DiagnosticPage>")]
    pub fn diagnostics(&self, start: usize, end: usize) -> String {
        self.inner.diagnostics(start, end)
    }

    /// The keys of the results with their values.
    #[wasm_bindgen(unchecked_return_type = "Json<KeyView[]>")]
    pub fn keys(&self) -> String {
        self.inner.keys()
    }

    /// Comparisons that make sense within a single input.
    #[wasm_bindgen(unchecked_return_type = "Json<Suggestion[]>")]
    pub fn suggest(&self) -> String {
        self.inner.suggest()
    }

    /// Bytes of WebAssembly memory in use; they never become fewer.
    pub fn memory(&self) -> f64 {
        session::memory()
    }

    /// Whether `total` bytes will fit, after `read` of them.
    #[wasm_bindgen(unchecked_return_type = "Json<Capacity>")]
    pub fn capacity(&self, read: f64, total: f64) -> String {
        session::capacity(read, total)
    }

    /// Asks a query; what it leaves out has its default.
    #[wasm_bindgen(unchecked_return_type = "Json<RunResult>")]
    pub fn run(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Json<Partial<Query>>")] query: &str,
    ) -> Answer {
        self.inner.run(query).map_err(thrown)
    }

    /// Rows of a table of the last answer.
    #[wasm_bindgen(unchecked_return_type = "Json<RowsPage>")]
    pub fn rows(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Json<Partial<RowsQuery>>")] view: &str,
    ) -> Answer {
        self.inner.rows(view).map_err(thrown)
    }

    /// One row of the last answer with its samples; its picture is as wide as `room` allows, in pixels.
    #[wasm_bindgen(unchecked_return_type = "Json<DetailView>")]
    pub fn detail(&self, table: usize, row: usize, room: Option<f64>) -> Answer {
        self.inner.detail(table, row, room).map_err(thrown)
    }

    /// A table of the last answer as an SVG picture, as wide as `room` allows, in pixels; without it as
    /// wide as suits a slide.
    pub fn chart(&self, table: usize, room: Option<f64>) -> Answer {
        self.inner.chart(table, room).map_err(thrown)
    }

    /// The last answer as `text`, `csv` or `markdown`: the bytes that the program prints.
    pub fn render(&mut self, output: &str) -> Result<Uint8Array, JsValue> {
        self.inner.render(output).map(|out| Uint8Array::from(&out[..])).map_err(thrown)
    }

    /// What the last rendered output has no place for: CSV's warnings, one a line.
    pub fn render_warnings(&self) -> String {
        self.inner.render_warnings()
    }
}

/// Whether an input that begins with these bytes (64 KiB are enough) can be read in parts that are cut
/// at line ends. Any other must be fed from its beginning to its end.
#[wasm_bindgen]
pub fn can_be_cut(head: &[u8]) -> bool {
    benchlens::format::cut_at_lines(head).is_some()
}

/// The fields of a projection text. `part` is the setting that it belongs to.
#[wasm_bindgen(unchecked_return_type = "Json<FieldText[]>")]
pub fn parse_projection(text: &str, part: Option<String>) -> Answer {
    session::parse_projection(text, part.as_deref()).map_err(thrown)
}

/// The text of a projection.
#[wasm_bindgen]
pub fn write_projection(
    #[wasm_bindgen(unchecked_param_type = "Json<FieldText[]>")] fields: &str,
) -> Answer {
    session::write_projection(fields).map_err(thrown)
}

/// The keys and values of a filter, or `null` where it has no such simple form.
#[wasm_bindgen(unchecked_return_type = "Json<FilterValues | null>")]
pub fn parse_filter_values(text: &str) -> Answer {
    session::parse_filter_values(text).map_err(thrown)
}

/// The text of a filter.
#[wasm_bindgen]
pub fn write_filter(
    #[wasm_bindgen(unchecked_param_type = "Json<FilterValues>")] values: &str,
) -> Answer {
    session::write_filter(values).map_err(thrown)
}

/// The labels that inputs get: their own, else their path, numbered where it is there twice.
#[wasm_bindgen(unchecked_return_type = "Json<string[]>")]
pub fn label_inputs(
    #[wasm_bindgen(unchecked_param_type = "Json<Named[]>")] inputs: &str,
) -> Answer {
    session::label_inputs(inputs).map_err(thrown)
}

/// The command line that asks a query of inputs with these names.
#[wasm_bindgen]
pub fn command_for(
    #[wasm_bindgen(unchecked_param_type = "Json<string[]>")] names: &str,
    #[wasm_bindgen(unchecked_param_type = "Json<Partial<Query>>")] query: &str,
) -> Answer {
    session::command_for(names, query).map_err(thrown)
}

/// How far reading is: `84.0 MB of 200 MB, 310 MB/s, 1 s left`; a `total` of 0 is not known.
#[wasm_bindgen]
pub fn progress(done: f64, total: f64, milliseconds: f64) -> String {
    session::progress(done, total, milliseconds)
}

/// A share as the program's `-margin` reads it: `1%` or `0.01`; `null` if it is none.
#[wasm_bindgen(unchecked_return_type = "Json<number | null>")]
pub fn parse_share(text: &str) -> String {
    session::parse_share(text)
}

/// The query that asks for nothing in particular.
#[wasm_bindgen(unchecked_return_type = "Json<Query>")]
pub fn default_query() -> String {
    session::default_query()
}

/// The version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
