//! Checks lists in other languages and in documents that must contain every output, format or word of a report. Also
//! checks that the documents about the code are short, and that the files they name exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use benchlens_core::Output;
use benchlens_core::format::{
    AutoReader, FORMATS, Format, Location, ReadOptions, Reader, Record, Sink,
};
use benchlens_core::gate::{Decision, GateStatus};
use benchlens_core::history::NewestDecision;
use benchlens_core::query::Sort;
use benchlens_core::render::HistoryOutput;
use benchlens_core::stats::Adjustment;
use benchlens_core::table::Outcome;
use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The files that must contain every output, and the text to look for: `NAME` is the output's name.
const OUTPUT_LISTS: [(&str, &str); 5] = [
    ("docs/outputs.md", "`NAME`"),
    ("docs/python.md", "`NAME("),
    ("crates/wasm/npm/session.d.ts", "`NAME`"),
    ("crates/python/src/report.rs", "    fn NAME("),
    ("crates/python/python/benchlens/_native.pyi", "    def NAME("),
];

/// No case needs to name the default format, and the HTML of the CLI contains the web app if the build has it.
const OUTPUTS_WITHOUT_CASE: [Output; 2] = [Output::Text, Output::Html];

#[test]
fn every_output_is_in_every_list() {
    let mut missing = Vec::new();
    for (file, form) in OUTPUT_LISTS {
        let text = read(file);
        let forms = Output::ALL.map(|(name, _)| form.replace("NAME", name));
        let absent = forms.into_iter().filter(|form| !text.contains(form));
        missing.extend(absent.map(|form| format!("{file} lacks {form}")));
    }
    let cases = crate::support::cases().unwrap();
    let has_case = |name: &str| cases.iter().any(|case| case.args.iter().any(|arg| arg == name));
    let tested = Output::ALL.iter().filter(|(_, output)| !OUTPUTS_WITHOUT_CASE.contains(output));
    let absent = tested.filter(|(name, _)| !has_case(name));
    missing.extend(absent.map(|(name, _)| format!("no case prints {name}")));
    let history = read("docs/history.md");
    // Text is the default.
    let absent = HistoryOutput::ALL.iter().filter(|(name, output)| {
        *output != HistoryOutput::Text && !history.contains(&format!("`-format {name}`"))
    });
    missing.extend(absent.map(|(name, _)| format!("docs/history.md lacks -format {name}")));
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The format of an input.
#[derive(Default)]
struct Detected(Option<&'static Format>);

impl Sink for Detected {
    fn format(&mut self, format: &'static Format) {
        self.0.get_or_insert(format);
    }

    fn push(&mut self, _: &Location, _: Record<'_>) {}
}

fn format_of(bytes: &[u8]) -> Option<&'static str> {
    let mut detected = Detected::default();
    let mut reader = AutoReader::new(ReadOptions::default());
    reader.feed(bytes, &mut detected);
    reader.finish(&mut detected);
    detected.0.map(|format| format.name)
}

/// Formats that most cases use.
const OWN_FORMATS: [&str; 2] = ["go", "go-json"];

#[test]
fn every_format_has_a_file_and_is_in_the_guide() {
    let inputs = read("docs/inputs.md");
    let (mut found, mut open) =
        (BTreeSet::from(OWN_FORMATS), vec![root().join("tests/formats/data")]);
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            found.extend(format_of(&fs::read(&path).unwrap()));
        }
    }
    found.extend(crate::load::files().iter().filter_map(|(_, bytes)| format_of(bytes)));
    let mut missing = Vec::new();
    for format in FORMATS {
        let is_found = found.contains(format.name);
        missing.extend(
            (!is_found)
                .then(|| format!("tests/formats/data and tests/load/data: no {}", format.name)),
        );
        let is_explained = inputs.contains(format.about);
        missing.extend((!is_explained).then(|| format!("docs/inputs.md lacks {:?}", format.about)));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Returns the words that a schema allows at a position.
fn schema_words(schema: &str, place: &str) -> BTreeSet<String> {
    let schema: Value = serde_json::from_str(&read(schema)).unwrap();
    let words = schema.pointer(&format!("{place}/enum")).and_then(Value::as_array);
    let words = words.unwrap_or_else(|| panic!("no enum at {place}"));
    words.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[test]
fn schemas_list_the_words_of_reports() {
    let words = |words: &[&str]| -> BTreeSet<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    };
    let adjustments = words(&Adjustment::ALL.map(|(name, _)| name));
    let statuses = words(&GateStatus::ALL.map(GateStatus::word));
    let orders = Sort::NAMES.map(|(_, by)| json!(by).as_str().unwrap().to_owned());
    let [report, history] = ["schema/report-2.json", "schema/history-1.json"];
    for (schema, place, expected) in [
        (report, "/$defs/comparison/properties/outcome", words(&Outcome::ALL.map(Outcome::word))),
        (report, "/$defs/query/properties/analysis/oneOf/0/properties/adjust", adjustments.clone()),
        (report, "/$defs/analysis/properties/adjust", adjustments),
        (
            report,
            "/$defs/query/properties/focus/properties/sort/oneOf/0/properties/by",
            orders.into(),
        ),
        (report, "/$defs/gate/properties/status", statuses.clone()),
        (
            report,
            "/$defs/gate/properties/results/items/properties/decision",
            words(&Decision::ALL.map(Decision::word)),
        ),
        (history, "/properties/gate/anyOf/0/properties/status", statuses),
        (
            history,
            "/properties/gate/anyOf/0/properties/results/items/properties/decision",
            words(&NewestDecision::ALL.map(NewestDecision::words)),
        ),
    ] {
        assert_eq!(schema_words(schema, place), expected, "{schema}: {place}");
    }
}

/// A newcomer should be able to read the map in ten minutes.
const MAP_LINES: usize = 150;
const MAP_COLUMNS: usize = 130;

#[test]
fn the_map_is_short() {
    let map = read("ARCHITECTURE.md");
    let lines = map.lines().count();
    assert!(lines <= MAP_LINES, "ARCHITECTURE.md has {lines} lines: move reasons to DESIGN.md");
    let long = (1..).zip(map.lines()).find(|(_, line)| MAP_COLUMNS < line.chars().count());
    assert_eq!(long, None);
}

/// Returns the code spans of a document that are paths.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let is_path = |span: &&str| {
        let is_sign = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        span.contains('/') && span.starts_with(char::is_alphanumeric) && span.chars().all(is_sign)
    };
    // Fenced blocks contain no spans.
    let prose = text.split("```").step_by(2);
    prose.flat_map(|part| part.split('`').skip(1).step_by(2)).filter(is_path)
}

#[test]
fn documents_on_the_code_name_files_that_exist() {
    let mut wrong = Vec::new();
    for document in ["ARCHITECTURE.md", "DESIGN.md"] {
        let text = read(document);
        let mut count = 0;
        for path in paths(&text).filter(|path| !path.contains("NAME")) {
            count += 1;
            // Some layers are packages of their own.
            let package =
                path.split_once('/').map(|(name, rest)| format!("crates/{name}/src/{rest}"));
            let paths = [path.to_owned(), format!("crates/core/src/{path}"), package.unwrap()];
            let exists = paths.iter().any(|path| root().join(path).exists());
            wrong.extend((!exists).then(|| format!("{document}: no {path}")));
        }
        assert!(20 < count, "{document}: only {count} paths found");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The documentation of the library lists its items, and they follow semantic versioning.
#[test]
fn the_public_list_is_short() {
    let text = read("crates/core/src/lib.rs");
    let lines: Vec<&str> = text.lines().collect();
    // Modules for tasks are written out in this file.
    let is_module = |line: &&str| line.starts_with("pub mod ") && line.ends_with(';');
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| is_module(line)) {
        assert_eq!(lines[index - 1], "#[doc(hidden)]", "{line} is documented as a whole");
    }
    let uses = text.split(';').filter_map(|item| Some(item.split_once("pub use ")?.1));
    let names = uses.flat_map(|item| {
        let list = item.split_once('{').map_or(item, |(_, list)| list);
        list.trim_end_matches('}').split(',').map(str::trim).filter(|name| !name.is_empty())
    });
    let mut names: Vec<&str> = names.collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "an item is listed twice");
    assert!(100 < count && count <= 150, "{count} items are public");
}
