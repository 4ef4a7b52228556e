//! Access to the rows of a store as columns.
//!
//! Takes a store; gives its runs in the order in which they were read: rows of one benchmark in one configuration,
//! with the same units, in one block of a recording. Common values are numbers of the store, so code that writes
//! millions of rows reads each text only once.

use super::values::{Block, WIDE};
use super::{BlockStart, Store};
use crate::base::sort::sort_copies;
use crate::base::{metadata, names};
use crate::format::Number;

/// Consecutive rows that differ only in their numbers.
#[derive(Debug, Clone, Copy)]
pub struct StoredRun<'s> {
    store: &'s Store,
    segment: u32,
    block: Block,
    /// The number of the name.
    pub name: u32,
    /// The number of the configuration.
    pub config: u32,
    /// The number of the list of units.
    pub layout: u32,
    /// The recording and its block, if they are known.
    pub recorded: Option<(&'s [u8], u32)>,
}

/// A configuration and its metadata, each in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredConfig<'s> {
    /// Keys and values of the configuration.
    pub config: Vec<(&'s [u8], &'s [u8])>,
    /// Keys and values of the metadata.
    pub metadata: Vec<(&'s [u8], &'s [u8])>,
}

/// A unit of a store.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoredUnit<'s> {
    /// The unit as written.
    pub written: &'s [u8],
    /// The number of the tidied unit.
    pub tidied_id: u32,
    /// The tidied unit.
    pub tidied: &'s [u8],
    /// The factor that converts written values to the tidied unit.
    pub factor: f64,
}

impl Store {
    #[doc(hidden)]
    /// Returns the runs of an input, in the order in which they were read.
    pub fn runs(&self, input: usize) -> impl Iterator<Item = StoredRun<'_>> {
        let (start, end) =
            if input < self.inputs.len() { self.extent(input) } else { (self.ends(), self.ends()) };
        let series = &self.series_of_runs[start.runs..end.runs];
        let runs = (start.runs as u32..).zip(&self.runs[start.runs..end.runs]).zip(series);
        let mut blocks = self.blocks[start.blocks..end.blocks].iter().peekable();
        let mut block: Option<&BlockStart> = None;
        runs.map(move |((at, run), &series)| {
            while let Some(next) = blocks.next_if(|next| next.run <= at) {
                block = Some(next);
            }
            let (identity, layout) = self.series.get(series);
            let (name, config) = self.identities.get(identity);
            let recorded = block.map(|block| (self.recording(block), block.block));
            let recorded = recorded.filter(|(recording, _)| !recording.is_empty());
            let (segment, block) = (run.segment, run.block);
            StoredRun { store: self, segment, block, name, config, layout, recorded }
        })
    }

    #[doc(hidden)]
    /// Returns the text of a name, by its number.
    pub fn name_text(&self, name: u32) -> &[u8] {
        names::text(self.names.get(name))
    }

    #[doc(hidden)]
    /// Returns a name as the store encodes it, by its number.
    pub fn encoded_name(&self, name: u32) -> &[u8] {
        self.names.get(name)
    }

    /// Returns the text of a name, and whether a `-N` at its end is the number of processors.
    pub(super) fn name(&self, name: u32) -> (&[u8], bool) {
        let encoded = self.names.get(name);
        let text = names::text(encoded);
        (text, text.len() == encoded.len())
    }

    #[doc(hidden)]
    /// Returns the number of names.
    pub fn names_len(&self) -> usize {
        self.names.count()
    }

    #[doc(hidden)]
    /// Returns the keys and values of a configuration, by its number.
    pub fn stored_config(&self, config: u32) -> StoredConfig<'_> {
        let entries = self.configs.entries(config).into_iter();
        let entries = entries.map(|(key, value)| (self.keys.get(key), self.values.get(value)));
        let (metadata, config) = entries.partition::<Vec<_>, _>(|(key, _)| metadata::is(key));
        let plain = |(key, value)| (metadata::name(key).unwrap_or(key), value);
        StoredConfig { config, metadata: metadata.into_iter().map(plain).collect() }
    }

    #[doc(hidden)]
    /// Returns the number of configurations.
    pub fn configs_len(&self) -> usize {
        self.configs.len()
    }

    #[doc(hidden)]
    /// Returns the numbers of the units in a list, by its number.
    pub fn layout_units(&self, layout: u32) -> &[u32] {
        self.layouts.get(layout)
    }

    #[doc(hidden)]
    /// Returns the number of lists of units.
    pub fn layouts_len(&self) -> usize {
        self.layouts.count()
    }

    #[doc(hidden)]
    /// Returns all units, by their numbers.
    pub fn stored_units(&self) -> Vec<StoredUnit<'_>> {
        let unit = |(id, written)| {
            let (tidied_id, factor) = (self.units.tidied_id(id), self.units.factor(id));
            StoredUnit { written, tidied_id, tidied: self.units.tidied(tidied_id), factor }
        };
        (0..).zip(self.units.all_written()).map(unit).collect()
    }

    #[doc(hidden)]
    /// Returns the values that the `Unit` lines of an input set for a key: tidied units by their numbers, each with
    /// the value of its first line.
    pub fn said_of_units(&self, input: usize, key: &[u8]) -> Vec<(u32, &[u8])> {
        let mut own = self.unit_values_of(input, key);
        sort_copies(&mut own, &mut |(a, _), (b, _)| a.cmp(b));
        own.dedup_by_key(|(unit, _)| *unit);
        own
    }
}

impl StoredRun<'_> {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.block.rows.into()
    }

    /// Returns the number of values in each row.
    pub fn columns(&self) -> usize {
        self.store.layouts.get(self.layout).len()
    }

    /// Returns the results: iterations, and the values as they were written.
    pub fn results(&self) -> Vec<(i64, Vec<Number>)> {
        let (values, _) = self.column(0);
        values.rows(self.block, self.columns() + 1)
    }

    /// Appends the iterations of each row.
    pub fn iterations(&self, out: &mut Vec<i64>) {
        let (values, decimals) = self.column(0);
        let count = |integer| match values.number(integer, decimals) {
            Number::Short { mantissa, .. } => i64::from(mantissa),
            Number::Wide(bits) => bits.to_bits() as i64,
        };
        let mut integers = Vec::new();
        values.integers(self.block, self.columns() + 1, 0, &mut integers);
        out.extend(integers.into_iter().map(count));
    }

    /// Writes the values of a column times a factor: the first to `out[0]`, each next one `step` entries later. If
    /// `step` is the number of columns, this fills whole rows. `integers` is a buffer.
    pub fn write_values(
        &self,
        column: usize,
        factor: f64,
        integers: &mut Vec<u32>,
        out: &mut [f64],
        step: usize,
    ) {
        let (values, decimals) = self.column(column + 1);
        integers.clear();
        values.integers(self.block, self.columns() + 1, column + 1, integers);
        let indices = out.iter_mut().step_by(step);
        if decimals == WIDE {
            let number = |integer| values.number(integer, decimals).to_f64();
            indices.zip(integers).for_each(|(index, integer)| *index = number(*integer) * factor);
        } else {
            let power = Number::power(decimals);
            indices.zip(integers).for_each(|(index, integer)| {
                *index = f64::from(*integer) / power * factor;
            });
        }
    }

    /// Returns the numbers of the segment, and the number of decimals in a column.
    fn column(&self, column: usize) -> (&super::Values, u8) {
        let values = &*self.store.segments[self.segment as usize];
        (values, values.decimals(self.block, column))
    }
}
