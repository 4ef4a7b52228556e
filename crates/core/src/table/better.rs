//! Which way a unit is better.

use super::cells::Cells;
use super::settings::AnalysisSettings;
use crate::base::{Error, Span};
use crate::format::gobench::number::parse_float;
use crate::store::Store;
use crate::unit::{Direction, direction, tidy};

/// Reads `unit=higher`; the unit is tidied.
pub(crate) fn parse_better(text: &str) -> Result<(Vec<u8>, Direction), Error> {
    let error = |start: usize, message: &str| {
        Error::syntax("better", text, Span { start, end: text.len() }, message.into())
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

/// Which way a tidied unit is better: as the query says, else as the logs say, else by its nature.
pub(super) fn better(
    store: &Store,
    cells: &Cells,
    unit: u32,
    wanted: Option<&AnalysisSettings>,
) -> Option<Direction> {
    let text = cells.derived.unit_text(store, unit);
    let all = wanted.map_or(&[][..], |wanted| &wanted.better);
    let given = all.iter().rev().find(|(given, _)| given == text);
    let told = || store.units.metadata(unit, b"better").and_then(Direction::from_metadata);
    given.map(|&(_, direction)| direction).or_else(told).or_else(|| direction(text))
}

/// A share: `1%` or `0.01`.
pub fn parse_share(text: &str) -> Option<f64> {
    let (number, over) = match text.trim().strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text.trim(), 1.0),
    };
    parse_float(number.as_bytes()).ok().map(|share| share / over).filter(|s| s.is_finite())
}
