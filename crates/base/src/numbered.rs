//! Texts numbered by first use, without a hash.
//!
//! For texts of logs in code that has no seed: texts are compared instead of hashed, so hostile texts cannot collide.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Texts, numbered in the order of their first use.
#[derive(Debug, Clone, Default)]
pub struct Numbered {
    texts: Vec<Arc<[u8]>>,
    numbers: BTreeMap<Arc<[u8]>, u32>,
}

impl Numbered {
    /// Returns the number of a text, and assigns one if it is new.
    pub fn number(&mut self, text: &[u8]) -> u32 {
        if let Some(number) = self.find(text) {
            return number;
        }
        let (number, text) = (self.texts.len() as u32, Arc::from(text));
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        number
    }

    /// Returns the number of a text, if it has one.
    pub fn find(&self, text: &[u8]) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    /// Returns all texts, by number.
    pub fn texts(&self) -> &[Arc<[u8]>] {
        &self.texts
    }
}
