//! How many runs a difference needs to show.
//!
//! Takes a significance level; gives a number of runs. Must not know: the measurements.

use super::raised_level;

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

/// The same, however small the level: 0 is never reached.
pub(crate) fn runs_for_level(alpha: f64) -> Option<u32> {
    // 2 / C(2n, n) falls to about a quarter with each run, and is 7e-300 for 500.
    let mut least = 1.0;
    for runs in 1..=500 {
        if least <= raised_level(alpha) {
            return Some(runs);
        }
        let n = f64::from(runs);
        least *= (n + 1.0) / (2.0 * (2.0 * n + 1.0));
    }
    None
}

/// The smallest number of runs on either side, up to 9, with which a difference can be significant
/// at level `alpha`; `None` if even 9 cannot show one.
pub(crate) fn runs_for_difference(alpha: f64) -> Option<u32> {
    LEAST_P.into_iter().zip(1..).find(|&(p, _)| p <= alpha).map(|(_, runs)| runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_numbers_of_runs_agree() {
        for alpha in [1.0, 0.34, 0.33, 0.1, 0.05, 0.01, 0.001, 5e-5] {
            assert_eq!(runs_for_level(alpha), runs_for_difference(alpha), "{alpha}");
        }
        for (alpha, runs) in [(4.1e-5, 10), (1e-5, 11), (1e-10, 19)] {
            // 2 / C(2n, n) by counting: 1.08e-5 at 10, 2.8e-6 at 11, 5.7e-11 at 19.
            assert_eq!(runs_for_level(alpha), Some(runs), "{alpha}");
        }
        assert_eq!((runs_for_level(0.0), runs_for_level(f64::NAN)), (None, None));
    }
}
