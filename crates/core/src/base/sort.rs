//! A stable sort of which there is one copy.
//!
//! Each `sort_by` with a closure of its own is another 8 kilobytes of code, which a browser waits for.
//! Sorts that are not worth that come here; those in inner loops do not.

use std::cmp::Ordering;

/// The places of `count` things in sorted order; equal ones keep theirs.
pub(crate) fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    sort_places(&mut places, compare);
    places
}

/// Sorts places; equal ones keep their order.
pub(crate) fn sort_places(places: &mut [usize], compare: &mut dyn FnMut(usize, usize) -> Ordering) {
    places.sort_by(|&a, &b| compare(a, b));
}

/// Puts values into the order of a comparison.
pub(crate) fn sort_copies<T: Copy>(values: &mut [T], compare: &mut dyn FnMut(&T, &T) -> Ordering) {
    let old = values.to_vec();
    let order = order(old.len(), &mut |a, b| compare(&old[a], &old[b]));
    for (value, place) in values.iter_mut().zip(order) {
        *value = old[place];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ones_keep_their_order() {
        let keys = [3, 1, 3, 0, 1];
        assert_eq!(order(5, &mut |a, b| keys[a].cmp(&keys[b])), [3, 1, 4, 0, 2]);
        let mut pairs = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        sort_copies(&mut pairs, &mut |a, b| a.0.cmp(&b.0));
        assert_eq!(pairs, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
        assert!(order(0, &mut |_, _| Ordering::Equal).is_empty());
    }
}
