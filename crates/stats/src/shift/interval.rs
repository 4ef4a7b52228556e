//! The difference between two samples, and its bounds.

use super::scale::ShiftScale;

/// The difference between two samples.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Shift {
    /// Whether the numbers are ratios or differences.
    pub scale: ShiftScale,
    /// The Hodges-Lehmann estimate.
    pub estimate: f64,
    /// Its interval.
    pub interval: Interval,
}

impl Shift {
    /// Returns the shift as relative changes: 0.05 for a ratio of 1.05. Differences do not change.
    #[must_use]
    pub fn relative(self) -> Shift {
        let estimate = self.scale.relative(self.estimate);
        Shift { estimate, interval: self.interval.relative(self.scale), ..self }
    }
}

impl Interval {
    /// Returns the bounds as relative changes, if they are ratios.
    #[must_use]
    pub fn relative(self, scale: ShiftScale) -> Interval {
        let [lo, hi] = [self.lo, self.hi].map(|bound| scale.relative(bound));
        Interval { lo, hi, ..self }
    }
}

/// All shifts that a test does not reject.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Interval {
    /// The lower bound: 0 (ratios) or −∞ if the samples are too small for one.
    pub lo: f64,
    /// The upper bound; +∞ if the samples are too small for one.
    pub hi: f64,
    /// The probability that the interval misses the truth if runs are independent. It is at most the wanted level
    /// because the tests of small samples have few levels.
    pub error: f64,
}

impl Interval {
    /// Returns the shifts within a margin, which is a fraction of the old value: ratios from 1/(1 + margin) to
    /// 1 + margin, or differences up to the margin times `base`.
    #[doc(hidden)]
    pub fn of_margin(margin: f64, scale: ShiftScale, base: f64) -> Interval {
        let (lo, hi) = match scale {
            ShiftScale::Ratio => (1.0 / (1.0 + margin), 1.0 + margin),
            ShiftScale::Difference => (-margin * base.abs(), margin * base.abs()),
        };
        Interval { lo, hi, error: 0.0 }
    }

    /// Returns whether a shift lies inside or on a bound.
    #[doc(hidden)]
    pub fn holds(&self, shift: f64) -> bool {
        self.lo <= shift && shift <= self.hi
    }

    /// Returns whether all of another interval lies inside.
    #[doc(hidden)]
    pub fn includes(&self, other: &Interval) -> bool {
        self.holds(other.lo) && self.holds(other.hi)
    }

    /// Returns the interval extended to `shift`, for a shift that the test does not reject.
    ///
    /// This is needed only if the test changes its method with the ties: between 26 and 50 values it is exact without
    /// ties and approximate with them, and the two may disagree about a shift that creates a tie.
    #[doc(hidden)]
    pub fn with(self, shift: f64) -> Self {
        Self { lo: self.lo.min(shift), hi: self.hi.max(shift), ..self }
    }
}
