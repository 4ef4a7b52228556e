//! Runs that ended with an exit status other than 0, and the cells that contain them.
//!
//! On request, hyperfine also measures such runs, so a failure alone is no problem: some commands always end so. A gate
//! looks for cells that have such runs while the cells compared with them have none.

use std::collections::BTreeMap;

use super::cells::Cells;
use super::index::CellIndex;
use crate::base::{names, plural};
use crate::format::Problem;
use crate::store::{Diagnostic, Store};

/// The benchmarks with such runs, by the labels of their inputs and their names.
pub(crate) struct NonZeroExits<'s> {
    store: &'s Store,
    found: BTreeMap<(u32, u32), &'s Diagnostic>,
}

impl<'s> NonZeroExits<'s> {
    pub(crate) fn of(store: &'s Store) -> NonZeroExits<'s> {
        let mut found = BTreeMap::new();
        for (index, input) in store.inputs().iter().enumerate() {
            for diagnostic in store.diagnostics_of(index) {
                let Problem::NonZeroExit { name, .. } = &diagnostic.problem else { continue };
                // No name of these commands ends in a number of processors.
                let name = store.names.find(&names::encode(name, false));
                let label = store.values.find(&input.label);
                found.extend(label.zip(name).map(|benchmark| (benchmark, diagnostic)));
            }
        }
        NonZeroExits { store, found }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns why a gate cannot pass a cell that has such runs; `None` if it has none, or if there are `others` and
    /// all of them also have some.
    pub(crate) fn problem<'c>(
        &self,
        cells: &Cells,
        cell: &CellIndex,
        mut others: impl Iterator<Item = &'c CellIndex>,
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
                 add failed: allow to let the gate pass anyway"
            )
        })
    }

    fn diagnostic(&self, cells: &Cells, cell: &CellIndex) -> Option<&'s Diagnostic> {
        cells.pieces(cell).iter().find_map(|piece| {
            let (identity, _) = self.store.series.get(piece.series);
            let (name, config) = self.store.identities.get(identity);
            self.found.get(&(self.store.configs.label(config), name)).copied()
        })
    }
}
