//! Texts numbered by first use, without a hash.
//!
//! For texts of logs in places that have no seed: texts are compared, so hostile ones cannot collide.

use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Clone, Default)]
pub(crate) struct Numbered {
    texts: Vec<Arc<[u8]>>,
    numbers: BTreeMap<Arc<[u8]>, u32>,
}

impl Numbered {
    /// The number of a text; a new one for a text that has none.
    pub(crate) fn number(&mut self, text: &[u8]) -> u32 {
        if let Some(number) = self.find(text) {
            return number;
        }
        let (number, text) = (self.texts.len() as u32, Arc::from(text));
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        number
    }

    /// The number of a text, if it has one.
    pub(crate) fn find(&self, text: &[u8]) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    /// All texts, by number.
    pub(crate) fn texts(&self) -> &[Arc<[u8]>] {
        &self.texts
    }
}
