//! Results on their way into a builder.
//!
//! Takes measurements in their order; puts those of a result together, and tells the builder where inputs, blocks and
//! configurations begin. What is known of an input is given back when it ends, if all of it is there.

use std::collections::HashSet;

use benchlens_core::StoreBuilder;
use benchlens_core::format::{Location, Notice, Number, Record, ResultLine, Sink};
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
    /// The sources and files that the table had.
    pub(super) known: HashSet<[String; 2]>,
}

/// The input whose rows come.
#[derive(Debug, Default)]
pub(super) struct Input {
    pub(super) number: Option<i64>,
    pub(super) source: String,
    /// Source and file, as far as its rows have them.
    pub(super) given: [Option<String>; 2],
    pub(super) about: Option<String>,
    known: Option<Known>,
    configured: Configured,
    /// The configuration and the metadata that were set last.
    pub(super) config: Pairs,
    pub(super) metadata: Pairs,
    pub(super) block: Option<(String, u32)>,
    pub(super) result: Option<Pending>,
    /// What the last result leaves behind: room.
    spare: Pending,
    /// Decimals of the last value in each place of a result.
    decimals: Vec<u8>,
    measurements: u64,
    results: u64,
    /// What columns say of units: the key, the unit, the value; in order, and to look it up.
    said: Vec<[String; 3]>,
    known_said: HashSet<[String; 3]>,
}

/// Keys and values.
pub(super) type Pairs = Vec<(String, String)>;

/// A result that is being put together.
#[derive(Debug, Default)]
pub(super) struct Pending {
    pub(super) row: Option<i64>,
    pub(super) field: Option<i64>,
    pub(super) name: String,
    pub(super) iterations: i64,
    /// The place of its first measurement among the rows of the table.
    at: u64,
    values: Vec<Number>,
    /// The units, one behind the other, and where each ends.
    units: String,
    ends: Vec<usize>,
}

impl Pending {
    fn units(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.units[start..end])
    }

    /// How many measurements it has.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether it has a measurement in a unit.
    pub(super) fn has(&self, unit: &str) -> bool {
        self.units().any(|known| known == unit)
    }
}

impl Inputs {
    pub(super) fn new(builder: StoreBuilder) -> Inputs {
        Inputs { builder, open: None, units: Units::default(), known: HashSet::new() }
    }

    /// Begins an input; the one before ends.
    ///
    /// # Errors
    ///
    /// What is wrong with what is known of it, as a sentence.
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
                // The rest may be elsewhere, or left out on purpose.
                known.facts.results = open.results;
                let text = format!(
                    "{} of {all} measurements are in the table: the others are not compared",
                    open.measurements
                );
                self.builder.push(&at, Record::Notice(Notice::Note { text: text.as_bytes() }));
            }
            self.builder.recall(&known.facts);
        } else {
            for [key, unit, value] in &open.said {
                let [unit, key, value] = [unit, key, value].map(String::as_bytes);
                self.builder.push(&at, Record::Unit { unit, key, value });
            }
        }
        self.builder.end();
    }

    /// Sets the configuration, the metadata and the block of what follows; the result before it ends.
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
                (key.as_bytes().to_vec(), value.as_bytes().to_vec())
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
            let notice =
                Notice::Block { recording: recording.as_bytes(), block: number, has_end: false };
            self.builder.push(&at, Record::Notice(notice));
            open.block = block.map(|(recording, block)| (recording.to_owned(), block));
        }
    }

    /// Begins a result; the one before ends.
    pub(super) fn begin_result(&mut self, at: u64, row: Option<i64>, name: &str, iterations: i64) {
        self.end_result();
        let Some(open) = &mut self.open else { return };
        let mut next = std::mem::take(&mut open.spare);
        (next.row, next.field, next.iterations, next.at) = (row, None, iterations, at);
        next.name.clear();
        next.name.push_str(name);
        open.result = Some(next);
    }

    /// Adds a measurement to the result.
    pub(super) fn measure(&mut self, field: Option<i64>, unit: &str, value: f64) {
        let Some(open) = &mut self.open else { return };
        let Some(result) = &mut open.result else { return };
        let place = result.values.len();
        if open.decimals.len() <= place {
            open.decimals.resize(place + 1, 0);
        }
        result.values.push(number(value, &mut open.decimals[place]));
        result.units.push_str(unit);
        result.ends.push(result.units.len());
        result.field = field;
        open.measurements += 1;
    }

    /// What a column says of a unit.
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
        let units: Vec<&[u8]> = result.units().map(str::as_bytes).collect();
        let line = ResultLine {
            name: result.name.as_bytes(),
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

/// Whether pairs are those that were set.
pub(super) fn is_same(own: &Pairs, pairs: &[(&str, &str)]) -> bool {
    let same = |(own, pair): (&(String, String), &(&str, &str))| own.0 == pair.0 && own.1 == pair.1;
    own.len() == pairs.len() && own.iter().zip(pairs).all(same)
}

fn owned(pairs: &[(&str, &str)]) -> Pairs {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}
