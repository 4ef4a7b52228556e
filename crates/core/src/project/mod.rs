//! Projections and filters: which results are kept, and which table, row and column each belongs to.
//!
//! Takes query texts and a store's identities; gives numbered keys that sort. Guarantees that a key depends only on a
//! benchmark's name and configuration, so an identity is projected once, however often it was measured. Must not know
//! values, statistics or output.

mod column_suggestions;
mod extract;
mod facts;
mod filter;
mod identity;
mod masks;
mod missing_key;
mod order;
mod projection;
mod regexp;
mod residue;
mod schema;
mod summary;
mod syntax;
mod text;
mod unknown_keys;
mod unknown_unit;
mod values;
mod word;

pub(crate) use column_suggestions::column_suggestions;
pub use extract::name_keys;
pub(crate) use extract::{Key, processors, split as split_name, without_gomaxprocs};
pub(crate) use facts::{Facts, value as key_value};
pub(crate) use filter::{Filter, Mask};
pub(crate) use masks::Masks;
pub(crate) use missing_key::{missing_key, nearest};
pub(crate) use order::number;
pub(crate) use projection::{KeyId, KeyTexts, Projection};
pub(crate) use schema::{Projections, Schema, parse_pair_key};
#[doc(hidden)]
pub use summary::index_of_absent;
pub use summary::{KeyKind, KeySummary, summarize_keys};
#[doc(hidden)]
pub use text::field_word;
pub(crate) use text::write_exact_filter;
pub use text::{
    FieldOrder, FieldText, FilterValues, ValueGroup, read_filter, read_projection, write_filter,
    write_projection,
};

pub use unknown_keys::PresentValues;
pub(crate) use unknown_keys::{UnknownKey, present_values, unknown_keys};
pub(crate) use unknown_unit::{some_units, unknown_unit};
pub(crate) use values::{KeyValues, all_keys};
pub(crate) use word::write_key;
pub(crate) use {regexp::Room, schema::parse_keys, syntax::ParseError};
