//! `projection = [ field { [","] field } ]`, `field = key [ "@" order ]`, `order = word | "(" column { column } ")"`,
//! `column = value | name ":" "(" value { value } ")"`.

use super::lexer::{Kind, Lexer};
use super::{ParseError, Word};
use crate::base::Span;

/// A field as it is written.
#[derive(Debug, Clone)]
pub(in crate::project) struct FieldSyntax {
    pub(in crate::project) key: Word,
    pub(in crate::project) order: OrderSyntax,
}

/// The order that follows `@`.
#[derive(Debug, Clone)]
pub(in crate::project) enum OrderSyntax {
    /// No order is given.
    Default,
    Named(Word),
    /// The values, and the position of the opening parenthesis.
    Fixed(Vec<ListedSyntax>, Span),
}

/// An item of a list: a single value, or several values that are grouped under a name.
#[derive(Debug, Clone)]
pub(in crate::project) struct ListedSyntax {
    pub(in crate::project) name: Vec<u8>,
    /// The values of the group; `None` for a single value.
    pub(in crate::project) values: Option<Vec<Word>>,
}

pub(in crate::project) fn parse_projection(query: &str) -> Result<Vec<FieldSyntax>, ParseError> {
    let mut lexer = Lexer::new(query);
    let mut fields = Vec::new();
    let mut token = lexer.next()?;
    if matches!(token.kind, Kind::End) {
        return Ok(fields);
    }
    loop {
        let expected = ParseError::new(token.span, "expected key");
        let key = token.word().ok_or(expected)?;
        token = lexer.next()?;
        let mut order = OrderSyntax::Default;
        if token.is('@') {
            order = parse_order(&mut lexer)?;
            token = lexer.next()?;
        }
        fields.push(FieldSyntax { key, order });
        if matches!(token.kind, Kind::End) {
            return Ok(fields);
        }
        if token.is(',') {
            token = lexer.next()?;
        }
    }
}

fn parse_order(lexer: &mut Lexer<'_>) -> Result<OrderSyntax, ParseError> {
    let token = lexer.next()?;
    if !token.is('(') {
        let expected =
            ParseError::new(token.span, "expected named sort order or parenthesized list");
        return token.word().map(OrderSyntax::Named).ok_or(expected);
    }
    let mut listed: Vec<ListedSyntax> = Vec::new();
    let mut next = lexer.next()?;
    loop {
        match next.kind {
            Kind::Word(name) => {
                next = lexer.next()?;
                let mut values = None;
                if next.is(':') {
                    // Any other text after a colon is the same error as without groups: the end of the list is
                    // missing.
                    if !lexer.peek()?.is('(') {
                        return next.trouble("missing )");
                    }
                    values = Some(parse_values(lexer)?);
                    next = lexer.next()?;
                }
                listed.push(ListedSyntax { name, values });
            }
            Kind::Op(')') if listed.is_empty() => return next.trouble("nothing to match"),
            Kind::Op(')') => return Ok(OrderSyntax::Fixed(listed, token.span)),
            Kind::Regexp(_) | Kind::And | Kind::Or | Kind::Op(_) | Kind::End => {
                return next.trouble("missing )");
            }
        }
    }
}

/// Parses the values after a name and its colon, from the parenthesis on.
fn parse_values(lexer: &mut Lexer<'_>) -> Result<Vec<Word>, ParseError> {
    lexer.next()?;
    let mut values = Vec::new();
    loop {
        let value = lexer.next()?;
        match value.kind {
            Kind::Word(bytes) => values.push(Word { bytes, span: value.span }),
            Kind::Op(')') if values.is_empty() => return value.trouble("nothing to match"),
            Kind::Op(')') => return Ok(values),
            Kind::Regexp(_) | Kind::And | Kind::Or | Kind::Op(_) | Kind::End => {
                return value.trouble("missing )");
            }
        }
    }
}
