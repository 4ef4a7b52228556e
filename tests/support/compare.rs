//! Compares actual with expected output, and shows the difference.

use std::fmt::Write;

/// Numbers of a CSV geomean are equal within this relative distance: the reference computes them
/// with its own logarithm and exponential, whose last digit depends on the processor.
const TOLERANCE: f64 = 1e-13;

/// Returns whether a text matches the expected text, in which `[..]` is any part of a line and `...` as the last line
/// is any rest.
pub(crate) fn same(expected: &[u8], actual: &[u8], csv: bool) -> bool {
    let mut wanted: Vec<&[u8]> = expected.split_inclusive(|&b| b == b'\n').collect();
    let mut lines: Vec<&[u8]> = actual.split_inclusive(|&b| b == b'\n').collect();
    if wanted.last() == Some(&&b"...\n"[..]) {
        wanted.pop();
        lines.truncate(wanted.len());
    }
    wanted.len() == lines.len()
        && wanted.iter().zip(&lines).all(|(w, l)| same_line(w, l) || csv && same_geomean(w, l))
}

fn same_line(expected: &[u8], actual: &[u8]) -> bool {
    const ANY: &[u8] = b"[..]";
    let Some(at) = find(expected, ANY) else {
        return expected == actual;
    };
    let (start, end) = (&expected[..at], &expected[at + ANY.len()..]);
    actual.strip_prefix(start).is_some_and(|rest| {
        // This excludes the newline, because `[..]` never extends into the next line.
        (0..=rest.len()).any(|skip| same_line(end, &rest[skip..]))
    })
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

fn same_geomean(expected: &[u8], actual: &[u8]) -> bool {
    let (Ok(expected), Ok(actual)) = (str::from_utf8(expected), str::from_utf8(actual)) else {
        return false;
    };
    let (wanted, fields): (Vec<_>, Vec<_>) =
        (expected.trim_end().split(',').collect(), actual.trim_end().split(',').collect());
    wanted[0] == "geomean"
        && wanted.len() == fields.len()
        && wanted.iter().zip(&fields).all(|(w, f)| {
            w == f
                || matches!((w.parse::<f64>(), f.parse::<f64>()),
                    (Ok(x), Ok(y)) if (x - y).abs() <= TOLERANCE * x.abs())
        })
}

/// Returns the lines that differ: expected lines with `-`, actual lines with `+`.
pub(crate) fn difference(what: &str, expected: &[u8], actual: &[u8]) -> String {
    let (wanted, lines) = (show(expected), show(actual));
    let start = wanted.iter().zip(&lines).take_while(|(w, l)| w == l).count();
    let room = wanted.len().min(lines.len()) - start;
    let tail = wanted.iter().rev().zip(lines.iter().rev()).take(room);
    let end = tail.take_while(|(w, l)| w == l).count();
    let mut text = format!("  {what}, from line {}:\n", start + 1);
    for line in &wanted[start..wanted.len() - end] {
        let _ = writeln!(text, "  - {line}");
    }
    for line in &lines[start..lines.len() - end] {
        let _ = writeln!(text, "  + {line}");
    }
    text
}

/// Returns the lines of a text in a readable form; a missing last newline is visible.
fn show(text: &[u8]) -> Vec<String> {
    let show = |line: &[u8]| match line.strip_suffix(b"\n") {
        Some(line) => String::from_utf8_lossy(line).into_owned(),
        None => String::from_utf8_lossy(line).into_owned() + "\\no newline",
    };
    text.split_inclusive(|&b| b == b'\n').map(show).collect()
}

#[test]
fn compares_with_gaps() {
    let yes = |expected: &str, actual: &str| {
        assert!(same(expected.as_bytes(), actual.as_bytes(), true), "{expected:?} {actual:?}");
    };
    let no = |expected: &str, actual: &str| {
        assert!(!same(expected.as_bytes(), actual.as_bytes(), true), "{expected:?} {actual:?}");
    };
    yes("a\nb\n", "a\nb\n");
    no("a\nb\n", "a\n");
    no("a\n", "a");
    yes("a\n...\n", "a\nb\nc");
    yes("...\n", "");
    no("a\n...\n", "b\nc\n");
    yes("x [..] y\n", "x anything y\n");
    yes("x [..]\n", "x \n");
    no("x [..] y\n", "x y\n");
    yes("geomean,4.0000000000000036e-09,,?\n", "geomean,4.0000000000000035e-09,,?\n");
    no("geomean,4.00000000001e-09,\n", "geomean,4e-09,\n");
    no("A,4.0000000000000036e-09\n", "A,4.0000000000000035e-09\n");
}
