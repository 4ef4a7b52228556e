//! Measures how often a change is found in correlated values, in values with outliers, and where one was planted.
//!
//! Few trials here; the command
//!
//! ```sh
//! cargo test --release -p benchlens-stats --lib changes::autoregression -- --ignored --nocapture
//! ```
//!
//! takes many more, and prints the figures of docs/history.md.

use super::super::random::Random;
use super::autoregression_table::correlated;
use crate::changes::{MOST_CORRELATION, first};
use crate::math;

/// Returns Student's t with three degrees of freedom.
fn student(random: &mut Random) -> f64 {
    let squares: f64 = (0..3).map(|_| random.normal()).map(|value| value * value).sum();
    random.normal() / math::sqrt(squares / 3.0)
}

/// Kinds of values without a change.
#[derive(Clone, Copy)]
pub(super) enum Noise {
    Correlated(f64),
    /// One of twelve values is ten deviations higher.
    Outliers,
    /// The same, beside correlation.
    CorrelatedOutliers(f64),
    Student,
    /// Two levels, drawn for each value.
    TwoLevels,
    /// Rounded so that about seven values are left, beside correlation.
    Rounded(f64),
}

impl Noise {
    const ALL: [Noise; 11] = [
        Noise::Correlated(0.0),
        Noise::Correlated(0.3),
        Noise::Correlated(0.5),
        Noise::Correlated(0.7),
        Noise::Correlated(0.8),
        Noise::Correlated(0.9),
        Noise::Outliers,
        Noise::CorrelatedOutliers(0.5),
        Noise::Student,
        Noise::TwoLevels,
        Noise::Rounded(0.5),
    ];

    pub(super) fn name(self) -> String {
        match self {
            Noise::Correlated(correlation) => format!("AR({correlation})"),
            Noise::Outliers => "outliers 8%".into(),
            Noise::CorrelatedOutliers(correlation) => format!("AR({correlation}) + outliers 8%"),
            Noise::Student => "Student t3".into(),
            Noise::TwoLevels => "two levels".into(),
            Noise::Rounded(correlation) => format!("AR({correlation}), rounded"),
        }
    }

    pub(super) fn series(self, n: usize, random: &mut Random) -> Vec<f64> {
        let outlier = |random: &mut Random| if random.uniform() < 0.08 { 10.0 } else { 0.0 };
        match self {
            Noise::Correlated(correlation) => correlated(n, correlation, random),
            Noise::Outliers => (0..n).map(|_| random.normal() + outlier(random)).collect(),
            Noise::CorrelatedOutliers(correlation) => {
                let series = correlated(n, correlation, random);
                series.into_iter().map(|value| value + outlier(random)).collect()
            }
            Noise::Student => (0..n).map(|_| student(random)).collect(),
            Noise::TwoLevels => {
                let level = |random: &mut Random| if random.uniform() < 0.3 { 4.0 } else { 0.0 };
                (0..n).map(|_| 0.3 * random.normal() + level(random)).collect()
            }
            Noise::Rounded(correlation) => {
                let series = correlated(n, correlation, random);
                series.into_iter().map(f64::round).collect()
            }
        }
    }
}

fn p(series: &[f64], seed: u64) -> f64 {
    first(series, MOST_CORRELATION, seed).map_or(1.0, |found| found.change.p.value)
}

/// Returns the fraction of series without a change in which one is found.
fn false_alarms(noise: Noise, n: usize, trials: u32) -> f64 {
    let mut random = Random::new(n as u64);
    let found = (0..trials).filter(|&trial| {
        let series = noise.series(n, &mut random);
        p(&series, trial.into()) <= 0.05
    });
    found.count() as f64 / f64::from(trials)
}

/// The lengths around the ones at which anything in the method begins.
const LENGTHS: [usize; 16] = [12, 14, 16, 18, 19, 20, 21, 24, 30, 40, 49, 50, 60, 100, 150, 200];

/// Returns the fractions in which a step is found at the levels, anywhere in its series; a longer series has the same
/// values and more.
fn detected(n: usize, step: f64, trials: u32) -> [f64; 2] {
    let mut counts = [0; 2];
    for trial in 0..trials {
        let mut random = Random::new(u64::from(trial) + 1);
        let index = random.uniform();
        let index = 5 + (index * (n - 9) as f64) as usize;
        let value = |at| random.normal() + if index <= at { step } else { 0.0 };
        let series: Vec<f64> = (0..n).map(value).collect();
        let p = p(&series, trial.into());
        for (count, level) in counts.iter_mut().zip([0.05, 0.001]) {
            *count += u32::from(p <= level);
        }
    }
    counts.map(|count| f64::from(count) / f64::from(trials))
}

/// At most 6% may be found, 10% if values are correlated and rounded, 14% with outliers, and four standard errors.
fn are_rare(lengths: &[usize], trials: u32) {
    let error = 4.0 * (0.1 * 0.9 / f64::from(trials)).sqrt();
    for noise in Noise::ALL {
        let most = match noise {
            Noise::CorrelatedOutliers(_) => 0.14,
            Noise::Rounded(_) => 0.1,
            _ => 0.06,
        };
        let mut line = noise.name();
        for &n in lengths {
            let share = false_alarms(noise, n, trials);
            line += &format!(" | {:.1}", 100.0 * share);
            assert!(share <= most + error, "{}, {n} points: {share}", noise.name());
        }
        println!("{line}");
    }
}

/// One more point may lose three of a hundred, and four standard errors.
fn never_fall(lengths: &[usize], trials: u32) {
    let error = 4.0 * (0.5 / f64::from(trials)).sqrt();
    for step in [2.0, 3.0, 5.0] {
        let mut line = format!("{step} deviations");
        let mut former = [0.0; 2];
        for &n in lengths {
            let found = detected(n, step, trials);
            line += &format!(" | {:.0} / {:.0}", 100.0 * found[0], 100.0 * found[1]);
            for (found, former) in found.iter().zip(former) {
                assert!(former - 0.03 - error <= *found, "{step} at {n}: {former} to {found}");
            }
            former = found;
        }
        println!("{line}");
    }
}

#[test]
fn waves_and_outliers_are_no_change() {
    are_rare(&[12, 20, 60], 300);
}

#[test]
#[ignore = "takes minutes"]
fn waves_and_outliers_are_no_change_in_many_trials() {
    are_rare(&[12, 20, 30, 49, 50, 60, 100, 200], 4000);
}

#[test]
fn more_points_find_no_less() {
    never_fall(&[12, 19, 20, 21, 49, 50, 60], 200);
}

#[test]
#[ignore = "takes minutes"]
fn more_points_find_no_less_in_many_trials() {
    never_fall(&LENGTHS, 4000);
}
