//! How two samples differ, and between which bounds.

use super::scale::ShiftScale;

/// How two samples differ.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Shift {
    /// Whether the numbers are ratios or differences.
    pub scale: ShiftScale,
    /// The Hodges-Lehmann estimate.
    pub estimate: f64,
    /// Its interval.
    pub interval: Interval,
}

/// All shifts that a test does not reject.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Interval {
    /// The lower bound: 0 (ratios) or −∞ if the samples are too small for one.
    pub lo: f64,
    /// The upper bound; +∞ if the samples are too small for one.
    pub hi: f64,
    /// The probability that the interval misses the truth if runs are independent, at most the wanted
    /// level: the tests of small samples have few levels.
    pub error: f64,
}

impl Interval {
    /// Whether a shift lies inside or on a bound.
    pub(crate) fn holds(&self, shift: f64) -> bool {
        self.lo <= shift && shift <= self.hi
    }

    /// Whether all of another interval lies inside.
    pub(crate) fn includes(&self, other: &Interval) -> bool {
        self.holds(other.lo) && self.holds(other.hi)
    }

    /// The interval with `shift` inside, for one that the test does not reject.
    ///
    /// Needed only where the test changes its method with the ties: between 26 and 50 values it is
    /// exact without ties and approximate with them, and the two may disagree about a shift that
    /// creates a tie.
    pub(crate) fn with(self, shift: f64) -> Self {
        Self { lo: self.lo.min(shift), hi: self.hi.max(shift), ..self }
    }
}
