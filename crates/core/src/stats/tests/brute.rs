//! Mann-Whitney against counting every way to split the values in two.

use crate::stats::{AllEqual, MannWhitney};

/// Twice U of `a`, pair by pair.
fn twice_u(a: &[f64], b: &[f64]) -> u64 {
    let pair = |x: &f64, y: &f64| u64::from(x > y) + u64::from(x >= y);
    a.iter().map(|x| b.iter().map(|y| pair(x, y)).sum::<u64>()).sum()
}

/// min(1, 2·min(P(U1 ≤ u1), P(U1 ≥ u1))), and 1 at U1 = U2.
fn p(a: &[f64], b: &[f64]) -> f64 {
    let observed = twice_u(a, b);
    if observed == (a.len() * b.len()) as u64 {
        return 1.0;
    }
    let all = [a, b].concat();
    let (mut ways, mut at_most, mut at_least) = (0_u32, 0_u32, 0_u32);
    for set in 0_u32..1 << all.len() {
        if set.count_ones() as usize != a.len() {
            continue;
        }
        let side = |wanted: bool| -> Vec<f64> {
            let chosen = |&(i, _): &(usize, &f64)| (set >> i & 1 == 1) == wanted;
            all.iter().enumerate().filter(chosen).map(|(_, &x)| x).collect()
        };
        let u = twice_u(&side(true), &side(false));
        ways += 1;
        at_most += u32::from(u <= observed);
        at_least += u32::from(u >= observed);
    }
    (2.0 * f64::from(at_most.min(at_least)) / f64::from(ways)).min(1.0)
}

/// Every ascending sample of `n` values from 0, 1, … `levels` − 1.
fn samples(n: usize, levels: u32) -> Vec<Vec<f64>> {
    let mut all = vec![vec![]];
    for _ in 0..n {
        all = all
            .iter()
            .flat_map(|sample: &Vec<f64>| {
                let least = sample.last().map_or(0, |&x| x as u32);
                (least..levels).map(|x| [sample.as_slice(), &[f64::from(x)]].concat())
            })
            .collect();
    }
    all
}

fn check(tester: &mut MannWhitney, a: &[f64], b: &[f64]) {
    match tester.p(a, b) {
        Err(AllEqual) => assert!(a.iter().chain(b).all(|x| *x == a[0]), "{a:?} {b:?}"),
        Ok(found) => {
            let expected = p(a, b);
            assert!(
                (found - expected).abs() <= 1e-12 * expected,
                "{a:?} {b:?}: {found} {expected}"
            );
        }
    }
}

#[test]
fn every_small_pair_of_samples() {
    let mut tester = MannWhitney::default();
    for n1 in 1..=4 {
        for n2 in 1..=4 {
            for a in samples(n1, 4) {
                for b in samples(n2, 4) {
                    check(&mut tester, &a, &b);
                }
            }
        }
    }
}
