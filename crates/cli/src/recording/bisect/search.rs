//! Decides which commit is measured next, and when the search ends.
//!
//! Takes the blocks so far; gives the next step. The library computes the probabilities.

use std::collections::{BTreeMap, BTreeSet};

use benchlens_core::stats::{ChangePoint, Measured, change_point};

use super::blocks::Block;

/// The blocks of both ends before the first decision.
const ENDS: usize = 6;
/// The blocks before the answer that nothing changed.
const NONE: usize = 20;
/// The blocks of a commit and its parent that prove the change.
const PROOF: usize = 12;
/// How sure the search has to be.
pub(super) const SURE: f64 = 0.95;
/// More runs of one build hardly help.
const RUNS_OF_BUILD: u32 = 12;
/// One in this number of blocks measures the bad end, to know the size of the change; more, while the change is not
/// sure.
const BAD_ENDS: u32 = 7;
const BAD_ENDS_AT_FIRST: u32 = 2;

/// The data of a search.
#[derive(Debug, Clone)]
pub(super) struct Known<'k> {
    /// The number of commits in the range, with both ends.
    pub(super) commits: usize,
    pub(super) blocks: &'k [Block],
    /// The logarithm of new/old of each block by its step; `None` without a common benchmark.
    pub(super) changes: &'k BTreeMap<u32, Option<f64>>,
    /// The commits that cannot be measured.
    pub(super) skipped: &'k BTreeSet<usize>,
    /// The number of builds of each commit.
    pub(super) builds: u32,
    /// The maximum number of blocks before the proof.
    pub(super) most: usize,
}

/// The next step.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Next {
    /// Measure this commit next to the good end.
    Measure(usize),
    /// Measure this commit next to its parent.
    Prove(usize),
    Done(Verdict),
}

/// The answer of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing changed between the ends.
    None,
    /// This commit is the first with the change, if the proof agrees.
    Commit(usize),
    /// One of these commits is.
    Range(usize, usize),
    /// The measurements end before anything is known.
    Undecided,
}

/// A decision, with the probabilities that lead to it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Decision {
    pub(super) next: Next,
    /// `None` before both ends are measured.
    pub(super) point: Option<ChangePoint>,
    /// The number of blocks that count.
    pub(super) measured: usize,
}

impl Known<'_> {
    /// Decides.
    pub(super) fn decide(&self) -> Decision {
        let measured = self.measured();
        let last = self.commits - 1;
        let point = change_point(&measured, self.commits, &[]);
        // Blocks of a commit and its parent show whether it is the one, also if they prove nothing.
        let point = point.and_then(|point| {
            let weights: Vec<f64> = (1..self.commits)
                .map(|commit| point.weight(&self.changes_of(&self.proof(commit))))
                .collect();
            change_point(&measured, self.commits, &weights)
        });
        let next = match &point {
            Some(point) if ENDS <= self.runs(last) as usize => self.next(point, measured.len()),
            None if 0 < self.runs(last) => Next::Done(Verdict::Undecided),
            _ => Next::Measure(last),
        };
        Decision { next, point, measured: measured.len() }
    }

    fn next(&self, point: &ChangePoint, measured: usize) -> Next {
        if SURE <= point.none && NONE <= measured {
            return Next::Done(Verdict::None);
        }
        let (leader, probability) = point.leader();
        if SURE <= probability {
            // A commit that does not run any more cannot be proven.
            let is_over = [leader - 1, leader].iter().any(|commit| self.skipped.contains(commit));
            let is_over = is_over || PROOF <= self.proof(leader).len();
            return if is_over { Next::Done(Verdict::Commit(leader)) } else { Next::Prove(leader) };
        }
        let end = match point.range(SURE) {
            Some((first, last)) => Verdict::Range(first, last),
            None => Verdict::Undecided,
        };
        if self.most <= measured {
            return Next::Done(end);
        }
        let bad_ends = if 0.5 < point.none { BAD_ENDS_AT_FIRST } else { BAD_ENDS };
        if (measured as u32 + 1).is_multiple_of(bad_ends) {
            return Next::Measure(self.commits - 1);
        }
        let is_usable = |commit: usize| {
            !self.skipped.contains(&commit) && self.runs(commit) < RUNS_OF_BUILD * self.builds
        };
        match point.next(&is_usable) {
            Some(commit) => Next::Measure(commit),
            // Only more runs of the ends could help, as long as it is not sure that they differ.
            None if 0.5 < point.none => Next::Measure(self.commits - 1),
            None => Next::Done(end),
        }
    }

    /// Returns the blocks that prove a change at a commit.
    pub(super) fn proof(&self, commit: usize) -> Vec<&Block> {
        let is_of = |block: &&Block| block.is_proof && block.commits == [commit - 1, commit];
        self.blocks.iter().filter(is_of).collect()
    }

    /// Returns how often a commit ran next to the good end.
    pub(super) fn runs(&self, commit: usize) -> u32 {
        let is_of = |block: &&Block| !block.is_proof && block.commits == [0, commit];
        self.blocks.iter().filter(is_of).count() as u32
    }

    fn changes_of(&self, blocks: &[&Block]) -> Vec<f64> {
        blocks.iter().filter_map(|block| *self.changes.get(&block.step)?).collect()
    }

    fn measured(&self) -> Vec<Measured> {
        let measured = |block: &Block| {
            let [base, build] = block.builds;
            Some(Measured {
                version: block.commits[1],
                build,
                base,
                change: (*self.changes.get(&block.step)?)?,
            })
        };
        let is_search = |block: &&Block| !block.is_proof && block.commits[0] == 0;
        self.blocks.iter().filter(is_search).filter_map(measured).collect()
    }
}
