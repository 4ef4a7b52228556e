//! How likely a statistic is by chance, for independent ranks without ties.
//!
//! Takes the statistic and the length of a series; gives a probability, or its logarithm, from the table of
//! [`table`](super::table). Between two values of the table the logarithm of p is interpolated, and between two
//! lengths the values, by the logarithm of the length. Guarantees: p never grows with the statistic.

// Their few digits fit single precision, which takes half the download.
use super::arcs::FEWEST;
use super::table::{ARCS, LEVELS, LONG, SHORT};
use crate::stats::math;

/// The length of the first short series of the table.
const SHORTEST: usize = 10;

/// The least p of the table.
pub(super) const LEAST_P: f64 = LEVELS[LEVELS.len() - 1];

/// What the digits of the table leave out.
const SLACK: f64 = 1e-5;

/// −ln P(Q ≥ q) for a series of `n` points; 0 for fewer than ten. Beyond the table it goes on as between its last
/// two values, since the tail is nearly exponential.
pub(in crate::stats) fn score(q: f64, n: usize) -> f64 {
    let q = q / n as f64;
    match n.checked_sub(SHORTEST).map(|index| SHORT.get(index)) {
        None => 0.0,
        // Nothing is rarer than the greatest value.
        Some(Some(pairs)) => {
            let most = pairs.last().map_or(0.0, |&(_, p)| -math::ln(p.into()));
            let pairs = pairs.iter().map(|&(value, p)| (value.into(), p.into()));
            between(q + SLACK, pairs).min(most)
        }
        Some(None) => between_lengths(q, n, &LONG),
    }
}

/// The same for the statistic of the piece that differs most; 0 for fewer points than have one.
pub(in crate::stats) fn arc_score(value: f64, n: usize) -> f64 {
    if n < FEWEST { 0.0 } else { between_lengths(value, n, &ARCS) }
}

/// −ln p of a value in a table of lengths and the values at the levels.
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

/// The least p that a series of `n` points can have, as far as the table knows.
pub(super) fn least_p(n: usize) -> f64 {
    let pairs = n.checked_sub(SHORTEST).map(|index| SHORT.get(index));
    pairs.map_or(1.0, |pairs| {
        pairs.and_then(|pairs| pairs.last()).map_or(LEAST_P, |&(_, p)| p.into())
    })
}

/// Between which two of ascending lengths `n` lies: the place of the upper one, and the share of the way there on a
/// scale of logarithms, at most 1 more.
pub(super) fn place(n: usize, lengths: &[u32]) -> (usize, f64) {
    let above = lengths.partition_point(|&length| (length as usize) < n);
    let above = above.clamp(1, lengths.len() - 1);
    let [start, end] = [lengths[above - 1], lengths[above]].map(|n| math::ln(f64::from(n)));
    (above, ((math::ln(n as f64) - start) / (end - start)).clamp(0.0, 2.0))
}

/// −ln p of a value among pairs of ascending values with their p.
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
    // Not-a-number is as likely as anything.
    (score + slope * (q - value)).max(0.0)
}
