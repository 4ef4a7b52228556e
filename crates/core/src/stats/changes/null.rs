//! How likely a statistic is by chance, for independent ranks without ties.
//!
//! Takes the statistic and the length of a series, gives a probability from the table of [`table`](super::table).
//! Between two values of the table the logarithm of p is interpolated, and between two lengths the values, by the
//! logarithm of the length. Guarantees: p never grows with the statistic.

use super::table::{LEVELS, LONG, SHORT};
use crate::stats::math;

/// A probability, or the least one of the table where the true one is less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::stats) struct Chance {
    pub(in crate::stats) p: f64,
    pub(in crate::stats) is_less: bool,
}

/// The length of the first short series of the table.
const SHORTEST: usize = 10;

/// What rounding can take off a statistic.
const SLACK: f64 = 1e-5;

/// P(Q ≥ q) for a series of `n` points. From fewer than ten a change is never seen: 1.
pub(in crate::stats) fn chance(q: f64, n: usize) -> Chance {
    let q = q / n as f64;
    let Some(index) = n.checked_sub(SHORTEST) else {
        return Chance { p: 1.0, is_less: false };
    };
    match SHORT.get(index) {
        // Nothing is rarer than the greatest value.
        Some(pairs) => Chance { is_less: false, ..between(q + SLACK, pairs.iter().copied()) },
        None => between(q, LEVELS.into_iter().enumerate().map(|(at, p)| (value(at, n), p))),
    }
}

/// The value that has the level `at` for a long series of `n` points.
fn value(at: usize, n: usize) -> f64 {
    let above = LONG.partition_point(|&(length, _)| (length as usize) < n).clamp(1, LONG.len() - 1);
    let ((short, from), (long, to)) = (LONG[above - 1], LONG[above]);
    let scale = |n: f64| math::ln(n);
    let (start, end) = (scale(f64::from(short)), scale(f64::from(long)));
    let share = ((scale(n as f64) - start) / (end - start)).max(0.0);
    from[at] + share * (to[at] - from[at])
}

/// The p of a value among pairs of ascending values with their p.
fn between(q: f64, pairs: impl Iterator<Item = (f64, f64)>) -> Chance {
    let (mut value, mut p) = (0.0, 1.0);
    for (next, rarer) in pairs {
        if q < next {
            let share = ((q - value) / (next - value)).clamp(0.0, 1.0);
            return Chance { p: p * math::exp(share * math::ln(rarer / p)), is_less: false };
        }
        (value, p) = (next, rarer);
    }
    Chance { p, is_less: value < q }
}
