//! The settings of the library in other languages: writes those of Python, and checks the lists of JavaScript and of
//! the schema.

use std::fs;
use std::path::Path;

use benchlens_core::format::FORMATS;
use benchlens_core::query::{Configured, Kind, Setting, setting, settings};
use benchlens_core::render::{ChartKind, HistoryOutput, Output, Theme};
use benchlens_core::table::Outcome;
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

/// The type of a keyword of Python.
fn python_type<Q: Configured>(setting: &Setting) -> &'static str {
    match (setting.kind::<Q>().unwrap(), setting.name) {
        (Kind::Word, "test") => "_Test | None",
        (Kind::Word, "adjust") => "_Adjustment | None",
        (Kind::Word, _) => "_Order | None",
        (Kind::Text, _) => "str | None",
        (Kind::List, _) => "_Words | None",
        (Kind::Switch, _) => "bool",
        (Kind::Number, _) if setting.alone.is_some() => "bool | _Word | None",
        (Kind::Number, _) if setting.value == "N" => "int | str | None",
        (Kind::Number, _) => "_Word | None",
    }
}

/// Returns a text with another part between two texts.
fn with_part(text: &str, start: &str, end: &str, part: &str) -> String {
    let old = between(text, start, end);
    let (before, rest) = text.split_once(start).unwrap();
    format!("{before}{start}{part}{}", &rest[old.len()..])
}

/// Returns the stubs of Python and the code of its stores, with a method whose keywords are the settings and others.
fn with_keywords<Q: Configured>(
    [stubs, store]: [String; 2],
    method: &str,
    others: &[(&'static str, &'static str)],
) -> [String; 2] {
    let own = settings::<Q>();
    let own = own.map(|setting| (setting.name.replace('-', "_"), python_type::<Q>(setting)));
    let others = others.iter().map(|&(name, python)| (name.to_owned(), python));
    let all: Vec<(String, &str)> = own.chain(others).collect();
    let default = |python: &str| if python == "bool" { "False" } else { "None" };
    let line = |(name, python): &(String, &str)| {
        format!("        {name}: {python} = {},\n", default(python))
    };
    let start = format!("def {method}(\n        self,\n        *,\n");
    let stubs = with_part(&stubs, &start, "    ) -> ", &all.iter().map(line).collect::<String>());
    let word = |(name, python): &(String, &str)| format!("{name}={}", default(python));
    let words = all.iter().map(word).collect::<Vec<_>>().join(", ");
    let (before, after) = store.split_once(&format!("    fn {method}(")).unwrap();
    let start = "text_signature = \"($self, *, ";
    let at = before.rfind(start).unwrap();
    let signature = with_part(&before[at..], start, ")\"", &words);
    [stubs, format!("{}{signature}    fn {method}({after}", &before[..at])]
}

/// Returns a type of Python that has these words.
fn literal(name: &str, words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    let line = format!("{name}: TypeAlias = Literal[{}]", quoted.join(", "));
    if line.len() <= 120 {
        return quoted.join(", ");
    }
    format!("\n    {},\n", quoted.join(",\n    "))
}

/// The keywords of Python and the words of its types come from the library.
#[test]
fn python_has_the_settings_and_words_of_the_library() {
    const PATHS: [&str; 2] =
        ["crates/python/python/benchlens/_native.pyi", "crates/python/src/store.rs"];
    let words = |setting: &str| -> Vec<&str> {
        known(setting).words.iter().map(|&(word, _)| word).collect()
    };
    let orders = words("sort");
    let reversed: Vec<String> = orders.iter().map(|word| format!("-{word}")).collect();
    let sorts = orders.iter().copied().chain(reversed.iter().map(|word| &word[..])).collect();
    let mut formats: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    formats.sort_unstable();
    let types: [(&str, Vec<&str>); 9] = [
        ("_Outcome", Outcome::ALL.map(Outcome::word).to_vec()),
        ("_Test", words("test")),
        ("_Adjustment", words("adjust")),
        ("_Order", sorts),
        ("_Output", Output::ALL.map(|(name, _)| name).to_vec()),
        ("_HistoryOutput", HistoryOutput::ALL.map(|(name, _)| name).to_vec()),
        ("_ChartKind", ChartKind::ALL.map(|(name, _)| name).to_vec()),
        ("_InputFormat", formats),
        ("_Theme", Theme::ALL.map(|(name, _)| name).to_vec()),
    ];
    let [mut stubs, store] = PATHS.map(read);
    for (name, words) in types {
        let start = format!("\n{name}: TypeAlias = Literal[");
        stubs = with_part(&stubs, &start, "]", &literal(name, &words));
    }
    const GATE: [(&str, &str); 2] = [("gate", "_Words | None"), ("gate_file", "str | None")];
    const WORK: [(&str, &str); 3] =
        [("threads", "int | None"), ("progress", "bool | _Watcher | None"), ("quiet", "bool")];
    let both = [stubs, store];
    let today = [("today", "str | date | None")];
    let both = with_keywords::<Query>(both, "compare", &[&GATE[..], &today, &WORK].concat());
    let both = with_keywords::<HistoryQuery>(both, "history", &[&GATE[..], &WORK].concat());
    for (path, text) in PATHS.into_iter().zip(both) {
        if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
            fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path), text)
                .unwrap();
        } else {
            assert!(read(path) == text, "{path}: UPDATE=1 cargo test --test all settings::");
        }
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
