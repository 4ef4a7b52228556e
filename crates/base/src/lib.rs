//! Types that all packages of [benchlens](https://crates.io/crates/benchlens) use: texts, interning, number formats,
//! errors, input labels, sorting.
//!
//! Programs use them through [`benchlens-core`](https://crates.io/crates/benchlens-core), which promises to keep what
//! this documentation lists. Takes nothing from any other layer. Must not know benchmarks.
#![forbid(unsafe_code)]
// A new variant of an enum is asked for wherever it matters.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod bytes;
mod error;
#[doc(hidden)]
pub mod float;
mod go_float;
mod intern;
mod label;
mod maps;
#[doc(hidden)]
pub mod metadata;
#[doc(hidden)]
pub mod names;
mod numbered;
#[doc(hidden)]
pub mod ordering;
#[doc(hidden)]
pub mod pace;
#[doc(hidden)]
pub mod parallel;
mod sentence;
mod share;
#[doc(hidden)]
pub mod shell;
#[doc(hidden)]
pub mod sort;
mod text;
mod texts;
#[doc(hidden)]
pub mod unicode;

pub use error::{Error, ErrorKind, Span};
pub use label::label_inputs;
pub use sentence::Sentence;
pub use text::Text;
pub use texts::Texts;

#[doc(hidden)]
pub use {
    bytes::{ByteReader, ByteWriter},
    go_float::{NumberError, parse_float},
    intern::{Interner, ListInterner, PairInterner},
    label::Argument,
    maps::{Derived, Map, Maps, Visited},
    numbered::Numbered,
    share::{parse_share, percent, write_share},
    sort::{natural_order, order, sort_copies},
    text::{begins_with, boundary_before, next_char, one_line, plural, quoted, split_field},
    texts::{BRANCHES, Tree, label_of, width, write_label, write_name},
};
