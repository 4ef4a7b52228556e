//! `projection = [ field { [","] field } ]`, `field = key [ "@" order ]`.

use super::lexer::{Kind, Lexer};
use super::{ParseError, Word};
use crate::base::Span;

/// A field as it is written.
#[derive(Debug, Clone)]
pub(in crate::project) struct FieldSyntax {
    pub(in crate::project) key: Word,
    pub(in crate::project) order: OrderSyntax,
}

/// What follows `@`.
#[derive(Debug, Clone)]
pub(in crate::project) enum OrderSyntax {
    /// Nothing.
    Default,
    Named(Word),
    /// The values, and the opening parenthesis.
    Fixed(Vec<Vec<u8>>, Span),
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
    let mut values = Vec::new();
    loop {
        let value = lexer.next()?;
        match value.kind {
            Kind::Word(bytes) => values.push(bytes),
            Kind::Op(')') if values.is_empty() => return value.trouble("nothing to match"),
            Kind::Op(')') => return Ok(OrderSyntax::Fixed(values, token.span)),
            _ => return value.trouble("missing )"),
        }
    }
}
