//! Strings of JSON as written, and their values.

use std::borrow::Cow;

/// A string as written, without its quotes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Str<'a> {
    pub(crate) raw: &'a [u8],
    /// Whether the string contains a backslash.
    pub(crate) has_escapes: bool,
}

impl<'a> Str<'a> {
    /// Returns the value of the string. Text that JSON does not allow is unchanged.
    pub(crate) fn text(&self) -> Cow<'a, [u8]> {
        if !self.has_escapes {
            return Cow::Borrowed(self.raw);
        }
        let mut out = Vec::with_capacity(self.raw.len());
        match unescape(self.raw, &mut out) {
            Some(()) => Cow::Owned(out),
            None => Cow::Borrowed(self.raw),
        }
    }
}

/// Appends a string without its escapes. If an escape is wrong, nothing is appended.
pub(crate) fn unescape(text: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let before = out.len();
    let done = append(text, out);
    if done.is_none() {
        out.truncate(before);
    }
    done
}

fn append(mut text: &[u8], out: &mut Vec<u8>) -> Option<()> {
    while let Some(at) = memchr::memchr(b'\\', text) {
        out.extend_from_slice(&text[..at]);
        let (&escape, rest) = text[at + 1..].split_first()?;
        text = rest;
        out.push(match escape {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'b' => 8,
            b'f' => 12,
            b'"' | b'\\' | b'/' => escape,
            b'u' => {
                let (c, rest) = character(text)?;
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                text = rest;
                continue;
            }
            _ => return None,
        });
    }
    out.extend_from_slice(text);
    Some(())
}

/// Returns the character after `\u`, which a second half may follow. Half a pair is replaced, as in Go.
fn character(text: &[u8]) -> Option<(char, &[u8])> {
    let (first, rest) = unit(text)?;
    if (0xD800..0xDC00).contains(&first)
        && let Some(tail) = rest.strip_prefix(b"\\u")
        && let Some((second @ 0xDC00..0xE000, tail)) = unit(tail)
    {
        let c = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
        return Some((char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER), tail));
    }
    Some((char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER), rest))
}

/// Reads four hexadecimal digits.
fn unit(text: &[u8]) -> Option<(u32, &[u8])> {
    let (digits, rest) = text.split_at_checked(4)?;
    let digit = |sum: u32, &b: &u8| Some(sum * 16 + char::from(b).to_digit(16)?);
    Some((digits.iter().try_fold(0, digit)?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_become_what_they_stand_for() {
        let text = |text: &str| {
            let mut out = Vec::new();
            unescape(text.as_bytes(), &mut out).map(|()| String::from_utf8(out).unwrap())
        };
        assert_eq!(text("plain µ").unwrap(), "plain µ");
        assert_eq!(text(r#"\t\n\r\b\f\"\\\/"#).unwrap(), "\t\n\r\u{8}\u{c}\"\\/");
        assert_eq!(text(r"\u003c\u00B5\ud83d\ude00").unwrap(), "<µ😀");
        assert_eq!(text(r"\ud83dx\ude00\ud83d\u0041").unwrap(), "\u{fffd}x\u{fffd}\u{fffd}A");
        for wrong in [r"\x", r"\u12", r"\u12g4", "\\"] {
            assert_eq!(text(wrong), None, "{wrong}");
        }
    }
}
