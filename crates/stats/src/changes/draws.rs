//! The null distribution of tied ranks, by random draws.
//!
//! Takes ranks and a seed; gives the fraction of random orders that reach a statistic. Few draws are enough to see
//! that nothing changed; for rarer statistics, the tail is fitted.
//!
//! - Statistics are compared as scores, −ln p as if there were no ties. So a long series may be drawn as a short one
//!   in which the larger groups of ties have nearly the same fractions, because the score already accounts for the
//!   length. Rare values may be lost. That does not matter if there are many other values, but if most values are
//!   equal, the rare ones are all that matters.
//! - Drawing stops once enough draws reach the statistic (Besag and Clifford, "Sequential Monte Carlo p-values", 1991).
//! - Scores have an exponential tail, since the statistic tends to a sum of squares. Its scale is estimated from k
//!   draws; with a gamma prior on the rate, the part beyond is then generalized Pareto of shape 1/k. The tail is used
//!   only for statistics that no draw reaches; otherwise the number of draws that reach it is used.
//! - If few values differ from all others, there are few orders, and draws may contain none of the rare ones. But every
//!   order that has the same values in a piece has at least its statistic, and the number of those orders is known
//!   exactly, so p is never less than their fraction.

use std::ops::Range;

use super::arcs::{self, joined};
use super::change::LEAST;
use super::null::{arc_score, score};
use super::random::Stream;
use super::ranks::Ranks;
use super::scan::Scan;
use crate::math;
use benchlens_base::sort::sort_copies;

/// The maximum number of points; longer series are thinned out.
const MOST_POINTS: usize = 200;

/// The maximum number of draws, the number before the first check, and the number that must reach the statistic.
const MOST_DRAWS: usize = 256;
const FIRST_LOOK: usize = 32;
const ENOUGH: f64 = 10.0;

/// Below this p, only the fitted tail is used.
const RARE: f64 = 1.0 / MOST_DRAWS as f64;

/// The tail is fitted to the greatest draws, one in this number.
const TAIL: usize = 8;

/// Returns the probability of a score at least this great; `piece` is the piece that has it.
pub(super) fn chance(
    ranks: &Ranks,
    of: f64,
    with_arcs: bool,
    piece: &Range<usize>,
    seed: u64,
) -> f64 {
    let thin = thinned(&ranks.sorted);
    let n = thin.len();
    let (mut scan, mut stream) = (Scan::default(), Stream::new(seed));
    scan.set(&thin);
    let mut indices: Vec<u32> = (0..).take(n).collect();
    let normal = arcs::scores(&Ranks { indices: indices.clone(), sorted: thin.clone(), tied: 0.0 });
    let mut drawn = Vec::with_capacity(MOST_DRAWS);
    let mut look = FIRST_LOOK;
    loop {
        while drawn.len() < look {
            stream.shuffle(&mut indices);
            let q = scan.best(&indices, &thin, LEAST).map_or(0.0, |best| best.q / 2.0);
            let by_arc = with_arcs.then(|| {
                let ordered: Vec<f64> = indices.iter().map(|&at| normal[at as usize]).collect();
                arcs::of_scores(&ordered).map_or(0.0, |arc| arc_score(arc.value, n))
            });
            let by_split = score(q, n);
            drawn.push(by_arc.map_or(by_split, |by_arc| joined(by_split, by_arc, ranks.len())));
        }
        sort_copies(&mut drawn, &mut |a: &f64, b| b.total_cmp(a));
        let p = share(&drawn, of);
        if ENOUGH <= p * drawn.len() as f64 || MOST_DRAWS <= look {
            return if p < RARE { p.max(same_piece(ranks, piece)) } else { p };
        }
        look *= 2;
    }
}

/// Returns the fraction of random orders that have as many of each value in a piece, or do when reversed.
fn same_piece(ranks: &Ranks, piece: &Range<usize>) -> f64 {
    let n = ranks.len();
    let mut is_inside = vec![false; n];
    for &index in ranks.indices.get(piece.clone()).unwrap_or_default() {
        is_inside[index as usize] = true;
    }
    let mut log_factorials = Vec::with_capacity(n + 1);
    log_factorials.push(0.0);
    for i in 1..=n {
        log_factorials.push(log_factorials[i - 1] + math::ln(i as f64));
    }
    let log_choices =
        |n: usize, k: usize| log_factorials[n] - log_factorials[k] - log_factorials[n - k];
    let (mut start, mut log_p) = (0, -log_choices(n, piece.len()));
    for group in ranks.sorted.chunk_by(|a, b| a == b) {
        let end = start + group.len();
        let inside = is_inside[start..end].iter().filter(|&&inside| inside).count();
        log_p += log_choices(group.len(), inside);
        start = end;
    }
    (2.0 * math::exp(log_p)).min(1.0)
}

/// Returns at most [`MOST_POINTS`] of sorted values, evenly spaced, as mid-ranks. If most values are equal, it returns
/// all of them, because then only the few others matter and thinning might remove them all.
fn thinned(sorted: &[u64]) -> Vec<u64> {
    let n = sorted.len();
    let most_equal = sorted.chunk_by(|a, b| a == b).map(<[u64]>::len).max().unwrap_or(0);
    if n <= MOST_POINTS || n < 2 * most_equal {
        return sorted.to_vec();
    }
    let some = (0..MOST_POINTS).map(|at| sorted[(2 * at + 1) * n / (2 * MOST_POINTS)] as f64);
    Ranks::of(&some.collect::<Vec<f64>>()).sorted
}

/// Returns the fraction of draws, sorted from the greatest, that reach a score; it comes from the fitted tail if no
/// draw does.
fn share(drawn: &[f64], score: f64) -> f64 {
    // The statistics of equal orders may differ by rounding.
    let reached = drawn.partition_point(|&other| score <= other + 1e-9);
    let counted = (reached + 1) as f64 / (drawn.len() + 1) as f64;
    if 0 < reached {
        return counted;
    }
    let tail = drawn.len() / TAIL;
    let threshold = drawn[tail];
    let total: f64 = drawn[..tail].iter().map(|other| other - threshold).sum();
    // Without ties the scale is 1. Equal draws must not reduce it, because if the statistic has few possible values,
    // the next one may be far away.
    let total = total.max(tail as f64);
    let beyond = math::exp(-(tail as f64) * math::ln(1.0 + (score - threshold) / total));
    // The scale is estimated from few draws, so its error is included.
    let doubt = 1.0 + 1.0 / math::sqrt(tail as f64);
    (tail as f64 / drawn.len() as f64 * beyond * doubt).min(counted)
}
