//! A cache of tests.

use super::changes::Changes;
use super::counts::Counts;
use super::ranks::Ranks;
use super::walsh::Walsh;

/// Tests of paired samples. Keep one per thread and reuse it: the cache, at most 100 kB plus room for one sample,
/// never changes an answer.
#[derive(Clone, Debug, Default)]
pub struct SignedRank {
    pub(super) changes: Changes,
    pub(super) ranks: Ranks,
    pub(super) walsh: Walsh,
    pub(super) counts: Counts,
    pub(super) known: Known,
}

/// By number of pairs, ties and level: how many Walsh averages are excluded at either end, and the resulting level.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) tests: Vec<([u64; 3], (usize, f64))>,
    pub(super) next: usize,
    pub(super) ranks: Vec<u32>,
}
