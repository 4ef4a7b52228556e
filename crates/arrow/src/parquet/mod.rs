//! Parquet files.
//!
//! [`write()`] makes one of a store, and [`read`] gives the rows of one to an [`Importer`](crate::Importer). Texts are
//! dictionaries, compressed with zstd, about a million rows a row group. Most of what a row says it shares with the rows around
//! it, so the columns are packed here (`leaves`, `texts`, `numbers`; `indices` and `delta` pack) and not row by row.

mod chunk;
mod delta;
mod indices;
mod leaves;
mod numbers;
mod read;
mod texts;
mod write;

pub use parquet::file::reader::ChunkReader;
pub use read::{is_decoding, read};
pub use write::{Prepared, write};

/// Bytes in memory, which a file can be read from.
pub use bytes::Bytes;
