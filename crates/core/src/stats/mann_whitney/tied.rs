//! The exact distribution of U with ties.
//!
//! Takes sizes, U and the pattern of ties; gives p. Guarantees exact counts: p is one rounded
//! division away from the truth. Must not know: the values.
//!
//! Method: van de Wiel, "The split-up algorithm: a fast symbolic method for computing p-values of
//! rank statistics" (2001). The merged values are cut in two near the middle, between two groups
//! of equal values. The distribution of each half depends only on where the ties are in it, so
//! halves recur from test to test and are remembered; a test then costs one pass over two of them.

use super::halves::{Halves, Pattern, choose, width};
use super::merge::Ranks;

/// Twice the smaller tail of the first sample's U, at most 1; both sizes from 1 to 25 and at least
/// two different values.
pub(super) fn p(halves: &mut Halves, n1: usize, n2: usize, ranks: &Ranks) -> f64 {
    let pairs = (n1 * n2) as u64;
    let (u1, u2) = (ranks.twice_u, (2 * pairs).saturating_sub(ranks.twice_u));
    if u1 == u2 {
        return 1.0;
    }
    let total = choose(n1 + n2, n1);
    let mut below =
        |chosen: usize, twice_u: u64| ways(halves, n1 + n2, chosen, ranks.joined, twice_u as usize);
    // P(U1 ≥ u1) is P(U2 ≤ u2): the upper tail is the lower tail of the other sample.
    let mut count = if u1 < u2 { below(n1, u1) } else { below(n2, u2) };
    if 2.0 * count > total {
        // With n1 ≠ n2 ties make the distribution lopsided: the far tail may be the smaller.
        count = count.min(if u1 < u2 { below(n2, u2) } else { below(n1, u1) });
    }
    (count / total * 2.0).min(1.0)
}

/// How many ways there are to choose `chosen` of `n` values such that twice the chosen sample's U
/// is at most `twice_u`.
///
/// Sums of products of counts: all are integers below C(50, 25) < 2⁵³, so no order of summation
/// rounds anything.
fn ways(halves: &mut Halves, n: usize, chosen: usize, joined: u64, twice_u: usize) -> f64 {
    let whole = Pattern::new(n, joined);
    let cut = whole.cut();
    let (lower, upper) = halves.get(whole.lowest(cut), whole.highest(n - cut));
    let n_upper = n - cut;
    let mut sum = 0.0;
    for j in chosen.saturating_sub(n_upper)..=chosen.min(cut) {
        // j chosen below the cut, k above it. Each of the k beats all that are left below.
        let k = chosen - j;
        let Some(room) = twice_u.checked_sub(2 * k * (cut - j)) else { continue };
        // The upper half is remembered upside down: what is more there is less here.
        let (below, above) = (lower.row(j), upper.row(k));
        let most = width(n_upper, k) - 1;
        // The first `free` entries leave room for whatever happens above the cut.
        let free = (room + 1).saturating_sub(most).min(below.len());
        let ahead = most.saturating_sub(room);
        let (all, some) = below.split_at(free);
        if free > 0 {
            sum += all.iter().sum::<f64>() * above[0];
        }
        if let Some(above) = above.get(ahead + usize::from(free > 0)..) {
            sum += dot(some, above);
        }
    }
    sum
}

/// Σ aᵢ·bᵢ as far as the shorter reaches, in eight independent sums that fit vector registers.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let len = a.len().min(b.len());
    let (a_chunks, a_rest) = a[..len].as_chunks::<8>();
    let (b_chunks, b_rest) = b[..len].as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f64>() + rest
}
