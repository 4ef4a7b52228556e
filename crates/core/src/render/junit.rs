//! A gate's results as JUnit XML, which most CI systems show as tests.
//!
//! Takes a report with a gate; gives one document: a suite for the gate itself, one for each rule with a case for each
//! comparison that it decided, and one for the comparisons that no rule judges. A comparison that is worse than allowed
//! is a failure, a comparison that could not be judged is an error, and a comparison that the gate only warns about or
//! does not judge is skipped. There are no times, because a comparison takes none, and the times of benchmarks are in
//! the tables. The attributes are from Jenkins' schema, the strictest one in use.

use crate::gate::{Decision, GateOutcome, GateStatus, RuleResult};
use crate::grid::{gate_headline, gate_line, row_name_of};
use crate::query::Answer;
use crate::table::Report;

/// Returns a document of the gate's results; empty without a gate.
#[must_use]
pub fn junit(answer: &Answer) -> Vec<u8> {
    let report = answer.report();
    let Some(gate) = answer.gate() else { return Vec::new() };
    let reported = report.differing_fields();
    let mut suites = vec![itself(gate)];
    suites.extend(
        gate.rules.iter().map(|rule| Suite {
            name: format!("{} ({})", rule.text, rule.source),
            cases: Vec::new(),
        }),
    );
    for result in &gate.results {
        suites[1 + result.rule as usize].cases.push(decided(report, gate, result, &reported));
    }
    suites.push(not_judged(report, gate, &reported));
    // A rule that decided nothing needs no suite: if it had to decide something, the gate's own suite reports that.
    suites.retain(|suite| !suite.cases.is_empty());

    let mut out =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"benchlens\"");
    write_counts(&mut out, suites.iter().flat_map(|suite| &suite.cases), false);
    out.push_str(">\n");
    suites.iter().for_each(|suite| suite.write(&mut out));
    out.push_str("</testsuites>\n");
    out.into_bytes()
}

/// The content of a case other than its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Passed,
    Failure,
    Error,
    Skipped,
}

struct Case {
    /// The class: programs group by it, and treat its dots as separators of packages.
    class: Vec<u8>,
    name: Vec<u8>,
    kind: Kind,
    /// The decision in a word.
    word: &'static str,
    text: Vec<u8>,
}

struct Suite {
    name: String,
    cases: Vec<Case>,
}

/// Returns the suite that reports whether the gate could do its work.
fn itself(gate: &GateOutcome) -> Suite {
    let errors = gate.errors.iter().filter(|error| error.status != GateStatus::Passed);
    let errors: Vec<String> = errors.map(|error| error.error.to_string()).collect();
    let kind = if errors.is_empty() { Kind::Passed } else { Kind::Error };
    let case = Case {
        class: b"benchlens".to_vec(),
        name: b"gate".to_vec(),
        kind,
        word: gate.status.word(),
        text: [&[gate_headline(gate)], &errors[..]].concat().join("\n").into_bytes(),
    };
    Suite { name: "gate".into(), cases: vec![case] }
}

fn decided(report: &Report, gate: &GateOutcome, result: &RuleResult, reported: &[usize]) -> Case {
    let kind = if result.decision == Decision::Passed {
        Kind::Passed
    } else {
        match result.decision.status() {
            GateStatus::Failed => Kind::Failure,
            GateStatus::Passed => Kind::Skipped,
            GateStatus::Invalid | GateStatus::Undecided | GateStatus::Inconclusive => Kind::Error,
        }
    };
    let line = gate_line(report, gate, result, reported);
    Case {
        kind,
        word: result.decision.word(),
        text: line.as_bytes().trim_ascii().to_vec(),
        ..case(report, result.table, result.row, result.column, reported)
    }
}

/// Returns a case for a position without a known result.
fn case(report: &Report, table: u32, row: Option<u32>, column: u32, reported: &[usize]) -> Case {
    let unit = report.tables[table as usize].unit.as_bytes();
    Case {
        class: [b"benchlens.", unit].concat(),
        name: row_name_of(report, table, row, column, reported),
        kind: Kind::Skipped,
        word: "not checked",
        text: b"no rule checks this".to_vec(),
    }
}

/// Returns the comparisons with both sides that no rule judges: control benchmarks, comparisons that no rule matches,
/// and comparisons for which the gate's own suite gives the reason.
fn not_judged(report: &Report, gate: &GateOutcome, reported: &[usize]) -> Suite {
    let mut decided: Vec<(u32, Option<u32>, u32)> =
        gate.results.iter().map(|result| (result.table, result.row, result.column)).collect();
    decided.sort_unstable();
    let mut cases = Vec::new();
    for (table_index, table) in (0..).zip(&report.tables) {
        for (row_index, row) in (0..).zip(&table.rows) {
            for comparison in
                row.comparisons.iter().filter(|comparison| comparison.sides().is_some())
            {
                let index = (table_index, Some(row_index), comparison.column);
                if decided.binary_search(&index).is_err() {
                    cases.push(case(report, index.0, index.1, index.2, reported));
                }
            }
        }
    }
    Suite { name: "not checked".into(), cases }
}

impl Suite {
    fn write(&self, out: &mut String) {
        out.push_str("  <testsuite");
        attribute(out, "name", self.name.as_bytes());
        write_counts(out, self.cases.iter(), true);
        out.push_str(">\n");
        self.cases.iter().for_each(|case| case.write(out));
        out.push_str("  </testsuite>\n");
    }
}

impl Case {
    fn write(&self, out: &mut String) {
        out.push_str("    <testcase");
        attribute(out, "classname", &self.class);
        attribute(out, "name", &self.name);
        let (tag, has_type) = match self.kind {
            Kind::Passed => return out.push_str("/>\n"),
            Kind::Failure => ("failure", true),
            Kind::Error => ("error", true),
            Kind::Skipped => ("skipped", false),
        };
        out.push_str(">\n      <");
        out.push_str(tag);
        attribute(out, "message", &self.text);
        if has_type {
            attribute(out, "type", self.word.as_bytes());
            // Some programs show the attribute, others show the text.
            out.push('>');
            write_text(out, &self.text, false);
            out.push_str("</");
            out.push_str(tag);
            out.push('>');
        } else {
            out.push_str("/>");
        }
        out.push_str("\n    </testcase>\n");
    }
}

fn write_counts<'c>(out: &mut String, cases: impl Iterator<Item = &'c Case>, has_skipped: bool) {
    let kinds: Vec<Kind> = cases.map(|case| case.kind).collect();
    let count = |kind: Kind| kinds.iter().filter(|&&other| other == kind).count();
    let (failures, errors) = (count(Kind::Failure), count(Kind::Error));
    out.push_str(&format!(
        " tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"",
        kinds.len()
    ));
    if has_skipped {
        out.push_str(&format!(" skipped=\"{}\"", count(Kind::Skipped)));
    }
}

fn attribute(out: &mut String, name: &str, value: &[u8]) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    write_text(out, value, true);
    out.push('"');
}

/// Writes text that contains no markup. XML 1.0 cannot express most control characters, so they appear as at a
/// terminal, such as `\x1b`, and names that differ still do.
fn write_text(out: &mut String, text: &[u8], is_attribute: bool) {
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '&' => out.push_str("&amp;"),
                '"' => out.push_str("&quot;"),
                '\n' if !is_attribute => out.push('\n'),
                // A reader turns these into spaces in attributes, and carriage returns into line ends.
                '\n' | '\t' | '\r' => out.push_str(&format!("&#{};", u32::from(character))),
                '\0'..='\u{9f}' if character.is_control() => {
                    out.push_str(&format!("\\x{:02x}", u32::from(character)));
                }
                '\u{fffe}' | '\u{ffff}' => {
                    out.push_str(&format!("\\u{{{:x}}}", u32::from(character)));
                }
                _ => out.push(character),
            }
        }
        chunk.invalid().iter().for_each(|byte| out.push_str(&format!("\\x{byte:02x}")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_become_text_of_xml() {
        let check = |text: &[u8], attribute: &str, element: &str| {
            for (is_attribute, want) in [(true, attribute), (false, element)] {
                let mut out = String::new();
                write_text(&mut out, text, is_attribute);
                assert_eq!(out, want);
            }
        };
        let same = |text: &[u8], want: &str| check(text, want, want);
        same(b"a<b>&\"'", "a&lt;b&gt;&amp;&quot;'");
        same(b"]]>\x00\x1b[1m\x7f", "]]&gt;\\x00\\x1b[1m\\x7f");
        same("\u{9b}µ\u{fffe}\u{ffff}\u{10ffff}".as_bytes(), "\\x9bµ\\u{fffe}\\u{ffff}\u{10ffff}");
        same(b"\xff\xed\xa0\x80", "\\xff\\xed\\xa0\\x80");
        check(b"a\n\tb\r", "a&#10;&#9;b&#13;", "a\n&#9;b&#13;");
    }
}
