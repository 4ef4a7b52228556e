//! The texts inside gzip, zstd, zip and tar.
//!
//! Takes the bytes of an input; gives its text, or the members of an archive one by one, unpacked as far as they
//! are packed. Goes by first bytes, not by names. Guarantees bounds: containers in containers ([`DEPTH_MAX`]), what is
//! unpacked in proportion to what is read ([`RATIO_MAX`] beyond [`FREE_BYTES`]), what is held in memory
//! ([`HELD_MAX`]), how many members there are ([`MEMBERS_MAX`]). Writes no file, so no name in an archive can do harm.
//! Must not know what a benchmark is: only [`plan`] knows names of files, to say which of them belong together.
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
