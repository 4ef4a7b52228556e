//! The current configuration of an input.

use super::configs::{Change, ConfigEntry, Configs};
use super::ordered::Ordered;
use crate::base::{Interner, Numbered};

/// The keys and values that apply to the next result.
#[derive(Debug, Clone, Default)]
pub(super) struct ConfigState {
    label: u32,
    entries: Ordered<u32>,
    /// The configuration of the last result, and the keys that changed since then.
    seen: Option<u32>,
    changed: Vec<u32>,
}

impl ConfigState {
    /// Returns the configuration of an input before its first line.
    pub(super) fn new(label: u32) -> ConfigState {
        ConfigState { label, ..ConfigState::default() }
    }

    /// Sets a key; an empty value deletes it.
    pub(super) fn set(&mut self, key: u32, value: u32, deletes: bool) {
        if deletes {
            let (was_there, moved) = self.entries.delete(key);
            self.changed.extend(moved);
            self.changed.extend(was_there.then_some(key));
        } else {
            self.entries.set(key, value);
            self.changed.push(key);
        }
    }

    /// Returns the number of the configuration of a result at this point.
    pub(super) fn number(&mut self, configs: &mut Configs) -> u32 {
        if let Some(seen) = self.seen.filter(|_| self.changed.is_empty()) {
            return seen;
        }
        self.changed.sort_unstable();
        self.changed.dedup();
        let entry = |key: &u32| {
            let (index, &value) = self.entries.get(*key)?;
            Some(ConfigEntry { index, value })
        };
        let changes = self.changed.iter().map(|key| Change { key: *key, entry: entry(key) });
        let number = configs.intern(self.label, self.seen, &changes.collect::<Vec<_>>());
        self.changed.clear();
        *self.seen.insert(number)
    }
}

/// The configurations of all contexts of an input.
#[derive(Debug, Clone, Default)]
pub(super) struct Contexts {
    names: Numbered,
    /// The configurations, by name number.
    all: Vec<ConfigState>,
    /// The configuration of the current results.
    current: usize,
    /// The label of the input.
    label: u32,
    /// Whether anything was set since the last result.
    is_reported: bool,
}

impl Contexts {
    /// Starts an input; all its configurations have this label.
    pub(super) fn reset(&mut self, label: u32) {
        *self = Contexts { label, ..Contexts::default() };
    }

    fn enter(&mut self, name: &[u8]) {
        self.current = self.names.number(name) as usize;
        if self.all.len() <= self.current {
            self.all.push(ConfigState::new(self.label));
        }
    }

    /// Returns whether configuration lines are between the first result of a segment and the previous result; for the
    /// next segment, the state at the end of this one is remembered.
    pub(super) fn is_reported_since_result(&mut self, log: &ConfigLog) -> bool {
        let is_reported = self.is_reported || log.states.first().is_some_and(|&before| before != 0);
        let last = log.states.last().copied();
        self.is_reported =
            last.unwrap_or(0) < log.changes.len() || last.is_none() && self.is_reported;
        is_reported
    }

    fn current(&mut self) -> &mut ConfigState {
        if self.all.is_empty() {
            self.enter(b"");
        }
        &mut self.all[self.current]
    }
}

/// The marker in a configuration log, instead of a key, for the start of another context.
pub(super) const CONTEXT: u32 = u32::MAX;

/// Changes of the configuration within a segment. They are replayed when the segment is merged, because they depend on
/// the configuration before it, which is not known while it is read.
#[derive(Debug, Clone, Default)]
pub(super) struct ConfigLog {
    pub(super) texts: Interner,
    /// A key and its value, or [`CONTEXT`] and its name.
    pub(super) changes: Vec<(u32, u32)>,
    /// The number of changes before each state that a result had; the first state is "none".
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

    /// Returns the number of the state for a result at this point.
    pub(super) fn state(&mut self) -> u32 {
        if self.states.last() != Some(&self.changes.len()) {
            self.states.push(self.changes.len());
        }
        self.states.len() as u32 - 1
    }

    /// Replays all changes on `contexts`, and calls `seen` after each of these numbers of changes, which ascend.
    pub(super) fn replay(
        &self,
        contexts: &mut Contexts,
        ends: &[usize],
        mut intern: impl FnMut(&[u8], &[u8]) -> (u32, u32),
        mut seen: impl FnMut(&mut ConfigState),
    ) {
        let mut done = 0;
        let mut replay = |contexts: &mut Contexts, end: usize| {
            for &(key, value) in &self.changes[done..end] {
                let text = self.texts.get(value);
                if key == CONTEXT {
                    contexts.enter(text);
                    continue;
                }
                let (key, value) = intern(self.texts.get(key), text);
                contexts.current().set(key, value, text.is_empty());
            }
            done = end;
        };
        for &end in ends {
            replay(contexts, end);
            seen(contexts.current());
        }
        replay(contexts, self.changes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deletion_moves_the_last_key_into_the_hole() {
        let (mut configs, mut state) = (Configs::default(), ConfigState::new(9));
        for key in 0..4 {
            state.set(key, 10 + key, false);
        }
        state.set(1, 0, true);
        let first = state.number(&mut configs);
        assert_eq!(configs.entries(first), [(0, 10), (3, 13), (2, 12)]);
        state.set(3, 5, false);
        state.set(2, 0, true);
        state.set(2, 0, true);
        state.set(1, 9, false);
        let second = state.number(&mut configs);
        assert_eq!(configs.entries(second), [(0, 10), (3, 5), (1, 9)]);
        // A state that comes back has the same number as before.
        state.set(1, 0, true);
        state.set(2, 12, false);
        state.set(3, 13, false);
        assert_eq!(state.number(&mut configs), first);
        assert_eq!((configs.len(), configs.label(first)), (2, 9));
        assert_eq!((configs.parent(first), configs.parent(second)), (None, Some(first)));
    }
}
