//! Go's benchmark format: <https://golang.org/design/14313-benchmark-format>.
//!
//! [`line`] knows what one line can say (a nom grammar over borrowed bytes), [`number`] Go's float
//! grammar, `repeat` the short cut for a line that repeats the one before, `shape` the shorter one if its numbers
//! have as many digits too, [`Reader`] how chunks become lines, and [`Writer`] the way back.

mod line;
pub mod number;
mod reader;
mod repeat;
mod shape;
mod writer;

pub use reader::Reader;
pub use writer::Writer;
