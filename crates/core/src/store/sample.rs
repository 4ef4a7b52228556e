//! The values of one cell, gathered from runs and sorted.

use super::values::{Block, Values, WIDE};
use crate::base::sort::{from_place, sort_copies, sort_integers, sort_with_places, to_place};
use crate::format::Number;

/// So many values are sorted together with their runs.
const RUNS_MAX: usize = 1000;

/// Values on their way to the statistics.
///
/// Most samples are of one unit and have the same number of digits behind the point. Then integers
/// are sorted, which is twice as fast as doubles, and turned into doubles in their order.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    integers: Vec<u32>,
    /// The decimals and the factor of all integers.
    scale: Option<(u8, f64)>,
    /// All values, once they turned out to be of several scales.
    values: Vec<f64>,
    places: Vec<u64>,
    spare: Vec<u32>,
}

impl Sample {
    /// Empties it.
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

    /// Adds a value that is in its tidied unit already.
    pub(crate) fn push(&mut self, value: f64) {
        self.mix();
        self.values.push(value);
    }

    /// Turns the integers into doubles where they are.
    fn mix(&mut self) {
        if let Some((decimals, factor)) = self.scale.take() {
            let power = Number::power(decimals);
            let numbers = self.integers.drain(..).map(|n| f64::from(n) / power);
            self.values.extend(numbers.map(|value| value * factor));
        }
    }

    /// The values, ascending.
    pub(crate) fn sorted(&mut self) -> &[f64] {
        match self.integers.first() {
            None => sort(&mut self.values, &mut self.places),
            // Many a sample is all one value.
            Some(first) if self.integers.iter().all(|n| n == first) => {
                let len = self.integers.len();
                self.integers.truncate(1);
                self.mix();
                self.values.resize(len, self.values[0]);
            }
            // A greater integer never makes a lesser double: factors are positive, and rounding
            // keeps the order.
            Some(_) => {
                sort_integers(&mut self.integers, &mut self.spare);
                self.mix();
            }
        }
        &self.values
    }

    /// Sorts the values; `runs` takes which of them, as they were added, each ascending one was, equal ones
    /// in that order. It stays empty where finding that out takes more than sorting.
    pub(crate) fn sort_with_runs(&mut self, runs: &mut Vec<u32>) {
        runs.clear();
        let integers = &mut self.integers;
        let is_constant = integers.iter().all(|n| *n == integers[0]);
        if is_constant || RUNS_MAX < integers.len() {
            self.sorted();
            return;
        }
        sort_with_places(integers, runs, &mut self.spare, &mut self.places);
        self.mix();
    }

    /// Writes the values in the order in which they were added, if they were not sorted meanwhile.
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

    /// The values as [`sorted`](Sample::sorted) left them.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }
}

/// Sorts numbers as integers of the same order, which compare in one instruction.
fn sort(sample: &mut [f64], places: &mut Vec<u64>) {
    // Many a sample is all one value.
    if sample.windows(2).all(|pair| pair[0].to_bits() == pair[1].to_bits()) {
        return;
    }
    // Zeros of both signs are equal: they stay in the order in which they came.
    if sample.iter().any(|v| v.to_bits() == (-0.0f64).to_bits()) {
        return sort_copies(sample, &mut |a, b| a.partial_cmp(b).unwrap_or_else(|| a.total_cmp(b)));
    }
    places.clear();
    places.extend(sample.iter().map(|&v| to_place(v)));
    places.sort_unstable();
    for (v, &place) in sample.iter_mut().zip(&*places) {
        *v = from_place(place);
    }
}
