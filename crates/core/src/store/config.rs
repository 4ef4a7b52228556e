//! The current configuration of an input.

use std::collections::BTreeMap;

use super::FILE;
use crate::base::Interner;

/// The set of keys and values that holds for the next result, in benchstat's order: new keys go to
/// the end, and when a key is deleted the last one moves into its place. That order shows in tables.
#[derive(Debug, Clone, Default)]
pub(super) struct ConfigState {
    entries: Vec<(u32, u32)>,
    /// Where each key stands in `entries`, by key number.
    places: Vec<Option<u32>>,
}

impl ConfigState {
    /// Starts an input: its label is the first entry, under the key `file`, and no other is left.
    pub(super) fn reset(&mut self, file: u32, label: u32) {
        self.entries.clear();
        self.entries.push((file, label));
        self.places.clear();
    }

    /// Sets a key; an empty value deletes it.
    pub(super) fn set(&mut self, key: u32, value: u32, deletes: bool) {
        let index = key as usize;
        if self.places.len() <= index {
            self.places.resize(index + 1, None);
        }
        match (self.places[index], deletes) {
            (None, true) => {}
            (None, false) => {
                self.places[index] = Some(self.entries.len() as u32);
                self.entries.push((key, value));
            }
            (Some(place), false) => self.entries[place as usize].1 = value,
            (Some(place), true) => {
                self.entries.swap_remove(place as usize);
                self.places[index] = None;
                if let Some(&(moved, _)) = self.entries.get(place as usize) {
                    self.places[moved as usize] = Some(place);
                }
            }
        }
    }

    pub(super) fn entries(&self) -> &[(u32, u32)] {
        &self.entries
    }
}

/// The configurations of all contexts of an input.
#[derive(Debug, Clone, Default)]
pub(super) struct Contexts {
    /// The one that results are in now.
    current: ConfigState,
    name: Vec<u8>,
    others: BTreeMap<Vec<u8>, ConfigState>,
    /// What each begins with.
    label: u32,
}

impl Contexts {
    /// Starts an input: its label is the first entry everywhere, under the key `file`.
    pub(super) fn reset(&mut self, label: u32) {
        *self = Contexts { label, ..Contexts::default() };
        self.current.reset(FILE, label);
    }

    pub(super) fn current(&self) -> &ConfigState {
        &self.current
    }

    fn enter(&mut self, name: &[u8]) {
        if self.name == name {
            return;
        }
        let next = self.others.remove(name).unwrap_or_else(|| {
            let mut state = ConfigState::default();
            state.reset(FILE, self.label);
            state
        });
        let left = std::mem::replace(&mut self.current, next);
        self.others.insert(std::mem::replace(&mut self.name, name.to_vec()), left);
    }
}

/// What a configuration log has in the place of a key where another context begins.
pub(super) const CONTEXT: u32 = u32::MAX;

/// Changes of the configuration within a segment, replayed when the segment is merged: what they
/// mean depends on the configuration before it, which is not known while it is read.
#[derive(Debug, Clone, Default)]
pub(super) struct ConfigLog {
    pub(super) texts: Interner,
    /// Key and value, or [`CONTEXT`] and its name.
    pub(super) changes: Vec<(u32, u32)>,
    /// How many changes came before each state that a result saw; the first state is "none".
    pub(super) states: Vec<usize>,
}

impl ConfigLog {
    pub(super) fn seeded(seed: u64) -> ConfigLog {
        ConfigLog { texts: Interner::seeded(seed), ..ConfigLog::default() }
    }

    pub(super) fn record(&mut self, key: &[u8], value: &[u8]) {
        let change = (self.texts.intern(key), self.texts.intern(value));
        self.changes.push(change);
    }

    pub(super) fn enter(&mut self, context: &[u8]) {
        let change = (CONTEXT, self.texts.intern(context));
        self.changes.push(change);
    }

    /// The number of the state that a result sees now.
    pub(super) fn state(&mut self) -> u32 {
        if self.states.last() != Some(&self.changes.len()) {
            self.states.push(self.changes.len());
        }
        self.states.len() as u32 - 1
    }

    /// Replays all changes on `contexts`, calling `seen` at each state that a result saw, in order.
    pub(super) fn replay(
        &self,
        contexts: &mut Contexts,
        mut intern: impl FnMut(&[u8], &[u8]) -> (u32, u32),
        mut seen: impl FnMut(&ConfigState),
    ) {
        let mut done = 0;
        for end in self.states.iter().copied().chain([self.changes.len()]) {
            for &(key, value) in &self.changes[done..end] {
                let text = self.texts.get(value);
                if key == CONTEXT {
                    contexts.enter(text);
                    continue;
                }
                let (key, value) = intern(self.texts.get(key), text);
                contexts.current.set(key, value, text.is_empty());
            }
            done = end;
            seen(contexts.current());
        }
    }

    /// How many states results saw. [`replay`](ConfigLog::replay) calls `seen` once more, at the end.
    pub(super) fn states(&self) -> usize {
        self.states.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deletion_moves_the_last_key_into_the_hole() {
        let mut state = ConfigState::default();
        state.reset(u32::MAX, 0);
        for key in 0..4 {
            state.set(key, 10 + key, false);
        }
        state.set(1, 0, true);
        assert_eq!(state.entries(), [(u32::MAX, 0), (0, 10), (3, 13), (2, 12)]);
        state.set(3, 5, false);
        state.set(2, 0, true);
        state.set(2, 0, true);
        state.set(1, 9, false);
        assert_eq!(state.entries(), [(u32::MAX, 0), (0, 10), (3, 5), (1, 9)]);
    }
}
