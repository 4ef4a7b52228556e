//! One event: a JSON object on a line of its own.
//!
//! Only the relevant members are read, and their strings stay escaped until they are needed. That is five times as
//! fast as converting the whole line to values.

use std::borrow::Cow;

use crate::json;

/// The content of an event, with strings as written, including escapes.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Event<'a> {
    pub(super) time: &'a [u8],
    pub(super) action: &'a [u8],
    pub(super) package: &'a [u8],
    pub(super) test: &'a [u8],
    pub(super) output: &'a [u8],
}

/// A line that is not a JSON object.
#[derive(Debug, PartialEq)]
pub(super) struct Invalid;

type Parsed<T> = Result<T, Invalid>;

impl Event<'_> {
    /// Returns whether its action is one of the documented actions.
    pub(super) fn is_known(&self) -> bool {
        const ACTIONS: [&[u8]; 13] = [
            b"start",
            b"run",
            b"pause",
            b"cont",
            b"pass",
            b"bench",
            b"fail",
            b"output",
            b"skip",
            b"attr",
            b"artifacts",
            b"build-output",
            b"build-fail",
        ];
        ACTIONS.contains(&self.action)
    }
}

/// Reads a line. Returns `None` if it is an object of another kind, or not an object.
pub(super) fn parse(line: &[u8]) -> Parsed<Option<Event<'_>>> {
    let line = line.trim_ascii_end();
    let Some(mut rest) = line.strip_prefix(b"{") else { return Ok(None) };
    let mut event = Event::default();
    rest = rest.trim_ascii_start();
    if rest == b"}" {
        return Ok(None);
    }
    loop {
        let (key, tail) = string(rest)?;
        let tail = tail.trim_ascii_start().strip_prefix(b":").ok_or(Invalid)?.trim_ascii_start();
        let index = match key {
            b"Time" => Some(&mut event.time),
            b"Action" => Some(&mut event.action),
            b"Package" => Some(&mut event.package),
            b"Test" => Some(&mut event.test),
            b"Output" => Some(&mut event.output),
            _ => None,
        };
        rest = match (index, tail.first()) {
            (Some(index), Some(b'"')) => {
                let (text, tail) = string(tail)?;
                *index = text;
                tail
            }
            _ => skip(tail)?,
        };
        rest = rest.trim_ascii_start();
        match rest {
            b"}" => break,
            [b',', tail @ ..] => rest = tail.trim_ascii_start(),
            _ => return Err(Invalid),
        }
    }
    Ok((!event.action.is_empty()).then_some(event))
}

/// Returns a string without its quotes, and the text after it.
#[inline]
fn string(text: &[u8]) -> Parsed<(&[u8], &[u8])> {
    let text = text.strip_prefix(b"\"").ok_or(Invalid)?;
    let mut at = 0;
    loop {
        at += memchr::memchr(b'"', &text[at..]).ok_or(Invalid)?;
        // A benchmark's line contains an escaped tab, so checking the few bytes before a quote is faster than stopping
        // at each escape.
        let escapes = text[..at].iter().rev().take_while(|&&byte| byte == b'\\').count();
        if escapes % 2 == 0 {
            return Ok((&text[..at], &text[at + 1..]));
        }
        at += 1;
    }
}

/// Returns the text after a value.
fn skip(text: &[u8]) -> Parsed<&[u8]> {
    let mut rest = text;
    let mut depth = 0usize;
    loop {
        rest = match rest {
            [b'"', ..] => string(rest)?.1,
            [b'{' | b'[', tail @ ..] => {
                depth += 1;
                tail
            }
            [b'}' | b']', tail @ ..] if depth != 0 => {
                depth -= 1;
                tail
            }
            [b',' | b':', tail @ ..] if depth != 0 => tail,
            [byte, ..] if byte.is_ascii_alphanumeric() || b"-+.".contains(byte) => {
                let of_word = |b: &u8| b.is_ascii_alphanumeric() || b"-+.".contains(b);
                let end = rest.iter().position(|b| !of_word(b)).unwrap_or(rest.len());
                &rest[end..]
            }
            [b' ' | b'\t', tail @ ..] => {
                rest = tail;
                continue;
            }
            _ => return Err(Invalid),
        };
        if depth == 0 {
            return Ok(rest);
        }
    }
}

/// Returns a string without its escapes.
pub(super) fn unescaped(text: &[u8]) -> Parsed<Cow<'_, [u8]>> {
    if memchr::memchr(b'\\', text).is_none() {
        return Ok(Cow::Borrowed(text));
    }
    let mut out = Vec::with_capacity(text.len());
    unescape(text, &mut out)?;
    Ok(Cow::Owned(out))
}

/// Appends a string without its escapes. If an escape is wrong, nothing is appended.
pub(super) fn unescape(text: &[u8], out: &mut Vec<u8>) -> Parsed<()> {
    json::unescape(text, out).ok_or(Invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_and_other_lines_are_not() {
        let line = br#"{"Time":"t","Action":"output","Package":"p","Test":"B","Output":"a\"b\n","Elapsed":1.5e-3}"#;
        let (time, action, package, test) = (&b"t"[..], &b"output"[..], &b"p"[..], &b"B"[..]);
        let want = Event { time, action, package, test, output: br#"a\"b\n"# };
        assert_eq!(parse(line), Ok(Some(want)));
        let line = br#" { "Action" : "start" , "X":{"a":["}",1,null,true],"b":-1e+5} }"#;
        assert_eq!(parse(line), Ok(None));
        let want = Event { action: b"start", ..Event::default() };
        assert_eq!(parse(line.trim_ascii()), Ok(Some(want)));
        for other in ["", "PASS", "{}", "{ }", "{\"level\":\"info\"}", "[1]", "{\"Action\":1}"] {
            assert_eq!(parse(other.as_bytes()), Ok(None), "{other}");
        }
        for wrong in [
            "{",
            "{\"Action\"",
            "{\"Action\":\"output",
            "{\"Action\":\"output\"",
            "{\"Action\":\"output\"}x",
            "{\"Action\":\"output\",}",
            "{\"Action\" \"output\"}",
            "{Action:\"output\"}",
            "{\"a\":]}",
            "{\"a\":[}",
            "{\"a\":}",
            "{\"a\":\"\\",
        ] {
            assert_eq!(parse(wrong.as_bytes()), Err(Invalid), "{wrong}");
        }
    }
}
