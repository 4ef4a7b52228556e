//! Converts records to lines of text.
//!
//! Takes the records of a reader; gives a line for each result that has a measurement which the filter keeps, the
//! changed configuration before it, and `Unit` lines. Records that are not data go to the account.

use super::config::{Configuration, Source};
use super::words::{write_name, write_word};
use std::collections::BTreeMap;

use crate::base::float::write_whole;
use crate::base::{metadata, names};
use crate::format::gobench::look_text;
use crate::format::{Location, Notice, Number, Problem, Record, Repeats, ResultLine, Sink};
use crate::project::{Facts, Filter};
use crate::store::{StoreBuilder, UnitTable};

/// The text of all inputs that was not taken yet.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) out: Vec<u8>,
    filter: Filter,
    config: Configuration,
    with_metadata: bool,
    /// The other names by the names that are written for them.
    names: BTreeMap<Vec<u8>, Vec<u8>>,
    units: UnitTable,
    row: Row,
    /// Whether the text contains a result.
    has_results: bool,
    /// The number of results of the input that the account has not counted yet.
    results: u64,
    /// The records that are not data.
    pub(super) account: StoreBuilder,
}

/// The parts that the lines of repeated results have in common.
#[derive(Debug, Default)]
struct Row {
    /// Whether a result that repeats the last one may use these parts.
    is_valid: bool,
    /// `Benchmark`, the name and a space.
    head: Vec<u8>,
    /// The indexes of the measurements that the filter keeps, each with a space and its unit.
    columns: Vec<(usize, Vec<u8>)>,
}

impl Lines {
    pub(super) fn new(seed: u64, filter: Filter, with_metadata: bool) -> Lines {
        Lines {
            out: Vec::new(),
            filter,
            config: Configuration::new(seed, with_metadata),
            with_metadata,
            names: BTreeMap::new(),
            units: UnitTable::seeded(seed),
            row: Row::default(),
            has_results: false,
            results: 0,
            account: StoreBuilder::seeded(seed),
        }
    }

    pub(super) fn begin(&mut self, label: &[u8]) {
        self.config.begin(label);
        self.row.is_valid = false;
    }

    pub(super) fn begin_member(&mut self) {
        self.config.begin_member();
        self.row.is_valid = false;
    }

    pub(super) fn count_results(&mut self) {
        self.account.count_results(std::mem::take(&mut self.results));
    }

    fn result(&mut self, at: &Location, result: &ResultLine<'_>) {
        self.results += 1;
        if !(result.repeats && self.row.is_valid) {
            self.begin_row(at, result);
        }
        if self.row.columns.is_empty() {
            return;
        }
        self.tell_config();
        let Lines { out, row, .. } = self;
        out.extend_from_slice(&row.head);
        if result.iterations < 0 {
            out.push(b'-');
        }
        write_whole(out, result.iterations.unsigned_abs());
        for (index, unit) in &row.columns {
            let Some(&value) = result.values.get(*index) else { continue };
            out.push(b' ');
            value.write_shortest(out);
            out.extend_from_slice(unit);
        }
        out.push(b'\n');
    }

    /// Writes the configuration of the next result.
    fn tell_config(&mut self) {
        if !self.config.is_reported() {
            self.config.tell(&mut self.out, !self.has_results);
        }
        self.has_results = true;
    }

    /// Asks the filter which measurements of a result to keep.
    fn begin_row(&mut self, at: &Location, result: &ResultLine<'_>) {
        let Lines { filter, config, units, row, .. } = self;
        row.is_valid = true;
        row.columns.clear();
        row.head.clear();
        row.head.extend_from_slice(b"Benchmark");
        let layout: Vec<u32> = result.units.iter().map(|unit| units.intern(unit)).collect();
        let name = &names::encode(result.name, result.has_processors)[..];
        let mask = filter.mask_of(Read { name, config, units, layout: &layout });
        if result.has_processors {
            write_word(&mut row.head, result.name, true);
        } else if mask.any() {
            write_name(&mut row.head, result.name);
            let known = self.names.entry(row.head.clone()).or_insert_with(|| result.name.to_vec());
            if known != result.name {
                let [known, name] = [&known[..], result.name].map(String::from_utf8_lossy);
                let message =
                    format!("`{known}` and `{name}` have the same name in Go text: skipped");
                let problem = Problem::Unreadable { message: message.into_bytes() };
                return self.account.push(at, problem.into());
            }
        }
        row.head.push(b' ');
        for (index, unit) in result.units.iter().enumerate().filter(|&(index, _)| mask.keeps(index))
        {
            let mut text = vec![b' '];
            write_word(&mut text, unit, false);
            row.columns.push((index, text));
        }
    }

    /// Writes metadata of a unit, unless it is known or contradicts earlier lines. Returns whether it is not known.
    fn unit(&mut self, unit: &[u8], key: &[u8], value: &[u8]) -> bool {
        let texts = self.units.intern_metadata(unit, key, value);
        let known =
            self.units.metadata(self.units.tidied_id(texts[0]), key).map(|old| old == value);
        if known == Some(true) {
            return false;
        }
        // The account reports metadata that contradicts earlier lines.
        if self.units.set(texts).is_ok() {
            self.out.extend_from_slice(b"Unit ");
            write_word(&mut self.out, unit, false);
            self.out.push(b' ');
            write_word(&mut self.out, key, false);
            self.out.push(b'=');
            write_word(&mut self.out, value, true);
            self.out.push(b'\n');
        }
        true
    }

    fn notice(&mut self, at: &Location, notice: Notice) {
        match &notice {
            Notice::Block { recording, block, has_end } => {
                let block = block.to_string();
                let end = if *has_end { &b" time=0 end=expected"[..] } else { b"" };
                self.comment(recording, &[b"block=", block.as_bytes(), end]);
            }
            Notice::RunEnd { recording, block } => {
                self.comment(recording, &[b"end=", block.to_string().as_bytes()]);
            }
            Notice::Looks { recording, looks } => {
                self.comment(recording, &[b"looks=", look_text(looks).as_bytes()]);
            }
            // The line ends the block before it.
            Notice::Problem(Problem::NoBlock { line } | Problem::NoLooks { line, .. }) => {
                if self.with_metadata {
                    self.out.extend_from_slice(line);
                    self.out.push(b'\n');
                }
            }
            Notice::Unit { unit, key, value } if !self.unit(unit, key, value) => return,
            Notice::Times { .. } => return,
            Notice::Unit { .. } | Notice::Problem(_) | Notice::Joined { .. } => {}
        }
        self.account.push(at, Record::Notice(notice));
    }

    /// Writes a comment about a recording, which other readers skip.
    fn comment(&mut self, recording: &[u8], text: &[&[u8]]) {
        if self.with_metadata {
            self.out.extend_from_slice(b"# benchlens recording=");
            write_word(&mut self.out, recording, false);
            self.out.push(b' ');
            text.iter().for_each(|text| self.out.extend_from_slice(text));
            self.out.push(b'\n');
        }
    }
}

impl Sink for Lines {
    fn push(&mut self, at: &Location, record: Record<'_>) {
        match record {
            Record::Result(result) => self.result(at, &result),
            Record::Config { key, value } => {
                self.config.set(Source::Config, key, value);
                self.row.is_valid = false;
            }
            Record::Metadata { key, value } => {
                if !self.with_metadata && metadata::IDENTITY.iter().any(|own| own.as_bytes() == key)
                {
                    self.config.set(Source::Config, &metadata::key(key), value);
                }
                self.config.set(Source::Metadata, key, value);
                self.row.is_valid = false;
            }
            Record::Context(name) => {
                self.config.enter(name);
                self.row.is_valid = false;
            }
            Record::Notice(notice) => self.notice(at, notice),
            // An input is never cut into parts here, so no name precedes it.
            Record::Rest(_) => {}
        }
    }

    fn repeat(&mut self, _at: &Location, rows: Repeats<'_>) -> usize {
        if !self.row.is_valid {
            return 0;
        }
        let all = rows.numbers.chunks_exact(rows.decimals.len());
        let count = all.len();
        self.results += count as u64;
        if self.row.columns.is_empty() {
            return count;
        }
        self.tell_config();
        let Lines { out, row, .. } = self;
        for numbers in all {
            out.extend_from_slice(&row.head);
            write_whole(out, numbers[0].into());
            for (index, unit) in &row.columns {
                out.push(b' ');
                let (mantissa, decimals) = (numbers[index + 1], rows.decimals[index + 1]);
                Number::Short { mantissa, decimals }.write_shortest(out);
                out.extend_from_slice(unit);
            }
            out.push(b'\n');
        }
        count
    }
}

/// A result before it is written, as the filter sees it.
#[derive(Debug, Clone, Copy)]
struct Read<'r> {
    name: &'r [u8],
    config: &'r Configuration,
    units: &'r UnitTable,
    layout: &'r [u32],
}

impl<'r> Facts<'r> for Read<'r> {
    fn name(self) -> &'r [u8] {
        self.name
    }

    fn label(self) -> &'r [u8] {
        self.config.label()
    }

    fn configured(self, key: &[u8]) -> Option<&'r [u8]> {
        self.config.get(key)
    }

    fn units(self) -> impl Iterator<Item = [&'r [u8]; 2]> {
        let units = self.units;
        self.layout.iter().map(|&unit| [units.written(unit), units.tidied(units.tidied_id(unit))])
    }
}
