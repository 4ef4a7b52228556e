//! Measures how many changes are found in suites of rows, and how many rows without a change have one.
//!
//! Few suites here; the command
//!
//! ```sh
//! cargo test --release -p benchlens-stats --lib changes::suites -- --ignored --nocapture
//! ```
//!
//! takes many more, and prints the figures of docs/history.md.

use super::super::random::Random;
use super::autoregression::Noise;
use super::autoregression_table::correlated;
use crate::changes::{Correlation, adjust, correlations, first, residuals, rest};
use crate::math;

/// Kinds of suites.
#[derive(Clone, Copy)]
enum Suite {
    /// Each row has noise of its own.
    Own(Noise),
    /// Half of the variance is one series that all rows share, with this correlation.
    Shared(f64),
    /// One row of six is correlated, and the others are not.
    Mixed(f64),
    /// A wave with a correlation of 0.95, and independent values of the same variance.
    Waves,
}

impl Suite {
    const ALL: [Suite; 14] = [
        Suite::Own(Noise::Correlated(0.0)),
        Suite::Own(Noise::Correlated(0.3)),
        Suite::Own(Noise::Correlated(0.5)),
        Suite::Own(Noise::Correlated(0.7)),
        Suite::Own(Noise::Correlated(0.9)),
        Suite::Own(Noise::Outliers),
        Suite::Own(Noise::CorrelatedOutliers(0.5)),
        Suite::Own(Noise::Student),
        Suite::Own(Noise::Rounded(0.5)),
        Suite::Shared(0.0),
        Suite::Shared(0.5),
        Suite::Shared(0.8),
        Suite::Mixed(0.8),
        Suite::Waves,
    ];

    fn name(self) -> String {
        match self {
            Suite::Own(noise) => noise.name(),
            Suite::Shared(correlation) => format!("half shared, AR({correlation})"),
            Suite::Mixed(correlation) => format!("a sixth of the rows AR({correlation})"),
            Suite::Waves => "AR(0.95) + independent".into(),
        }
    }

    fn rows(self, rows: usize, n: usize, random: &mut Random) -> Vec<Vec<f64>> {
        let half = math::sqrt(0.5);
        let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| half * (a + b)).collect();
        let shared = match self {
            Suite::Shared(correlation) => correlated(n, correlation, random),
            _ => Vec::new(),
        };
        let row = |row: usize| match self {
            Suite::Own(noise) => noise.series(n, random),
            Suite::Shared(_) => sum(&shared, &correlated(n, 0.0, random)),
            Suite::Mixed(correlation) => {
                correlated(n, if row.is_multiple_of(6) { correlation } else { 0.0 }, random)
            }
            Suite::Waves => sum(&correlated(n, 0.95, random), &correlated(n, 0.0, random)),
        };
        (0..rows).map(row).collect()
    }
}

/// Rows of a suite, rows with a step, and the size of the step.
#[derive(Clone, Copy)]
struct Shape {
    rows: usize,
    n: usize,
    steps: usize,
    size: f64,
}

/// What is found in suites, as fractions.
#[derive(Default)]
struct Found {
    /// The steps that are found within one point.
    steps: f64,
    /// The rows without a step that have a change.
    flat: f64,
    /// The mean of the most correlation that is allowed for.
    most: f64,
}

fn found(suite: Suite, shape: Shape, suites: u32) -> Found {
    let Shape { rows, n, steps, size } = shape;
    let mut random = Random::new(n as u64 + 1);
    let mut found = Found::default();
    for seed in 0..u64::from(suites) {
        let mut series = suite.rows(rows, n, &mut random);
        let margin = 5.max(n / 5);
        let indices: Vec<usize> = (0..steps)
            .map(|_| margin + random.below((n + 1 - 2 * margin) as u64) as usize)
            .collect();
        for (series, &at) in series.iter_mut().zip(&indices) {
            series[at..].iter_mut().for_each(|value| *value += size);
        }
        let points: Vec<u32> = (0..n as u32).collect();
        let known: Vec<_> =
            series.iter().map(|series| Some((residuals(series, None)?, points.clone()))).collect();
        let known: Vec<Correlation> = correlations(&known);
        let firsts: Vec<_> = series
            .iter()
            .zip(&known)
            .map(|(series, known)| first(series, known.most, seed).unwrap())
            .collect();
        let mut p: Vec<f64> = firsts.iter().map(|first| first.change.p.value).collect();
        adjust(&mut p);
        let passed = p.iter().filter(|&&p| p <= 0.05).count();
        let level = 0.05 * passed as f64 / rows as f64;
        let is_found = |row: usize| {
            p[row] <= 0.05
                && rest(&series[row], &firsts[row], level, seed)
                    .iter()
                    .any(|change| change.at.abs_diff(indices[row]) <= 1)
        };
        let flat = p[steps..].iter().filter(|&&p| p <= 0.05).count() as f64;
        found.steps += (0..steps).filter(|&row| is_found(row)).count() as f64 / steps.max(1) as f64;
        found.flat += flat / (rows - steps) as f64;
        found.most += known.iter().map(|known| known.most).sum::<f64>() / rows as f64;
    }
    let mean = |sum: f64| sum / f64::from(suites);
    Found { steps: mean(found.steps), flat: mean(found.flat), most: mean(found.most) }
}

/// Finds steps of three deviations in a third of 120 rows, and hardly any change in the others.
#[test]
fn suites_of_few_points_have_power() {
    for (n, least) in [(20, 0.60), (30, 0.80), (40, 0.88)] {
        let shape = Shape { rows: 120, n, steps: 40, size: 3.0 };
        let found = found(Suite::Own(Noise::Correlated(0.0)), shape, 3);
        assert!(least <= found.steps, "{n} points: {}", found.steps);
        assert!(found.flat <= 0.02, "{n} points: {}", found.flat);
    }
}

/// Correlation is not mistaken for steps, also if rows differ or share their nights.
#[test]
fn suites_without_steps_have_no_change() {
    for suite in [
        Suite::Own(Noise::Correlated(0.5)),
        Suite::Own(Noise::Correlated(0.9)),
        Suite::Own(Noise::Outliers),
        Suite::Shared(0.5),
        Suite::Mixed(0.8),
    ] {
        let found = found(suite, Shape { rows: 60, n: 24, steps: 0, size: 0.0 }, 4);
        assert!(found.flat <= 0.01, "{}: {}", suite.name(), found.flat);
    }
}

/// The most correlation is at least the true one, and far less than it is without other rows.
#[test]
fn many_rows_know_their_correlation() {
    for (correlation, range) in [(0.0, 0.0..0.25), (0.3, 0.3..0.6), (0.7, 0.7..0.9)] {
        let suite = Suite::Own(Noise::Correlated(correlation));
        let shape = Shape { rows: 120, n: 30, steps: 40, size: 4.0 };
        let most = found(suite, shape, 3).most;
        assert!(range.contains(&most), "AR({correlation}): {most}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn table_of_suites() {
    for size in [2.0, 3.0, 5.0] {
        let mut line = format!("{size} deviations");
        for n in [12, 16, 20, 30, 40, 60] {
            let shape = Shape { rows: 120, n, steps: 40, size };
            let found = found(Suite::Own(Noise::Correlated(0.0)), shape, 30);
            line += &format!(" | {:.0}", 100.0 * found.steps);
        }
        println!("{line}");
    }
    for rows in [6, 30, 120] {
        println!(
            "{rows} rows: rows without a step that have a change, beside steps in no row; in a third"
        );
        for suite in Suite::ALL {
            let mut line = suite.name();
            for n in [12, 20, 30, 60] {
                let suites = 4800 / rows as u32;
                let none = found(suite, Shape { rows, n, steps: 0, size: 0.0 }, suites);
                let some = found(suite, Shape { rows, n, steps: rows / 3, size: 5.0 }, suites);
                let [none, some] = [none, some].map(|found| 100.0 * found.flat);
                line += &format!(" | {none:.1}, {some:.1}");
            }
            println!("{line}");
        }
    }
}
