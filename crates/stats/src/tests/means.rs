//! Compares means and t-tests with SciPy, and checks few, constant and infinite values.

use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::{MannWhitney, Mean, MeanDifference, exp, ln};

fn mean(values: &[f64]) -> Mean {
    Mean::of(values.iter().copied())
}

fn found(test: &str, old: &[f64], new: &[f64]) -> MeanDifference {
    match test {
        "runs" | "runs log" => mean(old).difference_to(&mean(new)),
        _ => {
            let is_log = test.ends_with("log");
            let difference = |(&old, &new): (&f64, &f64)| if is_log { new } else { new - old };
            let differences: Vec<f64> = old.iter().zip(new).map(difference).collect();
            mean(&differences).difference_from_zero()
        }
    }
}

/// Returns the samples that a test compares: logarithms, and for pairs the logarithms of the quotients.
fn samples(test: &str, [old, new]: [Vec<f64>; 2]) -> [Vec<f64>; 2] {
    let logarithms = |values: &[f64]| values.iter().map(|&value| ln(value)).collect();
    match test {
        "runs log" => [logarithms(&old), logarithms(&new)],
        "pairs log" => {
            let quotients: Vec<f64> = old.iter().zip(&new).map(|(old, new)| new / old).collect();
            [logarithms(&old), logarithms(&quotients)]
        }
        _ => [old, new],
    }
}

#[track_caller]
fn assert_interval(center: f64, width: f64, bounds: &[f64], row: &str) {
    // A bound can be nearly zero.
    let scale = center.abs() + width;
    for (bound, wanted) in [center - width, center + width].into_iter().zip(bounds) {
        assert!((bound - wanted).abs() <= 1e-9 * scale, "{row}: {bound:e}, not {wanted:e}");
    }
}

#[test]
fn scipy_gives_the_same_p_and_bounds() {
    for row in rows(include_str!("../../../../tests/oracles/means_scipy.tsv")) {
        let [level, wanted] = [numbers(row[1])[0], numbers(row[2])[0]];
        let [old, new] = samples(row[0], [numbers(row[5]), numbers(row[6])]);
        let (found, text) = (found(row[0], &old, &new), row.join(" "));
        let p = found.p().unwrap();
        assert_close(p, wanted, 1e-9, &text);
        // All targets agree on ten digits.
        let settled: f64 = format!("{p:.9e}").parse().unwrap();
        assert_close(p, settled, 1e-15, &text);
        assert_interval(found.estimate, found.half_width(level), &numbers(row[3]), &text);
        let old = mean(&old);
        assert_interval(old.mean, old.half_width(1.0 - level), &numbers(row[4]), &text);
    }
}

#[test]
fn an_interval_excludes_zero_exactly_if_p_is_less() {
    let (old, new) = (mean(&[1.0, 2.0, 4.0, 5.0]), mean(&[3.0, 5.0, 9.0]));
    let found = old.difference_to(&new);
    let p = found.p().unwrap();
    assert!(found.half_width(p * 0.999) > found.estimate);
    assert!(found.half_width(p * 1.001) < found.estimate);
}

#[test]
fn levels_at_the_ends() {
    let found = mean(&[1.0, 2.0, 4.0]).difference_to(&mean(&[2.0, 9.0]));
    assert_eq!(found.half_width(0.0), f64::INFINITY);
    assert_eq!(found.half_width(1.0), 0.0);
    assert_eq!(found.half_width(2.0), 0.0);
    let mut last = f64::INFINITY;
    for level in [1e-300, 1e-100, 1e-40, 1e-20, 1e-16, 1e-9, 1e-3, 0.1, 0.5, 0.9, 0.999_999] {
        let width = found.half_width(level);
        assert!(width < last && 0.0 < width, "{level:e}: {width:e}");
        last = width;
    }
}

#[test]
fn many_runs_are_nearly_normal() {
    let many = |center: f64| {
        let values = move |index: u32| center + f64::from(index % 2);
        Mean::of((0..200_000).map(values))
    };
    let width = many(0.0).half_width(0.95);
    assert_close(width / (0.5 / 200_000_f64.sqrt()), 1.959_963_984_540_054, 2e-5, "width");
    // A standard error of the difference is 0.00158.
    let found = many(0.0).difference_to(&many(0.003_099));
    assert_close(found.p().unwrap(), 0.05, 1e-2, "p");
}

#[test]
fn small_variances_are_not_zero() {
    let small = mean(&[1e-100, 3e-100]).difference_to(&mean(&[8e-100, 9e-100]));
    let large = mean(&[1.0, 3.0]).difference_to(&mean(&[8.0, 9.0]));
    assert_close(small.p().unwrap(), large.p().unwrap(), 1e-9, "p");
}

#[test]
fn few_runs_and_constant_samples() {
    let (one, two) = (mean(&[7.0]), mean(&[7.0, 7.0]));
    assert_eq!((one.mean, one.half_width(0.95)), (7.0, f64::INFINITY));
    assert_eq!((two.mean, two.half_width(0.95)), (7.0, 0.0));
    for found in [one.difference_to(&two), two.difference_to(&one), one.difference_from_zero()] {
        assert_eq!((found.p(), found.half_width(0.05)), (Some(1.0), f64::INFINITY));
    }
    assert_eq!(two.difference_to(&two).p(), None);
    let other = mean(&[7.5; 3]);
    let found = two.difference_to(&other);
    assert_eq!((found.p(), found.half_width(0.05)), (Some(0.0), 0.0));
    // A sum of tenths is rounded, but the tenths do not vary.
    assert_eq!(mean(&[0.1; 10]).half_width(0.95), 0.0);
}

#[test]
fn values_that_are_not_finite() {
    let finite = mean(&[1.0, 2.0, 3.0]);
    for value in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        for values in [vec![value, 1.0, 2.0], vec![value; 3]] {
            let found = finite.difference_to(&mean(&values));
            assert_eq!(found.p(), Some(1.0), "{values:?}");
            let found = mean(&values).difference_from_zero();
            assert!(found.p().is_some_and(|p| p == 1.0 || p == 0.0), "{values:?}");
        }
    }
    // The squares are too large for a double.
    let large = mean(&[1e300, -1e300]);
    assert_eq!(large.half_width(0.95), f64::INFINITY);
}

/// How the runs of a side vary.
#[derive(Clone, Copy, Debug)]
enum Runs {
    /// Normal, with noise of 5%.
    Normal,
    /// Log-normal, with noise of half a unit of the logarithm.
    LogNormal,
    /// Normal, with noise of 5%, but one run in twenty is slower by ten times that.
    Outliers,
}

fn draw(random: &mut Random, runs: Runs, ratio: f64) -> Vec<f64> {
    let mut run = || match runs {
        Runs::Normal => 1.0 + 0.05 * random.normal(),
        Runs::LogNormal => exp(0.5 * random.normal()),
        Runs::Outliers if random.below(20) == 0 => 1.0 + 0.5 * random.normal().abs(),
        Runs::Outliers => 1.0 + 0.05 * random.normal(),
    };
    let mut values: Vec<f64> = (0..10).map(|_| run() * ratio).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Returns how often each test finds a difference at 0.05: by ranks, by means and by means of logarithms.
fn found_at(runs: Runs, ratio: f64, trials: u32) -> [f64; 3] {
    let (mut random, mut ranks) = (Random::new(ratio.to_bits()), MannWhitney::default());
    let mut counts = [0; 3];
    for _ in 0..trials {
        let samples = [draw(&mut random, runs, 1.0), draw(&mut random, runs, ratio)];
        let t = |samples: [Vec<f64>; 2]| found("runs", &samples[0], &samples[1]).p();
        let logarithms = self::samples("runs log", samples.clone());
        let by_ranks = ranks.p(&samples[0], &samples[1]).ok();
        let all = [by_ranks, t(samples), t(logarithms)];
        for (count, p) in counts.iter_mut().zip(all) {
            *count += u32::from(p.is_some_and(|p| p <= 0.05));
        }
    }
    counts.map(|count| f64::from(count) / f64::from(trials))
}

/// The table of `docs/methods.md`: `-- --nocapture` prints it.
#[test]
fn heavy_tails_cost_power_and_give_no_false_alarms() {
    let trials = 20_000;
    for (runs, ratio) in [(Runs::Normal, 1.06), (Runs::LogNormal, 1.8), (Runs::Outliers, 1.06)] {
        let (alarms, power) = (found_at(runs, 1.0, trials), found_at(runs, ratio, trials));
        println!("{runs:?} {ratio}: false alarms {alarms:.3?}, found {power:.3?}");
        assert!(alarms.iter().all(|&rate| rate < 0.055), "{runs:?}: {alarms:?}");
        let [u, t, log_t] = power;
        match runs {
            Runs::Normal => assert!(u < t && (t - log_t).abs() < 0.02, "{power:?}"),
            Runs::LogNormal => assert!(t + 0.05 < log_t && u < log_t, "{power:?}"),
            Runs::Outliers => assert!(t + 0.05 < u && log_t + 0.05 < u, "{power:?}"),
        }
    }
}
