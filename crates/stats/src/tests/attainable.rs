//! Checks whether a test could have been significant, by adjusting the whole family again.

use super::random::Random;
use crate::{Adjustment, MannWhitney, Reach};

#[test]
fn asked_again_the_adjustment_says_the_same() {
    let mut random = Random::new(5);
    // There are few different values, so that there are many ties.
    let levels =
        [0.001, 0.002_164_502_164_502_164_5, 0.01, 0.02, 0.028_571_428_571_428_57, 0.1, 0.4];
    let mut asked = [0; 2];
    for _ in 0..20_000 {
        let count = 1 + random.below(12) as usize;
        let pick = |random: &mut Random| levels[random.below(levels.len() as u64) as usize];
        let family: Vec<f64> = (0..count).map(|_| pick(&mut random)).collect();
        let least = pick(&mut random);
        for (_, method) in Adjustment::ALL {
            let reach = Reach::new(method, family.clone(), 0.05);
            let mut adjusted = family.clone();
            method.adjust(&mut adjusted);
            for i in (0..count).filter(|&i| 0.05 < adjusted[i] && least <= family[i]) {
                let mut again = family.clone();
                again[i] = least;
                method.adjust(&mut again);
                let wanted = again[i] <= 0.05;
                let found = reach.can_be_significant(family[i], least);
                assert_eq!(found, wanted, "{method:?} {family:?} {i} {least}");
                asked[usize::from(wanted)] += 1;
            }
        }
    }
    assert!(asked.iter().all(|&count| 10_000 < count), "{asked:?}");
}

#[test]
fn runs_that_are_enough_for_one_are_too_few_for_many() {
    let least_p = |runs: usize| MannWhitney::default().least_exact_p(runs, runs);
    let reach = |method, runs, rows: usize| {
        let least = least_p(runs);
        Reach::new(method, vec![least; rows], 0.05).can_be_significant(least, least)
    };
    assert!(reach(Adjustment::None, 4, 10) && reach(Adjustment::Holm, 4, 1));
    assert!(!reach(Adjustment::Holm, 4, 10) && !reach(Adjustment::By, 4, 10));
    assert!(!reach(Adjustment::Holm, 6, 40) && reach(Adjustment::Holm, 6, 20));
    let least = least_p(4);
    let mut one = vec![1.0; 9];
    one.push(least);
    assert!(!Reach::new(Adjustment::Bh, one, 0.05).can_be_significant(least, least));
}
