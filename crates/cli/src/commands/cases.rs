//! The comparisons of `tests/cases` as the command line parses them: `tests/cases/queries.json`.
//!
//! Tests in other languages run these queries, so they do not need a parser for the command line. The test below
//! checks that the file is up to date; with `UPDATE=1` it writes the file.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use benchlens_core::Query;
use benchlens_core::query::setting;
use benchlens_inputs::split_at_equals;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};
use serde_json::{Map, Value, json};

use super::{COMPARE, NAMED};
use crate::args::{Words, query_from_matches, sort_words};

#[path = "../../../../tests/support/words.rs"]
mod words;

#[test]
fn queries_of_the_cases_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let mut cases: Vec<PathBuf> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.retain(|case| case.is_dir());
    cases.sort();
    let line = |case: &PathBuf| {
        let name = Value::from(case.file_name().unwrap().to_str().unwrap());
        question(case).map(|question| format!("{name}: {question}"))
    };
    let lines: Vec<String> = cases.iter().filter_map(line).collect();
    let text = format!("{{\n{}\n}}\n", lines.join(",\n"));
    let file = folder.join("queries.json");
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        fs::write(&file, &text).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        written == text,
        "tests/cases/queries.json is out of date: run this test with UPDATE=1"
    );
}

/// Returns the query of a test case, or nothing for other commands, for words that are not a comparison, and for
/// words that are not UTF-8.
fn question(case: &Path) -> Option<Value> {
    let line = fs::read(case.join("cmd")).unwrap();
    let words = words::split(line.trim_ascii_end()).unwrap().split_off(1);
    if words.iter().any(|word| word.to_str().is_none()) {
        return None;
    }
    let is_named = |word: &OsString| NAMED.iter().any(|spec| *word == *spec.name);
    if words.first().is_some_and(is_named) {
        return None;
    }
    let mut command = COMPARE.command();
    let Ok(Words::Flags(flags)) = sort_words(&words, &command) else { return None };
    let matches = command.try_get_matches_from_mut(flags).ok()?;
    let inputs = matches.get_many::<OsString>("inputs").unwrap_or_default();
    let inputs: Vec<Value> = inputs.map(|word| input(case, word)).collect();
    let (mut settings, mut flags) = (Map::new(), Map::new());
    for flag in command.get_arguments().filter(|flag| flag.get_id() != "inputs") {
        let name = flag.get_id().as_str();
        if matches.value_source(name) == Some(ValueSource::CommandLine) {
            let is_setting = setting::<Query>(name).is_some();
            let given = if is_setting { &mut settings } else { &mut flags };
            given.insert(name.into(), value(flag, &matches));
        }
    }
    let mut question = json!({ "settings": settings, "flags": flags, "inputs": inputs });
    match query_from_matches(&matches) {
        Ok(query) if !is_json(&query) => {
            question["error"] = "a number that JSON does not have".into();
        }
        Ok(query) => question["query"] = different(&query),
        Err(message) => question["error"] = message.into(),
    }
    Some(question)
}

/// Returns an input as `path`, or as `label` and `path`.
fn input(case: &Path, word: &OsString) -> Value {
    let text = |word: &OsString| Value::from(word.to_str());
    match split_at_equals(word) {
        Some((label, path)) if case.join(&path).exists() || !case.join(word).exists() => {
            json!({ "label": text(&label), "path": text(&path) })
        }
        _ => json!({ "path": text(word) }),
    }
}

/// Returns the values of a flag as the user wrote them.
fn value(flag: &Arg, matches: &ArgMatches) -> Value {
    let words = matches.get_raw(flag.get_id().as_str()).into_iter().flatten();
    let mut words: Vec<Value> = words.map(|word| Value::from(word.to_str())).collect();
    match flag.get_action() {
        ArgAction::SetTrue => true.into(),
        ArgAction::Append => words.into(),
        _ => words.pop().into(),
    }
}

/// Returns whether JSON can represent all numbers of a query. JSON turns both infinity and NaN into null.
fn is_json(query: &Query) -> bool {
    let again: Result<Query, _> = serde_json::from_value(serde_json::to_value(query).unwrap());
    again.is_ok_and(|again| format!("{again:?}") == format!("{query:?}"))
}

/// Returns the members that differ from the default query, as a caller in another language writes them.
fn different(query: &Query) -> Value {
    let [query, default] = [query, &Query::default()].map(|q| serde_json::to_value(q).unwrap());
    let Value::Object(query) = query else { return Value::Null };
    query.into_iter().filter(|(name, value)| default.get(name) != Some(value)).collect()
}
