//! Parquet files.
//!
//! [`write()`] makes a file of a store, and [`read`] gives the rows of a file to an [`Importer`](crate::Importer). The crate `parquet`
//! encodes and decodes the tables of this crate; here are only its settings.

mod read;
mod write;

pub use parquet::file::reader::ChunkReader;
pub use read::{is_decoding, read};
pub use write::{Prepared, write};

/// Bytes in memory, which a file can be read from.
pub use bytes::Bytes;
