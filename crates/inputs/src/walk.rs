//! Reads archives, including nested archives.

use std::collections::BTreeMap;
use std::io::Read;

use benchlens_unpack::plan::plan;
use benchlens_unpack::{Archive, HELD_MAX, MemberKind, Opened, Source, Trouble};

use super::errors::{Failure, failed};
use super::pieces::{Asked, Group, Reading};
use super::select::{Selection, select};
use super::trees::{Tree, trees};

/// The part of an input to read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wanted<'a> {
    /// The path of a member; empty for all members.
    pub(super) member: &'a [u8],
    /// A recording of criterion.
    pub(super) recording: Option<&'a [u8]>,
}

impl Wanted<'_> {
    /// Checks that a text is the whole selected part.
    ///
    /// # Errors
    ///
    /// Returns a sentence if the selection names a part, because a text has no parts.
    pub(super) fn is_all(&self, asked: &Asked) -> Result<(), String> {
        let (name, path) =
            (String::from_utf8_lossy(&asked.name), String::from_utf8_lossy(&asked.path));
        if !self.member.is_empty() {
            return Err(format!("{name}: {path} is not an archive, so it has no members"));
        }
        match self.recording {
            Some(_) => {
                Err(format!("{name}: {path} is not a folder, so it has no recordings of criterion"))
            }
            None => Ok(()),
        }
    }
}

/// Passes the texts of an archive to the reader.
pub(super) struct Walk<'w, 'r, 'g> {
    pub(super) reading: &'w mut Reading<'r>,
    pub(super) group: &'w mut Group<'g>,
}

/// The purpose of a member.
enum Use<'u> {
    /// It is a text or a container, of which this part is selected.
    Text(Wanted<'u>),
    /// It is a part of a piece, and is stored until the other parts have been read.
    Part,
}

impl Walk<'_, '_, '_> {
    /// Reads the selected part of an archive; the names of members follow `prefix`.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains why reading cannot continue.
    pub(super) fn archive(
        &mut self,
        archive: &mut Archive<'_>,
        prefix: &[u8],
        wanted: Wanted<'_>,
    ) -> Result<(), Failure> {
        let name = without_sign(prefix);
        let (members, trouble) = match archive.members() {
            Ok(listed) => listed,
            Err(error) => return self.closed(name, &error),
        };
        if let Some(trouble) = trouble {
            self.close(name, &trouble);
        }
        let paths: Vec<&[u8]> = members.iter().map(|member| &member.path[..]).collect();
        let Some(selection) = select(&paths, wanted.member) else {
            let (asked, paths) = (&self.group.asked.name, paths.iter().take(3));
            let some: Vec<_> = paths.map(|path| String::from_utf8_lossy(path)).collect();
            return Err(format!(
                "{}: there is no such member; the first are {}",
                String::from_utf8_lossy(asked),
                some.join(", ")
            )
            .into());
        };
        let (below, recording) = match &selection {
            Selection::Member(index, rest) => {
                let wanted = Wanted { member: rest, recording: wanted.recording };
                let uses = BTreeMap::from([(*index, Use::Text(wanted))]);
                self.refuse(&[prefix, paths[*index]].concat(), members[*index].kind);
                if members[*index].kind != MemberKind::File {
                    return Ok(());
                }
                return self.members(archive, prefix, &paths, &uses).map(|_| ());
            }
            Selection::Folder(below, recording) => (*below, recording.as_deref()),
            Selection::All => (0, wanted.recording),
        };
        // Only files below the selected folder are read.
        let is_chosen =
            |index: &usize| below == 0 || is_below(paths[*index], &wanted.member[..below - 1]);
        let chosen: Vec<usize> = (0..paths.len()).filter(is_chosen).collect();
        for &index in &chosen {
            self.refuse(&[prefix, paths[index]].concat(), members[index].kind);
        }
        let is_file = |index: &usize| members[*index].kind == MemberKind::File;
        let files: Vec<usize> = chosen.into_iter().filter(is_file).collect();
        // Names below a selected folder are relative to it.
        let paths: Vec<&[u8]> = match below {
            0 => paths,
            _ => paths.iter().map(|path| path.get(below..).unwrap_or_default()).collect(),
        };
        let names: Vec<&[u8]> = files.iter().map(|&index| paths[index]).collect();
        let recording = recording.or(wanted.recording);
        let plan = plan(&names, recording);
        self.group.leave_out_planned(&plan);
        let is_one = below != 0 && !self.group.is_inside;
        let mut prefix = prefix;
        if is_one {
            self.reading.begin_input(self.group, Some(&[prefix, wanted.member].concat()));
            prefix = b"";
        }
        let mut uses = BTreeMap::new();
        for piece in &plan.pieces {
            for &file in &piece.files {
                let is_text = piece.benchmark.is_none();
                let what = if is_text { Use::Text(Wanted::default()) } else { Use::Part };
                uses.insert(files[file], what);
            }
        }
        let held = self.members(archive, prefix, &paths, &uses)?;
        let text = |file: usize| held.get(&files[file]).map(Vec::as_slice);
        self.trees(trees(&plan.pieces, text), prefix, recording.is_some())?;
        if is_one {
            self.reading.end_input(self.group);
        }
        Ok(())
    }

    /// Counts a member that cannot be read because of its kind.
    fn refuse(&mut self, name: &[u8], kind: MemberKind) {
        if let Some(what) = kind.without_content() {
            self.group.leave_out(1, what);
        }
        if let Some(trouble) = kind.trouble() {
            self.close(name, &trouble);
        }
    }

    /// Reads members, and returns the members that are stored.
    fn members(
        &mut self,
        archive: &mut Archive<'_>,
        prefix: &[u8],
        paths: &[&[u8]],
        uses: &BTreeMap<usize, Use<'_>>,
    ) -> Result<BTreeMap<usize, Vec<u8>>, Failure> {
        let indices: Vec<usize> = uses.keys().copied().collect();
        let unpacker = archive.unpacker();
        let (mut held, mut held_bytes, mut result) = (BTreeMap::new(), 0, Ok(()));
        let read = archive.read(&indices, &mut |index, content| {
            let name = [prefix, paths[index]].concat();
            match uses.get(&index) {
                None => {}
                Some(Use::Text(wanted)) => {
                    let opened = unpacker.open(Source::Stream(Box::new(content)));
                    result = self.member(opened, &name, *wanted);
                }
                Some(Use::Part) => {
                    let mut bytes = Vec::new();
                    match content.take(HELD_MAX - held_bytes).read_to_end(&mut bytes) {
                        Ok(len) => held_bytes += len as u64,
                        Err(error) => result = self.closed(&name, &error),
                    }
                    if held_bytes == HELD_MAX {
                        result = self.closed(&name, &Trouble::TooLarge.into());
                    }
                    held.insert(index, bytes);
                }
            }
            result.is_ok()
        });
        result?;
        read.or_else(|error| self.closed(without_sign(prefix), &error))?;
        Ok(held)
    }

    /// Reads an opened member.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains why reading cannot continue.
    pub(super) fn member(
        &mut self,
        opened: std::io::Result<Opened<'_>>,
        name: &[u8],
        wanted: Wanted<'_>,
    ) -> Result<(), Failure> {
        match opened {
            Err(error) => self.closed(name, &error),
            Ok(Opened::Text(_)) if !wanted.member.is_empty() => {
                let (asked, name) = (&self.group.asked.name, String::from_utf8_lossy(name));
                let asked = String::from_utf8_lossy(asked);
                Err(format!("{asked}: {name} is not an archive, so it has no members").into())
            }
            Ok(Opened::Text(mut text)) => self.reading.piece(self.group, name, &mut *text),
            Ok(Opened::Archive(mut archive)) => {
                self.archive(&mut archive, &[name, b"!"].concat(), wanted)
            }
        }
    }

    /// Counts a member that cannot be opened; an error of the enclosing archive ends the reading.
    fn closed(&mut self, name: &[u8], error: &std::io::Error) -> Result<(), Failure> {
        match Trouble::of(error) {
            Some(trouble) if !trouble.is_final() => {
                self.close(name, trouble);
                Ok(())
            }
            _ => Err(failed(&self.group.asked.name, error)),
        }
    }

    /// Counts a member that cannot be opened; the outermost archive has no name within itself.
    fn close(&mut self, name: &[u8], trouble: &Trouble) {
        let name = if name.is_empty() { &self.group.asked.name[..] } else { name };
        self.group.close(name, trouble.to_string());
    }

    /// Reads the recordings of criterion: all recordings of one tree become one input, unless an input has begun.
    /// The selected recording of the only tree has the name that the user gave.
    fn trees(
        &mut self,
        trees: Vec<Tree<'_>>,
        prefix: &[u8],
        is_selected: bool,
    ) -> Result<(), Failure> {
        let is_named = is_selected && prefix.is_empty() && trees.len() == 1;
        for tree in trees {
            let is_one = !self.group.is_inside;
            if is_one {
                let name = [prefix, tree.root].concat();
                let name = if tree.root.is_empty() { without_sign(&name) } else { &name };
                self.reading.begin_input(self.group, (!is_named).then_some(name));
            }
            for recording in &tree.recordings {
                let name = if is_one {
                    recording.name_in(tree.root).to_vec()
                } else {
                    [prefix, &recording.piece.name].concat()
                };
                self.reading.piece(self.group, &name, &mut recording.text())?;
            }
            if is_one {
                self.reading.end_input(self.group);
            }
        }
        Ok(())
    }
}

/// Returns the name of an archive without the sign that precedes a member's name.
fn without_sign(prefix: &[u8]) -> &[u8] {
    prefix.strip_suffix(b"!").unwrap_or(prefix)
}

/// Returns whether a path is below a folder.
fn is_below(path: &[u8], folder: &[u8]) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with(b"/"))
}
