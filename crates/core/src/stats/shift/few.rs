//! Few numbers between two bounds, and which of them have given ranks.
//!
//! Takes numbers in any order; gives those of one or two ranks. Takes no branch on the data, which for so
//! few numbers is faster than sorting them. Must not know what the numbers are.

use crate::base::sort::{from_place, to_place};

/// So many numbers at most.
pub(super) const FEW: usize = 40;

/// Room for them, for a pair behind the last one, and for whole groups of [`LANES`].
const ROOM: usize = 48;

/// Numbers that are compared side by side.
const LANES: usize = 4;

/// So many places before and behind its expected one a number is looked for first.
const NEAR: f64 = 5.0;

/// The numbers. Keep it and reuse it: it only keeps memory.
#[derive(Clone, Debug)]
pub(super) struct Few {
    numbers: [f64; ROOM],
    count: usize,
    near: [f64; ROOM],
}

impl Default for Few {
    fn default() -> Self {
        Few { numbers: [0.0; ROOM], count: 0, near: [0.0; ROOM] }
    }
}

impl Few {
    /// Forgets all numbers.
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds the first `count` of `pair` and `more`. As a rule they are none or one: so two are written
    /// always, and the next ones written over those that are too many.
    #[inline]
    pub(super) fn push(&mut self, count: usize, pair: [f64; 2], more: impl Fn(usize) -> f64) {
        let Some([first, second, rest @ ..]) = self.numbers.get_mut(self.count..) else { return };
        [*first, *second] = pair;
        if 2 < count {
            for (place, i) in rest.iter_mut().zip(2..count) {
                *place = more(i);
            }
        }
        self.count = (self.count + count).min(FEW);
    }

    /// The numbers of two ranks next to each other, or of one twice, if all lie between two bounds.
    pub(super) fn select(&mut self, ranks: [usize; 2], [low, high]: [f64; 2]) -> [f64; 2] {
        // Numbers this close to each other lie evenly, as a rule.
        let step = (high - low) / self.count as f64;
        let from = low + step * (ranks[0] as f64 + 0.5 - NEAR);
        let to = low + step * (ranks[1] as f64 + 0.5 + NEAR);
        let (mut below, mut count) = (0, 0);
        for &number in &self.numbers[..self.count] {
            self.near[count % ROOM] = number;
            below += usize::from(number < from);
            count += usize::from(from <= number) & usize::from(number <= to);
        }
        if below <= ranks[0] && ranks[1] < below + count {
            return by_counting(&mut self.near, count, ranks.map(|rank| rank - below));
        }
        by_counting(&mut self.numbers, self.count, ranks)
    }
}

/// The numbers of two ranks among the first `count`: counts for each how many are less.
fn by_counting(numbers: &mut [f64; ROOM], count: usize, ranks: [usize; 2]) -> [f64; 2] {
    let end = count.next_multiple_of(LANES).min(ROOM);
    numbers[count.min(end)..end].fill(f64::INFINITY);
    let (groups, mut found) = (numbers[..end].as_chunks::<LANES>().0, [0; 2]);
    for &number in groups.as_flattened() {
        let mut less = [0_u64; LANES];
        for group in groups {
            for (less, other) in less.iter_mut().zip(group) {
                *less += u64::from(*other < number);
            }
        }
        let less = less.iter().sum::<u64>() as usize;
        let place = to_place(number);
        for (found, rank) in found.iter_mut().zip(ranks) {
            // The greatest of those with few enough below them.
            *found = (*found).max(if less <= rank { place } else { 0 });
        }
    }
    found.map(from_place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::tests::random::Random;

    #[test]
    fn the_numbers_are_those_of_a_sorted_list() {
        let mut random = Random::new(7);
        let mut few = Few::default();
        for trial in 0..20_000 {
            let count = 1 + random.below(FEW as u64) as usize;
            // With equal ones, evenly, and with all of them near one bound.
            let number = |random: &mut Random| match trial % 3 {
                0 => random.below(9) as f64,
                1 => random.below(1000) as f64 / 100.0,
                _ => [(); 9].map(|()| random.below(1000) as f64 / 1000.0).iter().product::<f64>(),
            };
            let mut numbers: Vec<f64> = (0..count).map(|_| number(&mut random)).collect();
            few.clear();
            let mut left = &numbers[..];
            while !left.is_empty() {
                let next = (random.below(5) as usize).min(left.len());
                let at = |i: usize| left.get(i).copied().unwrap_or(f64::NAN);
                few.push(next, [at(0), at(1)], at);
                left = &left[next..];
            }
            numbers.sort_by(f64::total_cmp);
            let first = random.below(count as u64) as usize;
            let last = (first + random.below(2) as usize).min(count - 1);
            let found = few.select([first, last], [-0.5, 10.5]);
            assert_eq!(found, [numbers[first], numbers[last]], "{numbers:?}");
        }
    }
}
