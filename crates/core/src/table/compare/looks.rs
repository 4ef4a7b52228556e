//! Interim checks (looks): recordings that may stop early, and how that affects p.
//!
//! Takes the checks of a recording, and the number of blocks of a comparison; gives the remaining levels, and p over
//! all checks. Guarantees that p is at most a level exactly if the test rejects at the remainder of that level. Must
//! not know outcomes.

use std::collections::BTreeMap;

use crate::stats::{Interval, Shift, p_of_looks, raised_level, spent_level};
use crate::table::model::Looks;

/// The error spent at looks, as far as one thread has computed it.
#[derive(Debug)]
pub(super) struct Spending {
    alpha: f64,
    /// By the numbers of blocks at the looks, of which the last is the comparison's own, and by the maximum.
    known: BTreeMap<(Vec<u32>, u32), Spent>,
}

/// The error spent at the last of several looks.
#[derive(Debug)]
pub(super) struct Spent {
    pub(super) looks: Looks,
    times: Vec<f64>,
    alpha: f64,
    /// The remainder of alpha, and of twice alpha.
    pub(super) levels: [f64; 2],
    /// By the bits of p without looks.
    p: BTreeMap<u64, f64>,
}

impl Spending {
    pub(super) fn new(alpha: f64) -> Spending {
        Spending { alpha, known: BTreeMap::new() }
    }

    /// Returns the error spent at a comparison of `blocks` blocks, in a recording that looks at the planned numbers of
    /// blocks.
    pub(super) fn at(&mut self, planned: &[u32], blocks: u32) -> Option<&mut Spent> {
        let looks = looks_until(planned, blocks);
        let &most = planned.last()?;
        let alpha = self.alpha;
        Some(self.known.entry((looks, most)).or_insert_with_key(|(looks, most)| {
            let times: Vec<f64> =
                looks.iter().map(|&look| f64::from(look) / f64::from(*most)).collect();
            let levels = [alpha, 2.0 * alpha].map(|level| spent_level(&times, level));
            let looks = Looks { used: looks.len() as u32, most: *most, p: 1.0 };
            Spent { looks, times, alpha, levels, p: BTreeMap::new() }
        }))
    }
}

/// Returns the looks of a comparison of `blocks` blocks: the earlier ones, and this one. More blocks than the maximum
/// count as the maximum.
pub(in crate::table) fn looks_until(planned: &[u32], blocks: u32) -> Vec<u32> {
    let last = planned.last().map_or(blocks, |&most| most.min(blocks));
    let before = planned.iter().copied().take_while(|&look| look < last);
    before.chain([last]).collect()
}

impl Spent {
    /// Returns p over all looks.
    pub(super) fn p(&mut self, p: f64) -> f64 {
        let Spent { times, alpha, levels, .. } = self;
        *self.p.entry(p.to_bits()).or_insert_with(|| {
            let found = p_of_looks(times, p);
            // A search is not exact, so the test itself decides at the level of the report.
            if p <= levels[0] {
                found.min(*alpha)
            } else if found <= raised_level(*alpha) {
                raised_level(*alpha).next_up().min(1.0)
            } else {
                found
            }
        })
    }

    /// Returns an interval with its error over all looks.
    pub(super) fn interval(&mut self, interval: Interval) -> Interval {
        Interval { error: self.p(interval.error), ..interval }
    }

    /// Returns a shift whose interval has its error over all looks.
    pub(super) fn shift(&mut self, shift: Shift) -> Shift {
        Shift { interval: self.interval(shift.interval), ..shift }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_those_before_and_this_one() {
        let planned = [10, 20, 50];
        for (blocks, wanted) in [
            (5, &[5][..]),
            (10, &[10]),
            (11, &[10, 11]),
            (20, &[10, 20]),
            (49, &[10, 20, 49]),
            (50, &planned),
            (60, &planned),
        ] {
            assert_eq!(looks_until(&planned, blocks), wanted, "{blocks}");
        }
    }

    #[test]
    fn the_level_decides_what_is_significant() {
        for alpha in [0.05, 0.01, 1.0, 0.0, f64::NAN] {
            let mut spending = Spending::new(alpha);
            let spent = spending.at(&[10, 20, 50], 30).unwrap();
            let level = spent.levels[0];
            for p in [level, level.next_up().min(1.0), level.next_down(), 0.3] {
                let (found, is_rejected) = (spent.p(p), p <= level);
                assert_eq!(found <= raised_level(alpha), is_rejected, "{alpha} {p} {found}");
            }
        }
    }
}
