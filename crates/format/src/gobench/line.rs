//! The grammar of one line.
//!
//! A nom grammar over the bytes of a line, without its line end. If the grammar fails, nom's error kinds stay in this
//! module: the result is a [`SyntaxError`] or "not data".

use nom::bytes::complete::{tag, take_while};
use nom::combinator::{map_res, verify};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

use super::recorded::RECORDING;
use crate::{Number, SyntaxError};
use benchlens_base::NumberError;
use benchlens_base::unicode::{LOWER, UPPER, is_in};
use benchlens_base::{next_char, split_field};

/// The measurements of a line: values, and a unit for each.
#[derive(Debug, Default)]
pub(super) struct Scratch<'a> {
    pub(super) values: Vec<Number>,
    pub(super) units: Vec<&'a [u8]>,
}

/// A line that may be data.
#[derive(Debug, PartialEq)]
pub(super) enum Line<'a> {
    /// Noise, which is not malformed but belongs to other programs.
    Ignored,
    Config {
        key: &'a [u8],
        value: &'a [u8],
    },
    /// A `Unit` line; [`unit_fields`] reads its fields.
    Unit(&'a [u8]),
    /// A result; its measurements are in the scratch list.
    Result {
        name: &'a [u8],
        iterations: i64,
    },
    Malformed(SyntaxError),
}

/// The error of the grammar: a specific error, or no match.
#[derive(Debug, PartialEq)]
struct Fault(Option<SyntaxError>);

impl<I> ParseError<I> for Fault {
    fn from_error_kind(_: I, _: ErrorKind) -> Self {
        Fault(None)
    }

    fn append(_: I, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<I> nom::error::FromExternalError<I, SyntaxError> for Fault {
    fn from_external_error(_: I, _: ErrorKind, error: SyntaxError) -> Self {
        Fault(Some(error))
    }
}

type Parsed<'a, T> = IResult<&'a [u8], T, Fault>;

/// Returns whether a line that begins with this byte can be anything but noise.
pub(crate) fn may_be_data(first: u8) -> bool {
    matches!(first, b'B' | b'U' | b'a'..=b'z' | 0x80..)
}

/// Reads a line. `scratch` is cleared and receives the measurements of a result.
pub(super) fn parse<'a>(line: &'a [u8], scratch: &mut Scratch<'a>) -> Line<'a> {
    if let Ok((rest, name)) = result_head(line) {
        // `go test -v` prints only the name when a benchmark starts.
        if line.len() == BENCHMARK.len() + name.len() {
            return Line::Ignored;
        }
        return match result_tail(rest, scratch) {
            Ok(iterations) => Line::Result { name, iterations },
            Err(error) => Line::Malformed(error),
        };
    }
    if let Ok((rest, _)) = unit_head(line) {
        return Line::Unit(rest);
    }
    match config(line) {
        Ok((_, (key, value))) => Line::Config { key, value },
        Err(_) => Line::Ignored,
    }
}

const BENCHMARK: &[u8] = b"Benchmark";

/// Reads bytes that are not white space, and the white space after them.
fn field(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (field, rest) = split_field(input);
    Ok((rest, field))
}

fn result_head(line: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(tag(BENCHMARK), field).parse(line)
}

/// Reads `<iterations> (<value> <unit>)+`.
pub(super) fn result_tail<'a>(
    input: &'a [u8],
    scratch: &mut Scratch<'a>,
) -> Result<i64, SyntaxError> {
    scratch.values.clear();
    scratch.units.clear();
    let fault = |e: nom::Err<Fault>, default| match e {
        nom::Err::Error(Fault(Some(error))) | nom::Err::Failure(Fault(Some(error))) => error,
        nom::Err::Incomplete(_) | nom::Err::Error(_) | nom::Err::Failure(_) => default,
    };
    if input.is_empty() {
        return Err(SyntaxError::MissingIterations);
    }
    let (mut rest, iterations) = map_res(field, iterations)
        .parse(input)
        .map_err(|e| fault(e, SyntaxError::IterationsSyntax))?;
    if rest.is_empty() {
        return Err(SyntaxError::MissingMeasurements);
    }
    while !rest.is_empty() {
        let (tail, (value, unit)) =
            measurement(rest).map_err(|e| fault(e, SyntaxError::MissingUnits))?;
        scratch.values.push(value);
        scratch.units.push(unit);
        rest = tail;
    }
    Ok(iterations)
}

fn measurement(input: &[u8]) -> Parsed<'_, (Number, &[u8])> {
    let unit = verify(field, |unit: &[u8]| !unit.is_empty());
    pair(map_res(field, value), unit).parse(input)
}

fn value(text: &[u8]) -> Result<Number, SyntaxError> {
    Number::parse(text).map_err(|error| match error {
        NumberError::Syntax => SyntaxError::MeasurementSyntax,
        NumberError::Range => SyntaxError::MeasurementRange,
    })
}

/// Reads `[+-]?[0-9]+` within 64 bits.
fn iterations(text: &[u8]) -> Result<i64, SyntaxError> {
    let (negative, digits) = match text {
        [b'+', rest @ ..] => (false, rest),
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(SyntaxError::IterationsSyntax);
    }
    let mut count = 0i64;
    for &byte in digits {
        let digit = i64::from(byte - b'0');
        let next = count
            .checked_mul(10)
            .and_then(|n| if negative { n.checked_sub(digit) } else { n.checked_add(digit) });
        count = next.ok_or(SyntaxError::IterationsRange)?;
    }
    Ok(count)
}

fn unit_head(line: &[u8]) -> Parsed<'_, &[u8]> {
    verify(field, |word: &[u8]| word == b"Unit").parse(line)
}

/// A `key=value` of a `Unit` line, or `None` if a field is something else.
pub(super) type KeyValue<'a> = Option<(&'a [u8], &'a [u8])>;

/// Splits the text after `Unit` into the unit, if there is one, and the fields after it.
pub(super) fn unit_fields(rest: &[u8]) -> Option<(&[u8], impl Iterator<Item = KeyValue<'_>>)> {
    let (unit, mut rest) = split_field(rest);
    let pairs = std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (field, tail) = split_field(rest);
        rest = tail;
        Some(match memchr::memchr(b'=', field) {
            None | Some(0) => None,
            Some(i) => Some((&field[..i], &field[i + 1..])),
        })
    });
    (!unit.is_empty()).then_some((unit, pairs))
}

/// Reads `key:` or `key: value`.
fn config(line: &[u8]) -> Parsed<'_, (&[u8], &[u8])> {
    let (rest, key) = config_key(line)?;
    let (rest, _) = tag(&b":"[..]).parse(rest)?;
    if rest.is_empty() {
        return Ok((rest, (key, rest)));
    }
    let blank = |b: u8| b == b' ' || b == b'\t';
    let (value, _) = verify(take_while(blank), |blanks: &[u8]| !blanks.is_empty()).parse(rest)?;
    Ok((&[], (key, value)))
}

/// Returns whether a text is a key if a colon follows.
pub fn is_config_key(text: &[u8]) -> bool {
    let line = [text, b":"].concat();
    config_key(&line).is_ok_and(|(_, key)| key == text)
}

/// Reads a key, which begins with a lower case letter and contains neither white space nor an upper case letter.
fn config_key(line: &[u8]) -> Parsed<'_, &[u8]> {
    let fail = || Err(nom::Err::Error(Fault(None)));
    let mut end = 0;
    while end < line.len() {
        let (c, len) = match line[end] {
            b':' if 0 < end => break,
            b'a'..=b'z' => (None, 1),
            byte if end == 0 && byte.is_ascii() => return fail(),
            _ => next_char(&line[end..]),
        };
        if c.is_some_and(|c| c.is_whitespace() || is_upper(c)) {
            return fail();
        }
        end += len;
    }
    let key = &line[..end];
    // This check is last because it takes time if the letter is not ASCII.
    let begins_lower =
        || key.first().is_some_and(u8::is_ascii_lowercase) || is_lower(next_char(key).0);
    if end == line.len() || !begins_lower() { fail() } else { Ok((&line[end..], key)) }
}

/// Returns whether a character has the general category of upper case letters; `is_uppercase` accepts some more, which
/// are numbers.
fn is_upper(c: char) -> bool {
    c.is_ascii_uppercase() || !c.is_ascii() && c.is_uppercase() && is_in(c, UPPER)
}

fn is_lower(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_lowercase() && is_in(c, LOWER))
}

/// The beginnings of lines of this format, except for results.
const BEGINNINGS: [&[u8]; 5] = [b"goos:", b"goarch:", b"pkg:", b"cpu:", b"Unit "];

/// Returns whether a line without a line end may be the beginning of data.
pub(crate) fn begins_data(line: &[u8]) -> bool {
    let mut words = BEGINNINGS.into_iter().chain([BENCHMARK, RECORDING]);
    is_data(line) || !line.is_empty() && words.any(|word| word.starts_with(line))
}

/// Returns whether a line begins as only lines of this format do. `Benchmarking x` belongs to criterion.
pub(crate) fn is_data(line: &[u8]) -> bool {
    match line.strip_prefix(b"Benchmark") {
        Some(rest) => !rest.first().is_some_and(u8::is_ascii_lowercase),
        None => BEGINNINGS.iter().any(|begin| line.starts_with(begin)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_one(line: &str) -> Line<'_> {
        parse(line.as_bytes(), &mut Scratch::default())
    }

    #[test]
    fn configuration_lines() {
        let check = |line, key: &str, value: &str| {
            let want = Line::Config { key: key.as_bytes(), value: value.as_bytes() };
            assert_eq!(parse_one(line), want, "{line:?}");
        };
        check("goos: linux", "goos", "linux");
        check("a:", "a", "");
        check("a: \t ", "a", "");
        check("a:\tb c \u{a0}", "a", "b c \u{a0}");
        check("x: y: z", "x", "y: z");
        check("éa-1._/: v", "éa-1._/", "v");
        check("aǅⅠ: v", "aǅⅠ", "v");
    }

    #[test]
    fn noise_is_ignored() {
        for line in [
            "",
            "PASS",
            "ok  \tpkg\t1.2s",
            "Upper: 1",
            "with space: 1",
            "9digit: 1",
            "nospace:9",
            ": x",
            "a:b: c",
            "aB: c",
            "ª: x",
            "ⅰ: x",
            "ʰ: x",
            "BenchmarkX",
            "Benchmark",
            "benchmarkX 1 2 x",
            " BenchmarkX 1 2 x",
            "Unitx",
            "Units a=b",
            "a\u{2003}b: c",
            "--- BENCH: BenchmarkX",
        ] {
            assert_eq!(parse_one(line), Line::Ignored, "{line:?}");
        }
    }

    type Wanted<'a> = Result<(&'a str, i64, &'a [(f64, &'a str)]), SyntaxError>;

    #[test]
    fn result_lines() {
        let check = |line: &str, want: Wanted<'_>| {
            let mut scratch = Scratch::default();
            match (parse(line.as_bytes(), &mut scratch), want) {
                (Line::Result { name, iterations }, Ok((n, i, m))) => {
                    let units = scratch.units.iter().map(|unit| std::str::from_utf8(unit).unwrap());
                    let values = scratch.values.iter().map(|value| value.to_f64());
                    let got: Vec<(f64, &str)> = values.zip(units).collect();
                    assert_eq!((name, iterations, &got[..]), (n.as_bytes(), i, m), "{line:?}");
                }
                (Line::Malformed(got), Err(want)) => assert_eq!(got, want, "{line:?}"),
                (got, _) => panic!("{line:?}: {got:?}"),
            }
        };
        check(
            "BenchmarkA-8 10 1.5 ns/op 3 B/op \t",
            Ok(("A-8", 10, &[(1.5, "ns/op"), (3.0, "B/op")])),
        );
        check("Benchmark 5 6 x", Ok(("", 5, &[(6.0, "x")])));
        check("Benchmark/é -9223372036854775808 6 x", Ok(("/é", i64::MIN, &[(6.0, "x")])));
        check("BenchmarkA ", Err(SyntaxError::MissingIterations));
        check("BenchmarkA 10", Err(SyntaxError::MissingMeasurements));
        check("BenchmarkA 10 4", Err(SyntaxError::MissingUnits));
        check("BenchmarkA 10 4 u 9", Err(SyntaxError::MissingUnits));
        check("BenchmarkA 10 4 u bad", Err(SyntaxError::MeasurementSyntax));
        check("BenchmarkA 10 4 u five v", Err(SyntaxError::MeasurementSyntax));
        check("BenchmarkA ten 4 u", Err(SyntaxError::IterationsSyntax));
        check("BenchmarkA 9223372036854775808 1 u", Err(SyntaxError::IterationsRange));
        check("BenchmarkA 1 1e999 u", Err(SyntaxError::MeasurementRange));
        check("Benchmarking is fun", Err(SyntaxError::IterationsSyntax));
    }

    #[test]
    fn unit_lines() {
        assert_eq!(parse_one("Unit\tw a=1"), Line::Unit(b"w a=1"));
        assert_eq!(parse_one("Unit"), Line::Unit(b""));
        assert!(unit_fields(b"").is_none());
        let (unit, pairs) = unit_fields(b"w assume =x a=1=2 b=").unwrap();
        let pairs: Vec<_> = pairs.collect();
        assert_eq!(unit, b"w");
        assert_eq!(
            pairs,
            [None, None, Some((&b"a"[..], &b"1=2"[..])), Some((&b"b"[..], &b""[..]))]
        );
    }
}
