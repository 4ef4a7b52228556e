//! Units and their metadata from `Unit` lines.

use crate::base::{Interner, PairInterner};
use crate::unit::tidy;

/// The units of all results, as written and tidied.
#[derive(Debug, Clone, Default)]
pub(crate) struct UnitTable {
    /// The units as written.
    written: Interner,
    tidied: Interner,
    /// The tidied unit of each written unit, and the factor between them.
    tidy: Vec<(u32, f64)>,
    texts: Interner,
    /// Pairs of tidied unit and key, with the value.
    metadata: PairInterner<(u32, u32)>,
    metadata_values: Vec<u32>,
}

impl UnitTable {
    pub(crate) fn seeded(seed: u64) -> UnitTable {
        UnitTable {
            written: Interner::seeded(seed),
            tidied: Interner::seeded(seed),
            texts: Interner::seeded(seed),
            metadata: PairInterner::seeded(seed),
            ..UnitTable::default()
        }
    }

    pub(crate) fn intern(&mut self, unit: &[u8]) -> u32 {
        let id = self.written.intern(unit);
        if id as usize == self.tidy.len() {
            self.tidy.push(match tidy(unit) {
                Some(tidy) => (self.tidied.intern(&tidy.unit), tidy.factor),
                None => (self.tidied.intern(unit), 1.0),
            });
        }
        id
    }

    /// Returns the number of a unit as written, if it is known.
    pub(crate) fn find(&self, unit: &[u8]) -> Option<u32> {
        self.written.find(unit)
    }

    /// Returns the numbers of a unit, a key and a value.
    pub(crate) fn intern_metadata(&mut self, unit: &[u8], key: &[u8], value: &[u8]) -> [u32; 3] {
        [self.intern(unit), self.texts.intern(key), self.texts.intern(value)]
    }

    /// Sets a key of a unit for the whole run. If the key has another value, it keeps that value, which is returned.
    pub(crate) fn set(&mut self, [unit, key, value]: [u32; 3]) -> Result<(), Vec<u8>> {
        let at = self.metadata.intern((self.tidied_id(unit), key)) as usize;
        match self.metadata_values.get(at) {
            None => self.metadata_values.push(value),
            Some(&old) if old != value => return Err(self.texts.get(old).to_vec()),
            Some(_) => {}
        }
        Ok(())
    }

    /// Returns all units as written, in the order of their numbers.
    pub(crate) fn all_written(&self) -> impl Iterator<Item = &[u8]> {
        self.written.iter()
    }

    /// Returns the value that `Unit` lines set for `key` of a tidied unit.
    pub(crate) fn metadata(&self, tidied: u32, key: &[u8]) -> Option<&[u8]> {
        let key = self.texts.find(key)?;
        let at = self.metadata.find((tidied, key))?;
        Some(self.texts.get(self.metadata_values[at as usize]))
    }

    /// Returns the unit as written.
    pub(crate) fn written(&self, unit: u32) -> &[u8] {
        self.written.get(unit)
    }

    /// Returns the number of the tidied unit.
    pub(crate) fn tidied_id(&self, unit: u32) -> u32 {
        self.tidy[unit as usize].0
    }

    /// Returns the text of a tidied unit, by its own number.
    pub(crate) fn tidied(&self, tidied: u32) -> &[u8] {
        self.tidied.get(tidied)
    }

    /// Returns the number of a tidied unit, if it is known.
    pub(crate) fn find_tidied(&self, unit: &[u8]) -> Option<u32> {
        self.tidied.find(unit)
    }

    /// Returns the number of tidied units.
    pub(crate) fn tidied_len(&self) -> u32 {
        self.tidied.count() as u32
    }

    /// Returns the factor that converts a value in this unit to the tidied unit.
    pub(crate) fn factor(&self, unit: u32) -> f64 {
        self.tidy[unit as usize].1
    }
}
