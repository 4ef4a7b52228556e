//! The exact distribution of the weighted sum of U statistics.
//!
//! Takes sizes, weights and the ties of each block; gives tails. Guarantees integer counts: a tail is one rounded
//! division away from the truth. Must not know the values.

use super::super::fraction::{LARGEST, fraction};
use super::super::u_counts::ways_by_u;
use super::weights::Weights;

/// The maximum number of values that are counted exactly.
const VALUES: usize = 100;
/// The maximum number of additions for a count.
const WORK: usize = 1 << 22;

/// Returns the number of orders, if they can be counted.
pub(super) fn orders(weights: &Weights) -> Option<u128> {
    let values: usize = weights.sizes.iter().flatten().sum();
    if VALUES < values {
        return None;
    }
    // The number of values that the statistic can have, in steps.
    let steps = usize::try_from(weights.all).ok()? + 1;
    let (mut work, mut whole) = (0_usize, 1_u128);
    for &[old, new] in &weights.sizes {
        let width = 2 * old * new + 1;
        work = work.checked_add(width.checked_mul(steps)?)?;
        work = work.checked_add(width * (old + new) * old / 2)?;
        for i in 1..=old as u128 {
            // Each is an integer times the orders of the other blocks.
            whole = whole.checked_mul(new as u128 + i)? / i;
        }
    }
    (work <= WORK && whole < LARGEST / 2).then_some(whole)
}

/// Returns twice P(V ≤ v) and twice P(V ≥ v), without a limit of 1; V is twice the weighted sum of the U statistics of
/// the chosen side. `groups` returns for each block how often each of its values occurs, in ascending order.
pub(super) fn doubled_tails(
    weights: &Weights,
    whole: u128,
    chosen: usize,
    groups: &[Vec<usize>],
    v: u64,
) -> [f64; 2] {
    let ways = sums(weights, chosen, groups, v as usize, 1);
    let at_most: u128 = ways.iter().sum();
    let below = at_most - ways.last().copied().unwrap_or(0);
    [at_most, whole - below].map(|tail| fraction(2 * tail, whole))
}

/// Returns twice P(V ≤ 2·v) for each v below the center, without ties.
pub(super) fn untied(weights: &Weights, whole: u128) -> Box<[f64]> {
    let groups: Vec<Vec<usize>> = weights.sizes.iter().map(|[m, n]| vec![1; m + n]).collect();
    let centre = weights.all.div_ceil(2) as usize;
    let Some(most) = centre.checked_sub(1) else { return Box::default() };
    let mut tail = 0;
    let doubled = |count: u128| {
        tail += count;
        fraction(2 * tail, whole)
    };
    sums(weights, 0, &groups, most, 2).into_iter().map(doubled).collect()
}

/// Returns the number of orders in which V is 0, `unit`, … `most` times `unit`; all values of V must be multiples of
/// it.
fn sums(
    weights: &Weights,
    chosen: usize,
    groups: &[Vec<usize>],
    most: usize,
    unit: usize,
) -> Vec<u128> {
    let mut sums = vec![0_u128; most + 1];
    sums[0] = 1;
    let mut reach = 0;
    for ((sizes, &weight), groups) in weights.sizes.iter().zip(&weights.of).zip(groups) {
        let weight = weight as usize;
        let limit = unit * (most / weight);
        let counts: Vec<u128> = ways_by_u(sizes[chosen], groups, limit);
        let before = sums[..=reach].to_vec();
        sums[..=reach].fill(0);
        for (u, &count) in counts.iter().step_by(unit).enumerate().filter(|(_, count)| 0 < **count)
        {
            let terms = before.iter().map(|&ways| count * ways);
            let moved = sums.get_mut(weight * u..).unwrap_or_default();
            moved.iter_mut().zip(terms).for_each(|(sum, ways)| *sum += ways);
        }
        let width = 2 * sizes[0] * sizes[1] / unit;
        reach = most.min(reach + weight * width);
    }
    sums
}
