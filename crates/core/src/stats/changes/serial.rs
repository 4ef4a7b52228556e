//! How much each point resembles the one before, whatever the level.
//!
//! Takes the ranks of a series, gives the correlation of neighbours after the means of pieces are taken out. The
//! pieces are made at the likeliest changes, true or not: changes of level would look like correlation.
//! What that takes from the true correlation is known from draws (see [`serial_table`](super::serial_table)), and
//! so is how much more the energy statistic grows by chance.

use super::LEAST;
use super::null::{place, score};
use super::ranks::Ranks;
use super::scan::Scan;
use super::serial_table::{FOUND, GROWTH, TRUTHS};
use crate::stats::math;

/// A split that is as unlikely for independent ranks makes two pieces.
const UNLIKELY: f64 = 0.01;

/// A part of a series.
struct Piece {
    start: usize,
    end: usize,
    /// The points from the least rank to the greatest.
    order: Vec<u32>,
}

/// Room for the search in a piece.
#[derive(Default)]
struct Room {
    scan: Scan,
    places: Vec<u32>,
    sorted: Vec<f64>,
}

impl Room {
    /// Where a piece is to be cut, by its own ranks.
    fn cut(&mut self, ranks: &[f64], piece: &Piece, limit: f64) -> Option<usize> {
        let (n, order) = (piece.end - piece.start, &piece.order);
        self.sorted.clear();
        for equal in order.chunk_by(|&a, &b| ranks[a as usize] == ranks[b as usize]) {
            let rank = self.sorted.len() as f64 + (equal.len() + 1) as f64 / 2.0;
            self.sorted.resize(self.sorted.len() + equal.len(), rank);
        }
        self.places.clear();
        self.places.resize(n, 0);
        for (place, &at) in (0..).zip(order) {
            self.places[at as usize - piece.start] = place;
        }
        self.scan.set(&self.sorted);
        let split = self.scan.best(&self.places, &self.sorted, LEAST)?;
        (limit <= score(split.q, n)).then_some(piece.start + split.at)
    }
}

/// The correlation of neighbouring ranks within pieces.
pub(super) fn correlation(ranks: &Ranks) -> f64 {
    let n = ranks.len();
    let mut order = vec![0; n];
    for (at, &place) in (0..).zip(&ranks.places) {
        order[place as usize] = at;
    }
    let ranks = ranks.in_order().collect::<Vec<f64>>();
    let limit = -math::ln(UNLIKELY);
    let (mut room, mut pieces) = (Room::default(), Vec::new());
    let mut open = vec![Piece { start: 0, end: n, order }];
    while let Some(piece) = open.pop() {
        let Some(at) = room.cut(&ranks, &piece, limit) else {
            pieces.push((piece.start, piece.end));
            continue;
        };
        // Both parts stay sorted.
        let (before, behind) = piece.order.iter().partition(|&&point| (point as usize) < at);
        open.push(Piece { start: piece.start, end: at, order: before });
        open.push(Piece { start: at, end: piece.end, order: behind });
    }
    let (mut square, mut product, mut pairs) = (0.0, 0.0, 0.0);
    for (start, end) in pieces {
        let own = &ranks[start..end];
        let mean = own.iter().sum::<f64>() / own.len() as f64;
        square += own.iter().map(|rank| (rank - mean) * (rank - mean)).sum::<f64>();
        product += own.windows(2).map(|two| (two[0] - mean) * (two[1] - mean)).sum::<f64>();
        pairs += (own.len() - 1) as f64;
    }
    if square == 0.0 { 0.0 } else { product / square * ranks.len() as f64 / pairs }
}

/// How much more than by chance, in standard deviations, neighbours must resemble each other to count as
/// dependent.
const DOUBT: f64 = 1.0;

/// The weights of a normal distribution at whole and half standard deviations from its middle, from −2 on.
const WEIGHTS: [f64; 9] = [0.028, 0.066, 0.124, 0.180, 0.204, 0.180, 0.124, 0.066, 0.028];

/// What is known of the correlation of neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Serial {
    /// Values that it may have, each with its weight.
    likely: [(f64, f64); WEIGHTS.len()],
}

impl Serial {
    /// Reads a whole series; it has a normal error of 1/√n. Nothing if neighbours do not resemble each other.
    pub(super) fn of(ranks: &Ranks) -> Option<Serial> {
        let (n, found) = (ranks.len(), correlation(ranks));
        let expected = row(n, &FOUND);
        let deviation = 1.0 / math::sqrt(n as f64);
        if found <= expected[0] + DOUBT * deviation {
            return None;
        }
        let mut likely = [(0.0, 0.0); WEIGHTS.len()];
        for ((place, weight), to) in (-4..).zip(WEIGHTS).zip(&mut likely) {
            let found = found + f64::from(place) / 2.0 * deviation;
            *to = (weight, matching(found, &expected, &TRUTHS));
        }
        Some(Serial { likely })
    }

    /// How many times as great as for independent ranks the statistic of `n` points may be, each with its weight.
    pub(super) fn growths(&self, n: usize) -> impl Iterator<Item = (f64, f64)> {
        let growth = row(n, &GROWTH);
        let of = move |(weight, truth)| (weight, matching(truth, &TRUTHS, &growth).max(1.0));
        self.likely.into_iter().map(of)
    }
}

/// The row of a table for series of `n` points.
fn row<const N: usize>(n: usize, table: &[(u32, [f64; N])]) -> [f64; N] {
    let lengths: Vec<u32> = table.iter().map(|&(length, _)| length).collect();
    let (above, share) = place(n, &lengths);
    let (from, to) = (&table[above - 1].1, &table[above].1);
    std::array::from_fn(|at| from[at] + share * (to[at] - from[at]))
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
