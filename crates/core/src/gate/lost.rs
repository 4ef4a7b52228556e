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

/// A benchmark, and the unit whose measurements are not numbers; without a unit, the whole result is invalid.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Row<'a> {
    benchmark: Benchmark<'a>,
    unit: Option<Vec<u8>>,
}

/// A name, without `Benchmark`, and the keys and values that separate rows or tables.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Benchmark<'a> {
    name: &'a [u8],
    config: BTreeMap<&'a [u8], &'a [u8]>,
}

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
        let Row { benchmark: Benchmark { name, config }, unit } = &self.row;
        let unit = unit.as_deref().unwrap_or(b"result");
        let [unit, name] = [unit, name].map(String::from_utf8_lossy);
        write!(f, "{}; no version has a {unit} of Benchmark{name}", self.lines.first)?;
        if let Some(pkg) = config.get(&b"pkg"[..]) {
            write!(f, " in {}", String::from_utf8_lossy(pkg))?;
        }
        Ok(())
    }
}

/// Returns the lost rows, in the order of their names. Diagnostics for which `is_of_failure` returns true are not counted.
/// The name on an invalid line is whole, because a line that ends with its name is not invalid.
pub(super) fn lost<'a>(
    store: &'a Store,
    is_of_failure: impl Fn(usize, &Diagnostic) -> bool,
    separates: impl Fn(&[u8]) -> bool,
) -> Vec<Lost<'a>> {
    let mut rows: BTreeMap<Row<'a>, Lines<'a>> = BTreeMap::new();
    for (index, input) in store.inputs().iter().enumerate() {
        for found in store.diagnostics_of(index) {
            let Some(row) = row_of(&found.problem, &separates) else { continue };
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
        let names = rows.keys().map(|row| row.benchmark.name).collect();
        let measured = measured(store, &names, &separates);
        rows.retain(|Row { benchmark, unit }, _| {
            let units = measured.get(benchmark);
            units.is_none_or(|units| unit.as_ref().is_some_and(|unit| !units.contains(&unit[..])))
        });
    }
    rows.into_iter().map(|(row, lines)| Lost { row, lines }).collect()
}

/// Returns the benchmarks of these names that have results, each with its tidied units.
fn measured<'a>(
    store: &'a Store,
    names: &BTreeSet<&[u8]>,
    separates: impl Fn(&[u8]) -> bool,
) -> BTreeMap<Benchmark<'a>, BTreeSet<&'a [u8]>> {
    let mut measured: BTreeMap<Benchmark<'a>, BTreeSet<&[u8]>> = BTreeMap::new();
    for series in 0..store.series.count() as u32 {
        let (identity, layout) = store.series.get(series);
        let (name, config) = store.identities.get(identity);
        let name = store.names.get(name);
        if !names.contains(name) {
            continue;
        }
        let entries = store.configs.entries(config).into_iter();
        let entries = entries.map(|(key, value)| (store.keys.get(key), store.values.get(value)));
        let config = entries.filter(|(key, _)| separates(key)).collect();
        let benchmark = Benchmark { name, config };
        let units = measured.entry(benchmark).or_default();
        let written = store.layouts.get(layout).iter();
        units.extend(written.map(|&unit| store.units.tidied(store.units.tidied_id(unit))));
    }
    measured
}

/// Returns the row that a line would have been part of.
fn row_of(problem: &Problem, separates: impl Fn(&[u8]) -> bool) -> Option<Row<'_>> {
    let (name, config, unit) = if let Problem::Syntax { name, loss, config, .. } = problem {
        (Some(name).filter(|_| *loss != Loss::Nothing)?, config, None)
    } else if let Problem::NotANumber { name, unit, config } = problem {
        (name, config, Some(tidy(unit).map_or_else(|| unit.clone(), |tidy| tidy.unit)))
    } else {
        return None;
    };
    let config = config.iter().filter(|own| separates(&own.key));
    let config = config.map(|own| (&own.key[..], &own.value[..])).collect();
    let benchmark = Benchmark { name, config };
    (!name.is_empty()).then_some(Row { benchmark, unit })
}
