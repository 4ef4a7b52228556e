//! The exact distribution of U without ties.
//!
//! Takes two sizes and U; gives p. Guarantees the bits of Go's benchstat, since p may be exactly at a round
//! significance level. Must not know the values.

use super::limits::EXACT_UNTIED;

/// Lower tails per pair of sizes, computed on demand: at most 3.4 MB if every pair occurs, 10 KB for the largest.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    tails: Vec<Option<Box<[f64]>>>,
}

impl Tables {
    /// Returns the p of twice the first sample's U; both sizes must be from 1 to 50.
    pub(super) fn p(&mut self, n1: usize, n2: usize, twice_u: u64) -> f64 {
        // Without ties U is an integer, and its distribution is symmetric about n1·n2/2.
        let pairs = n1 * n2;
        let u = (twice_u / 2) as usize;
        let smaller = u.min(pairs.saturating_sub(u));
        if 2 * smaller == pairs {
            // The tails overlap at U.
            return 1.0;
        }
        let tail = self.tails(n1, n2).get(smaller).copied();
        // With one pair of values on either side of the center the rounded tail may exceed ½.
        tail.map_or(1.0, |tail| (2.0 * tail).min(1.0))
    }

    /// Returns P(U ≤ u) for every u below n1·n2/2.
    fn tails(&mut self, n1: usize, n2: usize) -> &[f64] {
        let (less, more) = (n1.min(n2), n1.max(n2));
        let index = more * (EXACT_UNTIED + 1) + less;
        if index >= self.tails.len() {
            self.tails.resize(index + 1, None);
        }
        self.tails[index].get_or_insert_with(|| lower_tails(less, more))
    }
}

/// The recurrence of Mann and Whitney (1947),
/// `p(n, m, u) = (n·p(n−1, m, u−m) + m·p(n, m−1, u)) / (n + m)`, for n ≤ m, with p symmetric in
/// n and m; then the running sum over u.
///
/// Integer counts would be as exact and as fast, but would round differently.
fn lower_tails(less: usize, more: usize) -> Box<[f64]> {
    let len = (less * more).div_ceil(2);
    // masses[n] is p(n, m, ·) of the current m.
    let mut masses = vec![vec![0.0; len]; less + 1];
    masses[0][0] = 1.0;
    for m in 1..=more {
        for n in 1..=less.min(m) {
            let (before, from_n) = masses.split_at_mut(n);
            let (fewer, out) = (&before[n - 1], &mut from_n[0]);
            if n == m {
                // p(n, m−1) = p(m−1, n), by symmetry.
                out.copy_from_slice(fewer);
            }
            step(fewer, out, n, m);
        }
    }
    let mut sum = 0.0;
    masses[less]
        .iter()
        .map(|mass| {
            sum += mass;
            sum
        })
        .collect()
}

/// One step of the recurrence, in place: `out` goes from p(n, m−1, ·) to p(n, m, ·).
fn step(fewer: &[f64], out: &mut [f64], n: usize, m: usize) {
    let (n_weight, m_weight, total) = (n as f64, m as f64, (n + m) as f64);
    let end = out.len().min(n * m + 1);
    let (low, high) = out[..end].split_at_mut(m.min(end));
    for mass in low {
        *mass = m_weight * *mass / total;
    }
    for (mass, moved) in high.iter_mut().zip(fewer) {
        *mass = (n_weight * moved + m_weight * *mass) / total;
    }
}
