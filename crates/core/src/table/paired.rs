//! Paired comparisons: the runs of both sides in pairs or blocks, tested within them.
//!
//! Takes pairs or blocks, and the looks of a recording that may stop early; gives p, the typical change with its
//! intervals, and what kept a comparison from being tested. Guarantees that what is not tested has no p and says
//! why. Must not know outcomes.

use std::cmp::Ordering;

use super::looks::Spent;
use super::model::{Looks, Matching, PairTest, Refusal};
use super::pairing::Partners;
use crate::stats::{Interval, Shift, SignedRank, VanElteren};

/// The tests of one thread.
#[derive(Debug, Default)]
pub(super) struct PairedTests {
    signed_rank: SignedRank,
    van_elteren: VanElteren,
}

/// A paired comparison in numbers.
#[derive(Debug)]
pub(super) struct PairedResult {
    /// Nothing if in each pair all values are equal.
    pub(super) p: Option<f64>,
    /// The typical change, and its interval at twice alpha, if they were asked for.
    pub(super) shift: Option<(Shift, Interval)>,
    pub(super) matching: Matching,
    /// How many old and new values were compared.
    pub(super) sizes: [u32; 2],
}

impl PairedTests {
    /// Compares pairs or blocks; the effect is worked out at level `alpha` if there is one. After several looks
    /// all levels are what is left of them, and every p is by all looks.
    ///
    /// # Errors
    ///
    /// A value is infinite, so that its changes have no ranks.
    pub(super) fn compare(
        &mut self,
        partners: &mut Partners<'_>,
        alpha: Option<f64>,
        spent: Option<&mut Spent>,
    ) -> Result<PairedResult, Refusal> {
        let levels = alpha.map(|alpha| match &spent {
            Some(spent) => spent.levels,
            None => [alpha, 2.0 * alpha],
        });
        let mut found = self.compare_at(partners, levels)?;
        if let Some(spent) = spent {
            found.matching.looks = Some(Looks { p: found.p.unwrap_or(1.0), ..spent.looks });
            found.matching.least_p = spent.p(found.matching.least_p);
            found.p = found.p.map(|p| spent.p(p));
            found.shift =
                found.shift.map(|(shift, wide)| (spent.shift(shift), spent.interval(wide)));
        }
        Ok(found)
    }

    /// The same by the tests alone.
    fn compare_at(
        &mut self,
        partners: &mut Partners<'_>,
        levels: Option<[f64; 2]>,
    ) -> Result<PairedResult, Refusal> {
        let mut matching = Matching {
            test: PairTest::SignedRank,
            order: Ordering::Equal,
            pairs: partners.count() as u32,
            left_out: partners.left_out,
            medians_of: partners.medians_of,
            keyed: partners.keyed,
            control: None,
            least_p: 1.0,
            looks: None,
        };
        let sizes = [partners.old.len() as u32, partners.new.len() as u32];
        if partners.has_blocks() {
            let blocks = partners.blocks();
            let mut blocks = self.van_elteren.blocks(&blocks).ok_or(Refusal::PairValuesInfinite)?;
            (matching.test, matching.least_p) = (PairTest::VanElteren, blocks.least_p());
            let p = blocks.p().ok();
            let shift = levels.map(|levels| blocks.shift_and_wider(levels));
            matching.order = blocks.order();
            return Ok(PairedResult { p, shift, matching, sizes });
        }
        matching.least_p = SignedRank::least_p(partners.count());
        let mut pairs = self
            .signed_rank
            .pairs(&partners.old, &partners.new)
            .ok_or(Refusal::PairValuesInfinite)?;
        let p = pairs.p().ok();
        let shift = levels.map(|levels| pairs.shift_and_wider(levels));
        matching.order = pairs.order();
        Ok(PairedResult { p, shift, matching, sizes })
    }
}

/// How many pairs a significant difference needs; `None` for more than 50.
pub(super) fn pairs_for_difference(alpha: f64) -> Option<u32> {
    (1..=50).find(|&pairs| SignedRank::least_p(pairs as usize) <= alpha)
}
