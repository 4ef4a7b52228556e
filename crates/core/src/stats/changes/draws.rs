//! The null of tied ranks, by draws.
//!
//! Takes ranks and a seed; gives the share of random orders that reach a statistic. Few draws are enough to see
//! that nothing changed; beyond the rarest ones the tail is fitted.
//!
//! - Statistics are compared as scores, −ln p as if there were no ties. So a long series may be drawn as a short
//!   one in which the greater groups of ties have nearly the same shares: what is left of the length is in the score. Rare
//!   values may be lost. That does not matter beside many others, but beside one that most have, they are all there is.
//! - It stops once enough draws reach the statistic (Besag and Clifford, "Sequential Monte Carlo p-values", 1991).
//! - Scores have an exponential tail, since the statistic tends to a sum of squares. Its scale is known from k
//!   draws; with a gamma prior on the rate what lies beyond is then generalised Pareto of shape 1/k. It counts only for what
//!   no draw reaches: else the draws tell how many do.
//! - Few values that differ from all others have few orders, and draws may show none of the rare ones. But every order that has
//!   the same values in a piece has at least its statistic, and how many those are is known exactly: p is never less.

use std::ops::Range;

use super::arcs;
use super::change::LEAST;
use super::null::{arc_score, score};
use super::random::Stream;
use super::ranks::Ranks;
use super::scan::Scan;
use crate::base::sort::sort_copies;
use crate::stats::math;

/// More points are thinned out.
const MOST_POINTS: usize = 200;

/// The most draws, how many come before the first look, and how many must reach the statistic.
const MOST_DRAWS: usize = 256;
const FIRST_LOOK: usize = 32;
const ENOUGH: f64 = 10.0;

/// Beyond this p the fitted tail is all there is.
const RARE: f64 = 1.0 / MOST_DRAWS as f64;

/// The share of draws that the tail is fitted to.
const TAIL: usize = 8;

/// P(Q ≥ q), where q has one of the scores with its weight; `piece` is the one that has the statistic.
pub(super) fn chance(
    ranks: &Ranks,
    scores: &[(f64, f64)],
    with_arcs: bool,
    piece: &Range<usize>,
    seed: u64,
) -> f64 {
    let thin = thinned(&ranks.sorted);
    let n = thin.len();
    let (mut scan, mut stream) = (Scan::default(), Stream::new(seed));
    scan.set(&thin);
    let mut places: Vec<u32> = (0..).take(n).collect();
    let normal = arcs::scores(&Ranks { places: places.clone(), sorted: thin.clone(), tied: 0.0 });
    let mut drawn = Vec::with_capacity(MOST_DRAWS);
    let mut look = FIRST_LOOK;
    loop {
        while drawn.len() < look {
            stream.shuffle(&mut places);
            let q = scan.best(&places, &thin, LEAST).map_or(0.0, |best| best.q / 2.0);
            let by_arc = with_arcs.then(|| {
                let ordered: Vec<f64> = places.iter().map(|&at| normal[at as usize]).collect();
                arcs::of_scores(&ordered).map_or(0.0, |arc| arc_score(arc.value, n))
            });
            drawn.push(score(q, n).max(by_arc.unwrap_or(0.0)));
        }
        sort_copies(&mut drawn, &mut |a: &f64, b| b.total_cmp(a));
        let p = scores.iter().map(|&(weight, score)| weight * share(&drawn, score)).sum::<f64>();
        if ENOUGH <= p * drawn.len() as f64 || MOST_DRAWS <= look {
            return if p < RARE { p.max(same_piece(ranks, piece)) } else { p };
        }
        look *= 2;
    }
}

/// How often a random order has as many of each value in a piece, or does when turned round.
fn same_piece(ranks: &Ranks, piece: &Range<usize>) -> f64 {
    let n = ranks.len();
    let mut is_inside = vec![false; n];
    for &place in ranks.places.get(piece.clone()).unwrap_or_default() {
        is_inside[place as usize] = true;
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

/// At most [`MOST_POINTS`] of sorted values, evenly spaced, and their mid-ranks again; or all of them, if most are equal:
/// then the few others are what counts, and of those thinning may leave none.
fn thinned(sorted: &[u64]) -> Vec<u64> {
    let n = sorted.len();
    let most_equal = sorted.chunk_by(|a, b| a == b).map(<[u64]>::len).max().unwrap_or(0);
    if n <= MOST_POINTS || n < 2 * most_equal {
        return sorted.to_vec();
    }
    let some = (0..MOST_POINTS).map(|at| sorted[(2 * at + 1) * n / (2 * MOST_POINTS)] as f64);
    Ranks::of(&some.collect::<Vec<f64>>()).sorted
}

/// The share of draws, the greatest first, that reach a score; from the fitted tail if none does.
fn share(drawn: &[f64], score: f64) -> f64 {
    // Equal orders may differ by their rounding.
    let reached = drawn.partition_point(|&other| score <= other + 1e-9);
    let counted = (reached + 1) as f64 / (drawn.len() + 1) as f64;
    if 0 < reached {
        return counted;
    }
    let tail = drawn.len() / TAIL;
    let threshold = drawn[tail];
    let total: f64 = drawn[..tail].iter().map(|other| other - threshold).sum();
    // Without ties the scale is 1. Equal draws must not make it less: of few values that a statistic can have, the
    // next one may be far beyond.
    let total = total.max(tail as f64);
    let beyond = math::exp(-(tail as f64) * math::ln(1.0 + (score - threshold) / total));
    // Few draws tell the scale: it counts with its error.
    let doubt = 1.0 + 1.0 / math::sqrt(tail as f64);
    (tail as f64 / drawn.len() as f64 * beyond * doubt).min(counted)
}
