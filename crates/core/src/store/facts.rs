//! The facts about an input besides its rows, as plain data.
//!
//! Takes a store and the index of an input; gives the facts that are necessary besides the rows so that a store of
//! equal rows gives equal answers, and accepts them again. Must not trust accepted facts.

use std::sync::Arc;

use super::input::Recalled;
use super::{Store, StoreBuilder};
use crate::format::{Kind, Location, Notice};

/// The facts about an input besides its rows: see [`Store::facts`].
#[derive(Debug, Clone, PartialEq)]
pub struct InputFacts {
    /// The number of lines of text.
    pub lines: u64,
    /// The number of benchmark results, including results without a usable value.
    pub results: u64,
    /// The likely format, guessed from its first bytes.
    pub kind: Kind,
    /// The first and the last time in the input, in microseconds since 1970.
    pub times: Option<(i64, i64)>,
    /// How often the configuration was written again between two consecutive results of one series.
    pub restarts: u64,
    /// The lines besides results and configuration, in order. Contradictions are not included because the lines that
    /// cause them are.
    pub reported: Vec<(Location, Notice)>,
}

impl Default for InputFacts {
    fn default() -> InputFacts {
        InputFacts {
            lines: 0,
            results: 0,
            kind: Kind::Empty,
            times: None,
            restarts: 0,
            reported: Vec::new(),
        }
    }
}

impl Store {
    /// Returns the facts about an input besides its rows, by its index; `None` if there is no such input.
    pub fn facts(&self, input: usize) -> Option<InputFacts> {
        let info = self.inputs.get(input)?;
        Some(InputFacts {
            lines: info.lines,
            results: info.results,
            kind: info.kind,
            times: info.origin.times,
            restarts: info.origin.restarts,
            reported: self.notices_of(input).collect(),
        })
    }

    /// Returns the configuration keys that an input was the first to set, in order. They include keys that no result
    /// has, because queries know those as well.
    pub fn new_keys(&self, input: usize) -> Vec<&[u8]> {
        let Some(start) = self.starts.get(input) else { return Vec::new() };
        let start = if input == 0 { 0 } else { start.keys };
        let end = self.starts.get(input + 1).map_or(self.keys.count(), |next| next.keys);
        (start..end).map(|key| self.keys.get(key as u32)).collect()
    }
}

impl StoreBuilder {
    /// Adds facts about the current input, before or after its rows: see [`Store::facts`].
    pub fn recall(&mut self, facts: &InputFacts) {
        let store = Arc::make_mut(&mut self.store);
        for (at, notice) in facts.reported.iter().cloned() {
            store.take_notice(at, notice);
        }
        let &InputFacts { lines, results, kind, times, restarts, .. } = facts;
        self.recalled = Some(Recalled { lines, results, kind, times, restarts });
    }

    /// Adds configuration keys in order, before results have them: see [`Store::new_keys`].
    pub fn know_keys<'k>(&mut self, keys: impl IntoIterator<Item = &'k [u8]>) {
        let store = Arc::make_mut(&mut self.store);
        store.generation.renew();
        for key in keys {
            store.keys.intern(key);
        }
    }

    /// Applies the recalled facts when the input ends.
    pub(super) fn settle(&mut self) {
        let Some(recalled) = self.recalled.take() else { return };
        let store = Arc::make_mut(&mut self.store);
        let Some(input) = store.inputs.last_mut() else { return };
        input.lines = recalled.lines;
        input.results = recalled.results;
        input.kind = recalled.kind;
        input.origin.times = recalled.times;
        input.origin.restarts = recalled.restarts;
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Store, StoreBuilder};

    #[test]
    fn what_is_recalled_is_what_was_known() {
        let log = "Unit ns/op better=lower\nunused: x\nBenchmarkA 1 x ns/op\nunused:\ngoos: linux\n\
                   # benchlens recording=r looks=2,4\nBenchmarkA 1 NaN ns/op 2 B/op\n\
                   goos: linux\nBenchmarkA 1 3 B/op\nBenchmarkA 1 NaN x\nUnit ns/op better=higher\n--- FAIL: A";
        let store = Store::read([Input::new("log", log)]);
        let facts = store.facts(0).unwrap();
        assert_eq!(store.facts(1), None);
        assert_eq!(store.new_keys(0), [&b"unused"[..], b"goos"]);
        let mut builder = StoreBuilder::default();
        builder.begin(b"log", b"log");
        builder.know_keys(store.new_keys(0));
        builder.recall(&facts);
        builder.end();
        let again = builder.finish();
        assert_eq!(again.inputs(), store.inputs());
        assert_eq!(again.diagnostics(), store.diagnostics());
        assert_eq!(again.diagnostics().len(), 4, "{:?}", again.diagnostics());
        assert_eq!(again.facts(0), Some(facts));
        assert_eq!(again.new_keys(0), store.new_keys(0));
    }
}
