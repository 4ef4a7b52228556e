//! Chooses the order statistics that bound a confidence interval of the median.
//!
//! Takes a number of values and a confidence level; gives two ranks. Guarantees the ranks of Go's benchstat, including
//! those that its rounding decided. Must not know the values.
//!
//! The number of values below the true median is binomial(n, ½). An interval from the `l`-th to the `r`-th smallest
//! value contains the median if that number is in `[l, r)`.

use std::f64::consts::SQRT_2;

use super::math;

/// Up to this number of values the binomial masses are summed; beyond it the normal approximation is used.
const SUMMED: usize = 30;

/// From here to [`SUMMED`], benchstat computes the masses through logarithms of the gamma function, and the rounding
/// noise decides which of two equal masses comes first. These are the directions it takes, from the center outward.
const NOISY: usize = 21;
const DIRECTIONS: [&[u8]; SUMMED - NOISY + 1] = [
    b"RLRLRRLLRLRRLLRRLLRLR",
    b"RLLRLRRLLRLRRLLRRLLRLR",
    b"RLRLRLRRLLRLRRLLRRLLRLR",
    b"RLLRLRLRRLLRLRRLLRRLLRLR",
    b"RLRRLLRLRRLLRLRRLLRRLLRLR",
    b"LRLRRLLRLRRLLRLRRLLRRLLRLR",
    b"RLRRLRLLRLRRLLRLRRLLRRLLRLR",
    b"RLRLLRRLLRLRRLLRLRRLLRRLLRLR",
    b"RRLLRLRRLLRLRRLRLRLRLLRRLLRLR",
    b"RLRLLRLRRLLRRLRLRLRLRLLRRLLRLR",
];

/// Returns the ranks, from 1, of the interval's bounds; 0 is −∞ and `n + 1` is +∞.
pub(super) fn median_ci_ranks(n: usize, confidence: f64) -> (usize, usize) {
    if confidence >= 1.0 {
        (0, n.saturating_add(1))
    } else if n <= SUMMED {
        summed(n, confidence)
    } else {
        approximated(n, confidence)
    }
}

/// Adds masses from the center outward until they reach the confidence level.
fn summed(n: usize, confidence: f64) -> (usize, usize) {
    let masses = masses(n);
    let mass = |k: usize| masses.get(k).copied().unwrap_or(0.0);
    // The middle mass if their number is odd, or the left one of the two in the middle.
    let centre = n / 2;
    let (mut left, mut right) = (centre, centre + 1);
    let mut sum = mass(centre);
    let directions = n.checked_sub(NOISY).and_then(|index| DIRECTIONS.get(index));
    for step in 0..n {
        if sum >= confidence || confidence.is_nan() {
            break;
        }
        let further_left = left.checked_sub(1).map_or(0.0, mass);
        let go_left = match directions.and_then(|directions| directions.get(step)) {
            Some(&direction) => direction == b'L',
            None => further_left >= mass(right),
        };
        if go_left {
            sum += further_left;
            left -= 1;
        } else {
            sum += mass(right);
            right += 1;
        }
    }
    (left, right)
}

/// Returns the probabilities of 0, 1, … n heads in n ≤ 30 throws: C(n, k) / 2ⁿ, all exact.
fn masses(n: usize) -> Vec<f64> {
    let mut masses = vec![1.0; n + 1];
    for row in 1..=n {
        for k in (1..row).rev() {
            masses[k] += masses[k - 1];
        }
    }
    let scale = 1.0 / (1_u64 << n) as f64;
    masses.iter().map(|count| count * scale).collect()
}

/// Returns the normal approximation, widened to whole ranks, and narrowed on the right by one if the level is still
/// reached.
fn approximated(n: usize, confidence: f64) -> (usize, usize) {
    let mean = n as f64 / 2.0;
    let deviation = math::sqrt(n as f64 * 0.25);
    let below = math::normal_quantile((1.0 - confidence) / 2.0) * deviation + mean;
    let above = 2.0 * mean - below;
    // The mass at k is the band from k − ½ to k + ½.
    let left = (below - 0.5).floor() + 1.0;
    let right = (above - 0.5).ceil() + 1.0;
    let cdf = |x: f64| math::erfc(-(x - 0.5 - mean) / (deviation * SQRT_2)) / 2.0;
    let inside = |right: f64| cdf(right) - cdf(left);
    let narrower = inside(right - 1.0);
    let narrow = narrower >= confidence && narrower < inside(right);
    // Casts saturate, and NaN becomes 0, so this is safe for any level.
    let (left, right) = (left as usize, (right - f64::from(u8::from(narrow))) as usize);
    (left, right.min(n.saturating_add(1)))
}

/// Returns the smallest number of runs, from 2 to 50, whose median has a finite interval at this confidence level;
/// `None` if 50 are not enough.
pub fn runs_for_interval(confidence: f64) -> Option<u32> {
    (2..=50_u32).find(|&n| {
        let n = n as usize;
        let (lo, hi) = median_ci_ranks(n, confidence);
        lo >= 1 && hi <= n
    })
}
