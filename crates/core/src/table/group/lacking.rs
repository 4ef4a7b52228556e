//! Series without a unit that benchlens computes for others, for example a quantile that needs more requests.
//!
//! A load test of some requests gives a number for each unit, and a derived unit one for each line. If the number does
//! not exist, the benchmark was measured all the same, so a gate must not mistake it for one that was not.

use super::derive::Derived;
use crate::project::Schema;
use crate::store::Store;
use crate::unit::is_of_load_tests;

/// A series without a unit that the query asks for, in all or some of its rows.
#[derive(Clone, Copy)]
pub(in crate::table) struct Lacking {
    pub(super) series: u32,
    /// The tidied unit.
    pub(super) unit: u32,
    /// The number of rows without it.
    pub(super) rows: u64,
}

/// Lists the series that lack a unit which others have.
pub(super) fn lacking(store: &Store, schema: &Schema, derived: &Derived) -> Vec<Lacking> {
    let units = &store.units;
    let all = 0..units.tidied_len();
    let of_load: Vec<u32> = all.filter(|&unit| is_of_load_tests(units.tidied(unit))).collect();
    let mut found = Vec::new();
    if of_load.is_empty() && derived.units().next().is_none() {
        return found;
    }
    let several = |&series: &u32| has_several_units(store, series);
    for series in (0..store.series.count() as u32).filter(several) {
        let own: Vec<u32> = units_of(store, series).collect();
        let lacks = |&unit: &u32| {
            !own.contains(&unit) && schema.keeps_unit(store, series, units.tidied(unit))
        };
        let rows = store.rows_of(series);
        let all = of_load.iter().copied().filter(lacks);
        found.extend(all.map(|unit| Lacking { series, unit, rows }));
        let lost = derived.lost(store, schema, series).into_iter();
        found.extend(lost.map(|(unit, rows)| Lacking { series, unit, rows }));
    }
    found
}

/// Returns whether the lines of a series have several units, so that each is a run. Other logs have a line of its own for
/// each unit.
pub(super) fn has_several_units(store: &Store, series: u32) -> bool {
    units_of(store, series).nth(1).is_some()
}

/// Returns the tidied units of a series.
fn units_of(store: &Store, series: u32) -> impl Iterator<Item = u32> {
    let (_, layout) = store.series.get(series);
    store.layouts.get(layout).iter().map(|&unit| store.units.tidied_id(unit))
}
