//! The Mann-Whitney U test: whether two samples come from the same distribution.
//!
//! Takes two ascending slices; gives a two-sided p. Guarantees the same bits whatever the tester was asked before, and
//! p in (0, 1]. Must not know what the values measure, or which level is significant.
//!
//! ```text
//! merge ─ ranks ─┬─ no ties, both ≤ 50 ── untied: table of the distribution per pair of sizes
//!                ├─ ties,    both ≤ 25 ── tied:   two half distributions, combined at U
//!                └─ otherwise ─────────── normal approximation
//! for decisions ─┬─ no ties ───────────── counted: the same table, rounded once
//!                └─ one side ≤ 10 ─────── lopsided: counted with ties, however long the other side
//! ```

mod counted;
mod halves;
mod limits;
mod lopsided;
mod merge;
mod pattern;
mod tied;
mod untied;

use std::f64::consts::SQRT_2;
use std::fmt;

use super::math;
pub(super) use limits::EXACT_TIED;
use limits::EXACT_UNTIED;
pub(super) use merge::{Ranks, rank};

/// All values of both samples are equal, so there is nothing to test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllEqual;

impl fmt::Display for AllEqual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all samples are equal")
    }
}

impl std::error::Error for AllEqual {}

/// Two-sided Mann-Whitney U tests (Mann and Whitney 1947).
///
/// Keep one per thread and reuse it: it caches parts of the distributions that it has computed, 6 MB for 20 values on
/// a side and never more than 16 MB. The cache never changes an answer.
#[derive(Clone, Debug, Default)]
pub struct MannWhitney {
    untied: untied::Tables,
    counted: counted::Tables,
    halves: halves::Halves,
}

impl MannWhitney {
    /// Returns the probability that two samples of one distribution differ at least as much as `a` and `b`, both
    /// ascending, of any lengths.
    ///
    /// It is exact up to 50 values on a side without ties and up to 25 with ties; beyond that it is the normal
    /// approximation with corrections for continuity and ties. The exact p is twice the smaller tail of the
    /// distribution of U over all ways to split the values, at most 1. A p below the range of `f64` is the smallest
    /// positive number. If a sample is empty, p is 1.
    ///
    /// # Errors
    ///
    /// Returns [`AllEqual`] if both samples together contain only one value.
    pub fn p(&mut self, a: &[f64], b: &[f64]) -> Result<f64, AllEqual> {
        self.p_and_twice_u(a, b).map(|(p, _)| p)
    }

    /// Returns p with twice the U statistic of `a`: over all pairs, 2 if its value is greater, 1 if they are equal.
    pub(crate) fn p_and_twice_u(&mut self, a: &[f64], b: &[f64]) -> Result<(f64, u64), AllEqual> {
        let (Some(a_first), Some(a_last), Some(b_first), Some(b_last)) =
            (a.first(), a.last(), b.first(), b.last())
        else {
            return Ok((1.0, 0));
        };
        if a_first == b_first && a_first == a_last && b_first == b_last {
            return Err(AllEqual);
        }
        let longer = a.len().max(b.len());
        let ranks = rank(a, b);
        let p = if !ranks.tied && longer <= EXACT_UNTIED {
            self.untied.p(a.len(), b.len(), ranks.twice_u)
        } else if ranks.tied && longer <= EXACT_TIED {
            tied::p(&mut self.halves, a.len(), b.len(), &ranks)
        } else {
            approximate(a.len() as f64, b.len() as f64, &ranks)
        };
        // p is never 0, because outputs show exact comparisons as 0, and because 0 is less than the truth. It is never
        // NaN, which values that are not ascending might lead to.
        let p = if p.is_nan() { 1.0 } else { p.clamp(f64::from_bits(1), 1.0) };
        Ok((p, ranks.twice_u))
    }
}

impl MannWhitney {
    /// Returns the p for decisions, of two ascending samples of any lengths.
    ///
    /// It equals [`p`](MannWhitney::p) with two exceptions. An exact p is rounded once, so that a p of one in ten is
    /// at most 0.1. And if one sample is small (up to 10 values) and the other too large for `p` to be exact, this p
    /// is still exact, because the smallest p of the normal approximation for one value against any number is 0.08. It
    /// is exact with up to 10 values against 100, 5 against 200, and 1 against thousands, with ties or without; there
    /// it may take some milliseconds.
    ///
    /// # Errors
    ///
    /// Returns [`AllEqual`] if both samples together contain only one value.
    pub fn exact_p(&mut self, a: &[f64], b: &[f64]) -> Result<f64, AllEqual> {
        let printed = self.p(a, b)?;
        let ranks = rank(a, b);
        let (less, longer) = (a.len().min(b.len()), a.len().max(b.len()));
        let is_countable = lopsided::is_countable(less, longer);
        if less == 0 || ranks.tied && longer <= EXACT_TIED {
            Ok(printed)
        } else if !ranks.tied && (longer <= EXACT_UNTIED || is_countable) {
            let from_above = (2 * (less * longer) as u64).saturating_sub(ranks.twice_u);
            let nearest = ranks.twice_u.min(from_above);
            Ok(self.counted.doubled_tail(less, longer, nearest).min(1.0))
        } else if is_countable {
            Ok(lopsided::p(a, b, ranks.twice_u))
        } else {
            Ok(printed)
        }
    }

    /// Returns whether [`exact_p`](MannWhitney::exact_p) of these ascending samples is exact instead of approximated.
    pub fn is_exact(a: &[f64], b: &[f64]) -> bool {
        let longer = a.len().max(b.len());
        let most = if rank(a, b).tied { EXACT_TIED } else { EXACT_UNTIED };
        longer <= most || lopsided::is_countable(a.len(), b.len())
    }

    /// Returns whether [`exact_p`](MannWhitney::exact_p) may differ from [`p`](MannWhitney::p) by more than rounding,
    /// for samples of these sizes.
    pub fn may_be_lopsided(n1: usize, n2: usize) -> bool {
        let (less, longer) = (n1.min(n2), n1.max(n2));
        EXACT_TIED < longer && lopsided::is_countable(less, longer)
    }

    /// Returns the smallest [`exact_p`](MannWhitney::exact_p) that samples of these sizes can have: with fewer runs
    /// than a level requires, no values reach it. Returns 1 if a sample is empty.
    pub fn least_exact_p(&mut self, n1: usize, n2: usize) -> f64 {
        let (less, longer) = (n1.min(n2), n1.max(n2));
        if less == 0 {
            1.0
        } else if longer <= EXACT_UNTIED || lopsided::is_countable(less, longer) {
            self.counted.doubled_tail(less, longer, 0).min(1.0)
        } else {
            let apart = Ranks { twice_u: 0, tied: false, tie_sum: 0.0, joined: 0 };
            approximate(n1 as f64, n2 as f64, &apart).max(f64::from_bits(1))
        }
    }

    /// Returns twice P(U ≤ u) for the first sample's U, by which the test rejects on one side. It is above the level
    /// at any U from the center upward.
    ///
    /// It uses the same distribution as [`exact_p`](MannWhitney::exact_p), chosen by the same rule, so an interval made
    /// of it agrees with this p: the interval of three runs against three at a level of 0.1 has bounds, and that of one
    /// run against sixty at a level of 0.05 as well. There, ties only count in p.
    pub(super) fn doubled_lower_tail(&mut self, n1: usize, n2: usize, ranks: &Ranks) -> f64 {
        let longer = n1.max(n2);
        if ranks.tied && longer <= EXACT_TIED {
            return tied::doubled_lower_tail(&mut self.halves, n1, n2, ranks);
        }
        let twice_mean = n1 as u64 * n2 as u64;
        if ranks.twice_u >= twice_mean {
            2.0
        } else if !ranks.tied && longer <= EXACT_UNTIED || lopsided::is_countable(n1, n2) {
            self.counted.doubled_tail(n1, n2, ranks.twice_u)
        } else {
            approximate(n1 as f64, n2 as f64, ranks)
        }
    }
}

/// Returns the smallest [`p`](MannWhitney::p) that samples of these sizes can have; 1 if one is empty.
pub(crate) fn least_p(n1: usize, n2: usize) -> f64 {
    let (less, longer) = (n1.min(n2), n1.max(n2));
    if less == 0 {
        return 1.0;
    }
    if EXACT_UNTIED < longer {
        let apart = Ranks { twice_u: 0, tied: false, tie_sum: 0.0, joined: 0 };
        return approximate(n1 as f64, n2 as f64, &apart);
    }
    // 2 / C(n1 + n2, n1).
    let ways = (1..=less).fold(1.0, |ways, i| ways * (longer + i) as f64 / i as f64);
    f64::min(1.0, 2.0 / ways)
}

/// Returns the standard deviation of U, corrected for ties.
pub(super) fn deviation(n1: f64, n2: f64, tie_sum: f64) -> f64 {
    let n = n1 + n2;
    math::sqrt(n1 * n2 * ((n + 1.0) - tie_sum / (n * (n - 1.0))) / 12.0)
}

/// Returns p by the normal approximation, corrected for ties and continuity.
fn approximate(n1: f64, n2: f64, ranks: &Ranks) -> f64 {
    let mean = n1 * n2 / 2.0;
    let deviation = deviation(n1, n2, ranks.tie_sum);
    let distance = (ranks.twice_u as f64 / 2.0 - mean).abs();
    let z = (distance - 0.5).max(0.0) / deviation;
    // Both tails at once, 2 · Φ(−z). Computing a tail as 1 − Φ would lose it beyond z = 8.3.
    math::erfc(z / SQRT_2)
}
