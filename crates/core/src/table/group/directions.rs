//! The syntax of directions in queries.

use crate::base::{Error, Span};
use crate::unit::{Direction, tidy};

/// Reads `unit=higher`, and tidies the unit.
pub(crate) fn parse_better(text: &str) -> Result<(Vec<u8>, Direction), Error> {
    let error = |start: usize, message: &str| {
        Error::syntax("better", text, Span { start, end: text.len() }, message)
    };
    let Some((unit, word)) = text.rsplit_once('=') else {
        return Err(error(text.len(), "expected unit=higher or unit=lower"));
    };
    let Some(direction) = Direction::from_metadata(word.as_bytes()) else {
        return Err(error(unit.len() + 1, "expected higher or lower"));
    };
    if unit.is_empty() {
        return Err(error(0, "expected a unit"));
    }
    let tidied = tidy(unit.as_bytes()).map_or_else(|| unit.as_bytes().to_vec(), |tidy| tidy.unit);
    Ok((tidied, direction))
}
