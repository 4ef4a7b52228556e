//! Finds benchmarks of which two versions have nothing but invalid lines.
//!
//! Takes a store; gives the names. A row that both sides lost is missing on neither side, so no rule notices that it is
//! gone. Must not know gates.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::{Loss, Problem};
use crate::store::Store;

/// Returns the names, without `Benchmark`, on invalid lines in inputs with different labels, if no input has a result of
/// them. A name can be cut, so one that begins another name belongs to the same benchmark.
pub(super) fn lost(store: &Store) -> BTreeSet<&[u8]> {
    let results = |identity: u32| store.names.get(store.identities.get(identity).0);
    let measured: BTreeSet<&[u8]> = (0..store.identities.count() as u32).map(results).collect();
    let is_measured = |name: &[u8]| {
        let next = measured.range(name..).next();
        next.is_some_and(|next| next.starts_with(name))
    };
    let mut torn: BTreeMap<&[u8], BTreeSet<&[u8]>> = BTreeMap::new();
    for (index, input) in store.inputs().iter().enumerate() {
        for diagnostic in store.diagnostics_of(index) {
            let Some(name) = torn_name(&diagnostic.problem) else { continue };
            if !is_measured(name) {
                torn.entry(name).or_default().insert(&input.label);
            }
        }
    }
    let mut lost = BTreeSet::new();
    for (&name, labels) in &torn {
        let names = torn.range::<&[u8], _>(name..);
        for (longer, others) in names.take_while(|(longer, _)| longer.starts_with(name)) {
            if 1 < labels.union(others).count() {
                lost.extend([name, longer]);
            }
        }
    }
    lost
}

/// Returns the name of the benchmark whose result a line would have been.
pub(super) fn torn_name(problem: &Problem) -> Option<&[u8]> {
    let Problem::Syntax { name, loss: Loss::Result | Loss::Numbers, .. } = problem else {
        return None;
    };
    (!name.is_empty()).then_some(name)
}
