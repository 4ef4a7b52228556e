//! Series of load tests that lack a quantile, for example because their runs have too few requests for it.

use crate::project::Schema;
use crate::store::Store;
use crate::unit::quantile;

/// A series without a quantile that the query asks for.
#[derive(Clone, Copy)]
pub(in crate::table) struct Lacking {
    pub(super) series: u32,
    /// The tidied unit.
    pub(super) unit: u32,
}

/// Lists the series that lack a quantile which others have.
pub(super) fn lacking(store: &Store, schema: &Schema) -> Vec<Lacking> {
    let units = &store.units;
    let all = 0..units.tidied_len();
    let quantiles: Vec<u32> = all.filter(|&unit| quantile(units.tidied(unit)).is_some()).collect();
    if quantiles.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for series in
        (0..store.series.count() as u32).filter(|&series| has_several_units(store, series))
    {
        let own: Vec<u32> = units_of(store, series).collect();
        let lacks = |&unit: &u32| {
            !own.contains(&unit) && schema.keeps_unit(store, series, units.tidied(unit))
        };
        let units = quantiles.iter().copied().filter(lacks);
        found.extend(units.map(|unit| Lacking { series, unit }));
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
