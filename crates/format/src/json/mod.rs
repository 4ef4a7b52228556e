//! JSON documents of other harnesses, read while they arrive.
//!
//! [`Documents`] takes bytes in chunks of any length and visits documents of any size: a format's [`Visitor`] decides
//! which values to enter, and which to read as a whole. A [`Cursor`] reads a complete value. There is no tree of
//! values; strings and numbers stay in written form until they are needed, so a decimal becomes a double by one
//! rounding. `NaN` and `Infinity` are numbers here.
//!
//! A general deserializer (serde_json, into structs that borrow) is half as fast.
//!
//! Guarantees that a document that is cut off or wrong in one place gives all elements before it, and the elements
//! after it if the error can be skipped. Must not know any format.

mod cursor;
mod documents;
mod out;
mod path;
mod scan;
mod string;
mod words;

pub(super) use cursor::{Cursor, Found, Stop};
pub(super) use documents::{Documents, Plan, Visitor, found_at};
pub(super) use out::{Known as OutState, Out};
pub(super) use path::Path;
pub(super) use string::{Str, unescape};
