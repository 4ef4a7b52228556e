//! The requests whose arguments and answers are JSON texts: all but those that pass bytes.
//!
//! Takes a request such as `{"rows":{"end":9}}` or `{"change":[0,2,1]}`; gives the answer as JSON. One list declares
//! the name, arguments and answer of each request; the enum, its dispatch, the checks of arguments in the scripts, and
//! the declarations for TypeScript come from it. Must not know JavaScript, so that its tests run on any machine.

use benchlens_core::base::Argument as Input;
use benchlens_core::project::{self, FieldOrder, FieldText, FilterValues};
use benchlens_core::query::RowSelection;
use benchlens_core::reading::label_inputs;
use benchlens_core::render::{Chart, ChartKinds, ChartQuery, HTML_STYLE};
use benchlens_core::{AnalysisQuery, Query, table};
use benchlens_session::{
    AskView, Capacity, ChangeView, ChangesView, DetailView, DiagnosticPage, FolderPiece,
    FolderRecording, GateView, InputView, KeyView, Placed, PointsView, RowsPage, RowsQuery,
    RunResult, Session, SuggestionView, ValueView, capacity, command_for, plan_folder,
    plan_recordings, progress,
};
use serde::Deserialize;

use super::convert::{Failure, Named, Whole, json};

/// The declaration of a request, from which the one for TypeScript is made.
#[cfg(test)]
pub(crate) struct Declared {
    pub(crate) name: &'static str,
    pub(crate) docs: &'static [&'static str],
    pub(crate) arguments: Vec<Argument>,
    pub(crate) answer: String,
}

/// The declaration of an argument.
#[cfg(test)]
pub(crate) struct Argument {
    pub(crate) name: &'static str,
    /// Its type in Rust.
    pub(crate) rust: &'static str,
    /// Its type in TypeScript.
    pub(crate) typescript: String,
}

/// Declares an enum of requests. Each one has its documentation, arguments, type of the answer, and computation.
macro_rules! requests {
    ($(#[$about:meta])* $requests:ident($($session:ident)?) {
        $($(#[doc = $doc:literal])* $request:ident($($name:ident: $type:ty),*) -> $answer:ty $work:block)*
    }) => {
        $(#[$about])*
        #[derive(Deserialize)]
        #[allow(non_camel_case_types, reason = "the names are those in JavaScript")]
        #[allow(clippy::large_enum_variant, reason = "a request exists once, and not for long")]
        pub(crate) enum $requests {
            $($(#[doc = $doc])* $request($($type),*),)*
        }

        impl $requests {
            /// Answers the request with a JSON text.
            pub(crate) fn answer(self $(, $session: &mut Session)?) -> Result<String, Failure> {
                match self {
                    $($requests::$request($($name),*) => {
                        let answer: $answer = $work;
                        Ok(json(&answer))
                    })*
                }
            }

            /// Returns the declarations of all requests.
            #[cfg(test)]
            pub(crate) fn declared(config: &ts_rs::Config) -> Vec<Declared> {
                use ts_rs::TS;
                vec![$(Declared {
                    name: stringify!($request),
                    docs: &[$($doc),*],
                    arguments: vec![$(Argument {
                        name: stringify!($name),
                        rust: stringify!($type),
                        typescript: <$type as TS>::name(config),
                    }),*],
                    answer: <$answer as TS>::name(config),
                },)*]
            }
        }
    };
}

requests! {
    /// A request about the inputs or the answer of a session.
    SessionRequest(session) {
        /// Begins an input: messages use `name`, and its column uses `label`. If another input is open, it ends.
        begin(name: String, label: String) -> () {
            session.begin(name.as_bytes(), label.as_bytes());
        }

        /// Ends the input, if one is open.
        end() -> () { session.end(); }

        /// Begins a file of the input, which is a folder; the following chunks are read as a separate text. Throws if
        /// no input is open.
        member(name: String) -> () { session.member(name.as_bytes())? }

        /// Begins a part of a large input: complete lines, without a byte-order mark.
        part_begin() -> () { session.part_begin(); }

        /// Reorders the inputs and gives them new labels; inputs that are not listed are removed.
        arrange(order: Vec<Placed>) -> () { session.arrange(&order)? }

        /// Returns the inputs.
        inputs() -> Vec<InputView> { session.inputs() }

        /// Returns the ignored lines from index `start` up to, but not including, index `end`.
        diagnostics(start: usize, end: usize) -> DiagnosticPage { session.diagnostics(start, end) }

        /// Returns the keys of the results with their values.
        keys() -> Vec<KeyView> { session.keys() }

        /// Returns the values of a key in an order, as the layout shows them; returns nothing if there are more than
        /// a menu can show.
        values(key: String, order: FieldOrder) -> Vec<ValueView> { session.values(&key, &order) }

        /// Returns useful comparisons within a single input, as changes of the current query.
        suggest(query: Query) -> Vec<SuggestionView> { session.suggestions(&query) }

        /// Returns the command line that runs a query on the inputs and shows the part of the answer that `focus`
        /// selects.
        command(query: Query, focus: RowSelection) -> String { session.command(&query, &focus) }

        /// Returns the result of gate rules, in the syntax of the CLI's `-gate`, for the last answer. An invalid rule
        /// throws an `Error` with a `detail`.
        gate(rules: String) -> GateView { session.gate(&rules)? }

        /// Returns the WebAssembly memory in use, in bytes; this number never decreases.
        memory() -> f64 { super::memory() }

        /// Returns whether `total` bytes will fit in memory, after `read` of them have been read.
        capacity(read: f64, total: f64) -> Capacity {
            capacity(super::memory(), super::MEMORY_MAX, read, total)
        }

        /// Runs a query; omitted settings have their defaults. If an input is open, it ends.
        run(query: Query) -> RunResult { session.run(&query)? }

        /// Begins to compute the answer to a query, for `ask_step`; the last answer is kept until then. This cancels
        /// an answer that is being computed.
        ask_begin(query: Query) -> () { session.ask_begin(&query)? }

        /// Continues the computation for about the time that it takes to process `work` values. Returns the answer
        /// when it is complete.
        ask_step(work: f64) -> AskView {
            // The cast saturates; a step always makes some progress.
            session.ask_step(work as u64)?
        }

        /// Returns whether an answer is being computed.
        is_asking() -> bool { session.is_asking() }

        /// Cancels the answer that is being computed, if there is one; the last answer is kept.
        ask_cancel() -> () { session.ask_cancel(); }

        /// Returns a preview of the answer that is being computed: the first `rows` rows of each table of a unit.
        /// Returns nothing until the results are grouped into cells. The tables give their final numbers of rows; all
        /// other counts are counts of the first rows.
        ask_first(unit: String, rows: usize) -> Option<RunResult> { session.ask_first(&unit, rows) }

        /// Returns rows of the preview from `ask_first`. Throws if there is no preview.
        first_rows(view: RowsQuery) -> RowsPage { session.first_rows(&view)? }

        /// Returns rows of a table of the last answer.
        rows(view: RowsQuery) -> RowsPage { session.rows(&view)? }

        /// Returns one row of the last answer with its samples; its picture is as wide as `room` allows, in pixels.
        detail(table: usize, row: usize, room: Option<f64>) -> DetailView {
            session.detail(table, row, room)?
        }

        /// Returns a chart of a table of the last answer; omitted settings of the query have their defaults. A chart
        /// of changes needs the result of `changes_step`, and computes it immediately if it is not complete.
        chart(query: ChartQuery) -> Chart { session.chart(&query)? }

        /// Returns whether a chart needs the result of `changes_step` and this result is not complete yet.
        needs_changes(query: ChartQuery) -> bool { session.needs_changes(&query)? }

        /// Begins to search for changes in all rows of the last answer over its columns, for `changes_step`.
        changes_begin() -> () { session.changes_begin()? }

        /// Continues the search for about the time that it takes to process `work` values. Changes are kept until the
        /// next answer.
        changes_step(work: f64) -> ChangesView { session.changes_step(work as u64)? }

        /// Cancels the search for changes, if one is running; changes that are already known are kept.
        changes_cancel() -> () { session.changes_cancel(); }

        /// Returns a change of a row of the last answer, by its number in the row.
        change(table: usize, row: usize, number: usize) -> ChangeView {
            session.change(table, row, number)?
        }

        /// Returns the columns of a table of the last answer as points of a history, in words.
        points(table: usize) -> PointsView { session.points(table)? }

        /// Returns the indices of all rows that a view requests, in its order.
        row_indices(view: RowsQuery) -> Vec<u32> { session.row_indices(&view)? }

        /// Returns the charts that are available for a table of the last answer.
        chart_kinds(table: usize) -> ChartKinds { session.chart_kinds(table)? }

        /// Renders the last answer as the text of an HTML element: what changed, pictures, tables. Names are escaped,
        /// so they may contain any characters. `html_style` returns the style of the element.
        html_tables() -> String { String::from_utf8_lossy(&session.html_tables()?).into_owned() }
    }
}

requests! {
    /// A request that needs no session.
    FreeRequest() {
        /// Returns which files of a folder to read, from their paths, which are separated by `/`.
        plan_folder(paths: Vec<String>) -> Vec<FolderPiece> { plan_folder(&paths) }

        /// Returns the recordings of criterion in a folder, sorted by name: `base`, `new` and saved baselines. Returns
        /// none if there are more than 16.
        plan_recordings(paths: Vec<String>) -> Vec<FolderRecording> { plan_recordings(&paths) }

        /// Returns the fields of a projection text. `part` is the setting that contains it.
        parse_projection(text: String, part: Option<String>) -> Vec<FieldText> {
            let parts = ["table", "row", "col", "ignore"];
            let known = parts.into_iter().find(|&known| Some(known) == part.as_deref());
            project::read_projection(known.unwrap_or("row"), &text)?
        }

        /// Returns the text of a projection.
        write_projection(fields: Vec<FieldText>) -> String { project::write_projection(&fields) }

        /// Returns the keys and values of a filter, or `null` if the filter is more complex than that.
        parse_filter_values(filter: String) -> Option<FilterValues> { project::read_filter(&filter)? }

        /// Returns the text of a filter.
        write_filter(values: FilterValues) -> String { project::write_filter(&values) }

        /// Returns the labels of inputs: the given label, otherwise the path, with a number if several inputs have the
        /// same path.
        label_inputs(inputs: Vec<Named>) -> Vec<String> {
            let argument = |input: Named| Input {
                path: input.name.into_bytes(),
                label: input.label.map(String::into_bytes),
            };
            let labels = label_inputs(&inputs.into_iter().map(argument).collect::<Vec<_>>());
            labels.iter().map(|label| String::from_utf8_lossy(label).into_owned()).collect()
        }

        /// Returns the command line that runs a query on inputs with these names.
        command_for(names: Vec<String>, query: Query) -> String { command_for(names, &query) }

        /// Returns the progress of reading: `84.0 MB of 200 MB, 310 MB/s, 1 s left`; a `total` of 0 means that it is
        /// not known.
        progress(done: f64, total: f64, milliseconds: f64) -> String {
            progress(done, total, milliseconds)
        }

        /// Parses a fraction in the syntax of the CLI's `-margin`: `2%` or `0.02`; returns `null` if it is invalid.
        parse_share(percentage: String) -> Option<f64> { table::parse_share(&percentage) }

        /// Formats a fraction in the syntax of `-margin`: `2%` for 0.02.
        write_share(fraction: f64) -> String { table::write_share(fraction) }

        /// Returns the default query.
        default_query() -> Whole { Query::default().into() }

        /// Returns the default analysis, which is the value of `analysis` in a query that requests one.
        default_analysis() -> AnalysisQuery { AnalysisQuery::default() }

        /// Returns the style for `html_tables`.
        html_style() -> String { HTML_STYLE.to_owned() }

        /// Returns the version of the engine.
        version() -> String { env!("CARGO_PKG_VERSION").to_owned() }
    }
}
