//! Reads files that contain other files: packed logs, archives, folders.
//!
//! Takes the complete bytes of a file, or the paths of a folder; makes inputs of the content in the same way as the
//! CLI: one for a packed log, one for each member of an archive that has results, one for each tree of criterion.
//! Reports in a sentence what was skipped.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use benchlens_core::StoreBuilder;
use benchlens_core::base::plural;
use benchlens_unpack::plan::{Piece, Plan, plan, tree};
use benchlens_unpack::{
    Archive, Container, HELD_MAX, Member, MemberKind, Opened, Source, Trouble, Unpacker,
};
use serde::Serialize;

/// The number of bytes to unpack at once.
const CHUNK_BYTES: usize = 1 << 20;

/// Larger archives are not searched for recordings, because they would be unpacked once more.
const SEARCHED_MAX: usize = 16 << 20;

/// Returns the format of a file that must be unpacked as a whole, from its first bytes (512 are enough).
pub fn packed_as(head: &[u8]) -> Option<&'static str> {
    Container::of(head).map(Container::name)
}

/// Files of a folder that are read as one text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FolderPiece {
    /// The name in messages.
    pub name: String,
    /// The indices of the files in the list of paths.
    pub files: Vec<usize>,
    /// The folder of the benchmark, if these are files of criterion: its description, then its samples.
    pub benchmark: Option<String>,
}

/// A recording of criterion: the latest results (`new`), the previous ones (`base`), or a saved baseline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FolderRecording {
    /// The name of its folders.
    pub name: String,
    /// The files of its benchmarks.
    pub pieces: Vec<FolderPiece>,
}

/// The maximum number of recordings, because more columns are not a comparison.
const RECORDINGS_MAX: usize = 16;

/// Returns which files of a folder to read, from their paths, which are separated by `/`. It reads the latest results
/// of criterion.
pub fn plan_folder(paths: &[String]) -> Vec<FolderPiece> {
    folder_pieces(plan(paths, None))
}

/// Returns the recordings of criterion in a folder, sorted by name; none if there are more than 16.
pub fn plan_recordings(paths: &[String]) -> Vec<FolderRecording> {
    let mut names = plan(paths, None).recordings;
    if RECORDINGS_MAX < names.len() {
        names.clear();
    }
    let recording = |name: Vec<u8>| FolderRecording {
        pieces: folder_pieces(plan(paths, Some(&name))),
        name: String::from_utf8_lossy(&name).into_owned(),
    };
    names.into_iter().map(recording).collect()
}

/// Returns the paths and contents of the files of an archive with several recordings of criterion, which can be read
/// like a folder. Returns nothing for any other file, for several trees of criterion, because these are inputs already,
/// and if a part of the archive cannot be read or is too large.
pub fn recorded_files(bytes: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    if SEARCHED_MAX < bytes.len() {
        return None;
    }
    let source = Source::Random(Box::new(Cursor::new(bytes)));
    let Opened::Archive(mut archive) = Unpacker::default().open(source).ok()? else { return None };
    let (members, trouble) = archive.members().ok()?;
    let paths: Vec<&[u8]> = members.iter().map(|member| &member.path[..]).collect();
    let has_several = 1 < plan(&paths, None).recordings.len() && trouble.is_none();
    let is_wanted = |index: &usize| has_several && members[*index].kind == MemberKind::File;
    let files: Vec<usize> = (0..members.len()).filter(is_wanted).collect();
    let (mut found, mut is_whole, mut room) = (Vec::new(), true, HELD_MAX);
    let read = archive.read(&files, &mut |index, content| {
        let mut bytes = Vec::new();
        is_whole &= content.take(room + 1).read_to_end(&mut bytes).is_ok();
        is_whole &= bytes.len() as u64 <= room;
        room = room.saturating_sub(bytes.len() as u64);
        found.push((String::from_utf8_lossy(paths[index]).into_owned(), bytes));
        is_whole
    });
    let paths: Vec<&str> = found.iter().map(|(path, _)| &path[..]).collect();
    let pieces = plan(&paths, None).pieces;
    let root =
        |piece: &Piece| Some(tree(piece.benchmark.as_deref()?, &found[piece.files[0]].1).to_vec());
    let roots: Vec<Vec<u8>> = pieces.iter().filter_map(root).collect();
    let is_one = roots.first().is_some_and(|first| roots.iter().all(|root| root == first));
    (is_whole && is_one && read.is_ok()).then_some(found)
}

fn folder_pieces(plan: Plan) -> Vec<FolderPiece> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let piece = |piece: Piece| FolderPiece {
        name: text(&piece.name),
        files: piece.files,
        benchmark: piece.benchmark.as_deref().map(text),
    };
    plan.pieces.into_iter().map(piece).collect()
}

/// Reports the progress of reading after each chunk.
struct Telling<'t> {
    unpacker: Unpacker,
    total: u64,
    tell: &'t mut dyn FnMut(u64),
}

impl Telling<'_> {
    fn tell(&mut self) {
        // Bytes that are read twice, such as the end of an archive, count once.
        (self.tell)(self.unpacker.read().min(self.total));
    }
}

/// Reads a file with this name and label into inputs of `builder`, and reports how many of its bytes have been read.
/// Returns a sentence about what was skipped, if anything was.
///
/// # Errors
///
/// Returns a sentence that explains why nothing can be read.
pub(crate) fn read_packed(
    builder: &mut StoreBuilder,
    name: &str,
    label: &str,
    bytes: &[u8],
    tell: &mut dyn FnMut(u64),
) -> Result<String, String> {
    let unpacker = Unpacker::default();
    let mut telling = Telling { unpacker: unpacker.clone(), total: bytes.len() as u64, tell };
    let source = Source::Random(Box::new(Cursor::new(bytes)));
    match unpacker.open(source).map_err(|error| why(&error))? {
        Opened::Text(mut text) => {
            builder.begin(name.as_bytes(), label.as_bytes());
            let read = feed(builder, &mut *text, &mut telling);
            if let Err(error) = &read {
                builder.unreadable(why(error).as_bytes());
            }
            builder.end();
            read.map(|()| String::new()).map_err(|error| why(&error))
        }
        Opened::Archive(mut archive) => {
            let mut reading = Reading {
                builder,
                name,
                label,
                telling,
                found: 0,
                left_out: Vec::new(),
                lost: Vec::new(),
                empty: 0,
            };
            reading.archive(&mut archive, b"");
            reading.finish()
        }
    }
}

/// A recording of criterion: its name, `benchmark.json` and `sample.json`.
type Recording<'t> = (&'t [u8], &'t [u8], &'t [u8]);

/// An archive during reading.
struct Reading<'b> {
    builder: &'b mut StoreBuilder,
    name: &'b str,
    label: &'b str,
    telling: Telling<'b>,
    /// The number of inputs that it contained.
    found: usize,
    left_out: Vec<String>,
    /// The parts that cannot be read.
    lost: Vec<String>,
    /// The number of files without results.
    empty: usize,
}

impl Reading<'_> {
    fn archive(&mut self, archive: &mut Archive<'_>, prefix: &[u8]) {
        let (members, trouble) = match archive.members() {
            Ok(listed) => listed,
            Err(error) => return self.lose(prefix, &error),
        };
        if let Some(trouble) = trouble {
            self.lose(prefix, &trouble.into());
        }
        self.report_closed(&members, prefix);
        let is_file = |index: &usize| members[*index].kind == MemberKind::File;
        let files: Vec<usize> = (0..members.len()).filter(is_file).collect();
        let paths: Vec<&[u8]> = files.iter().map(|&index| &members[index].path[..]).collect();
        let plan = plan(&paths, None);
        if plan.doubled != 0 {
            let steps = "steps that the log of the whole job repeats";
            self.left_out.push(format!("{steps}: {}", plan.doubled));
        }
        let mut is_part = vec![false; members.len()];
        let mut parts: Vec<Option<Vec<u8>>> = vec![None; members.len()];
        let mut wanted: Vec<usize> = Vec::new();
        for piece in &plan.pieces {
            for &file in &piece.files {
                wanted.push(files[file]);
                if piece.benchmark.is_some() {
                    is_part[files[file]] = true;
                }
            }
        }
        wanted.sort_unstable();
        let inner = archive.unpacker();
        let read = archive.read(&wanted, &mut |index, content| {
            if is_part[index] {
                let mut bytes = Vec::new();
                match content.read_to_end(&mut bytes) {
                    Ok(_) => parts[index] = Some(bytes),
                    Err(error) => self.lose(&[prefix, &members[index].path].concat(), &error),
                }
            } else {
                self.member(&inner, &[prefix, &members[index].path].concat(), content);
            }
            true
        });
        if let Err(error) = read {
            self.lose(prefix, &error);
        }
        // Recordings of criterion become one input for each folder that criterion wrote to.
        let mut trees: Vec<(Vec<u8>, Vec<Recording<'_>>)> = Vec::new();
        for piece in &plan.pieces {
            let (Some(benchmark), &[first, second]) = (&piece.benchmark, &piece.files[..]) else {
                continue;
            };
            let part = |file: usize| parts[files[file]].as_deref();
            let (Some(first), Some(second)) = (part(first), part(second)) else { continue };
            let root = tree(benchmark, first);
            let recording = (&piece.name[..], first, second);
            match trees.iter_mut().find(|(known, _)| known == root) {
                Some((_, all)) => all.push(recording),
                None => trees.push((root.to_vec(), vec![recording])),
            }
        }
        for (root, recordings) in trees {
            self.begin(&[prefix, &root].concat());
            for (name, first, second) in recordings {
                self.builder.member(name);
                let texts = [first, b"\n", second];
                // This cannot fail, because the input was begun above.
                let _ = texts.into_iter().try_for_each(|text| self.builder.feed(text));
            }
            self.end();
        }
    }

    /// Reports the members whose content cannot be read, and counts members without content.
    fn report_closed(&mut self, members: &[Member], prefix: &[u8]) {
        let mut without: BTreeMap<&str, usize> = BTreeMap::new();
        for member in members {
            if let Some(what) = member.kind.without_content() {
                *without.entry(what).or_default() += 1;
            }
            if let Some(trouble) = member.kind.trouble() {
                self.lose(&[prefix, &member.path].concat(), &trouble.into());
            }
        }
        self.left_out.extend(without.into_iter().map(|(what, count)| format!("{what}: {count}")));
    }

    /// Reads a member, which may be packed or be an archive itself.
    fn member(&mut self, unpacker: &Unpacker, path: &[u8], content: &mut (dyn Read + Send)) {
        match unpacker.open(Source::Stream(Box::new(content))) {
            Ok(Opened::Text(mut text)) => {
                self.begin(path);
                if let Err(error) = feed(self.builder, &mut *text, &mut self.telling) {
                    self.builder.unreadable(why(&error).as_bytes());
                }
                self.end();
            }
            Ok(Opened::Archive(mut archive)) => self.archive(&mut archive, &[path, b"!"].concat()),
            Err(error) => self.lose(path, &error),
        }
    }

    /// Stores why a part of the archive cannot be read. The outermost archive has no path within itself.
    fn lose(&mut self, path: &[u8], error: &std::io::Error) {
        let path = path.strip_suffix(b"!").unwrap_or(path);
        let path = if path.is_empty() { self.name.as_bytes() } else { path };
        let path = String::from_utf8_lossy(path);
        self.lost.push(format!("cannot read {path}: {}", why(error)));
    }

    fn begin(&mut self, path: &[u8]) {
        let part = |of: &str| match path {
            [] => of.as_bytes().to_vec(),
            path => [of.as_bytes(), b"!", path].concat(),
        };
        self.builder.begin(&part(self.name), &part(self.label));
    }

    fn end(&mut self) {
        if self.builder.end_if_found() { self.found += 1 } else { self.empty += 1 }
    }

    fn finish(mut self) -> Result<String, String> {
        if self.empty != 0 {
            let files = plural(self.empty as u64, "file");
            self.left_out.push(format!("{files} without results"));
        }
        if self.found == 0 {
            self.left_out.splice(..0, self.lost.drain(..));
        }
        if !self.lost.is_empty() {
            // Problems that do not belong to another input of the archive are reported for a separate input.
            self.builder.begin(self.name.as_bytes(), self.label.as_bytes());
            self.lost.iter().for_each(|message| self.builder.lost(message.as_bytes()));
            self.builder.end();
        }
        let left_out = self.left_out.join("; ");
        match self.found {
            0 if left_out.is_empty() => Err("there is no file in it".into()),
            0 => Err(format!("no benchmark results: {left_out}")),
            _ if left_out.is_empty() => Ok(String::new()),
            _ => Ok(format!("{}: skipped {left_out}", self.name)),
        }
    }
}

fn feed(
    builder: &mut StoreBuilder,
    text: &mut (dyn Read + Send),
    telling: &mut Telling<'_>,
) -> std::io::Result<()> {
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        match text.read(&mut chunk)? {
            0 => return Ok(()),
            len => builder.feed(&chunk[..len]).map_err(std::io::Error::other)?,
        }
        telling.tell();
    }
}

fn why(error: &std::io::Error) -> String {
    Trouble::of(error).map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recordings_of_criterion_are_planned_by_name() {
        let file = |at: usize, of: &str| {
            ["benchmark.json", "sample.json"].map(|file| format!("fib/{at}/{of}/{file}"))
        };
        let paths = [file(1, "new"), file(1, "base"), file(2, "new"), ["a.txt".into(), "b".into()]];
        let paths = paths.concat();
        let pieces = plan_folder(&paths);
        let benchmarks: Vec<Option<&str>> = pieces.iter().map(|p| p.benchmark.as_deref()).collect();
        assert_eq!(benchmarks, [Some("fib/1"), Some("fib/2"), None, None]);
        let recordings = plan_recordings(&paths);
        let shown = |one: &FolderRecording| {
            let files = one.pieces.iter().map(|piece| format!("{:?}", piece.files));
            format!("{} {}", one.name, files.collect::<String>())
        };
        let shown: Vec<String> = recordings.iter().map(shown).collect();
        assert_eq!(shown, ["base [2, 3]", "new [0, 1][4, 5]"]);
        let many: Vec<String> = (0..17).flat_map(|at| file(1, &at.to_string())).collect();
        assert_eq!(plan_recordings(&many), []);
    }

    #[test]
    fn an_archive_with_one_tree_of_criterion_is_like_a_folder() {
        let files = |folders: &[&str]| {
            let mut tar = Vec::new();
            for folder in folders {
                for file in ["benchmark.json", "sample.json"] {
                    let mut header = [0; 512];
                    let path = format!("{folder}/{file}");
                    header[..path.len()].copy_from_slice(path.as_bytes());
                    header[124..136].copy_from_slice(b"00000000002\0");
                    header[148..156].fill(b' ');
                    header[257..265].copy_from_slice(b"ustar\x0000");
                    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
                    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
                    tar.extend_from_slice(&header);
                    tar.extend_from_slice(&[&b"{}"[..], &[0; 510]].concat());
                }
            }
            tar.extend_from_slice(&[0; 1024]);
            recorded_files(&tar)
                .unwrap_or_default()
                .into_iter()
                .map(|(path, _)| path)
                .collect::<Vec<_>>()
        };
        let both = files(&["criterion/fib/base", "criterion/fib/new"]);
        assert_eq!((both.len(), &both[3][..]), (4, "criterion/fib/new/sample.json"));
        assert_eq!(files(&["criterion/fib/new"]), [""; 0]);
        let folders = ["v1/criterion/fib/base", "v1/criterion/fib/new", "v2/criterion/fib/new"];
        assert_eq!(files(&folders), [""; 0]);
        assert_eq!(recorded_files(b"BenchmarkA 1 5 ns/op\n"), None);
    }
}
