//! The grammar of one line: `test a::b ... bench:   1,234.5 ns/iter (+/- 6.7) = 89 MB/s`.
//!
//! libtest writes only times; harnesses that imitate it also write `cycles/iter` and `MS/s`.

use crate::Number;
use crate::decimal::{Factor, scaled};
use crate::line_limits::NOISE_KEPT;
use crate::lines::without_return;
use crate::times::seconds;

/// A unit whose values are seconds.
pub(super) const SECONDS: &[u8] = b"sec/op";

/// A line about a test or a benchmark.
#[derive(Debug, PartialEq)]
pub(super) enum Line<'a> {
    /// The median of a benchmark in its unit; optionally the throughput, in bytes per second.
    Result {
        name: &'a [u8],
        unit: &'a [u8],
        value: Number,
        rate: Option<Number>,
    },
    Failed {
        name: &'a [u8],
    },
    /// A benchmark of which something cannot be read.
    Unreadable {
        found: &'a [u8],
    },
}

/// Reads a line. Returns `None` if it is not about a benchmark.
pub(super) fn parse(line: &[u8]) -> Option<Line<'_>> {
    let line = without_return(line);
    named(line).or_else(|| {
        // The output of a program under test may be in the middle of a line.
        let head = &line[..line.len().min(NOISE_KEPT)];
        let is_measured = memchr::memmem::find(head, b"/iter (+/- ").is_some();
        is_measured.then_some(Line::Unreadable { found: line.trim_ascii() })
    })
}

/// Reads a line that contains the name of a test.
fn named(line: &[u8]) -> Option<Line<'_>> {
    const BETWEEN: &[u8] = b" ... ";
    // nextest indents the output of tests.
    let rest = line.trim_ascii_start().strip_prefix(b"test ")?;
    // A name may contain anything.
    let at = memchr::memmem::rfind(rest, BETWEEN)?;
    let (name, found) = (rest[..at].trim_ascii(), rest[at + BETWEEN.len()..].trim_ascii());
    if name.is_empty() {
        return None;
    }
    if found == b"FAILED" || found.starts_with(b"FAILED ") {
        return Some(Line::Failed { name });
    }
    let measured = found.strip_prefix(b"bench:")?;
    let Some((unit, value, rate)) = measurement(measured) else {
        return Some(Line::Unreadable { found });
    };
    Some(Line::Result { name, unit, value, rate })
}

/// Reads the text after `bench:`.
fn measurement(text: &[u8]) -> Option<(&[u8], Number, Option<Number>)> {
    let (value, rest) = word(text);
    let (unit, rest) = word(rest);
    let (unit, factor) = match unit.strip_suffix(b"/iter").and_then(seconds) {
        Some(factor) => (SECONDS, factor),
        None if is_ratio(unit) => (unit, Factor::tens(0)),
        None => return None,
    };
    let rest = rest.strip_prefix(b"(+/- ")?;
    let end = memchr::memchr(b')', rest)?;
    plain(&rest[..end], Factor::tens(0))?;
    let rest = rest[end + 1..].trim_ascii();
    let rate = match rest {
        b"" => None,
        _ => {
            let number = rest.strip_prefix(b"= ")?.strip_suffix(b" MB/s")?;
            Some(plain(number, Factor::tens(6))?)
        }
    };
    Some((unit, plain(value, factor)?, rate))
}

/// Returns whether a unit is one thing per another, such as `cycles/iter`.
fn is_ratio(unit: &[u8]) -> bool {
    let is_word = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_alphabetic);
    let mut parts = unit.split(|b| *b == b'/');
    parts.next().is_some_and(is_word) && parts.next().is_some_and(is_word) && parts.next().is_none()
}

/// Returns the next word, and the text after it.
fn word(text: &[u8]) -> (&[u8], &[u8]) {
    let text = text.trim_ascii_start();
    let end = memchr::memchr(b' ', text).unwrap_or(text.len());
    (&text[..end], text[end..].trim_ascii_start())
}

/// Parses a number whose thousands are separated by commas.
fn plain(text: &[u8], factor: Factor) -> Option<Number> {
    let is_number = text.first()?.is_ascii_digit()
        && text.iter().all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.'));
    let digits: Vec<u8> = text.iter().copied().filter(|&byte| byte != b',').collect();
    is_number.then(|| scaled(&digits, factor).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(line: &str) -> Option<(String, f64, Option<f64>)> {
        match parse(line.as_bytes())? {
            Line::Result { name, unit: SECONDS, value, rate } => Some((
                String::from_utf8(name.to_vec()).unwrap(),
                value.to_f64(),
                rate.map(Number::to_f64),
            )),
            _ => None,
        }
    }

    #[test]
    fn other_units_are_kept() {
        for (found, want) in [("2,835 cycles/iter", "cycles/iter"), ("2835 MS/s", "MS/s")] {
            let line = format!("test a ... bench: {found} (+/- 14)");
            let Some(Line::Result { unit, value, .. }) = parse(line.as_bytes()) else {
                panic!("{found}");
            };
            assert_eq!((unit, value.to_f64()), (want.as_bytes(), 2835.0));
        }
    }

    #[test]
    fn results_are_read() {
        let check = |line: &str, name: &str, seconds, rate| {
            assert_eq!(result(line), Some((name.into(), seconds, rate)), "{line:?}");
        };
        check(
            "test a ... bench:         349 ns/iter (+/- 5) = 28653 MB/s",
            "a",
            349e-9,
            Some(28653e6),
        );
        check(
            "test a::b     ... bench:  13,967,756.30 ns/iter (+/- 266,769.64)",
            "a::b",
            0.013_967_756_3,
            None,
        );
        check("test g/f/10 ... bench: 1 μs/iter (+/- 1)\r", "g/f/10", 1e-6, None);
        check("test g ... bench: 22 µs/iter (+/- 22)", "g", 22e-6, None);
        check("test g ... bench: 22 ms/iter (+/- 22)", "g", 0.022, None);
        check("test g ... bench: 0.3 s/iter (+/- 0)", "g", 0.3, None);
        check("test a ... b ... bench: 1 ns/iter (+/- 0)", "a ... b", 1e-9, None);
        check(
            "test a ... bench: 0.12 ns/iter (+/- 0.01) = 1,234.5 MB/s",
            "a",
            0.12e-9,
            Some(1_234_500_000.0),
        );
    }

    #[test]
    fn other_lines_are_not() {
        for line in [
            "",
            "test",
            "test a ... ok",
            "test a ... ignored",
            "test result: ok. 0 passed; 0 failed",
            "test result: FAILED. 0 passed",
            "running 5 tests",
        ] {
            assert_eq!(parse(line.as_bytes()), None, "{line:?}");
        }
        for line in [
            "test a bench: 1 ns/iter (+/- 1)",
            "bench:  1 ns/iter (+/- 1)",
            "test  ... bench: 1 ns/iter (+/- 1)",
        ] {
            let want = Line::Unreadable { found: line.as_bytes() };
            assert_eq!(parse(line.as_bytes()), Some(want), "{line:?}");
        }
        let failed = |line: &'static str| parse(line.as_bytes());
        assert_eq!(failed("test a::b ... FAILED"), Some(Line::Failed { name: b"a::b" }));
        assert_eq!(failed("test a ... FAILED <0.100s>"), Some(Line::Failed { name: b"a" }));
        for found in [
            "bench:",
            "bench: 1",
            "bench: 1 ns/iter",
            "bench: 1 ns (+/- 1)",
            "bench: x ns/iter (+/- 1)",
            "bench: 1.2.3 ns/iter (+/- 1)",
            "bench: -1 ns/iter (+/- 1)",
            "bench: 1 h (+/- 1)",
            "bench: 1 h/iter/x (+/- 1)",
            "bench: 1 /iter (+/- 1)",
            "bench: 1 ns/iter (+/- )",
            "bench: 1 ns/iter (+/- 1) = MB/s",
            "bench: 1 ns/iter (+/- 1) = 5 GB/s",
            "bench: 1 ns/iter (+/- 1) x",
        ] {
            let line = format!("test a ... {found}");
            let want = Line::Unreadable { found: found.as_bytes() };
            assert_eq!(parse(line.as_bytes()), Some(want), "{line:?}");
        }
    }
}
