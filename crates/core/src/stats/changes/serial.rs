//! How much each point resembles the one before, whatever the level.
//!
//! Takes the ranks of a series, gives the correlation of neighbours after the means of pieces are taken out. The
//! pieces are made at the likeliest changes, true or not: changes of level would look like correlation.
//! What that takes from the true correlation is known from draws (see [`serial_table`](super::serial_table)), and so is how much more
//! the energy statistic grows by chance.

use super::LEAST;
use super::null::place;
use super::ranks::Ranks;
use super::scan::{Scan, Split};
use super::serial_table::{FOUND, GROWTH};
use crate::stats::math;

/// Pieces that a series of `n` points is cut into.
pub(in crate::stats) fn pieces_of(n: usize) -> usize {
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
    split: Option<Split>,
}

impl Piece {
    fn new(ranks: &[f64], (start, end): (usize, usize), scan: &mut Scan) -> Self {
        let own = Ranks::of(&ranks[start..end]);
        let mut sorted = ranks[start..end].to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        scan.set(&sorted);
        Piece { start, end, split: scan.best(&own.places, &sorted, LEAST) }
    }
}

/// The correlation of neighbouring ranks within `count` pieces.
pub(in crate::stats) fn correlation(ranks: &[f64], count: usize) -> f64 {
    let mut scan = Scan::default();
    let mut pieces = vec![Piece::new(ranks, (0, ranks.len()), &mut scan)];
    while pieces.len() < count {
        let q = |piece: &Piece| piece.split.map_or(0.0, |split| split.q);
        let best = (0..pieces.len()).max_by(|&a, &b| q(&pieces[a]).total_cmp(&q(&pieces[b])));
        let Some((best, split)) = best.and_then(|best| Some((best, pieces[best].split?))) else {
            break;
        };
        let Piece { start, end, .. } = pieces.swap_remove(best);
        let at = start + split.at;
        pieces.push(Piece::new(ranks, (start, at), &mut scan));
        pieces.push(Piece::new(ranks, (at, end), &mut scan));
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
pub(super) fn growths(ranks: &Ranks) -> Option<[(f64, f64); 9]> {
    let n = ranks.len();
    let in_order: Vec<f64> = ranks.in_order().collect();
    let found = correlation(&in_order, pieces_of(n));
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
