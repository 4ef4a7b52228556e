//! Keys that no projection shows, although the results of one cell may differ in them.

use super::extract::{Excluded, Key};
use super::order::Order;
use super::projection::{Field, KeyId, Projection};
use crate::base::Text;
use crate::store::Store;

/// The configuration keys and the parts of names that a query does not mention.
#[derive(Debug, Clone)]
pub(crate) struct Residue {
    configs: Projection,
    /// The part of a name that the query does not mention; `None` if it shows the whole name.
    of_names: Option<Excluded>,
}

impl Residue {
    pub(super) fn new(
        shows_configs: bool,
        shows_names: bool,
        excluded: Excluded,
        claimed: &[Vec<u8>],
        seed: u64,
    ) -> Residue {
        let field = Field { key: Key::Config, order: Order::First };
        let fields = if shows_configs { Vec::new() } else { vec![field] };
        let configs = Projection::new(seed, fields, Excluded::default(), claimed);
        Residue { configs, of_names: (!shows_names).then_some(excluded) }
    }

    /// Returns the number of the hidden values in an identity's configuration.
    pub(crate) fn key(&mut self, store: &Store, identity: u32) -> KeyId {
        self.configs.key(store, identity)
    }

    /// Returns the names of the hidden keys: configuration keys by first appearance, then `.fullname`.
    pub(crate) fn names(&self) -> Vec<Text> {
        let mut names = self.configs.names();
        names.extend(self.of_names.iter().map(|_| Text::from(&Key::FullName.text()[..])));
        names
    }

    /// Returns the indexes in [`names`](Residue::names) at which some of these keys differ, and the index of the name
    /// if names differ.
    pub(crate) fn differing(&self, keys: &[KeyId], names_differ: bool) -> Vec<usize> {
        let mut indices = self.configs.differing(keys);
        indices.extend(names_differ.then(|| self.configs.names_len()));
        indices
    }

    /// Returns whether names differ in a hidden part. Usually the second name already answers the question.
    pub(crate) fn names_differ(
        &self,
        store: &Store,
        identities: impl Iterator<Item = u32>,
    ) -> bool {
        let Some(excluded) = &self.of_names else { return false };
        let mut names = identities.map(|identity| store.identities.get(identity).0);
        let Some(first) = names.next() else { return false };
        let (mut wanted, mut other) = (Vec::new(), Vec::new());
        excluded.write_full_name(store.names.get(first), &mut wanted);
        let mut last = first;
        names.any(|name| {
            let known = name == first || std::mem::replace(&mut last, name) == name;
            if !known {
                other.clear();
                excluded.write_full_name(store.names.get(name), &mut other);
            }
            !known && other != wanted
        })
    }
}
