//! The median of a sample and its confidence interval.
//!
//! Takes ascending slices; gives a [`Summary`]. Guarantees the same answer whatever was asked
//! before: the cache only remembers. Must not know: where the values come from.

use super::{Summary, median_ci_ranks};

/// The median of an ascending sample; NaN if it is empty.
///
/// It is the quantile ½ by definition 8 of Hyndman and Fan, "Sample Quantiles in Statistical
/// Packages" (1996), in exactly this order of operations: the interpolation weight is ½ only up to
/// rounding, and medians are printed in full.
pub(crate) fn median(sorted: &[f64]) -> f64 {
    let (Some(&first), Some(&last)) = (sorted.first(), sorted.last()) else {
        return f64::NAN;
    };
    let position = 1.0 / 3.0 + 0.5 * (sorted.len() as f64 + 1.0 / 3.0);
    let whole = position as usize;
    if whole == 0 {
        return first;
    }
    match (sorted.get(whole - 1), sorted.get(whole)) {
        (Some(&below), Some(&above)) => between(below, above, position - whole as f64),
        _ => last,
    }
}

/// Rounding moves a weight of 0 or 1 by less.
const ROUNDED: f64 = 1e-6;

/// The value that is so far from one of two neighbors to the other. Of an odd number of values, the weight is 0 or 1 but for
/// rounding, so a neighbor that is infinite does not count.
fn between(below: f64, above: f64, weight: f64) -> f64 {
    let step = above - below;
    if step.is_finite() {
        below + weight * step
    } else if weight < ROUNDED {
        below
    } else if 1.0 - ROUNDED < weight {
        above
    } else {
        below + weight * step
    }
}

/// The quartiles of an ascending sample, by the same definition; nothing of an empty one.
pub(crate) fn quartiles(sorted: &[f64]) -> Option<(f64, f64)> {
    let (&first, &last) = (sorted.first()?, sorted.last()?);
    let quantile = |share: f64| {
        let position = 1.0 / 3.0 + share * (sorted.len() as f64 + 1.0 / 3.0);
        let whole = position as usize;
        match (whole.checked_sub(1).and_then(|below| sorted.get(below)), sorted.get(whole)) {
            (Some(&below), Some(&above)) => between(below, above, position - whole as f64),
            (None, _) => first,
            (_, None) => last,
        }
    };
    Some((quantile(0.25), quantile(0.75)))
}

/// Larger samples are so rare that remembering them would only cost memory.
const CACHED: usize = 4096;

/// Medians with order-statistic confidence intervals at one confidence level.
///
/// The interval runs from one value of the sample to another, chosen by rank alone, so it assumes
/// nothing about the distribution but that each value is an independent draw from it. The ranks depend only on the number of values and are
/// remembered.
#[derive(Clone, Debug)]
pub struct MedianInterval {
    confidence: f64,
    ranks: Vec<Option<(usize, usize)>>,
}

impl MedianInterval {
    /// Of independent values such intervals hold the median with probability at least `confidence`, from 0 to 1.
    /// At 1 and above they are infinite.
    #[must_use]
    pub fn new(confidence: f64) -> Self {
        Self { confidence, ranks: Vec::new() }
    }

    /// The ranks (1 = smallest) of the values that bound the interval for `n` values.
    ///
    /// 0 stands for −∞ and `n + 1` for +∞: the sample is too small for that bound.
    pub fn ranks(&mut self, n: usize) -> (usize, usize) {
        if n >= CACHED {
            return median_ci_ranks::median_ci_ranks(n, self.confidence);
        }
        if n >= self.ranks.len() {
            self.ranks.resize(n + 1, None);
        }
        *self.ranks[n].get_or_insert_with(|| median_ci_ranks::median_ci_ranks(n, self.confidence))
    }

    /// The median of an ascending sample and the bounds of its interval.
    pub fn summarize(&mut self, sorted: &[f64]) -> Summary {
        let (lo, hi) = self.ranks(sorted.len());
        let at = |order: usize| order.checked_sub(1).and_then(|index| sorted.get(index)).copied();
        Summary {
            center: median(sorted),
            lo: at(lo).unwrap_or(f64::NEG_INFINITY),
            hi: at(hi).unwrap_or(f64::INFINITY),
        }
    }
}
