//! Byte strings from logs.
//!
//! Logs, labels and file names are bytes: invalid UTF-8 is passed to the output unchanged, and one invalid byte counts
//! as one character.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::unicode::is_graphic;

/// Returns whether a text begins with another, by comparing eight bytes at a time. The comparison of slices is a
/// function call, and in WebAssembly it compares single bytes.
#[inline]
pub fn begins_with(text: &[u8], prefix: &[u8]) -> bool {
    let Some(text) = text.get(..prefix.len()) else { return false };
    let (words, rest) = text.as_chunks();
    let (wanted, wanted_rest) = prefix.as_chunks();
    let differs = |(a, b): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
    let differ = words.iter().zip(wanted).fold(0, |found, pair| found | differs(pair));
    let rest_differs = match (text.last_chunk(), prefix.last_chunk()) {
        // The last eight bytes, some of which are compared again.
        (Some(a), Some(b)) => differs((a, b)) != 0,
        _ => rest != wanted_rest,
    };
    differ == 0 && !rest_differs
}

/// Returns the last character boundary up to a position, as `str::floor_char_boundary` of Rust 1.91.
pub fn boundary_before(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A shared, immutable byte string that is usually, but not always, UTF-8.
///
/// `Display` and `Serialize` replace invalid bytes by U+FFFD; [`Text::as_bytes`] does not.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(Arc<[u8]>);

impl Text {
    /// Returns the bytes, exactly as they were read.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the text with invalid bytes replaced by U+FFFD.
    pub fn to_string_lossy(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }

    /// Returns whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Default for Text {
    fn default() -> Self {
        Text(Arc::from(&b""[..]))
    }
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Self {
        Text(Arc::from(bytes))
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Text(Arc::from(text.as_bytes()))
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", String::from_utf8_lossy(&self.0))
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_utf8_lossy(&self.0))
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => serializer.serialize_str(&String::from_utf8_lossy(&self.0)),
        }
    }
}

/// Returns the first character of `bytes` and its length; an invalid byte is `None` with length 1.
///
/// `bytes` must not be empty.
pub fn next_char(bytes: &[u8]) -> (Option<char>, usize) {
    let first = bytes[0];
    if first < 0x80 {
        return (Some(char::from(first)), 1);
    }
    let len = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return (None, 1),
    };
    match bytes.get(..len).and_then(|head| std::str::from_utf8(head).ok()) {
        Some(text) => (text.chars().next(), len),
        None => (None, 1),
    }
}

/// Returns the length of the white space character that `bytes` begins with, or 0.
///
/// White space is Unicode's because a log may contain a no-break space or an em space between fields.
fn space_len(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(b'\t'..=b'\r' | b' ') => 1,
        Some(0x80..) => match next_char(bytes) {
            (Some(c), len) if c.is_whitespace() => len,
            _ => 0,
        },
        _ => 0,
    }
}

/// Splits `line` into the bytes before its first white space and the rest after that white space.
///
/// If the line has no white space, the whole line is the field and the rest is empty.
pub fn split_field(line: &[u8]) -> (&[u8], &[u8]) {
    let mut end = 0;
    while end < line.len() && (!maybe_space(line[end]) || space_len(&line[end..]) == 0) {
        end += 1;
    }
    let mut rest = end;
    loop {
        match space_len(&line[rest..]) {
            0 => return (&line[..end], &line[rest..]),
            len => rest += len,
        }
    }
}

/// Returns whether a byte may begin white space: a quick test that rejects most bytes of a field.
fn maybe_space(byte: u8) -> bool {
    byte <= b' ' || byte >= 0x80
}

/// Returns a count with its noun: `1 run`, `2 runs`.
pub fn plural(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns a text in which spaces replace line breaks, so that it cannot forge a line of an output. A carriage return
/// without a line feed stays because Go's logs have it in values.
pub fn one_line(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\n', text).is_none() {
        return text.into();
    }
    let blank = |&byte: &u8| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte };
    text.iter().map(blank).collect::<Vec<u8>>().into()
}

/// Returns the text in double quotes, with the escapes of a Go string for characters that are not printable.
pub fn quoted(text: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in text.utf8_chunks() {
        chunk.valid().chars().for_each(|c| push_quoted(&mut out, c));
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    out.push('"');
    out
}

fn push_quoted(out: &mut String, c: char) {
    let letter = match c {
        '\x07' => 'a',
        '\x08' => 'b',
        '\x0c' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\x0b' => 'v',
        '"' | '\\' => c,
        ' ' => return out.push(c),
        _ if is_graphic(c) && !c.is_whitespace() => return out.push(c),
        _ => {
            let code = u32::from(c);
            return out.push_str(&match code {
                0..0x80 => format!("\\x{code:02x}"),
                0x80..0x1_0000 => format!("\\u{code:04x}"),
                _ => format!("\\U{code:08x}"),
            });
        }
    };
    out.push('\\');
    out.push(letter);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_is_compared_to_its_last_byte() {
        let text: Vec<u8> = (0..40).collect();
        for len in 0..=text.len() {
            assert!(begins_with(&text, &text[..len]));
            assert!(!begins_with(&text[..len], &[&text[..len], b"x"].concat()));
            for wrong in 0..len {
                let mut prefix = text[..len].to_vec();
                prefix[wrong] ^= 0x80;
                assert!(!begins_with(&text, &prefix), "byte {wrong} of {len}");
            }
        }
    }

    #[test]
    fn quoting_is_go_s() {
        let check = |text: &[u8], want: &str| assert_eq!(quoted(text), want);
        check(b"a b", r#""a b""#);
        check("\x07\x1b\u{a0}\u{200b}é\"\\".as_bytes(), r#""\a\x1b\u00a0\u200bé\"\\""#);
        check(b"\xff", r#""\xff""#);
        check("\u{e000}\u{10ffff}".as_bytes(), r#""\ue000\U0010ffff""#);
    }

    #[test]
    fn fields_end_at_unicode_white_space() {
        let check = |line: &str, field: &str, rest: &str| {
            assert_eq!(
                split_field(line.as_bytes()),
                (field.as_bytes(), rest.as_bytes()),
                "{line:?}"
            );
        };
        check("", "", "");
        check("a", "a", "");
        check("a b", "a", "b");
        check(" b", "", "b");
        check("a\u{2003}\u{a0}\x0b\u{85}b c", "a", "b c");
        check("a\u{200b}b \u{3000}", "a\u{200b}b", "");
    }

    #[test]
    fn invalid_bytes_are_not_space() {
        assert_eq!(split_field(b"\xe2\x80 x"), (&b"\xe2\x80"[..], &b"x"[..]));
        assert_eq!(split_field(b"\xf0\xe2\x80\x83x"), (&b"\xf0"[..], &b"x"[..]));
        assert_eq!(next_char(b"\xed\xa0\x80"), (None, 1), "a surrogate is not a character");
    }
}
