//! Checks the lists of settings in JavaScript, in Python and in the schema: each must contain the settings of the
//! library.

use std::fs;
use std::path::Path;

use benchlens_core::format::FORMATS;
use benchlens_core::query::{Configured, Kind, Setting, setting, settings};
use benchlens_core::render::{ChartKind, HistoryOutput, Output, Theme};
use benchlens_core::{HistoryQuery, Query};

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

/// Returns the text between two texts.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("no {start}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no {end} after {start}")).0
}

/// Returns the texts in double quotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('"').skip(1).step_by(2).collect()
}

fn known(name: &str) -> &'static Setting {
    setting::<Query>(name).unwrap_or_else(|| panic!("no setting {name}"))
}

#[test]
fn the_web_app_keeps_settings_of_the_library() {
    let state = read("web-demo/state.js");
    let list = |name: &str| {
        quoted(between(&state, &format!("const {name} = /** @type {{const}} */ (["), "])"))
    };
    let (layout, numbers, mut texts) = (list("LAYOUT"), list("NUMBERS"), list("TEXTS"));
    texts.retain(|&name| name != "plain");
    for name in layout.iter().chain(&texts) {
        assert_ne!(known(name).kind::<Query>(), Some(Kind::Switch), "{name}");
    }
    for name in numbers {
        assert_eq!(known(name).kind::<Query>(), Some(Kind::Number), "{name}");
    }
}

/// Checks that a method of a store in Python has a keyword for each setting, in the stubs and in the signature.
fn check_keywords<Q: Configured>(method: &str, answer: &str, others: &[&str]) {
    let mut wanted: Vec<String> =
        settings::<Q>().map(|setting| setting.name.replace('-', "_")).collect();
    wanted.extend(others.iter().copied().map(String::from));
    let stubs = read("crates/python/python/benchlens/_native.pyi");
    let start = format!("def {method}(\n        self,\n        *,\n");
    let stubs = between(&stubs, &start, &format!(") -> {answer}"));
    let stubs = stubs.lines().filter_map(|line| line.trim().split_once(": "));
    assert_eq!(stubs.map(|(name, _)| name).collect::<Vec<_>>(), wanted);
    let store = read("crates/python/src/store.rs");
    let (before, _) = store.split_once(&format!("    fn {method}(")).unwrap();
    let (_, signature) = before.rsplit_once("text_signature = \"($self, *, ").unwrap();
    let (keywords, _) = signature.split_once(")\"").unwrap();
    let keywords = keywords.split(", ").filter_map(|keyword| keyword.split_once('='));
    assert_eq!(keywords.map(|(name, _)| name).collect::<Vec<_>>(), wanted);
}

#[test]
fn python_has_a_keyword_for_each_setting() {
    let others = ["gate", "gate_file", "today", "threads", "progress", "quiet"];
    check_keywords::<Query>("compare", "Report", &others);
    let others = ["gate", "gate_file", "threads", "progress", "quiet"];
    check_keywords::<HistoryQuery>("history", "History", &others);
}

#[test]
fn the_types_of_python_list_the_words_of_the_library() {
    let stubs = read("crates/python/python/benchlens/_native.pyi");
    let words = |setting: &str| -> Vec<&str> {
        known(setting).words.iter().map(|&(word, _)| word).collect()
    };
    let orders = words("sort");
    let reversed: Vec<String> = orders.iter().map(|word| format!("-{word}")).collect();
    let sorts = orders.iter().copied().chain(reversed.iter().map(|word| &word[..])).collect();
    let wanted: [(&str, Vec<&str>); 8] = [
        ("_Test", words("test")),
        ("_Adjustment", words("adjust")),
        ("_Order", sorts),
        ("_Output", Output::ALL.map(|(name, _)| name).to_vec()),
        ("_HistoryOutput", HistoryOutput::ALL.map(|(name, _)| name).to_vec()),
        ("_ChartKind", ChartKind::ALL.map(|(name, _)| name).to_vec()),
        ("_InputFormat", FORMATS.iter().map(|format| format.name).collect()),
        ("_Theme", Theme::ALL.map(|(name, _)| name).to_vec()),
    ];
    for (name, mut wanted) in wanted {
        let mut found = quoted(between(&stubs, &format!("\n{name}: TypeAlias = Literal["), "]"));
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{name}");
    }
}

#[test]
fn the_schema_of_reports_describes_each_setting() {
    let schema = read("schema/report-2.json");
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let query = schema["$defs"]["query"].to_string();
    for setting in settings::<Query>() {
        let flag = format!("-{}", setting.name);
        let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
        let mut found = query.match_indices(&flag);
        let is_described = found.any(|(at, _)| is_end(&query[at + flag.len()..]));
        assert!(is_described, "the schema does not describe {flag}");
    }
}
