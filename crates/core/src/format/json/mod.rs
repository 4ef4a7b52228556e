//! JSON documents of other harnesses, read while they come.
//!
//! [`Documents`] takes bytes in chunks cut anywhere and walks through documents of any size: a format's
//! [`Visitor`] says which values to enter, and which to take as a whole. A [`Cursor`] reads a value that was
//! taken. Nothing becomes a tree; strings and numbers stay as they are written until somebody needs them, so
//! that a decimal becomes a double by one rounding. `NaN` and `Infinity` are numbers here.
//!
//! A general deserializer (serde_json, into structs that borrow) reads half as fast as this.
//!
//! Guarantees that a document that is cut off or wrong in one place gives all elements before it, and those
//! behind it where the place of the error can be passed. Knows no format.

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
