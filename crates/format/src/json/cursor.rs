//! Reads the parts of a complete value.

use super::scan::Scan;
use super::string::Str;
use super::words::{BACKSLASHES, QUOTES, SPACES, zeros};
use crate::Number;
use crate::decimal::{Factor, scaled};
use benchlens_base::NumberError;

/// The reason why a value cannot be read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Stop {
    /// The text ends within the value.
    Cut,
    /// A different text was found than expected.
    Wrong {
        expected: &'static str,
        /// The number of bytes that are left from there on.
        left: usize,
    },
    /// A required part is missing.
    Lacks { expected: &'static str },
}

/// The kind of the value at a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Found {
    Object,
    Array,
    String,
    Number,
    Null,
    Bool,
}

/// A position in a value.
///
/// The methods that formats call for each member are never inlined, because there are hundreds of such calls, and the
/// web app loads them all.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    rest: &'a [u8],
}

/// The object or array that is being read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inside {
    is_first: bool,
}

type Read<T> = Result<T, Stop>;

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Cursor<'a> {
        Cursor { rest: text }
    }

    /// Returns the unread text.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Returns an error that something else was expected here.
    pub(crate) fn wrong<T>(&self, expected: &'static str) -> Read<T> {
        Err(Stop::Wrong { expected, left: self.rest.len() })
    }

    /// Returns an error that the previous value lacks a part.
    pub(crate) fn lacks<T>(&self, expected: &'static str) -> Read<T> {
        Err(Stop::Lacks { expected })
    }

    /// Returns the next byte that is not white space.
    #[inline]
    pub(super) fn peek(&mut self) -> Read<u8> {
        loop {
            match *self.rest {
                [byte, ..] if b' ' < byte => return Ok(byte),
                [b'\n' | b' ', ref rest @ ..] => {
                    self.rest = rest;
                    // Most white space is indentation.
                    while let Some(eight) = self.rest.first_chunk::<8>() {
                        let others = u64::from_le_bytes(*eight) ^ SPACES;
                        self.rest = &self.rest[others.trailing_zeros() as usize / 8..];
                        if others != 0 {
                            break;
                        }
                    }
                }
                [b'\t' | b'\r', ref rest @ ..] => self.rest = rest,
                [_, ..] => return self.wrong("a value"),
                [] => return Err(Stop::Cut),
            }
        }
    }

    /// Skips the byte that was just read.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.rest = &self.rest[1..];
    }

    /// Returns the kind of the next value.
    pub(crate) fn found(&mut self) -> Read<Found> {
        Ok(match self.peek()? {
            b'{' => Found::Object,
            b'[' => Found::Array,
            b'"' => Found::String,
            b'n' if !self.rest.starts_with(b"na") => Found::Null,
            b't' | b'f' => Found::Bool,
            _ => Found::Number,
        })
    }

    /// Enters an object.
    #[inline(never)]
    pub(crate) fn object(&mut self) -> Read<Inside> {
        match self.peek()? {
            b'{' => self.pass(),
            _ => return self.wrong("an object"),
        }
        Ok(Inside { is_first: true })
    }

    /// Enters an array.
    #[inline(never)]
    pub(crate) fn array(&mut self) -> Read<Inside> {
        match self.peek()? {
            b'[' => self.pass(),
            _ => return self.wrong("an array"),
        }
        Ok(Inside { is_first: true })
    }

    /// Returns the next key of an object, followed by its value; `None` at its end.
    #[inline(never)]
    pub(crate) fn key(&mut self, inside: &mut Inside) -> Read<Option<Str<'a>>> {
        if !self.more(inside, b'}')? {
            return Ok(None);
        }
        let key = self.string()?;
        match self.peek()? {
            b':' => self.pass(),
            _ => return self.wrong("a colon"),
        }
        Ok(Some(key))
    }

    /// Returns whether another element of an array follows.
    #[inline(never)]
    pub(crate) fn element(&mut self, inside: &mut Inside) -> Read<bool> {
        self.more(inside, b']')
    }

    #[inline]
    fn more(&mut self, inside: &mut Inside, end: u8) -> Read<bool> {
        let byte = self.peek()?;
        if byte == end {
            self.pass();
            return Ok(false);
        }
        if !std::mem::take(&mut inside.is_first) {
            match byte {
                b',' => self.pass(),
                _ => return self.wrong("a comma or a closing bracket"),
            }
        }
        Ok(true)
    }

    /// Reads a string.
    #[inline(never)]
    pub(crate) fn string(&mut self) -> Read<Str<'a>> {
        if self.peek()? != b'"' {
            return self.wrong("a string");
        }
        let text = &self.rest[1..];
        let mut at = 0;
        // Most strings are short, so reading words of eight bytes is faster than a call.
        while let Some(word) = text[at..].first_chunk::<8>() {
            let word = u64::from_le_bytes(*word);
            let found = zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES);
            if found != 0 {
                at += found.trailing_zeros() as usize / 8;
                return match text[at] {
                    b'"' => Ok(self.ended(at, false)),
                    _ => self.escaped(at),
                };
            }
            at += 8;
        }
        self.escaped(at)
    }

    /// Reads a string whose first bytes contain no quote.
    #[cold]
    fn escaped(&mut self, mut at: usize) -> Read<Str<'a>> {
        let text = &self.rest[1..];
        let mut has_escapes = false;
        loop {
            match text.get(at) {
                None => return Err(Stop::Cut),
                Some(b'"') => return Ok(self.ended(at, has_escapes)),
                Some(b'\\') => {
                    has_escapes = true;
                    at += 2;
                }
                Some(_) => at += 1,
            }
        }
    }

    #[inline]
    fn ended(&mut self, at: usize, has_escapes: bool) -> Str<'a> {
        let raw = &self.rest[1..=at];
        self.rest = &self.rest[at + 2..];
        Str { raw, has_escapes }
    }

    /// Reads a number as written; `NaN` and infinities are numbers, including in quotes.
    #[inline(never)]
    pub(crate) fn number(&mut self) -> Read<&'a [u8]> {
        match self.peek()? {
            b'0'..=b'9' | b'-' | b'+' | b'N' | b'I' | b'i' => {}
            b'n' if self.rest.starts_with(b"na") => {}
            b'"' => {
                let before = self.clone();
                let text = self.string()?.raw;
                let begins = |b: &u8| b.is_ascii_digit() || b"-+NI".contains(b);
                let is_word =
                    text.eq_ignore_ascii_case(b"inf") || text.eq_ignore_ascii_case(b"nan");
                return if is_word || text.first().is_some_and(begins) {
                    Ok(text)
                } else {
                    before.wrong("a number")
                };
            }
            _ => return self.wrong("a number"),
        }
        let is_end = |b: &u8| matches!(b, b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t');
        let end = self.rest.iter().position(is_end).ok_or(Stop::Cut)?;
        let text;
        (text, self.rest) = self.rest.split_at(end);
        Ok(text)
    }

    /// Reads a number times a factor; returns `None` if it is beyond the range of doubles or has no known form.
    pub(crate) fn scaled(&mut self, factor: Factor) -> Read<Result<Number, NumberError>> {
        Ok(scaled(self.number()?, factor))
    }

    /// Appends the numbers of an array, times a factor; returns the problem of a number that has no known form or is
    /// beyond the range of doubles, which is skipped.
    pub(crate) fn numbers(
        &mut self,
        factor: Factor,
        out: &mut Vec<Number>,
    ) -> Read<Option<NumberError>> {
        let mut problem = None;
        let mut inside = self.array()?;
        while self.more(&mut inside, b']')? {
            if !matches!(self.found()?, Found::Number) {
                let before = self.clone();
                if let Err(stop) = self.number() {
                    if stop == Stop::Cut {
                        return Err(stop);
                    }
                    *self = before;
                    self.skip()?;
                    problem = Some(NumberError::Syntax);
                    continue;
                }
                *self = before;
            }
            match scaled(self.number()?, factor) {
                Ok(number) => out.push(number),
                Err(error) => problem = Some(error),
            }
        }
        Ok(problem)
    }

    /// Reads the numbers of an array as written.
    pub(crate) fn texts(&mut self) -> Read<Vec<Vec<u8>>> {
        let mut all = Vec::new();
        let mut inside = self.array()?;
        while self.element(&mut inside)? {
            all.push(self.number()?.to_vec());
        }
        Ok(all)
    }

    /// Reads a number, or returns `None` for null.
    pub(crate) fn number_or_null(&mut self) -> Read<Option<&'a [u8]>> {
        match self.peek()? {
            b'n' => self.skip().map(|()| None),
            _ => self.number().map(Some),
        }
    }

    /// Reads a number that is finite as a double.
    pub(crate) fn finite(&mut self) -> Read<f64> {
        let before = self.clone();
        let number = self.scaled(Factor::tens(0))?.map(Number::to_f64);
        match number.ok().filter(|number| number.is_finite()) {
            Some(number) => Ok(number),
            None => before.wrong("a number within the range of doubles"),
        }
    }

    /// Reads an integer that is not negative, and less than 2^63.
    pub(crate) fn count(&mut self) -> Read<i64> {
        let before = self.clone();
        let text = self.number()?;
        // Some harnesses write counts as doubles.
        let whole = text.strip_suffix(b".0").unwrap_or(text);
        let parsed = str::from_utf8(whole).ok().and_then(|text| text.parse().ok());
        match parsed.filter(|count| 0 <= *count) {
            Some(count) => Ok(count),
            None => before.wrong("a whole number"),
        }
    }

    /// Returns whether the value is `true`.
    pub(crate) fn is_true(&mut self) -> Read<bool> {
        let is_true = self.peek()? == b't';
        self.skip().map(|()| is_true)
    }

    /// Skips a value.
    #[inline(never)]
    pub(crate) fn skip(&mut self) -> Read<()> {
        match self.peek()? {
            b'"' => {
                self.string()?;
                return Ok(());
            }
            b',' | b':' | b']' | b'}' => return self.wrong("a value"),
            b'0'..=b'9' | b'-' => {
                self.number()?;
                return Ok(());
            }
            _ => {}
        }
        let mut scan = Scan::default();
        let end = scan.end(self.rest).ok_or(Stop::Cut)?;
        if scan.has_line_end {
            return self.wrong("a value whose strings end on their lines");
        }
        self.rest = &self.rest[end..];
        Ok(())
    }

    /// Reads a value as text: a scalar unchanged, an array or an object without the white space between its parts;
    /// null is empty.
    pub(crate) fn compact(&mut self) -> Read<std::borrow::Cow<'a, [u8]>> {
        if !matches!(self.found()?, Found::Array | Found::Object) {
            return Ok(self.scalar()?.unwrap_or_default());
        }
        let before = self.rest;
        self.skip()?;
        let (mut out, mut in_string, mut is_escaped) = (Vec::new(), false, false);
        for &byte in &before[..before.len() - self.rest.len()] {
            if in_string || !byte.is_ascii_whitespace() {
                out.push(byte);
            }
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = in_string,
                b'"' => in_string = !in_string,
                _ => {}
            }
        }
        Ok(out.into())
    }

    /// Reads a scalar as text: a string, a number or a word; returns `None` for null, objects and arrays, which are
    /// skipped.
    pub(crate) fn scalar(&mut self) -> Read<Option<std::borrow::Cow<'a, [u8]>>> {
        Ok(match self.found()? {
            Found::String => Some(self.string()?.text()),
            Found::Number | Found::Bool => {
                let before = self.rest;
                self.skip()?;
                Some(before[..before.len() - self.rest.len()].into())
            }
            Found::Null | Found::Object | Found::Array => {
                self.skip()?;
                None
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(text: &str) -> Read<Vec<String>> {
        let mut cursor = Cursor::new(text.as_bytes());
        let (mut inside, mut all) = (cursor.object()?, Vec::new());
        while let Some(key) = cursor.key(&mut inside)? {
            let value = cursor.scalar()?.unwrap_or_default();
            let [key, value] =
                [key.text(), value].map(|t| String::from_utf8_lossy(&t).into_owned());
            all.push(format!("{key}={value}"));
        }
        Ok(all)
    }

    #[test]
    fn members_and_their_scalars() {
        let text = r#" { "a" : 1.5e3 ,"b":"x\ty","long key with \"quotes\"":true, "n":null,"o":{"x":[1]},"z":-1}"#;
        let want = ["a=1.5e3", "b=x\ty", "long key with \"quotes\"=true", "n=", "o=", "z=-1"];
        assert_eq!(members(text).unwrap(), want);
        assert_eq!(members("{}").unwrap(), [""; 0]);
        for end in 1..text.len() {
            assert_eq!(members(&text[..end]), Err(Stop::Cut), "{}", &text[..end]);
        }
    }

    #[test]
    fn only_white_space_stands_between_numbers() {
        let numbers = |text: &str| {
            let mut all = Vec::new();
            let read = Cursor::new(text.as_bytes()).numbers(Factor::tens(0), &mut all);
            (read, all.len())
        };
        assert_eq!(numbers("[1,\t\r\n 2,\t\r\n 3,4 ,5]"), (Ok(None), 5));
        for text in ["[1,\u{1}2,\u{1}3]", "[1, \u{1}2, \u{1}3]"] {
            let left = text.len() - text.find('\u{1}').unwrap();
            assert_eq!(numbers(text), (Err(Stop::Wrong { expected: "a value", left }), 1));
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let check = |text: &str, expected: &'static str, left: usize| {
            assert_eq!(members(text), Err(Stop::Wrong { expected, left }), "{text}");
        };
        check("[1]", "an object", 3);
        check(r#"{"a" 1}"#, "a colon", 2);
        check(r#"{"a":1 "b":2}"#, "a comma or a closing bracket", 6);
        check(r#"{"a":,"b":2}"#, "a value", 7);
        check("{1}", "a string", 2);
        let number = |text: &'static str| Cursor::new(text.as_bytes()).number();
        assert_eq!(number("\"NaN\" "), Ok(&b"NaN"[..]));
        assert_eq!(number("-Infinity,"), Ok(&b"-Infinity"[..]));
        assert_eq!(number("12.5"), Err(Stop::Cut));
        let wrong = |left| Err(Stop::Wrong { expected: "a number", left });
        assert_eq!(number("\"x\" "), wrong(4));
        assert_eq!(number("true "), wrong(5));
        assert_eq!(Cursor::new(b"12.0]").count(), Ok(12));
        let wrong = Err(Stop::Wrong { expected: "a whole number", left: 3 });
        assert_eq!(Cursor::new(b"-1]").count(), wrong);
    }
}
