//! Adjustment of p-values for many tests.
//!
//! Takes a list of p-values; gives the adjusted ones in the same order. Guarantees that an adjusted p is at least the
//! raw one and at most 1, and that equal p stay equal. Must not know the tests.

use serde::{Deserialize, Serialize};

use benchlens_base::sort::order;

/// How p-values are adjusted for multiple testing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Adjustment {
    /// No adjustment: if nothing differs, a fraction of alpha of the tests is significant on average.
    #[default]
    None,
    /// Holm, "A simple sequentially rejective multiple test procedure" (1979): the probability of one or more false
    /// alarms in the whole list is at most alpha, whatever the dependence between tests.
    Holm,
    /// Benjamini and Hochberg, "Controlling the false discovery rate" (1995): the expected fraction of false alarms
    /// among the significant tests is at most alpha, for tests that are independent or positively dependent.
    Bh,
    /// Benjamini and Yekutieli, "The control of the false discovery rate in multiple testing under dependency" (2001):
    /// the same guarantee, whatever the dependence between tests.
    By,
}

impl Adjustment {
    /// All adjustments with their names.
    pub const ALL: [(&'static str, Adjustment); 4] = [
        ("none", Adjustment::None),
        ("holm", Adjustment::Holm),
        ("bh", Adjustment::Bh),
        ("by", Adjustment::By),
    ];

    /// Returns the name of the adjustment.
    #[must_use]
    pub fn name(self) -> &'static str {
        Adjustment::ALL.into_iter().find(|&(_, this)| this == self).map_or("none", |(name, _)| name)
    }

    /// Returns the adjustment with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Adjustment> {
        Adjustment::ALL.into_iter().find(|&(known, _)| known == name).map(|(_, this)| this)
    }

    /// Returns the level that a further test must reach to be rejected, given the number of rejected tests in its
    /// family: the greatest p that would be rejected.
    #[doc(hidden)]
    pub fn level_of_next(self, alpha: f64, tests: usize, rejected: usize) -> f64 {
        let (count, rank) = (tests.max(1) as f64, (rejected + 1) as f64);
        match self {
            Adjustment::None => alpha,
            Adjustment::Holm => alpha / (count + 1.0 - rank).max(1.0),
            Adjustment::Bh => alpha * (rank / count).min(1.0),
            Adjustment::By => alpha * (rank / count).min(1.0) / harmonic(tests.max(1)),
        }
    }

    /// Adjusts the p-values of a family of tests, in place. Compare the results with the level of the whole family. NaN
    /// counts as 1.
    ///
    /// ```
    /// use benchlens_stats::Adjustment;
    ///
    /// let mut p = [0.01, 0.04, 0.03];
    /// Adjustment::Holm.adjust(&mut p);
    /// assert_eq!(p, [0.03, 0.06, 0.06]);
    /// ```
    pub fn adjust(self, p: &mut [f64]) {
        for p in &mut *p {
            *p = if p.is_nan() { 1.0 } else { *p };
        }
        let count = p.len() as f64;
        match self {
            Adjustment::None => {}
            Adjustment::Holm => step_down(p),
            Adjustment::Bh => step_up(p, count),
            Adjustment::By => step_up(p, count * harmonic(p.len())),
        }
    }
}

/// Returns the indexes of values in ascending order; equal values keep their order.
pub(crate) fn ascending(values: &[f64]) -> Vec<usize> {
    order(values.len(), &mut |i, j| values[i].total_cmp(&values[j]))
}

/// Returns 1 + 1/2 + … + 1/n, summed from the smallest term.
pub(crate) fn harmonic(n: usize) -> f64 {
    (1..=n).rev().map(|i| 1.0 / i as f64).sum()
}

/// Adjusts from the smallest p on: each times the number of remaining p-values, never less than the previous one.
fn step_down(p: &mut [f64]) {
    let mut least = 0.0_f64;
    for (done, index) in ascending(p).into_iter().enumerate() {
        least = least.max(p[index] * (p.len() - done) as f64).min(1.0);
        p[index] = least;
    }
}

/// Adjusts from the largest p on: each times `weight` over its rank, never more than the previous one.
fn step_up(p: &mut [f64], weight: f64) {
    let mut most = 1.0_f64;
    for (below, index) in ascending(p).into_iter().enumerate().rev() {
        most = most.min(weight / (below + 1) as f64 * p[index]);
        p[index] = most;
    }
}

/// Returns how many of `tests` would be significant at level `alpha` by chance, if nothing differed and runs were
/// independent. This is an upper bound of the average, because exact tests use less than their level.
pub fn expected_false_positives(tests: usize, alpha: f64) -> f64 {
    tests as f64 * if alpha.is_nan() { 1.0 } else { alpha.clamp(0.0, 1.0) }
}
