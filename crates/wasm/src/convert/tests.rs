use std::path::Path;

use benchlens_core::AnalysisQuery;
use benchlens_core::grid::BarAxis;
use benchlens_core::project;
use benchlens_core::project::{FieldOrder, FieldText, FilterValues, KeyKind, ValueGroup};
use benchlens_core::query::{RowSelection, Sort, SortBy, Suggestion};
use benchlens_core::render::{Chart, ChartKind, ChartKinds, ChartQuery, Theme};
use benchlens_core::table::{Adjustment, BaseChoice, Counts, Outcome};
use benchlens_core::unit::Direction;
use benchlens_session::{
    AskView, BarView, Capacity, CardColumn, CardView, CardWord, CellView, ChangePoint, ChangeSide,
    ChangeView, ChangesView, DetailColumn, DetailUnit, DetailView, DiagnosticPage, DiagnosticView,
    FolderPiece, FolderRecording, GateLine, GateView, GeomeanView, InputView, KeyView, Look,
    NoteView, OutcomeView, PivotWords, Placed, PointsView, ProgressView, RowView, RowsPage,
    RowsQuery, RunResult, Session, SuggestionView, SuiteView, TableView, ValueView,
};
use serde_json::Value;
use ts_rs::{Config, TS};

use super::*;

mod report;

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

#[test]
fn errors_have_a_place_in_utf_16() {
    let fail = |query: &str| -> Failure {
        let query: Query = match from_json(query) {
            Ok(query) => query,
            Err(failure) => return failure,
        };
        Session::default().run(&query).unwrap_err().into()
    };
    let failure = fail(r#"{"filter":"é𝄞:1 ("}"#);
    assert!(failure.message.starts_with("filter: syntax error"), "{}", failure.message);
    let detail = parsed(&failure.detail.unwrap());
    assert_eq!((&detail["part"], &detail["span"]["start"]), (&"filter".into(), &7.into()));
    let mut session = Session::default();
    session.run(&Query::default()).unwrap();
    let failure = Failure::from(session.gate("sec/op: +5%\né𝄞: +%").unwrap_err());
    let place = |key: &str| parsed(failure.detail.as_ref().unwrap())[key].clone();
    assert_eq!((place("part"), place("text")), ("gate".into(), "é𝄞: +%".into()));
    assert_eq!(place("span")["start"], 5);
    assert_eq!(parsed(&fail(r#"{"alpha":2}"#).detail.unwrap())["span"], Value::Null);
    assert_eq!(fail("{").detail, None);
    let failure = Failure::from(project::read_projection("col", "a@(").unwrap_err());
    assert_eq!(parsed(&failure.detail.unwrap())["part"], "col");
    let failure = Failure::from(SessionError::NoInput);
    assert_eq!((&failure.message[..7], failure.detail), ("no input".get(..7).unwrap(), None));
}

#[test]
fn outputs_go_by_their_names() {
    for (name, known) in Output::ALL {
        assert_eq!(output(name).unwrap(), known);
    }
    let message = output("pdf").unwrap_err().message;
    let known = Output::ALL.map(|(name, _)| name).join(", ");
    assert_eq!(message, format!("unknown output \"pdf\": it is one of {known}"));
}

#[test]
fn texts_and_data_stay_in_step() {
    let fields = project::read_projection("row", "/n@(1 2) goos").unwrap();
    let fields: Vec<FieldText> = from_json(&json(&fields)).unwrap();
    assert_eq!(project::write_projection(&fields), "/n@(1 2) goos");
    let values = json(&project::read_filter(".unit:(a OR b)").unwrap());
    assert_eq!(values, r#"{".unit":["a","b"]}"#);
    assert_eq!(project::write_filter(&from_json(&values).unwrap()), ".unit:(a OR b)");
    assert_eq!(json(&project::read_filter("-a:b").unwrap()), "null");
    let all: Query = from_json("{}").unwrap();
    assert_eq!(parsed(&json(&all)), parsed(&json(&Query::default())));
    let whole = json(&Whole::from(&Query::default().base("previous")));
    assert_eq!(parsed(&whole)["base"], "previous");
    assert_eq!(from_json::<Query>(&whole).unwrap().base, "previous");
    assert_eq!(parsed(&json(&Whole::from(&Query::default())))["base"], "first");
}

/// Returns the declaration of a type with its documentation.
fn declared<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    // The examples are for Rust.
    let docs = match docs.split_once(" *\n * ```") {
        Some((words, _)) => format!("{words} */\n"),
        None => docs,
    };
    let text = format!("{docs}export {}", T::decl(config));
    // Closing braces are on their own lines, because the tool that joins the declarations indents by them.
    let closed = |line: &str| match line.strip_suffix(" };").filter(|rest| !rest.contains('{')) {
        Some(rest) => format!("{rest}\n}};\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(str::trim_end).map(closed).collect::<String>() + "\n"
}

#[test]
fn the_typescript_declarations_are_those_of_the_rust_types() {
    let config = Config::default().with_large_int("number");
    let mut text = String::from(
        "// Made from the Rust types by a test of crates/wasm: UPDATE=1 cargo test -p benchlens-wasm\n\n\
         /** The JSON text of a `T`. */\n\
         export type Json<T> = string & { readonly __shape?: T };\n\n",
    );
    macro_rules! declare {
        ($($name:ty),*) => { $(text.push_str(&declared::<$name>(&config));)* };
    }
    declare!(
        Query,
        AnalysisQuery,
        Adjustment,
        TestKind,
        RowSelection,
        RunResult,
        CardView,
        CardColumn,
        CardWord,
        Look,
        PivotWords,
        TableView,
        BarAxis,
        BarView,
        BaseChoice,
        NoteView,
        SuiteView,
        Counts,
        Outcome,
        Direction
    );
    declare!(RowsQuery, Sort, SortBy, RowsPage, RowView, CellView, OutcomeView, GeomeanView);
    declare!(DetailView, DetailColumn, DetailUnit, InputView, DiagnosticPage, DiagnosticView);
    declare!(
        KeyView,
        KeyKind,
        ValueView,
        Suggestion,
        SuggestionView,
        GateView,
        GateLine,
        FieldText,
        FieldOrder,
        ValueGroup,
        FilterValues
    );
    declare!(ChangesView, ChangeView, ChangeSide, ChangePoint, PointsView);
    declare!(AskView, ProgressView, ChartQuery, ChartKind, Theme, Chart, ChartKinds);
    declare!(Capacity, FolderPiece, FolderRecording, ErrorDetail, TextSpan, Placed, Named);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/types.d.ts");
    is_written(&path, &text);
}

/// Checks that a file has this content, or writes it if `UPDATE=1`.
fn is_written(path: &Path, text: &str) {
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    if update {
        std::fs::write(path, text).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap();
    assert!(written == text, "out of date: UPDATE=1 cargo test -p benchlens-wasm writes it");
}

#[test]
fn the_declarations_refer_to_nothing_else() {
    let text = include_str!("../types.d.ts");
    let of_language = ["Array", "Json", "Partial", "Record"];
    let is_comment =
        |line: &str| line.starts_with("//") || line.starts_with("/*") || line.starts_with(" *");
    let names = text.lines().filter(|line| !is_comment(line));
    let names = names.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '"'));
    let is_type =
        |name: &&str| name.len() != 1 && name.starts_with(|c: char| c.is_ascii_uppercase());
    for name in names.filter(is_type).filter(|name| !of_language.contains(name)) {
        assert!(text.contains(&format!("export type {name} = ")), "{name} is not declared");
    }
}

#[test]
fn the_declarations_open_and_close_on_lines_of_their_own() {
    let text = include_str!("../types.d.ts");
    let opened = text.lines().filter(|line| line.ends_with('{')).count();
    let closed = text.lines().filter(|line| line.starts_with('}')).count();
    assert_eq!(opened, closed, "every member would be indented by all types before it");
}
