//! The probability of a statistic by chance, for independent ranks without ties, and for correlated values.
//!
//! Takes the statistic and the length of a series; gives a probability, or its logarithm, from the tables of
//! [`table`](super::table) and [`autoregression_table`](super::autoregression_table). The logarithm of p is interpolated between two values of the table, and the values are
//! interpolated between two lengths, by the logarithm of the length. Guarantees that p never grows with the statistic.

// The values have few digits and fit single precision, which needs half the download.
use super::arcs::FEWEST;
use super::autoregression_table::{LIMITS, LINES, PIECES, STAIRCASES, STEPS};
use super::table::{ARCS, LEVELS, LONG, SHORT};
use crate::math;

/// The length of the first short series of the table.
const SHORTEST: usize = 10;

/// The smallest p of the table.
pub(super) const LEAST_P: f64 = LEVELS[LEVELS.len() - 1];

/// The precision that the digits of the table lack.
const SLACK: f64 = 1e-5;

/// Returns −ln P(Q ≥ q) for a series of `n` points, or 0 for fewer than ten. Beyond the table, the line through its
/// last two values continues, since the tail is nearly exponential.
pub(crate) fn score(q: f64, n: usize) -> f64 {
    let q = q / n as f64;
    match n.checked_sub(SHORTEST).map(|index| SHORT.get(index)) {
        None => 0.0,
        // No p is smaller than that of the greatest value.
        Some(Some(pairs)) => {
            let most = pairs.last().map_or(0.0, |&(_, p)| -math::ln(p.into()));
            let pairs = pairs.iter().map(|&(value, p)| (value.into(), p.into()));
            between(q + SLACK, pairs).min(most)
        }
        Some(None) => between_lengths(q, n, &LONG),
    }
}

/// Returns −ln p for the statistic of the piece that differs most, or 0 for fewer points than a piece needs.
pub(crate) fn arc_score(value: f64, n: usize) -> f64 {
    if n < FEWEST { 0.0 } else { between_lengths(value, n, &ARCS) }
}

/// Returns −ln p of the likelihood ratio of a step in an autoregression with at most this correlation.
pub(super) fn step_score(value: f64, n: usize, most: f64) -> f64 {
    if n < SHORTEST { 0.0 } else { between_limits(value, n, most, &STEPS) }
}

/// Returns −ln p of the likelihood ratio of a piece, or 0 for fewer points than a piece needs.
pub(super) fn piece_score(value: f64, n: usize, most: f64) -> f64 {
    if n < FEWEST { 0.0 } else { between_limits(value, n, most, &PIECES) }
}

/// Returns −ln p of the likelihood ratio of a line, or 0 for fewer points than a piece needs.
pub(super) fn line_score(value: f64, n: usize, most: f64) -> f64 {
    if n < FEWEST { 0.0 } else { between_limits(value, n, most, &LINES) }
}

/// Returns −ln p of the statistic of several steps, or 0 for fewer points than a piece needs.
pub(super) fn staircase_score(value: f64, n: usize, most: f64) -> f64 {
    if n < FEWEST { 0.0 } else { between_limits(value, n, most, &STAIRCASES) }
}

/// Returns −ln p of a value for a correlation of at most `most`, between the tables of two limits.
fn between_limits<const N: usize>(
    value: f64,
    n: usize,
    most: f64,
    tables: &[[(u32, [f32; LEVELS.len()]); N]; LIMITS.len()],
) -> f64 {
    let n = n.min(tables[0][N - 1].0 as usize);
    let above = LIMITS.partition_point(|&limit| limit < most).min(LIMITS.len() - 1);
    let score = between_lengths(value, n, &tables[above]);
    let Some(below) = above.checked_sub(1) else { return score };
    let share = (LIMITS[above] - most) / (LIMITS[above] - LIMITS[below]);
    score + share.max(0.0) * (between_lengths(value, n, &tables[below]) - score)
}

/// Returns −ln p of a value in a table of lengths and the values at the levels.
fn between_lengths<const N: usize>(
    q: f64,
    n: usize,
    table: &[(u32, [f32; LEVELS.len()]); N],
) -> f64 {
    let (above, share) = place(n, &table.map(|(length, _)| length));
    let (from, to) = (&table[above - 1].1, &table[above].1);
    let values = from.iter().zip(to).map(|(&from, &to)| {
        let (from, to) = (f64::from(from), f64::from(to));
        from + share * (to - from)
    });
    between(q, values.zip(LEVELS))
}

/// Returns the smallest p that the table contains for a series of `n` points.
pub(super) fn least_p(n: usize) -> f64 {
    let pairs = n.checked_sub(SHORTEST).map(|index| SHORT.get(index));
    pairs.map_or(1.0, |pairs| {
        pairs.and_then(|pairs| pairs.last()).map_or(LEAST_P, |&(_, p)| p.into())
    })
}

/// Returns the index of the first of ascending lengths that is above `n`, and the position of `n` between it and the
/// previous length on a logarithmic scale, at most 1 beyond.
pub(super) fn place(n: usize, lengths: &[u32]) -> (usize, f64) {
    let above = lengths.partition_point(|&length| (length as usize) < n);
    let above = above.clamp(1, lengths.len() - 1);
    let [start, end] = [lengths[above - 1], lengths[above]].map(|n| math::ln(f64::from(n)));
    (above, ((math::ln(n as f64) - start) / (end - start)).clamp(0.0, 2.0))
}

/// Returns −ln p of a value among pairs of ascending values with their p.
fn between(q: f64, pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut value, mut score, mut slope) = (0.0, 0.0, 0.0);
    for (next, p) in pairs {
        let rarer = -math::ln(p);
        slope = (rarer - score) / (next - value);
        if q < next {
            break;
        }
        (value, score) = (next, rarer);
    }
    // NaN is as likely as any value.
    (score + slope * (q - value)).max(0.0)
}
