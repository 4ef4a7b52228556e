//! Separates results that differ in what ran.
//!
//! Takes a schema and a store; gives the schema whose tables separate results that would otherwise be in one cell,
//! although their metadata says that other programs, or other versions of their runtime, ran. Guarantees that only keys
//! that separate such results are added, so versions on the two sides of a comparison still compare. Must not know
//! values.

use super::extract::Key;
use super::masks::Masks;
use super::order::Order;
use super::projection::Field;
use super::schema::Schema;
use crate::base::PairInterner;
use crate::base::metadata::{self, IDENTITY};
use crate::store::Store;

impl Schema {
    /// Returns the schema that separates results by what ran, or `None` if this schema does. Tables are separated if
    /// they show all keys of the configuration, or `always`; otherwise the keys are [mixed](Schema::mixed).
    pub(crate) fn separated(&self, store: &Store, always: bool) -> Option<Schema> {
        let mut schema = self.clone();
        for name in IDENTITY {
            let key = Key::FileConfig(name.as_bytes().to_vec());
            let exists = store.keys.find(&metadata::key(name.as_bytes())).is_some();
            if !exists || schema.names(&key) || !schema.mixes(store, name.as_bytes()) {
                continue;
            }
            if always || self.shows_configs_in_tables() {
                schema.separate_by(key);
            } else {
                schema.mixed.push(key);
            }
        }
        (!schema.separated.is_empty() || !schema.mixed.is_empty()).then_some(schema)
    }

    /// Separates tables by a key.
    pub(crate) fn separate_by(&mut self, key: Key) {
        self.table.push(Field { key: key.clone(), order: Order::First });
        self.separated.push(key);
    }

    /// Returns whether results of one cell have several values of a metadata key. Results without the key say nothing.
    fn mixes(&self, store: &Store, key: &[u8]) -> bool {
        let mut projections = self.projections(store.seed);
        let mut masks = Masks::new(self, store);
        let mut tables = PairInterner::seeded(store.seed);
        let mut columns = PairInterner::seeded(store.seed);
        let mut cells = PairInterner::seeded(store.seed);
        let mut values: Vec<u32> = Vec::new();
        for series in 0..store.series.count() as u32 {
            let mask = masks.get(series);
            let (identity, layout) = store.series.get(series);
            let value = store.configured(store.identities.get(identity).1, key);
            let Some(value) = value.filter(|_| mask.any()) else { continue };
            let table = projections.table.key(store, identity);
            let row = projections.row.key(store, identity);
            let column = projections.col.key(store, identity);
            let column = columns.intern((tables.intern((table, row)), column));
            for (index, &unit) in store.layouts.get(layout).iter().enumerate() {
                if !mask.keeps(index) {
                    continue;
                }
                let cell = cells.intern((column, store.units.tidied_id(unit))) as usize;
                match values.get(cell) {
                    None => values.push(value),
                    Some(&known) if known != value => return true,
                    Some(_) => {}
                }
            }
        }
        false
    }
}
