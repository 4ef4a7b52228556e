//! Decides between a change and a series whose values resemble the previous ones.
//!
//! Takes values in order of time; gives three statistics, for a step, for a piece on a level of its own, and for a slow
//! drift along a straight line. They are large if a change explains the values and correlation of neighbors does not. Must not know how likely they are by chance:
//! see [`null`](super::null).
//!
//! Method: the likelihood ratio n · ln(S₀/S₁) of two first-order autoregressions, S₀ without a change and S₁ with one,
//! at its likeliest index if it is not a drift. S is the sum of the squared innovations, and each autoregression estimates its own correlation
//! ρ, from 0 to 0.97, from the distances to the level. If the correlation were taken from the values without a change, a
//! step would look like correlation; if it were taken from the values with one, correlation would look like a step.
//!
//! A large correlation that remains beside the change is evidence of chance, so [`PENALTY`] · ρ₁ is subtracted. This brings
//! the distributions of the statistic for different correlations closer together, so the table, which contains the
//! worst of them, costs independent values less.
//!
//! Each index takes constant time because all sums come from prefix sums.

use super::arcs;
use super::change::LEAST;
use crate::math;

/// The maximum correlation: above it, a series is nearly a random walk, and a step could not be distinguished.
const MOST: f64 = 0.97;

/// The amount that is subtracted for a remaining correlation of one.
pub(super) const PENALTY: f64 = 6.0;

/// S₁ is at least this fraction of S₀, because the sums have rounding errors.
const LEAST_REST: f64 = 1e-12;

/// The prefix sums of a series.
pub(super) struct Sums {
    /// Values with mean 0, the largest of size 1.
    values: Vec<f64>,
    /// The sums of the values, of their squares, and of the products with the previous value, before each index.
    before: Vec<[f64; 3]>,
}

/// The distances to the levels that a hypothesis assumes.
#[derive(Clone, Copy, Default)]
struct Rest {
    squares: f64,
    /// Products of neighbors.
    products: f64,
    first: f64,
    last: f64,
}

impl Rest {
    fn of(distances: impl Iterator<Item = f64>) -> Rest {
        let mut rest = Rest::default();
        for (at, distance) in distances.enumerate() {
            rest.squares += distance * distance;
            rest.products += distance * rest.last;
            rest.first = if at == 0 { distance } else { rest.first };
            rest.last = distance;
        }
        rest
    }

    /// Returns the sum of the squared innovations.
    fn innovations(self) -> f64 {
        let former = self.squares - self.last * self.last;
        let correlation =
            if 0.0 < former { (self.products / former).clamp(0.0, MOST) } else { 0.0 };
        let news = self.squares - self.first * self.first - 2.0 * correlation * self.products
            + correlation * correlation * former;
        // The first value has no previous value, but the spread of the whole series.
        news + (1.0 - correlation * correlation) * self.first * self.first
    }

    /// Returns the correlation of neighbors, also a negative one.
    fn correlation(self) -> f64 {
        if 0.0 < self.squares { self.products / self.squares } else { 0.0 }
    }
}

impl Sums {
    pub(super) fn of(series: &[f64]) -> Sums {
        let most = series.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let scaled = |value: &f64| if 0.0 < most { value / most } else { 0.0 };
        let mean = series.iter().map(scaled).sum::<f64>() / series.len() as f64;
        let centered = || series.iter().map(|value| scaled(value) - mean);
        let most = centered().fold(0.0, |most: f64, value| most.max(value.abs()));
        let values: Vec<f64> =
            centered().map(|value| if 0.0 < most { value / most } else { 0.0 }).collect();
        let mut before = Vec::with_capacity(values.len() + 1);
        let (mut sums, mut former) = ([0.0; 3], 0.0);
        before.push(sums);
        for &value in &values {
            sums = [sums[0] + value, sums[1] + value * value, sums[2] + value * former];
            before.push(sums);
            former = value;
        }
        Sums { values, before }
    }

    /// Returns the statistic of the likeliest step, with at least five points on either side; 0 for too few points.
    pub(super) fn step(&self) -> f64 {
        let n = self.values.len();
        self.greatest((LEAST..(n + 1).saturating_sub(LEAST)).map(|at| (0, at)))
    }

    /// Returns the index of the likeliest step; the series has ten points or more.
    pub(super) fn likeliest_step(&self) -> usize {
        let n = self.values.len();
        let innovations = |at: &usize| self.rest(0, *at).innovations();
        let steps = LEAST..(n + 1).saturating_sub(LEAST);
        steps.min_by(|a, b| innovations(a).total_cmp(&innovations(b))).unwrap_or(n)
    }

    /// Returns the statistic of the likeliest piece on a level of its own, among the pieces that
    /// [`inner_pieces`](arcs::inner_pieces) lists.
    pub(super) fn piece(&self) -> f64 {
        self.greatest(arcs::inner_pieces(self.values.len()))
    }

    /// Returns the statistic of a straight line, fitted by least squares.
    pub(super) fn line(&self) -> f64 {
        let n = self.values.len() as f64;
        let middle = (n - 1.0) / 2.0;
        let indices =
            || self.values.iter().enumerate().map(|(i, value)| (i as f64 - middle, value));
        let spread: f64 = indices().map(|(x, _)| x * x).sum();
        let slope = indices().map(|(x, value)| x * value).sum::<f64>() / spread.max(1.0);
        self.ratio(Rest::of(indices().map(|(x, value)| value - slope * x)))
    }

    /// Returns the number of values.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns the sum of the values before an index.
    pub(super) fn before(&self, at: usize) -> f64 {
        self.before[at][0]
    }

    /// Returns the correlation of neighbors if there is no change.
    pub(super) fn correlation(&self) -> f64 {
        self.rest(0, self.len()).correlation()
    }

    /// Returns the statistic of several steps at these indexes.
    pub(super) fn steps(&self, steps: &[usize]) -> f64 {
        let ends = steps.iter().copied().chain([self.values.len()]);
        let starts = [0].into_iter().chain(steps.iter().copied());
        self.ratio(Rest::of(starts.zip(ends).flat_map(|(start, end)| {
            let level = (self.before(end) - self.before(start)) / (end - start) as f64;
            self.values[start..end].iter().map(move |value| value - level)
        })))
    }

    fn greatest(&self, pieces: impl Iterator<Item = (usize, usize)>) -> f64 {
        let (mut least, mut best) = (f64::INFINITY, Rest::default());
        for (start, end) in pieces {
            let rest = self.rest(start, end);
            let innovations = rest.innovations();
            if innovations < least {
                (least, best) = (innovations, rest);
            }
        }
        if least.is_finite() { self.ratio(best) } else { 0.0 }
    }

    /// Returns the statistic of the distances that a change leaves.
    fn ratio(&self, rest: Rest) -> f64 {
        let n = self.values.len();
        let none = self.rest(0, n).innovations();
        if none <= 0.0 {
            return 0.0;
        }
        let ratio = none / rest.innovations().max(LEAST_REST * none);
        (n as f64 * math::ln(ratio) - PENALTY * rest.correlation()).max(0.0)
    }

    /// Returns the distances to two levels, one from `start` to before `end`, and one for all other points.
    fn rest(&self, start: usize, end: usize) -> Rest {
        let n = self.values.len();
        let sum = self.before[end][0] - self.before[start][0];
        let inner = sum / (end - start) as f64;
        let outer = match n - (end - start) {
            0 => 0.0,
            others => (self.before[n][0] - sum) / others as f64,
        };
        let mut rest = self.part(start, end, inner);
        rest.first = self.values[0] - if start == 0 { inner } else { outer };
        rest.last = self.values[n - 1] - if end == n { inner } else { outer };
        if 0 < start {
            let part = self.part(0, start, outer);
            rest.squares += part.squares;
            rest.products +=
                part.products + (self.values[start] - inner) * (self.values[start - 1] - outer);
        }
        if end < n {
            let part = self.part(end, n, outer);
            rest.squares += part.squares;
            rest.products +=
                part.products + (self.values[end] - outer) * (self.values[end - 1] - inner);
        }
        rest
    }

    /// Returns the sums of the distances of points to a level.
    fn part(&self, start: usize, end: usize, level: f64) -> Rest {
        let (from, to) = (&self.before[start], &self.before[end]);
        let (count, sum) = ((end - start) as f64, to[0] - from[0]);
        let squares = to[1] - from[1] - 2.0 * level * sum + count * level * level;
        // The first product belongs to the previous part.
        let products = to[2] - self.before[start + 1][2];
        let both = 2.0 * sum - self.values[start] - self.values[end - 1];
        Rest {
            squares,
            products: products - level * both + (count - 1.0) * level * level,
            ..Rest::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statistics by their definition.
    #[test]
    fn prefix_sums_give_the_same_as_the_definition() {
        let series: Vec<f64> =
            (0..41).map(|i| f64::from(i * i * 7 % 31) + f64::from(i / 20 * 9)).collect();
        let n = series.len();
        let innovations = |start: usize, end: usize| {
            let mean = |inside: bool| {
                let of: Vec<f64> = (0..n)
                    .filter(|i| (start..end).contains(i) == inside)
                    .map(|i| series[i])
                    .collect();
                of.iter().sum::<f64>() / of.len().max(1) as f64
            };
            let levels = [mean(false), mean(true)];
            let rest: Vec<f64> = (0..n)
                .map(|i| series[i] - levels[usize::from((start..end).contains(&i))])
                .collect();
            let products: f64 = rest.windows(2).map(|two| two[0] * two[1]).sum();
            let former: f64 = rest[..n - 1].iter().map(|rest| rest * rest).sum();
            let own = (products / former).clamp(0.0, MOST);
            let square = |x: f64| x * x;
            let news: f64 = rest.windows(2).map(|two| square(two[1] - own * two[0])).sum();
            (
                news + (1.0 - own * own) * rest[0] * rest[0],
                products / rest.iter().map(|rest| rest * rest).sum::<f64>(),
            )
        };
        let sums = Sums::of(&series);
        let none = innovations(0, n).0;
        let best = |indices: &mut dyn Iterator<Item = (usize, usize)>| {
            let (least, own) = indices
                .map(|(start, end)| innovations(start, end))
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .unwrap();
            (n as f64 * math::ln(none / least) - PENALTY * own).max(0.0)
        };
        let step = best(&mut (LEAST..=n - LEAST).map(|at| (0, at)));
        assert!((sums.step() - step).abs() <= 1e-9 * step, "{} {step}", sums.step());
        let piece = best(&mut arcs::inner_pieces(n));
        assert!((sums.piece() - piece).abs() <= 1e-9 * piece, "{} {piece}", sums.piece());
    }
}
