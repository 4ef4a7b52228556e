//! Adds texts to the store.
//!
//! Takes the texts of an input, with their names; makes inputs of them: one for a file, one for all texts of a
//! folder, one for each member of an archive. Counts texts without results, and reports what was skipped. Opens
//! nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

use benchlens_core::Store;
use benchlens_core::format::{HEAD_BYTES, Kind};
use benchlens_core::store::InputInfo;
use benchlens_unpack::Trouble;
use benchlens_unpack::plan::Plan;

use super::blocks::Block;
use super::errors::{Failure, number, reason};
use super::tables;
use super::taker::Taker;
use super::threads::Threads;

/// The receiver of the texts, and messages about them.
pub(super) struct Reading<'a> {
    pub(super) taker: &'a mut dyn Taker,
    /// Notes about what was skipped.
    pub(super) notes: Vec<String>,
    threads: &'a Threads,
    /// How often members of archives used each label.
    taken: BTreeMap<Vec<u8>, usize>,
}

/// An input as the user named it.
pub(super) struct Asked {
    /// The name in messages.
    pub(super) name: Vec<u8>,
    /// The path of its file, folder or archive.
    pub(super) path: Vec<u8>,
    /// The label before `=`, if one is given.
    pub(super) given: Option<Vec<u8>>,
    /// The label, if it becomes one input.
    pub(super) label: Vec<u8>,
}

/// Counts about the texts of a folder or an archive.
pub(super) struct Group<'a> {
    pub(super) asked: &'a Asked,
    /// Whether an input has begun to which the texts belong; otherwise each text is an input.
    pub(super) is_inside: bool,
    /// The number of texts with results.
    found: usize,
    /// The texts with results: what follows the last dot of their names.
    extensions: BTreeSet<Vec<u8>>,
    /// The texts without results, and the kinds that they appear to be.
    empty: Vec<(Vec<u8>, Kind)>,
    /// What else was skipped, with counts.
    left_out: BTreeMap<String, usize>,
    /// The texts that cannot be read: the reason, their number, and the first of them.
    closed: BTreeMap<String, (usize, Vec<u8>)>,
    /// The recordings of criterion that exist.
    recordings: Vec<Vec<u8>>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(taker: &'a mut dyn Taker, threads: &'a Threads) -> Reading<'a> {
        Reading { taker, notes: Vec::new(), threads, taken: BTreeMap::new() }
    }

    /// Reads a text as one input. `head` has already been read; it is [`HEAD_BYTES`] long unless it is the whole
    /// text.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains why reading cannot continue.
    pub(super) fn whole(
        &mut self,
        asked: &Asked,
        head: &[u8],
        rest: &mut (dyn Read + Send),
    ) -> Result<(), Failure> {
        self.taker.begin(&asked.name, &asked.label);
        let read = self.taker.text(head, rest, self.threads);
        let result = read.map_err(|error| self.failed(&error));
        self.taker.end();
        result
    }

    /// Reads an unpacked text as one input.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains why reading cannot continue.
    pub(super) fn unpacked(
        &mut self,
        asked: &Asked,
        text: &mut (dyn Read + Send),
    ) -> Result<(), Failure> {
        self.taker.begin(&asked.name, &asked.label);
        let (_, read) = self.text(&asked.name, text, false);
        let result = read.map_err(|error| self.failed(&error));
        self.taker.end();
        result
    }

    /// Adds the inputs of a table that the user named. They keep the labels that they were written with, unless a
    /// label is given.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains why the table cannot be read.
    pub(super) fn table(
        &mut self,
        asked: &Asked,
        table: Result<Store, String>,
    ) -> Result<(), Failure> {
        let name = String::from_utf8_lossy(&asked.name);
        let table = table.map_err(|error| format!("{name}: {error}"))?;
        // A path that was given several times has a number in its label.
        let number = asked.label.strip_prefix(&asked.name[..]).unwrap_or_default();
        let label = |input: &InputInfo| match &asked.given {
            Some(given) => given.clone(),
            None => [&input.label[..], number].concat(),
        };
        let labels: Vec<Vec<u8>> = table.inputs().iter().map(label).collect();
        self.taker.table(&table, &labels);
        Ok(())
    }

    /// Adds a table that is a file of an input or of an archive: all its inputs become parts of that input.
    fn table_within(&mut self, name: &[u8], head: &[u8], rest: &mut (dyn Read + Send)) {
        match tables::of_bytes(head, rest) {
            Err(error) => self.taker.unreadable(error.as_bytes()),
            Ok(table) => {
                let inputs = table.inputs().len();
                for input in 0..inputs {
                    if input != 0 {
                        self.taker.end_member();
                        self.taker.member(name);
                    }
                    self.taker.replay(&table, input);
                }
                if 1 < inputs {
                    let name = String::from_utf8_lossy(name);
                    self.notes.push(format!("{name}: its {inputs} inputs are one here"));
                }
            }
        }
    }

    /// Begins an input that consists of several texts. A part's name follows the name of the whole input.
    pub(super) fn begin_input(&mut self, group: &mut Group<'_>, part: Option<&[u8]>) {
        let (name, label) = match part {
            None => (group.asked.name.clone(), group.asked.label.clone()),
            Some(part) => self.names(group, part),
        };
        self.taker.begin(&name, &label);
        group.is_inside = true;
    }

    pub(super) fn end_input(&mut self, group: &mut Group<'_>) {
        if group.found != 0 {
            self.report_lost(group);
        }
        self.taker.end_if_found();
        group.is_inside = false;
    }

    /// Reads one text of a group.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains why reading cannot continue.
    pub(super) fn piece(
        &mut self,
        group: &mut Group<'_>,
        name: &[u8],
        text: &mut (dyn Read + Send),
    ) -> Result<(), Failure> {
        let before = if group.is_inside {
            let before = self.taker.end_member();
            self.taker.member(name);
            before
        } else {
            let (name, label) = self.names(group, name);
            self.taker.begin(&name, &label);
            0
        };
        let (kind, read) = self.text(name, text, true);
        let result = read.or_else(|error| self.damaged(&error));
        let results = self.taker.end_member();
        if !group.is_inside {
            self.taker.end_if_found();
        }
        if before < results {
            group.found += 1;
            group.extensions.insert(extension(name).to_vec());
        } else {
            group.empty.push((name.to_vec(), kind));
        }
        result
    }

    /// Returns the name of a part of an input, and its label: the name, with a number if another part has the same
    /// name.
    fn names(&mut self, group: &Group<'_>, part: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let asked = group.asked;
        let name = match part {
            [] => asked.path.clone(),
            part => [&asked.path[..], b"!", part].concat(),
        };
        if let Some(label) = &asked.given {
            return (name, label.clone());
        }
        let count = self.taken.entry(name.clone()).or_default();
        *count += 1;
        let label = match *count {
            1 => name.clone(),
            more => [&name[..], format!("#{}", more - 1).as_bytes()].concat(),
        };
        (name, label)
    }

    /// Reads a text from its beginning, and returns the kind that it appears to be. A text of any kind is read only
    /// if it is not binary.
    fn text(
        &mut self,
        name: &[u8],
        text: &mut (dyn Read + Send),
        may_be_anything: bool,
    ) -> (Kind, std::io::Result<()>) {
        let mut head = Block::default();
        let read = head.read(text, HEAD_BYTES);
        let kind = Kind::of(head.bytes());
        let read = match read {
            Ok(_) if tables::is_table(head.bytes()) => {
                self.table_within(name, head.bytes(), text);
                Ok(())
            }
            Ok(_) if may_be_anything && is_unknown(kind) && is_binary(head.bytes()) => Ok(()),
            Ok(_) => self.taker.text(head.bytes(), text, self.threads),
            // The part before an error is kept, so that its diagnostics can be reported.
            Err(error) => {
                self.taker.text(head.bytes(), &mut std::io::empty(), self.threads).and(Err(error))
            }
        };
        (kind, read)
    }

    /// Handles an error that ended one of many texts early. If the text is damaged, the others are still readable,
    /// and the error is reported with its position.
    fn damaged(&mut self, error: &std::io::Error) -> Result<(), Failure> {
        match Trouble::of(error) {
            Some(trouble) if !trouble.is_final() => {
                self.taker.unreadable(trouble.to_string().as_bytes());
                Ok(())
            }
            _ => Err(self.failed(error)),
        }
    }

    /// Explains what ended the current input, and where.
    fn failed(&self, error: &std::io::Error) -> Failure {
        let name = self.taker.store().inputs().last().map(|input| &input.name[..]);
        let name = String::from_utf8_lossy(name.unwrap_or_default());
        let place = self.taker.position().to_bytes();
        let place = String::from_utf8_lossy(&place);
        let why = Trouble::of(error).map_or_else(|| reason(error), ToString::to_string);
        let message = format!("{name}{place}: read {name}: {why}");
        Failure { message, system: number(error, Path::new(&*name)) }
    }

    /// Reports the texts of a group that cannot be read, and those whose results are missing, for the current input.
    fn report_lost(&mut self, group: &mut Group<'_>) {
        group.closed().for_each(|closed| self.taker.lost(closed.as_bytes()));
        group.closed.clear();
        if let Some(skipped) = group.take_suspicious() {
            self.taker.skipped(skipped.as_bytes());
        }
    }

    /// Ends a group and reports what was skipped in it.
    ///
    /// # Errors
    ///
    /// Returns a sentence if no text of the group contains a result.
    pub(super) fn end(&mut self, group: &mut Group<'_>) -> Result<(), Failure> {
        let name = String::from_utf8_lossy(&group.asked.name);
        if group.found == 0 {
            return Err(format!("{name}: no benchmark results: {}", group.nothing()).into());
        }
        if !group.closed.is_empty()
            || group.empty.iter().any(|(name, kind)| group.is_suspicious(name, *kind))
        {
            // Problems that do not belong to an input of the archive are reported for a separate input.
            self.taker.begin(&group.asked.name, &group.asked.label);
            self.report_lost(group);
            self.taker.end();
        }
        let left_out: Vec<String> = group.left_out().collect();
        if !left_out.is_empty() {
            self.notes.push(format!("{name}: skipped {}", left_out.join("; ")));
        }
        Ok(())
    }
}

/// Returns whether a text of this kind has no format that is known.
fn is_unknown(kind: Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Binary | Kind::Utf16)
}

/// Returns what follows the last dot of a file's name.
fn extension(path: &[u8]) -> &[u8] {
    let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    name.iter().rposition(|&byte| byte == b'.').map_or(b"", |at| &name[at + 1..])
}

/// Returns whether these are the first bytes of a program, a picture, or another file that is not a log.
fn is_binary(head: &[u8]) -> bool {
    let is_control = |byte: u8| byte < 0x20 && !b"\t\n\r\x08\x0c\x1b".contains(&byte);
    let controls = head.iter().filter(|&&byte| is_control(byte)).count();
    let has_mark = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    head.len() < 20 * controls && !has_mark
}

impl<'a> Group<'a> {
    pub(super) fn new(asked: &'a Asked) -> Group<'a> {
        Group {
            asked,
            is_inside: false,
            found: 0,
            extensions: BTreeSet::new(),
            empty: Vec::new(),
            left_out: BTreeMap::new(),
            closed: BTreeMap::new(),
            recordings: Vec::new(),
        }
    }

    /// Counts skipped texts.
    pub(super) fn leave_out(&mut self, count: usize, what: &str) {
        if count != 0 {
            *self.left_out.entry(what.to_owned()).or_default() += count;
        }
    }

    /// Counts the texts that a plan skips.
    pub(super) fn leave_out_planned(&mut self, plan: &Plan) {
        self.leave_out(plan.unread, "saved baselines of criterion, which FOLDER#NAME reads");
        self.leave_out(plan.without, "benchmarks of criterion without this recording");
        self.leave_out(plan.nameless, "recordings of criterion before 0.3, without benchmark.json");
        self.leave_out(plan.doubled, "steps that the log of the whole job repeats");
        self.leave_out(
            plan.hidden,
            "files of the system, of version control, or of reports that are not complete",
        );
        self.recordings.extend(plan.recordings.iter().cloned());
    }

    /// Returns whether a text without results should have some: it is empty or data, or its name ends as the names of
    /// texts with results do.
    fn is_suspicious(&self, name: &[u8], kind: Kind) -> bool {
        let file = name.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        let is_readme = file.get(..6).is_some_and(|start| start.eq_ignore_ascii_case(b"readme"));
        match kind {
            Kind::Report => false,
            Kind::Empty
            | Kind::Json
            | Kind::GoTestJson
            | Kind::NoResults
            | Kind::Libtest
            | Kind::Csv
            | Kind::Malformed
            | Kind::Vitest
            | Kind::Tinybench => true,
            _ => !is_readme && self.extensions.contains(extension(name)),
        }
    }

    /// Removes the suspicious texts without results; returns a sentence about them.
    fn take_suspicious(&mut self) -> Option<String> {
        let empty = std::mem::take(&mut self.empty);
        let (lost, others) =
            empty.into_iter().partition(|(name, kind)| self.is_suspicious(name, *kind));
        self.empty = others;
        let lost: Vec<(Vec<u8>, Kind)> = lost;
        let (first, kind) = lost.first()?;
        let first = String::from_utf8_lossy(first);
        Some(match lost.len() {
            1 => format!("no results in {first}: {kind}"),
            count => format!("no results in {count} files; the first is {first}: {kind}"),
        })
    }

    /// Counts a text that cannot be read.
    pub(super) fn close(&mut self, name: &[u8], why: String) {
        self.closed.entry(why).or_insert_with(|| (0, name.to_vec())).0 += 1;
    }

    fn closed(&self) -> impl Iterator<Item = String> {
        self.closed.iter().map(|(why, (count, first))| {
            let first = String::from_utf8_lossy(first);
            match count {
                1 => format!("cannot read {first}: {why}"),
                count => format!("cannot read {count} files (the first is {first}): {why}"),
            }
        })
    }

    fn left_out(&self) -> impl Iterator<Item = String> {
        let empty = self.empty.first().map(|(first, _)| {
            let first = String::from_utf8_lossy(first);
            match self.empty.len() {
                1 => format!("a file without results ({first})"),
                count => format!("files without results: {count} (the first is {first})"),
            }
        });
        empty
            .into_iter()
            .chain(self.left_out.iter().map(|(what, count)| format!("{what}: {count}")))
    }

    /// Describes what was found instead of results.
    fn nothing(&self) -> String {
        let mut found: Vec<String> = self.closed().collect();
        if let Some((first, kind)) = self.empty.first() {
            let first = String::from_utf8_lossy(first);
            found.push(match self.empty.len() {
                1 => format!("{first}: {kind}"),
                count => format!("{count} files; the first is {first}: {kind}"),
            });
        }
        found.extend(self.left_out.iter().map(|(what, count)| format!("{what}: {count}")));
        if !self.recordings.is_empty() {
            let names = self.recordings.iter().map(|name| String::from_utf8_lossy(name));
            let names: Vec<_> = names.collect();
            found.push(format!("the recordings of criterion are {}", names.join(", ")));
        }
        if found.is_empty() { "it holds no files".into() } else { found.join("; ") }
    }
}
