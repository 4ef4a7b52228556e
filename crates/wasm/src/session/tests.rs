use std::path::Path;

use benchlens::AnalysisQuery;
use benchlens::project::{FieldOrder, FieldText, FilterValues, KeyKind};
use benchlens::table::{Adjustment, Counts, Outcome};
use benchlens::unit::Direction;
use benchlens::view::{
    Capacity, CellView, DetailColumn, DetailView, DiagnosticPage, DiagnosticView,
    GeomeanView, InputView, JudgedView, KeyView, NoteView, RowView, RowsPage, RowsQuery, RunResult,
    Sort, SortBy, Suggestion, TableView, ValueView,
};
use serde_json::Value;
use ts_rs::{Config, TS};

use super::*;

/// Six runs of two codecs.
fn log(start: u32) -> String {
    let line = |codec: &str, value: u32| format!("BenchmarkX/codec={codec}-8 1 {value} ns/op\n");
    let lines = (0..6).flat_map(|i| [line("a", start + i), line("b", 2 * start + i)]);
    "goos: linux\n".to_owned() + &lines.collect::<String>()
}

fn read(session: &mut SessionCore, name: &str, text: &str) {
    session.begin(name.as_bytes(), name.as_bytes());
    text.as_bytes().chunks(11).for_each(|chunk| session.feed(chunk));
    session.end();
}

fn two() -> SessionCore {
    let mut session = SessionCore::default();
    read(&mut session, "old", &log(100));
    read(&mut session, "new", &log(50));
    session
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

#[test]
fn one_input_offers_comparisons() {
    let mut session = SessionCore::default();
    read(&mut session, "old", &log(100));
    let offers = parsed(&session.suggest());
    assert_eq!(offers[0]["title"], "compare /codec: a, b");
    let run = parsed(&session.run(&offers[0]["query"].to_string()).unwrap());
    assert_eq!(run["command"], "benchlens -col /codec old");
    assert_eq!(run["tables"][0]["counts"]["worse"], 1);
    read(&mut session, "new", &log(50));
    assert_eq!(session.suggest(), "[]");
    assert!(session.rows("{}").is_err(), "the answer is about other inputs");
}

#[test]
fn queries_have_answers_rows_and_details() {
    let mut session = two();
    let run = parsed(&session.run("{}").unwrap());
    assert_eq!(run["sentence"], "sec/op: 2 better (-48.78% to -49.38%).");
    assert_eq!(run["tables"][0]["direction"], "lower");
    let view = r#"{"sort":{"by":"worst"},"end":1}"#;
    let rows = parsed(&session.rows(view).unwrap());
    assert_eq!((&rows["total"], &rows["rows"][0]["label"]), (&2.into(), &"X/codec=b-8".into()));
    assert_eq!(rows["rows"][0]["cells"][1]["verdict"], "better");
    assert_eq!(parsed(&session.rows(view).unwrap()), rows, "asked again, a cache answers");
    let detail = parsed(&session.detail(0, 0, None).unwrap());
    assert_eq!(detail["columns"][1]["values"][5], "55.00n");
    assert!(detail["sentence"].as_str().unwrap().contains("better, for less is better"));
    assert!(detail["strip"].as_str().unwrap().starts_with("<svg"));
    assert!(session.chart(0, None).unwrap().contains("codec=b"));
    assert!(session.detail(0, 9, None).is_err() && session.chart(1, None).is_err());
    let text = session.render("text").unwrap();
    assert!(String::from_utf8(text).unwrap().contains("-48.78% (p=0.002 n=6)"));
    assert!(session.render("html").is_err());
}

#[test]
fn verdicts_come_when_they_are_asked_for() {
    let mut session = SessionCore::default();
    read(&mut session, "old", &(log(100) + "BenchmarkZ-8 1 7 ns/op\n"));
    read(&mut session, "new", &(log(50) + "BenchmarkY-8 1 7 ns/op\n"));
    session.run("{}").unwrap();
    let plain = session.render("text").unwrap();
    assert_eq!(parsed(&session.rows(r#"{"end":9}"#).unwrap())["rows"][0]["judged"], parsed("[]"));
    let run = parsed(&session.run(r#"{"analysis":{"adjust":"bh"}}"#).unwrap());
    assert_eq!(run["verdicts"][0], "1 missing, 1 new, 2 improved (margin 1%)");
    assert_eq!(run["tables"][0]["outcomes"]["improved"], 2);
    assert!(run["command"].as_str().unwrap().contains("-margin 0.01 -adjust bh"));
    let rows = parsed(&session.rows(r#"{"end":9}"#).unwrap());
    assert_eq!(rows["rows"][0]["judged"][0]["outcome"], "improved");
    assert_eq!(rows["rows"][0]["judged"][0]["more"], "adj=0.002");
    assert_eq!(rows["rows"][2]["judged"][0]["outcome"], "missing");
    assert_eq!(rows["rows"][0]["cells"][1]["odds"], "p=0.002 n=6");
    let judged = parsed(&session.detail(0, 0, None).unwrap())["judged"].to_string();
    assert!(judged.contains("Improved: typical change -48.7"), "{judged}");
    assert!(judged.contains("p is 0.002 after the adjustment"), "{judged}");
    session.run("{}").unwrap();
    assert_eq!(session.render("text").unwrap(), plain);
}

#[test]
fn notes_come_with_what_would_help() {
    let mut session = SessionCore::default();
    read(&mut session, "old", &format!("cpu: a\n{}", log(100)));
    read(&mut session, "new", &format!("cpu: b\n{}", log(50)));
    let run = parsed(&session.run("{}").unwrap());
    let fix = &run["notes"][0]["fix"];
    assert_eq!(fix["title"], "compare them: -ignore cpu");
    let run = parsed(&session.run(&fix["query"].to_string()).unwrap());
    assert_eq!((&run["notes"], &run["tables"][0]["counts"]["better"]), (&parsed("[]"), &2.into()));
}

#[test]
fn derived_units_are_checked() {
    let mut session = two();
    let run = parsed(&session.run(r#"{"derive":["ops/s = 1 / sec/op"]}"#).unwrap());
    assert_eq!(run["tables"][1]["unit"], "ops/s");
    let error = session.run(r#"{"derive":["ops/s = 1 / sec/op", "x = 1 / none"]}"#).unwrap_err();
    let detail = parsed(&error.detail);
    assert_eq!((&detail["part"], &detail["text"]), (&"derive".into(), &"x = 1 / none".into()));
    assert_eq!((parse_share("2.5%"), parse_share("x")), ("0.025".into(), "null".into()));
}

#[test]
fn errors_have_a_place_in_utf_16() {
    let mut session = two();
    let error = session.run(r#"{"filter":"é𝄞:1 ("}"#).unwrap_err();
    let detail = parsed(&error.detail);
    assert!(error.message.starts_with("parsing -filter: syntax error"), "{}", error.message);
    assert_eq!((&detail["part"], &detail["span"]["start"]), (&"filter".into(), &7.into()));
    let error = session.run(r#"{"alpha":2}"#).unwrap_err();
    assert_eq!(parsed(&error.detail)["span"], Value::Null);
    assert_eq!(session.run("{").unwrap_err().detail, "");
    assert!(parse_projection("a@(", Some("col")).unwrap_err().detail.contains("col"));
}

#[test]
fn sessions_join_and_inputs_move() {
    let whole = two();
    let mut other = SessionCore::default();
    read(&mut other, "new", &log(50));
    let mut session = SessionCore::default();
    read(&mut session, "old", &log(100));
    session.append_bytes(&other.to_bytes(), None).unwrap();
    assert_eq!(session.to_bytes(), whole.to_bytes());
    session.arrange(r#"[{"input":1,"label":"b"},{"input":0,"label":"a"}]"#).unwrap();
    let run = parsed(&session.run("{}").unwrap());
    assert_eq!(run["command"], "benchlens b=new a=old");
    assert_eq!(run["tables"][0]["counts"]["worse"], 2);
    assert!(session.append_bytes(b"x", None).is_err() && session.append_part(b"").is_err());
}

#[test]
fn calls_out_of_turn_do_no_harm() {
    let mut session = SessionCore::default();
    session.feed(b"BenchmarkX 1 1 ns/op\n");
    session.end();
    session.begin(b"a", b"a");
    session.feed(b"BenchmarkX 1 1 ns/op");
    session.begin(b"b", b"b");
    session.end();
    session.end();
    let inputs = parsed(&session.inputs());
    assert_eq!((&inputs[0]["results"], inputs.as_array().map(Vec::len)), (&1.into(), Some(2)));
    let mut part = SessionCore::default();
    part.part_feed(b"BenchmarkX 1 1 ns/op");
    session.append_part(&part.part_to_bytes()).unwrap();
    assert_eq!(parsed(&session.inputs()), inputs);
}

#[test]
fn parts_join() {
    let text = log(100);
    let (head, tail) = text.split_at(text.find("BenchmarkX/codec=b").unwrap());
    let mut session = SessionCore::default();
    session.begin(b"old", b"old");
    for piece in [head, tail] {
        let mut worker = SessionCore::default();
        worker.part_begin();
        worker.part_feed(piece.as_bytes());
        session.append_part(&worker.part_to_bytes()).unwrap();
    }
    session.end();
    let mut whole = SessionCore::default();
    read(&mut whole, "old", &text);
    let table =
        |session: &mut SessionCore| (session.run("{}").unwrap(), session.render("csv").unwrap());
    assert_eq!(table(&mut session), table(&mut whole));
    assert_eq!(session.inputs(), whole.inputs());
    assert_eq!(session.keys(), whole.keys());
    assert_eq!(parsed(&session.diagnostics(0, 10))["total"], 0);
}

#[test]
fn texts_and_data_stay_in_step() {
    let fields = parse_projection("/n@(1 2) goos", None).unwrap();
    assert_eq!(write_projection(&fields).unwrap(), "/n@(1 2) goos");
    let values = parse_filter_values(".unit:(a OR b)").unwrap();
    assert_eq!(values, r#"{".unit":["a","b"]}"#);
    assert_eq!(write_filter(&values).unwrap(), ".unit:(a OR b)");
    assert_eq!(parse_filter_values("-a:b").unwrap(), "null");
    let named = r#"[{"name":"f"},{"name":"f","label":"x"},{"name":"f"}]"#;
    assert_eq!(label_inputs(named).unwrap(), r##"["f#0","x","f#1"]"##);
    let command = command_for(r#"["f","f"]"#, r#"{"col":"/n"}"#).unwrap();
    assert_eq!(command, "benchlens -col /n f f");
    assert_eq!(parsed(&capacity(1.0, 2.0))["fits"], true);
    assert_eq!(parsed(&default_query())["row"], ".fullname");
}

/// The declaration of a type with its documentation.
fn declared<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    // Examples are Rust's.
    let docs = match docs.split_once(" *\n * ```") {
        Some((words, _)) => format!("{words} */\n"),
        None => docs,
    };
    let text = format!("{docs}export {}", T::decl(config));
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n\n"
}

#[test]
fn the_typescript_declarations_are_those_of_the_rust_types() {
    let config = Config::default().with_large_int("number");
    let mut text = String::from(
        "// Made from the Rust types by a test of crates/wasm: UPDATE=1 cargo test -p benchlens-wasm\n\n\
         /** A JSON text of a known shape: `JSON.parse` gives a `T`. */\n\
         export type Json<T> = string & { readonly __shape?: T };\n\n",
    );
    macro_rules! declare {
        ($($name:ty),*) => { $(text.push_str(&declared::<$name>(&config));)* };
    }
    declare!(
        Query,
        AnalysisQuery,
        Adjustment,
        RunResult,
        TableView,
        NoteView,
        Counts,
        Outcome,
        Direction
    );
    declare!(RowsQuery, Sort, SortBy, RowsPage, RowView, CellView, JudgedView, GeomeanView);
    declare!(DetailView, DetailColumn, InputView, DiagnosticPage, DiagnosticView);
    declare!(KeyView, KeyKind, ValueView, Suggestion, FieldText, FieldOrder, FilterValues);
    declare!(Capacity, ErrorDetail, TextSpan, Placed, Named);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/types.d.ts");
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    if update {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written == text, "out of date: UPDATE=1 cargo test -p benchlens-wasm writes it");
}
