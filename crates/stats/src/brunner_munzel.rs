//! Tests whether values of one sample tend to exceed values of the other, even if their spreads differ.
//!
//! Takes two ascending slices; gives a two-sided p. Must not know how it is used.
//!
//! Method: Brunner and Munzel, "The nonparametric Behrens-Fisher problem: asymptotic theory and a small-sample
//! approximation" (2000): mean ranks are compared with separate variances for each side, Student's distribution and
//! Satterthwaite's degrees of freedom. The Mann-Whitney test assumes that both samples have the same distribution if
//! nothing changed, so it rejects too often if medians are equal but spreads differ. This test does not assume it, but
//! is approximate: with fewer than 10 values on a side it also rejects a few percent too often. So it decides no
//! comparison. If Mann-Whitney finds a difference and this test does not, the two sides may differ only in their
//! spread.

use super::{math, student};

/// Returns the probability that mean ranks differ this much although neither sample tends to exceed the other.
///
/// Returns `None` if a sample has fewer than two values or contains NaN, and if the test has no answer: if no value of
/// one sample lies between values of the other, mean ranks have no variance.
#[must_use]
pub fn brunner_munzel(old: &[f64], new: &[f64]) -> Option<f64> {
    let ends = [old.first()?, old.last()?, new.first()?, new.last()?];
    if old.len().min(new.len()) < 2 || ends.iter().any(|value| value.is_nan()) {
        return None;
    }
    let [first, second] = [placements(old, new), placements(new, old)];
    let [m, n] = [old.len() as f64, new.len() as f64];
    // The contribution of each side to the variance of U.
    let [a, b] = [m * first.variance, n * second.variance];
    if a + b <= 0.0 {
        return None;
    }
    let distance = (m * n / 2.0 - first.sum).abs();
    let freedom = (a + b) * (a + b) / (a * a / (m - 1.0) + b * b / (n - 1.0));
    Some(student::two_sided(distance / math::sqrt(a + b), freedom))
}

/// Returns whether p is at most `level`, or there is no p, for all samples of `sizes` with this U statistic (doubled).
/// It returns `false` if the answer requires the values themselves.
///
/// Placements lie between 0 and the other sample's size, and U gives their mean, which bounds their variance (Bhatia
/// and Davis, "A better bound on the variance", 2000). Degrees of freedom are at least those of the smaller sample.
pub fn brunner_munzel_at_most(twice_u: u64, sizes: [usize; 2], level: f64) -> bool {
    let [m, n] = sizes.map(|size| size as f64);
    let least = m.min(n) - 1.0;
    if least < 1.0 {
        return true;
    }
    let mean = twice_u as f64 / (2.0 * m * n);
    let variance = mean * (1.0 - mean) * (1.0 / (m - 1.0) + 1.0 / (n - 1.0));
    // Complete separation, where this test has no answer.
    let distance = (mean - 0.5).abs();
    variance <= 0.0
        || student::two_sided(distance / math::sqrt(variance), least) < level * (1.0 - ROUNDING)
}

/// More than the rounding error of both ways to compute p.
const ROUNDING: f64 = 1e-9;

/// The placements of the values of one sample among the values of another: how many are less, counting ties as half.
struct Placements {
    /// The sum of all placements: the U statistic.
    sum: f64,
    variance: f64,
}

fn placements(own: &[f64], other: &[f64]) -> Placements {
    let (mut less, mut up_to) = (0, 0);
    let placement = |value: &f64| {
        less += other[less..].iter().take_while(|&y| y < value).count();
        up_to += other[up_to..].iter().take_while(|&y| y <= value).count();
        (less + up_to) as f64 / 2.0
    };
    let all: Vec<f64> = own.iter().map(placement).collect();
    let sum: f64 = all.iter().sum();
    let mean = sum / own.len() as f64;
    let squares: f64 = all.iter().map(|value| (value - mean) * (value - mean)).sum();
    Placements { sum, variance: squares / (own.len() as f64 - 1.0) }
}
