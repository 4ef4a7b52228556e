//! The exact distribution of U with ties.
//!
//! Takes how often each value occurs; gives counts, as numbers of the caller's choice, which must represent the number
//! of all choices without rounding. Must not know how the counts are used.

use std::ops::{AddAssign, Div, Mul};

/// Returns in how many ways `chosen` values of these groups have twice U of 0, 1, … `most`.
///
/// Choosing `i` of a group of `size` while `j` are chosen of the `below` values so far adds 2·i·(below − j)
/// for the pairs with values below and i·(size − i) for the pairs within the group, in C(size, i) ways.
pub(super) fn ways_by_u<N>(chosen: usize, groups: &[usize], most: usize) -> Vec<N>
where
    N: Copy + From<u32> + AddAssign + Mul<Output = N> + Div<Output = N>,
{
    let number = |n: usize| N::from(n as u32);
    let values: usize = groups.iter().sum();
    let most = most.min(2 * chosen * (values - chosen));
    let mut rows = vec![vec![number(0); most + 1]; chosen + 1];
    rows[0][0] = number(1);
    let mut below = 0;
    for &size in groups {
        // From many chosen to few, so that entries are read before they are changed.
        for to in (1..=chosen.min(below + size)).rev() {
            let (before, from_to) = rows.split_at_mut(to);
            let mut choices = number(1);
            for i in 1..=size.min(to) {
                choices = choices * number(size + 1 - i) / number(i);
                let from = to - i;
                let Some(left) = below.checked_sub(from) else { continue };
                let moved = 2 * i * left + i * (size - i);
                if moved <= most {
                    let width = (2 * from * left + 1).min(most + 1 - moved);
                    let sums = from_to[0][moved..moved + width].iter_mut();
                    let terms = &before[from][..width];
                    sums.zip(terms).for_each(|(sum, &ways)| *sum += choices * ways);
                }
            }
        }
        below += size;
    }
    rows.swap_remove(chosen)
}
