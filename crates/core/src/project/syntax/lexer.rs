//! Tokens.

use super::{ParseError, Word};
use crate::base::{Sentence, Span};
use crate::project::regexp::{Regexp, Room};

#[derive(Debug, Clone)]
pub(super) enum Kind {
    Word(Vec<u8>),
    Regexp(Box<Regexp>),
    And,
    Or,
    /// One of `( ) : @ , - *`.
    Op(char),
    End,
}

#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

impl Token {
    pub(super) fn is(&self, op: char) -> bool {
        matches!(self.kind, Kind::Op(c) if c == op)
    }

    pub(super) fn word(self) -> Option<Word> {
        match self.kind {
            Kind::Word(bytes) => Some(Word { bytes, span: self.span }),
            Kind::Regexp(_) | Kind::And | Kind::Or | Kind::Op(_) | Kind::End => None,
        }
    }

    pub(super) fn trouble<T>(&self, message: impl Into<Sentence>) -> Result<T, ParseError> {
        Err(ParseError::new(self.span, message))
    }
}

/// Reads tokens from a query text.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    query: &'a str,
    pos: usize,
    /// The memory that is left for regular expressions.
    room: Room,
}

/// The characters that end a bare word.
const OPERATORS: &str = "():@,";
/// The characters that are operators at the beginning of a token but ordinary inside a word.
const STARTERS: &str = "():@,-*";

impl<'a> Lexer<'a> {
    pub(super) fn new(query: &'a str) -> Self {
        Lexer::within(Room::default(), query)
    }

    /// Returns a lexer of a text whose regular expressions have this memory limit.
    pub(super) fn within(room: Room, query: &'a str) -> Self {
        Lexer { query, pos: 0, room }
    }

    /// Returns the memory that is left.
    pub(super) fn room(&self) -> Room {
        self.room
    }

    /// Returns the next token without consuming it, where a word may begin with `/`.
    pub(super) fn peek(&self) -> Result<Token, ParseError> {
        self.clone().next()
    }

    /// Returns the next token where a word may begin with `/`: a key or an operator.
    pub(super) fn next(&mut self) -> Result<Token, ParseError> {
        self.token(false)
    }

    /// Returns the next token where `/` begins a regular expression: a value or an operator.
    pub(super) fn next_value(&mut self) -> Result<Token, ParseError> {
        self.token(true)
    }

    fn token(&mut self, regexps: bool) -> Result<Token, ParseError> {
        self.pos += self.rest().len() - self.rest().trim_start().len();
        let start = self.pos;
        let kind = match self.rest().chars().next() {
            None => Kind::End,
            Some(c) if STARTERS.contains(c) => {
                self.pos += 1;
                Kind::Op(c)
            }
            Some('"') => Kind::Word(self.quoted()?),
            Some('/') if regexps => Kind::Regexp(Box::new(self.regexp()?)),
            Some(_) => match self.bare() {
                "AND" => Kind::And,
                "OR" => Kind::Or,
                word => Kind::Word(word.into()),
            },
        };
        Ok(Token { kind, span: Span { start, end: self.pos } })
    }

    fn rest(&self) -> &'a str {
        &self.query[self.pos..]
    }

    fn bare(&mut self) -> &'a str {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || OPERATORS.contains(c);
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.pos += word.len();
        word
    }

    fn trouble(&self, message: impl Into<Sentence>) -> ParseError {
        ParseError::new(Span { start: self.pos, end: self.query.len() }, message)
    }

    /// Reads a word in double quotes, with Go's escapes.
    fn quoted(&mut self) -> Result<Vec<u8>, ParseError> {
        let text = &self.rest().as_bytes()[1..];
        let mut end = 0;
        while text.get(end).is_some_and(|&b| b != b'"') {
            end += if text[end] == b'\\' { 2 } else { 1 };
        }
        if text.len() <= end {
            return Err(self.trouble("missing end quote"));
        }
        let word = unquote(&text[..end]).ok_or_else(|| self.trouble("bad escape sequence"))?;
        self.pos += end + 2;
        Ok(word)
    }

    /// Reads a regular expression between slashes. A `/` inside brackets or parentheses belongs to the expression.
    fn regexp(&mut self) -> Result<Regexp, ParseError> {
        let text = &self.rest()[1..];
        let Some(end) = closing_slash(text.as_bytes()) else {
            return Err(self.trouble("missing close \"/\""));
        };
        let regexp = Regexp::within(&mut self.room, &text[..end])
            .map_err(|error| self.trouble(format!("error parsing regexp: {}", error.message)))?;
        self.pos += end + 2;
        match self.rest().chars().next() {
            None => Ok(regexp),
            Some(c) if c.is_ascii_whitespace() || c == '\x0b' || STARTERS.contains(c) => Ok(regexp),
            Some(_) => {
                Err(self
                    .trouble("regexp must be followed by space or an operator (unescaped \"/\"?)"))
            }
        }
    }
}

fn closing_slash(text: &[u8]) -> Option<usize> {
    let (mut brackets, mut parens, mut i) = (0u64, 0i64, 0);
    while let Some(&byte) = text.get(i) {
        match byte {
            b'/' if brackets == 0 && parens == 0 => return Some(i),
            b'[' => brackets += 1,
            b']' => brackets = brackets.saturating_sub(1),
            b'(' if brackets == 0 => parens += 1,
            b')' if brackets == 0 => parens -= 1,
            b'\\' => i += 1,
            _ => {}
        }
        i += 1;
    }
    None
}

/// Replaces the escapes of a Go string: `\n`, `\x41`, `\101`, `\u00e9`, `\U0001F600`, …
fn unquote(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [byte, tail @ ..] = rest {
        rest = tail;
        match byte {
            b'\n' => return None,
            b'\\' => rest = unescape(tail, &mut out)?,
            _ => out.push(*byte),
        }
    }
    Some(out)
}

/// Reads the escape after a backslash and returns the rest of the text.
fn unescape<'a>(text: &'a [u8], out: &mut Vec<u8>) -> Option<&'a [u8]> {
    let (&kind, rest) = text.split_first()?;
    let number = |digits: &[u8], base: u32| -> Option<u32> {
        digits
            .iter()
            .try_fold(0u32, |n, &b| n.checked_mul(base)?.checked_add(char::from(b).to_digit(base)?))
    };
    let simple = match kind {
        b'a' => 0x07,
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'\\' | b'"' => kind,
        b'x' => {
            out.push(u8::try_from(number(rest.get(..2)?, 16)?).ok()?);
            return Some(&rest[2..]);
        }
        b'0'..=b'7' => {
            out.push(u8::try_from(number(text.get(..3)?, 8)?).ok()?);
            return Some(&text[3..]);
        }
        b'u' | b'U' => {
            let len = if kind == b'u' { 4 } else { 8 };
            let c = char::from_u32(number(rest.get(..len)?, 16)?)?;
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            return Some(&rest[len..]);
        }
        _ => return None,
    };
    out.push(simple);
    Some(rest)
}
