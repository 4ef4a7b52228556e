//! `filter = and { "OR" and }`, `and = match { ["AND"] match }`.

use super::lexer::{Kind, Lexer, Token};
use super::{ParseError, Word};
use crate::project::regexp::Regexp;
use crate::project::regexp::Room;

/// A filter as it is written.
#[derive(Debug, Clone)]
pub(in crate::project) enum Expression {
    /// `*`
    All,
    /// `-match`
    Not(Box<Expression>),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    /// `key:value` or `key:(value OR value)`
    Match {
        key: Word,
        patterns: Vec<Pattern>,
    },
}

/// The pattern that a value is compared with.
#[derive(Debug, Clone)]
pub(in crate::project) enum Pattern {
    /// Equal to the whole value.
    Literal(Vec<u8>),
    /// Matches anywhere in the value.
    Regexp(Box<Regexp>),
}

impl Pattern {
    pub(in crate::project) fn matches(&self, value: &[u8]) -> bool {
        match self {
            Pattern::Literal(literal) => literal == value,
            Pattern::Regexp(regexp) => regexp.is_match(value),
        }
    }
}

/// The maximum depth of nested expressions, so that no query can exhaust the stack.
const DEPTH_MAX: usize = 500;

pub(in crate::project) fn parse_filter(query: &str) -> Result<Expression, ParseError> {
    parse_filter_within(&mut Room::default(), query)
}

/// Parses one of several filters, whose regular expressions share a memory limit.
pub(in crate::project) fn parse_filter_within(
    room: &mut Room,
    query: &str,
) -> Result<Expression, ParseError> {
    let mut parser = Parser { lexer: Lexer::within(*room, query), depth: 0 };
    let expression = parser.or()?;
    let token = parser.lexer.next()?;
    *room = parser.lexer.room();
    match token.kind {
        Kind::End => Ok(expression),
        Kind::Word(_) | Kind::Regexp(_) | Kind::And | Kind::Or | Kind::Op(_) => unexpected(&token),
    }
}

fn unexpected<T>(token: &Token) -> Result<T, ParseError> {
    match token.kind {
        Kind::Op(op) => token.trouble(format!("unexpected \"{op}\"")),
        Kind::Word(_) | Kind::Regexp(_) | Kind::And | Kind::Or | Kind::End => {
            token.trouble("unexpected word")
        }
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    depth: usize,
}

impl Parser<'_> {
    fn or(&mut self) -> Result<Expression, ParseError> {
        let mut terms = vec![self.and()?];
        while matches!(self.lexer.peek()?.kind, Kind::Or) {
            self.lexer.next()?;
            terms.push(self.and()?);
        }
        Ok(single(terms, Expression::Or))
    }

    fn and(&mut self) -> Result<Expression, ParseError> {
        let mut terms = vec![self.term()?];
        loop {
            match self.lexer.peek()?.kind {
                Kind::And => {
                    self.lexer.next()?;
                }
                Kind::Word(_) | Kind::Op('(' | '-' | '*') => terms.push(self.term()?),
                Kind::Regexp(_) | Kind::Or | Kind::Op(_) | Kind::End => {
                    return Ok(single(terms, Expression::And));
                }
            }
        }
    }

    fn term(&mut self) -> Result<Expression, ParseError> {
        let token = self.lexer.next()?;
        match token.kind {
            Kind::Op('*') => Ok(Expression::All),
            Kind::Op('-') => {
                self.descend(&token)?;
                let term = self.term()?;
                self.depth -= 1;
                Ok(Expression::Not(Box::new(term)))
            }
            Kind::Op('(') => {
                self.descend(&token)?;
                let inner = self.or()?;
                self.depth -= 1;
                let close = self.lexer.next()?;
                match close.kind {
                    Kind::Op(')') => Ok(inner),
                    Kind::End => close.trouble("missing \")\""),
                    Kind::Word(_) | Kind::Regexp(_) | Kind::And | Kind::Or | Kind::Op(_) => {
                        unexpected(&close)
                    }
                }
            }
            Kind::Word(bytes) => self.key_value(Word { bytes, span: token.span }),
            Kind::Regexp(_) | Kind::And | Kind::Or | Kind::Op(_) | Kind::End => {
                token.trouble("expected key:value or subexpression")
            }
        }
    }

    fn descend(&mut self, token: &Token) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth < DEPTH_MAX { Ok(()) } else { token.trouble("expression nests too deeply") }
    }

    fn key_value(&mut self, key: Word) -> Result<Expression, ParseError> {
        let colon = self.lexer.next()?;
        // Other languages use `!` to exclude.
        if !colon.is(':') {
            return expected(&key, &without_colon(&key.bytes));
        }
        let value = self.lexer.next_value()?;
        let patterns = match value.kind {
            Kind::Word(bytes) => vec![Pattern::Literal(bytes)],
            Kind::Regexp(regexp) => vec![Pattern::Regexp(regexp)],
            Kind::Op('(') => self.list()?,
            Kind::Op('*') if key.bytes.starts_with(b"/") => {
                let text = String::from_utf8_lossy(&key.bytes).into_owned();
                return expected(&key, &format!("; for any value, write -{text}:\"\""));
            }
            Kind::And | Kind::Or | Kind::Op(_) | Kind::End => return expected(&key, ""),
        };
        Ok(Expression::Match { key, patterns })
    }

    fn list(&mut self) -> Result<Vec<Pattern>, ParseError> {
        let mut patterns = Vec::new();
        loop {
            let value = self.lexer.next_value()?;
            patterns.push(match value.kind {
                Kind::Word(bytes) => Pattern::Literal(bytes),
                Kind::Regexp(regexp) => Pattern::Regexp(regexp),
                Kind::And | Kind::Or | Kind::Op(_) | Kind::End => {
                    return value.trouble("expected value");
                }
            });
            // Where a value is expected, `/` begins a regular expression.
            let separator = self.lexer.next_value()?;
            match separator.kind {
                Kind::Op(')') => return Ok(patterns),
                Kind::Or => {}
                Kind::Word(_) | Kind::Regexp(_) | Kind::And | Kind::Op(_) | Kind::End => {
                    return separator.trouble("value list must be separated by OR");
                }
            }
        }
    }
}

fn expected<T>(key: &Word, advice: &str) -> Result<T, ParseError> {
    Err(ParseError::new(key.span, format!("expected key:value{advice}")))
}

/// Returns advice on how to rewrite a word without a colon.
fn without_colon(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(word);
    match word {
        // Other languages use `!` and `NOT` to exclude.
        [b'!', ..] => "; to exclude, write - and not !".into(),
        b"NOT" | b"not" => "; to exclude, write - and not NOT".into(),
        [b'.' | b'/', ..] => format!(", such as {text}:VALUE"),
        _ if [&b"/op"[..], b"/s"].iter().any(|end| word.ends_with(end)) => {
            format!(", such as .unit:{text}")
        }
        // Keys of a configuration begin with a lower case letter.
        _ if text.chars().next().is_some_and(char::is_uppercase) => {
            format!(", such as .name:{text}")
        }
        _ => String::new(),
    }
}

fn single(
    mut terms: Vec<Expression>,
    several: impl FnOnce(Vec<Expression>) -> Expression,
) -> Expression {
    match terms.pop() {
        Some(only) if terms.is_empty() => only,
        Some(last) => {
            terms.push(last);
            several(terms)
        }
        None => Expression::All,
    }
}
