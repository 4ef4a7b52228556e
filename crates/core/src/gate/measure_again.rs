//! The command that measures rows of a report again, interleaved.

use super::{GateOutcome, RuleResult};
use crate::base::shell::push_flag;
use crate::table::Report;

/// The command names at most this many benchmarks.
const NAMES: usize = 8;

/// Returns the command that measures rows, with these flags (a blank follows each). Recordings do not contain the
/// command of the harness, so it names test binaries of Go, or leaves the command to the reader.
pub(crate) fn run_command(report: &Report, flags: &str, rows: &[&RuleResult]) -> String {
    if report.is_of_harnesses {
        return format!("benchlens run{flags} old='OLD COMMAND' new='NEW COMMAND'");
    }
    let names: Option<Vec<&str>> = rows.iter().map(|result| go_name(report, result)).collect();
    let names = names.map(without_repetitions);
    let pattern = match names.filter(|names| names.len() <= NAMES) {
        Some(names) => format!("'^Benchmark({})$'", names.join("|")),
        None => ".".into(),
    };
    format!(
        "benchlens run{flags} old=./old.test new=./new.test -- -test.run '^$' -test.bench {pattern}{}",
        packages(report, rows)
    )
}

/// Returns a comment with the packages of the rows: each has its own test binary.
fn packages(report: &Report, rows: &[&RuleResult]) -> String {
    let field = report.table_fields.iter().position(|field| field.as_bytes() == b"pkg");
    let package = |result: &&RuleResult| {
        let key = &report.tables[result.table as usize].key;
        std::str::from_utf8(key[field?].as_bytes()).ok().filter(|name| !name.is_empty())
    };
    let found = without_repetitions(rows.iter().filter_map(package).collect());
    let is_plain = |c: char| c.is_alphanumeric() || "/._-~".contains(c);
    match &found[..] {
        [one] if one.chars().all(is_plain) => format!("  # package {one}"),
        [_, _, ..] => format!("  # {} packages", found.len()),
        _ => String::new(),
    }
}

/// Returns the texts in order, each once.
fn without_repetitions(mut texts: Vec<&str>) -> Vec<&str> {
    texts.sort_unstable();
    texts.dedup();
    texts
}

/// Returns the flags of a gate with its rules, each after a blank.
pub(crate) fn gate_flags(gate: &GateOutcome) -> String {
    let (mut files, mut inline) = (Vec::new(), Vec::new());
    let sources: Vec<String> = gate.rules.iter().map(|rule| rule.source.to_string()).collect();
    for (rule, source) in gate.rules.iter().zip(&sources) {
        match source.rsplit_once(':') {
            Some((file, _)) => files.push(file),
            None => inline.push(&rule.text[..]),
        }
    }
    let mut flags = Vec::new();
    for file in without_repetitions(files) {
        push_flag(&mut flags, "gate-file", file.as_bytes());
    }
    if !inline.is_empty() {
        push_flag(&mut flags, "gate", inline.join("; ").as_bytes());
    }
    String::from_utf8_lossy(&flags).into_owned()
}

/// Returns the name of a Go benchmark without its sub-benchmarks, if a pattern can contain it.
fn go_name<'r>(report: &'r Report, result: &RuleResult) -> Option<&'r str> {
    let table = &report.tables[result.table as usize];
    let key = &table.rows[result.row? as usize].key;
    let is_name = report.row_fields.first().is_some_and(|field| {
        let field = field.as_bytes();
        field == b".fullname" || field == b".name"
    });
    let name = std::str::from_utf8(key[0].as_bytes()).ok().filter(|_| is_name)?;
    let name = name.split(['/', '-']).next().filter(|name| !name.is_empty())?;
    name.chars().all(|c| c.is_alphanumeric() || c == '_').then_some(name)
}
