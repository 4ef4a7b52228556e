//! Compares Mann-Whitney with counting every way to split the values in two.

use crate::{AllEqual, MannWhitney};

/// Returns twice U of every set of `n1` of the values, with the set as bits.
///
/// `joined` shows which values equal the previous one: bit `i` for value `i + 1`.
fn splits(n: u32, n1: u32, joined: u32) -> Vec<(u32, u32)> {
    let group = |i: u32| (1..=i).filter(|j| joined >> (j - 1) & 1 == 0).count();
    let groups: Vec<_> = (0..n).map(group).collect();
    let twice_u = |set: u32| {
        let mut sum = 0;
        for x in (0..n).filter(|x| set >> x & 1 == 1) {
            for y in (0..n).filter(|y| set >> y & 1 == 0) {
                let (x, y) = (groups[x as usize], groups[y as usize]);
                sum += u32::from(x > y) + u32::from(x >= y);
            }
        }
        sum
    };
    (0..1 << n).filter(|set: &u32| set.count_ones() == n1).map(|set| (set, twice_u(set))).collect()
}

/// Returns the values of a set, which are the numbers of their groups.
fn sample(n: u32, joined: u32, chosen: impl Fn(u32) -> bool) -> Vec<f64> {
    let group = |i: u32| (1..=i).filter(|j| joined >> (j - 1) & 1 == 0).count() as f64;
    (0..n).filter(|&i| chosen(i)).map(group).collect()
}

fn check(tester: &mut MannWhitney, n: u32, n1: u32, joined: u32) {
    let splits = splits(n, n1, joined);
    let ways = splits.len() as f64;
    // Tails by U.
    let most = 2 * (n1 * (n - n1)) as usize;
    let mut counts = vec![0_u32; most + 1];
    splits.iter().for_each(|&(_, u)| counts[u as usize] += 1);
    for &(set, u) in &splits {
        // One set for each pair of samples: among equal values, the first ones.
        if set & !(set << 1) & joined << 1 & !1 != 0 {
            continue;
        }
        let a = sample(n, joined, |i| set >> i & 1 == 1);
        let b = sample(n, joined, |i| set >> i & 1 == 0);
        let found = tester.p(&a, &b);
        if joined.count_ones() == n - 1 {
            assert_eq!(found, Err(AllEqual));
            continue;
        }
        let (below, above) = counts.split_at(u as usize);
        let at_most = below.iter().sum::<u32>() + counts[u as usize];
        let at_least = above.iter().sum::<u32>();
        let expected = (2.0 * f64::from(at_most.min(at_least)) / ways).min(1.0);
        let expected = if 2 * u as usize == most { 1.0 } else { expected };
        let found = found.unwrap();
        assert!((found - expected).abs() <= 1e-12 * expected, "{a:?} {b:?}: {found} {expected}");
    }
}

#[test]
fn every_pair_of_samples_up_to_six_values_a_side() {
    let mut tester = MannWhitney::default();
    for n1 in 1..=6 {
        for n2 in 1..=6 {
            // Every pattern of ties, 2^(n − 1) of them.
            for joined in 0..1 << (n1 + n2 - 1) {
                check(&mut tester, n1 + n2, n1, joined);
            }
        }
    }
}
