//! Opens inputs: a file, a pipe, or a folder; archives are passed on to `walk`.

use std::fs::File;
use std::io::{Cursor, ErrorKind, Read, Seek};

use benchlens_core::format::HEAD_BYTES;
use benchlens_unpack::plan::plan;
use benchlens_unpack::{Container, Opened, Source, Unpacker};

use super::argument::InputArgument;
use super::blocks::Block;
use super::errors::{Failure, failed, number, reason};
use super::folder::{self, FolderFile};
use super::glob::is_pattern;
use super::pieces::{Asked, Group, Reading};
use super::progress::{Counted, Progress};
use super::tables;
use super::tables::is_table;
use super::walk::{Walk, Wanted};

/// Reads one argument.
///
/// # Errors
///
/// Returns a sentence that explains why it cannot be read.
pub(super) fn read(
    input: &InputArgument,
    asked: &Asked,
    reading: &mut Reading<'_>,
    progress: &mut dyn Progress,
) -> Result<(), Failure> {
    let index = &input.place;
    progress.say(&format!("reading {}", input.word.to_string_lossy()));
    let wanted = Wanted { member: &index.member, recording: index.recording.as_deref() };
    if let Some(bytes) = &input.bytes {
        return memory(bytes, asked, wanted, reading, progress);
    }
    if index.path == "-" {
        let mut stdin = std::io::stdin();
        return stream(&mut Counted { source: &mut stdin, progress }, asked, wanted, reading);
    }
    let name = input.path().to_string_lossy();
    let not_opened = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound if is_pattern(&name) => Failure {
            message: format!("no file matches {name}"),
            system: number(&error, input.path()),
        },
        _ => Failure::opening(input.path(), &error),
    };
    let mut file = File::open(&index.path).map_err(not_opened)?;
    if file.metadata().is_ok_and(|meta| meta.is_dir()) {
        return folder(input, asked, wanted, reading, progress);
    }
    let before = size(&file);
    if before.is_some_and(|size| size != 0) {
        let mut head = [0; benchlens_unpack::HEAD_BYTES];
        let len = (&file).read(&mut head).unwrap_or_default();
        file.rewind().map_err(not_opened)?;
        if is_table(&head[..len]) {
            wanted.is_all(asked)?;
            reading.table(asked, tables::of_file(&file))?;
            let size = usize::try_from(before.unwrap_or_default()).unwrap_or(usize::MAX);
            progress.advance(size).map_err(|error| failed(&asked.name, &error))?;
            return unchanged(&name, before, self::size(&file));
        }
        if Container::of(&head[..len]).is_some() {
            let counted = Counted { source: &file, progress };
            let opened = Unpacker::default().open(Source::Random(Box::new(counted)));
            packed(opened, asked, wanted, reading)?;
            return unchanged(&name, before, size(&file));
        }
    }
    // Without a limit, a file that grows faster than it is read would never end.
    let limit = before.filter(|&size| size != 0).map_or(u64::MAX, |size| size + 1);
    let mut limited = (&file).take(limit);
    stream(&mut Counted { source: &mut limited, progress }, asked, wanted, reading)?;
    unchanged(&name, before, size(&file))
}

/// Reads an input in memory.
fn memory(
    bytes: &[u8],
    asked: &Asked,
    wanted: Wanted<'_>,
    reading: &mut Reading<'_>,
    progress: &mut dyn Progress,
) -> Result<(), Failure> {
    let mut source = Counted { source: Cursor::new(bytes), progress };
    match Container::of(&bytes[..bytes.len().min(benchlens_unpack::HEAD_BYTES)]) {
        Some(_) => {
            let opened = Unpacker::default().open(Source::Random(Box::new(source)));
            packed(opened, asked, wanted, reading)
        }
        None => stream(&mut source, asked, wanted, reading),
    }
}

/// Reads an input that can only be read sequentially.
fn stream(
    source: &mut (dyn Read + Send),
    asked: &Asked,
    wanted: Wanted<'_>,
    reading: &mut Reading<'_>,
) -> Result<(), Failure> {
    let mut head = Block::default();
    let read = head.read(source, HEAD_BYTES);
    read.map_err(|error| failed(&asked.name, &error))?;
    match Container::of(head.bytes()) {
        None if is_table(head.bytes()) => {
            wanted.is_all(asked)?;
            reading.table(asked, tables::of_bytes(head.bytes(), source))
        }
        None => {
            wanted.is_all(asked)?;
            reading.whole(asked, head.bytes(), source)
        }
        Some(_) => {
            let whole = Cursor::new(head.bytes()).chain(source);
            let opened = Unpacker::default().open(Source::Stream(Box::new(whole)));
            packed(opened, asked, wanted, reading)
        }
    }
}

/// Reads the content of a container.
fn packed(
    opened: std::io::Result<Opened<'_>>,
    asked: &Asked,
    wanted: Wanted<'_>,
    reading: &mut Reading<'_>,
) -> Result<(), Failure> {
    match opened.map_err(|error| failed(&asked.name, &error))? {
        Opened::Text(mut text) => {
            wanted.is_all(asked)?;
            reading.unpacked(asked, &mut *text)
        }
        Opened::Archive(mut archive) => {
            let mut group = Group::new(asked);
            Walk { reading, group: &mut group }.archive(&mut archive, b"", wanted)?;
            reading.end(&mut group)
        }
    }
}

/// Reads the files of a folder as one input.
fn folder(
    input: &InputArgument,
    asked: &Asked,
    wanted: Wanted<'_>,
    reading: &mut Reading<'_>,
    progress: &mut dyn Progress,
) -> Result<(), Failure> {
    let listing = folder::list(input.path())?;
    let names: Vec<&[u8]> = listing.files.iter().map(|file| &file.name[..]).collect();
    let plan = plan(&names, wanted.recording);
    let mut group = Group::new(asked);
    group.leave_out_planned(&plan);
    group.leave_out(listing.others, "links to folders, pipes and devices");
    for (name, why) in listing.closed {
        group.close(&name, why);
    }
    let files = plan.pieces.iter().flat_map(|piece| &piece.files);
    progress.expect(files.map(|&file| listing.files[file].bytes).sum());
    reading.begin_input(&mut group, None);
    for piece in &plan.pieces {
        let files = piece.files.iter().map(|&file| &listing.files[file]);
        match open_files(files) {
            Err((name, why)) => group.close(name, why),
            Ok(files) => {
                let mut walk = Walk { reading, group: &mut group };
                one_of_folder(&files, &piece.name, &mut walk, progress)?;
            }
        }
    }
    reading.end_input(&mut group);
    reading.end(&mut group)
}

/// Opens the files of a piece, or returns the file that cannot be read and the reason.
fn open_files<'l>(
    files: impl Iterator<Item = &'l FolderFile>,
) -> Result<Vec<File>, (&'l [u8], String)> {
    let open = |file: &FolderFile| -> std::io::Result<File> {
        let mut opened = File::open(&file.path)?;
        // Some system files can be opened but not read; the other files of the folder are still readable.
        opened.by_ref().take(1).read_to_end(&mut Vec::new())?;
        opened.rewind()?;
        Ok(opened)
    };
    files.map(|file| open(file).map_err(|error| (&file.name[..], reason(&error)))).collect()
}

/// Reads a piece of a folder.
fn one_of_folder(
    files: &[File],
    name: &[u8],
    walk: &mut Walk<'_, '_, '_>,
    progress: &mut dyn Progress,
) -> Result<(), Failure> {
    if let [file] = files {
        let counted = Counted { source: file, progress };
        let opened = Unpacker::default().open(Source::Random(Box::new(counted)));
        return walk.member(opened, name, Wanted::default());
    }
    let mut text: Box<dyn Read + Send> = Box::new(std::io::empty());
    for file in files {
        text = Box::new(text.chain(file).chain(&b"\n"[..]));
    }
    walk.reading.piece(walk.group, name, &mut Counted { source: &mut *text, progress })
}

/// Checks that a file still has the size that it had when it was opened, even if it was empty then.
fn unchanged(name: &str, before: Option<u64>, after: Option<u64>) -> Result<(), Failure> {
    match (before, after) {
        (Some(before), Some(after)) if before != after => Err(format!(
            "{name}: changed while it was read ({before} bytes at first, {after} now): \
             try again when it is complete"
        )
        .into()),
        _ => Ok(()),
    }
}

/// Returns the size of a regular file. Files that the kernel generates always have size 0.
fn size(file: &File) -> Option<u64> {
    let meta = file.metadata().ok()?;
    meta.is_file().then_some(meta.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test cannot write to a file in the instant between its opening and its end.
    #[test]
    fn a_file_that_was_empty_may_not_grow() {
        let reported = unchanged("log", Some(0), Some(7)).unwrap_err();
        let message = reported.message;
        assert!(message.starts_with("log: changed while it was read (0 bytes at first, 7 now)"));
        assert_eq!(unchanged("log", Some(0), Some(0)), Ok(()));
        assert_eq!(unchanged("pipe", None, None), Ok(()));
    }
}
