//! A member of an archive.

use super::Trouble;

/// A member of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its path as the archive has it, but for a leading `./`. It may be anything; nothing is ever written there.
    pub path: Vec<u8>,
    /// What it is.
    pub kind: MemberKind,
}

/// What a member is. Only a file can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemberKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link to something else, wherever that may be.
    Link,
    /// A file that needs a password.
    Encrypted,
    /// A file compressed by a method that is not known here: its number in the format of zip.
    Method(u16),
    /// A file with holes.
    Sparse,
    /// A device, a pipe, or whatever else there is.
    Special,
}

impl MemberKind {
    /// What members are called that have no content of their own.
    pub fn without_content(self) -> Option<&'static str> {
        match self {
            MemberKind::Link => Some("links, which are not followed"),
            MemberKind::Special => Some("devices and pipes"),
            _ => None,
        }
    }

    /// Why the content of a member cannot be read.
    pub fn trouble(self) -> Option<Trouble> {
        match self {
            MemberKind::Encrypted => Some(Trouble::Encrypted),
            MemberKind::Method(method) => Some(Trouble::Method(method)),
            MemberKind::Sparse => Some(Trouble::Sparse),
            _ => None,
        }
    }
}
