//! The properties of a result that keys and filters use.
//!
//! Takes a result from any source: a store, or a converter that is reading it. Gives the value of a key. Must not know
//! how a filter uses it.

use super::extract::Key;
use crate::store::Store;

/// A result, as keys and filters see it.
pub(crate) trait Facts<'f>: Copy {
    /// Returns the name, without `Benchmark`.
    fn name(self) -> &'f [u8];

    /// Returns the label of the input.
    fn label(self) -> &'f [u8];

    /// Returns the value of a key in the configuration, or else in the metadata.
    fn configured(self, key: &[u8]) -> Option<&'f [u8]>;

    /// Returns the unit of each measurement, as written and tidied.
    fn units(self) -> impl Iterator<Item = [&'f [u8]; 2]>;
}

/// Returns the value of a key, or an empty value if the result lacks the key.
pub(super) fn value_of<'f>(key: &Key, facts: impl Facts<'f>) -> &'f [u8] {
    match key {
        Key::File => facts.label(),
        Key::FileConfig(text) => facts.configured(text).unwrap_or_default(),
        Key::BaseName | Key::FullName | Key::GoMaxProcs | Key::NamePart(_) => {
            key.of_name(facts.name())
        }
        Key::Config | Key::Unit => b"",
    }
}

/// Returns the value of a key for an identity of a store, or an empty value if the identity lacks the key.
pub(crate) fn value<'s>(key: &Key, store: &'s Store, identity: u32) -> &'s [u8] {
    value_of(key, Stored::identity(store, identity))
}

/// A result in a store.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stored<'s> {
    store: &'s Store,
    name: u32,
    config: u32,
    /// `None` if nothing was measured.
    layout: Option<u32>,
}

impl<'s> Stored<'s> {
    pub(super) fn series(store: &'s Store, series: u32) -> Stored<'s> {
        let (identity, layout) = store.series.get(series);
        Stored { layout: Some(layout), ..Stored::identity(store, identity) }
    }

    fn identity(store: &'s Store, identity: u32) -> Stored<'s> {
        let (name, config) = store.identities.get(identity);
        Stored { store, name, config, layout: None }
    }
}

impl<'s> Facts<'s> for Stored<'s> {
    fn name(self) -> &'s [u8] {
        self.store.names.get(self.name)
    }

    fn label(self) -> &'s [u8] {
        self.store.values.get(self.store.configs.label(self.config))
    }

    fn configured(self, key: &[u8]) -> Option<&'s [u8]> {
        let value = self.store.configured(self.config, key);
        value.map(|value| self.store.values.get(value))
    }

    fn units(self) -> impl Iterator<Item = [&'s [u8]; 2]> {
        let units = &self.store.units;
        let layout = self.layout.map_or(&[][..], |layout| self.store.layouts.get(layout));
        layout.iter().map(|&unit| [units.written(unit), units.tidied(units.tidied_id(unit))])
    }
}
