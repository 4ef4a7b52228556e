//! Finds rows of which two versions have nothing but invalid lines.
//!
//! Takes a store; gives each row with its first invalid line. A row that both sides lost is missing on neither side, so
//! no rule notices that it is gone. Must not know gates.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::format::{Loss, Problem};
use crate::store::{Diagnostic, Store};
use crate::unit::tidy;

/// A benchmark, or one unit of it, that inputs with different labels have only on invalid lines.
pub(super) struct Lost<'a> {
    row: Row<'a>,
    lines: Lines<'a>,
}

/// The name of a benchmark, without `Benchmark`, and the unit whose measurements are not numbers; without a unit, the
/// whole result is invalid.
type Row<'a> = (&'a [u8], Option<Vec<u8>>);

/// The invalid lines of a row.
struct Lines<'a> {
    first: &'a Diagnostic,
    inputs: BTreeSet<usize>,
    labels: BTreeSet<&'a [u8]>,
}

impl Lost<'_> {
    /// Returns the indexes of the inputs with its lines.
    pub(super) fn inputs(&self) -> impl Iterator<Item = usize> {
        self.lines.inputs.iter().copied()
    }
}

impl fmt::Display for Lost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, unit) = &self.row;
        let unit = unit.as_deref().unwrap_or(b"result");
        let [unit, name] = [unit, name].map(String::from_utf8_lossy);
        write!(f, "{}; no version has a {unit} of Benchmark{name}", self.lines.first)
    }
}

/// Returns the lost rows, in the order of their names. Diagnostics for which `is_of_failure` returns true are not counted.
/// The name on an invalid line is whole, because a line that ends with its name is not invalid.
pub(super) fn lost<'a>(
    store: &'a Store,
    is_of_failure: impl Fn(usize, &Diagnostic) -> bool,
) -> Vec<Lost<'a>> {
    let mut rows: BTreeMap<Row<'a>, Lines<'a>> = BTreeMap::new();
    for (index, input) in store.inputs().iter().enumerate() {
        for found in store.diagnostics_of(index) {
            let Some(row) = row_of(&found.problem) else { continue };
            if is_of_failure(index, found) {
                continue;
            }
            let (inputs, labels) = (BTreeSet::new(), BTreeSet::new());
            let lines = rows.entry(row).or_insert(Lines { first: found, inputs, labels });
            lines.inputs.insert(index);
            lines.labels.insert(&input.label);
        }
    }
    rows.retain(|_, lines| 1 < lines.labels.len());
    if !rows.is_empty() {
        let measured = measured(store);
        rows.retain(|(name, unit), _| {
            let units = measured.get(name);
            units.is_none_or(|units| unit.as_ref().is_some_and(|unit| !units.contains(&unit[..])))
        });
    }
    rows.into_iter().map(|(row, lines)| Lost { row, lines }).collect()
}

/// Returns the names that have results, each with its tidied units.
fn measured(store: &Store) -> BTreeMap<&[u8], BTreeSet<&[u8]>> {
    let mut measured: BTreeMap<&[u8], BTreeSet<&[u8]>> = BTreeMap::new();
    for series in 0..store.series.count() as u32 {
        let (identity, layout) = store.series.get(series);
        let units = measured.entry(store.names.get(store.identities.get(identity).0)).or_default();
        let written = store.layouts.get(layout).iter();
        units.extend(written.map(|&unit| store.units.tidied(store.units.tidied_id(unit))));
    }
    measured
}

/// Returns the row that a line would have been part of.
fn row_of(problem: &Problem) -> Option<Row<'_>> {
    let (name, unit) = if let Problem::Syntax { name, loss, .. } = problem {
        (Some(name).filter(|_| *loss != Loss::Nothing)?, None)
    } else if let Problem::NotANumber { name, unit } = problem {
        (name, Some(tidy(unit).map_or_else(|| unit.clone(), |tidy| tidy.unit)))
    } else {
        return None;
    };
    (!name.is_empty()).then_some((&name[..], unit))
}
