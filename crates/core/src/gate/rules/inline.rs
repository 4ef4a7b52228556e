//! Rules in one line: `sec/op: +5%; .name:Encode .unit:B/op: any; missing: fail`.
//!
//! ```text
//! gate    = { clause (";" | line end) }
//! clause  = head ":" terms | name ":" word | "agree" ":" keys
//! head    = unit | "geomean" unit | filter
//! ```
//!
//! The last colon of a clause precedes the terms, because terms contain no colon.

use std::sync::Arc;

use super::head::read_head;
use super::limit::{Terms, words};
use super::rule::{ClauseValue, Gate, Rule};
use super::source::{Place, Source};
use super::words::Clause;
use crate::base::{Error, Span};
use crate::project::{ParseError, Room, parse_keys};

pub(super) fn read(text: &str) -> Result<Gate, Error> {
    let source = Source::flag(text);
    let mut gate = Gate::default();
    let (mut is_empty, mut room) = (true, Room::default());
    for clause in clauses(text) {
        is_empty = false;
        read_clause(&source, clause, &mut gate, &mut room)?;
    }
    if is_empty {
        let span = Span { start: 0, end: text.len() };
        let message = "expected a rule: sec/op: +5%".into();
        return Err(source.error(ParseError { span, message }));
    }
    Ok(gate)
}

/// Returns the positions of the nonempty clauses, without surrounding blanks.
fn clauses(text: &str) -> Vec<Span> {
    let (mut found, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    let ends = text.char_indices().chain([(text.len(), ';')]);
    for (at, c) in ends {
        let is_end = at == text.len();
        match c {
            _ if escaped && !is_end => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            // The filter reports a quote that is never closed.
            ';' | '\n' if !quoted || is_end => {
                let piece = &text[start..at];
                let left = piece.len() - piece.trim_start().len();
                let span = Span { start: start + left, end: start + piece.trim_end().len() };
                if span.start < span.end {
                    found.push(span);
                }
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    found
}

fn read_clause(
    source: &Arc<Source>,
    clause: Span,
    gate: &mut Gate,
    room: &mut Room,
) -> Result<(), Error> {
    let text = &source.text[clause.start..clause.end];
    let trouble = |span, message: &str| {
        source.error_in(clause.start, ParseError { span, message: message.into() })
    };
    let Some(colon) = text.rfind(':') else {
        let end = text.len();
        return Err(trouble(Span { start: end, end }, "expected a colon and a limit: sec/op: +5%"));
    };
    let head = text[..colon].trim_end();
    let tail = Span { start: colon + 1, end: text.len() };
    match Clause::from_name(head) {
        _ if head.is_empty() => {
            Err(trouble(Span { start: 0, end: 1 }, "expected a unit or a filter"))
        }
        Some(Clause::Agree) => {
            let start = clause.start + tail.start;
            let keys = parse_keys(&text[tail.start..]);
            let keys = keys.map_err(|trouble| source.error_in(start, trouble))?;
            let end = Span { start: tail.end, ..tail };
            if keys.is_empty() {
                return Err(trouble(end, "expected a key such as cpu"));
            }
            let blank = text[tail.start..].len() - text[tail.start..].trim_start().len();
            let place = Place::new(source, Span { start: start + blank, end: clause.end });
            let keys = keys.into_iter().map(|key| (key, place.clone())).collect();
            let set = gate.set(Clause::Agree, ClauseValue::Keys(keys));
            set.map_err(|expected| trouble(end, expected))
        }
        Some(name) => {
            let (word, span) = only_word(text, tail);
            let place = Place::new(source, Span { start: clause.start, end: clause.end });
            let set = gate.set(name, ClauseValue::Word(word, place));
            set.map_err(|expected| trouble(span, expected))
        }
        None => {
            let about = read_head(room, head).map_err(|t| source.error_in(clause.start, t))?;
            let start = clause.start + tail.start;
            let terms = Terms::parse(&text[tail.start..]);
            let terms = terms.map_err(|trouble| source.error_in(start, trouble))?;
            let place = Span { start: clause.start, end: clause.start + head.len() };
            let blank = text[tail.start..].len() - text[tail.start..].trim_start().len();
            let limit = Span { start: start + blank, end: clause.end };
            let places = [place, limit].map(|span| Place::new(source, span));
            gate.rules.push(Rule::new(about, &terms, text.to_owned(), places)?);
            Ok(())
        }
    }
}

/// Returns the only word in a part of a text, if there is exactly one, and the position of the part.
fn only_word(text: &str, part: Span) -> (&str, Span) {
    let mut words = words(&text[part.start..part.end]);
    let place = |span: Span| Span { start: part.start + span.start, end: part.start + span.end };
    match (words.next().map(place), words.next().map(place)) {
        (Some(word), None) => (&text[word.start..word.end], word),
        (_, Some(second)) => ("", second),
        (None, None) => ("", Span { start: part.end, end: part.end }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::rule::MissingPolicy;
    use super::super::words::Term;
    use super::*;

    #[test]
    fn clauses_end_at_semicolons_and_lines_outside_quotes() {
        let check = |text: &str, want: &[&str]| {
            let got: Vec<&str> = clauses(text).iter().map(|s| &text[s.start..s.end]).collect();
            assert_eq!(got, want, "{text}");
        };
        check("a: any", &["a: any"]);
        check(" a: any ;\n\nb: +5%;; ", &["a: any", "b: +5%"]);
        check(r#".name:"x;\";y": any; b: any"#, &[r#".name:"x;\";y": any"#, "b: any"]);
        check("", &[]);
        check(";", &[]);
        check(r#"a:"b; c"#, &[r#"a:"b; c"#]);
    }

    #[test]
    fn rules_and_settings_are_read() {
        let gate = read(
            "sec/op: +5%; .name:Encode .unit:B/op: any n>=6; *: +1% warn\nmissing: fail; new: \
             ignore; agree: cpu, goarch",
        )
        .unwrap();
        assert_eq!((gate.rules.len(), gate.agree.len()), (3, 2));
        assert_eq!(
            (gate.missing, gate.new),
            (Some(MissingPolicy::Fail), Some(MissingPolicy::Ignore))
        );
        assert_eq!(gate.rules[1].runs, 6);
        assert!(gate.rules[2].has(Term::Warn) && !gate.rules[0].has(Term::Warn));
    }

    #[test]
    fn every_error_shows_its_place() {
        let check = |text: &str, want: &str| {
            assert_eq!(read(text).unwrap_err().to_string(), want, "{text}");
        };
        check("sec/op", "gate: expected a colon and a limit: sec/op: +5%\n\tsec/op\n\t      ^");
        check("", "gate: expected a rule: sec/op: +5%\n\t\n\t^");
        check(": +5%", "gate: expected a unit or a filter\n\t: +5%\n\t^");
        check("a b: +5%", "gate: expected a colon after the unit\n\ta b: +5%\n\t  ^");
        check(
            "a: any; missing: maybe",
            concat!(
                "gate: expected fail, warn or ignore\n\ta: any; missing: maybe\n",
                "\t                 ^"
            ),
        );
        check(
            "missing: fail warn",
            "gate: expected fail, warn or ignore\n\tmissing: fail warn\n\t              ^",
        );
        check("agree: ", "gate: expected a key such as cpu\n\tagree: \n\t      ^");
        check(
            "a: any; agree:;",
            "gate: expected a key such as cpu\n\ta: any; agree:;\n\t              ^",
        );
        check(
            "agree: .config",
            "gate: .config is only allowed in projections\n\tagree: .config\n\t       ^",
        );
        check(".name:: any", "gate: expected key:value\n\t.name:: any\n\t^");
        check("a: any;\n\tb: +%", "gate: expected a number\n\t\tb: +%\n\t\t   ^");
    }
}
