//! Differences between the machines of both sides: `cpu`, `goos`, `goarch`, `/gomaxprocs`.

use super::analysis::MachineDifference;
use super::cells::{CellPlace, Cells, TableCells};
use crate::base::Text;
use crate::base::sort::sort_copies;
use crate::project::{Key, key_value};
use crate::store::Store;

/// The keys that tell machines apart.
const KEYS: [&str; 4] = ["cpu", "goos", "goarch", "/gomaxprocs"];

/// How the machines of a table's columns differ from their baselines', each difference once.
pub(super) fn machine_differences(
    store: &Store,
    cells: &Cells,
    table: &TableCells,
) -> Vec<MachineDifference> {
    let keys = KEYS.map(|key| (key, Key::of_machine(key)));
    Machines { store, cells, keys, found: Vec::new() }.differences(table)
}

/// Compares the machines of cells.
struct Machines<'a> {
    store: &'a Store,
    cells: &'a Cells,
    keys: [(&'static str, Key); 4],
    found: Vec<MachineDifference>,
}

impl<'a> Machines<'a> {
    fn differences(mut self, table: &TableCells) -> Vec<MachineDifference> {
        for row in table.cells.chunk_by(|a, b| a.row == b.row) {
            let sides: Vec<(&CellPlace, &CellPlace)> = table.bases.sides(row).collect();
            for i in 0..self.keys.len() {
                for &(base, other) in &sides {
                    let [old, new] = [base, other].map(|place| self.values(place, i));
                    // A side that says nothing of its machine may be any.
                    if !old.is_empty() && !new.is_empty() && old != new {
                        self.note([base.column, other.column], self.keys[i].0, &old, &new);
                    }
                }
            }
        }
        self.found
    }

    fn note(
        &mut self,
        [base_column, column]: [u32; 2],
        key: &'static str,
        old: &[&[u8]],
        new: &[&[u8]],
    ) {
        let equal = |texts: &[Text], values: &[&[u8]]| {
            texts.iter().map(Text::as_bytes).eq(values.iter().copied())
        };
        let known = self.found.iter_mut().find(|d| {
            (d.base_column, d.column, d.key) == (base_column, column, key)
                && equal(&d.base, old)
                && equal(&d.new, new)
        });
        match known {
            Some(difference) => difference.rows += 1,
            None => {
                let texts = |values: &[&[u8]]| values.iter().map(|&v| Text::from(v)).collect();
                let (base, new) = (texts(old), texts(new));
                self.found.push(MachineDifference { column, base_column, key, base, new, rows: 1 });
            }
        }
    }

    /// The values that a key has in a cell, ascending.
    fn values(&self, place: &CellPlace, key: usize) -> Vec<&'a [u8]> {
        let (store, key) = (self.store, &self.keys[key].1);
        let identities =
            self.cells.pieces(place).iter().map(|piece| store.series.get(piece.series).0);
        let mut values: Vec<&[u8]> = identities
            .map(|identity| key_value(key, store, identity))
            .filter(|value| !value.is_empty())
            .collect();
        sort_copies(&mut values, &mut |a, b| a.cmp(b));
        values.dedup();
        values
    }
}
