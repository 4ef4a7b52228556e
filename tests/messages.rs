//! Every text that a user can see is in `tests/messages.txt`, so that a change of words is a change of that file. A
//! message with a code also has a section in `docs/messages.md`.
//!
//! `UPDATE=1` writes the file, and the sentences of the document.

mod coded;
mod literals;
mod notes;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use self::coded::Samples;
use self::literals::read;
use crate::tidy::root;

const FILE: &str = "tests/messages.txt";
const DOCUMENT: &str = "docs/messages.md";

/// The heading of the first part of the file.
const CODED: &str = "# Messages with a code\n\n";

fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

#[test]
fn every_text_for_users_is_in_the_file() {
    if std::env::var_os("CASES").is_some() {
        return;
    }
    let Samples(samples) = Samples::of_cases();
    let missing: Vec<String> =
        coded::codes().into_iter().filter(|code| !samples.contains_key(code)).collect();
    assert!(missing.is_empty(), "no case has a message with the code {}", missing.join(", "));
    let mut text = CODED.to_owned();
    samples.iter().for_each(|(code, sentence)| writeln!(text, "{code}: {sentence}").unwrap());
    text += "\n# Notes of commands, with the code of their section in the documents\n\n";
    let notes = notes::codes(DOCUMENT, &coded::codes());
    let line = |(note, codes): (&String, &BTreeSet<String>)| {
        format!("{}: {note}", Vec::from_iter(codes.iter().cloned()).join(", "))
    };
    let lines: BTreeSet<String> = notes.iter().map(line).collect();
    lines.iter().for_each(|line| writeln!(text, "{line}").unwrap());
    for (file, texts) in literals::texts() {
        write!(text, "\n# {file}\n\n").unwrap();
        texts.iter().for_each(|line| writeln!(text, "{line}").unwrap());
    }
    if is_update() {
        fs::write(root().join(FILE), &text).unwrap();
    }
    assert_same(FILE, &read(FILE), &text);
    if is_update() {
        check_document();
    }
}

#[test]
fn every_message_with_a_code_is_explained_once() {
    // The other test writes the file first.
    if !is_update() {
        check_document();
    }
}

fn check_document() {
    let codes = coded::codes();
    let file = read(FILE);
    let coded = file.strip_prefix(CODED).and_then(|rest| rest.split("\n\n").next()).unwrap();
    let sentences: BTreeMap<&str, &str> =
        coded.lines().filter_map(|line| line.split_once(": ")).collect();
    let document = read(DOCUMENT);
    let mut written = String::new();
    let mut sections: BTreeMap<&str, usize> = BTreeMap::new();
    for part in document.split_inclusive("\n### ") {
        let is_section = !written.is_empty();
        let (code, rest) = part.split_once('\n').unwrap();
        if !is_section {
            written += part;
            continue;
        }
        *sections.entry(code).or_default() += 1;
        let parts = rest.strip_prefix("\n```text\n").and_then(|rest| rest.split_once("\n```\n\n"));
        let (now, meaning) =
            parts.unwrap_or_else(|| panic!("{DOCUMENT}: {code} has no text block"));
        // The notes of commands have examples, and the other test compares their words.
        let sentence = if codes.contains(code) { sentences[code] } else { now };
        let is_explained = meaning.starts_with(char::is_alphabetic);
        assert!(is_explained, "{DOCUMENT}: {code} has no meaning after its sentence");
        write!(written, "{code}\n\n```text\n{sentence}\n```\n\n{meaning}").unwrap();
    }
    for code in &codes {
        let count = sections.get(&code[..]).copied().unwrap_or_default();
        assert_eq!(count, 1, "{DOCUMENT}: sections of {code}");
    }
    let order: Vec<&str> = document.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    assert!(order.is_sorted(), "{DOCUMENT}: the sections are not in the order of the alphabet");
    if is_update() {
        fs::write(root().join(DOCUMENT), &written).unwrap();
    }
    assert_same(DOCUMENT, &read(DOCUMENT), &written);
}

/// Fails at the first line that differs.
fn assert_same(name: &str, found: &str, expected: &str) {
    let (mut found, mut expected) = (found.lines(), expected.lines());
    for number in 1.. {
        let pair = (found.next(), expected.next());
        let advice = "UPDATE=1 cargo test --workspace --test all -- messages:: writes it";
        assert_eq!(pair.0, pair.1, "{name}:{number} has other words than the sources; {advice}");
        if pair == (None, None) {
            return;
        }
    }
}
