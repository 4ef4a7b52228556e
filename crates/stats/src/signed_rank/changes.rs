//! The change from the old to the new value of each pair.
//!
//! Takes pairs; gives their changes, ascending, and the average of two of them. Guarantees finite numbers. Must not
//! know any test.

use super::super::{ShiftScale, math};
use benchlens_base::sort::{from_sort_key, to_sort_key};

/// The limit beyond which ratios are converted to logarithms, because their products might leave the range of numbers.
const LARGEST_RATIO: f64 = 1e150;
/// The limit beyond which differences of values are divided by four.
const LARGEST_VALUE: f64 = 1e300;

/// How two changes are combined, and what the terms are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Way {
    /// Ratios are multiplied.
    #[default]
    Ratio,
    /// Logarithms of ratios are added.
    Logarithm,
    /// Differences are added.
    Difference,
    /// Quarters of differences are added.
    Quarter,
}

/// The changes of one sample of pairs. Keep and reuse it, because it only keeps memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    way: Way,
    /// The changes by size and sign, ascending: 0 for no change. For ratios the size is at least 1.
    signed: Vec<f64>,
    /// The terms that are multiplied or added, ascending.
    terms: Vec<f64>,
    indices: Vec<u64>,
}

impl Changes {
    /// Returns `None` if there is no pair, if one sample is longer, or if a number is not finite.
    pub(super) fn fill(&mut self, old: &[f64], new: &[f64]) -> Option<()> {
        if old.is_empty() || old.len() != new.len() {
            return None;
        }
        let all = || old.iter().chain(new);
        let is_positive = all().all(|&value| 0.0 < value);
        let is_finite = all().all(|value| value.is_finite());
        let largest = all().fold(0.0, |most: f64, value| most.max(value.abs()));
        if !is_finite {
            return None;
        }
        self.way = match (is_positive, largest < LARGEST_VALUE) {
            (true, _) => Way::Ratio,
            (false, true) => Way::Difference,
            (false, false) => Way::Quarter,
        };
        self.sort(old, new);
        if self.way == Way::Ratio && self.signed.iter().any(|size| LARGEST_RATIO < size.abs()) {
            self.way = Way::Logarithm;
            self.sort(old, new);
        }
        self.terms.clear();
        let term = |&change: &f64| match self.way {
            Way::Ratio if change < 0.0 => -1.0 / change,
            Way::Ratio if change == 0.0 => 1.0,
            Way::Ratio | Way::Logarithm | Way::Difference | Way::Quarter => change,
        };
        self.terms.extend(self.signed.iter().map(term));
        Some(())
    }

    fn sort(&mut self, old: &[f64], new: &[f64]) {
        let way = self.way;
        let change = |(&old, &new): (&f64, &f64)| match way {
            Way::Ratio => {
                let (less, more) = if old < new { (old, new) } else { (new, old) };
                let size = more / less;
                // Values of a pair may differ by less than a ratio can express.
                let size = if size == 1.0 { 0.0 } else { size };
                if old < new { size } else { -size }
            }
            Way::Logarithm => math::ln(new) - math::ln(old),
            Way::Difference => new - old,
            Way::Quarter => new / 4.0 - old / 4.0,
        };
        self.indices.clear();
        // Adding 0 removes the sign of a zero.
        self.indices.extend(old.iter().zip(new).map(|pair| to_sort_key(change(pair) + 0.0)));
        self.indices.sort_unstable();
        self.signed.clear();
        self.signed.extend(self.indices.iter().map(|&index| from_sort_key(index)));
    }

    pub(super) fn scale(&self) -> ShiftScale {
        match self.way {
            Way::Ratio | Way::Logarithm => ShiftScale::Ratio,
            Way::Difference | Way::Quarter => ShiftScale::Difference,
        }
    }

    pub(super) fn signed(&self) -> &[f64] {
        &self.signed
    }

    pub(super) fn terms(&self) -> &[f64] {
        &self.terms
    }

    /// Returns whether terms are multiplied instead of added.
    pub(super) fn are_factors(&self) -> bool {
        self.way == Way::Ratio
    }

    /// Returns the number of Walsh averages.
    pub(super) fn walsh_count(&self) -> usize {
        self.terms.len() * (self.terms.len() + 1) / 2
    }

    /// Returns the Walsh average of two terms from their product or sum.
    pub(super) fn average(&self, both: f64) -> f64 {
        match self.way {
            Way::Ratio => math::sqrt(both),
            Way::Logarithm => math::exp(both / 2.0),
            Way::Difference => both / 2.0,
            Way::Quarter => both * 2.0,
        }
    }

    /// Returns the mean of two Walsh averages, from the products or sums that they are made of.
    pub(super) fn mean(&self, below: f64, above: f64) -> f64 {
        if below == above {
            return self.average(above);
        }
        match self.way {
            Way::Ratio => math::sqrt(math::sqrt(below) * math::sqrt(above)),
            Way::Logarithm | Way::Difference | Way::Quarter => {
                self.average(below / 2.0 + above / 2.0)
            }
        }
    }
}
