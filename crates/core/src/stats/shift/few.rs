//! Few numbers between two bounds, and which of them have given ranks.
//!
//! Takes numbers in any order, each with how often it occurs; gives those of one or two ranks. Takes no
//! branch on the data, which for so few numbers is faster than sorting them. Must not know what the
//! numbers are.

use crate::base::sort::{from_place, to_place};

/// So many numbers at most.
pub(super) const FEW: usize = 40;

/// Room for them, for a pair behind the last one, and for whole groups of [`LANES`].
const ROOM: usize = 48;

/// Numbers that are compared side by side.
const LANES: usize = 4;

/// So many places before and behind its expected one a number is looked for first.
const NEAR: f64 = 5.0;

/// Numbers, and how often each occurs.
type Numbers = ([f64; ROOM], [u64; ROOM]);

/// The numbers. Keep it and reuse it: it only keeps memory.
#[derive(Clone, Debug)]
pub(super) struct Few {
    all: Numbers,
    count: usize,
    /// Those near one rank.
    near: Numbers,
}

impl Default for Few {
    fn default() -> Self {
        let numbers = ([0.0; ROOM], [0; ROOM]);
        Few { all: numbers, count: 0, near: numbers }
    }
}

impl Few {
    /// Forgets all numbers.
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds the first `count` of `pair` and `more`, each with how often it occurs. As a rule they are none or
    /// one: so two are written always, and the next ones written over those that are too many.
    #[inline]
    pub(super) fn push(
        &mut self,
        count: usize,
        pair: [(f64, u64); 2],
        more: impl Fn(usize) -> (f64, u64),
    ) {
        let (numbers, times) = &mut self.all;
        let (Some([a, b, rest @ ..]), Some([times_a, times_b, rest_times @ ..])) =
            (numbers.get_mut(self.count..), times.get_mut(self.count..))
        else {
            return;
        };
        [(*a, *times_a), (*b, *times_b)] = pair;
        if 2 < count {
            for (i, place) in (2..count).zip(rest.iter_mut().zip(rest_times)) {
                (*place.0, *place.1) = more(i);
            }
        }
        self.count = (self.count + count).min(FEW);
    }

    /// The numbers of two ranks next to each other, or of one twice, if all lie between two bounds and are
    /// `total` with those that occur several times.
    pub(super) fn select(
        &mut self,
        ranks: [usize; 2],
        [low, high]: [f64; 2],
        total: usize,
    ) -> [f64; 2] {
        // Numbers this close to each other lie evenly, as a rule.
        let step = (high - low) / self.count as f64;
        let place = |rank: usize| (rank as f64 + 0.5) * (self.count as f64 / total as f64);
        let from = low + step * (place(ranks[0]) - NEAR);
        let to = low + step * (place(ranks[1]) + NEAR);
        let (mut below, mut inside, mut count) = (0, 0, 0);
        let (numbers, times) = &self.all;
        for (&number, &times) in numbers[..self.count].iter().zip(times) {
            self.near.0[count % ROOM] = number;
            self.near.1[count % ROOM] = times;
            let is_inside = (from <= number) & (number <= to);
            below += only_if(number < from, times);
            inside += only_if(is_inside, times);
            count += usize::from(is_inside);
        }
        let (below, end) = (below as usize, (below + inside) as usize);
        if below <= ranks[0] && ranks[1] < end {
            return by_counting(&mut self.near, count, ranks.map(|rank| rank - below));
        }
        by_counting(&mut self.all, self.count, ranks)
    }
}

/// A number, or 0.
#[inline]
fn only_if(condition: bool, number: u64) -> u64 {
    number & u64::from(condition).wrapping_neg()
}

/// The numbers of two ranks among the first `count`: counts for each how many are less.
fn by_counting(all: &mut Numbers, count: usize, ranks: [usize; 2]) -> [f64; 2] {
    let (numbers, times) = all;
    let end = count.next_multiple_of(LANES).min(ROOM);
    numbers[count.min(end)..end].fill(f64::INFINITY);
    let (numbers, mut found) = (numbers[..end].as_chunks::<LANES>().0, [0; 2]);
    let times = times[..end].as_chunks::<LANES>().0;
    for &number in numbers.as_flattened() {
        let mut less = [0_u64; LANES];
        for (group, times) in numbers.iter().zip(times) {
            for ((less, other), times) in less.iter_mut().zip(group).zip(times) {
                *less += only_if(*other < number, *times);
            }
        }
        let less = less.iter().sum::<u64>() as usize;
        let place = to_place(number);
        for (found, rank) in found.iter_mut().zip(ranks) {
            // The greatest of those with few enough below them.
            *found = (*found).max(only_if(less <= rank, place));
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
            let mut numbers: Vec<(f64, u64)> = (0..count)
                .map(|_| (number(&mut random), 1 + random.below(1 + trial % 4)))
                .collect();
            few.clear();
            let mut left = &numbers[..];
            while !left.is_empty() {
                let next = (random.below(5) as usize).min(left.len());
                let at = |i: usize| left.get(i).copied().unwrap_or((f64::NAN, 1 << 40));
                few.push(next, [at(0), at(1)], at);
                left = &left[next..];
            }
            numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
            let all: Vec<f64> =
                numbers.iter().flat_map(|&(n, times)| (0..times).map(move |_| n)).collect();
            let first = random.below(all.len() as u64) as usize;
            let last = (first + random.below(2) as usize).min(all.len() - 1);
            let found = few.select([first, last], [-0.5, 10.5], all.len());
            assert_eq!(found, [all[first], all[last]], "{numbers:?}");
        }
    }
}
