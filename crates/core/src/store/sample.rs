//! The values of one cell, gathered from runs and sorted.

use super::values::{Block, Values, WIDE};
use crate::base::sort::{
    from_sort_key, sort_copies, sort_integers, sort_with_indices, to_sort_key,
};
use crate::format::Number;

/// The maximum number of values that are sorted together with their runs.
const RUNS_MAX: usize = 1000;

/// Values that are passed to the statistics.
///
/// Most samples have one unit and the same number of digits after the point. Then integers are sorted, which is twice
/// as fast as sorting doubles, and converted to doubles in order.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    integers: Vec<u32>,
    /// The decimals and the factor of all integers.
    scale: Option<(u8, f64)>,
    /// All values, if they have several scales.
    values: Vec<f64>,
    indices: Vec<u64>,
    spare: Vec<u32>,
}

impl Sample {
    /// Clears the sample.
    pub(crate) fn clear(&mut self) {
        self.integers.clear();
        self.scale = None;
        self.values.clear();
    }

    pub(super) fn add(
        &mut self,
        values: &Values,
        block: Block,
        columns: usize,
        column: usize,
        factor: f64,
    ) {
        let decimals = values.decimals(block, column);
        let scale = Some((decimals, factor));
        let alike = self.scale == scale || self.scale.is_none() && self.values.is_empty();
        if alike && decimals != WIDE {
            self.scale = scale;
            return values.integers(block, columns, column, &mut self.integers);
        }
        self.mix();
        values.integers(block, columns, column, &mut self.integers);
        let numbers = self.integers.drain(..).map(|n| values.number(n, decimals).to_f64());
        self.values.extend(numbers.map(|value| value * factor));
    }

    /// Adds a value that is already in its tidied unit.
    pub(crate) fn push(&mut self, value: f64) {
        self.mix();
        self.values.push(value);
    }

    /// Converts the integers to doubles in place.
    fn mix(&mut self) {
        if let Some((decimals, factor)) = self.scale.take() {
            let power = Number::power(decimals);
            let numbers = self.integers.drain(..).map(|n| f64::from(n) / power);
            self.values.extend(numbers.map(|value| value * factor));
        }
    }

    /// Returns the values, ascending.
    pub(crate) fn sorted(&mut self) -> &[f64] {
        match self.integers.first() {
            None => sort(&mut self.values, &mut self.indices),
            // Many samples consist of one value.
            Some(first) if self.integers.iter().all(|n| n == first) => {
                let len = self.integers.len();
                self.integers.truncate(1);
                self.mix();
                self.values.resize(len, self.values[0]);
            }
            // A greater integer never becomes a smaller double because factors are positive and rounding keeps the
            // order.
            Some(_) => {
                sort_integers(&mut self.integers, &mut self.spare);
                self.mix();
            }
        }
        &self.values
    }

    /// Sorts the values; `runs` receives the index, in the order of adding, of each ascending value, with equal values
    /// in that order. It stays empty if finding the indexes takes longer than sorting.
    pub(crate) fn sort_with_runs(&mut self, runs: &mut Vec<u32>) {
        runs.clear();
        let integers = &mut self.integers;
        let is_constant = integers.iter().all(|n| *n == integers[0]);
        if is_constant || RUNS_MAX < integers.len() {
            self.sorted();
            return;
        }
        sort_with_indices(integers, runs, &mut self.spare, &mut self.indices);
        self.mix();
    }

    /// Returns whether all values are equal.
    pub(crate) fn is_constant(&self) -> bool {
        self.integers.iter().all(|n| *n == self.integers[0])
            && self.values.iter().all(|value| *value == self.values[0])
    }

    /// Writes the values in the order in which they were added, if they were not sorted since.
    pub(crate) fn write_unsorted(&self, out: &mut Vec<f64>) {
        match self.scale {
            Some((decimals, factor)) => {
                let power = Number::power(decimals);
                let numbers = self.integers.iter().map(|&n| f64::from(n) / power);
                out.extend(numbers.map(|value| value * factor));
            }
            None => out.extend_from_slice(&self.values),
        }
    }

    /// Returns the values in the state that [`sorted`](Sample::sorted) left.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }
}

/// Sorts numbers as integers of the same order, which compare in one instruction.
fn sort(sample: &mut [f64], indices: &mut Vec<u64>) {
    // Many samples consist of one value.
    if sample.windows(2).all(|pair| pair[0].to_bits() == pair[1].to_bits()) {
        return;
    }
    // Zeros of both signs are equal, so they stay in the order in which they came.
    if sample.iter().any(|v| v.to_bits() == (-0.0f64).to_bits()) {
        return sort_copies(sample, &mut |a, b| a.partial_cmp(b).unwrap_or_else(|| a.total_cmp(b)));
    }
    indices.clear();
    indices.extend(sample.iter().map(|&v| to_sort_key(v)));
    indices.sort_unstable();
    for (v, &index) in sample.iter_mut().zip(&*indices) {
        *v = from_sort_key(index);
    }
}
