//! Checks by how much a change moved the values.

use super::super::random::Random;
use super::autoregression_table::correlated;
use crate::ShiftScale;
use crate::changes::{Steps, adjust, correlations, first, residuals};

#[test]
fn steps_are_ratios_of_positive_values_and_else_differences() {
    let before: Vec<f64> = (0..30).map(|i| 100.0 + f64::from(i * 7 % 10)).collect();
    let after: Vec<f64> = before.iter().map(|x| x * 1.25).collect();
    let mut steps = Steps::default();
    let found = steps.step(&before, &after, 0.05, 0.0).unwrap();
    assert_eq!(found.scale, ShiftScale::Ratio);
    assert!((found.estimate - 1.25).abs() < 0.02, "{found:?}");
    assert!(found.interval.lo < 1.25 && 1.25 < found.interval.hi && 1.2 < found.interval.lo);
    let below: Vec<f64> = before.iter().map(|x| x - 100.0).collect();
    let found = steps.step(&below, &before, 0.05, 0.0).unwrap();
    assert_eq!((found.scale, found.estimate), (ShiftScale::Difference, 100.0));
    assert_eq!(steps.step(&[], &before, 0.05, 0.0), None);
}

/// Values that resemble the previous ones say less about their levels.
#[test]
fn correlation_widens_the_interval() {
    let before: Vec<f64> = (0..30).map(|i| 100.0 + f64::from(i * 7 % 10)).collect();
    let after: Vec<f64> = before.iter().map(|x| x * 1.25).collect();
    let mut steps = Steps::default();
    let mut bounds = |before: &[f64], correlation: f64| {
        let found = steps.step(before, &after, 0.05, correlation).unwrap();
        [found.estimate, found.interval.lo, found.interval.hi]
    };
    // (1 + 0.6)/(1 - 0.6) is 4.
    let ([estimate, lo, hi], wide) = (bounds(&before, 0.0), bounds(&before, 0.6));
    for (bound, wide) in [(lo, wide[1]), (hi, wide[2])] {
        let ratio = bound / estimate;
        assert!((wide / estimate - ratio * ratio).abs() <= 1e-12, "{wide}");
    }
    let below: Vec<f64> = before.iter().map(|x| -x).collect();
    let ([estimate, lo, hi], wide) = (bounds(&below, 0.0), bounds(&below, 0.6));
    for (bound, wide) in [(lo, wide[1]), (hi, wide[2])] {
        assert!((wide - estimate - 2.0 * (bound - estimate)).abs() <= 1e-9, "{wide}");
    }
}

/// Returns the fraction of the changes that are found whose interval contains the true step, as history measures it:
/// in suites of this number of rows, each with one step.
fn covered(rows: usize, n: usize, step: f64, correlation: f64, suites: u32) -> f64 {
    let mut random = Random::new(n as u64);
    let (mut inside, mut all) = (0, 0);
    for seed in 0..u64::from(suites) {
        let series: Vec<Vec<f64>> = (0..rows)
            .map(|_| {
                let at = 5 + random.below((n - 9) as u64) as usize;
                let mut series = correlated(n, correlation, &mut random);
                series[at..].iter_mut().for_each(|value| *value += step);
                series
            })
            .collect();
        let points: Vec<u32> = (0..n as u32).collect();
        let known = |steps: Option<&[usize]>, series: &Vec<f64>| {
            Some((residuals(series, steps)?, points.clone()))
        };
        let most =
            correlations(&series.iter().map(|series| known(None, series)).collect::<Vec<_>>());
        let firsts: Vec<_> = series
            .iter()
            .zip(most)
            .map(|(series, known)| first(series, known.most, seed).unwrap().change)
            .collect();
        let mut p: Vec<f64> = firsts.iter().map(|change| change.p.value).collect();
        adjust(&mut p);
        let beside: Vec<_> = series
            .iter()
            .zip(&firsts)
            .zip(&p)
            .map(|((series, change), p)| {
                known(Some(&[change.at]).filter(|_| *p <= 0.05).map(|at| &at[..]), series)
            })
            .collect();
        let own = correlations(&beside);
        for row in (0..rows).filter(|&row| p[row] <= 0.05) {
            let (before, after) = series[row].split_at(firsts[row].at);
            let found = Steps::default().step(before, after, 0.05, own[row].estimate).unwrap();
            all += 1;
            inside += u32::from(found.interval.lo <= step && step <= found.interval.hi);
        }
    }
    f64::from(inside) / f64::from(all.max(1))
}

#[test]
fn intervals_contain_the_step_also_of_correlated_values() {
    for n in [20, 40] {
        let share = covered(200, n, 6.0, 0.5, 2);
        assert!(0.9 <= share, "{n} points: {share}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn table_of_intervals() {
    for rows in [1, 6, 30, 120] {
        for correlation in [0.0, 0.5, 0.8] {
            let mut line = format!("{rows} rows, AR({correlation})");
            for n in [20, 40, 100] {
                for step in [4.0, 8.0] {
                    let share = covered(rows, n, step, correlation, 2400 / rows as u32);
                    line += &format!(" | {:.1}", 100.0 * share);
                }
            }
            println!("{line}");
        }
    }
}
