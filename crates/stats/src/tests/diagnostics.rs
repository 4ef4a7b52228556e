//! Compares sample issues with R and with counting all orders, and measures how often sound samples have issues.

use super::plain::{drift, serial};
use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::diagnostics::{clock_steps, modes, outliers, quantile};
use crate::{Diagnostics, Issues};

#[test]
fn r_gives_the_same_trends_and_quartiles() {
    for row in rows(include_str!("../../../../tests/oracles/trust_r.tsv")) {
        let values = numbers(row[3]);
        let found = drift(&values, 1.0).unwrap();
        // R computes small tails as 1 minus the rest.
        let p: f64 = row[0].parse().unwrap();
        assert!((found.p - p).abs() <= 1e-10 * p + 1e-14, "{row:?}: {}", found.p);
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        assert_close(quantile(&sorted, 0.25), row[1].parse().unwrap(), 1e-12, &row.join(" "));
        assert_close(serial(&values).unwrap().correlation, row[2].parse().unwrap(), 1e-9, row[3]);
    }
}

#[test]
fn scipy_gives_the_same_rises() {
    for row in rows(include_str!("../../../../tests/oracles/slopes_scipy.tsv")) {
        let values = numbers(row[1]);
        let rise = row[0].parse::<f64>().unwrap() * (values.len() - 1) as f64;
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        let found = Diagnostics::new(1.0).issues(&values, &sorted, &[]);
        let found = found.drift.unwrap();
        assert!((found.rise - rise).abs() <= 1e-12 * rise.abs(), "{row:?}: {}", found.rise);
        assert_eq!(drift(&values, 1.0).unwrap().rise, found.rise);
    }
}

/// Returns all orders of 0 … n − 1.
fn orders(n: usize) -> Vec<Vec<f64>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let grow = |order: Vec<f64>| {
        (0..n).map(move |index| {
            let mut order = order.clone();
            order.insert(index, n as f64);
            order
        })
    };
    orders(n - 1).into_iter().flat_map(grow).collect()
}

#[test]
fn trends_by_counting_all_orders() {
    for n in 3..=6 {
        let all = orders(n);
        let tau = |order: &[f64]| drift(order, 1.0).unwrap().tau;
        for order in &all {
            let as_strong = all.iter().filter(|o| tau(order).abs() - 1e-9 <= tau(o).abs()).count();
            let found = drift(order, 1.0).unwrap().p;
            assert_close(found, as_strong as f64 / all.len() as f64, 1e-12, &format!("{order:?}"));
        }
    }
}

#[test]
fn sound_samples_show_little() {
    type Draw = fn(&mut Random) -> f64;
    let normal: Draw = |random| 100.0 + random.normal();
    let skewed: Draw = |random| 100.0 + random.normal().exp2();
    for (n, draw) in [(8, normal), (10, normal), (20, normal), (50, normal), (10, skewed)] {
        let mut random = Random::new(n);
        let mut counts = [0.0; 4];
        for _ in 0..10_000 {
            let values: Vec<f64> = (0..n).map(|_| draw(&mut random)).collect();
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            let found = [
                drift(&values, 0.01).is_some(),
                serial(&values).is_some_and(|serial| serial.p <= 0.01),
                modes(&sorted).is_some(),
                outliers(&sorted).is_some(),
            ];
            for (count, found) in counts.iter_mut().zip(found) {
                *count += f64::from(u8::from(found)) / 10_000.0;
            }
        }
        let most = [0.012, 0.012, if n == 8 { 0.018 } else { 0.012 }, 0.16];
        let more = counts.iter().zip(most).any(|(&share, most)| most < share);
        assert!(!more, "{n}: {counts:?}");
    }
}

#[test]
fn each_issue_is_seen() {
    let mut random = Random::new(4);
    let mut noise = |scale: f64| scale * random.normal();
    let find = |values: &[f64]| {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        Diagnostics::new(0.01).issues(values, &sorted, &[])
    };
    let rising: Vec<f64> = (0..12).map(|i| 100.0 + f64::from(i) + noise(0.8)).collect();
    let found = find(&rising).drift.unwrap();
    assert_eq!(find(&rising), Issues { drift: Some(found), ..Issues::default() });
    assert!(0.7 < found.tau && (9.0..13.0).contains(&found.rise), "{found:?}");
    // Up and down in waves of eight: there is no trend, but each run is similar to the previous one.
    let waves: Vec<f64> =
        (0..32).map(|i| 100.0 + [0.0, 2.0, 3.0, 2.0, 0.0, -2.0, -3.0, -2.0][i % 8]).collect();
    let found = find(&waves).serial.unwrap();
    assert_eq!(find(&waves), Issues { serial: Some(found), ..Issues::default() });
    assert!(0.5 < found.correlation);
    let two = [100.0, 101.0, 120.0, 100.5, 121.0, 119.5, 100.2, 120.4, 100.8, 119.9];
    let found = find(&two).modes.unwrap();
    assert_eq!(find(&two), Issues { modes: Some(found), ..Issues::default() });
    assert_eq!((found.lower_n, found.upper_n, found.lower, found.upper), (5, 5, 100.5, 120.0));
    let one_out = [100.0, 101.0, 100.5, 99.0, 160.0, 100.2, 100.9, 99.4];
    let found = find(&one_out).outliers.unwrap();
    assert_eq!(find(&one_out), Issues { outliers: Some(found), ..Issues::default() });
    assert_eq!((found.low, found.high), (0, 1));
    for values in [&[5.0; 30][..], &[], &[1.0]] {
        assert_eq!(find(values), Issues::default());
    }
    let odd = [f64::NAN, 1.0, f64::INFINITY, 2.0, 3.0, f64::NEG_INFINITY, 1.0, 1.0, 2.0];
    find(&odd);
    find(&vec![1.5; 2000]);
    let long: Vec<f64> = (0..2000).map(f64::from).collect();
    assert_eq!(drift(&long, 1.0).unwrap().rise, 1999.0);
}

/// Returns the issues by their definitions.
fn plainly(values: &[f64], sorted: &[f64], level: f64) -> Issues {
    let drift = drift(values, level);
    let serial = match drift {
        None => serial(values).filter(|serial| serial.p <= level),
        Some(_) => None,
    };
    Issues { drift, serial, modes: modes(sorted), outliers: outliers(sorted) }
}

#[test]
fn what_is_told_is_what_the_definitions_say() {
    let mut random = Random::new(9);
    for level in [0.01, 0.05, 1.0, 0.5, 1e-300, 0.0, -1.0, f64::NAN] {
        let mut diagnostics = Diagnostics::new(level);
        for trial in 0..1500 {
            let n = match trial % 10 {
                9 => 40 + random.below(30),
                8 if trial % 100 == 8 => 490 + random.below(600),
                _ => random.below(24),
            };
            let levels = [2, 5, 30, 1 << 40][trial % 4];
            let slope = if trial % 3 == 0 { random.below(levels) as f64 / 8.0 } else { 0.0 };
            let mut value = |i: u64| match trial % 13 {
                0 if random.below(20) == 0 => f64::INFINITY,
                1 if random.below(20) == 0 => f64::NAN,
                2 => -0.0 * random.below(2) as f64,
                3 => random.below(levels) as f64 - 2.0,
                4 => f64::MIN_POSITIVE * random.below(levels) as f64,
                5 => f64::MAX / (1.0 + random.below(levels) as f64),
                _ => random.below(levels) as f64 + slope * i as f64,
            };
            let values: Vec<f64> = (0..n).map(&mut value).collect();
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            let (found, wanted) =
                (diagnostics.issues(&values, &sorted, &[]), plainly(&values, &sorted, level));
            assert_eq!(format!("{found:?}"), format!("{wanted:?}"), "{level} {values:?}");
        }
    }
}

#[test]
fn steps_of_a_coarse_clock_are_found() {
    let steps = |values: &[f64]| {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        clock_steps(&sorted).map(|found| found.step)
    };
    let whole = [30.0, 31.0, 30.0, 32.0, 31.0, 30.0, 31.0, 35.0];
    assert_eq!(steps(&whole), Some(1.0));
    assert_eq!(steps(&whole[..7]), None, "too few values");
    assert_eq!(steps(&whole.map(|value| value + 1000.0)), None, "fine steps");
    assert_eq!(steps(&[30.0, 30.0, 31.0, 31.0, 32.4, 32.4, 30.0, 31.0]), None, "no multiples");
    assert_eq!(steps(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]), None, "hardly any equal values");
    let infinite = [30.0, 31.0, 30.0, 30.0, 30.0, 30.0, 30.0, f64::INFINITY];
    assert_eq!(steps(&infinite), None);
    assert_eq!(steps(&[5.0; 9]), None);
    assert_eq!(steps(&[-1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, -1.0]), None);
}
