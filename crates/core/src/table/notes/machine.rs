//! Differences between the machines of both sides: `cpu`, `goos`, `goarch`, `/gomaxprocs`.

use crate::base::Text;
use crate::base::sort::sort_copies;
use crate::project::{Key, key_value};
use crate::store::Store;
use crate::table::group::cells::{Cells, TableCells};
use crate::table::group::index::CellIndex;
use crate::table::model::MachineDifference;

/// The keys that identify a machine.
const KEYS: [&str; 4] = ["cpu", "goos", "goarch", "/gomaxprocs"];

/// How many machines to remember while reading configurations: most logs have one or two.
const LAST: usize = 8;

/// Compares the machines of cells.
pub(in crate::table) struct Machines<'a> {
    store: &'a Store,
    cells: &'a Cells,
    keys: [(&'static str, Key); 4],
    /// A number for each configuration, equal only for configurations that name equal machines.
    by_config: Vec<usize>,
}

impl<'a> Machines<'a> {
    pub(in crate::table) fn new(store: &'a Store, cells: &'a Cells) -> Self {
        let keys = KEYS.map(|key| (key, Key::of_machine(key)));
        let reported: Vec<Option<u32>> =
            KEYS.iter().map(|key| store.keys.find(key.as_bytes())).collect();
        let mut known: Vec<Vec<Option<u32>>> = Vec::new();
        let by_config = (0..store.configs.len() as u32).map(|config| {
            let value = |key: &Option<u32>| store.configs.value(config, (*key)?);
            let machine: Vec<Option<u32>> = reported.iter().map(value).collect();
            let last = known.len().saturating_sub(LAST);
            let found = known[last..].iter().position(|known| *known == machine);
            found.map(|index| last + index).unwrap_or_else(|| {
                known.push(machine);
                known.len() - 1
            })
        });
        let by_config = by_config.collect();
        Machines { store, cells, keys, by_config }
    }

    /// Returns how the machines of a table's columns differ from their baselines', each difference once.
    pub(in crate::table) fn differences(&self, table: &TableCells) -> Vec<MachineDifference> {
        let mut found = Vec::new();
        for row in table.cells.chunk_by(|a, b| a.row == b.row) {
            let mut sides: Vec<(&CellIndex, &CellIndex)> = table.bases.sides(row).collect();
            sides.retain(|&(base, other)| !self.are_same(base, other));
            for (i, (key, _)) in self.keys.iter().enumerate() {
                for &(base, other) in &sides {
                    let [old, new] = [base, other].map(|index| self.values(index, i));
                    // A side that does not name its machine may be any.
                    if !old.is_empty() && !new.is_empty() && old != new {
                        note(&mut found, [base.column, other.column], key, [&old, &new]);
                    }
                }
            }
        }
        found
    }

    /// Returns whether both cells have a single benchmark, with the same name and machine; almost all cells do.
    fn are_same(&self, base: &CellIndex, other: &CellIndex) -> bool {
        let identity = |index| match self.cells.pieces(index) {
            [piece] => Some(self.store.identities.get(self.store.series.get(piece.series).0)),
            _ => None,
        };
        let (Some((name, config)), Some(other)) = (identity(base), identity(other)) else {
            return false;
        };
        name == other.0 && self.by_config[config as usize] == self.by_config[other.1 as usize]
    }

    /// Returns the values of a key in a cell, ascending.
    fn values(&self, index: &CellIndex, key: usize) -> Vec<&'a [u8]> {
        let (store, key) = (self.store, &self.keys[key].1);
        let (mut values, mut last): (Vec<&[u8]>, _) = (Vec::new(), None);
        for piece in self.cells.pieces(index) {
            let identity = store.series.get(piece.series).0;
            let config = store.identities.get(identity).1;
            // A cell may have many thousand benchmarks, and mostly they share one configuration.
            if *key != Key::GoMaxProcs && last.replace(config) == Some(config) {
                continue;
            }
            let value = key_value(key, store, identity);
            if !value.is_empty() && values.last() != Some(&value) {
                values.push(value);
            }
        }
        sort_copies(&mut values, &mut |a, b| a.cmp(b));
        values.dedup();
        values
    }
}

fn note(
    found: &mut Vec<MachineDifference>,
    [base_column, column]: [u32; 2],
    key: &'static str,
    [old, new]: [&[&[u8]]; 2],
) {
    let equal = |texts: &[Text], values: &[&[u8]]| {
        texts.iter().map(Text::as_bytes).eq(values.iter().copied())
    };
    let known = found.iter_mut().find(|d| {
        (d.base_column, d.column, d.key) == (base_column, column, key)
            && equal(&d.base, old)
            && equal(&d.new, new)
    });
    match known {
        Some(difference) => difference.rows += 1,
        None => {
            let texts = |values: &[&[u8]]| values.iter().map(|&v| Text::from(v)).collect();
            let (base, new) = (texts(old), texts(new));
            found.push(MachineDifference { column, base_column, key, base, new, rows: 1 });
        }
    }
}
