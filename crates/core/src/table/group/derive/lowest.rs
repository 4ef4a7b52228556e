//! Medians at each benchmark's lowest `/gomaxprocs`.

use super::procs::gomaxprocs_text;
use super::steps::Variable;
use crate::base::{Interner, PairInterner, Span};
use crate::project::without_gomaxprocs;
use crate::stats::median;
use crate::store::{Sample, Store};

/// The baselines of speedups.
#[derive(Debug, Clone, Default)]
pub(super) struct Lowest {
    /// For each identity, the group of identities that differ only in `/gomaxprocs`.
    groups: Vec<u32>,
    /// For each group, the lowest `/gomaxprocs`.
    lowest: Vec<f64>,
    /// For each requested unit, the median of each group.
    medians: Vec<(Vec<u8>, Vec<Option<f64>>)>,
}

impl Lowest {
    /// Computes the medians; the result is empty if no variable needs them.
    pub(super) fn new(store: &Store, variables: &[(Variable, Span)]) -> Lowest {
        let mut lowest = Lowest::default();
        let mut wanted: Vec<&[u8]> = Vec::new();
        let mut needed = false;
        for (variable, _) in variables {
            match variable {
                Variable::LowestGoMaxProcs => needed = true,
                Variable::Unit { unit, at_lowest: true, .. } => wanted.push(unit),
                Variable::Unit { .. } | Variable::Key(_) | Variable::Iterations => {}
            }
        }
        if needed || !wanted.is_empty() {
            lowest.group(store);
            for unit in wanted {
                let medians = lowest.medians_of(store, unit);
                lowest.medians.push((unit.to_vec(), medians));
            }
        }
        lowest
    }

    fn group(&mut self, store: &Store) {
        let mut names = Interner::seeded(store.seed);
        let mut groups: PairInterner<(u32, u32)> = PairInterner::seeded(store.seed);
        for identity in 0..store.identities.count() as u32 {
            let (name, config) = store.identities.get(identity);
            let name = names.intern(&without_gomaxprocs(store.names.get(name)));
            let group = groups.intern((name, config));
            self.groups.push(group);
            let procs = procs(store, identity);
            match self.lowest.get_mut(group as usize) {
                None => self.lowest.push(procs),
                Some(lowest) => *lowest = lowest.min(procs),
            }
        }
    }

    fn medians_of(&self, store: &Store, unit: &[u8]) -> Vec<Option<f64>> {
        let mut values: Vec<Sample> = self.lowest.iter().map(|_| Sample::default()).collect();
        for series in 0..store.series.count() as u32 {
            let (identity, layout) = store.series.get(series);
            let group = self.groups[identity as usize] as usize;
            if self.lowest[group] != procs(store, identity) {
                continue;
            }
            let mut units = store.layouts.get(layout).iter();
            let is_it = |unit_id: &u32| store.units.tidied(store.units.tidied_id(*unit_id)) == unit;
            if let Some(column) = units.position(is_it) {
                store.gather(series, column, &mut values[group]);
            }
        }
        let median_of = |values: &mut Sample| {
            let sorted = values.sorted();
            (!sorted.is_empty()).then(|| median(sorted))
        };
        values.iter_mut().map(median_of).collect()
    }

    pub(super) fn gomaxprocs(&self, identity: u32) -> Option<f64> {
        let group = *self.groups.get(identity as usize)?;
        Some(self.lowest[group as usize]).filter(|procs| procs.is_finite())
    }

    pub(super) fn median(&self, identity: u32, unit: &[u8]) -> Option<f64> {
        let group = *self.groups.get(identity as usize)?;
        let (_, medians) = self.medians.iter().find(|(known, _)| known == unit)?;
        medians[group as usize]
    }
}

/// Returns `/gomaxprocs` as a number; a value that is not a number is never the lowest.
fn procs(store: &Store, identity: u32) -> f64 {
    let text = std::str::from_utf8(gomaxprocs_text(store, identity)).ok();
    text.and_then(|text| text.parse::<u32>().ok()).map_or(f64::INFINITY, f64::from)
}
