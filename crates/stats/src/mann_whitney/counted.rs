//! The exact distribution of U without ties, as counts.
//!
//! Takes two sizes and U; gives tails. Guarantees that each is one rounding away from the truth, so a tail of one in
//! ten is the double 0.1. Must not know the values.
//!
//! [`untied`](super::untied) has the same distribution in the digits of the reference, some of which are a few units
//! in the last place too high or too low. Tables print those digits, but decisions use these.

use super::super::fraction::{LARGEST, fraction};
use super::limits::EXACT_UNTIED;

/// The number of cached tables for sizes beyond [`EXACT_UNTIED`]. A few are enough because most samples of a log have
/// the same size.
const KNOWN: usize = 8;

/// Twice the lower tails, by pair of sizes.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    few: Vec<Option<Box<[f64]>>>,
    many: Vec<([usize; 2], Box<[f64]>)>,
    next: usize,
}

impl Tables {
    /// Returns twice P(U ≤ u) for `u` below the center, and 2 from there on, because it is at least 1.
    pub(super) fn doubled_tail(&mut self, n1: usize, n2: usize, twice_u: u64) -> f64 {
        let (less, more) = (n1.min(n2), n1.max(n2));
        let tails = if more <= EXACT_UNTIED { self.few(less, more) } else { self.many(less, more) };
        tails.get((twice_u / 2) as usize).copied().unwrap_or(2.0)
    }

    fn few(&mut self, less: usize, more: usize) -> &[f64] {
        let index = more * (EXACT_UNTIED + 1) + less;
        if self.few.len() <= index {
            self.few.resize(index + 1, None);
        }
        self.few[index].get_or_insert_with(|| doubled_tails(less, more))
    }

    fn many(&mut self, less: usize, more: usize) -> &[f64] {
        let known = self.many.iter().position(|(sizes, _)| *sizes == [less, more]);
        let at = known.unwrap_or_else(|| {
            let table = ([less, more], doubled_tails(less, more));
            if self.many.len() < KNOWN {
                self.many.push(table);
                return self.many.len() - 1;
            }
            self.next = (self.next + 1) % KNOWN;
            self.many[self.next] = table;
            self.next
        });
        &self.many[at].1
    }
}

/// Returns the number of ways to choose `less` of all values, if they can be counted.
pub(super) fn ways(less: usize, more: usize) -> Option<u128> {
    let mut ways = 1_u128;
    for i in 1..=less as u128 {
        // Each is an integer.
        ways = ways.checked_mul(more as u128 + i)? / i;
        if LARGEST / 2 < ways {
            return None;
        }
    }
    Some(ways)
}

/// The number of choices with each U is a coefficient of the Gaussian binomial, `∏ (1 − q^(more + i)) / (1 − q^i)` for
/// i from 1 to `less`. It is multiplied and divided factor by factor; intermediate results may be negative, but are
/// correct modulo 2¹²⁸, and every final result is a count.
fn doubled_tails(less: usize, more: usize) -> Box<[f64]> {
    let Some(whole) = ways(less, more) else { return Box::default() };
    let len = (less * more).div_ceil(2);
    let mut counts = vec![0_u128; len];
    if let Some(first) = counts.first_mut() {
        *first = 1;
    }
    for i in 1..=less {
        for u in (more + i..len).rev() {
            counts[u] = counts[u].wrapping_sub(counts[u - more - i]);
        }
        for u in i..len {
            counts[u] = counts[u].wrapping_add(counts[u - i]);
        }
    }
    let mut tail = 0_u128;
    let doubled = |count: u128| {
        tail = tail.wrapping_add(count);
        fraction(2 * tail, whole)
    };
    counts.into_iter().map(doubled).collect()
}
