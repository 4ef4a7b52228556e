//! The subject of a rule: a unit, or a filter.
//!
//! Takes the text before the colon of an inline rule, or the value of `match` in a rule file; gives a filter for rows,
//! or for tables if the rule concerns their geometric mean. Guarantees that the same text has the same meaning in both.

use super::limit::words;
use crate::project::{Filter, ParseError, Room};
use crate::unit::tidy;

/// The subject of a rule.
pub(super) struct Head {
    pub(super) filter: Filter,
    /// Whether it concerns the geometric mean of tables rather than their rows.
    pub(super) is_geomean: bool,
}

/// Reads a unit, `geomean` and a unit, or a filter. A filter has a colon of its own, or is `*`. The regular expressions
/// of all rules share `room`.
pub(super) fn read_head(room: &mut Room, head: &str) -> Result<Head, ParseError> {
    let of_rows = |filter| Head { filter, is_geomean: false };
    if head == "*" || head.contains(':') {
        return Filter::parse(room, head).map(of_rows);
    }
    let mut all = words(head);
    let (first, second, third) = (all.next(), all.next(), all.next());
    if let (Some(word), Some(unit), None) = (first, second, third)
        && &head[word.start..word.end] == "geomean"
    {
        return Ok(Head { filter: of_unit(&head[unit.start..unit.end]), is_geomean: true });
    }
    if let Some(second) = second {
        return Err(ParseError { span: second, message: "expected a colon after the unit".into() });
    }
    Ok(of_rows(of_unit(head)))
}

fn of_unit(unit: &str) -> Filter {
    let unit = unit.as_bytes();
    Filter::of_unit(tidy(unit).map_or_else(|| unit.to_vec(), |tidy| tidy.unit))
}
