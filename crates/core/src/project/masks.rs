//! The measurements of each series that the filter keeps.

use super::extract::Key;
use super::filter::Mask;
use super::schema::Schema;
use crate::store::Store;

/// The masks of a schema for a store. Most filters use only names or only units, so the mask of one series is reused
/// for all others with the same name or the same units.
pub(crate) struct Masks<'a> {
    schema: &'a Schema,
    store: &'a Store,
    depends: Dependence,
    /// The known masks by name, or just one, each with the layout that it is for.
    known: Vec<Option<(u32, Mask)>>,
}

/// The inputs of a mask besides the layout.
#[derive(PartialEq)]
enum Dependence {
    Nothing,
    Name,
    Configuration,
}

impl<'a> Masks<'a> {
    pub(crate) fn new(schema: &'a Schema, store: &'a Store) -> Self {
        let of = |key: &Key| match key {
            Key::Unit => Dependence::Nothing,
            Key::BaseName | Key::FullName | Key::GoMaxProcs | Key::NamePart(_) => Dependence::Name,
            Key::File | Key::Config | Key::FileConfig(_) => Dependence::Configuration,
        };
        let keys: Vec<Dependence> = schema.selecting_keys().map(|(_, key)| of(key)).collect();
        let found = [Dependence::Configuration, Dependence::Name];
        let depends = found.into_iter().find(|one| keys.contains(one));
        Masks { schema, store, depends: depends.unwrap_or(Dependence::Nothing), known: Vec::new() }
    }

    /// Returns the mask of a series.
    pub(crate) fn get(&mut self, series: u32) -> &Mask {
        let (identity, layout) = self.store.series.get(series);
        let index = match self.depends {
            Dependence::Name => self.store.identities.get(identity).0 as usize,
            Dependence::Nothing | Dependence::Configuration => 0,
        };
        if self.known.len() <= index {
            self.known.resize(index + 1, None);
        }
        let known = &mut self.known[index];
        let holds = self.depends != Dependence::Configuration
            && matches!(known, Some((last, _)) if *last == layout);
        if !holds {
            *known = None;
        }
        let find = || (layout, self.schema.mask(self.store, series));
        &known.get_or_insert_with(find).1
    }
}
