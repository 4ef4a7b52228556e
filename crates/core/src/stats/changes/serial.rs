//! Estimates the correlation of neighboring points, whatever their level.
//!
//! Takes the ranks of a series; gives the correlation of neighbors after the means of pieces are subtracted. The
//! pieces are made at the likeliest changes, true or not, because changes of level would look like correlation. Draws
//! have shown how much this reduces the true correlation (see [`serial_table`](super::serial_table)), and how much
//! more the energy statistic grows by chance.

use super::arcs::ways;
use super::change::P;
use super::null::{arc_score, place, score};
use super::ranks::Order;
use super::segments;
use super::segments::{Accepted, Part};
use super::serial_table::{ARC_GROWTH, FOUND, GROWTH, TRUTHS};
use crate::stats::math;

/// A split whose p for independent ranks is at most this makes two pieces.
const UNLIKELY: f64 = 0.12;

/// Returns the correlation of neighboring ranks within pieces.
pub(super) fn correlation(order: &Order, whole: &Part, looked: &mut Vec<Part>) -> f64 {
    let series: Vec<f64> = order.ranks(whole.points.clone()).in_order().collect();
    let n = series.len();
    let rule = |part: &Part| {
        let n = part.points.len();
        let by_arc = part.arc.map_or(0.0, |arc| arc_score(arc.value, n));
        let by_split = score(part.split.q, n);
        let value = ways(part.arc) * math::exp(-by_split.max(by_arc));
        (P { value, is_less: false, is_approximate: false }, by_split < by_arc)
    };
    let (p, by_arc) = rule(whole);
    let changes = if p.value <= UNLIKELY {
        let whole = Accepted { part: whole, p, by_arc };
        segments::changes(order, whole, UNLIKELY, looked, &rule)
    } else {
        Vec::new()
    };
    let (mut square, mut product, mut pairs, mut start) = (0.0, 0.0, 0.0, 0);
    for end in changes.iter().map(|change| change.at).chain([n]) {
        let own = &series[start..end];
        let mean = own.iter().sum::<f64>() / own.len() as f64;
        let own_square = own.iter().map(|rank| (rank - mean) * (rank - mean)).sum::<f64>();
        square += own_square;
        product += own.windows(2).map(|two| (two[0] - mean) * (two[1] - mean)).sum::<f64>();
        // Corrects for the distances from their own mean, which are less similar by this term.
        product += own_square / own.len() as f64;
        pairs += (own.len() - 1) as f64;
        start = end;
    }
    if square == 0.0 { 0.0 } else { product / square * n as f64 / pairs }
}

/// Returns by how many standard deviations neighbors must be correlated to count as dependent: with few points,
/// correlation can hardly be distinguished from steps, and a correction would hide the steps.
fn doubt(n: usize) -> f64 {
    if n < 50 { 2.3 } else { 0.45 }
}

/// The weights of a normal distribution at whole and half standard deviations from its center, from −2 on.
const WEIGHTS: [f64; 9] = [0.028, 0.066, 0.124, 0.180, 0.204, 0.180, 0.124, 0.066, 0.028];

/// The estimated correlation of neighbors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Serial {
    /// Its possible values, each with a weight.
    likely: [(f64, f64); WEIGHTS.len()],
}

impl Serial {
    /// Estimates the correlation of a whole series; it has a normal error of 1/√n. Returns `None` if neighbors are not
    /// correlated.
    pub(super) fn of(order: &Order, whole: &Part, looked: &mut Vec<Part>) -> Option<Serial> {
        let (n, found) = (order.len(), correlation(order, whole, looked));
        let expected = row(n, &FOUND);
        let deviation = 1.0 / math::sqrt(n as f64);
        if found <= expected[0] + doubt(n) * deviation {
            return None;
        }
        let mut likely = [(0.0, 0.0); WEIGHTS.len()];
        for ((place, weight), to) in (-4..).zip(WEIGHTS).zip(&mut likely) {
            let found = found + f64::from(place) / 2.0 * deviation;
            *to = (weight, matching(found, &expected, &TRUTHS));
        }
        Some(Serial { likely })
    }

    /// Returns a value that the correlation exceeds in one of six series like this one.
    pub(super) fn likely_most(&self) -> f64 {
        self.likely[6].1
    }

    /// Returns the factors by which the statistics of `n` points may be greater than for independent ranks, for the
    /// split and for the piece, each pair with its weight.
    pub(super) fn growths(&self, n: usize) -> impl Iterator<Item = (f64, [f64; 2])> {
        let growths = [row(n, &GROWTH), row(n, &ARC_GROWTH)];
        let of = move |(weight, truth)| {
            (weight, growths.map(|growth| matching(truth, &TRUTHS, &growth).max(1.0)))
        };
        self.likely.into_iter().map(of)
    }
}

/// Returns the row of a table for series of `n` points.
fn row<const N: usize>(n: usize, table: &[(u32, [f32; N])]) -> [f64; N] {
    let lengths: Vec<u32> = table.iter().map(|&(length, _)| length).collect();
    let (above, share) = place(n, &lengths);
    let (from, to) = (&table[above - 1].1, &table[above].1);
    std::array::from_fn(|at| {
        let (from, to) = (f64::from(from[at]), f64::from(to[at]));
        from + share * (to - from)
    })
}

/// Interpolates the value at `x`, where `xs` are ascending; outside, it returns the first or last value.
fn matching(x: f64, xs: &[f64], values: &[f64]) -> f64 {
    let above = xs.partition_point(|&other| other < x);
    if above == 0 || above == xs.len() {
        return values[above.min(xs.len() - 1)];
    }
    let share = (x - xs[above - 1]) / (xs[above] - xs[above - 1]);
    values[above - 1] + share * (values[above] - values[above - 1])
}
