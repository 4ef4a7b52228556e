//! Types that every layer may use: interned byte strings, texts, errors, input labels.
//!
//! Takes nothing from any other layer. Must not know benchmarks.

mod bytes;
mod error;
#[doc(hidden)]
pub mod float;
mod go_float;
mod intern;
mod label;
mod maps;
pub(crate) mod metadata;
mod numbered;
pub(crate) mod ordering;
pub(crate) mod pace;
pub(crate) mod parallel;
mod setters;
mod share;
pub(crate) mod shell;
pub(crate) mod sort;
mod text;
mod texts;
pub(crate) mod unicode;

pub(crate) use bytes::{ByteReader, ByteWriter};
pub use error::{Error, ErrorKind, Span};
#[doc(hidden)]
pub use go_float::{NumberError, parse_float};
pub(crate) use intern::{Interner, ListInterner, PairInterner};
pub use label::{Argument, label_inputs};
pub(crate) use maps::{Derived, Map, Maps, Visited};
pub(crate) use numbered::Numbered;
pub(crate) use setters::setters;
pub(crate) use share::percent;
#[doc(hidden)]
pub use share::{parse_share, write_share};
#[doc(hidden)]
pub use sort::{natural_order, order, sort_copies};
pub use text::Text;
#[doc(hidden)]
pub use text::plural;
pub(crate) use text::{begins_with, boundary_before, next_char, one_line, quoted, split_field};
pub use texts::Texts;
pub(crate) use texts::{BRANCHES, Tree, width, write_name};
#[doc(hidden)]
pub use texts::{label_of, write_label};
