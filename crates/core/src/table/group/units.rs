//! The known facts about a unit: how its values are treated, and which direction is better.

use super::cells::Cells;
use super::settings::AnalysisSettings;
use crate::store::Store;
use crate::table::model::Assumption;
use crate::unit::{self, Direction, direction, is_time};

/// The facts that all cells of a table share.
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
pub(in crate::table) struct UnitFacts {
    pub(in crate::table) assumption: Assumption,
    pub(in crate::table) direction: Option<Direction>,
    /// Whether comparisons are analyzed.
    pub(in crate::table) is_analysed: bool,
    /// Whether a clock measures the values.
    pub(in crate::table) is_time: bool,
    /// Whether the machine's speed cannot change them.
    pub(in crate::table) is_count: bool,
}

impl UnitFacts {
    /// Returns the facts of each table.
    pub(in crate::table) fn of_tables(
        store: &Store,
        cells: &Cells,
        analysis: Option<&AnalysisSettings>,
    ) -> Vec<UnitFacts> {
        let facts = |unit: u32| UnitFacts {
            assumption: assumption(store, unit),
            direction: better(store, cells, unit, analysis),
            is_analysed: analysis
                .is_some_and(|wanted| wanted.concerns(cells.derived.unit_text(store, unit))),
            is_time: is_time(cells.derived.unit_text(store, unit)),
            is_count: is_count(store, cells, unit),
        };
        cells.tables.iter().map(|table| facts(table.unit)).collect()
    }
}

/// Returns the assumption about a tidied unit.
pub(in crate::table) fn assumption(store: &Store, unit: u32) -> Assumption {
    match store.units.metadata(unit, b"assume") {
        Some(b"exact") => Assumption::Exact,
        _ => Assumption::Nothing,
    }
}

/// Returns whether the machine's speed cannot change the values of a tidied unit: because a `Unit` line says that the
/// order of their runs does not matter, or by the unit's nature.
pub(in crate::table) fn is_count(store: &Store, cells: &Cells, unit: u32) -> bool {
    store.units.metadata(unit, b"order") == Some(b"any")
        || unit::is_count(cells.derived.unit_text(store, unit))
}

/// Returns which direction of a tidied unit is better: the query decides, otherwise the logs, otherwise the unit's
/// nature.
fn better(
    store: &Store,
    cells: &Cells,
    unit: u32,
    wanted: Option<&AnalysisSettings>,
) -> Option<Direction> {
    let text = cells.derived.unit_text(store, unit);
    let all = wanted.map_or(&[][..], |wanted| &wanted.better);
    let given = all.iter().rev().find(|(given, _)| given == text);
    let reported = || store.units.metadata(unit, b"better").and_then(Direction::from_metadata);
    given.map(|&(_, direction)| direction).or_else(reported).or_else(|| direction(text))
}
