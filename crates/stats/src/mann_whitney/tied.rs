//! The exact distribution of U with ties.
//!
//! Takes sizes, U and the pattern of ties; gives p. Guarantees exact counts: p is one rounded division away from the
//! truth. Must not know the values.
//!
//! Method: van de Wiel, "The split-up algorithm: a fast symbolic method for computing p-values of rank statistics"
//! (2001). The merged values are cut in two near the middle, between two groups of equal values. The distribution of
//! each half depends only on the positions of its ties, so halves recur from test to test and are cached; a test then
//! costs one pass over two of them.

use super::halves::{BLOCK, Halves, choose, width};
use super::merge::Ranks;
use super::pattern::Pattern;

/// Returns twice the smaller tail of the first sample's U, at most 1. Both sizes must be from 1 to 25, with at least
/// two different values.
pub(super) fn p(halves: &mut Halves, n1: usize, n2: usize, ranks: &Ranks) -> f64 {
    let pairs = (n1 * n2) as u64;
    let (u1, u2) = (ranks.twice_u, (2 * pairs).saturating_sub(ranks.twice_u));
    if u1 == u2 {
        return 1.0;
    }
    let total = choose(n1 + n2, n1);
    if u1.min(u2) == 0 {
        // No value of one sample reaches any value of the other, and there is one such choice.
        return (2.0 / total).min(1.0);
    }
    let mut below =
        |chosen: usize, twice_u: u64| ways(halves, n1 + n2, chosen, ranks.joined, twice_u as usize);
    // P(U1 ≥ u1) is P(U2 ≤ u2): the upper tail is the lower tail of the other sample.
    let mut count = if u1 < u2 { below(n1, u1) } else { below(n2, u2) };
    if 2.0 * count > total {
        // With n1 ≠ n2 ties make the distribution asymmetric, so the far tail may be smaller.
        count = count.min(if u1 < u2 { below(n2, u2) } else { below(n1, u1) });
    }
    (count / total * 2.0).min(1.0)
}

/// Returns twice P(U ≤ u) for the first sample, without a limit of 1.
pub(super) fn doubled_lower_tail(halves: &mut Halves, n1: usize, n2: usize, ranks: &Ranks) -> f64 {
    let twice_u = ranks.twice_u as usize;
    ways(halves, n1 + n2, n1, ranks.joined, twice_u) / choose(n1 + n2, n1) * 2.0
}

/// Returns the number of ways to choose `chosen` of `n` values such that twice the chosen sample's U is at most
/// `twice_u`.
///
/// It sums products of counts: all are integers up to C(50, 25) < 2⁵³, so no order of summation rounds anything.
fn ways(halves: &mut Halves, n: usize, chosen: usize, joined: u64, twice_u: usize) -> f64 {
    let whole = Pattern::new(n, joined);
    let (n_lower, n_middle) = whole.cut();
    let n_upper = n - n_lower - n_middle;
    let (lower, upper) = halves.get(whole.lowest(n_lower), whole.highest(n_upper));
    let mut sum = 0.0;
    for m in 0..=n_middle.min(chosen) {
        let rest = chosen - m;
        let mut part = 0.0;
        for j in rest.saturating_sub(n_upper)..=rest.min(n_lower) {
            // j are chosen below, m in the middle, k above: each is greater than all remaining values beneath it.
            let k = rest - j;
            let across = 2 * ((m + k) * (n_lower - j) + k * (n_middle - m)) + m * (n_middle - m);
            if let Some(room) = twice_u.checked_sub(across) {
                let widths = [width(n_lower, j), width(n_upper, k)];
                part += pairs_within(lower.row(j), upper.row(k), widths, room);
            }
        }
        sum += part * choose(n_middle, m);
    }
    sum
}

/// Returns how many pairs of a choice in the lower half and one in the upper half have a sum of at most `room`.
///
/// `below` counts by twice U. `above` is reversed because the upper half is read from the top: entry `i` counts the
/// choices whose twice U is at most its greatest possible value minus `i`.
fn pairs_within(below: &[f32], above: &[f32], widths: [usize; 2], room: usize) -> f64 {
    // The first entries below leave room for any entry above.
    let free = (room + 2).saturating_sub(widths[1]).min(widths[0]);
    // The index at which the next entry of `below` meets `above`, whose entry 0 is for the free ones.
    let ahead = if free > 0 { 1 } else { widths[1] - 1 - room };
    let len = (widths[0] - free).min(widths[1].saturating_sub(ahead));
    // The padding makes room for whole blocks.
    let blocks = len.div_ceil(BLOCK);
    let (some, _) = below[free..].as_chunks::<BLOCK>();
    let (with, _) = above[ahead.min(widths[1])..].as_chunks::<BLOCK>();
    total(&below[..free]) * f64::from(above[0]) + dot(&some[..blocks], &with[..blocks])
}

/// Σ aᵢ
fn total(a: &[f32]) -> f64 {
    let (blocks, rest) = a.as_chunks::<BLOCK>();
    let mut sums = [0.0; BLOCK];
    for block in blocks {
        for lane in 0..BLOCK {
            sums[lane] += block[lane];
        }
    }
    // The total of a row is also below 2²⁴, so it is exact in single precision.
    f64::from(sums.iter().chain(rest).sum::<f32>())
}

/// Σ aᵢ·bᵢ, in independent sums that hide the latency of an addition.
fn dot(a: &[[f32; BLOCK]], b: &[[f32; BLOCK]]) -> f64 {
    let mut sums = [0.0; BLOCK];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..BLOCK {
            sums[lane] += f64::from(a[lane]) * f64::from(b[lane]);
        }
    }
    sums.iter().sum()
}
