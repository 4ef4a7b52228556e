//! Rows that both sides have in different tables.

use serde::{Serialize, Serializer};

use super::value::Hex;
use crate::base::Text;
use crate::table::{Mismatch, MismatchKey, MismatchRow};

/// Mismatches that are made one by one while they are written.
pub(super) struct Mismatches<'a>(pub(super) &'a [Mismatch]);

impl Serialize for Mismatches<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(MismatchDocument::new))
    }
}

#[derive(Serialize)]
struct MismatchDocument<'a> {
    table: u32,
    column: u32,
    base_table: u32,
    base_column: u32,
    keys: Vec<KeyDocument<'a>>,
    more_keys: bool,
    ignore: Option<&'a Text>,
    rows: Vec<RowDocument>,
}

#[derive(Serialize)]
struct KeyDocument<'a> {
    key: &'a Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_bytes: Option<Hex<&'a Text>>,
    base: &'a Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_bytes: Option<Hex<&'a Text>>,
    new: &'a Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_bytes: Option<Hex<&'a Text>>,
}

#[derive(Serialize)]
struct RowDocument {
    base: u32,
    new: u32,
}

impl<'a> MismatchDocument<'a> {
    fn new(mismatch: &'a Mismatch) -> Self {
        let Mismatch { table, column, base_table, base_column, keys, more_keys, ignore, rows } =
            mismatch;
        let row = |&MismatchRow { base, new }: &MismatchRow| RowDocument { base, new };
        MismatchDocument {
            table: *table,
            column: *column,
            base_table: *base_table,
            base_column: *base_column,
            keys: keys.iter().map(KeyDocument::new).collect(),
            more_keys: *more_keys,
            ignore: ignore.as_ref(),
            rows: rows.iter().map(row).collect(),
        }
    }
}

impl<'a> KeyDocument<'a> {
    fn new(MismatchKey { key, base, new }: &'a MismatchKey) -> Self {
        let [key_bytes, base_bytes, new_bytes] = [key, base, new].map(Hex::of);
        KeyDocument { key, key_bytes, base, base_bytes, new, new_bytes }
    }
}
