//! A change of a series, and how likely it is by chance.

/// The minimum number of points in a segment.
pub(crate) const LEAST: usize = 5;

/// The probability of a statistic at least this great by chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct P {
    /// The probability.
    pub value: f64,
    /// Whether the true probability is less, because smaller ones are not known.
    pub is_less: bool,
    /// Whether the probability comes from a model or few draws, because the values are tied or depend on previous
    /// values.
    pub is_approximate: bool,
}

/// A point at which a series changed, or may have changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The index of the first point after the change, from 0.
    pub at: usize,
    /// The energy statistic of the ranks of the segment that is split here.
    pub q: f64,
    /// The probability of a statistic at least this great in a segment that does not change.
    pub p: P,
}
