//! Finds the piece of a series that differs most from the rest.
//!
//! Takes the ranks of a series; gives the piece with its statistic. Must not know how likely the statistic is.
//!
//! If values go up and down again, the levels on both sides of any single index hardly differ, so the energy statistic
//! misses the change. That is why this module searches for both ends of a piece together.
//!
//! Method: circular binary segmentation (Olshen, Venkatraman, Lucito and Wigler, "Circular binary segmentation for the
//! analysis of array-based DNA copy number data", 2004) on normal scores, the quantiles of the normal distribution at
//! (rank − 1/2)/n (Hazen, "Storage to be provided in impounding reservoirs", 1914): the squared difference between the
//! sum of a piece and its expected value, over its variance in a random order. It depends only on ranks. There are too
//! many pieces to test them all, so only pieces whose ends lie on a grid that is an eighth of their length or finer
//! are tested (Chan and Walther, "Detection with the scan and the average likelihood ratio", 2013): this finds nearly
//! as much in time n.

use super::change::LEAST;
use super::ranks::Ranks;
use crate::math;

/// The minimum number of points, because in fewer points too little is left outside of a piece.
pub(super) const FEWEST: usize = 4 * LEAST;

/// The minimum number of grid steps in a piece.
const STEPS: usize = 8;

/// A piece and its statistic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arc {
    /// Its first point; `end` is the first point after it.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The statistic.
    pub(crate) value: f64,
}

/// Returns the normal score of each point.
pub(super) fn scores(ranks: &Ranks) -> Vec<f64> {
    let scale = 0.5 / ranks.len() as f64;
    let score = |&twice: &u64| math::near_normal_quantile((twice as f64 - 1.0) * scale);
    let by_index: Vec<f64> = ranks.sorted.iter().map(score).collect();
    ranks.indices.iter().map(|&index| by_index[index as usize]).collect()
}

/// Returns the piece of at least five points that differs most, with at least five points outside of it. Returns
/// `None` for fewer than [`FEWEST`] points, and if all are equal.
pub(super) fn best(ranks: &Ranks) -> Option<Arc> {
    if ranks.len() < FEWEST { None } else { of_scores(&scores(ranks)) }
}

/// Returns the piece of scores that differs most.
pub(super) fn of_scores(scores: &[f64]) -> Option<Arc> {
    let n = scores.len();
    if n < FEWEST {
        return None;
    }
    let mean = scores.iter().sum::<f64>() / n as f64;
    let mut sums = Vec::with_capacity(n + 1);
    let (mut sum, mut squares) = (0.0, 0.0);
    sums.push(sum);
    for score in scores {
        sum += score - mean;
        squares += (score - mean) * (score - mean);
        sums.push(sum);
    }
    if squares <= 0.0 {
        return None;
    }
    let variance = squares / (n - 1) as f64;
    let mut best = Arc { start: 0, end: 0, value: f64::NEG_INFINITY };
    let (mut grid, mut on_grid) = (0, Vec::new());
    for len in lengths(n) {
        let step = step(len);
        if step != grid {
            grid = step;
            on_grid = sums.iter().copied().step_by(step).collect();
        }
        let (starts, ends) = (&on_grid[..], &on_grid[len / step..]);
        let most = greatest(starts, ends);
        let value = most * n as f64 / (len as f64 * (n - len) as f64 * variance);
        if best.value < value {
            let at = starts.iter().zip(ends).position(|(start, end)| square(*start, *end) == most);
            let start = at.unwrap_or(0) * step;
            best = Arc { start, end: start + len, value };
        }
    }
    Some(best)
}

fn square(start: f64, end: f64) -> f64 {
    (end - start) * (end - start)
}

/// Returns the greatest square of a difference, computed for four pairs at a time.
fn greatest(starts: &[f64], ends: &[f64]) -> f64 {
    let starts = &starts[..ends.len().min(starts.len())];
    let greater = |a: f64, b: f64| if a < b { b } else { a };
    let mut most = [0.0; 4];
    let (fours, rest) = (starts.chunks_exact(4), starts.chunks_exact(4).remainder());
    for (starts, ends) in fours.zip(ends.chunks_exact(4)) {
        for lane in 0..4 {
            most[lane] = greater(most[lane], square(starts[lane], ends[lane]));
        }
    }
    let rest = rest.iter().zip(&ends[starts.len() - rest.len()..]);
    let rest = rest.fold(0.0, |most, (start, end)| greater(most, square(*start, *end)));
    most.into_iter().fold(rest, greater)
}

/// Returns the grid step for pieces of a length.
fn step(len: usize) -> usize {
    // Rounds down to a power of two.
    1 << (len / STEPS).max(1).ilog2()
}

/// Returns the lengths of the pieces that are tested.
fn lengths(n: usize) -> impl Iterator<Item = usize> {
    let mut len = LEAST;
    std::iter::from_fn(move || {
        let found = Some(len).filter(|len| len + LEAST <= n);
        len += step(len);
        found
    })
}

/// Returns the pieces that are tested, start and end, without those that begin or end with the series.
pub(super) fn inner_pieces(n: usize) -> impl Iterator<Item = (usize, usize)> {
    let lengths = lengths(if n < FEWEST { 0 } else { n });
    lengths.flat_map(move |len| {
        let step = step(len);
        (step..n - len).step_by(step).map(move |start| (start, start + len))
    })
}

/// Returns the fraction of the level that belongs to pieces; the rest belongs to splits. It grows with the number of
/// points from 0 to almost a half, so that one more point never makes a split much less likely to be found.
pub(super) fn of_pieces(n: usize) -> f64 {
    0.5 * (1.0 - FEWEST as f64 / n.max(FEWEST) as f64)
}

/// Returns −ln p of two statistics together, of which each has this −ln p, by Bonferroni.
pub(crate) fn joined(by_split: f64, by_arc: f64, n: usize) -> f64 {
    let of_pieces = of_pieces(n);
    let by_split = by_split + math::ln(1.0 - of_pieces);
    let by_arc = if of_pieces <= 0.0 { 0.0 } else { by_arc + math::ln(of_pieces) };
    by_split.max(by_arc).max(0.0)
}
