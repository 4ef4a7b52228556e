//! What a rule is about: a unit, or a filter.
//!
//! Takes the text before the colon of an inline rule, or the value of `match` in a rule file; gives a filter.
//! The same text means the same in both.

use super::limit::words;
use crate::project::{Filter, ParseError, Room};
use crate::unit::tidy;

/// A unit, or a filter: what has a colon of its own, or is `*`.
/// The regular expressions of all rules have room together.
pub(super) fn read_head(room: &mut Room, head: &str) -> Result<Filter, ParseError> {
    if head == "*" || head.contains(':') {
        return Filter::parse(room, head);
    }
    if let Some(second) = words(head).nth(1) {
        return Err(ParseError {
            span: second,
            message: "expected a colon behind the unit".into(),
        });
    }
    let unit = head.as_bytes();
    Ok(Filter::of_unit(tidy(unit).map_or_else(|| unit.to_vec(), |tidy| tidy.unit)))
}
