//! The repeated line: most lines of a log have the name and the units of the previous line.
//!
//! This is a shortcut past the grammar of `line`, not a second grammar: it reads only lines in the plain form that `go
//! test` writes, and rejects all others. If it reads a line, the result is the same as with the grammar (a property
//! test checks this). It reads eight or sixteen bytes at a time, so it leaves the last few lines of a text to the
//! grammar as well.

use std::ops::Range;

use super::shape::{Shape, join};
use crate::{LINE_MAX, Number, Repeats};

/// The name and the units of the previous result.
#[derive(Debug, Default)]
pub(super) struct Repeat<'a> {
    /// `Benchmark` and the name. Empty before the first result.
    head: &'a [u8],
    units: Vec<&'a [u8]>,
    marks: Vec<Unit<'a>>,
    /// The length of the previous line. Lines of one shape are equally long, so no shape is learned if the lengths
    /// differ.
    len: usize,
    /// The positions of the numbers in the line that was read last.
    fields: Vec<Range<usize>>,
    shape: Shape<'a>,
}

/// A unit, and data to recognize it with the space before it in one comparison.
#[derive(Debug)]
struct Unit<'a> {
    text: &'a [u8],
    /// The first 16 bytes of space and unit.
    word: u128,
    /// The mask of the bytes to compare.
    mask: u128,
}

const BENCHMARK_LEN: usize = b"Benchmark".len();

impl<'a> Repeat<'a> {
    /// Stores a result: its line, the name in it and its units.
    pub(super) fn set(&mut self, line: &'a [u8], name: &[u8], units: &[&'a [u8]]) {
        self.head = &line[..BENCHMARK_LEN + name.len()];
        self.shape.forget();
        self.len = line.len() + 1;
        self.units.clear();
        self.units.extend_from_slice(units);
        self.marks.clear();
        self.marks.extend(units.iter().map(|unit| Unit::new(unit)));
    }

    pub(super) fn name(&self) -> &'a [u8] {
        self.head.get(BENCHMARK_LEN..).unwrap_or_default()
    }

    pub(super) fn units(&self) -> &[&'a [u8]] {
        &self.units
    }

    /// Returns whether a result has the same name and units.
    pub(super) fn matches(&self, name: &[u8], units: &[&[u8]]) -> bool {
        !self.head.is_empty() && self.name() == name && self.units == units
    }

    /// Reads the lines at the beginning of `text` that have the shape of the last line that [`read`](Repeat::read) has
    /// read, up to some number of them; returns their number and their total length.
    #[inline]
    pub(super) fn read_alike(&mut self, text: &[u8]) -> (u64, usize) {
        self.shape.read(text)
    }

    /// Returns the lines that were just read.
    pub(super) fn alike(&self) -> Repeats<'_> {
        self.shape.rows()
    }

    /// Reads a line at the beginning of `text` that repeats the units and perhaps the name. The measured values replace
    /// the values in `values`.
    pub(super) fn read(&mut self, text: &'a [u8], values: &mut Vec<Number>) -> Option<Repeated> {
        if self.head.is_empty() {
            return None;
        }
        if text.starts_with(self.head)
            && let Some((iterations, len)) = self.read_tail(text, self.head.len(), values)
        {
            if std::mem::replace(&mut self.len, len) == len {
                self.shape.learn(&text[..len], &self.fields);
            } else {
                self.shape.forget();
            }
            return Some(Repeated { iterations, len, has_name: true });
        }
        // Mostly, the next benchmark has the same units, so the grammar does not read its line.
        let named = text.strip_prefix(&b"Benchmark"[..])?;
        // A line feed ends the search, because most of a text without blanks would be searched for each line.
        let name = &named[..memchr::memchr3(b' ', b'\t', b'\n', named)?];
        let is_other = |byte: &u8| !(b'!'..=b'~').contains(byte);
        if name.iter().fold(false, |found, byte| found | is_other(byte)) {
            return None;
        }
        let head = BENCHMARK_LEN + name.len();
        let (iterations, len) = self.read_tail(text, head, values)?;
        self.head = &text[..head];
        self.shape.forget();
        self.len = len;
        Some(Repeated { iterations, len, has_name: false })
    }

    /// Reads the rest of a line after its name: returns its iterations, and its length with its line end.
    #[inline]
    fn read_tail(
        &mut self,
        text: &[u8],
        head: usize,
        values: &mut Vec<Number>,
    ) -> Option<(i64, usize)> {
        let at = |rest: &[u8]| text.len() - rest.len();
        let start = blanks(&text[head..])?;
        let (iterations, mut rest) = digits(start)?;
        self.fields.clear();
        self.fields.push(at(start)..at(rest));
        values.clear();
        for mark in &self.marks {
            let start = blanks(rest)?;
            let (value, tail) = number(start)?;
            self.fields.push(at(start)..at(tail));
            rest = mark.strip(tail)?;
            values.push(value);
        }
        let len = at(rest.strip_prefix(b"\n")?);
        (len <= LINE_MAX).then_some((iterations as i64, len))
    }
}

/// A line that was read.
#[derive(Debug)]
pub(super) struct Repeated {
    pub(super) iterations: i64,
    /// The length of the line with its line end.
    pub(super) len: usize,
    /// Whether it has the name of the previous line.
    pub(super) has_name: bool,
}

impl<'a> Unit<'a> {
    fn new(text: &'a [u8]) -> Self {
        let mut bytes = [0; 16];
        bytes[0] = b' ';
        let len = text.len().min(15);
        bytes[1..=len].copy_from_slice(&text[..len]);
        let mask = u128::MAX >> (8 * (15 - len));
        Unit { text, word: u128::from_le_bytes(bytes), mask }
    }

    /// Returns the text after a space and the unit.
    fn strip<'t>(&self, text: &'t [u8]) -> Option<&'t [u8]> {
        let word = u128::from_le_bytes(*text.first_chunk()?);
        let tail = text.get(1 + self.text.len()..)?;
        let whole = self.text.len() <= 15 || text[1..].starts_with(self.text);
        (word & self.mask == self.word && whole).then_some(tail)
    }
}

/// Returns the text after at least one space or tab.
#[inline]
fn blanks(text: &[u8]) -> Option<&[u8]> {
    let blank = |b: &u8| *b == b' ' || *b == b'\t';
    let (first, mut rest) = text.split_first()?;
    if !blank(first) {
        return None;
    }
    while let [byte, tail @ ..] = rest
        && blank(byte)
    {
        rest = tail;
    }
    Some(rest)
}

/// Reads digits with at most one point among them; returns the number and the text after it.
#[inline]
fn number(text: &[u8]) -> Option<(Number, &[u8])> {
    let (whole, rest) = digits(text)?;
    let Some(fraction) = rest.strip_prefix(b".") else {
        return Some((Number::Short { mantissa: u32::try_from(whole).ok()?, decimals: 0 }, rest));
    };
    let (part, tail) = digits(fraction)?;
    let decimals = fraction.len() - tail.len();
    // More digits than 32 bits hold are left to the grammar.
    let scale = *SCALES.get(decimals)?;
    let mantissa = whole.checked_mul(scale)?.checked_add(part)?;
    let number =
        Number::Short { mantissa: u32::try_from(mantissa).ok()?, decimals: decimals as u8 };
    Some((number, tail))
}

const SCALES: [u64; 10] =
    [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/// Reads 1 to 15 digits; returns the number and the text after it.
#[inline]
fn digits(text: &[u8]) -> Option<(u64, &[u8])> {
    let (value, count) = up_to_eight_digits(*text.first_chunk()?);
    match count {
        0 => None,
        8 => {
            let rest = &text[8..];
            let (more, count) = up_to_eight_digits(*rest.first_chunk()?);
            // More digits may follow eight digits.
            (count < 8).then(|| (value * SCALES[count] + more, &rest[count..]))
        }
        _ => Some((value, &text[count..])),
    }
}

/// Returns the value and the number of the digits at the beginning of eight bytes.
///
/// It converts all eight at once, as lanes of one word: digits are below ten after `0` is subtracted, other bytes are
/// shifted out, and neighbors are joined to pairs, fours and the whole.
#[inline]
fn up_to_eight_digits(bytes: [u8; 8]) -> (u64, usize) {
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    const UP_FROM_TEN: u64 = u64::from_le_bytes([0x76; 8]);
    let lanes = u64::from_le_bytes(bytes) ^ ZEROS;
    let others = (lanes.wrapping_add(UP_FROM_TEN) | lanes) & HIGH;
    let count = others.trailing_zeros() as usize / 8;
    if count == 0 {
        return (0, 0);
    }
    let lanes = lanes << (64 - 8 * count);
    (join(lanes), count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_end_where_they_end() {
        for count in 0..=8 {
            for byte in 0..=255u8 {
                let mut bytes = *b"98765432";
                if count < 8 {
                    bytes[count] = byte;
                }
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let want: String = text.chars().take_while(char::is_ascii_digit).collect();
                let want = (want.parse().unwrap_or(0), want.len());
                assert_eq!(up_to_eight_digits(bytes), want, "{bytes:?}");
            }
        }
    }

    #[test]
    fn numbers_are_those_of_the_grammar() {
        let padding = " ".repeat(20);
        for text in [
            "0",
            "1",
            "12345678",
            "123456789",
            "4294967295",
            "4294967296",
            "123456789012345",
            "1234567890123456",
            "1.5",
            "0.000",
            "12345678.9",
            "1234567.89012",
            "4.294967295",
            "4.294967296",
            "0.123456789",
            "0.1234567891",
            "18446744073.999999999",
            "1.",
            ".5",
            "1e3",
            "-1",
            "+1",
            "1_0",
        ] {
            let padded = format!("{text}{padding}");
            let short = number(padded.as_bytes());
            let grammar = Number::parse(text.as_bytes());
            if let Some((value, rest)) = short
                && rest.len() == padding.len()
            {
                assert_eq!(Ok(value), grammar, "{text}");
            }
        }
    }
}
