//! Keys as texts.

use std::sync::Arc;

use super::{KeyId, Projection};
use crate::base::Text;

/// The values of keys, made once and shared: many tables, rows and columns have the same ones.
pub(crate) struct KeyTexts<'a> {
    projection: &'a Projection,
    /// The slots in the order of [`Projection::names`].
    places: Vec<usize>,
    /// By number of the text.
    texts: Vec<Option<Text>>,
    /// By key.
    known: Vec<Option<Arc<[Text]>>>,
}

impl Projection {
    /// The texts of its keys. No key is added from now on.
    pub(crate) fn texts(&self) -> KeyTexts<'_> {
        KeyTexts {
            projection: self,
            places: self.flattened_places(),
            texts: vec![None; self.texts.len()],
            known: vec![None; self.keys.len()],
        }
    }
}

impl KeyTexts<'_> {
    /// The values of a key, in the order of [`Projection::names`].
    pub(crate) fn get(&mut self, key: KeyId) -> Arc<[Text]> {
        let KeyTexts { projection, places, texts, known } = self;
        let text = |&place: &usize| {
            let value = projection.value(key, &projection.slots[place]);
            let text = || Text::from(projection.texts.get(value));
            texts[value as usize].get_or_insert_with(text).clone()
        };
        known[key as usize].get_or_insert_with(|| places.iter().map(text).collect()).clone()
    }
}
