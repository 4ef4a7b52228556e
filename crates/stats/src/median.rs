//! The median of a sample and its confidence interval.
//!
//! Takes ascending slices; gives a [`Summary`]. Guarantees that the cache never changes an answer. Must not know where
//! the values come from.

use super::{Summary, median_ci_ranks};

/// Returns the median of an ascending sample; NaN if it is empty.
///
/// It is the quantile ½ by definition 8 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996), in
/// exactly this order of operations: the interpolation weight is ½ only up to rounding, and medians are printed in
/// full.
pub fn median(sorted: &[f64]) -> f64 {
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

/// More than the rounding error of a weight of 0 or 1.
const ROUNDED: f64 = 1e-6;

/// Interpolates between two neighbors. For an odd number of values, the weight is 0 or 1 except for rounding, so an
/// infinite neighbor is then ignored.
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

/// Returns the quartiles of an ascending sample, by the same definition; `None` if it is empty.
pub fn quartiles(sorted: &[f64]) -> Option<(f64, f64)> {
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

/// The largest sample whose ranks are cached. Larger samples are so rare that a cache would only cost memory.
const CACHED: usize = 4096;

/// Medians with order-statistic confidence intervals at one confidence level.
///
/// The interval runs from one value of the sample to another, chosen only by rank, so the only assumption about the
/// distribution is that each value is an independent draw from it. The ranks depend only on the number of values and
/// are cached.
#[derive(Clone, Debug)]
pub struct MedianInterval {
    confidence: f64,
    ranks: Vec<Option<(usize, usize)>>,
}

impl MedianInterval {
    /// Returns intervals that, for independent values, contain the median with probability at least `confidence`, from
    /// 0 to 1. At 1 and above they are infinite.
    #[must_use]
    pub fn new(confidence: f64) -> Self {
        Self { confidence, ranks: Vec::new() }
    }

    /// Returns the ranks (1 = smallest) of the values that bound the interval for `n` values.
    ///
    /// 0 means −∞ and `n + 1` means +∞: the sample is too small for that bound.
    pub fn ranks(&mut self, n: usize) -> (usize, usize) {
        if n >= CACHED {
            return median_ci_ranks::median_ci_ranks(n, self.confidence);
        }
        if n >= self.ranks.len() {
            self.ranks.resize(n + 1, None);
        }
        *self.ranks[n].get_or_insert_with(|| median_ci_ranks::median_ci_ranks(n, self.confidence))
    }

    /// Returns the median of an ascending sample and the bounds of its interval.
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
