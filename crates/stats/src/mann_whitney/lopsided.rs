//! The exact distribution of U with ties, if one sample is small.
//!
//! Takes two ascending samples and U; gives p. Guarantees exact counts: p is one rounded division away from the truth.
//! Must not know which level is significant.
//!
//! With few values on one side the normal approximation cannot be small: for one run against sixty it is never below
//! 0.09, although 2 of 61 positions are the outermost ones.

use super::super::fraction::doubled;
use super::super::u_counts::ways_by_u;

/// The maximum size of the smaller sample.
const FEW: usize = 10;
/// The maximum number of additions, which take some milliseconds, for sizes that are rare.
const WORK: usize = 1 << 22;
/// Counts up to this are doubles without rounding.
const EXACT: u128 = 1 << 53;

/// Returns whether samples of these sizes can be counted.
pub(super) fn is_countable(n1: usize, n2: usize) -> bool {
    let (less, more) = (n1.min(n2), n1.max(n2));
    // Each of the values adds to rows of up to 2·(less − 1)·more entries.
    let row = (less * less.saturating_sub(1)).checked_mul(more);
    let work = row.and_then(|row| (row + 1).checked_mul(less + more));
    less <= FEW
        && work.is_some_and(|work| work <= WORK)
        && super::counted::ways(less, more).is_some_and(|ways| ways < EXACT)
}

/// Returns twice the smaller tail of the first sample's U, at most 1. The sizes must be countable, with at least two
/// different values.
pub(super) fn p(a: &[f64], b: &[f64], twice_u: u64) -> f64 {
    let pairs = (a.len() * b.len()) as u64;
    // Counts for the smaller sample, and from the nearer end.
    let smaller = if a.len() <= b.len() { twice_u } else { (2 * pairs).saturating_sub(twice_u) };
    let (low, is_high) = match (2 * pairs).saturating_sub(smaller) {
        from_above if from_above < smaller => (from_above, true),
        _ => (smaller, false),
    };
    if low == pairs {
        return 1.0;
    }
    let mut sizes = group_sizes(a, b);
    if is_high {
        sizes.reverse();
    }
    let (less, more) = (a.len().min(b.len()), a.len().max(b.len()));
    let Some(whole) = super::counted::ways(less, more) else { return 1.0 };
    // Below `EXACT`, doubles count exactly, and faster than wide integers.
    let counts: Vec<f64> = ways_by_u(less, &sizes, low as usize);
    let at_most: f64 = counts.iter().sum();
    let at_least = whole as f64 - counts.split_last().map_or(0.0, |(_, below)| below.iter().sum());
    // With ties the distribution is asymmetric, so the far tail may be smaller.
    doubled(at_most.min(at_least) as u128, whole)
}

/// Returns how often each value occurs in both samples, in ascending order.
fn group_sizes(a: &[f64], b: &[f64]) -> Vec<usize> {
    let mut all = [a, b].concat();
    benchlens_base::sort::sort_copies(&mut all, &mut f64::total_cmp);
    // Zeros of both signs are equal.
    all.chunk_by(|x, y| x == y).map(<[f64]>::len).collect()
}
