//! The projections of a query as one group: if one projection names a key, the others omit it.

use std::collections::BTreeSet;

use super::extract::{Excluded, Key};
use super::facts::value;
use super::filter::{Filter, Mask};
use super::missing_key::missing_key;
use super::order::{Group, Listed, Order};
use super::projection::{Field, Projection};
use super::residue::Residue;
use super::syntax::{FieldSyntax, ListedSyntax, OrderSyntax, ParseError, parse_projection};
use super::word::write_key;
use crate::base::{Error, Sentence, Span, quoted};
use crate::store::Store;

/// A filter and four projections that have been checked.
#[derive(Debug, Clone)]
pub(crate) struct Schema {
    filter: Filter,
    pub(super) table: Vec<Field>,
    row: Vec<Field>,
    col: Vec<Field>,
    ignore: Vec<Field>,
    /// Further keys to ignore.
    ignored: Vec<Key>,
    /// Keys of metadata by which tables are separated, because results of one cell differ in what ran.
    pub(super) separated: Vec<Key>,
    /// Keys of metadata in which results of one cell differ, although they say what ran.
    pub(super) mixed: Vec<Key>,
    /// The key by which runs are paired.
    pair: Option<Key>,
    /// The filter for control benchmarks, whose code did not change.
    control: Option<Filter>,
}

impl Projections {
    /// Prepares the data that sorts and shows keys. Call it when the keys of all results are known.
    pub(crate) fn settle(&mut self, store: &Store) {
        self.table.settle(store);
        self.row.settle(store);
        self.col.settle(store);
    }

    /// Returns whether results that differ in a key of the configuration are in different rows or tables.
    pub(crate) fn separates(&self, key: &[u8]) -> bool {
        self.table.shows(key) || self.row.shows(key)
    }
}

/// The projections of a schema in use.
#[derive(Debug, Clone)]
pub(crate) struct Projections {
    pub(crate) table: Projection,
    pub(crate) row: Projection,
    pub(crate) col: Projection,
    pub(crate) residue: Residue,
}

impl Schema {
    /// Compiles the texts, in the order in which errors are reported.
    pub(crate) fn compile(
        filter: &str,
        table: &str,
        row: &str,
        col: &str,
        ignore: &str,
    ) -> Result<Schema, Error> {
        Ok(Schema {
            filter: Filter::compile("filter", filter)?,
            table: fields("table", table)?,
            row: fields("row", row)?,
            col: fields("col", col)?,
            ignore: fields("ignore", ignore)?,
            ignored: Vec::new(),
            separated: Vec::new(),
            mixed: Vec::new(),
            pair: None,
            control: None,
        })
    }

    /// Compiles the texts of a history, whose columns are points.
    pub(crate) fn compile_history(
        filter: &str,
        table: &str,
        row: &str,
        by: &str,
        ignore: &str,
    ) -> Result<Schema, Error> {
        let col = fields("by", by)?;
        if col.is_empty() {
            return Err(Error::range("by", Sentence::setting("by").and(" needs a key")));
        }
        Ok(Schema { col, ..Schema::compile(filter, table, row, "", ignore)? })
    }

    /// Returns the keys of a list, which have no order of their own.
    pub(crate) fn order_keys(text: &str) -> Result<Vec<Key>, Error> {
        Ok(fields("order", text)?.into_iter().map(|field| field.key).collect())
    }

    /// Returns the mask of a series: the measurements that the filter keeps, if the series has a listed value for
    /// every field with a list of values.
    pub(crate) fn mask(&self, store: &Store, series: u32) -> Mask {
        if self.lists(store, series) { self.filter.mask(store, series) } else { Mask::Whole(false) }
    }

    /// Returns whether measurements of a series in a derived unit are kept.
    pub(crate) fn keeps_unit(&self, store: &Store, series: u32, unit: &[u8]) -> bool {
        self.lists(store, series) && self.filter.keeps_unit(store, series, unit)
    }

    fn lists(&self, store: &Store, series: u32) -> bool {
        let (identity, _) = store.series.get(series);
        let listed = |field: &Field| match &field.order {
            Order::Fixed(list) => list.index(value(&field.key, store, identity)).is_some(),
            Order::First | Order::Alpha | Order::Num => true,
        };
        self.fields().all(listed)
    }

    /// Returns the projections, ready for results; they hash with a seed.
    pub(crate) fn projections(&self, seed: u64) -> Projections {
        let mut excluded = Excluded::default();
        let mut claimed = Vec::new();
        let keys = self.fields().map(|field| &field.key).chain(&self.ignored);
        for key in keys.chain(&self.pair) {
            excluded.add(key);
            if let Key::FileConfig(key) = key {
                claimed.push(key.clone());
            }
        }
        let [configs, names] = [Key::Config, Key::FullName].map(|key| self.names(&key));
        let residue = Residue::new(configs, names, excluded.clone(), &claimed, seed);
        let start =
            |fields: &[Field]| Projection::new(seed, fields.to_vec(), excluded.clone(), &claimed);
        Projections {
            table: start(&self.table),
            row: start(&self.row),
            col: start(&self.col),
            residue,
        }
    }

    /// Returns the schema with a key by which runs are paired. Other parts of the query do not see the key.
    pub(crate) fn paired_by(self, key: Key) -> Schema {
        Schema { pair: Some(key), ..self }
    }

    /// Returns the schema with a filter for control benchmarks.
    pub(crate) fn controlled_by(self, control: Filter) -> Schema {
        Schema { control: Some(control), ..self }
    }

    /// Returns the filter for control benchmarks, if there is one.
    pub(crate) fn control(&self) -> Option<&Filter> {
        self.control.as_ref()
    }

    /// Returns the schema with further keys whose differences are ignored.
    pub(crate) fn ignoring(&self, keys: &[Key]) -> Schema {
        let ignored = [&self.ignored, keys].concat();
        Schema { ignored, ..self.clone() }
    }

    /// Returns the value of `-ignore` that makes the query also [ignore](Schema::ignoring) these keys. A key of the
    /// query that no result has is not repeated.
    pub(crate) fn ignore_text(&self, store: &Store, keys: &[Key]) -> Vec<u8> {
        let own = self.ignore.iter().map(|field| &field.key);
        let own = own.filter(|key| missing_key(key, store).is_none());
        let all = own.chain(&self.ignored).chain(keys);
        let texts: Vec<String> = all.map(|key| write_key(&key.text())).collect();
        texts.join(",").into_bytes()
    }

    /// Returns the schema with a key for the columns instead.
    pub(crate) fn with_column(&self, key: &Key) -> Schema {
        Schema { col: vec![Field { key: key.clone(), order: Order::First }], ..self.clone() }
    }

    /// Returns the schema with these keys for the tables instead.
    pub(crate) fn with_tables(&self, keys: &[Key]) -> Schema {
        let field = |key: &Key| Field { key: key.clone(), order: Order::First };
        Schema { table: keys.iter().map(field).collect(), ..self.clone() }
    }

    /// Returns the schema with only these values of the only column key, in this order.
    pub(crate) fn with_columns_listed(mut self, values: Vec<Vec<u8>>) -> Schema {
        if let [field] = &mut self.col[..] {
            field.order = Order::Fixed(Listed::of_values(values));
        }
        self
    }

    /// Returns whether columns are in the order in which they come.
    pub(crate) fn keeps_column_order(&self) -> bool {
        self.col.iter().all(|field| field.order == Order::First)
    }

    /// Returns the keys by which tables are separated besides those of the query.
    pub(crate) fn separating_keys(&self) -> &[Key] {
        &self.separated
    }

    /// Returns the keys in which results of one cell differ, although they say what ran.
    pub(crate) fn mixed_keys(&self) -> &[Key] {
        &self.mixed
    }

    /// Returns whether tables show all keys of the configuration.
    pub(super) fn shows_configs_in_tables(&self) -> bool {
        self.table.iter().any(|field| field.key == Key::Config)
    }

    /// Returns the keys of the columns.
    pub(crate) fn column_keys(&self) -> impl Iterator<Item = &Key> {
        self.col.iter().map(|field| &field.key)
    }

    /// Returns whether a projection names this key.
    pub(crate) fn names(&self, key: &Key) -> bool {
        let mut others = self.ignored.iter().chain(&self.pair);
        self.fields().any(|field| field.key == *key) || others.any(|other| other == key)
    }

    /// Returns all fields of all projections.
    fn fields(&self) -> impl Iterator<Item = &Field> {
        self.table.iter().chain(&self.row).chain(&self.col).chain(&self.ignore)
    }

    /// Returns the keys by which the query drops results: the keys of the filter, and keys with a list of values.
    pub(super) fn selecting_keys(&self) -> impl Iterator<Item = (Vec<u8>, &Key)> {
        let listed = self.fields().filter(|field| matches!(field.order, Order::Fixed(_)));
        let keys = self.filter.keys().into_iter().chain(listed.map(|field| &field.key));
        keys.map(|key| (key.text(), key))
    }

    /// Returns all keys that the query names, each with the setting that names it.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&'static str, &Key)> {
        let filter = self.filter.keys().into_iter().map(|key| ("filter", key));
        filter
            .chain(self.table.iter().map(|f| ("table", &f.key)))
            .chain(self.row.iter().map(|f| ("row", &f.key)))
            .chain(self.col.iter().map(|f| ("col", &f.key)))
            .chain(self.ignore.iter().map(|f| ("ignore", &f.key)))
            .chain(self.pair.iter().map(|key| ("pair", key)))
            .chain(self.control.iter().flat_map(Filter::keys).map(|key| ("control", key)))
    }
}

pub(super) fn fields(part: &'static str, query: &str) -> Result<Vec<Field>, Error> {
    let compile =
        || parse_projection(query)?.into_iter().map(field).collect::<Result<_, ParseError>>();
    compile().map_err(|trouble| trouble.in_query(part, query))
}

/// Parses the key by which runs are paired, which is a key of a configuration or of a part of the name.
pub(crate) fn parse_pair_key(text: &str) -> Result<Key, Error> {
    let parse = || {
        let [syntax] = &parse_projection(text)?[..] else {
            let span = Span { start: 0, end: text.len() };
            return Err(ParseError::new(span, "expected one key, runs, loose or none"));
        };
        let span = syntax.key.span;
        match field(syntax.clone())? {
            Field { key: key @ (Key::FileConfig(_) | Key::NamePart(_)), order: Order::First } => {
                Ok(key)
            }
            Field { order: Order::First, .. } => {
                Err(ParseError::new(span, "a configuration key or a part of the name is expected"))
            }
            Field { .. } => {
                Err(ParseError::new(span, "a key alone, without an order, is expected"))
            }
        }
    };
    parse().map_err(|trouble| trouble.in_query("pair", text))
}

/// Parses keys without orders, each of which has a value: a list as in a projection.
pub(crate) fn parse_keys(list: &str) -> Result<Vec<Key>, ParseError> {
    let key = |syntax: FieldSyntax| {
        let span = syntax.key.span;
        match field(syntax)? {
            Field { key: Key::Config, .. } => {
                Err(ParseError::new(span, ".config is only allowed in projections"))
            }
            Field { key, order: Order::First } => Ok(key),
            Field { .. } => {
                Err(ParseError::new(span, "a key alone, without an order, is expected"))
            }
        }
    };
    parse_projection(list)?.into_iter().map(key).collect()
}

fn field(syntax: FieldSyntax) -> Result<Field, ParseError> {
    let word = syntax.key;
    let is_config = word.bytes == b".config";
    let no_list = |span| ParseError::new(span, "fixed order not allowed for .config");
    let order = match syntax.order {
        OrderSyntax::Default => Order::First,
        OrderSyntax::Fixed(_, span) if is_config => return Err(no_list(span)),
        OrderSyntax::Fixed(listed, _) => Order::Fixed(list(listed)?),
        OrderSyntax::Named(name) => match &name.bytes[..] {
            b"first" => Order::First,
            b"alpha" => Order::Alpha,
            b"num" => Order::Num,
            b"fixed" if is_config => return Err(no_list(name.span)),
            b"fixed" => Order::Fixed(Listed::default()),
            other => {
                return Err(ParseError::new(name.span, format!("unknown order {}", quoted(other))));
            }
        },
    };
    let key = Key::parse(&word)?;
    if key == Key::Unit {
        return Err(ParseError::new(word.span, ".unit is only allowed in filters"));
    }
    Ok(Field { key, order })
}

/// Converts a list. A value of a group may appear only once because its results cannot be in two columns.
fn list(listed: Vec<ListedSyntax>) -> Result<Listed, ParseError> {
    let alone = listed.iter().filter(|one| one.values.is_none()).map(|one| &one.name);
    let mut known = BTreeSet::new();
    known.extend(alone.cloned());
    for value in listed.iter().flat_map(|one| one.values.iter().flatten()) {
        if !known.insert(value.bytes.clone()) {
            let message = format!("{} is listed twice", quoted(&value.bytes));
            return Err(ParseError::new(value.span, message));
        }
    }
    let group = |ListedSyntax { name, values }| Group {
        name,
        values: values.map(|values| values.into_iter().map(|value| value.bytes).collect()),
    };
    Ok(Listed::new(listed.into_iter().map(group).collect()))
}
