//! Formats: bytes in, records out.
//!
//! Takes the bytes of one input in chunks cut anywhere; gives [`Record`]s that borrow from them,
//! pushed into a [`Sink`]. Reading never fails: every line is a record, a malformed record, or
//! ignored by a rule that has a test. Knows nothing of statistics, tables or where bytes come from.

mod decode;
mod detect;
pub mod gobench;
mod record;

pub use detect::{Kind, detect};
pub use record::{Number, Record, ResultLine, Rows, Sink, SyntaxError};

pub(crate) use decode::Decoder;
pub(crate) use detect::HEAD_BYTES;
