use std::path::{Path, PathBuf};

use benchlens_core::AnalysisQuery;
use benchlens_core::grid::BarAxis;
use benchlens_core::project;
use benchlens_core::project::{FieldOrder, FieldText, FilterValues, KeyKind, ValueGroup};
use benchlens_core::query::{RowSelection, SETTINGS, Sort, SortBy, Suggestion};
use benchlens_core::render::{Chart, ChartKind, ChartKinds, ChartQuery, Output, Theme};
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
use crate::requests::{Argument, Declared, FreeRequest, SessionRequest};

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
    let whole = json(&Whole::from(Query::default().base("previous")));
    assert_eq!(parsed(&whole)["base"], "previous");
    assert_eq!(from_json::<Query>(&whole).unwrap().base, "previous");
    assert_eq!(parsed(&json(&Whole::from(Query::default())))["base"], "first");
}

#[test]
fn errors_name_the_member_whose_value_is_wrong() {
    let failure = |text: &str| from_json::<Query>(text).unwrap_err();
    let part = |failure: &Failure| match &failure.detail {
        Some(detail) => parsed(detail)["part"].as_str().unwrap().to_owned(),
        None => String::new(),
    };
    for (text, named, message) in [
        (r#"{"alpha":"x"}"#, "alpha", r#"alpha: invalid type: string "x", expected a number"#),
        (
            r#"{"row":"a\":","test":"z"}"#,
            "test",
            "test: unknown variant `z`, expected one of `u`, `t`, `log-t`",
        ),
        (
            r#"{"row":"a\\","analysis":{"margin":true}}"#,
            "margin",
            "margin: invalid type: boolean `true`, expected a number",
        ),
        (r#"{"derive":"x"}"#, "derive", r#"derive: invalid type: string "x", expected a sequence"#),
        (r#"{"row":"","#, "", "EOF while parsing a value"),
    ] {
        let failure = failure(text);
        assert_eq!((&part(&failure)[..], &failure.message[..]), (named, message));
    }
    let message = failure(r#"{"row":"","filterr":"x"}"#).message;
    assert!(message.starts_with("unknown field `filterr`, expected one of `table`"), "{message}");
}

/// Replaces links to items of Rust by their texts.
fn without_links(docs: &str) -> String {
    let (mut out, mut rest) = (String::new(), docs);
    while let Some((before, link)) = rest.split_once('[') {
        let is_item = |(text, target): &(&str, &str)| {
            !text.contains(']')
                && ["crate::", "super::"].iter().any(|from| target.starts_with(from))
        };
        let item = link.split_once("](").filter(is_item);
        let (text, after) =
            match item.and_then(|(text, target)| Some((text, target.split_once(')')?.1))) {
                Some((text, after)) => (text, after),
                None => ("[", link),
            };
        out.extend([before, text]);
        rest = after;
    }
    out + rest
}

/// Returns the declaration of a type with its documentation.
fn declared<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    // The examples are for Rust.
    let docs = match docs.split_once(" *\n * ```") {
        Some((words, _)) => format!("{words} */\n"),
        None => docs,
    };
    let text = without_links(&format!("{docs}export {}", T::decl(config)));
    let text = text.replace("`None`", "`null`");
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
         /** A `T` in which every setting may be missing: it then has its default. */\n\
         export type Settings<T> =\n\
         T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Settings<T[K]> } : T;\n\n",
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
    text += "/** The requests of a session. */\nexport interface SessionRequests {\n";
    for request in SessionRequest::declared(&config) {
        text += &format!("{}{};\n", comment(&request), signature(&request));
    }
    text += "}\n\n";
    for request in FreeRequest::declared(&config) {
        text += &format!("{}export function {};\n\n", comment(&request), signature(&request));
    }
    is_written(&package().join("types.d.ts"), &text);
}

/// Returns the folder with the files of the npm package.
fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("npm")
}

/// Returns the documentation of a request as a comment.
fn comment(request: &Declared) -> String {
    let lines: String = request.docs.iter().map(|line| format!(" *{line}\n")).collect();
    format!("/**\n{lines} */\n")
}

/// Types whose omitted settings have defaults.
const WITH_DEFAULTS: [&str; 4] = ["Query", "RowsQuery", "ChartQuery", "RowSelection"];

/// Returns the declaration of a request as a function.
fn signature(request: &Declared) -> String {
    let declared =
        |Argument { name, typescript, .. }: &Argument| match typescript.strip_suffix(" | null") {
            Some(present) => format!("{name}?: {present}"),
            None if WITH_DEFAULTS.contains(&&**typescript) => {
                format!("{name}: Settings<{typescript}>")
            }
            None => format!("{name}: {typescript}"),
        };
    let arguments: Vec<String> = request.arguments.iter().map(declared).collect();
    let answer = if request.answer == "null" { "void" } else { &request.answer };
    format!("{}({}): {answer}", request.name, arguments.join(", "))
}

/// Returns the kind of an argument, as `session.js` checks it.
fn kind(rust: &str) -> &'static str {
    match rust {
        "String" => "string",
        "Option<String>" => "string?",
        "usize" => "index",
        "f64" => "number",
        "Option<f64>" => "number?",
        "FieldOrder" => "data",
        _ if rust.starts_with("Vec<") => "array",
        _ => "object",
    }
}

/// Returns the arguments of requests with their kinds, as a table in JavaScript.
fn table(requests: &[Declared]) -> String {
    let line = |request: &Declared| {
        let kinds = request.arguments.iter();
        let kinds = kinds.map(|Argument { name, rust, .. }| format!("{name}: {:?}", kind(rust)));
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        let kinds = if kinds.is_empty() { "{}".into() } else { format!("{{ {kinds} }}") };
        format!("  {}: {kinds},\n", request.name)
    };
    requests.iter().map(line).collect()
}

#[test]
fn the_scripts_check_the_arguments_of_all_requests() {
    let config = Config::default().with_large_int("number");
    let text = format!(
        "// Made from the Rust types by a test of crates/wasm: UPDATE=1 cargo test -p benchlens-wasm\n\n\
         /** The arguments of each method of a session, with their kinds. */\n\
         export const methods = {{\n{}}};\n\n\
         /** The same for each function. */\n\
         export const functions = {{\n{}}};\n",
        table(&SessionRequest::declared(&config)),
        table(&FreeRequest::declared(&config)),
    );
    is_written(&package().join("requests.js"), &text);
}

#[test]
fn the_web_app_lists_all_charts_and_outputs() {
    let charts = ChartKind::ALL.into_iter().filter_map(|(name, kind)| Some((name, kind.title()?)));
    let charts: String = charts.map(|(name, title)| format!("  {name}: {title:?},\n")).collect();
    let output = |(name, output): (&str, Output)| {
        let (title, media) = (output.title(), output.media_type());
        // Tidy data is also CSV.
        let ending = output.endings().first().map_or(format!("{name}.csv"), ToString::to_string);
        format!(
            "  {name}: {{ title: {title:?}, type: {media:?}, file: \"benchlens.{ending}\" }},\n"
        )
    };
    let choices = SETTINGS.iter().filter(|setting| !setting.words.is_empty());
    let choices = choices.map(|setting| {
        let words = setting.words.iter().map(|(word, meaning)| format!("[{word:?}, {meaning:?}]"));
        format!("  {}: [{}],\n", setting.name, words.collect::<Vec<_>>().join(", "))
    });
    let text = format!(
        "// Made from the Rust types by a test of crates/wasm: UPDATE=1 cargo test -p benchlens-wasm\n\n\
         /** The charts of a table, with their titles. @type {{Readonly<Record<string, string>>}} */\n\
         export const CHARTS = {{\n{charts}}};\n\n\
         /** The outputs, with their titles, media types and file names. @type {{Readonly<Record<string, {{title: string, \
         type: string, file: string}}>>}} */\n\
         export const OUTPUTS = {{\n{}}};\n\n\
         /** The values that settings offer, with their meanings. @type {{Readonly<Record<string, string[][]>>}} */\n\
         export const CHOICES = {{\n{}}};\n\n\
         /** What rows can be sorted by. @type {{readonly string[]}} */\n\
         export const SORTS = [{}];\n",
        Output::ALL.map(output).concat(),
        choices.collect::<String>(),
        Sort::NAMES.map(|(_, by)| serde_json::to_string(&by).unwrap()).join(", "),
    );
    is_written(&package().join("../../../web-demo/words.js"), &text);
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
    let text = include_str!("../../npm/types.d.ts");
    let of_language = ["Array", "Settings", "Record"];
    let is_comment =
        |line: &str| line.starts_with("//") || line.starts_with("/*") || line.starts_with(" *");
    let names = text.lines().filter(|line| !is_comment(line));
    let names = names.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '"'));
    let is_type =
        |name: &&str| name.len() != 1 && name.starts_with(|c: char| c.is_ascii_uppercase());
    for name in names.filter(is_type).filter(|name| !of_language.contains(name)) {
        let is_declared = ["type", "interface"].map(|kind| format!("export {kind} {name} "));
        assert!(is_declared.iter().any(|line| text.contains(line)), "{name} is not declared");
    }
}

#[test]
fn the_declarations_open_and_close_on_lines_of_their_own() {
    let text = include_str!("../../npm/types.d.ts");
    let opened = text.lines().filter(|line| line.ends_with('{')).count();
    let closed = text.lines().filter(|line| line.starts_with('}')).count();
    assert_eq!(opened, closed, "every member would be indented by all types before it");
}
