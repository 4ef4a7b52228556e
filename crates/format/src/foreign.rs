//! Texts that look like results but are not: the console output of harnesses, tables without samples, reports, and
//! TOML.
//!
//! They are detected so that an error can explain how to measure samples instead. No results are read from them.

use super::sight::{Head, Sight};
use super::{Format, Kind, Location, Reader, Sink, gobench};

/// Formats that are checked after all formats that are read, except for Go's text, which is the fallback.
pub(super) const FOREIGN: [Format; 10] = [
    format("criterion-console", Kind::CriterionConsole, |head| prints(head, is_criterion)),
    format("google-table", Kind::GoogleTable, |head| prints(head, is_google)),
    format("jmh-table", Kind::JmhTable, |head| prints(head, is_jmh)),
    format("hyperfine-table", Kind::HyperfineTable, |head| prints(head, is_hyperfine)),
    format("pytest-console", Kind::PytestConsole, |head| prints(head, is_pytest)),
    format("dotnet-table", Kind::DotnetTable, |head| prints(head, is_dotnet)),
    format("locust-tables", Kind::LocustTable, |head| prints(head, is_locust)),
    format("ab-percentages", Kind::AbPercentages, |head| prints(head, is_ab)),
    format("report", Kind::Report, report),
    format("toml", Kind::Toml, toml),
];

const fn format(name: &'static str, kind: Kind, sight: fn(&Head<'_>) -> Sight) -> Format {
    Format {
        name,
        about: "known, but not read",
        example: "",
        run_command: None,
        cuts_at_lines: false,
        without_results: kind,
        may_be_data: |_| false,
        sight,
        reader: |_| Box::new(Nothing),
    }
}

/// Returns whether a line has some form, and no line is a Go result.
fn prints(head: &Head<'_>, is_it: fn(&[u8]) -> bool) -> Sight {
    let mut found = false;
    for line in head.lines() {
        if gobench::is_result(line) {
            return Sight::No;
        }
        found = found || is_it(line.trim_ascii_end());
    }
    settled(head, found)
}

/// Returns an answer that more bytes may change until all bytes are available.
fn settled(head: &Head<'_>, is_it: bool) -> Sight {
    match (head.is_whole, is_it) {
        (true, true) => Sight::Yes,
        (true, false) => Sight::No,
        (false, _) => Sight::Unsure,
    }
}

fn has_words(line: &[u8], words: &[&str]) -> bool {
    let has = |word: &&str| line.split(u8::is_ascii_whitespace).any(|own| own == word.as_bytes());
    words.iter().all(has)
}

/// Returns whether the fields of a header begin with some names, and others are somewhere in it.
fn has_columns(line: &[u8], first: &[&str], others: &[&str]) -> bool {
    let fields = || line.split(|b| b",;\t".contains(b)).map(|field| unquoted(field.trim_ascii()));
    fields().zip(first).filter(|(field, name)| *field == name.as_bytes()).count() == first.len()
        && others.iter().all(|name| fields().any(|field| field == name.as_bytes()))
}

fn unquoted(field: &[u8]) -> &[u8] {
    field.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(field)
}

/// Detects `Benchmarking NAME: Warming up for 3.0000 s`, `NAME   time:   [1.0 ns 1.1 ns 1.2 ns]`.
fn is_criterion(line: &[u8]) -> bool {
    let time = memchr::memmem::find(line, b"time:").map(|at| line[at + 5..].trim_ascii_start());
    line.starts_with(b"Benchmarking ")
        || time.is_some_and(|rest| rest.starts_with(b"[") && rest.ends_with(b"]"))
}

fn is_google(line: &[u8]) -> bool {
    (line.starts_with(b"Benchmark ") && has_words(line, &["Time", "CPU", "Iterations"]))
        || has_columns(line, &["name", "iterations", "real_time", "cpu_time"], &[])
}

fn is_jmh(line: &[u8]) -> bool {
    line.starts_with(b"# JMH version:")
        || (line.starts_with(b"Benchmark ") && has_words(line, &["Mode", "Score", "Units"]))
        || has_columns(line, &["Benchmark", "Mode", "Threads"], &["Score"])
}

/// Detects `Benchmark 1: COMMAND`, which older versions wrote with `#`.
fn is_hyperfine(line: &[u8]) -> bool {
    let command =
        line.strip_prefix(b"Benchmark ").map(|rest| rest.strip_prefix(b"#").unwrap_or(rest));
    let has_number = |rest: &[u8]| {
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        0 < digits && rest[digits..].starts_with(b": ")
    };
    command.is_some_and(has_number) || has_columns(line, &["command", "mean", "stddev"], &[])
}

/// Detects `------- benchmark: 3 tests -------`.
fn is_pytest(line: &[u8]) -> bool {
    line.starts_with(b"---")
        && [&b" benchmark: "[..], b" benchmark '"]
            .iter()
            .any(|text| memchr::memmem::find(line, text).is_some())
        && has_words(line, &["tests"])
}

/// Detects the CSV of BenchmarkDotNet, and the table that it prints.
fn is_dotnet(line: &[u8]) -> bool {
    let is_table =
        line.trim_ascii_start().starts_with(b"|") && has_words(line, &["Method", "Mean", "Error"]);
    is_table || has_columns(line, &[], &["Method", "Mean", "Error"])
}

/// The headers of tables that locust writes next to its results.
const LOCUST: [&[u8]; 3] = [
    b"Method,Name,Error,Occurrences",
    b"Count,Message,Traceback,Nodes",
    b"Timestamp,User Count,Type,Name,",
];

fn is_locust(line: &[u8]) -> bool {
    LOCUST.iter().any(|header| line.starts_with(header))
}

/// Detects the table that `ab -e` writes.
fn is_ab(line: &[u8]) -> bool {
    line == b"Percentage served,Time in ms"
}

/// Detects the reports of this project and of benchstat.
fn report(head: &Head<'_>) -> Sight {
    if head.bytes.trim_ascii_start().starts_with(b"{") {
        let start = &head.bytes[..head.bytes.len().min(256)];
        return settled(head, memchr::memmem::find(start, b"\"urn:benchlens:").is_some());
    }
    prints(head, |line| {
        let bar = "│".as_bytes();
        let is_head = line.trim_ascii_start().starts_with(bar) && line.ends_with(bar);
        let is_layout = line.starts_with(b",") && has_columns(line, &[""], &["CI"]);
        is_head || is_layout || has_columns(line, &[], &["outcome", "base_center", "center"])
    })
}

/// Detects a section and a line `key = value` below it.
fn toml(head: &Head<'_>) -> Sight {
    let is_said = |line: &&[u8]| !line.is_empty() && !line.starts_with(b"#");
    let lines = || head.lines().map(<[u8]>::trim_ascii).filter(is_said);
    let is_section = |line: &[u8]| {
        let bare = line.trim_ascii_start();
        bare.starts_with(b"[") && bare.ends_with(b"]") && !is_json(bare)
    };
    match lines().next() {
        Some(first) if is_section(first) => {
            settled(head, lines().any(|line| memchr::memchr(b'=', line).is_some()))
        }
        Some(_) => Sight::No,
        None => settled(head, false),
    }
}

/// Returns whether a text that begins with a bracket continues as JSON, unlike sections of TOML and names of steps.
pub(super) fn is_json(text: &[u8]) -> bool {
    let mut rest = text.trim_ascii_start();
    if let Some(object) = rest.strip_prefix(b"{") {
        return matches!(object.trim_ascii_start(), [] | [b'"' | b'}', ..]);
    }
    while let Some(array) = rest.strip_prefix(b"[") {
        rest = array.trim_ascii_start();
    }
    let number = rest.iter().take_while(|b| b"+-.eE0123456789".contains(b)).count();
    match rest {
        [] | [b'"' | b'{' | b']', ..] => true,
        [b'-' | b'0'..=b'9', ..] => {
            matches!(rest[number..].trim_ascii_start(), [] | [b',' | b']', ..])
        }
        _ => [&b"true"[..], b"false", b"null"].iter().any(|word| rest.starts_with(word)),
    }
}

/// A reader that ignores everything.
#[derive(Debug)]
pub(super) struct Nothing;

impl Reader for Nothing {
    fn feed(&mut self, _chunk: &[u8], _sink: &mut dyn Sink) {}

    fn finish(&mut self, _sink: &mut dyn Sink) {}

    fn position(&self) -> Location {
        Location::Byte(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_told_apart() {
        let check = |text: &str, want: Kind| assert_eq!(Kind::of(text.as_bytes()), want, "{text}");
        check("Benchmarking a: Warming up for 3.0000 s\n", Kind::CriterionConsole);
        check("a/b   time:   [1.0 ns 1.1 ns 1.2 ns]\n", Kind::CriterionConsole);
        check("-----\nBenchmark       Time   CPU   Iterations\n", Kind::GoogleTable);
        check("name,iterations,real_time,cpu_time,time_unit\n", Kind::GoogleTable);
        check("Benchmark  (n)  Mode  Cnt  Score  Error  Units\n", Kind::JmhTable);
        check("\"Benchmark\",\"Mode\",\"Threads\",\"Samples\",\"Score\"\n", Kind::JmhTable);
        check("Benchmark 1: sleep 0.1\n", Kind::HyperfineTable);
        check("Benchmark #1: sleep 0.1\n", Kind::HyperfineTable);
        check("command,mean,stddev,median\n", Kind::HyperfineTable);
        check("---- benchmark: 3 tests ----\n", Kind::PytestConsole);
        check("Method;Job;Mean;Error\nA;x;154.7 ns;1 ns\n", Kind::DotnetTable);
        check("| Method | Mean | Error |\n", Kind::DotnetTable);
        check("{\n\"schema\":\"urn:benchlens:report-2\",", Kind::Report);
        check("        │ old │\n        │ sec/op │\nA   1.0 ± 0%\n", Kind::Report);
        check("goos: linux\n,a,,b,,,\n,sec/op,CI,sec/op,CI,vs base,P\n", Kind::Report);
        check("Method,Name,Error,Occurrences\n", Kind::LocustTable);
        check("Percentage served,Time in ms\n0,1.5\n1,1.6\n", Kind::AbPercentages);
        check("unit,better,outcome,base_n,base_center,n,center\n", Kind::Report);
        check("# x\n[package]\nname = \"x\"\n", Kind::Toml);
        check("[1]\n", Kind::Json);
        check("[[true, 1.5]]\n", Kind::Json);
        for text in ["[12:00:00] hello = 1\n", "[1/2] x\n", "[make] x\n", "{x}\n"] {
            check(text, Kind::Text);
        }
        check("Benchmark 1: sleep\nBenchmarkA 1 2 ns/op\n", Kind::Text);
    }
}
