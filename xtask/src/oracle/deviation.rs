//! The intended differences between benchlens and benchstat, and how trials with them are still compared.

use super::trial::{Input, Trial};

/// A class of intended differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deviation {
    /// Zeros and infinities get the tidied unit; the reference receives the tidied unit.
    Tidied,
    /// A byte-order mark is skipped; the reference receives none.
    Bom,
    /// An error ends with a status; the reference ends with 0.
    Exit,
    /// Inputs without any benchmark are an error.
    Barren,
    /// The usage text is our own.
    Usage,
    /// The message about an invalid regular expression has other words.
    Regexp,
    /// An error about a filter contains an example.
    Example,
    /// A `p` that underflows is printed.
    Underflow,
    /// The `p` of tied samples of unequal size is exact.
    TiedP,
    /// The exact `p` is on the other side of α.
    TiedVerdict,
    /// CSV warnings name columns past Z as spreadsheets do.
    Column,
    /// The last digits of a CSV geomean.
    Geomean,
    /// The geomean of subnormal numbers, whose logarithm the reference gets wrong.
    Subnormal,
    /// The order of a zero and a negative zero, because the reference's sort is unstable.
    Zeros,
    /// Header cells of equal span are laid out in order.
    Header,
}

impl Deviation {
    /// Returns the name under which the class is counted.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tidied => "zero or infinite values tidied (the reference was given tidied units)",
            Self::Bom => "byte-order mark skipped (the reference was given none)",
            Self::Exit => "exit status after an error",
            Self::Barren => "inputs without a benchmark are an error",
            Self::Usage => "usage text",
            Self::Regexp => "words about a regular expression",
            Self::Example => "an example in an error about a filter",
            Self::Underflow => "p underflows and is still printed",
            Self::TiedP => "p of tied samples of unequal size (compared without p)",
            Self::TiedVerdict => "verdict on tied samples of unequal size (compared without it)",
            Self::Column => "CSV warnings past column Z",
            Self::Geomean => "last digits of a CSV geomean",
            Self::Subnormal => "geomean of numbers so small that the reference gets them wrong",
            Self::Zeros => "the sign of a zero among zeros of both signs",
            Self::Header => "a border in a header of several levels",
        }
    }
}

/// The byte-order mark of UTF-8.
pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";

/// The reference stops at lines of this length.
pub(super) const TOO_LONG: usize = 65536;

/// Returns why a trial cannot be compared at all.
pub(crate) fn incomparable(trial: &Trial) -> Option<&'static str> {
    let by_unit = trial.flag("-filter").is_some_and(|filter| filter.contains(".unit"));
    let contains = |bytes: &[u8], word: &[u8]| bytes.windows(word.len()).any(|w| w == word);
    let exact = trial.inputs.iter().any(|input| contains(&input.bytes, b"assume=exact"));
    trial.inputs.iter().find_map(|Input { bytes, .. }| {
        let lines = || bytes.split(|&b| b == b'\n');
        if [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| bytes.starts_with(*mark)) {
            Some("UTF-16")
        } else if lines().any(|line| line.len() >= TOO_LONG) {
            Some("a line of 65536 bytes or more")
        } else if lines().any(is_torn) {
            Some("a name that other output separates from its numbers")
        } else if lines().any(|line| values(line).any(|(_, value, _)| value == "nan")) {
            Some("NaN, on which the reference never ends")
        } else if exact && lines().any(|line| values(line).any(|(_, v, _)| is_negative_zero(&v))) {
            // The order of zeros among many values is arbitrary in the reference, and it determines the numbers of
            // footnotes.
            Some("a negative zero in an exact unit")
        } else if by_unit && tidied(bytes).is_some() {
            // With the tidied unit, the reference would not match the original unit.
            Some("zero or infinite values under a .unit filter")
        } else {
            None
        }
    })
}

/// Returns whether a line begins with a name that `go test` printed, with a number of processors or a tab after it, but
/// is not followed by a number of iterations. benchlens joins it with the numbers on a later line, or says that they
/// are missing.
fn is_torn(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"Benchmark") else { return false };
    let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    let has_tab = rest.iter().find(|&&byte| byte != b' ') == Some(&b'\t');
    let is_printed = has_tab || name.last().is_some_and(u8::is_ascii_digit) && !rest.is_empty();
    let count = rest.trim_ascii_start().split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let is_count = str::from_utf8(count).is_ok_and(|count| count.parse::<i64>().is_ok());
    is_printed && !is_count
}

/// Returns whether a measurement is so small that its tidied value may be subnormal.
pub(crate) fn has_subnormal(trial: &Trial) -> bool {
    let tiny = |value: &str| value.parse().is_ok_and(|v: f64| v != 0.0 && v.abs() < 1e-280);
    let tiny_line = |line: &[u8]| values(line).any(|(_, value, _)| tiny(&value));
    trial.inputs.iter().any(|input| input.bytes.split(|&b| b == b'\n').any(tiny_line))
}

/// Returns whether there is an infinite measurement, because the reference then reports some medians as NaN.
pub(crate) fn has_infinity(trial: &Trial) -> bool {
    let on = |line: &[u8]| values(line).any(|(_, value, _)| value.contains("inf"));
    trial.inputs.iter().any(|input| input.bytes.split(|&b| b == b'\n').any(on))
}

/// Returns whether the measurements contain zeros of both signs.
pub(crate) fn has_both_zeros(trial: &Trial) -> bool {
    let has = |negative: bool| {
        let zero = |value: &str| unmoved(value) && !value.contains("inf");
        let is = |value: &str| zero(value) && value.starts_with('-') == negative;
        let on = |line: &[u8]| values(line).any(|(_, value, _)| is(&value));
        trial.inputs.iter().any(|input| input.bytes.split(|&b| b == b'\n').any(on))
    };
    has(true) && has(false)
}

/// Returns the trial that makes the reference print what benchlens prints.
pub(crate) fn for_reference(trial: &Trial) -> (Trial, Vec<Deviation>) {
    let (mut trial, mut deviations) = (trial.clone(), Vec::new());
    let mut found = |class| {
        if !deviations.contains(&class) {
            deviations.push(class);
        }
    };
    for input in &mut trial.inputs {
        if let Some(rest) = input.bytes.strip_prefix(BOM) {
            input.bytes = rest.into();
            found(Deviation::Bom);
        }
        if let Some(bytes) = tidied(&input.bytes) {
            input.bytes = bytes.into();
            found(Deviation::Tidied);
        }
    }
    (trial, deviations)
}

/// Returns the values of a line with the positions of their units: (value in lower case, unit).
fn values(line: &[u8]) -> impl Iterator<Item = (usize, String, &str)> {
    let text = line.strip_prefix(b"Benchmark").and_then(|_| str::from_utf8(line).ok());
    let text = text.unwrap_or("");
    let words: Vec<&str> = text.split_whitespace().collect();
    let pairs: Vec<_> =
        words.get(2..).unwrap_or_default().chunks_exact(2).map(|p| (p[0], p[1])).collect();
    let start = text.as_ptr() as usize;
    pairs.into_iter().map(move |(value, unit)| {
        (unit.as_ptr() as usize - start, value.to_ascii_lowercase(), unit)
    })
}

fn is_negative_zero(value: &str) -> bool {
    value.parse::<f64>().is_ok_and(|v| v == 0.0 && v.is_sign_negative())
}

/// Returns the input with the tidied units written next to zeros and infinities, or `None` if none changes.
pub(super) fn tidied(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut out, mut changed) = (Vec::with_capacity(bytes.len()), false);
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let mut done = 0;
        for (at, value, unit) in values(line) {
            let tidy = tidy(unit);
            if tidy != unit && unmoved(&value) {
                out.extend(&line[done..at]);
                out.extend(tidy.bytes());
                done = at + unit.len();
                changed = true;
            }
        }
        out.extend(&line[done..]);
    }
    changed.then_some(out)
}

/// Returns whether a factor leaves a value unchanged: zeros and infinities.
fn unmoved(value: &str) -> bool {
    let bare = value.trim_start_matches(['+', '-']);
    if matches!(bare, "inf" | "infinity") {
        return true;
    }
    let (bare, exponents) = match bare.strip_prefix("0x") {
        Some(hex) => (hex, ['p', 'P']),
        None => (bare, ['e', 'E']),
    };
    let digits = bare.split(exponents).next().unwrap_or("");
    // A decimal that is too small for a double also becomes zero.
    digits.contains('0') && digits.chars().all(|c| "0._".contains(c))
        || value.replace('_', "").parse::<f64>().is_ok_and(|value| value == 0.0)
}

/// Returns the tidied unit: in the numerator, `ns` becomes `sec` and `MB` becomes `B`.
pub(crate) fn tidy(unit: &str) -> String {
    let (mut out, mut numerator) = (String::new(), true);
    for token in unit.split_inclusive(['*', '/', '-']) {
        let word = token.trim_end_matches(['*', '/', '-']);
        out += match word {
            "ns" if numerator => "sec",
            "MB" if numerator => "B",
            _ => word,
        };
        let separator = &token[word.len()..];
        out += separator;
        match separator {
            "/" => numerator = false,
            "*" => numerator = true,
            _ => {}
        }
    }
    out
}

#[test]
fn tidies() {
    for (unit, expected) in [
        ("ns/op", "sec/op"),
        ("MB/s", "B/s"),
        ("op/ns*MB", "op/ns*B"),
        ("x/ns", "x/ns"),
        ("p50-ns", "p50-sec"),
        ("ns/op-ns", "sec/op-ns"),
        ("insns", "insns"),
    ] {
        assert_eq!(tidy(unit), expected);
    }
    let line = b"BenchmarkA 1 0 ns/op 1 ns/op -Inf MB/s 0x0p1 ns\nB 1 0 ns\n".to_vec();
    let expected = b"BenchmarkA 1 0 sec/op 1 ns/op -Inf B/s 0x0p1 sec\nB 1 0 ns\n".to_vec();
    assert_eq!(tidied(&line), Some(expected));
    assert_eq!(tidied(b"BenchmarkA 1 0 x\n"), None);
}
