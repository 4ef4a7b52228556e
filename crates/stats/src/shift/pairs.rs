//! All pairs of values of two samples, and the estimate.

use super::super::math;
use super::quotients::Quotients;
use super::scale::ShiftScale;
use super::tails::Tails;

/// All pairs of values of two samples.
#[derive(Debug)]
pub struct Pairs<'a> {
    pub(super) old: &'a [f64],
    pub(super) new: &'a [f64],
    pub(super) scale: ShiftScale,
    /// The tie sum of the ties within each sample.
    pub(super) tie_sum: f64,
    /// Whether the distribution of U depends on the positions of those ties.
    pub(super) patterned: bool,
    pub(super) quotients: Quotients<'a>,
    pub(super) tails: &'a mut Tails,
    /// Whether the quotients for an answer were searched.
    pub(super) is_found: bool,
}

impl Pairs<'_> {
    /// Returns whether the shifts are ratios or differences.
    #[must_use]
    pub fn scale(&self) -> ShiftScale {
        self.scale
    }

    /// Returns the Hodges-Lehmann estimate: the median of all quotients. If two are in the middle, it is their mean,
    /// which is geometric for ratios because exchanging the samples must give the reciprocal.
    pub fn estimate(&mut self) -> f64 {
        let len = self.quotients.len();
        let above = self.quotients.nth(len / 2);
        if len % 2 == 1 {
            return above;
        }
        let below = self.quotients.nth(len / 2 - 1);
        if below == above {
            return above;
        }
        match self.scale {
            ShiftScale::Ratio => math::sqrt(below) * math::sqrt(above),
            ShiftScale::Difference => below / 2.0 + above / 2.0,
        }
    }
}
