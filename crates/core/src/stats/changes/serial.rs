//! How much each point resembles the one before, whatever the level.
//!
//! Takes the ranks of a series, gives the correlation of neighbours after the means of pieces are taken out. The
//! pieces are made at the likeliest changes, true or not: changes of level would look like correlation.
//! What that takes from the true correlation is known from draws (see [`serial_table`](super::serial_table)), and
//! so is how much more the energy statistic grows by chance.

use super::arcs::ways;
use super::change::P;
use super::null::{arc_score, place, score};
use super::ranks::Order;
use super::segments;
use super::segments::{Accepted, Part};
use super::serial_table::{ARC_GROWTH, FOUND, GROWTH, TRUTHS};
use crate::stats::math;

/// A split that is as unlikely for independent ranks makes two pieces.
const UNLIKELY: f64 = 0.12;

/// The correlation of neighbouring ranks within pieces.
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
        // The distances from their own mean are less alike by so much.
        product += own_square / own.len() as f64;
        pairs += (own.len() - 1) as f64;
        start = end;
    }
    if square == 0.0 { 0.0 } else { product / square * n as f64 / pairs }
}

/// How much more than by chance, in standard deviations, neighbours must resemble each other to count as
/// dependent: in few points little can be told from steps, and a guard would hide those.
fn doubt(n: usize) -> f64 {
    if n < 50 { 2.3 } else { 0.45 }
}

/// The weights of a normal distribution at whole and half standard deviations from its middle, from −2 on.
const WEIGHTS: [f64; 9] = [0.028, 0.066, 0.124, 0.180, 0.204, 0.180, 0.124, 0.066, 0.028];

/// What is known of the correlation of neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Serial {
    /// Values that it may have, each with its weight.
    likely: [(f64, f64); WEIGHTS.len()],
}

impl Serial {
    /// Reads a whole series; it has a normal error of 1/√n. Nothing if neighbours do not resemble each other.
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

    /// A value that it exceeds in one of six series like this one.
    pub(super) fn likely_most(&self) -> f64 {
        self.likely[6].1
    }

    /// How many times as great as for independent ranks the statistics of `n` points may be, that of a split and that of
    /// a piece, each pair with its weight.
    pub(super) fn growths(&self, n: usize) -> impl Iterator<Item = (f64, [f64; 2])> {
        let growths = [row(n, &GROWTH), row(n, &ARC_GROWTH)];
        let of = move |(weight, truth)| {
            (weight, growths.map(|growth| matching(truth, &TRUTHS, &growth).max(1.0)))
        };
        self.likely.into_iter().map(of)
    }
}

/// The row of a table for series of `n` points.
fn row<const N: usize>(n: usize, table: &[(u32, [f32; N])]) -> [f64; N] {
    let lengths: Vec<u32> = table.iter().map(|&(length, _)| length).collect();
    let (above, share) = place(n, &lengths);
    let (from, to) = (&table[above - 1].1, &table[above].1);
    std::array::from_fn(|at| {
        let (from, to) = (f64::from(from[at]), f64::from(to[at]));
        from + share * (to - from)
    })
}

/// The value beside `x`, where `xs` ascend; the first or last one outside.
fn matching(x: f64, xs: &[f64], values: &[f64]) -> f64 {
    let above = xs.partition_point(|&other| other < x);
    if above == 0 || above == xs.len() {
        return values[above.min(xs.len() - 1)];
    }
    let share = (x - xs[above - 1]) / (xs[above] - xs[above - 1]);
    values[above - 1] + share * (values[above] - values[above - 1])
}
