//! A member of an archive.

use super::Trouble;

/// A member of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its path in the archive, without a leading `./`. The path may be anything, because no file is ever written
    /// there.
    pub path: Vec<u8>,
    /// Its kind.
    pub kind: MemberKind,
}

/// The kind of a member. Only files can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemberKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link to any other path.
    Link,
    /// A file that needs a password.
    Encrypted,
    /// A file with an unsupported compression method: its number in the zip format.
    Method(u16),
    /// A sparse file.
    Sparse,
    /// A device, a pipe, or another special file.
    Special,
}

impl MemberKind {
    /// Returns the plural for members that have no content.
    pub fn without_content(self) -> Option<&'static str> {
        match self {
            MemberKind::Link => Some("links, which are not followed"),
            MemberKind::Special => Some("devices and pipes"),
            _ => None,
        }
    }

    /// Returns why the content of a member cannot be read.
    pub fn trouble(self) -> Option<Trouble> {
        match self {
            MemberKind::Encrypted => Some(Trouble::Encrypted),
            MemberKind::Method(method) => Some(Trouble::Method(method)),
            MemberKind::Sparse => Some(Trouble::Sparse),
            _ => None,
        }
    }
}
