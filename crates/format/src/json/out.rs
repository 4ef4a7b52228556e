//! Passes the results of a document to the sink.

use crate::{Location, Number, Problem, Record, ResultLine, Sink};
use benchlens_base::{NumberError, Numbered};

/// The facts that the sink already has.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Keys of the configuration and of metadata, after a byte that distinguishes them: 0 or 1.
    keys: Numbered,
    /// The values of those keys.
    values: Vec<Vec<u8>>,
    /// A buffer for a key that is looked up.
    key: Vec<u8>,
    reported_units: Numbered,
    /// Whether names are names of Go benchmarks.
    has_go_names: bool,
    name: Vec<u8>,
    units: Vec<Vec<u8>>,
    /// Whether the name and the units equal those in the previous result.
    has_last: bool,
    /// Notes that were already reported.
    notes: Vec<String>,
    /// Benchmarks that failed, each once.
    failed: Numbered,
    /// Skipped parts of the input, each with those that have the same cause.
    skipped: Vec<Skipped>,
    summary: Summary,
    /// Whether a result or a message came since the last query.
    has_reported: bool,
}

impl Known {
    /// Returns whether a result or a message came since the last call.
    pub(super) fn has_reported(&mut self) -> bool {
        std::mem::take(&mut self.has_reported)
    }
}

/// Whether there are summaries instead of samples.
#[derive(Debug, Default)]
enum Summary {
    #[default]
    None,
    /// The first benchmark with a summary, with its package, and how to measure samples.
    Of { first: Vec<u8>, how: &'static str },
    /// The benchmark is repeated, so the input has several runs, and each result is a sample.
    Repeated,
}

/// Parts of an input that are skipped because of the same cause.
#[derive(Debug)]
struct Skipped {
    /// The location of the first of them, and its message.
    at: Location,
    message: String,
    others: u64,
}

impl Skipped {
    /// Returns what a message says without what was found.
    fn cause(message: &str) -> &str {
        message.split_once(", expected ").map_or(message, |(_, expected)| expected)
    }
}

/// The maximum number of notes and of causes that are remembered.
const NOTES_MAX: usize = 100;

/// Accepts results and facts about them.
pub(crate) struct Out<'s> {
    sink: &'s mut dyn Sink,
    known: &'s mut Known,
    at: Location,
}

impl<'s> Out<'s> {
    /// Returns an output whose records have this location.
    pub(crate) fn new(sink: &'s mut dyn Sink, known: &'s mut Known, at: Location) -> Out<'s> {
        Out { sink, known, at }
    }

    /// Sets a key of the configuration; an empty value deletes it.
    pub(crate) fn config(&mut self, key: &[u8], value: &[u8]) {
        if self.set(false, key, value) {
            self.sink.push(&self.at, Record::Config { key, value });
        }
    }

    /// Sets metadata; an empty value deletes it.
    pub(crate) fn metadata(&mut self, key: &[u8], value: &[u8]) {
        if self.set(true, key, value) {
            self.sink.push(&self.at, Record::Metadata { key, value });
        }
    }

    /// Returns whether the value is new. A file may have any number of keys.
    fn set(&mut self, is_metadata: bool, key: &[u8], value: &[u8]) -> bool {
        let Known { keys, values, key: own, .. } = &mut *self.known;
        own.clear();
        own.push(u8::from(is_metadata));
        own.extend_from_slice(key);
        match keys.find(own).map(|number| &mut values[number as usize]) {
            Some(known) if known == value => return false,
            Some(known) => {
                known.clear();
                known.extend_from_slice(value);
            }
            None if value.is_empty() => return false,
            None => {
                keys.number(own);
                values.push(value.to_vec());
            }
        }
        true
    }

    /// Sets a key of a unit, once.
    pub(crate) fn unit(&mut self, unit: &[u8], key: &[u8], value: &[u8]) {
        let reported = [unit, b" ", key].concat();
        if self.known.reported_units.find(&reported).is_none() {
            self.known.reported_units.number(&reported);
            self.sink.push(&self.at, Record::unit(unit, key, value));
        }
    }

    /// Sets whether the following names are names of Go benchmarks.
    pub(crate) fn go_names(&mut self, has_go_names: bool) {
        self.known.has_last &= self.known.has_go_names == has_go_names;
        self.known.has_go_names = has_go_names;
    }

    /// Pushes one sample as a result.
    pub(crate) fn result(
        &mut self,
        name: &[u8],
        iterations: i64,
        values: &[Number],
        units: &[&[u8]],
    ) {
        let known = &mut *self.known;
        known.has_reported = true;
        let repeats = known.has_last
            && known.name == name
            && known.units.len() == units.len()
            && known.units.iter().zip(units).all(|(a, b)| a == b);
        if !repeats {
            known.name.clear();
            known.name.extend_from_slice(name);
            known.units.resize(units.len(), Vec::new());
            for (known, unit) in known.units.iter_mut().zip(units) {
                known.clear();
                known.extend_from_slice(unit);
            }
            known.has_last = true;
        }
        let has_processors = known.has_go_names;
        let result = ResultLine { name, has_processors, iterations, values, units, repeats };
        self.sink.push(&self.at, Record::Result(result));
    }

    /// Pushes another result with the name and the units of the previous one.
    pub(crate) fn again(
        &mut self,
        name: &[u8],
        iterations: i64,
        values: &[Number],
        units: &[&[u8]],
    ) {
        self.known.has_reported = true;
        let has_processors = self.known.has_go_names;
        let result = ResultLine { name, has_processors, iterations, values, units, repeats: true };
        self.sink.push(&self.at, Record::Result(result));
    }

    /// Pushes samples of one unit, each as a result.
    pub(crate) fn samples(&mut self, name: &[u8], values: &[Number], unit: &[u8]) {
        self.samples_of(name, 1, values, unit);
    }

    /// Pushes the same, with a number of iterations for each.
    pub(crate) fn samples_of(
        &mut self,
        name: &[u8],
        iterations: i64,
        values: &[Number],
        unit: &[u8],
    ) {
        let Some((first, mut others)) = values.split_first() else { return };
        self.result(name, iterations, std::slice::from_ref(first), &[unit]);
        while let Some((first, rest)) = others.split_first() {
            let taken = self.sink.samples(&self.at, others);
            if taken != 0 {
                others = &others[taken..];
                continue;
            }
            self.again(name, iterations, std::slice::from_ref(first), &[unit]);
            others = rest;
        }
    }

    /// Pushes a result with units that are stored; `repeats` means that name and units equal those in the previous
    /// result.
    pub(crate) fn result_in(
        &mut self,
        name: &[u8],
        iterations: i64,
        values: &[Number],
        units: &[Vec<u8>],
        repeats: bool,
    ) {
        const FEW: usize = 8;
        let mut few = [&b""[..]; FEW];
        let many: Vec<&[u8]>;
        let units = if FEW < units.len() {
            many = units.iter().map(|unit| &unit[..]).collect();
            &many[..]
        } else {
            few.iter_mut().zip(units).for_each(|(few, unit)| *few = unit);
            &few[..units.len()]
        };
        if repeats {
            self.again(name, iterations, values, units);
        } else {
            self.result(name, iterations, values, units);
        }
    }

    /// Pushes a note about the input at this location; equal notes are reported once.
    pub(crate) fn note(&mut self, text: &str) {
        self.known.has_reported = true;
        if self.known.notes.iter().any(|known| known == text) {
            return;
        }
        if self.known.notes.len() < NOTES_MAX {
            self.known.notes.push(text.to_owned());
        }
        self.sink.push(&self.at, Problem::Note { text: text.into() }.into());
    }

    /// Reports an error at this location.
    pub(crate) fn unreadable(&mut self, message: &str) {
        self.known.has_reported = true;
        self.sink.push(&self.at, Record::unreadable(message));
    }

    /// Reports a skipped part of the input, such as a line. Parts that are skipped because the same was expected are
    /// one message, which [`tell_skipped`](Out::tell_skipped) pushes.
    pub(crate) fn skipped(&mut self, message: &str) {
        let all = &mut self.known.skipped;
        let cause = Skipped::cause(message);
        if let Some(known) = all.iter_mut().find(|known| Skipped::cause(&known.message) == cause) {
            known.others += 1;
        } else if all.len() < NOTES_MAX {
            let at = self.at.clone();
            all.push(Skipped { at, message: message.to_owned(), others: 0 });
        } else {
            return self.unreadable(message);
        }
        self.known.has_reported = true;
    }

    /// Pushes the messages about skipped parts.
    pub(crate) fn tell_skipped(&mut self) {
        for Skipped { at, mut message, others } in std::mem::take(&mut self.known.skipped) {
            match others {
                0 => {}
                1 => message.push_str(" (also at 1 other place)"),
                _ => message.push_str(&format!(" (also at {others} other places)")),
            }
            self.sink.push(&at, Record::unreadable(message));
        }
    }

    /// Reports values of a benchmark that are not numbers, if there are any.
    pub(crate) fn left_out(&mut self, name: &[u8], problem: Option<NumberError>) {
        let what = match problem {
            None => return,
            Some(NumberError::Syntax) => "is not a number",
            Some(NumberError::Range) => "is out of range",
        };
        let name = String::from_utf8_lossy(name);
        self.unreadable(&format!("{name}: a value {what}: skipped"));
    }

    /// Reports a benchmark that has a name but no measurements.
    pub(crate) fn nothing(&mut self, name: &[u8]) {
        let name = String::from_utf8_lossy(name);
        self.unreadable(&format!("{name}: found no values: skipped"));
    }

    /// Reports a benchmark that failed, once, however many of its repetitions did.
    pub(crate) fn failed(&mut self, name: &[u8]) {
        self.known.has_reported = true;
        if self.known.failed.find(name).is_some() {
            return;
        }
        self.known.failed.number(name);
        self.sink.push(&self.at, Record::failed(name));
    }

    /// Reports a benchmark of which some runs ended with an exit status other than 0.
    pub(crate) fn non_zero_exit(&mut self, name: &[u8], runs: u64) {
        self.known.has_reported = true;
        self.sink.push(&self.at, Problem::NonZeroExit { name: name.to_vec(), runs }.into());
    }

    /// Marks the last result as a summary, which is reported at the end, unless there are several runs.
    pub(crate) fn summary_only(&mut self, how: &'static str) {
        let Known { keys, values, .. } = &*self.known;
        let package = keys.find(b"\0pkg").map_or(&b""[..], |number| &values[number as usize]);
        let own = [package, b" ", &self.known.name].concat();
        match &self.known.summary {
            Summary::None => self.known.summary = Summary::Of { first: own, how },
            Summary::Of { first, .. } if *first == own => self.known.summary = Summary::Repeated,
            Summary::Of { .. } | Summary::Repeated => {}
        }
    }

    /// Marks all results as summaries even if a benchmark is repeated, because each result belongs to another commit.
    pub(crate) fn summaries(&mut self, how: &'static str) {
        self.known.summary = Summary::Of { first: Vec::new(), how };
    }

    /// Handles the end of the input.
    pub(crate) fn end(&mut self) {
        self.tell_skipped();
        if let Summary::Of { how, .. } = std::mem::take(&mut self.known.summary) {
            self.sink.push(&self.at, Problem::SummaryOnly { how: how.into() }.into());
        }
    }
}
