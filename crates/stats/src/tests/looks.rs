//! Simulates adding runs until a difference is significant.

use super::random::Random;
use crate::MannWhitney;

/// Simulates ten runs of either side, and five more at a time up to fifty, of one distribution.
#[test]
fn each_look_is_another_chance_to_be_wrong() {
    let (mut random, mut test) = (Random::new(20_261_122), MannWhitney::default());
    let (mut at_once, mut at_some, trials) = (0, 0, 2000);
    for _ in 0..trials {
        let [old, new]: [Vec<f64>; 2] =
            [(); 2].map(|()| (0..50).map(|_| random.normal()).collect());
        let mut p = |n: usize| {
            let [mut old, mut new] = [old[..n].to_vec(), new[..n].to_vec()];
            old.sort_by(f64::total_cmp);
            new.sort_by(f64::total_cmp);
            test.p(&old, &new).unwrap()
        };
        at_once += u32::from(p(50) <= 0.05);
        at_some += u32::from((10..=50).step_by(5).any(|n| p(n) <= 0.05));
    }
    let [at_once, at_some] = [at_once, at_some].map(|count| f64::from(count) / f64::from(trials));
    assert!((0.035..0.065).contains(&at_once), "{at_once}");
    assert!((0.13..0.19).contains(&at_some), "{at_some}");
}
