//! Compares Student's quantiles with R, and checks noise floors by simulation.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::noise::student_quantile;
use crate::{Noise, ShiftScale, math, noise};

#[test]
fn r_gives_the_same_quantiles() {
    for row in rows(include_str!("../../../../tests/oracles/student_r.tsv")) {
        let [freedom, tail, wanted] = [numbers(row[0])[0], numbers(row[1])[0], numbers(row[2])[0]];
        let found = student_quantile(freedom as usize, tail);
        if wanted == 0.0 {
            assert!(found < 1e-15, "{row:?}: {found:e}");
        } else {
            assert_close(found, wanted, 1e-9, &row.join(" "));
        }
    }
}

#[test]
fn statrs_gives_the_same_quantiles() {
    for freedom in [1, 2, 3, 4, 9, 10, 29, 60, 999] {
        let student = StudentsT::new(0.0, 1.0, f64::from(freedom)).unwrap();
        for tail in [0.4, 0.25, 0.1, 0.05, 0.01, 0.001] {
            let found = student_quantile(freedom as usize, tail);
            assert_close(found, -student.inverse_cdf(tail), 1e-8, &format!("{freedom} {tail}"));
        }
    }
}

#[test]
fn edges() {
    assert_eq!(noise(&[], 0.01), None);
    assert_eq!(noise(&[1.0], 0.01), None);
    assert_eq!(noise(&[1.0, f64::INFINITY], 0.01), None);
    assert_eq!(noise(&[1.0, f64::NAN], 0.01), None);
    for rate in [0.0, -1.0, 0.6, f64::NAN] {
        assert_eq!(noise(&[1.0, 2.0], rate), None);
    }
    let none = Noise { scale: ShiftScale::Ratio, limit: 1.0 };
    assert_eq!(noise(&[0.1, 0.1, 0.1], 0.01), Some(none));
    let none = Noise { scale: ShiftScale::Difference, limit: 0.0 };
    assert_eq!(noise(&[0.0, 0.0], 0.01), Some(none));
    assert_eq!(noise(&[0.0, 2.0], 0.01).unwrap().scale, ShiftScale::Difference);
    assert_eq!(noise(&[1e-300, 1e300], 1e-6), None);
    // Two logarithms 0.02 apart: s = 0.02/√2, and t with one degree of freedom is 31.82.
    let two = noise(&[100.0, 100.0 * math::exp(0.02)], 0.01).unwrap();
    assert_close(math::ln(two.limit), 0.02 * 31.820_515_953_773_95, 1e-9, "two");
}

/// Returns how often one recording exceeds another of the same program by more than the floor.
fn rate_beyond(recordings: usize, rate: f64, draw: fn(&mut Random) -> f64) -> f64 {
    let mut random = Random::new(20_240_615);
    let trials = 20_000;
    let beyond = (0..trials).filter(|_| {
        let centers: Vec<f64> = (0..recordings).map(|_| draw(&mut random)).collect();
        let (old, new) = (draw(&mut random), draw(&mut random));
        let Noise { scale, limit } = noise(&centers, rate).unwrap();
        match scale {
            ShiftScale::Ratio => limit < new / old,
            ShiftScale::Difference => limit < new - old,
        }
    });
    beyond.count() as f64 / f64::from(trials)
}

#[test]
fn two_further_recordings_exceed_the_floor_as_often_as_said() {
    let log_normal: fn(&mut Random) -> f64 = |random| math::exp(0.05 * random.normal());
    let shifted: fn(&mut Random) -> f64 = |random| random.normal() - 50.0;
    for (recordings, rate) in [(2, 0.05), (3, 0.05), (5, 0.01), (5, 0.1), (10, 0.01)] {
        for draw in [log_normal, shifted] {
            let found = rate_beyond(recordings, rate, draw);
            // Four standard errors.
            let error = 4.0 * math::sqrt(rate * (1.0 - rate) / 20_000.0);
            assert!((found - rate).abs() < error, "{recordings} at {rate}: {found}");
        }
    }
}
