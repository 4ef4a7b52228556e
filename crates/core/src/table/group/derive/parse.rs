//! Parses expressions such as `ops/s = 1 / sec/op` into steps.
//!
//! White space separates tokens, because units contain `/`, `*` and `-`.

use super::steps::{Step, Variable};
use crate::base::{Error, Span, parse_float, quoted};
use crate::project::Key;
use crate::unit::tidy;

/// The expressions behind the short names.
const SHORT: [(&str, &str); 2] = [
    ("speedup", "speedup = @sec/op / sec/op"),
    ("efficiency", "efficiency = ( @sec/op / sec/op ) / ( /gomaxprocs / @/gomaxprocs )"),
];

/// The maximum depth of parentheses: no real expression needs more, and the parser recurses.
const DEPTH: usize = 64;

/// A unit and how it is computed, in the order of a stack machine.
pub(super) struct Parsed {
    pub(super) unit: Vec<u8>,
    /// Each variable with its position in the text.
    pub(super) variables: Vec<(Variable, Span)>,
    pub(super) steps: Vec<Step>,
}

struct Token<'t> {
    text: &'t str,
    span: Span,
}

struct Parser<'t> {
    query: &'t str,
    tokens: Vec<Token<'t>>,
    next: usize,
    depth: usize,
    variables: Vec<(Variable, Span)>,
    steps: Vec<Step>,
}

/// Returns whether a query consists of one of the short names.
pub(super) fn is_short_name(query: &str) -> bool {
    SHORT.into_iter().any(|(name, _)| name == query.trim())
}

pub(super) fn parse(query: &str) -> Result<Parsed, Error> {
    let short = SHORT.into_iter().find(|&(name, _)| name == query.trim());
    let query = short.map_or(query, |(_, long)| long);
    let tokens: Vec<Token<'_>> = tokens(query).collect();
    let (variables, steps) = (Vec::new(), Vec::new());
    let mut parser = Parser { query, tokens, next: 0, depth: 0, variables, steps };
    let unit = parser.take().map(|token| token.text.as_bytes().to_vec());
    let equals = parser.peek() == Some("=");
    let Some(unit) = unit.filter(|unit| equals && unit != b"=") else {
        return Err(parser.error("expected a unit, `=` and an expression, separated by spaces"));
    };
    parser.next += 1;
    parser.sum()?;
    if parser.next < parser.tokens.len() {
        return Err(parser.error("expected an operator: + - * / with spaces around it"));
    }
    Ok(Parsed { unit, variables: parser.variables, steps: parser.steps })
}

fn tokens(query: &str) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    query.split(char::is_whitespace).filter_map(move |text| {
        let start = at;
        // A space may be several bytes long.
        let space = query[start + text.len()..].chars().next().map_or(0, char::len_utf8);
        at = start + text.len() + space;
        let span = Span { start, end: start + text.len() };
        (!text.is_empty()).then_some(Token { text, span })
    })
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.next).map(|token| token.text)
    }

    fn take(&mut self) -> Option<&Token<'t>> {
        self.next += 1;
        self.tokens.get(self.next - 1)
    }

    /// Returns an error at the next token, or at the end.
    fn error(&self, message: impl Into<String>) -> Error {
        let end = Span { start: self.query.len(), end: self.query.len() };
        let span = self.tokens.get(self.next).map_or(end, |token| token.span);
        Error::syntax("derive", self.query, span, message.into())
    }

    fn sum(&mut self) -> Result<(), Error> {
        self.product()?;
        loop {
            let step = match self.peek() {
                Some("+") => Step::Add,
                Some("-") => Step::Subtract,
                _ => return Ok(()),
            };
            self.next += 1;
            self.product()?;
            self.steps.push(step);
        }
    }

    fn product(&mut self) -> Result<(), Error> {
        self.factor()?;
        loop {
            let step = match self.peek() {
                Some("*") => Step::Multiply,
                Some("/") => Step::Divide,
                _ => return Ok(()),
            };
            self.next += 1;
            self.factor()?;
            self.steps.push(step);
        }
    }

    fn factor(&mut self) -> Result<(), Error> {
        match self.peek() {
            None => Err(self.error("expected a number, a unit or a key")),
            Some("(") => {
                self.depth += 1;
                if DEPTH < self.depth {
                    return Err(self.error("too many parentheses"));
                }
                self.next += 1;
                self.sum()?;
                if self.peek() != Some(")") {
                    return Err(self.error("expected `)`"));
                }
                self.depth -= 1;
                self.next += 1;
                Ok(())
            }
            Some(")" | "=" | "+" | "-" | "*" | "/") => {
                Err(self.error("expected a number, a unit or a key"))
            }
            Some(text) => {
                self.operand(text)?;
                self.next += 1;
                Ok(())
            }
        }
    }

    fn operand(&mut self, text: &str) -> Result<(), Error> {
        let numeric = text.trim_start_matches(['+', '-']).trim_start_matches('.');
        if numeric.starts_with(|c: char| c.is_ascii_digit()) {
            let Ok(number) = parse_float(text.as_bytes()) else {
                let hint = match numeric.find(['*', '/']) {
                    Some(at) => format!("; put spaces around {}", &numeric[at..=at]),
                    None => String::new(),
                };
                return Err(self.error(format!("not a number: {}{hint}", quoted(text.as_bytes()))));
            };
            self.steps.push(Step::Number(number));
            return Ok(());
        }
        let variable = self.variable(text)?;
        let known = self.variables.iter().position(|(v, _)| *v == variable);
        let span = self.tokens[self.next].span;
        let index = known.unwrap_or_else(|| {
            self.variables.push((variable, span));
            self.variables.len() - 1
        });
        self.steps.push(Step::Variable(index));
        Ok(())
    }

    fn variable(&self, text: &str) -> Result<Variable, Error> {
        let (at_lowest, name) = match text.strip_prefix('@') {
            Some(name) => (true, name),
            None => (false, text),
        };
        match name {
            "" => Err(self.error("expected a unit or /gomaxprocs behind `@`")),
            "iters" if !at_lowest => Ok(Variable::Iterations),
            "/gomaxprocs" if at_lowest => Ok(Variable::LowestGoMaxProcs),
            "/gomaxprocs" => Ok(Variable::Key(Key::GoMaxProcs)),
            _ if name.starts_with('.') || (at_lowest && name.starts_with('/')) => {
                let message = "neither a unit nor /key, /1, /2, … or iters";
                Err(self.error(format!("{message}: {}", quoted(text.as_bytes()))))
            }
            _ if name.starts_with('/') => {
                Ok(Variable::Key(Key::NamePart([name.as_bytes(), b"="].concat())))
            }
            _ => {
                let (unit, scale) = match tidy(name.as_bytes()) {
                    // In floating point, the reciprocal of 1e-9 is not 1e9.
                    Some(tidy) if tidy.factor < 1.0 => {
                        (tidy.unit, ((1.0 / tidy.factor).round(), 1.0))
                    }
                    Some(tidy) => (tidy.unit, (1.0, tidy.factor)),
                    None => (name.as_bytes().to_vec(), (1.0, 1.0)),
                };
                Ok(Variable::Unit { unit, scale, at_lowest })
            }
        }
    }
}
