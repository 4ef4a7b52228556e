//! The null of tied ranks, by draws.
//!
//! Takes ranks and a seed; gives the share of random orders that reach a statistic. Few draws are enough to see
//! that nothing changed; beyond the rarest ones the tail is fitted.
//!
//! - Statistics are compared as scores, −ln p as if there were no ties. So a long series may be drawn as a short
//!   one with the same shares of ties: what is left of the length is in the score.
//! - It stops once enough draws reach the statistic (Besag and Clifford, "Sequential Monte Carlo p-values", 1991).
//! - Scores have an exponential tail, since the statistic tends to a sum of squares. Its scale is known from k
//!   draws; with a gamma prior on the rate what lies beyond is then generalised Pareto of shape 1/k.

use super::null::{arc_score, score};
use super::random::Stream;
use super::ranks::Ranks;
use super::scan::Scan;
use super::{LEAST, arcs};
use crate::base::sort::sort_copies;
use crate::stats::math;

/// More points are thinned out.
const MOST_POINTS: usize = 200;

/// The most draws, how many come before the first look, and how many must reach the statistic.
const MOST_DRAWS: usize = 256;
const FIRST_LOOK: usize = 32;
const ENOUGH: f64 = 10.0;

/// The share of draws that the tail is fitted to.
const TAIL: usize = 8;

/// P(Q ≥ q), where q has one of the scores with its weight.
pub(super) fn chance(ranks: &Ranks, scores: &[(f64, f64)], with_arcs: bool, seed: u64) -> f64 {
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
            return p;
        }
        look *= 2;
    }
}

/// At most [`MOST_POINTS`] of sorted values, evenly spaced; their mid-ranks again.
fn thinned(sorted: &[u64]) -> Vec<u64> {
    let n = sorted.len();
    let some: Vec<u64> = match n <= MOST_POINTS {
        true => sorted.to_vec(),
        false => (0..MOST_POINTS).map(|at| sorted[(2 * at + 1) * n / (2 * MOST_POINTS)]).collect(),
    };
    let some: Vec<f64> = some.into_iter().map(|twice| twice as f64).collect();
    Ranks::of(&some).sorted
}

/// The share of draws, the greatest first, that reach a score; from the fitted tail where they are few.
fn share(drawn: &[f64], score: f64) -> f64 {
    // Equal orders may differ by their rounding.
    let reached = drawn.partition_point(|&other| score <= other + 1e-9);
    let tail = drawn.len() / TAIL;
    let threshold = drawn[tail];
    let counted = (reached + 1) as f64 / (drawn.len() + 1) as f64;
    if ENOUGH as usize <= reached || score <= threshold {
        return counted;
    }
    let total: f64 = drawn[..tail].iter().map(|other| other - threshold).sum();
    if total <= 0.0 {
        return counted;
    }
    let beyond = math::exp(-(tail as f64) * math::ln(1.0 + (score - threshold) / total));
    // Few draws tell the scale: it counts with its error.
    let doubt = 1.0 + 1.0 / math::sqrt(tail as f64);
    (tail as f64 / drawn.len() as f64 * beyond * doubt).min(counted)
}
