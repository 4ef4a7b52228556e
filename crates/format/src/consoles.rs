//! What other tools print for people: each has a line that no other output has.
//!
//! Takes a line; gives whether a tool prints it. The text has no results that are read, so only an error names it.

use super::Kind;

/// A kind of printed output, and whether a line is a part of it.
type Console = (Kind, fn(&[u8]) -> bool);

/// The kinds of printed outputs.
const CONSOLES: [Console; 14] = [
    (Kind::GoTest, is_go_test),
    (Kind::K6Console, is_k6),
    (Kind::VegetaConsole, |line| begins(line, "Latencies") && has(line, "[m") && has(line, "max]")),
    (Kind::OhaConsole, |line| begins(line, "Success rate:")),
    (Kind::Divan, |line| has_words(line, &["fastest", "slowest", "median", "mean"])),
    (Kind::DenoBench, |line| {
        has(line, "benchmark") && has(line, "iter/s") && has(line, "(min … max)")
    }),
    (Kind::Mitata, |line| has(line, "benchmark") && has(line, "(min … max)")),
    (Kind::Catch2, |line| {
        begins(line, "benchmark name") && has_words(line, &["samples", "iterations"])
    }),
    (Kind::Nanobench, |line| begins(line, "|") && has_words(line, &["err%", "total"])),
    (Kind::VitestConsole, |line| has_words(line, &["hz", "rme", "samples"])),
    (Kind::TinybenchConsole, |line| {
        has(line, "│") && (has(line, "Task Name") || has(line, "Task name"))
    }),
    (Kind::BenchmarkJs, |line| has(line, " ops/sec ") && has(line, "sampled)")),
    (Kind::BenchmarkTools, |line| has(line, "BenchmarkTools.Trial")),
    (Kind::CriterionHaskell, |line| begins(line, "benchmarking ") || has(line, "R²")),
];

/// Returns the kind of a printed output, from its first bytes.
pub(super) fn printed(head: &[u8]) -> Option<Kind> {
    let lines = || head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    let is_printed = |(_, is_it): &&(Kind, fn(&[u8]) -> bool)| lines().any(is_it);
    CONSOLES.iter().find(is_printed).map(|(kind, _)| *kind)
}

/// Detects the last line about a package, without which no text is the output of `go test`.
fn is_go_test(line: &[u8]) -> bool {
    let is_ok = line.starts_with(b"ok  \t") || line.starts_with(b"?   \t");
    is_ok && (has(line, "[no test files]") || line.ends_with(b"s") || line.ends_with(b"(cached)"))
}

/// Detects `http_req_duration..............: avg=120.5ms`.
fn is_k6(line: &[u8]) -> bool {
    let names = ["http_req", "iteration", "data_received", "checks_", "vus"];
    names.iter().any(|name| begins(line, name)) && has(line, "....: ")
}

fn begins(line: &[u8], text: &str) -> bool {
    line.trim_ascii_start().starts_with(text.as_bytes())
}

fn has(line: &[u8], text: &str) -> bool {
    memchr::memmem::find(line, text.as_bytes()).is_some()
}

fn has_words(line: &[u8], words: &[&str]) -> bool {
    let has = |word: &&str| line.split(u8::is_ascii_whitespace).any(|own| own == word.as_bytes());
    words.iter().all(has)
}
