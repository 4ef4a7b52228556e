//! Explains that no result has a unit.

use super::{Key, nearest};
use crate::base::quoted;
use crate::store::Store;

/// The maximum number of units in an explanation.
const UNITS: usize = 8;

/// Returns the first tidied units of results, in the order in which they come.
pub(crate) fn some_units<'s>(
    store: &'s Store,
    derived: impl Iterator<Item = &'s [u8]>,
) -> Vec<&'s [u8]> {
    let mut known: Vec<&[u8]> = Vec::new();
    for &unit in (0..store.layouts.count() as u32).flat_map(|i| store.layouts.get(i)) {
        let unit = store.units.tidied(store.units.tidied_id(unit));
        if !known.contains(&unit) && known.len() < UNITS {
            known.push(unit);
        }
    }
    known.extend(derived);
    known
}

/// Returns a sentence that suggests a similar unit or lists the existing units. A rule that names a benchmark instead
/// is also recognized.
pub(crate) fn unknown_unit<'s>(
    store: &'s Store,
    derived: impl Iterator<Item = &'s [u8]> + Clone,
    unit: &[u8],
) -> String {
    let tidied = (0..store.units.tidied_len()).map(|unit| store.units.tidied(unit));
    let all = tidied.chain(derived.clone()).chain(store.units.all_written());
    let text = |unit: &[u8]| String::from_utf8_lossy(unit).into_owned();
    let end = match nearest(unit, all) {
        _ if store.names.iter().any(|name| Key::BaseName.of_name(name) == unit) => {
            format!("did you mean .name:{}?", text(unit))
        }
        Some(near) => format!("did you mean {}?", text(near)),
        None => {
            let known: Vec<String> = some_units(store, derived).into_iter().map(text).collect();
            format!("there are {}", known.join(" "))
        }
    };
    format!("no result has the unit {}; {end}", quoted(unit))
}
