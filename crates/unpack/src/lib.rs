//! The texts inside gzip, zstd, zip and tar.
//!
//! Takes the bytes of an input; gives its text, or the members of an archive one by one, completely unpacked.
//! Recognizes formats by their first bytes, not by file names. Guarantees limits: on nested containers
//! ([`DEPTH_MAX`]), on the bytes that are unpacked in proportion to the bytes that are read ([`RATIO_MAX`] beyond
//! [`FREE_BYTES`]), on the bytes that are stored in memory ([`HELD_MAX`]), and on the number of members
//! ([`MEMBERS_MAX`]). Writes no file, so names in an archive cannot do any harm. Must not know benchmarks: only
//! [`plan`] knows file names, to find the files that belong together.
//!
//! ```
//! use benchlens_unpack::{Opened, Source, Unpacker};
//! use std::io::{Cursor, Read};
//!
//! let text = Cursor::new(b"BenchmarkA 1 2 ns/op\n");
//! let Opened::Text(mut reader) = Unpacker::default().open(Source::Random(Box::new(text)))? else {
//!     panic!("an archive");
//! };
//! let mut read = String::new();
//! reader.read_to_string(&mut read)?;
//! assert_eq!(read, "BenchmarkA 1 2 ns/op\n");
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod archive;
mod budget;
mod container;
mod gzip;
mod layer;
mod limits;
mod member;
mod open;
pub mod plan;
mod stream;
mod tar;
mod trouble;
mod unpacker;
mod zip;
mod zstandard;

pub use archive::Archive;
pub use container::{Container, HEAD_BYTES};
pub use limits::{DEPTH_MAX, FREE_BYTES, HELD_MAX, MEMBERS_MAX, RATIO_MAX};
pub use member::{Member, MemberKind};
pub use open::{Opened, Source};
pub use stream::ReadSeek;
pub use trouble::Trouble;
pub use unpacker::Unpacker;
