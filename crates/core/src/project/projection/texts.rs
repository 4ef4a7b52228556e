//! Keys as texts.

use super::{ConfigKeys, KeyId, KeyPart, Projection};
use crate::base::{BRANCHES, Map, Text, Texts, Tree, width};

/// The values of keys, made once and shared because many tables, rows and columns have the same values.
pub(crate) struct KeyTexts<'a> {
    projection: &'a Projection,
    /// The texts, by text number.
    texts: Vec<Option<Text>>,
    /// The known values, by key.
    known: Vec<Option<Texts>>,
    /// The number of values of a key.
    len: usize,
    /// The known trees, by level and node of the configuration maps.
    trees: Vec<Vec<Option<Tree>>>,
}

impl Projection {
    /// Returns the texts of the projection's keys. No keys may be added afterward.
    pub(crate) fn texts(&self) -> KeyTexts<'_> {
        KeyTexts {
            projection: self,
            texts: vec![None; self.texts.count()],
            known: vec![None; self.keys.len()],
            len: self.names_len(),
            trees: Vec::new(),
        }
    }
}

impl KeyTexts<'_> {
    /// Returns the values of a key, in the order of [`Projection::names`].
    pub(crate) fn get(&mut self, key: KeyId) -> Texts {
        if let Some(known) = &self.known[key as usize] {
            return known.clone();
        }
        let projection = self.projection;
        let (mut own, mut place) = (Vec::new(), 0);
        for part in projection.parts() {
            match part {
                KeyPart::Slot(slot) => {
                    own.push((place as u32, self.text(projection.value(key, slot))));
                    place += 1;
                }
                KeyPart::Configs(configs, _) => place += configs.len(),
            }
        }
        let texts = match &projection.configs {
            Some(configs) => {
                let map = configs.map(projection.keys.get(key).1);
                if Texts::is_short(self.len) {
                    self.list(configs, map, own).into_iter().collect()
                } else {
                    let level = width(self.len).ilog(BRANCHES);
                    Texts::long(self.len, self.tree(configs, map, level, &own))
                }
            }
            None => own.into_iter().map(|(_, text)| text).collect(),
        };
        self.known[key as usize].insert(texts).clone()
    }

    /// Returns the values of a key that has few values.
    fn list(&mut self, configs: &ConfigKeys, map: Map, own: Vec<(u32, Text)>) -> Vec<Text> {
        let number = |place: usize| configs.placed.get(map, place as u32);
        let mut texts: Vec<Text> = (0..self.len).map(|place| self.text(number(place))).collect();
        own.into_iter().for_each(|(place, text)| texts[place as usize] = text);
        texts
    }

    /// Returns the tree of this height that contains the values that a map shows, and the key's own texts.
    fn tree(&mut self, configs: &ConfigKeys, map: Map, level: u32, own: &[(u32, Text)]) -> Tree {
        let is_shared = own.is_empty() && map.level == level;
        let index = (level as usize, map.node as usize);
        if self.trees.len() <= index.0 {
            self.trees.resize(index.0 + 1, Vec::new());
        }
        if let (true, Some(Some(known))) = (is_shared, self.trees[index.0].get(index.1)) {
            return known.clone();
        }
        let slot = |place: u32| place as usize / BRANCHES.pow(level) % BRANCHES;
        let below = (0..BRANCHES).map(|at| {
            let start = own.partition_point(|&(place, _)| slot(place) < at);
            let own = &own[start..];
            let own = &own[..own.partition_point(|&(place, _)| slot(place) == at)];
            (configs.placed.below(map, level, at), own)
        });
        let tree = match level.checked_sub(1) {
            None => {
                let text = |(below, own): (Map, &[(u32, Text)])| match own {
                    [(_, text), ..] => text.clone(),
                    [] => self.text(below.node),
                };
                Tree::leaf(below.map(text).collect())
            }
            Some(_) if map.node == 0 && own.is_empty() => Tree::default(),
            Some(lower) => {
                let tree = |(map, own): (Map, &[(u32, Text)])| self.tree(configs, map, lower, own);
                Tree::branch(below.map(tree).collect())
            }
        };
        if is_shared {
            let trees = &mut self.trees[index.0];
            trees.resize(trees.len().max(index.1 + 1), None);
            trees[index.1] = Some(tree.clone());
        }
        tree
    }

    fn text(&mut self, number: u32) -> Text {
        let text = || Text::from(self.projection.texts.get(number));
        self.texts[number as usize].get_or_insert_with(text).clone()
    }
}
