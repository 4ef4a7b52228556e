//! Runs that ended with another exit status than 0, and the cells that they are in.
//!
//! hyperfine measures such runs if it is asked to, so a failure by itself says nothing: some commands always end so. A
//! gate asks for cells that have such runs where the cells compared with them have none.

use std::collections::BTreeMap;

use super::cells::Cells;
use super::place::CellPlace;
use crate::base::plural;
use crate::store::{Diagnostic, Problem, Store};

/// The benchmarks with such runs, by the labels of their inputs and their names.
pub(crate) struct NonZeroExits<'s> {
    store: &'s Store,
    found: BTreeMap<(u32, u32), &'s Diagnostic>,
}

impl<'s> NonZeroExits<'s> {
    pub(crate) fn of(store: &'s Store) -> NonZeroExits<'s> {
        let mut found = BTreeMap::new();
        for (place, input) in store.inputs().iter().enumerate() {
            for diagnostic in store.diagnostics_of(place) {
                let Problem::NonZeroExit { name, .. } = &diagnostic.problem else { continue };
                let (label, name) = (store.values.find(&input.label), store.names.find(name));
                found.extend(label.zip(name).map(|benchmark| (benchmark, diagnostic)));
            }
        }
        NonZeroExits { store, found }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Why a gate cannot pass a cell that has such runs; nothing if it has none, or if all of the `others` have some,
    /// too, and there is one.
    pub(crate) fn problem<'c>(
        &self,
        cells: &Cells,
        cell: &CellPlace,
        mut others: impl Iterator<Item = &'c CellPlace>,
    ) -> Option<String> {
        let Diagnostic { input, problem: Problem::NonZeroExit { name, runs }, .. } =
            self.diagnostic(cells, cell)?
        else {
            return None;
        };
        let has_success = others.next().is_none_or(|first| {
            std::iter::once(first).chain(others).any(|cell| self.diagnostic(cells, cell).is_none())
        });
        let [input, name] = [input, name].map(|text| String::from_utf8_lossy(text));
        let runs = plural(*runs, "run");
        has_success.then(|| {
            format!(
                "{input}: {name}: {runs} did not end with exit status 0, unlike before; \
                 say failed: allow if the gate may pass all the same"
            )
        })
    }

    fn diagnostic(&self, cells: &Cells, cell: &CellPlace) -> Option<&'s Diagnostic> {
        cells.pieces(cell).iter().find_map(|piece| {
            let (identity, _) = self.store.series.get(piece.series);
            let (name, config) = self.store.identities.get(identity);
            self.found.get(&(self.store.configs.label(config), name)).copied()
        })
    }
}
