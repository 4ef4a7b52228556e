//! Counts how often each value occurs in a block.
//!
//! Takes the two sides of a block; gives the sizes of the groups of equal values, in ascending order. Must not know
//! how they are used.

use super::super::ShiftScale;
use super::block::Block;

/// The shift at which values are grouped: between two quotients, or no change.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    /// Values of both sides may be equal.
    NoChange,
    /// Old values are moved beyond the new values of all quotients up to this one, so only values of one side can be
    /// equal. Without a quotient, all new values are greater.
    Above(Option<f64>, ShiftScale),
}

pub(super) fn groups(block: &Block<'_>, at: At) -> Vec<usize> {
    let (old, new) = (block.old, block.new);
    let (mut i, mut j) = (0, 0);
    let mut sizes = Vec::with_capacity(old.len() + new.len());
    while i < old.len() || j < new.len() {
        let (has_old, has_new) = match (old.get(i), new.get(j), at) {
            (Some(x), Some(y), At::NoChange) => (x <= y, y <= x),
            (Some(&x), Some(&y), At::Above(last, scale)) => {
                let is_new = last.is_some_and(|last| scale.of(x, y) <= last);
                (!is_new, is_new)
            }
            (first, second, _) => (first.is_some(), second.is_some()),
        };
        let same = |side: &[f64], from: usize| {
            side[from..].iter().take_while(|&&value| value == side[from]).count()
        };
        let from_old = if has_old { same(old, i) } else { 0 };
        let from_new = if has_new { same(new, j) } else { 0 };
        if from_old + from_new == 0 {
            // NaN values have no order.
            return vec![1; old.len() + new.len()];
        }
        sizes.push(from_old + from_new);
        i += from_old;
        j += from_new;
    }
    sizes
}
