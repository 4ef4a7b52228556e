//! A sample in three numbers.

/// The center of a sample and the bounds of its interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Summary {
    /// The median, or the mode of an exact sample.
    pub center: f64,
    /// The lower bound; −∞ if the sample is too small for one.
    pub lo: f64,
    /// The upper bound; +∞ if the sample is too small for one.
    pub hi: f64,
}
