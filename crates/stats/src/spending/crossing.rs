//! Finds the boundary at which a random walk must be stopped to cross it with a given probability.
//!
//! Takes times with the probability of crossing up to each of them; gives the boundary at the last one. Must not know
//! levels.
//!
//! Method: Armitage, McPherson and Rowe, "Repeated significance tests on accumulating data" (1969): the density of
//! walks that have not crossed yet is propagated from check to check by numerical integration. It is smooth up to the
//! boundary and vanishes on the other side, so equal steps with the weights of Gregory's formula at the boundary are
//! enough. All grids have one step, so the normal density is needed at few distances. A walk that is at s at a time
//! was near s·t/t′ at the time t before, so only those walks are added up.

use std::f64::consts::{PI, SQRT_2};

use super::super::math::{erfc, exp, ln, normal_quantile, sqrt};

/// Steps in one standard deviation of the narrowest function that is integrated.
const FINENESS: f64 = 7.0;

/// The distance, in standard deviations, beyond which densities are ignored.
const FAR: f64 = 8.5;

/// The weights next to the boundary, by Gregory's formula with differences up to the ninth, and their common
/// denominator. All others are 1.
const WEIGHTS: [f64; 10] = [
    134_211_265.0,
    790_396_917.0,
    -99_778_632.0,
    1_346_426_448.0,
    -476_885_118.0,
    1_233_889_410.0,
    63_292_368.0,
    630_743_352.0,
    445_967_157.0,
    482_252_033.0,
];
const WEIGHT: f64 = 479_001_600.0;

/// Walks that have not crossed, on a grid from the boundary downwards.
struct Walks {
    time: f64,
    boundary: f64,
    /// The fractions of walks around each point.
    shares: Vec<f64>,
}

/// Returns the value at the last time at which a walk without drift, of variance 1 at time 1, crosses. Each check has
/// its time and the fraction of walks that have crossed up to it, both ascending.
pub(super) fn crossing(looks: &[(f64, f64)]) -> f64 {
    let Some((&(time, crossed), rest)) = looks.split_first() else { return f64::INFINITY };
    let boundary = -normal_quantile(crossed) * sqrt(time);
    let spread = |pair: &[(f64, f64)]| pair[0].0 * (pair[1].0 - pair[0].0) / pair[1].0;
    let least = looks.windows(2).map(spread).fold(1.0, f64::min);
    let step = sqrt(least) / FINENESS;
    let density = |value: f64| normal(value, time);
    let mut walks = Walks::new(time, boundary, step, density);
    let mut crossed = crossed;
    for (index, &(time, crosses)) in (1..).zip(rest) {
        let boundary = walks.boundary_at(time, crosses - crossed, step);
        if index == rest.len() {
            return boundary;
        }
        walks = walks.at(time, boundary, step);
        crossed = crosses;
    }
    boundary
}

/// Returns the density of a normal variable.
fn normal(value: f64, variance: f64) -> f64 {
    exp(-value * value / variance / 2.0) / sqrt(2.0 * PI * variance)
}

impl Walks {
    fn new(time: f64, boundary: f64, step: f64, density: impl Fn(f64) -> f64) -> Walks {
        let shares = (0..points(time, boundary, step)).map(|j| density(boundary - j as f64 * step));
        let mut walks = Walks { time, boundary, shares: shares.collect() };
        walks.weigh(step);
        walks
    }

    /// Converts densities to fractions.
    fn weigh(&mut self, step: f64) {
        self.shares.iter_mut().for_each(|share| *share *= step);
        self.shares.iter_mut().zip(WEIGHTS).for_each(|(share, weight)| *share *= weight / WEIGHT);
    }

    /// Returns the fraction of walks above a value at a later time, and their density there.
    fn above(&self, value: f64, later: f64, step: f64) -> (f64, f64) {
        let variance = later - self.time;
        let width = sqrt(variance);
        let (mut above, mut density) = (0.0, 0.0);
        let lowest = value * self.time / later - FAR * self.spread_before(later);
        let near = ((self.boundary - lowest) / step) as usize + 1;
        for (&share, j) in self.shares.iter().zip(0_u32..).take(near) {
            let distance = (value - self.boundary + f64::from(j) * step) / width;
            above += share * erfc(distance / SQRT_2);
            density += share * exp(-distance * distance / 2.0);
        }
        (above / 2.0, density / sqrt(2.0 * PI * variance))
    }

    /// Returns the current spread of the walks that are at one point at a later time.
    fn spread_before(&self, later: f64) -> f64 {
        sqrt(self.time * (later - self.time) / later)
    }

    /// Returns the boundary at a later time which this fraction of walks crosses there.
    fn boundary_at(&self, later: f64, crosses: f64, step: f64) -> f64 {
        let mut boundary = self.boundary;
        // Newton's method for the logarithm, which is concave, converges from above.
        for _ in 0..60 {
            let (above, density) = self.above(boundary, later, step);
            let ratio = above / crosses;
            let change = ln(ratio) * above / density;
            if !change.is_finite() {
                break;
            }
            boundary += change;
            // The next change would be about the square of this one.
            if change.abs() <= 1e-8 {
                break;
            }
        }
        boundary
    }

    /// Returns the walks that have not crossed a boundary at a later time either.
    fn at(&self, time: f64, boundary: f64, step: f64) -> Walks {
        let (from, to) = (self.shares.len(), points(time, boundary, step));
        let variance = time - self.time;
        // Distances between points of both grids, from the greatest.
        let first = boundary - self.boundary + (from as f64 - 1.0) * step;
        let (share, far) = (variance / time, FAR * self.spread_before(time));
        let greatest = boundary.max(0.0) * share + far;
        let least = -FAR * sqrt(time) * share - far;
        let begin = ((first - greatest) / step) as usize;
        let end = (((first - least) / step) as usize + 1).min(from + to - 1).max(begin);
        let kernel: Vec<f64> =
            (begin..end).map(|j| normal(first - j as f64 * step, variance)).collect();
        let mut shares = vec![0.0; to];
        for (j, &share) in self.shares.iter().enumerate() {
            // The common start of both: one of them begins at its first index.
            let skipped = from - 1 - j;
            let (before, after) = (skipped.saturating_sub(begin), begin.saturating_sub(skipped));
            let sums = shares.get_mut(after..).unwrap_or_default();
            let kernel = kernel.get(before..).unwrap_or_default();
            sums.iter_mut().zip(kernel).for_each(|(sum, near)| *sum += share * near);
        }
        let mut walks = Walks { time, boundary, shares };
        walks.weigh(step);
        walks
    }
}

/// Returns the number of points in a grid.
fn points(time: f64, boundary: f64, step: f64) -> usize {
    let points = (boundary + FAR * sqrt(time)) / step;
    (points as usize + 1).max(WEIGHTS.len())
}
