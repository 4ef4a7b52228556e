//! Which way a unit is better.

use super::Note;
use super::cells::Cells;
use super::settings::AnalysisSettings;
use crate::base::sort::sort_copies;
use crate::base::{Error, Span, Text};
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

/// Units that a log calls better the other way round than they are by their nature.
pub(super) fn overridden(
    store: &Store,
    cells: &Cells,
    wanted: Option<&AnalysisSettings>,
) -> Vec<Note> {
    let mut units: Vec<u32> = cells.tables.iter().map(|table| table.unit).collect();
    sort_copies(&mut units, &mut |a, b| a.cmp(b));
    let said = store.unit_values(b"better");
    let note = |lines: &[(u32, usize, &[u8])]| {
        let unit = units.binary_search(&lines[0].0).ok().map(|at| units[at])?;
        let text = cells.derived.unit_text(store, unit);
        let is_given = wanted.is_some_and(|wanted| wanted.better.iter().any(|(u, _)| u == text));
        let usual = direction(text).filter(|_| !is_given)?;
        let other = |&(_, input, value): &(u32, usize, &[u8])| {
            let better = Direction::from_metadata(value)?;
            (better != usual).then_some((input, better))
        };
        let (input, better) = lines.iter().find_map(other)?;
        let input = Text::from(&store.inputs()[input].name[..]);
        Some(Note::DirectionOverridden { unit: Text::from(text), better, input })
    };
    said.chunk_by(|a, b| a.0 == b.0).filter_map(note).collect()
}
