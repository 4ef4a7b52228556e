//! The order in which results were measured.
//!
//! Takes the runs of a store; gives the positions of the first results of a series, and whether they are consecutive.
//! Guarantees the same answer however the inputs were cut, in the same time for a series of any length.

use super::segment::LocalRun;
use super::{InputInfo, Store};

/// The positions of the first two results of a series among all results.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Beginning {
    pub(crate) first: u32,
    pub(crate) second: Option<u32>,
}

impl Store {
    /// Counts how often a benchmark begins again right after itself. It is called before the runs are appended.
    /// `is_anew` is whether configuration lines are between the first of them and the previous run.
    pub(super) fn count_restarts(&mut self, runs: &[LocalRun], series_ids: &[u32], is_anew: bool) {
        let id = |run: &LocalRun| series_ids[run.series as usize];
        // Within a segment, a series has another number after each change of the configuration.
        let is_restart = |pair: &&[LocalRun]| {
            pair[0].series != pair[1].series && self.is_again(id(&pair[0]), id(&pair[1]))
        };
        let mut restarts = runs.windows(2).filter(is_restart).count() as u64;
        let own = self.starts.last().map_or(0, |start| start.runs);
        let last = self.series_of_runs[own..].last().filter(|_| is_anew);
        if let Some((&last, run)) = last.zip(runs.first()) {
            restarts += u64::from(self.is_again(last, id(run)));
        }
        if let Some(input) = self.inputs.last_mut() {
            input.origin.restarts += restarts;
        }
    }

    /// Returns whether two series with configuration lines between them belong to one benchmark: the same benchmark in
    /// another configuration, such as in the next round, or in an equal one.
    fn is_again(&self, one: u32, other: u32) -> bool {
        let [one, other] = [one, other].map(|series| {
            let (identity, layout) = self.series.get(series);
            let (name, config) = self.identities.get(identity);
            (name, config, layout)
        });
        one == other || one.0 == other.0 && one.1 != other.1
    }

    /// Returns the positions of the first two results of a series.
    pub(crate) fn beginning(&self, series: u32) -> Beginning {
        let (first, _) = self.series_runs[series as usize];
        let run = &self.runs[first as usize];
        let second = if 1 < run.block.rows { first } else { run.next };
        Beginning { first, second: Some(second).filter(|&s| (s as usize) < self.runs.len()) }
    }

    /// Returns whether there is nothing between two results. If an input has only one benchmark, with configuration
    /// lines before each result, it was measured again and again.
    pub(crate) fn are_neighbours(&self, first: u32, second: u32) -> bool {
        let input = self.input_of(first);
        let is_alone = |info: &InputInfo| info.results == info.origin.restarts + 1;
        second <= first + 1 && self.input_of(second) == input && !is_alone(&self.inputs[input])
    }

    /// Returns the number of results of all inputs before the first result of one run, and before the last result of
    /// another. The answer does not depend on where runs were cut.
    pub(crate) fn rows_between(&self, first: u32, last: u32) -> (u64, u64) {
        let [first, last] = [first, last].map(|index| &self.runs[index as usize]);
        (first.rows_before, last.rows_before + u64::from(last.block.rows.saturating_sub(1)))
    }

    /// Returns the run of the last result of a series.
    pub(crate) fn end_of(&self, series: u32) -> u32 {
        self.series_runs[series as usize].1
    }

    /// Returns the input of a run.
    pub(crate) fn input_of(&self, index: u32) -> usize {
        self.starts.partition_point(|start| start.runs <= index as usize).saturating_sub(1)
    }
}
