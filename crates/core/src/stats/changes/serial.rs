//! How much each point resembles the one before, whatever the level.
//!
//! Takes the ranks of a series, gives the correlation of neighbours after the means of pieces are taken out. The
//! pieces are made at the likeliest changes, true or not: changes of level would look like correlation.
//! What that takes from the true correlation is known from draws (see [`serial_table`](super::serial_table)), and
//! so is how much more the energy statistic grows by chance.

use super::LEAST;
use super::null::place;
use super::ranks::Ranks;
use super::scan::{Scan, Split};
use super::serial_table::{FOUND, GROWTH};
use crate::stats::math;

/// Pieces that a series of `n` points is cut into.
fn pieces_of(n: usize) -> usize {
    match n {
        ..50 => 2,
        ..100 => 3,
        ..200 => 4,
        ..400 => 8,
        _ => 16,
    }
}

/// A part of a series with its best split.
struct Piece {
    start: usize,
    end: usize,
    /// The points from the least rank to the greatest.
    order: Vec<u32>,
    split: Option<Split>,
}

/// Room for the search in a piece.
#[derive(Default)]
struct Room {
    scan: Scan,
    places: Vec<u32>,
    sorted: Vec<f64>,
}

impl Room {
    fn piece(&mut self, ranks: &[f64], (start, end): (usize, usize), order: Vec<u32>) -> Piece {
        self.sorted.clear();
        self.sorted.extend(order.iter().map(|&at| ranks[at as usize]));
        self.places.clear();
        self.places.resize(order.len(), 0);
        for (place, &at) in (0..).zip(&order) {
            self.places[at as usize - start] = place;
        }
        self.scan.set(&self.sorted);
        let split = self.scan.best(&self.places, &self.sorted, LEAST);
        Piece { start, end, order, split }
    }
}

/// The correlation of neighbouring ranks within pieces; `split` is the best one of the whole.
pub(in crate::stats) fn correlation(ranks: &Ranks, split: Split) -> f64 {
    let n = ranks.len();
    let mut order = vec![0; n];
    for (at, &place) in (0..).zip(&ranks.places) {
        order[place as usize] = at;
    }
    let (count, ranks) = (pieces_of(n), ranks.in_order().collect::<Vec<f64>>());
    let mut room = Room::default();
    let mut pieces = vec![Piece { start: 0, end: n, order, split: Some(split) }];
    while pieces.len() < count {
        let q = |piece: &Piece| piece.split.map_or(0.0, |split| split.q);
        let best = (0..pieces.len()).max_by(|&a, &b| q(&pieces[a]).total_cmp(&q(&pieces[b])));
        let Some((best, split)) = best.and_then(|best| Some((best, pieces[best].split?))) else {
            break;
        };
        let Piece { start, end, order, .. } = pieces.swap_remove(best);
        let at = start + split.at;
        // Both parts stay sorted.
        let (before, behind) = order.into_iter().partition(|&point| (point as usize) < at);
        pieces.push(room.piece(&ranks, (start, at), before));
        pieces.push(room.piece(&ranks, (at, end), behind));
    }
    let (mut square, mut product, mut pairs) = (0.0, 0.0, 0.0);
    for piece in &pieces {
        let own = &ranks[piece.start..piece.end];
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

/// How many times as great as for independent ranks the statistic may be, each with its weight: the correlation is
/// known with a normal error of 1/√n. Nothing if neighbours do not resemble each other.
pub(super) fn growths(ranks: &Ranks, split: Split) -> Option<[(f64, f64); 9]> {
    let n = ranks.len();
    let found = correlation(ranks, split);
    let expected = row(n, &FOUND);
    let deviation = 1.0 / math::sqrt(n as f64);
    if found <= expected[0] + DOUBT * deviation {
        return None;
    }
    let growth = row(n, &GROWTH);
    let mut weighted = [(0.0, 0.0); WEIGHTS.len()];
    for ((place, weight), to) in (-4..).zip(WEIGHTS).zip(&mut weighted) {
        *to = (weight, matching(found + f64::from(place) / 2.0 * deviation, &expected, &growth));
    }
    Some(weighted)
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
