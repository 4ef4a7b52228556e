//! Means, and their differences by Student's t distribution.
//!
//! Takes two samples, or the differences of pairs; gives means, intervals and p. Two samples may have different
//! variances (Welch, "The generalization of Student's problem when several different population variances are
//! involved", 1947); pairs are one sample of differences (Student, "The probable error of a mean", 1908). Guarantees
//! that an interval at a level excludes no difference if and only if p is below the level. Must not know units or
//! names.
//!
//! The assumption is that means are nearly normal. Values with heavy tails need many runs for that, and a single
//! outlier moves a mean and widens its interval.
//!
//! The distribution comes from the crate statrs, which uses the platform's logarithms. So p-values and widths are
//! rounded to [`DIGITS`] significant digits, on which all targets agree.

use statrs::distribution::{Continuous, ContinuousCDF, StudentsT};

use super::math;

/// The significant digits of p-values and of the widths of intervals.
const DIGITS: i32 = 10;

/// The maximum number of steps to a quantile; ten are usual.
const STEPS: usize = 100;

/// A mean with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    n: f64,
    /// The variance of single values; NaN for a single value.
    pub variance: f64,
}

impl Mean {
    /// Returns the mean of values and their variance.
    #[inline(never)]
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Mean {
        let n = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / n;
        // Equal values have no variance, even if their sum is rounded.
        let first = values.clone().next();
        if values.clone().all(|value| Some(value) == first) {
            let variance = if n < 2.0 { f64::NAN } else { 0.0 };
            return Mean { mean: first.unwrap_or(f64::NAN), n, variance };
        }
        let squares = values.map(|value| (value - mean) * (value - mean)).sum::<f64>();
        Mean { mean, n, variance: squares / (n - 1.0) }
    }

    /// Returns half the width of the interval of the mean; infinite for a single value.
    #[inline(never)]
    pub fn half_width(&self, confidence: f64) -> f64 {
        self.difference_from_zero().half_width(1.0 - confidence)
    }

    /// Returns the mean as a difference, for a mean of pairs.
    pub fn difference_from_zero(&self) -> MeanDifference {
        let (variance, freedom) = (self.variance / self.n, self.n - 1.0);
        MeanDifference { estimate: self.mean, variance, freedom }
    }

    /// Returns by how much another mean is greater.
    pub fn difference_to(&self, new: &Mean) -> MeanDifference {
        let [old, other] = [self, new].map(|side| side.variance / side.n);
        let variance = old + other;
        // Fractions are used because the square of a small variance may be zero.
        let [share, rest] = [old / variance, other / variance];
        let freedom = 1.0 / (share * share / (self.n - 1.0) + rest * rest / (new.n - 1.0));
        MeanDifference { estimate: new.mean - self.mean, variance, freedom }
    }
}

/// A difference of means, or the mean of differences. For a single value, its variance is NaN and its interval is
/// infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanDifference {
    /// The new mean minus the old one.
    pub estimate: f64,
    /// The square of its standard error.
    variance: f64,
    /// Degrees of freedom.
    freedom: f64,
}

impl MeanDifference {
    /// Returns the two-sided p-value: 1 for a single value or one that is not finite, and `None` if nothing varies and
    /// nothing differs.
    #[inline(never)]
    pub fn p(&self) -> Option<f64> {
        if self.variance == 0.0 {
            return (self.estimate != 0.0).then_some(0.0);
        }
        let t = self.estimate.abs() / math::sqrt(self.variance);
        let student = self.distribution().filter(|_| t.is_finite());
        Some(student.map_or(1.0, |student| settled(2.0 * student.sf(t)).min(1.0)))
    }

    /// Returns half the width of its interval at this level.
    #[inline(never)]
    pub fn half_width(&self, level: f64) -> f64 {
        match self.distribution() {
            _ if self.variance == 0.0 => 0.0,
            _ if level <= 0.0 => f64::INFINITY,
            Some(student) if level < 1.0 => {
                settled(quantile(&student, level / 2.0) * math::sqrt(self.variance))
            }
            Some(_) => 0.0,
            None => f64::INFINITY,
        }
    }

    fn distribution(&self) -> Option<StudentsT> {
        StudentsT::new(0.0, 1.0, self.freedom).ok()
    }
}

/// Returns the smallest p that this number of runs on each side, or of pairs, can have: means of two can differ by any
/// p.
pub fn least_p_of_means(runs: usize) -> f64 {
    if runs < 2 { 1.0 } else { 0.0 }
}

/// Returns the value that Student's variable exceeds with this probability, below 1/2.
///
/// It uses Newton's method on logarithms, where tails are nearly straight, within bounds. The inverse of the crate has
/// eight digits, and panics if the probability is very small.
#[inline(never)]
fn quantile(student: &StudentsT, tail: f64) -> f64 {
    let (mut t, mut lo, mut hi) = (2.0, 0.0, f64::INFINITY);
    for _ in 0..STEPS {
        let found = student.sf(t);
        *if tail < found { &mut lo } else { &mut hi } = t;
        let step = found / (t * student.pdf(t)) * math::ln(found / tail);
        let next = t * math::exp(step);
        if (next - t).abs() <= 4.0 * f64::EPSILON * t {
            return next;
        }
        let most = if hi.is_finite() { hi } else { 2.0 * t * t };
        let between = math::sqrt(lo.max(f64::MIN_POSITIVE)) * math::sqrt(most);
        t = if lo < next && next < most { next } else { between };
    }
    t
}

/// Returns a number with the digits on which all targets agree. The arithmetic is the same on every target, and needs
/// less code than writing and parsing the digits.
fn settled(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let magnitude = (math::ln(value.abs()) / std::f64::consts::LN_10).floor() as i32;
    let power = DIGITS - 1 - magnitude;
    shifted(shifted(value, power).round(), -power)
}

/// Returns a number times a power of ten. Powers up to 22 are exact, so larger ones are applied in steps.
fn shifted(mut value: f64, mut power: i32) -> f64 {
    while power != 0 {
        let step = power.clamp(-22, 22);
        let factor = (0..step.abs()).fold(1.0, |factor, _| 10.0 * factor);
        value = if 0 < step { value * factor } else { value / factor };
        power -= step;
    }
    value
}
