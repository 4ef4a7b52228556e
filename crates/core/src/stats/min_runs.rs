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

/// The least p that the two-sided test can give with so many runs on either side, 2 / C(m + n, m);
/// 1 without runs.
#[cfg(feature = "gate")]
pub(crate) fn least_p(m: u32, n: u32) -> f64 {
    let (few, many) = (m.min(n), m.max(n));
    let mut ways = 1.0;
    for i in 1..=few {
        // Each is a whole number; past 2^53 nobody asks for the last digit.
        ways = ways * f64::from(many + i) / f64::from(i);
        if ways.is_infinite() {
            return 0.0;
        }
    }
    if few == 0 { 1.0 } else { f64::min(1.0, 2.0 / ways) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "gate")]
    #[test]
    fn the_least_p_is_one_of_all_orders() {
        for (runs, least) in (1..).zip(LEAST_P) {
            assert!((least_p(runs, runs) - least).abs() <= 1e-15, "{runs}");
        }
        assert_eq!(least_p(1, 39), 0.05);
        assert_eq!(least_p(0, 5), 1.0);
        assert_eq!(least_p(5, 0), 1.0);
        assert_eq!(least_p(u32::MAX / 2, u32::MAX / 2), 0.0);
    }
}
