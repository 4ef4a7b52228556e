//! Checks that every series, however odd, has an answer.

use proptest::prelude::*;

use crate::changes::change::LEAST;
use crate::changes::{Change, MOST_CORRELATION, Steps, first, rest};
use crate::tests::random::Random;

fn check(series: &[f64], seed: u64) {
    let Some(found) = first(series, MOST_CORRELATION, seed) else {
        let equal = series.iter().all(|value| *value == series[0]);
        return assert!(series.len() < 2 * LEAST || equal, "{series:?}");
    };
    let change = found.change;
    assert!(
        0.0 < change.p.value && change.p.value <= 1.0 && 0.0 <= change.q,
        "{change:?} {series:?}"
    );
    let changes = rest(series, &found, 0.05, seed);
    assert_eq!(first(series, MOST_CORRELATION, seed), Some(found));
    // The first change may not be accepted between its neighbors, but then the neighbors are.
    assert!(!changes.is_empty());
    let mut before = 0;
    for at in changes.iter().map(|change| change.at).chain([series.len()]) {
        assert!(before + LEAST <= at, "{changes:?}");
        before = at;
    }
}

#[test]
fn long_and_short_series_have_answers() {
    let mut random = Random::new(5);
    for n in [0, 1, 2, 9, 10, 11, 24, 25, 26, 10_000, 12_345] {
        check(&vec![7.0; n], 1);
        check(&(0..n).map(|i| i as f64).collect::<Vec<f64>>(), 2);
        check(&(0..n).map(|_| random.uniform()).collect::<Vec<f64>>(), 3);
        check(&(0..n).map(|_| random.below(2) as f64).collect::<Vec<f64>>(), 4);
        check(&(0..n).map(|i| f64::from(u8::from(i == n / 2))).collect::<Vec<f64>>(), 5);
        check(&(0..n).map(|i| f64::from(u8::from(n / 2 <= i))).collect::<Vec<f64>>(), 6);
    }
}

proptest! {
    #[test]
    fn any_series_has_an_answer(
        series in prop::collection::vec(any::<f64>(), 0..60),
        levels in prop::collection::vec(0_u8..4, 0..60),
        seed in any::<u64>(),
    ) {
        // NaN is not promised to equal itself, but nothing may hang.
        if let Some(found) = first(&series, MOST_CORRELATION, seed) {
            rest(&series, &found, 0.5, seed);
            let (before, behind) = series.split_at(found.change.at);
            Steps::default().step(before, behind, 0.05, 0.5);
        }
        check(&levels.into_iter().map(f64::from).collect::<Vec<f64>>(), seed);
        crate::changes::predict(&series);
    }

    #[test]
    fn no_scale_and_no_direction_of_time_matters(series in prop::collection::vec(-999..999, 10..80)) {
        let series: Vec<f64> = series.into_iter().map(f64::from).collect();
        let stretched: Vec<f64> = series.iter().map(|x| x * x * x + 5.0 * x).collect();
        let found = first(&series, MOST_CORRELATION, 3).map(|found| found.change);
        let index = |change: Change| (change.at, change.q.to_bits());
        prop_assert_eq!(found.map(index), first(&stretched, MOST_CORRELATION, 3).map(|found| index(found.change)));
        let turned: Vec<f64> = series.iter().rev().copied().collect();
        let (found, turned) = (found.map_or(0.0, |c| c.q), first(&turned, MOST_CORRELATION, 3).map_or(0.0, |c| c.change.q));
        prop_assert!((found - turned).abs() <= 1e-9 * found);
    }
}
