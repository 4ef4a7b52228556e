//! Were both sides of a comparison measured on the same machine?

use super::analysis::MachineDifference;
use super::cells::{CellPlace, Cells, TableCells};
use crate::base::Text;
use crate::base::sort::sort_copies;
use crate::project::{Key, key_value};
use crate::store::Store;

/// The keys that tell machines apart.
const KEYS: [&str; 4] = ["cpu", "goos", "goarch", "/gomaxprocs"];

/// Compares the machines of cells.
pub(super) struct Machines<'a> {
    store: &'a Store,
    cells: &'a Cells,
    keys: [(&'static str, Key); 4],
    found: Vec<MachineDifference>,
}

impl<'a> Machines<'a> {
    pub(super) fn new(store: &'a Store, cells: &'a Cells) -> Self {
        let keys = KEYS.map(|key| (key, Key::of_machine(key)));
        Machines { store, cells, keys, found: Vec::new() }
    }

    /// How the machines of a table's columns differ from the baseline's, each difference once.
    pub(super) fn differences(mut self, table: &TableCells) -> Vec<MachineDifference> {
        for row in table.cells.chunk_by(|a, b| a.row == b.row) {
            let [base, others @ ..] = row else { continue };
            if base.column != 0 || others.is_empty() {
                continue;
            }
            for i in 0..self.keys.len() {
                let old = self.values(base, i);
                for other in others {
                    let new = self.values(other, i);
                    // A side that says nothing of its machine may be any.
                    if !old.is_empty() && !new.is_empty() && old != new {
                        self.note(other.column, self.keys[i].0, &old, &new);
                    }
                }
            }
        }
        self.found
    }

    fn note(&mut self, column: u32, key: &'static str, old: &[&[u8]], new: &[&[u8]]) {
        let equal = |texts: &[Text], values: &[&[u8]]| {
            texts.iter().map(Text::as_bytes).eq(values.iter().copied())
        };
        let known = self.found.iter_mut().find(|d| {
            d.column == column && d.key == key && equal(&d.base, old) && equal(&d.new, new)
        });
        match known {
            Some(difference) => difference.rows += 1,
            None => {
                let texts = |values: &[&[u8]]| values.iter().map(|&v| Text::from(v)).collect();
                let (base, new) = (texts(old), texts(new));
                self.found.push(MachineDifference { column, key, base, new, rows: 1 });
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
