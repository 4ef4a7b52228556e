//! The notes that commands print besides those of reports: their words in the sources, and their sections in the
//! document.

use std::collections::{BTreeMap, BTreeSet};

use super::literals::{of_rust, read, sentences};
use crate::tidy::rust_tokens::{matching, tokens_and_texts, without_tests};
use crate::tidy::{root, rust_files};

/// Functions that receive notes, and methods of lists of notes.
const RECEIVERS: [&str; 2] = ["note", "tell"];
const ADDERS: [&str; 2] = ["extend", "push"];

/// Files, and their functions that return the sentences of notes. Without functions, the whole file contains notes.
const SOURCES: [(&str, &[&str]); 8] = [
    ("crates/core/src/render/chart/frame.rs", &["left_out_for"]),
    ("crates/run/src/machine/findings.rs", &[]),
    ("crates/run/src/machine/busy.rs", &["busy"]),
    ("crates/run/src/names.rs", &["spread_names"]),
    ("crates/cli/src/commands/calibrate.rs", &["wide_floors"]),
    ("crates/cli/src/output/html.rs", &["html_note"]),
    ("crates/cli/src/recording/confirm.rs", &["second"]),
    ("crates/cli/src/recording/watch/results.rs", &["describe"]),
];

/// The words of all notes; `{…}` are their variable parts.
pub(super) fn notes() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for folder in
        ["crates/cli/src", "crates/core/src/render/chart", "crates/inputs/src", "crates/run/src"]
    {
        for (path, text) in rust_files(folder) {
            let (code, _) = without_tests(&tokens_and_texts(&text));
            let path = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
            match SOURCES.iter().find(|(source, _)| *source == path) {
                Some((_, [])) => found.extend(sentences(&of_rust(&code))),
                Some((_, functions)) => found.extend(of_functions(&code, functions)),
                None => {}
            }
            found.extend(of_calls(&code));
        }
    }
    found
}

/// The words in the bodies of functions.
fn of_functions(code: &[String], functions: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for at in 1..code.len() {
        if code[at - 1] == "fn" && functions.contains(&&code[at][..]) {
            let open = at + code[at..].iter().position(|token| token == "{").unwrap();
            found.extend(sentences(&of_rust(&code[open..matching(code, open)])));
        }
    }
    found
}

/// The words in the calls of receivers, and in the texts that are added to a list of notes.
fn of_calls(code: &[String]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for at in 1..code.len().saturating_sub(1) {
        let is_added = 2 <= at && code[at - 2] == "notes" && ADDERS.contains(&&code[at][..]);
        let is_call = is_added || RECEIVERS.contains(&&code[at][..]) && code[at - 1] != "fn";
        if is_call && code[at + 1] == "(" {
            found.extend(texts(&of_rust(&code[at + 1..matching(code, at + 1)])));
        }
    }
    found
}

/// The literals that have a word besides their variable parts.
fn texts(literals: &[String]) -> BTreeSet<String> {
    let has_word = |text: &&String| {
        let mut words = fixed(text).flat_map(|part| part.split(|c: char| !c.is_alphabetic()));
        words.any(|word| 3 < word.len())
    };
    literals.iter().filter(|text| text.contains(' ')).filter(has_word).cloned().collect()
}

/// The parts of a literal that are not variable.
fn fixed(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest))
}

/// Whether a line has these words in this order.
fn has(line: &str, words: &str) -> bool {
    let mut rest = Some(line);
    fixed(words).for_each(|part| rest = rest.and_then(|rest| Some(rest.split_once(part)?.1)));
    rest.is_some()
}

/// Returns the codes of notes by their words, from the sections of the document. Every note has a section, and every
/// line of these sections is a note. A part of a note can be in several sections.
pub(super) fn codes(
    document: &str,
    of_reports: &BTreeSet<String>,
) -> BTreeMap<String, BTreeSet<String>> {
    let notes = notes();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for section in read(document).split("\n### ").skip(1) {
        let (code, rest) = section.split_once('\n').unwrap();
        if of_reports.contains(code) {
            continue;
        }
        let block = rest.strip_prefix("\n```text\n").and_then(|rest| rest.split_once("\n```\n"));
        for line in block.unwrap_or_else(|| panic!("{document}: {code} has no text")).0.lines() {
            let of_line: Vec<&String> = notes.iter().filter(|words| has(line, words)).collect();
            assert!(!of_line.is_empty(), "{document}: {code}: no note has the words {line:?}");
            for words in of_line {
                found.entry(words.clone()).or_default().insert(code.to_owned());
            }
        }
    }
    let missing: Vec<&String> = notes.iter().filter(|words| !found.contains_key(*words)).collect();
    assert!(missing.is_empty(), "{document}: notes without a section: {missing:#?}");
    found
}
