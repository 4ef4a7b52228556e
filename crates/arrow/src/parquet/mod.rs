//! Parquet files.
//!
//! [`write()`] writes a store to a file, and [`read`] passes the rows of a file to an [`Importer`](crate::Importer).
//! The crate `parquet` encodes and decodes the tables of this crate; this module only contains its settings.

mod read;
mod write;

pub use parquet::file::reader::ChunkReader;
pub use read::{is_decoding, read};
pub use write::{Prepared, write};

/// Bytes in memory, from which a file can be read.
pub use bytes::Bytes;
