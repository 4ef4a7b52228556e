//! The order of a series: the index of each point in sorted order, and mid-ranks, for the series or a part of it.
//!
//! Takes values in order of time; gives indexes from 0 and the ranks, where equal values share their mean rank.
//! Guarantees an order for any values, including NaN.

use std::ops::Range;

use benchlens_base::sort::to_sort_key;

/// The points of a series in order of their values.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    /// For each index in sorted order, its point in order of time.
    points: Vec<u32>,
    /// For each index in sorted order, the number of groups of equal values before it.
    groups: Vec<u32>,
    values: Vec<f64>,
}

/// The ranks of a series or a part of a series.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranks {
    /// For each point in order of time, its index in sorted order.
    pub(super) indices: Vec<u32>,
    /// Twice the ranks in sorted order, from 2, which are integers.
    pub(super) sorted: Vec<u64>,
    /// Σ t³ − t over groups of t equal values, as a fraction of n³ − n: 0 without ties, 1 if all are equal.
    pub(super) tied: f64,
}

impl Order {
    pub(super) fn of(values: &[f64]) -> Self {
        // Values are sorted as integers, which takes a third of the time; both zeros are one value.
        let mut sorted: Vec<(u64, u32)> =
            values.iter().map(|value| to_sort_key(value + 0.0)).zip(0..).collect();
        sorted.sort_unstable();
        let mut order = Order { values: values.to_vec(), ..Order::default() };
        let (mut group, mut former) = (0, None);
        for (value, point) in sorted {
            group += u32::from(former.is_some_and(|former| former != value));
            former = Some(value);
            order.points.push(point);
            order.groups.push(group);
        }
        order
    }

    /// Returns the number of points.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns the values, in order of time.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the ranks of the points of a part among themselves.
    pub(super) fn ranks(&self, part: Range<usize>) -> Ranks {
        let len = part.len().min(self.len());
        let mut ranks = Ranks { indices: vec![0; len], sorted: Vec::with_capacity(len), tied: 0.0 };
        let (mut start, mut group) = (0, None);
        let (mut index, mut tied) = (0, 0.0);
        for (&point, &own) in self.points.iter().zip(&self.groups) {
            let Some(to) = (point as usize).checked_sub(part.start) else { continue };
            let Some(to) = ranks.indices.get_mut(to) else { continue };
            *to = index as u32;
            if group != Some(own) {
                tied += ranks.close(start, index);
                (start, group) = (index, Some(own));
            }
            index += 1;
        }
        tied += ranks.close(start, index);
        ranks.tied = if 1 < len { tied / cube(len) } else { 0.0 };
        ranks
    }
}

fn cube(count: usize) -> f64 {
    (count as f64) * (count as f64) * (count as f64) - count as f64
}

impl Ranks {
    pub(super) fn of(values: &[f64]) -> Self {
        Order::of(values).ranks(0..values.len())
    }

    /// Assigns equal values at these indexes their rank, and returns their contribution to the ties.
    fn close(&mut self, start: usize, end: usize) -> f64 {
        self.sorted.resize(end, (start + end + 1) as u64);
        cube(end - start)
    }

    /// Returns the number of points.
    pub(super) fn len(&self) -> usize {
        self.indices.len()
    }

    /// Returns whether all values are equal, or there are no values.
    pub(super) fn are_equal(&self) -> bool {
        self.sorted.first() == self.sorted.last()
    }
}
