//! The subject of a rule: a unit, or a filter.
//!
//! Takes the text before the colon of an inline rule, or the value of `match` in a rule file; gives a filter for rows,
//! or for tables if the rule concerns their geometric mean. Guarantees that the same text has the same meaning in both.

use super::limit::words;
use crate::project::{Filter, ParseError, Room};
use crate::unit::{CLOCKS, tidy};

/// The subject of rules for wall time or CPU time.
const TIME: &str = "time";

/// The subject of a rule.
pub(super) struct Head {
    pub(super) filter: Filter,
    /// Whether it concerns the geometric mean of tables rather than their rows.
    pub(super) is_geomean: bool,
    /// Whether it concerns the clock that shows the change of each row better.
    pub(super) is_of_clocks: bool,
}

/// Reads a unit, `time`, `geomean` and a unit, or a filter. A filter has a colon of its own, or is `*`. The regular expressions
/// of all rules share `room`.
pub(super) fn read_head(room: &mut Room, head: &str) -> Result<Head, ParseError> {
    let of_rows = |filter| Head { filter, is_geomean: false, is_of_clocks: false };
    if head == "*" || head.contains(':') {
        return Filter::parse(room, head).map(of_rows);
    }
    let mut all = words(head);
    let (first, second, third) = (all.next(), all.next(), all.next());
    if let (Some(word), Some(unit), None) = (first, second, third)
        && &head[word.start..word.end] == "geomean"
    {
        let unit = &head[unit.start..unit.end];
        if unit == TIME {
            let message = "time selects a clock for each benchmark: use geomean sec/op".into();
            return Err(ParseError { span: second.unwrap_or(word), message });
        }
        return Ok(Head { is_geomean: true, ..of_rows(of_unit(unit)) });
    }
    if let Some(second) = second {
        return Err(ParseError { span: second, message: "expected a colon after the unit".into() });
    }
    if head == TIME {
        let filter = Filter::of_units(CLOCKS.map(|unit| unit.as_bytes().to_vec()));
        return Ok(Head { is_of_clocks: true, ..of_rows(filter) });
    }
    Ok(of_rows(of_unit(head)))
}

fn of_unit(unit: &str) -> Filter {
    let unit = unit.as_bytes();
    Filter::of_units([tidy(unit).map_or_else(|| unit.to_vec(), |tidy| tidy.unit)])
}
