//! The messages with a code: all codes from the sources, and a real sentence for each from the cases.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use benchlens_core::reading::Problem;
use benchlens_core::table::Note;
use benchlens_core::{Output, render, run};
use serde_json::Value;

use crate::parity::{Ask, answered, ask};
use crate::support::{self, Case};
use crate::tidy::rust_tokens::{matching, tokens_and_texts, without_tests};
use crate::tidy::{LIBRARY, rust_files};

/// Every code, from the functions `code` and from the constructors of objects with a code.
pub(super) fn codes() -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for text in LIBRARY.into_iter().flat_map(rust_files).map(|(_, text)| text) {
        let (tokens, _) = without_tests(&tokens_and_texts(&text));
        for at in 0..tokens.len() {
            let starts = |words: &[&str]| tokens[at..].iter().take(words.len()).eq(words);
            let literals = if starts(&["fn", "code", "("]) {
                let open = at + tokens[at..].iter().position(|token| token == "{").unwrap();
                let gives_text = tokens[at..open].iter().any(|token| token == "str");
                if gives_text { &tokens[open..matching(&tokens, open)] } else { &[] }
            } else if starts(&["Coded", "::", "new", "("]) {
                &tokens[at + 4..at + 5]
            } else {
                &[]
            };
            let literals = literals.iter().filter(|token| token.starts_with('"'));
            codes.extend(literals.map(|text| text.trim_matches('"').to_owned()));
        }
    }
    codes
}

/// Messages by code: the shortest of the cases, and the first of these by the alphabet.
#[derive(Default)]
pub(super) struct Samples(pub(super) BTreeMap<String, String>);

impl Samples {
    pub(super) fn of_cases() -> Samples {
        let cases = support::cases().expect("the cases can be read");
        let questions = support::questions();
        let program = Path::new(env!("CARGO_BIN_EXE_benchlens"));
        let of_case = |case: &Case| {
            let mut samples = Samples::default();
            if case.args.first().is_some_and(|word| word == "history") {
                samples.add_history(case, program);
            } else if let Ok(ask) = ask(case, &questions) {
                samples.add_comparison(&ask);
            }
            samples
        };
        let mut all = Samples::default();
        // Only a very large report has it.
        all.add(Note::MissingShortened.code(), Note::MissingShortened.to_string());
        // Only a folder or an archive has it.
        let skipped = Problem::Skipped { message: b"no results in 3.txt: it is empty".to_vec() };
        all.add(skipped.code(), skipped.to_string());
        for Samples(samples) in support::parallel(&cases, of_case) {
            samples.into_iter().for_each(|(code, sentence)| all.add(&code, sentence));
        }
        all
    }

    fn add_history(&mut self, case: &Case, program: &Path) {
        let args = [&case.args[..], &["-format".into(), "json".into()]].concat();
        let printed = Case { args, ..case.clone() }.run(program).expect("it runs");
        if let Ok(document) = serde_json::from_slice(&printed.stdout) {
            self.add_document(&document);
        }
    }

    fn add_comparison(&mut self, ask: &Ask) {
        let Ok((store, answer)) = answered(ask) else { return };
        for told in store.diagnostics() {
            self.add(told.problem.code(), told.problem.to_string());
        }
        let analysed = run(&store, &ask.query.clone().analysed());
        for answer in [Some(answer), analysed.ok()].into_iter().flatten() {
            let document = render(&answer, Output::Json).out;
            self.add_document(&serde_json::from_slice(&document).expect("it is JSON"));
        }
    }

    /// Adds each object of a document that has a code and a sentence.
    fn add_document(&mut self, value: &Value) {
        if let (Some(code), Some(sentence)) = (value["code"].as_str(), value["sentence"].as_str()) {
            self.add(code, sentence.to_owned());
        }
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.add_document(value)),
            Value::Object(members) => members.values().for_each(|value| self.add_document(value)),
            _ => {}
        }
    }

    fn add(&mut self, code: &str, sentence: String) {
        let is_plain = |c: char| !c.is_control() && c != char::REPLACEMENT_CHARACTER;
        if !sentence.chars().all(is_plain) {
            return;
        }
        let rank = |text: &String| (text.chars().count(), text.clone());
        let known = self.0.entry(code.to_owned()).or_insert_with(|| sentence.clone());
        if rank(&sentence) < rank(known) {
            *known = sentence;
        }
    }
}
