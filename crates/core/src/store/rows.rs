//! The rows of a store, in the order in which they were read.

use super::{Run, Store};
use crate::base::metadata;
use crate::base::sort::sort_copies;
use crate::format::Number;

/// One result in a store. Two stores with equal rows give equal answers.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredRow<'a> {
    /// The benchmark's name.
    pub name: &'a [u8],
    /// Whether a `-N` at the end of the name is the number of processors: see [`ResultLine`](crate::format::ResultLine).
    pub has_processors: bool,
    /// The label of its input.
    pub file: &'a [u8],
    /// The configuration of the result: keys and values, in output order.
    pub config: Vec<(&'a [u8], &'a [u8])>,
    /// The metadata of the result, in the same form.
    pub metadata: Vec<(&'a [u8], &'a [u8])>,
    /// The iteration count.
    pub iterations: i64,
    /// Each unit as written, with its value, in the order of the line.
    pub measurements: Vec<(&'a [u8], Number)>,
}

impl Store {
    /// Returns all rows in the order in which they were read. It is for checking and writing back; tables do not need
    /// it.
    pub fn rows(&self) -> impl Iterator<Item = StoredRow<'_>> {
        let mut runs: Vec<(Run, u32)> = (0..self.series.count() as u32)
            .flat_map(|series| self.runs_of(series).map(move |&run| (run, series)))
            .collect();
        let index = |run: &Run| (run.segment, run.block.start);
        sort_copies(&mut runs, &mut |(a, _), (b, _)| index(a).cmp(&index(b)));
        runs.into_iter().flat_map(move |(run, series)| {
            let (identity, layout) = self.series.get(series);
            let columns = self.layouts.get(layout).len() + 1;
            let rows = self.segments[run.segment as usize].rows(run.block, columns);
            let rows = rows.into_iter();
            rows.map(move |(count, numbers)| self.stored_row(identity, layout, count, numbers))
        })
    }

    /// Returns whether two inputs have the same results in the same order, wherever they were cut.
    pub(crate) fn have_same_rows(&self, one: usize, other: usize) -> bool {
        let counts = |input: usize| (self.inputs[input].lines, self.inputs[input].results);
        counts(one) == counts(other) && self.rows_of_input(one).eq(self.rows_of_input(other))
    }

    /// Returns the rows of an input: name, layout, iterations and numbers.
    fn rows_of_input(&self, input: usize) -> impl Iterator<Item = (u32, u32, i64, Vec<Number>)> {
        let (start, end) = self.extent(input);
        let mut runs: Vec<usize> = (start.runs..end.runs).collect();
        let index = |&run: &usize| (self.runs[run].segment, self.runs[run].block.start);
        sort_copies(&mut runs, &mut |a, b| index(a).cmp(&index(b)));
        runs.into_iter().flat_map(move |run| {
            let (identity, layout) = self.series.get(self.series_of_runs[run]);
            let (name, _) = self.identities.get(identity);
            let Run { segment, block, .. } = self.runs[run];
            let columns = self.layouts.get(layout).len() + 1;
            let rows = self.segments[segment as usize].rows(block, columns).into_iter();
            rows.map(move |(iterations, numbers)| (name, layout, iterations, numbers))
        })
    }

    fn stored_row(
        &self,
        identity: u32,
        layout: u32,
        iterations: i64,
        numbers: Vec<Number>,
    ) -> StoredRow<'_> {
        let (name, config) = self.identities.get(identity);
        let file = self.values.get(self.configs.label(config));
        let entries = self.configs.entries(config).into_iter();
        let config = entries.map(|(key, value)| (self.keys.get(key), self.values.get(value)));
        let (metadata, config): (Vec<_>, Vec<_>) = config.partition(|(key, _)| metadata::is(key));
        let plain = |(key, value)| (metadata::name(key).unwrap_or(key), value);
        let metadata = metadata.into_iter().map(plain).collect();
        let units = self.layouts.get(layout).iter().map(|&unit| self.units.written(unit));
        let measurements = units.zip(numbers).collect();
        let (name, has_processors) = self.name(name);
        StoredRow { name, has_processors, file, config, metadata, iterations, measurements }
    }
}
