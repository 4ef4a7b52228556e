//! A change of a series, and how likely it is by chance.

/// Points that a segment has at least.
pub(crate) const LEAST: usize = 5;

/// The probability of as great a statistic by chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct P {
    /// The probability.
    pub value: f64,
    /// Whether the true one is less: smaller ones than this are not known.
    pub is_less: bool,
    /// Whether it is from a model or few draws: the values are tied or depend on those before.
    pub is_approximate: bool,
}

/// A place where a series changed, or may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Change {
    /// The place of the first point behind the change, from 0.
    pub(crate) at: usize,
    /// The energy statistic of the ranks of the segment that is split here.
    pub(crate) q: f64,
    /// How likely so great a statistic is in a segment that does not change.
    pub(crate) p: P,
}
