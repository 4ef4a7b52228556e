//! Archives: their members, one by one.

use std::io::{Read, Result};

use super::layer::{Layer, peel};
use super::open::{ReadSeek, Unpacker};
use super::tar::{self, Walked};
use super::zip;
use super::{MEMBERS_MAX, Trouble};

/// The form of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Zip,
    Tar,
}

/// An archive that was opened. It is read twice: for its members' names, and for the content of those that
/// are wanted.
pub struct Archive<'a> {
    pub(crate) form: Form,
    pub(crate) source: Box<dyn ReadSeek + Send + 'a>,
    /// What is around it, the outermost first.
    pub(crate) layers: Vec<Layer>,
    /// What opens its members.
    pub(crate) inner: Unpacker,
}

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
    /// What members are called that cannot be read although they hold something, and what to do.
    pub fn refusal(self) -> Option<String> {
        let packed = |how: &str, command: &str| {
            format!("files compressed with {how}, to be unpacked first ({command})")
        };
        Some(match self {
            MemberKind::File | MemberKind::Folder => return None,
            MemberKind::Link => "links, which are not followed".into(),
            MemberKind::Encrypted => "encrypted files, to be unpacked first (unzip)".into(),
            MemberKind::Method(9) => packed("Deflate64", "unzip"),
            MemberKind::Method(12) => packed("bzip2", "unzip"),
            MemberKind::Method(14) => packed("LZMA", "7z x"),
            MemberKind::Method(95) => packed("xz", "7z x"),
            MemberKind::Method(method) => packed(&format!("method {method}"), "7z x"),
            MemberKind::Sparse => "files with holes, to be unpacked first (tar -xf)".into(),
            MemberKind::Special => "devices and pipes".into(),
        })
    }
}

impl<'a> Archive<'a> {
    /// All members, in their order in the archive; and what is wrong with it, if something is: then these are the members that
    /// can be found nevertheless.
    ///
    /// # Errors
    ///
    /// Those of the source, and a [`Trouble`] where no member can be found.
    pub fn members(&mut self) -> Result<(Vec<Member>, Option<Trouble>)> {
        if self.form == Form::Zip {
            let entries = zip::directory(&mut *self.source)?;
            return Ok((entries.into_iter().map(|entry| entry.member).collect(), None));
        }
        let mut members = Vec::new();
        let result = self.walk(&mut |_, member, _| {
            members.push(member);
            match members.len() <= MEMBERS_MAX {
                true => Ok(true),
                false => Err(Trouble::TooMany.into()),
            }
        });
        match result {
            Ok(trouble) => Ok((members, trouble)),
            Err(error) => match Trouble::of(&error) {
                Some(trouble) if !trouble.is_final() && *trouble != Trouble::TooMany => {
                    Ok((members, Some(trouble.clone())))
                }
                _ => Err(error),
            },
        }
    }

    /// Calls `f` with the place and the content of each member of `wanted`, whose places ascend; until it says false. An error while a
    /// content is read is an error of that member; the others can be read.
    ///
    /// # Errors
    ///
    /// Those of the source, and what [`Archive::members`] says of an archive.
    pub fn read(
        &mut self,
        wanted: &[usize],
        f: &mut dyn FnMut(usize, &mut (dyn Read + Send)) -> bool,
    ) -> Result<()> {
        if self.form == Form::Zip {
            let entries = zip::directory(&mut *self.source)?;
            for &place in wanted {
                let Some(entry) = entries.get(place) else { break };
                let mut content = entry.open(&mut *self.source, &self.inner.budget);
                if !f(place, &mut *content) {
                    break;
                }
            }
            return Ok(());
        }
        let mut wanted = wanted.iter().copied().peekable();
        if wanted.peek().is_none() {
            return Ok(());
        }
        let walked = self.walk(&mut |place, _, content| {
            if wanted.next_if_eq(&place).is_none() {
                return Ok(true);
            }
            Ok(f(place, content) && wanted.peek().is_some())
        });
        match walked {
            // It was told when the members were listed.
            Err(error) if Trouble::of(&error).is_some_and(|trouble| !trouble.is_final()) => Ok(()),
            walked => walked.map(|_| ()),
        }
    }

    /// What opens a member: it knows how many containers are around it, and what they have cost.
    pub fn unpacker(&self) -> Unpacker {
        self.inner.clone()
    }

    /// Walks a tar archive from its beginning.
    fn walk(&mut self, f: &mut tar::Visit<'_>) -> Result<Option<Trouble>> {
        let source = &mut self.source;
        let mut walked: Box<dyn Walked + '_> = match self.layers.is_empty() {
            true => Box::new(tar::Random::new(&mut **source)?),
            false => {
                source.rewind()?;
                let inside = peel(Box::new(source), &self.layers, &self.inner.budget)?;
                Box::new(tar::Stream(inside))
            }
        };
        tar::walk(&mut *walked, f)
    }
}
