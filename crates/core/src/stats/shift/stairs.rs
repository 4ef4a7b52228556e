//! The table of quotients that is walked on, and which thresholds make sense in it.
//!
//! Takes the different values of two samples; gives thresholds and how far a walk along one may be
//! wrong. Guarantees that products of values and thresholds are numbers. Must not know: how a walk
//! goes, or which quotients are wanted.

use super::super::math;
use super::groups::Groups;
use super::scale::ShiftScale;

/// The interquartile range of a normal distribution, in standard deviations.
const QUARTILES: f64 = 1.349;

/// Values must be less than this, and ratios are taken of values above its reciprocal. Then products
/// and squares of quotients are numbers, and
const LARGEST: f64 = 1e70;
/// thresholds need not be further out.
const OUTERMOST: f64 = 1e150;

/// What walks on.
pub(super) struct Stairs<'a> {
    pub(super) old: &'a Groups,
    pub(super) new: &'a Groups,
    pub(super) scale: ShiftScale,
    /// The middle of the quotients, roughly.
    pub(super) center: f64,
    /// Their standard deviation, roughly: relative for ratios.
    spread: f64,
    /// What the largest values add to the error of a threshold.
    magnitude: f64,
}

impl<'a> Stairs<'a> {
    /// `None` where products with a threshold may leave the range of numbers, or where zeros of both
    /// signs are to be told apart.
    pub(super) fn new(
        [old, new]: [&[f64]; 2],
        groups: [&'a Groups; 2],
        scale: ShiftScale,
    ) -> Option<Self> {
        let quarter = |sample: &[f64], i: usize| sample[(sample.len() - 1) * i / 4];
        let range = |sample: &[f64]| quarter(sample, 3) - quarter(sample, 1);
        let [x, y] = [quarter(old, 2), quarter(new, 2)];
        let (low, high) = (old[0].min(new[0]), quarter(old, 4).max(quarter(new, 4)));
        let magnitude = high.max(-low);
        let (fits, a, b) = match scale {
            ShiftScale::Ratio => (1.0 / LARGEST < low, range(old) / x, range(new) / y),
            ShiftScale::Difference => {
                let is_negative_zero = |v: &f64| v.to_bits() == (-0.0_f64).to_bits();
                let values = [groups[0].values(), groups[1].values()];
                let plain = !values.into_iter().flatten().any(is_negative_zero);
                (plain, range(old), range(new))
            }
        };
        let spread = math::sqrt(a * a + b * b) / QUARTILES;
        let least = if scale == ShiftScale::Ratio { 1e-9 } else { magnitude * 1e-9 };
        let [old, new] = groups;
        let center = scale.of(x, y);
        (fits && magnitude < LARGEST).then_some(Self {
            old,
            new,
            scale,
            center,
            spread: spread.max(least),
            magnitude,
        })
    }

    /// How many quotients there are, of all values.
    pub(super) fn len(&self) -> usize {
        let all = |groups: &Groups| groups.ends().last().map_or(0, |&end| end as usize);
        all(self.old) * all(self.new)
    }

    /// So many standard deviations away from a threshold.
    pub(super) fn away(&self, threshold: f64, deviations: f64) -> f64 {
        let distance = deviations * self.spread;
        match self.scale {
            ShiftScale::Ratio if distance < 0.0 => threshold / (1.0 - distance),
            ShiftScale::Ratio => threshold * (1.0 + distance),
            ShiftScale::Difference => threshold + distance,
        }
    }

    /// A threshold whose products with values are numbers.
    pub(super) fn limited(&self, threshold: f64) -> f64 {
        match self.scale {
            ShiftScale::Ratio => threshold.clamp(1.0 / OUTERMOST, OUTERMOST),
            ShiftScale::Difference => threshold.clamp(-OUTERMOST, OUTERMOST),
        }
    }

    /// By how much a walk may be wrong, and more.
    pub(super) fn slack(&self, threshold: f64) -> f64 {
        let size = match self.scale {
            ShiftScale::Ratio => threshold,
            ShiftScale::Difference => threshold.abs() + 2.0 * self.magnitude,
        };
        8.0 * f64::EPSILON * size
    }
}
