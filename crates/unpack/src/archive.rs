//! Archives, read member by member.

use std::io::{Read, Result};

use super::layer::{Layer, peel};
use super::limits::MEMBERS_MAX;
use super::member::Member;
use super::stream::{ReadSeek, boxed};
use super::tar::{self, Walked};
use super::trouble::Trouble;
use super::unpacker::Unpacker;
use super::zip;

/// The format of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Zip,
    Tar,
}

/// An opened archive. It is read twice: for its members' names, and for the content of selected members.
pub struct Archive<'a> {
    pub(crate) form: Form,
    pub(crate) source: Box<dyn ReadSeek + Send + 'a>,
    /// The compressed streams around it, the outermost first.
    pub(crate) layers: Vec<Layer>,
    /// Opens its members.
    pub(crate) inner: Unpacker,
    /// The error that ended the archive early while it was read into memory.
    pub(crate) cut: Option<Trouble>,
}

impl<'a> Archive<'a> {
    /// Returns all members in the order of the archive. If the archive is damaged, also returns the problem; the
    /// members are then those that can still be found.
    ///
    /// # Errors
    ///
    /// Returns errors of the source, and a [`Trouble`] if no member can be found.
    pub fn members(&mut self) -> Result<(Vec<Member>, Option<Trouble>)> {
        if self.form == Form::Zip {
            let entries = zip::directory(&mut *self.source)?;
            let members = entries.into_iter().map(|entry| entry.member).collect();
            return Ok((members, self.cut.clone()));
        }
        let mut members = Vec::new();
        let result = self.walk(true, &mut |_, member, _| {
            members.push(member);
            if members.len() <= MEMBERS_MAX { Ok(true) } else { Err(Trouble::TooMany.into()) }
        });
        match result {
            Ok(trouble) => Ok((members, trouble.or_else(|| self.cut.clone()))),
            Err(error) => match Trouble::of(&error) {
                Some(trouble) if !trouble.is_final() && *trouble != Trouble::TooMany => {
                    Ok((members, Some(trouble.clone())))
                }
                _ => Err(error),
            },
        }
    }

    /// Calls `f` with the index and the content of each member of `wanted`, whose indices are ascending, until `f`
    /// returns false. An error while reading a content belongs to this member; the other members are still readable.
    ///
    /// # Errors
    ///
    /// Returns errors of the source, and the errors of [`Archive::members`].
    pub fn read(
        &mut self,
        wanted: &[usize],
        f: &mut dyn FnMut(usize, &mut (dyn Read + Send)) -> bool,
    ) -> Result<()> {
        if self.form == Form::Zip {
            let entries = zip::directory(&mut *self.source)?;
            for &index in wanted {
                let Some(entry) = entries.get(index) else { break };
                let mut content = entry.open(&mut *self.source, &self.inner.budget);
                if !f(index, &mut *content) {
                    break;
                }
            }
            return Ok(());
        }
        let mut wanted = wanted.iter().copied().peekable();
        if wanted.peek().is_none() {
            return Ok(());
        }
        let walked = self.walk(false, &mut |index, _, content| {
            if wanted.next_if_eq(&index).is_none() {
                return Ok(true);
            }
            Ok(f(index, content) && wanted.peek().is_some())
        });
        match walked {
            // This error was already reported when the members were listed.
            Err(error) if Trouble::of(&error).is_some_and(|trouble| !trouble.is_final()) => Ok(()),
            walked => walked.map(|_| ()),
        }
    }

    /// Returns the unpacker for members, which counts the containers around them and the bytes that they have used.
    pub fn unpacker(&self) -> Unpacker {
        self.inner.clone()
    }

    /// Reads a tar archive from its beginning. On request, this continues to the end of the stream around it, because
    /// the checksum of the stream is there.
    fn walk(&mut self, to_end: bool, f: &mut tar::Visit<'_>) -> Result<Option<Trouble>> {
        let source = &mut self.source;
        let mut walked: Box<dyn Walked + '_> = if self.layers.is_empty() {
            Box::new(tar::Random::new(&mut **source)?)
        } else {
            source.rewind()?;
            let inside = peel(boxed(source), &self.layers, &self.inner.budget)?;
            Box::new(tar::Stream(inside))
        };
        let trouble = tar::walk(&mut *walked, f)?;
        if to_end {
            walked.finish()?;
        }
        Ok(trouble)
    }
}
