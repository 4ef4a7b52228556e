//! The configuration of the next result, and the part of it that the text already contains.
//!
//! Takes keys with their values, and contexts; gives the lines that the text needs before a result. Guarantees time in
//! proportion to the number of changes, however many keys there are.

use super::words::{write_key, write_value};
use crate::base::{Interner, Numbered, metadata};
use crate::format::gobench::DESCRIBED;
use crate::store::Ordered;

/// The key of the input's label. The key takes part in the comparison, but its value is never written to the text.
const FILE: &[u8] = b".file";

/// The parts of an input that set a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Config,
    Metadata,
}

/// The configurations of an input's contexts, and the configuration of the text.
#[derive(Debug)]
pub(super) struct Configuration {
    keys: Interner,
    label: Vec<u8>,
    with_metadata: bool,
    names: Numbered,
    /// The contexts, by name number.
    contexts: Vec<Context>,
    current: usize,
    reported: Told,
}

/// The configuration in a context.
#[derive(Debug, Default)]
struct Context {
    config: Ordered<Vec<u8>>,
    metadata: Ordered<Vec<u8>>,
    /// Keys that were set since the text last had this configuration.
    touched: Vec<u32>,
    /// The length of `touched` from which repeated keys are removed from it.
    touched_max: usize,
    /// The moment at which the text last had this configuration.
    reported: Option<Moment>,
}

/// The configuration that the text contains.
#[derive(Debug, Default)]
struct Told {
    /// For each key, when the text first contained it, and its value.
    values: Vec<Option<(u64, Vec<u8>)>>,
    next: u64,
    /// The keys that the text has changed since some moment, in order.
    log: Vec<u32>,
    epoch: u64,
}

/// An index into one of the logs of [`Told`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Moment {
    epoch: u64,
    at: usize,
}

/// The length from which a new log is started.
const LOG_MAX: usize = 1 << 16;

impl Configuration {
    pub(super) fn new(seed: u64, with_metadata: bool) -> Configuration {
        Configuration {
            keys: Interner::seeded(seed),
            label: Vec::new(),
            with_metadata,
            names: Numbered::default(),
            contexts: Vec::new(),
            current: 0,
            reported: Told::default(),
        }
    }

    /// Starts an input.
    pub(super) fn begin(&mut self, label: &[u8]) {
        self.label = label.to_vec();
        self.begin_member();
    }

    /// Starts a file of the input.
    pub(super) fn begin_member(&mut self) {
        self.names = Numbered::default();
        self.contexts.clear();
        self.enter(b"");
    }

    /// Enters a context, to which the following records belong.
    pub(super) fn enter(&mut self, name: &[u8]) {
        self.current = self.names.number(name) as usize;
        if self.contexts.len() <= self.current {
            self.contexts.push(Context::default());
            self.set(Source::Config, FILE, &self.label.clone());
        }
    }

    /// Sets a key; an empty value deletes it.
    pub(super) fn set(&mut self, source: Source, key: &[u8], value: &[u8]) {
        let key = self.keys.intern(key);
        let context = &mut self.contexts[self.current];
        let values = match source {
            Source::Config => &mut context.config,
            Source::Metadata => &mut context.metadata,
        };
        if value.is_empty() {
            values.delete(key);
        } else {
            values.set(key, value.to_vec());
        }
        context.touch(key);
    }

    pub(super) fn label(&self) -> &[u8] {
        &self.label
    }

    /// Returns the value that is set for a key, first as configuration, then as metadata.
    pub(super) fn get(&self, key: &[u8]) -> Option<&[u8]> {
        let context = self.contexts.get(self.current)?;
        context.shown(self.keys.find(key)?, true).map(|(_, value)| value)
    }

    /// Returns whether the text already contains the current configuration because nothing was set since.
    pub(super) fn is_reported(&self) -> bool {
        let context = &self.contexts[self.current];
        context.touched.is_empty() && context.reported == Some(self.reported.now())
    }

    /// Appends the lines that the text needs before a result.
    pub(super) fn tell(&mut self, out: &mut Vec<u8>, is_first: bool) {
        let Configuration { keys, with_metadata, contexts, current, reported, .. } = self;
        let context = &mut contexts[*current];
        // Keys that the text already contains come first, in the order in which they were written, then new keys.
        let (mut known, mut new) = (Vec::new(), Vec::new());
        for key in context.candidates(reported) {
            match (reported.value(key), context.shown(key, *with_metadata)) {
                (Some((when, old)), now) => {
                    if now.is_none_or(|(_, now)| now != old) {
                        known.push((when, key));
                    }
                }
                (None, Some((index, _))) => new.push((index, key)),
                (None, None) => {}
            }
        }
        known.sort_unstable();
        new.sort_unstable();
        if !known.is_empty() || !new.is_empty() {
            if !is_first {
                out.push(b'\n');
            }
            let all =
                known.into_iter().map(|(_, key)| key).chain(new.into_iter().map(|(_, key)| key));
            for key in all {
                let now = context.shown(key, *with_metadata).map(|(_, value)| value);
                write_line(out, keys.get(key), now);
                reported.set(key, now);
            }
            out.push(b'\n');
        }
        context.touched.clear();
        context.reported = Some(reported.now());
    }
}

/// Writes a line of the configuration. Metadata that says what ran is in a comment, which only this project reads.
fn write_line(out: &mut Vec<u8>, key: &[u8], value: Option<&[u8]>) {
    if let Some(name) = metadata::name(key) {
        out.extend_from_slice(DESCRIBED);
        return write_line(out, name, value);
    }
    match value {
        Some(_) if key == FILE => {}
        Some(value) => {
            write_key(out, key);
            out.extend_from_slice(b": ");
            write_value(out, value);
            out.push(b'\n');
        }
        // The reference also writes this line for labels, and readers skip it.
        None => {
            if key == FILE {
                out.extend_from_slice(key);
            } else {
                write_key(out, key);
            }
            out.extend_from_slice(b":\n");
        }
    }
}

impl Context {
    fn touch(&mut self, key: u32) {
        self.touched.push(key);
        if self.touched_max.max(64) < self.touched.len() {
            self.touched.sort_unstable();
            self.touched.dedup();
            self.touched_max = 2 * self.touched.len();
        }
    }

    /// Returns the value of a key and its rank among the shown keys.
    fn shown(&self, key: u32, with_metadata: bool) -> Option<((bool, u32), &[u8])> {
        let found = |is_metadata, values: &'_ Ordered<Vec<u8>>| {
            values.index(key).map(|index| (is_metadata, index))
        };
        let index = found(false, &self.config);
        let index = index.or_else(|| found(true, &self.metadata).filter(|_| with_metadata))?;
        let values = if index.0 { &self.metadata } else { &self.config };
        values.get(key).map(|(_, value)| (index, &value[..]))
    }

    /// Returns the keys whose value here may differ from the value in the text.
    fn candidates(&mut self, reported: &Told) -> Vec<u32> {
        let mut keys = std::mem::take(&mut self.touched);
        let all = self.config.keys().len() + self.metadata.keys().len() + reported.values.len();
        match self.reported {
            Some(Moment { epoch, at })
                if epoch == reported.epoch && reported.log.len() - at <= all =>
            {
                keys.extend_from_slice(&reported.log[at..]);
            }
            _ => {
                keys.extend(self.config.keys().chain(self.metadata.keys()));
                keys.extend(
                    (0..reported.values.len() as u32).filter(|&key| reported.value(key).is_some()),
                );
            }
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

impl Told {
    fn value(&self, key: u32) -> Option<(u64, &[u8])> {
        let (when, value) = self.values.get(key as usize)?.as_ref()?;
        Some((*when, &value[..]))
    }

    fn set(&mut self, key: u32, value: Option<&[u8]>) {
        let index = key as usize;
        if self.values.len() <= index {
            self.values.resize(index + 1, None);
        }
        self.values[index] = value.map(|value| {
            let when = self.values[index].as_ref().map_or(self.next, |(when, _)| *when);
            (when, value.to_vec())
        });
        self.next += 1;
        if LOG_MAX <= self.log.len() {
            self.log.clear();
            self.epoch += 1;
        }
        self.log.push(key);
    }

    fn now(&self) -> Moment {
        Moment { epoch: self.epoch, at: self.log.len() }
    }
}
