//! Searches for the shifts at which the test stops rejecting.
//!
//! Takes the changes of some pairs and a level; gives the interval. Must not know the estimate, or the p at no change.

use super::super::Interval;
use super::super::inversion::first_accepted;
use super::counts::EXACT;
use super::memory::SignedRank;
use super::ranks::{approximate, cube, deviation, sum};

/// The number of cached tests. A few are enough because most samples of a log have the same size.
const TESTS: usize = 8;

/// Finds at once the Walsh averages for the estimate and the intervals at these levels.
pub(super) fn prepare(all: &mut SignedRank, levels: &[f64]) {
    let tie_sum = tie_sum(all.changes.terms());
    if has_patterns(all.changes.terms().len(), tie_sum) {
        return;
    }
    let count = all.changes.walsh_count();
    let mut ranks = vec![(count - 1) / 2, count / 2];
    for &alpha in levels.iter().filter(|&&alpha| alpha < 1.0) {
        let (left_out, _) = left_out(all, tie_sum, alpha);
        ranks.extend(left_out.checked_sub(1).iter().flat_map(|&rank| [rank, count - 1 - rank]));
    }
    all.walsh.find(&all.changes, &mut ranks);
}

/// Returns the interval between the outermost shifts that the test accepts next to a Walsh average.
pub(super) fn interval(all: &mut SignedRank, alpha: f64) -> Interval {
    let tie_sum = tie_sum(all.changes.terms());
    if has_patterns(all.changes.terms().len(), tie_sum) {
        return by_pattern(all, alpha);
    }
    let (left_out, error) = left_out(all, tie_sum, alpha);
    let count = all.changes.walsh_count();
    let SignedRank { changes, walsh, .. } = all;
    let (lo, hi) = match left_out.checked_sub(1) {
        None => changes.scale().limits(),
        Some(rank) => {
            let [lo, hi] = [rank, count - 1 - rank].map(|rank| walsh.nth(changes, rank));
            (changes.average(lo), changes.average(hi))
        }
    };
    Interval { lo, hi, error }
}

/// Returns whether the distribution depends on the positions of the ties.
fn has_patterns(len: usize, tie_sum: f64) -> bool {
    len <= EXACT && 0.0 < tie_sum
}

/// Returns Σ (t³ − t) over the groups of t equal terms.
fn tie_sum(terms: &[f64]) -> f64 {
    if terms.windows(2).all(|pair| pair[0] != pair[1]) {
        return 0.0;
    }
    terms.chunk_by(|x, y| x == y).map(|group| cube(group.len())).sum()
}

/// Returns the smallest T that is accepted, and twice the tail of the greatest T that is not.
fn left_out(all: &mut SignedRank, tie_sum: f64, alpha: f64) -> (usize, f64) {
    let len = all.changes.terms().len();
    let key = [len as u64, tie_sum.to_bits(), alpha.to_bits()];
    let known = &mut all.known;
    if let Some(&(_, answer)) = known.tests.iter().find(|(known, _)| *known == key) {
        return answer;
    }
    let deviation = deviation(len, 0, tie_sum);
    let mut tail = |t: usize| {
        if len <= EXACT {
            all.counts.untied(len, t)
        } else {
            approximate(2 * t as u64, sum(len), deviation)
        }
    };
    // From the center on everything is accepted.
    let (mut rejected, mut accepted) = (None, all.changes.walsh_count().div_ceil(2));
    while rejected.map_or(0, |t| t + 1) < accepted {
        let middle = rejected.map_or(accepted / 2, |t: usize| t + (accepted - t) / 2);
        if alpha < tail(middle) { accepted = middle } else { rejected = Some(middle) }
    }
    let answer = (accepted, rejected.map_or(0.0, tail));
    if known.tests.len() < TESTS {
        known.tests.push((key, answer));
    } else {
        known.next = (known.next + 1) % TESTS;
        known.tests[known.next] = (key, answer);
    }
    answer
}

/// Finds the interval if each stretch between Walsh averages has a distribution of its own.
fn by_pattern(all: &mut SignedRank, alpha: f64) -> Interval {
    let SignedRank { changes, walsh, counts, known, .. } = all;
    let (list, count) = (walsh.list(changes), changes.walsh_count());
    // Ties change the tails little, so the tails without ties give a good guess.
    let guess = counts.untied_tails(changes.terms().len()).partition_point(|&tail| tail <= alpha);
    let mut tail = |stretch: usize, from_above: bool| {
        let below = list.below(stretch);
        let t = if from_above { count - below } else { below };
        if count <= 2 * t {
            return 2.0;
        }
        list.doubled_ranks(stretch, &mut known.ranks);
        counts.tied(&known.ranks, 2 * t)
    };
    // The first stretch, from below, whose lower tail is large enough, and the last whose upper tail is.
    let (lower, low_error) =
        first_accepted(list.len(), list.stretch_at(guess), alpha, |at| tail(at, false));
    let (upper, high_error) =
        first_accepted(list.len(), list.len() - list.stretch_at(count - guess), alpha, |at| {
            tail(list.len() - at, true)
        });
    let last = list.len() - upper;
    let (lo, hi) = changes.scale().limits();
    let average = |at: usize| list.different(at).map(|both| changes.average(both));
    Interval {
        lo: lower.checked_sub(1).and_then(average).unwrap_or(lo),
        hi: average(last).unwrap_or(hi),
        error: (low_error + high_error) / 2.0,
    }
}
