//! How many runs a difference needs to show.
//!
//! Takes a significance level; gives a number of runs. Must not know: the measurements.

/// The least p that the two-sided Mann-Whitney test can give with 1, 2, … 9 runs on either side,
/// 2 / C(2n, n), in the digits benchstat compares with.
const LEAST_P: [f64; 9] = [
    1.0,
    0.333_333_333_333_333_3,
    0.1,
    0.028_571_428_571_428_57,
    0.007_936_507_936_507_936,
    0.002_164_502_164_502_164_5,
    0.000_582_750_582_750_582_8,
    0.000_155_400_155_400_155_4,
    4.113_533_525_298_231e-5,
];

/// The smallest number of runs on either side, up to 9, with which a difference can be significant
/// at level `alpha`; `None` if even 9 cannot show one.
pub(crate) fn runs_for_difference(alpha: f64) -> Option<u32> {
    LEAST_P.into_iter().zip(1..).find(|&(p, _)| p <= alpha).map(|(_, runs)| runs)
}
