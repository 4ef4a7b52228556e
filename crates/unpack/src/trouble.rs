//! Why something cannot be unpacked.

use std::fmt;
use std::io::{Error, ErrorKind};

use super::container::Container;
use super::limits::{DEPTH_MAX, HELD_MAX, MEMBERS_MAX, RATIO_MAX};

/// A problem with a container. It is the inner error of an [`std::io::Error`]; an error without it comes from the
/// source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trouble {
    /// A container whose format is recognized but not supported.
    Foreign(Container),
    /// A container inside too many other containers.
    TooDeep(Container),
    /// The output is much larger than such data can be.
    Bomb,
    /// An archive in a stream that is larger than the limit for memory.
    TooLarge,
    /// Too many members.
    TooMany,
    /// The end is missing.
    Truncated,
    /// The content contradicts itself.
    Corrupt(&'static str),
    /// It needs a password.
    Encrypted,
    /// It uses an unsupported compression method: its number in the zip format.
    Method(u16),
    /// It is a sparse file.
    Sparse,
}

impl Trouble {
    /// Returns the problem, unless the error comes from the source.
    pub fn of(error: &Error) -> Option<&Trouble> {
        error.get_ref()?.downcast_ref()
    }

    /// Returns whether the same problem would follow for anything else that is read from the same source.
    pub fn is_final(&self) -> bool {
        matches!(self, Trouble::Bomb)
    }

    /// Converts an error of a decoder; errors of the source are unchanged.
    pub(crate) fn of_decoder(error: Error) -> Error {
        if error.raw_os_error().is_some() || Trouble::of(&error).is_some() {
            return error;
        }
        match error.kind() {
            ErrorKind::Interrupted | ErrorKind::WouldBlock => error,
            ErrorKind::UnexpectedEof => Trouble::Truncated.into(),
            _ => Trouble::Corrupt("its compressed data").into(),
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Foreign(container) => {
                write!(f, "it is {}; unpack it first ({})", container.name(), container.command())
            }
            Trouble::TooDeep(container) => write!(
                f,
                "it is {} inside {DEPTH_MAX} others; unpack the outer one first",
                container.name()
            ),
            Trouble::Bomb => write!(
                f,
                "it unpacks to more than {RATIO_MAX} times its size, which no log does; \
                 unpack it first if you trust it"
            ),
            Trouble::TooLarge => write!(
                f,
                "an archive of more than {} MiB inside another one or in a pipe; unpack the outer one \
                 first, or name it as a file",
                HELD_MAX >> 20
            ),
            Trouble::TooMany => write!(
                f,
                "it has more than {MEMBERS_MAX} members; unpack it and name what you want to read"
            ),
            Trouble::Truncated => f.write_str("it is cut off: its end is missing"),
            Trouble::Encrypted => f.write_str("it is encrypted; unpack it first (unzip)"),
            Trouble::Method(9) => {
                f.write_str("it is compressed by Deflate64; unpack it first (unzip)")
            }
            Trouble::Method(12) => {
                f.write_str("it is compressed by bzip2; unpack it first (unzip)")
            }
            Trouble::Method(14) => f.write_str("it is compressed by LZMA; unpack it first (7z x)"),
            Trouble::Method(95) => f.write_str("it is compressed by xz; unpack it first (7z x)"),
            Trouble::Method(method) => {
                write!(f, "it is compressed by method {method}; unpack it first (7z x)")
            }
            Trouble::Sparse => f.write_str("it is a file with holes; unpack it first (tar -xf)"),
            Trouble::Corrupt(what) => write!(f, "it is damaged: {what} cannot be right"),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<Trouble> for Error {
    fn from(trouble: Trouble) -> Error {
        Error::new(ErrorKind::InvalidData, trouble)
    }
}
