//! Adds results to a builder.
//!
//! Takes measurements in their order; groups the measurements of a result, and begins inputs, blocks and
//! configurations in the builder. When an input ends, adds the facts about it, if the input is complete.

use std::collections::HashSet;

use benchlens_core::StoreBuilder;
use benchlens_core::base::one_line;
use benchlens_core::format::{Location, Notice, Number, Problem, Record, ResultLine, Sink};
use benchlens_core::store::Configured;

use super::number::number;
use super::units::Units;
use crate::about::{self, Known};

/// The inputs of a table.
#[derive(Debug)]
pub(super) struct Inputs {
    pub(super) builder: StoreBuilder,
    pub(super) open: Option<Input>,
    pub(super) units: Units,
    /// The sources and files that the table has contained.
    pub(super) known: HashSet<[String; 2]>,
}

/// The current input.
#[derive(Debug, Default)]
pub(super) struct Input {
    pub(super) number: Option<i64>,
    pub(super) source: String,
    file: String,
    /// The source and the file, if its rows contain them.
    pub(super) given: [Option<String>; 2],
    pub(super) about: Option<String>,
    known: Option<Known>,
    configured: Configured,
    /// The configuration and the metadata that were set last.
    pub(super) config: Pairs,
    pub(super) metadata: Pairs,
    pub(super) block: Option<(String, u32)>,
    pub(super) result: Option<Pending>,
    /// The buffers of the last result, for reuse.
    spare: Pending,
    /// The number of decimals of the last value at each index of a result.
    decimals: Vec<u8>,
    measurements: u64,
    results: u64,
    /// The facts about units from columns: the key, the unit, the value. One copy is in order, the other is for
    /// look-ups.
    said: Vec<[String; 3]>,
    known_said: HashSet<[String; 3]>,
}

/// Keys and values.
pub(super) type Pairs = Vec<(String, String)>;

/// A result whose measurements are being collected.
#[derive(Debug, Default)]
pub(super) struct Pending {
    pub(super) row: Option<i64>,
    pub(super) field: Option<i64>,
    pub(super) name: String,
    has_processors: bool,
    pub(super) iterations: i64,
    /// The index of its first measurement among the rows of the table.
    at: u64,
    values: Vec<Number>,
    /// The units in sequence, and the end of each.
    units: String,
    ends: Vec<usize>,
}

impl Pending {
    fn units(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.units[start..end])
    }

    /// Returns the number of measurements.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether it has a measurement in a unit.
    pub(super) fn has(&self, unit: &str) -> bool {
        self.units().any(|known| known == unit)
    }
}

impl Inputs {
    pub(super) fn new(builder: StoreBuilder) -> Inputs {
        Inputs { builder, open: None, units: Units::default(), known: HashSet::new() }
    }

    /// Begins an input, and ends the previous one.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains why the facts about it are invalid.
    pub(super) fn begin(
        &mut self,
        number: Option<i64>,
        [source, file]: [&str; 2],
        given: [Option<&str>; 2],
        about: Option<&str>,
    ) -> Result<(), String> {
        self.end();
        let wrong = |error| format!("benchlens did not write the column about: {error}");
        let known = about.map(about::read).transpose().map_err(wrong)?;
        self.known.insert([source, file].map(str::to_owned));
        self.builder.begin(source.as_bytes(), file.as_bytes());
        let keys = known.iter().flat_map(|known: &Known| &known.keys);
        self.builder.know_keys(keys.map(String::as_bytes));
        self.open = Some(Input {
            number,
            source: source.to_owned(),
            file: file.to_owned(),
            given: given.map(|text| text.map(str::to_owned)),
            about: about.map(str::to_owned),
            known,
            ..Input::default()
        });
        Ok(())
    }

    /// Ends the input.
    pub(super) fn end(&mut self) {
        self.end_result();
        let Some(mut open) = self.open.take() else { return };
        let at = Location::Input;
        if let Some(mut known) = open.known.take() {
            let all = known.measurements.unwrap_or(open.measurements);
            if all != open.measurements {
                // The other results may be in another table, or may have been removed on purpose.
                known.facts.results = open.results;
                let about = open.about.as_deref().unwrap_or_default();
                let of = number_of([&open.source, &open.file, about]);
                let part = Problem::Part { of, found: open.measurements, all };
                self.builder.push(&at, part.into());
            }
            self.builder.recall(&known.facts);
        } else {
            for [key, unit, value] in &open.said {
                let [unit, key, value] = [unit, key, value].map(|text| text.clone().into_bytes());
                self.builder.push(&at, Record::Notice(Notice::Unit { unit, key, value }));
            }
        }
        self.builder.end();
    }

    /// Sets the configuration, the metadata and the block of the following results, and ends the previous result.
    pub(super) fn configure(
        &mut self,
        config: &[(&str, &str)],
        metadata: &[(&str, &str)],
        block: Option<(&str, u32)>,
    ) {
        self.end_result();
        let Some(open) = &mut self.open else { return };
        let at = Location::Input;
        if !is_same(&open.config, config) || !is_same(&open.metadata, metadata) {
            let bytes = |(key, value): &(&'_ str, &'_ str)| -> (Vec<u8>, Vec<u8>) {
                let [key, value] = [key, value].map(|text| one_line(text.as_bytes()).into_owned());
                (key, value)
            };
            let [own, beside] = [config, metadata]
                .map(|pairs| pairs.iter().map(bytes).collect::<Vec<(Vec<u8>, Vec<u8>)>>());
            let [own, beside] = [&own, &beside].map(|pairs| {
                pairs.iter().map(|(key, value)| (&key[..], &value[..])).collect::<Vec<_>>()
            });
            open.configured.set(&own, &beside, |record| self.builder.push(&at, record));
            (open.config, open.metadata) = (owned(config), owned(metadata));
        }
        if open.block.as_ref().map(|(id, block)| (id.as_str(), *block)) != block {
            let (recording, number) = block.unwrap_or(("", 0));
            let recording = recording.as_bytes().to_vec();
            let notice = Notice::Block { recording, block: number, has_end: false };
            self.builder.push(&at, Record::Notice(notice));
            open.block = block.map(|(recording, block)| (recording.to_owned(), block));
        }
    }

    /// Begins a result, and ends the previous one.
    pub(super) fn begin_result(
        &mut self,
        at: u64,
        row: Option<i64>,
        name: &str,
        has_processors: bool,
        iterations: i64,
    ) {
        self.end_result();
        let Some(open) = &mut self.open else { return };
        let mut next = std::mem::take(&mut open.spare);
        (next.row, next.field, next.iterations, next.at) = (row, None, iterations, at);
        next.name.clear();
        next.name.push_str(name);
        next.has_processors = has_processors;
        open.result = Some(next);
    }

    /// Adds a measurement to the result.
    pub(super) fn measure(&mut self, field: Option<i64>, unit: &str, value: f64) {
        let Some(open) = &mut self.open else { return };
        let Some(result) = &mut open.result else { return };
        let index = result.values.len();
        if open.decimals.len() <= index {
            open.decimals.resize(index + 1, 0);
        }
        result.values.push(number(value, &mut open.decimals[index]));
        result.units.push_str(unit);
        result.ends.push(result.units.len());
        result.field = field;
        open.measurements += 1;
    }

    /// Adds a fact about a unit from a column.
    pub(super) fn say(&mut self, key: &str, unit: &str, value: &str) {
        let Some(open) = self.open.as_mut().filter(|open| open.known.is_none()) else { return };
        let said = [key, unit, value].map(str::to_owned);
        if open.known_said.insert(said.clone()) {
            open.said.push(said);
        }
    }

    fn end_result(&mut self) {
        let Some(open) = &mut self.open else { return };
        let Some(mut result) = open.result.take() else { return };
        // A line end would begin a row of a printed table.
        let units: Vec<_> = result.units().map(|unit| one_line(unit.as_bytes())).collect();
        let units: Vec<&[u8]> = units.iter().map(|unit| &unit[..]).collect();
        let line = ResultLine {
            name: &one_line(result.name.as_bytes()),
            has_processors: result.has_processors,
            iterations: result.iterations,
            values: &result.values,
            units: &units,
            repeats: false,
        };
        self.builder.push(&Location::Row(result.at), Record::Result(line));
        open.results += 1;
        result.values.clear();
        result.units.clear();
        result.ends.clear();
        open.spare = result;
    }
}

/// Returns a number of texts that is the same everywhere (Fowler, Noll and Vo's hash, FNV-1a).
fn number_of(texts: [&str; 3]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Returns whether pairs are equal to the pairs that were set.
pub(super) fn is_same(own: &Pairs, pairs: &[(&str, &str)]) -> bool {
    let same = |(own, pair): (&(String, String), &(&str, &str))| own.0 == pair.0 && own.1 == pair.1;
    own.len() == pairs.len() && own.iter().zip(pairs).all(same)
}

fn owned(pairs: &[(&str, &str)]) -> Pairs {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}
