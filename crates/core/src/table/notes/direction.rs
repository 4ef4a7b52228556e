//! Units to which a log gives the opposite of their usual direction.

use crate::base::Text;
use crate::base::sort::sort_copies;
use crate::store::Store;
use crate::table::group::cells::Cells;
use crate::table::group::settings::AnalysisSettings;
use crate::table::model::Note;
use crate::unit::{Direction, direction};

/// Returns notes on units to which a log gives the opposite of their usual direction.
pub(in crate::table) fn overridden(
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
