//! Compares samples in blocks with coin, and with all orders of few values.

use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::{AllEqual, Block, MannWhitney, ShiftScale, Shifts, VanElteren};

type Owned = Vec<[Vec<f64>; 2]>;

fn borrowed(blocks: &Owned) -> Vec<Block<'_>> {
    blocks.iter().map(|[old, new]| Block { old, new }).collect()
}

/// Returns the blocks of a row: `old;new` for each.
fn recorded(cells: &[&str]) -> Owned {
    let side = |text: &str| {
        let mut values = numbers(text);
        values.sort_by(f64::total_cmp);
        values
    };
    let block = |cell: &&str| {
        let (old, new) = cell.split_once(';').unwrap();
        [side(old), side(new)]
    };
    cells.iter().map(block).collect()
}

#[test]
fn coin() {
    let mut test = VanElteren::default();
    let mut exact = 0;
    for row in rows(include_str!("../../../../tests/oracles/blocks_coin.tsv")) {
        let blocks = recorded(&row[2..]);
        let found = test.blocks(&borrowed(&blocks)).unwrap().p().unwrap();
        assert_close(found, row[1].parse().unwrap(), 1e-9, &row.join(" "));
        let is_exact = test.blocks(&borrowed(&blocks)).unwrap().is_exact();
        assert_eq!(is_exact, row[0] == "exact", "{row:?}");
        exact += u32::from(is_exact);
    }
    assert!(20 < exact, "{exact}");
}

/// Returns all ways to choose `chosen` of the values, as pairs of samples.
fn splits(values: &[f64], chosen: usize) -> Vec<[Vec<f64>; 2]> {
    let is_chosen = |set: u32| set.count_ones() as usize == chosen;
    let sides = |set: u32| {
        let side = |wanted: u32| {
            let indices = (0..values.len()).filter(|i| set >> i & 1 == wanted);
            indices.map(|i| values[i]).collect::<Vec<f64>>()
        };
        [side(1), side(0)]
    };
    (0..1_u32 << values.len()).filter(|&set| is_chosen(set)).map(sides).collect()
}

/// Returns Σ R/(N + 1) of the old values over blocks, with mean ranks, as a fraction of 2·27720, which is divisible by
/// each N + 1 up to 12.
fn statistic(blocks: &[[Vec<f64>; 2]]) -> i64 {
    let of = |[old, new]: &[Vec<f64>; 2]| {
        let all = || old.iter().chain(new);
        let doubled_rank = |x: &f64| {
            let less = all().filter(|&y| y < x).count();
            let up_to = all().filter(|&y| y <= x).count();
            (less + up_to + 1) as i64
        };
        let sum: i64 = old.iter().map(doubled_rank).sum();
        sum * 27720 / (old.len() + new.len() + 1) as i64
    };
    blocks.iter().map(of).sum()
}

/// Returns the doubled tails of the statistic over all orders within blocks.
fn all_orders(blocks: &Owned) -> [f64; 2] {
    let found = statistic(blocks);
    let mut sums = vec![0];
    for [old, new] in blocks {
        let values = [&old[..], new].concat();
        let of_block: Vec<i64> =
            splits(&values, old.len()).into_iter().map(|split| statistic(&[split])).collect();
        sums = sums.iter().flat_map(|sum| of_block.iter().map(move |more| sum + more)).collect();
    }
    let share = |count: usize| 2.0 * count as f64 / sums.len() as f64;
    [
        share(sums.iter().filter(|&&sum| sum <= found).count()),
        share(sums.iter().filter(|&&sum| found <= sum).count()),
    ]
}

fn random_blocks(random: &mut Random, most: u64, levels: u64) -> Owned {
    let count = 1 + random.below(3);
    let block = |random: &mut Random| {
        let mut side = |offset: u64| {
            let n = 1 + random.below(most);
            let mut values: Vec<f64> =
                (0..n).map(|_| (16 + offset + random.below(levels)) as f64).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        [side(0), side(levels / 2)]
    };
    (0..count).map(|_| block(random)).collect()
}

/// Returns the smallest and the greatest shift that all orders accept, by trying all quotients and one shift between
/// any two. Values are integers, so values scaled by numerator and denominator tie exactly.
fn accepted(blocks: &Owned, alpha: f64) -> Option<(f64, f64)> {
    let mut fractions: Vec<(f64, f64)> = vec![(1.0, 1.0)];
    for [old, new] in blocks {
        fractions.extend(old.iter().flat_map(|&x| new.iter().map(move |&y| (y, x))));
    }
    fractions.sort_by(|a, b| (a.0 * b.1).total_cmp(&(b.0 * a.1)));
    fractions.dedup_by(|a, b| a.0 * b.1 == b.0 * a.1);
    let accepts = |(numerator, denominator): (f64, f64)| {
        let times = |values: &[f64], factor: f64| values.iter().map(|v| v * factor).collect();
        let moved: Owned = blocks
            .iter()
            .map(|[old, new]| [times(old, numerator), times(new, denominator)])
            .collect();
        all_orders(&moved).into_iter().all(|tail| alpha < tail)
    };
    let (mut lo, mut hi) = (f64::INFINITY, 0.0_f64);
    let mut extend = |from: f64, to: f64| (lo, hi) = (lo.min(from), hi.max(to));
    let value = |(numerator, denominator): (f64, f64)| numerator / denominator;
    for (i, &at) in fractions.iter().enumerate() {
        if accepts(at) {
            extend(value(at), value(at));
        }
        let next = fractions.get(i + 1).copied();
        // The mediant lies between two fractions.
        let between = next.map_or((2.0 * at.0, at.1), |next| (at.0 + next.0, at.1 + next.1));
        if accepts(between) {
            extend(value(at), next.map_or(f64::INFINITY, value));
        }
    }
    let first = fractions[0];
    if accepts((first.0, 2.0 * first.1)) {
        extend(0.0, value(first));
    }
    (lo <= hi).then_some((lo, hi))
}

#[test]
fn all_orders_of_few_values() {
    let mut random = Random::new(20);
    let mut test = VanElteren::default();
    let (mut rejected, mut bounds) = (0, 0);
    for trial in 0..500 {
        let blocks = random_blocks(&mut random, 3, [2, 4, 9, 1000][trial % 4]);
        let alpha = [0.05, 0.1, 0.2, 0.4, 0.02][trial % 5];
        let tails = all_orders(&blocks);
        let wanted = tails[0].min(tails[1]).min(1.0);
        let list = borrowed(&blocks);
        let mut found = test.blocks(&list).unwrap();
        assert!(found.is_exact());
        let is_constant = |[old, new]: &[Vec<f64>; 2]| {
            old[0] == new[new.len() - 1] && new[0] == old[old.len() - 1]
        };
        let accepts_null = match found.p() {
            Err(AllEqual) => blocks.iter().all(is_constant),
            Ok(p) => {
                assert_close(p, wanted, 1e-14, &format!("{blocks:?}"));
                assert!(found.least_p() <= p);
                alpha < p
            }
        };
        let (shift, wide) = found.shift_and_equivalence(alpha);
        let interval = shift.interval;
        assert_eq!(interval.holds(1.0), accepts_null, "{blocks:?} {alpha} {interval:?}");
        assert!(interval.holds(shift.estimate) && interval.error <= alpha);
        assert!(interval.lo <= wide.lo.next_up() && wide.hi.next_down() <= interval.hi);
        rejected += u32::from(!accepts_null);
        if let Some((lo, hi)) = accepted(&blocks, alpha) {
            for (found, wanted) in [(interval.lo, lo), (interval.hi, hi)] {
                let is_next = wanted == 1.0 && (found - 1.0).abs() < 1e-15;
                assert!(found == wanted || is_next, "{blocks:?} {alpha}: {found} {wanted}");
                bounds += u32::from(wanted.is_finite() && 0.0 < wanted);
            }
        }
    }
    assert!(30 < rejected && 100 < bounds, "{rejected} {bounds}");
}

#[test]
fn one_block_is_the_mann_whitney_test() {
    let mut random = Random::new(21);
    let (mut test, mut shifts, mut whole) =
        (VanElteren::default(), Shifts::default(), MannWhitney::default());
    for trial in 0..200 {
        let n = 4 + random.below(if trial % 2 == 0 { 20 } else { 140 });
        let mut side = || {
            let mut values: Vec<f64> = (0..n).map(|_| 9.0 + random.normal()).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let (old, new) = (side(), side());
        let mut blocks = test.blocks(&[Block { old: &old, new: &new }]).unwrap();
        // Between 33 and 50 values only the other side is exact.
        if !blocks.is_exact() && n <= 50 {
            assert!(32 < n, "{n}");
            continue;
        }
        assert_close(blocks.p().unwrap(), whole.exact_p(&old, &new).unwrap(), 1e-13, "p");
        let mut pairs = shifts.pairs(&old, &new).unwrap();
        let (shift, wide) = pairs.shift_and_equivalence(&mut whole, 0.05);
        assert_eq!(blocks.shift_and_equivalence(0.05), (shift, wide), "{old:?} {new:?}");
    }
}

#[test]
fn what_blocks_have_in_common_does_not_matter() {
    let mut random = Random::new(22);
    let mut test = VanElteren::default();
    let (mut alarms, mut found, mut held) = (0, 0, 0);
    for _ in 0..1000 {
        let mut blocks = |change: f64| -> Owned {
            let block = |_| {
                let level = 100.0 * (random.normal() * 0.5).exp2();
                let mut side = |factor: f64| {
                    let value = |_| level * factor * (random.normal() * 0.02).exp2();
                    let mut values: Vec<f64> = (0..3).map(value).collect();
                    values.sort_by(f64::total_cmp);
                    values
                };
                [side(1.0), side(change)]
            };
            (0..6).map(block).collect()
        };
        let same = blocks(1.0);
        alarms += u32::from(test.blocks(&borrowed(&same)).unwrap().p().unwrap() <= 0.05);
        let more = blocks(1.02);
        let more = borrowed(&more);
        let mut more = test.blocks(&more).unwrap();
        found += u32::from(more.p().unwrap() <= 0.05);
        held += u32::from(more.interval(0.05).holds(1.02));
    }
    // Three standard errors of a thousand trials at 0.05 are 0.02.
    assert!(alarms <= 70, "{alarms}");
    assert!(900 < found, "{found}");
    assert!(930 <= held, "{held}");
}

#[test]
fn odd_blocks() {
    let mut test = VanElteren::default();
    let (one, none): (&[f64], &[f64]) = (&[1.0, 2.0], &[]);
    assert!(test.blocks(&[]).is_none());
    assert!(test.blocks(&[Block { old: one, new: none }]).is_none());
    assert!(test.blocks(&[Block { old: one, new: &[f64::NAN] }]).is_none());
    let empty = Block { old: none, new: one };
    let equal = Block { old: &[5.0; 3], new: &[5.0; 3] };
    let mut blocks = test.blocks(&[empty, equal, equal]).unwrap();
    assert_eq!((blocks.count(), blocks.p()), (2, Err(AllEqual)));
    let (shift, _) = blocks.shift_and_equivalence(0.05);
    assert_eq!((shift.scale, shift.estimate), (ShiftScale::Ratio, 1.0));
    assert!(shift.interval.holds(1.0));
    for alpha in [f64::NAN, 1.0, 0.0, -1.0] {
        let interval = blocks.interval(alpha);
        assert!(interval.lo <= interval.hi);
    }
    // Differences, and the most extreme values.
    let block = Block { old: &[-f64::MAX, 0.0], new: &[5e-324, f64::MAX] };
    let (shift, _) = test.blocks(&[block, block, block]).unwrap().shift_and_equivalence(0.05);
    assert_eq!(shift.scale, ShiftScale::Difference);
    // Sizes without a small common multiple are approximated.
    let values: Vec<f64> = (0..30).map(f64::from).map(|x| x + 1.0).collect();
    let mixed: Vec<Block<'_>> =
        (1..14).map(|n| Block { old: &values[..n], new: &values[n..2 * n + 1] }).collect();
    let mut mixed = test.blocks(&mixed).unwrap();
    assert!(!mixed.is_exact() && mixed.p().unwrap() < 1e-9);
    // Many values in one block.
    let many: Vec<f64> = (0..2000).map(|x| 100.0 + f64::from(x)).collect();
    let mut many = test.blocks(&[Block { old: &many, new: &many }, equal]).unwrap();
    assert_eq!(many.p(), Ok(1.0));
    let (shift, _) = many.shift_and_equivalence(0.05);
    assert!(shift.interval.holds(1.0) && shift.interval.lo < 1.0 && 1.0 < shift.interval.hi);
}
