//! A session without JavaScript: the calls of the page as calls of the core.

use std::fmt::Display;

use benchlens::base::Argument;
use benchlens::project;
use benchlens::store::{Part, PartBuilder};
use benchlens::view::{self, RowsQuery, Sort};
use benchlens::{Answer, Error, Output, Query, Recall, Store, StoreBuilder};
use serde::{Deserialize, Serialize};

/// Why a call failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The message, as the program prints it.
    pub message: String,
    /// An [`ErrorDetail`] as JSON; empty where there is none.
    pub detail: String,
}

/// What is wrong with a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorDetail {
    /// The setting: `filter`, `row`, `alpha`, …
    pub part: String,
    /// Where in its text.
    pub span: Option<TextSpan>,
    /// The text that the place is in: of several derived units it is one.
    pub text: Option<String>,
    /// What is wrong, without the place.
    pub message: String,
}

/// A half-open range of UTF-16 units, as JavaScript counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TextSpan {
    /// The first unit.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

/// An input on its way to another place.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// Its place until now.
    pub input: usize,
    /// Its new label.
    pub label: String,
}

/// An input that wants a label.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// The label it was given, if any.
    pub label: Option<String>,
}

/// Inputs and the last answer about them.
#[derive(Debug, Default)]
pub struct SessionCore {
    builder: StoreBuilder,
    /// Whether an input was begun and not ended.
    is_open: bool,
    part: PartBuilder,
    answer: Option<Answer>,
    recall: Recall,
    /// The last order of rows, with what asked for it: scrolling asks for the same again.
    order: Option<(usize, Sort, String, Vec<u32>)>,
    warnings: Vec<u8>,
}

type Reply<T = String> = Result<T, Refusal>;

fn plain(message: impl Display) -> Refusal {
    Refusal { message: message.to_string(), detail: String::new() }
}

/// All answers are maps, lists, texts and counts: turning them into JSON does not fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Reply<T> {
    serde_json::from_str(text).map_err(plain)
}

/// A query error with its place counted as JavaScript counts.
fn refusal(error: &Error) -> Refusal {
    use benchlens::base::ErrorKind;
    let (text, span, message) = match error.kind() {
        ErrorKind::Syntax { query, span, message, .. }
        | ErrorKind::Unknown { query, span, message, .. } => {
            let units = |end: usize| query[..end].encode_utf16().count();
            let span = TextSpan { start: units(span.start), end: units(span.end) };
            (Some(query.clone()), Some(span), message.clone())
        }
        _ => (None, None, error.to_string()),
    };
    let detail = ErrorDetail { part: error.part().to_owned(), span, text, message };
    Refusal { message: error.to_string(), detail: json(&detail) }
}

impl SessionCore {
    /// Begins an input. One that is still open ends here.
    pub fn begin(&mut self, name: &[u8], label: &[u8]) {
        self.end();
        self.forget_all();
        self.builder.begin(name, label);
        self.is_open = true;
    }

    /// Reads bytes of the input that was begun; without one they are nobody's and dropped.
    pub fn feed(&mut self, chunk: &[u8]) {
        if self.is_open {
            self.builder.feed(chunk);
        }
    }

    /// Ends the input.
    pub fn end(&mut self) {
        if std::mem::take(&mut self.is_open) {
            self.builder.end();
        }
    }

    /// Everything read, as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.store().to_bytes()
    }

    /// Appends the inputs of another session.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged.
    pub fn append_bytes(&mut self, bytes: &[u8], label: Option<&str>) -> Reply<()> {
        let store = Store::from_bytes(bytes).map_err(plain)?;
        self.end();
        self.forget_all();
        self.builder.append_store(&store, label.map(str::as_bytes));
        Ok(())
    }

    /// Begins a part.
    pub fn part_begin(&mut self) {
        self.part = PartBuilder::default();
    }

    /// Reads bytes of the part.
    pub fn part_feed(&mut self, chunk: &[u8]) {
        self.part.feed(chunk);
    }

    /// The part, as bytes.
    pub fn part_to_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.part).finish().to_bytes()
    }

    /// Appends a part of the current input.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged.
    pub fn append_part(&mut self, bytes: &[u8]) -> Reply<()> {
        let part = Part::from_bytes(bytes).map_err(plain)?;
        if self.is_open {
            self.builder.append_part(part);
        }
        Ok(())
    }

    /// Puts the inputs into another order, with other labels.
    ///
    /// # Errors
    ///
    /// If the order is no list of [`Placed`].
    pub fn arrange(&mut self, order: &str) -> Reply<()> {
        let order: Vec<Placed> = from_json(order)?;
        self.end();
        let mut arranged = StoreBuilder::default();
        for Placed { input, label } in order {
            arranged.append_input(self.store(), input, label.as_bytes());
        }
        self.forget_all();
        self.builder = arranged;
        Ok(())
    }

    /// The inputs.
    pub fn inputs(&self) -> String {
        json(&view::inputs(self.store()))
    }

    /// Some diagnostics.
    pub fn diagnostics(&self, start: usize, end: usize) -> String {
        json(&view::diagnostics(self.store(), start, end))
    }

    /// The keys.
    pub fn keys(&self) -> String {
        json(&view::keys(self.store()))
    }

    /// Comparisons worth a click.
    pub fn suggest(&self) -> String {
        json(&view::suggestions(self.store()))
    }

    /// Asks a query.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn run(&mut self, query: &str) -> Reply {
        let query: Query = from_json(query)?;
        let plan = query.compile().map_err(|error| refusal(&error))?;
        plan.check(self.store()).map_err(|error| refusal(&error))?;
        self.forget();
        let answer = plan.answer_with(self.builder.store(), &mut self.recall);
        let result = view::run_result(self.store(), &query, &answer.report);
        self.answer = Some(answer);
        Ok(json(&result))
    }

    /// Rows of the last answer.
    ///
    /// # Errors
    ///
    /// If there is no answer, no such table, or the view is none.
    pub fn rows(&mut self, view: &str) -> Reply {
        let RowsQuery { table, sort, search, start, end } = from_json(view)?;
        let answer = self.answer.as_ref().ok_or_else(no_answer)?;
        let asked = |order: &(usize, Sort, String, Vec<u32>)| {
            (order.0, order.1, &order.2) == (table, sort, &search)
        };
        let (.., order) = match self.order.take().filter(asked) {
            Some(known) => self.order.insert(known),
            None => {
                let order = view::row_order(&answer.report, table, sort, &search);
                self.order.insert((table, sort, search, order))
            }
        };
        let page = view::row_page(&answer.report, table, order, start..end);
        page.map(|page| json(&page)).ok_or_else(|| plain("there is no such table"))
    }

    /// A row of the last answer with its samples; the picture is as wide as `room` allows, in pixels.
    ///
    /// # Errors
    ///
    /// If there is no answer or no such row.
    pub fn detail(&self, table: usize, row: usize, room: Option<f64>) -> Reply {
        let detail = view::detail(self.store(), self.last()?, (table, row), room);
        detail.map(|detail| json(&detail)).ok_or_else(|| plain("there is no such row"))
    }

    /// A table of the last answer as a picture, as wide as `room` allows, in pixels.
    ///
    /// # Errors
    ///
    /// If there is no answer or no such table.
    pub fn chart(&self, table: usize, room: Option<f64>) -> Reply {
        let chart = benchlens::render::chart(&self.last()?.report, table, room);
        chart.ok_or_else(|| plain("there is no such table"))
    }

    /// The last answer as bytes.
    ///
    /// # Errors
    ///
    /// If there is no answer or no such output.
    pub fn render(&mut self, output: &str) -> Reply<Vec<u8>> {
        let known = Output::ALL.into_iter().find(|&(name, _)| name == output);
        let (_, output) = known.ok_or_else(|| plain(format!("there is no output {output:?}")))?;
        let report = &self.last()?.report;
        let page = if output.tells_verdicts() && report.analysis.is_none() {
            // As the program does: this output needs more than what was asked for the page.
            let plan = report.query.clone().judged().compile().map_err(|error| refusal(&error))?;
            benchlens::render(&plan.run(self.store()), output)
        } else {
            benchlens::render(report, output)
        };
        self.warnings = page.warnings;
        Ok(page.out)
    }

    /// The warnings of the last rendered output.
    pub fn render_warnings(&self) -> String {
        String::from_utf8_lossy(&self.warnings).into_owned()
    }

    fn store(&self) -> &Store {
        self.builder.store()
    }

    fn last(&self) -> Reply<&Answer> {
        self.answer.as_ref().ok_or_else(no_answer)
    }

    /// The results change: there must be room for them, and nothing that was found out holds.
    fn forget_all(&mut self) {
        self.forget();
        self.recall = Recall::default();
    }

    /// What was asked before does not hold any more.
    fn forget(&mut self) {
        self.answer = None;
        self.order = None;
        self.warnings.clear();
    }
}

fn no_answer() -> Refusal {
    plain("nothing was asked yet: call run first")
}

/// Bytes of memory in use.
#[cfg(target_family = "wasm")]
pub fn memory() -> f64 {
    const PAGE: f64 = 65_536.0;
    core::arch::wasm32::memory_size(0) as f64 * PAGE
}

/// Bytes of memory in use: not known outside a WebAssembly module.
#[cfg(not(target_family = "wasm"))]
pub fn memory() -> f64 {
    0.0
}

/// The fields of a projection.
///
/// # Errors
///
/// What is wrong with the text.
pub fn parse_projection(text: &str, part: Option<&str>) -> Reply {
    let parts = ["table", "row", "col", "ignore"];
    let part = parts.into_iter().find(|&known| Some(known) == part).unwrap_or("row");
    let fields = project::read_projection(part, text).map_err(|error| refusal(&error))?;
    Ok(json(&fields))
}

/// The text of a projection.
///
/// # Errors
///
/// If the fields are none.
pub fn write_projection(fields: &str) -> Reply {
    Ok(project::write_projection(&from_json::<Vec<project::FieldText>>(fields)?))
}

/// The keys and values of a filter, or `null`.
///
/// # Errors
///
/// What is wrong with the text.
pub fn parse_filter_values(text: &str) -> Reply {
    Ok(json(&project::read_filter(text).map_err(|error| refusal(&error))?))
}

/// The text of a filter.
///
/// # Errors
///
/// If the values are none.
pub fn write_filter(values: &str) -> Reply {
    Ok(project::write_filter(&from_json(values)?))
}

/// The labels of inputs.
///
/// # Errors
///
/// If the inputs are none.
pub fn label_inputs(inputs: &str) -> Reply {
    let inputs: Vec<Named> = from_json(inputs)?;
    let argument = |input: Named| Argument {
        path: input.name.into_bytes(),
        label: input.label.map(String::into_bytes),
    };
    let arguments: Vec<Argument> = inputs.into_iter().map(argument).collect();
    let labels = benchlens::label_inputs(&arguments);
    Ok(json(&labels.iter().map(|label| String::from_utf8_lossy(label)).collect::<Vec<_>>()))
}

/// The command line for inputs with these names.
///
/// # Errors
///
/// If the names or the query are none.
pub fn command_for(names: &str, query: &str) -> Reply {
    let (names, query): (Vec<String>, Query) = (from_json(names)?, from_json(query)?);
    let path = |name: String| Argument { path: name.into_bytes(), label: None };
    let arguments: Vec<Argument> = names.into_iter().map(path).collect();
    let labels = benchlens::label_inputs(&arguments);
    let inputs: Vec<_> = arguments.into_iter().map(|a| a.path).zip(labels).collect();
    Ok(String::from_utf8_lossy(&query.command(&inputs)).into_owned())
}

/// How far reading is, in words.
pub fn progress(done: f64, total: f64, milliseconds: f64) -> String {
    view::progress(done, total, milliseconds)
}

/// Whether what is being read will fit.
pub fn capacity(read: f64, total: f64) -> String {
    json(&view::capacity(memory(), read, total))
}

/// A share as the program's flag reads it: `1%` or `0.01`; `null` if it is none.
pub fn parse_share(text: &str) -> String {
    json(&benchlens::table::parse_share(text))
}

/// The default query.
pub fn default_query() -> String {
    json(&Query::default())
}

#[cfg(test)]
mod tests;
