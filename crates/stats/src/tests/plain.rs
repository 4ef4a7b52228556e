//! The statistics by their definitions, slowly, as a reference for the fast implementations.

use std::f64::consts::SQRT_2;

use crate::adjust::ascending;
use crate::mann_whitney::Ranks;
use crate::{Drift, MannWhitney, Serial, ShiftScale, math};

/// Returns the trend of values in run order, if its p is at most `level`; `None` also for fewer than three values or
/// equal ones.
#[must_use]
pub(super) fn drift(in_order: &[f64], level: f64) -> Option<Drift> {
    let thinned: Vec<f64>;
    let step = (in_order.len() as f64 / 500.0).max(1.0);
    let values = if 1.0 < step {
        thinned = (0..500).map(|i| in_order[(i as f64 * step) as usize]).collect();
        &thinned
    } else {
        in_order
    };
    let n = values.len();
    if n < 3 || !values.iter().all(|v| v.is_finite()) {
        return None;
    }
    let (mut score, mut ties) = (0_i64, 0_i64);
    for (i, x) in values.iter().enumerate() {
        for y in &values[i + 1..] {
            score += i64::from(x < y) - i64::from(y < x);
            ties += i64::from(x == y);
        }
    }
    let pairs = (n * (n - 1) / 2) as i64;
    if ties == pairs {
        return None;
    }
    let p = if ties == 0 && n <= 49 {
        counted(n, ((pairs - score.abs()) / 2) as usize)
    } else {
        approximated(values, score)
    };
    (p <= level).then(|| Drift {
        tau: score as f64 / (pairs - ties) as f64,
        p,
        rise: median_slope(values) / step * (in_order.len() - 1) as f64,
    })
}

fn median_slope(values: &[f64]) -> f64 {
    let mut slopes = Vec::new();
    for (i, x) in values.iter().enumerate() {
        for (j, y) in values.iter().enumerate().skip(i + 1) {
            slopes.push((y - x) / (j - i) as f64);
        }
    }
    slopes.sort_by(f64::total_cmp);
    let middle = slopes.len() / 2;
    match slopes.len() % 2 {
        0 => slopes[middle - 1] / 2.0 + slopes[middle] / 2.0,
        _ => slopes[middle],
    }
}

/// Returns twice the probability that a random order of `n` values has at most `inversions` pairs in the wrong order,
/// which must be at most half of all pairs.
fn counted(n: usize, inversions: usize) -> f64 {
    let mut masses = vec![0.0; inversions + 1];
    masses[0] = 1.0;
    for size in 2..=n {
        // The next value follows 0, 1, … size − 1 others, so this is a moving sum.
        let before = masses.clone();
        let mut sum = 0.0;
        for (k, mass) in masses.iter_mut().enumerate() {
            sum += before[k];
            if let Some(gone) = k.checked_sub(size) {
                sum -= before[gone];
            }
            *mass = sum / size as f64;
        }
    }
    (2.0 * masses.iter().sum::<f64>()).min(1.0)
}

/// Returns the normal approximation, corrected for ties and continuity.
fn approximated(values: &[f64], score: i64) -> f64 {
    let weight = |n: f64| n * (n - 1.0) * (2.0 * n + 5.0);
    let sorted: Vec<f64> = ascending(values).into_iter().map(|index| values[index]).collect();
    let ties: f64 = sorted.chunk_by(|x, y| x == y).map(|group| weight(group.len() as f64)).sum();
    let deviation = math::sqrt((weight(values.len() as f64) - ties) / 18.0);
    let distance = (score.abs() - 1).max(0) as f64;
    math::erfc(distance / deviation / SQRT_2)
}

/// Returns the autocorrelation of values in run order; `None` for fewer than eight or equal ones.
///
/// Ranks make it independent of how far out outliers are (Wald and Wolfowitz, "An exact test for randomness in the
/// non-parametric case based on serial correlation", 1943). In random order its mean is −1/n; the variance is Moran's
/// ("Some theorems on time series", 1948).
#[must_use]
pub(super) fn serial(in_order: &[f64]) -> Option<Serial> {
    let n = in_order.len() as f64;
    if n < 8.0 || in_order.iter().any(|v| v.is_nan()) {
        return None;
    }
    let centred = centred_ranks(in_order);
    let square: f64 = centred.iter().map(|r| r * r).sum();
    let product: f64 = centred.windows(2).map(|pair| pair[0] * pair[1]).sum();
    if square == 0.0 {
        return None;
    }
    let correlation = product / square;
    let deviation = (n - 2.0) / (n * math::sqrt(n - 1.0));
    let p = math::erfc((correlation + 1.0 / n).abs() / deviation / SQRT_2);
    Some(Serial { correlation, p })
}

/// Returns the rank of each value minus the mean rank; equal values share their rank.
fn centred_ranks(values: &[f64]) -> Vec<f64> {
    let order = ascending(values);
    let mut ranks = vec![0.0; values.len()];
    let mut below = 0;
    for group in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let rank = (2 * below + group.len()) as f64 / 2.0 - values.len() as f64 / 2.0;
        group.iter().for_each(|&i| ranks[i] = rank);
        below += group.len();
    }
    ranks
}

/// Returns the quotient of each rank, from a sorted list of all.
pub(super) fn quotients(old: &[f64], new: &[f64], scale: ShiftScale) -> Vec<f64> {
    let of = |x: f64, y: f64| match scale {
        ShiftScale::Ratio => y / x,
        // Adding 0 removes the sign of a zero.
        ShiftScale::Difference => y - x + 0.0,
    };
    let mut all: Vec<f64> = old.iter().flat_map(|&x| new.iter().map(move |&y| of(x, y))).collect();
    all.sort_by(f64::total_cmp);
    all
}

/// Returns how many quotients the interval excludes at either end and its level, if only U matters, by trying one U
/// after another.
pub(super) fn left_out(old: &[f64], new: &[f64], alpha: f64) -> (usize, f64) {
    let cube = |group: &[f64]| {
        let t = group.len() as f64;
        t * t * t - t
    };
    let ties = |sample: &[f64]| sample.chunk_by(|x, y| x == y).map(cube).sum::<f64>();
    let tie_sum = ties(old) + ties(new);
    let mut test = MannWhitney::default();
    let (mut u, mut error) = (0, 0.0);
    while u < (old.len() * new.len()).div_ceil(2) {
        let ranks = Ranks { twice_u: 2 * u as u64, tied: 0.0 < tie_sum, tie_sum, joined: 0 };
        let tail = test.doubled_lower_tail(old.len(), new.len(), &ranks);
        if alpha < tail {
            break;
        }
        (u, error) = (u + 1, tail);
    }
    (u, error)
}
