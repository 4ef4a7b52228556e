//! Directions and assumptions of units, for a gate.
//!
//! Takes a store and the cells of a query; gives for each table which direction is better and whether its values are
//! exact. Guarantees that the compared logs do not set the rules: `-better` counts first, then a log with baselines,
//! then the nature of the unit. Must not know rules or values.

use crate::base::shell::push_word;
use crate::base::{Error, Sentence, quoted};
use crate::gate::{GateError, GateStatus};
use crate::project::{Key, key_value};
use crate::store::Store;
use crate::table::{AnalysisSettings, Assumption, Cells, Table};
use crate::unit::{Direction, direction};

/// Asks which way is better for a unit. `name` is the unit as the sentence shows it.
pub(super) fn unknown_direction(name: &str, unit: &[u8]) -> Sentence {
    let mut better = b" ".to_vec();
    push_word(&mut better, &[unit, b"=lower"].concat());
    let sentence = format!("which way is better is not known for {name}: add ");
    Sentence::from(sentence).and_setting("better").and(better).and(" or =higher")
}

/// The facts about a table's unit that a gate uses.
#[derive(Debug, Clone, Copy)]
pub(super) struct GateFacts {
    pub(super) better: Option<Direction>,
    pub(super) is_exact: bool,
    /// Whether the report assumes that the values are exact although only the new side says so.
    pub(super) is_exact_by_new_alone: bool,
}

/// The statements of the logs about units, and which logs have baselines.
pub(super) struct Units<'a> {
    store: &'a Store,
    cells: &'a Cells,
    wanted: &'a AnalysisSettings,
    /// `better` and `assume` of `Unit` lines: the unit, the index of the input and the value.
    better: Vec<(u32, usize, &'a [u8])>,
    assume: Vec<(u32, usize, &'a [u8])>,
    /// Whether an input has baselines, by its index.
    has_baselines: Vec<bool>,
    reported: Vec<Error>,
}

impl<'a> Units<'a> {
    pub(super) fn new(store: &'a Store, cells: &'a Cells, wanted: &'a AnalysisSettings) -> Self {
        let [better, assume] = [&b"better"[..], b"assume"].map(|key| store.unit_values(key));
        let mut has_baselines = Vec::new();
        if !better.is_empty() || !assume.is_empty() {
            let labels = baseline_labels(store, cells);
            let is_one = |label: &[u8]| labels.binary_search(&label).is_ok();
            has_baselines = store.inputs().iter().map(|input| is_one(&input.label)).collect();
        }
        Units { store, cells, wanted, better, assume, has_baselines, reported: Vec::new() }
    }

    /// Returns the facts about a table's unit.
    pub(super) fn facts(&mut self, unit: u32, table: &Table) -> GateFacts {
        let exact = table.assumption == Assumption::Exact;
        let said = said(&self.assume, unit);
        let is_exact = exact && self.by_baseline(said).any(|value| value == b"exact");
        GateFacts { better: self.better(unit), is_exact, is_exact_by_new_alone: exact && !is_exact }
    }

    /// Returns the statement of logs with baselines.
    fn by_baseline<'s>(
        &'s self,
        said: &'s [(u32, usize, &'a [u8])],
    ) -> impl Iterator<Item = &'a [u8]> + 's {
        said.iter().filter(|&&(_, input, _)| self.has_baselines[input]).map(|&(_, _, value)| value)
    }

    fn better(&mut self, unit: u32) -> Option<Direction> {
        let text = self.cells.derived.unit_text(self.store, unit);
        let given = self.wanted.better.iter().rev().find(|(given, _)| given == text);
        if let Some(&(_, direction)) = given {
            return Some(direction);
        }
        let said = said(&self.better, unit);
        let base = self.by_baseline(said).find_map(Direction::from_metadata);
        let counts = base.or_else(|| direction(text));
        let other = said.iter().find_map(|&(_, input, value)| {
            let claimed = Direction::from_metadata(value).filter(|_| !self.has_baselines[input])?;
            (Some(claimed) != counts).then_some((input, claimed))
        });
        if let Some((input, claimed)) = other {
            let input = String::from_utf8_lossy(&self.store.inputs()[input].name);
            let (unit, claimed) = (quoted(text), claimed.word());
            let instead = match counts {
                Some(counts) => format!("the gate uses {}", counts.word()),
                None => "the gate ignores this".into(),
            };
            let message = format!(
                "only {input} says that {claimed} is better for {unit}: {instead}; override with "
            );
            let error = Error::range("gate", Sentence::from(message).and_setting("better"));
            if !self.reported.contains(&error) {
                self.reported.push(error);
            }
        }
        counts
    }

    /// Returns notes for the author of a log.
    pub(super) fn errors(&mut self) -> Vec<GateError> {
        let reported = std::mem::take(&mut self.reported).into_iter();
        reported.map(|error| GateError { status: GateStatus::Passed, error }).collect()
    }
}

/// Returns the lines about one unit.
fn said<'s, 'a>(lines: &'s [(u32, usize, &'a [u8])], unit: u32) -> &'s [(u32, usize, &'a [u8])] {
    let start = lines.partition_point(|&(other, ..)| other < unit);
    let length = lines[start..].partition_point(|&(other, ..)| other == unit);
    &lines[start..start + length]
}

/// Returns the labels of the inputs that baselines come from, ascending.
fn baseline_labels<'a>(store: &'a Store, cells: &Cells) -> Vec<&'a [u8]> {
    let mut labels = Vec::new();
    let mut bases = cells.columns();
    match cells.base {
        Some(base) => bases = vec![base],
        // Each column is the baseline of the next one.
        None => bases.truncate(bases.len().saturating_sub(1)),
    }
    let all = cells.tables.iter().flat_map(|t| t.cells.iter().map(move |cell| (t, cell)));
    for (_, cell) in all.filter(|(t, cell)| bases.contains(&t.columns[cell.column as usize])) {
        for piece in cells.pieces(cell) {
            let (identity, _) = store.series.get(piece.series);
            let label = key_value(&Key::File, store, identity);
            if labels.last() != Some(&label) {
                labels.push(label);
            }
        }
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
