//! Results that other output has torn: `go test` prints a name before the benchmark runs and its numbers afterward, so
//! the output of a benchmark comes between them.
//!
//! Takes the lines around a name without numbers; gives the result if its form is certain. `go test` prints the number
//! of iterations at least eight characters wide, and a tab after it. Guarantees that a result, or another name, ends
//! the search, so that numbers never belong to an earlier benchmark.

use super::line::{Scratch, result_tail};
use crate::line_limits::NOISE_KEPT;
use crate::lines::without_return;
use crate::{Location, Loss, Notice, Number, Problem, Record, ResultLine, Sink, SyntaxError};
use benchlens_base::split_field;

/// The name whose numbers may follow.
#[derive(Debug, Default)]
pub(super) enum Torn {
    /// The name may be in the text before: nothing but noise has been read.
    #[default]
    Unknown,
    /// There is none.
    Whole,
    /// This name, without `Benchmark`.
    Name(Vec<u8>),
}

impl Torn {
    /// Returns whether numbers may follow.
    pub(super) fn is_open(&self) -> bool {
        !matches!(self, Torn::Whole)
    }

    /// Ends the search: no numbers follow.
    pub(super) fn close(&mut self) {
        *self = Torn::Whole;
    }

    /// Reads the numbers if a line ends with them. Returns whether it does.
    pub(super) fn join<'a>(
        &mut self,
        line: &'a [u8],
        at: &Location,
        scratch: &mut Scratch<'a>,
        sink: &mut dyn Sink,
    ) -> bool {
        let Some(iterations) = numbers(line, scratch) else { return false };
        let Scratch { values, units } = scratch;
        let result = |name| ResultLine {
            name,
            has_processors: true,
            iterations,
            values,
            units,
            repeats: false,
        };
        match std::mem::replace(self, Torn::Whole) {
            Torn::Unknown => sink.push(at, Record::Rest(result(b""))),
            Torn::Whole => {}
            Torn::Name(name) => {
                sink.push(at, Record::Notice(Notice::Joined { name: name.clone() }));
                sink.push(at, Record::Result(result(&name)));
            }
        }
        true
    }

    /// Reads a line that begins with `Benchmark` but is not a result: reports it, unless the numbers are at its end.
    /// Returns whether they are.
    pub(super) fn malformed<'a>(
        &mut self,
        line: &'a [u8],
        error: SyntaxError,
        at: &Location,
        scratch: &mut Scratch<'a>,
        sink: &mut dyn Sink,
    ) -> bool {
        let name = split_field(line).0.strip_prefix(b"Benchmark").unwrap_or_default();
        if is_printed(line, name)
            && let Some(iterations) = numbers(line, scratch)
        {
            self.close();
            let Scratch { values, units } = scratch;
            let result = ResultLine {
                name,
                has_processors: true,
                iterations,
                values,
                units,
                repeats: false,
            };
            sink.push(at, Record::Result(result));
            return true;
        }
        if matches!(self, Torn::Name(_)) && self.join(line, at, scratch, sink) {
            return true;
        }
        let loss = loss(line, name, error);
        let is_torn = loss == Loss::Numbers && error == SyntaxError::IterationsSyntax;
        match loss {
            Loss::Result => self.close(),
            Loss::Numbers => *self = Torn::Name(name.to_vec()),
            Loss::Nothing => {}
        }
        let error = if is_torn { SyntaxError::Torn } else { error };
        let (name, config) = (name.to_vec(), Vec::new());
        sink.push(at, Problem::Syntax { error, name, loss, config }.into());
        false
    }
}

/// Returns what a malformed line that begins with a name may have lost.
fn loss(line: &[u8], name: &[u8], error: SyntaxError) -> Loss {
    let is_sentence =
        matches!(error, SyntaxError::IterationsSyntax | SyntaxError::MissingIterations);
    match () {
        () if has_measurement(split_field(line).1) => Loss::Result,
        () if is_printed(line, name) => Loss::Numbers,
        () if is_sentence => Loss::Nothing,
        () => Loss::Result,
    }
}

/// Returns whether `go test` may have printed the name at the beginning of a line: with a number of processors, or
/// with a tab after it.
fn is_printed(line: &[u8], name: &[u8]) -> bool {
    let rest = &line[b"Benchmark".len() + name.len()..];
    let has_tab = || rest.iter().find(|&&byte| byte != b' ') == Some(&b'\t');
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let has_procs = digits != 0 && name[..name.len() - digits].ends_with(b"-");
    name.first().is_some_and(|first| !first.is_ascii_lowercase()) && (has_procs || has_tab())
}

/// Returns whether a text ends with a number and a unit such as `ns/op`, because a word in a log can also look like a
/// unit.
fn has_measurement(text: &[u8]) -> bool {
    let mut last = text.split(u8::is_ascii_whitespace).rev().filter(|field| !field.is_empty());
    let (Some(unit), Some(number)) = (last.next(), last.next()) else { return false };
    memchr::memchr(b'/', unit).is_some() && Number::parse(number).is_ok()
}

/// Returns the number of iterations if a line ends with the numbers of a result, whose measurements go to `scratch`.
/// Output without a line end may precede them.
pub(super) fn numbers<'a>(line: &'a [u8], scratch: &mut Scratch<'a>) -> Option<i64> {
    // A line buffer may keep only this part of a line, and the answer must not depend on how the line came.
    if NOISE_KEPT <= line.len() {
        return None;
    }
    let line = without_return(line);
    memchr::memchr_iter(b'\t', line).find_map(|tab| {
        let digits = line[..tab].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let (before, count) = line.split_at(tab - digits);
        let blanks = before.iter().rev().take_while(|&&byte| byte == b' ').count();
        let is_first = before.iter().all(|byte| b" \t".contains(byte));
        let is_wide = if digits < WIDTH { WIDTH <= blanks + digits } else { before.is_empty() };
        if digits == 0 || !(is_wide || is_first && !before.is_empty()) {
            return None;
        }
        let iterations = result_tail(count, scratch).ok()?;
        let unit = scratch.units.first()?;
        memchr::memchr(b'/', unit).map(|_| iterations)
    })
}

/// The width of the number of iterations, with the blanks before it.
const WIDTH: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_form_that_go_prints() {
        let check = |line: &str, want: Option<i64>| {
            let mut scratch = Scratch::default();
            assert_eq!(numbers(line.as_bytes(), &mut scratch), want, "{line:?}");
        };
        check("     500\t   25171 ns/op", Some(500));
        check("     500\t   25171 ns/op\t  12 B/op\t 1 allocs/op\r", Some(500));
        check("\t5\t25171 ns/op", Some(5));
        check("100000000\t  12.5 ns/op", Some(100_000_000));
        check("12345678\t  12.5 ns/op", Some(12_345_678));
        check("no line end 9     500\t   25171 ns/op", Some(500));
        // The number of iterations would not be certain.
        check("9 100000000\t  12.5 ns/op", None);
        check("500\t   25171 ns/op", None);
        check("9 500\t   25171 ns/op", None);
        check("     500    25171 ns/op", None);
        check("     500\t   25171 ns/op and more", None);
        check("     500\t   25171 apples", None);
        check("     500\t   25171", None);
        check("        \t   25171 ns/op", None);
        check(&format!("{}     500\t   25171 ns/op", "x".repeat(NOISE_KEPT)), None);
    }

    #[test]
    fn sentences_are_no_results() {
        let check = |line: &str, name: &str, want: Loss| {
            let got = loss(line.as_bytes(), name.as_bytes(), SyntaxError::IterationsSyntax);
            assert_eq!(got, want, "{line:?}");
        };
        check("Benchmark started for A", "", Loss::Nothing);
        check("Benchmark 3 of 10", "", Loss::Nothing);
        check("BenchmarkA  \tI210115 17 server/status.go:42  [n1] started", "A", Loss::Numbers);
        check("Benchmarking\tA", "ing", Loss::Nothing);
        check("BenchmarkA is slow", "A", Loss::Nothing);
        check("BenchmarkA-8 is slow", "A-8", Loss::Numbers);
        check("BenchmarkA  \tloading", "A", Loss::Numbers);
        check("BenchmarkA\tten 4 ns/op", "A", Loss::Result);
        check("BenchmarkA ten 4 ns/op", "A", Loss::Result);
        let broken = loss(b"BenchmarkA 10", b"A", SyntaxError::MissingMeasurements);
        assert_eq!(broken, Loss::Result);
    }
}
