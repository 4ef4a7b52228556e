//! Failures in the output of `go test`.
//!
//! Takes a line that is not data; gives the name of the benchmark or package that failed. A package that fails ends
//! with `FAIL` and its path, whether a benchmark, a test, the build or a panic is the cause. A program that runs
//! without `go test` only reports a panic. `FAIL` within other text means nothing. Tools such as gotest color these
//! lines, and may color no other line.

use std::borrow::Cow;

use crate::ci::{ESCAPE, plain};
use crate::line_limits::NOISE_KEPT;
use crate::lines::without_return;

/// Returns the name of the package or the benchmark that failed according to this line of noise; the name is empty if
/// the line has none.
pub(super) fn failure(line: &[u8]) -> Option<Cow<'_, [u8]>> {
    // A line buffer keeps only this part of a line of noise, and the answer must not depend on how the line came.
    let line = without_return(&line[..line.len().min(NOISE_KEPT)]);
    if line.contains(&ESCAPE) {
        let line = plain(line);
        let failed = named(without_return(&line)).map(<[u8]>::to_vec);
        return failed.or_else(|| is_crash(&line).then(Vec::new)).map(Cow::Owned);
    }
    named(line).map(Cow::Borrowed)
}

fn named(line: &[u8]) -> Option<&[u8]> {
    match line {
        b"FAIL" => Some(b""),
        [b'F', b'A', b'I', b'L', b'\t', rest @ ..] => Some(first_word(rest)),
        _ => benchmark_failure(line),
    }
}

/// Returns whether a program ends with this message, which may look like configuration.
pub(super) fn is_crash(line: &[u8]) -> bool {
    line.starts_with(b"panic: ") || line.starts_with(b"fatal error: ")
}

/// Returns the benchmark that failed in `--- FAIL: BenchmarkA`. Failed tests are reported by their package.
fn benchmark_failure(line: &[u8]) -> Option<&[u8]> {
    let name = first_word(line.strip_prefix(b"--- FAIL: ")?);
    name.starts_with(b"Benchmark").then_some(name)
}

/// Returns the same if the benchmark's name, printed when it began, precedes the message on the line.
pub(super) fn failure_after_name(line: &[u8]) -> Option<Cow<'_, [u8]>> {
    let line = &line[..line.len().min(NOISE_KEPT)];
    failure(line[first_word(line).len()..].trim_ascii_start())
}

fn first_word(text: &[u8]) -> &[u8] {
    let end = text.iter().position(u8::is_ascii_whitespace);
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_seen_and_ordinary_text_is_not() {
        let check = |line: &str, want: Option<&str>| {
            assert_eq!(failure(line.as_bytes()).as_deref(), want.map(str::as_bytes), "{line:?}");
        };
        check("FAIL", Some(""));
        check("FAIL\r", Some(""));
        check("FAIL\texample.org/x\t0.5s", Some("example.org/x"));
        check("FAIL\texample.org/x [build failed]", Some("example.org/x"));
        check("--- FAIL: BenchmarkA/b=1-8", Some("BenchmarkA/b=1-8"));
        check("--- FAIL: TestA (0.00s)", None);
        check("--- BENCH: BenchmarkA-8", None);
        check("--- SKIP: BenchmarkA", None);
        check("FAILED", None);
        check("FAIL: no", None);
        check(" FAIL", None);
        check("panic: FAIL\tx", None);
        check("\x1b[31mFAIL\tp\t1s\x1b[0m", Some("p"));
        check("\x1b[1;31m--- FAIL: BenchmarkA\x1b[0m", Some("BenchmarkA"));
        check("--- \x1b[31mFAIL\x1b[0m: BenchmarkA", Some("BenchmarkA"));
        check("\x1b[31mFAIL\x1b[0m\r", Some(""));
        check("\x1b[31mpanic: boom\x1b[0m", Some(""));
        check("\x1b[32mPASS\x1b[0m", None);
        assert!(is_crash(b"panic: boom") && is_crash(b"fatal error: all goroutines are asleep"));
        assert!(!is_crash(b"panics: 1") && !is_crash(b"x.c:1: fatal error: y.h"));
        let after = |line: &str| failure_after_name(line.as_bytes()).map(Cow::into_owned);
        assert_eq!(after("BenchmarkA-8 \t--- FAIL: BenchmarkA"), Some(b"BenchmarkA".to_vec()));
        assert_eq!(after("BenchmarkA-8 \t--- BENCH: BenchmarkA"), None);
        assert_eq!(after("BenchmarkA-8 \t100 5 --- FAIL: BenchmarkA"), None);
        assert_eq!(after("BenchmarkA-8"), None);
    }
}
