//! Compares adjusted p-values with R, and checks by simulation that error rates are as promised.

use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::{Adjustment, MannWhitney, expected_false_positives};

#[test]
fn r_gives_the_same_values() {
    for row in rows(include_str!("../../../../tests/oracles/adjust_r.tsv")) {
        let (_, method) = Adjustment::ALL.into_iter().find(|&(name, _)| name == row[0]).unwrap();
        let mut found = numbers(row[1]);
        method.adjust(&mut found);
        for (found, wanted) in found.iter().zip(numbers(row[2])) {
            assert_close(*found, wanted, 1e-14, &row.join(" "));
        }
    }
}

#[test]
fn edges() {
    for (_, method) in Adjustment::ALL {
        method.adjust(&mut []);
        let mut one = [0.04];
        method.adjust(&mut one);
        assert_eq!(one, [0.04]);
        let mut equal = [0.01; 4];
        method.adjust(&mut equal);
        assert!(equal.iter().all(|&p| p == equal[0] && (0.01..=0.09).contains(&p)), "{equal:?}");
        let mut odd = [f64::NAN, 0.5, 1.0, f64::from_bits(1)];
        method.adjust(&mut odd);
        assert!(odd.iter().all(|p| 0.0 < *p && *p <= 1.0), "{odd:?}");
    }
    assert_eq!(expected_false_positives(200, 0.05), 10.0);
    assert_eq!(expected_false_positives(3, f64::NAN), 3.0);
}

/// Simulates 400 reports of 40 benchmarks, of which `changed` differ clearly: returns the fraction of reports with a
/// false alarm, and the mean fraction of false alarms among the significant tests.
fn error_rates(method: Adjustment, changed: usize) -> [f64; 2] {
    let mut random = Random::new(77);
    let mut tester = MannWhitney::default();
    let (mut alarms, mut discoveries) = (0.0, 0.0);
    for _ in 0..400 {
        let mut p: Vec<f64> = (0..40)
            .map(|benchmark| {
                let shift = if benchmark < changed { 3.0 } else { 0.0 };
                let mut sample = |shift: f64| {
                    let mut values: Vec<f64> = (0..10).map(|_| random.normal() + shift).collect();
                    values.sort_by(f64::total_cmp);
                    values
                };
                tester.p(&sample(0.0), &sample(shift)).unwrap()
            })
            .collect();
        method.adjust(&mut p);
        let found = p.iter().filter(|&&p| p <= 0.05).count();
        let wrong = p[changed..].iter().filter(|&&p| p <= 0.05).count();
        alarms += f64::from(u8::from(0 < wrong));
        discoveries += wrong as f64 / found.max(1) as f64;
    }
    [alarms / 400.0, discoveries / 400.0]
}

#[test]
fn error_rates_hold() {
    // Four standard errors at 0.05.
    let slack = 4.0 * (0.05_f64 * 0.95 / 400.0).sqrt();
    for changed in [0, 20] {
        assert!(0.5 < error_rates(Adjustment::None, changed)[0]);
        assert!(error_rates(Adjustment::Holm, changed)[0] <= 0.05 + slack);
        assert!(error_rates(Adjustment::Bh, changed)[1] <= 0.05 + slack);
        assert!(error_rates(Adjustment::By, changed)[1] <= 0.05);
    }
}

#[test]
fn two_thousand_benchmarks_of_one_version() {
    let mut random = Random::new(2000);
    let mut tester = MannWhitney::default();
    let mut p: Vec<f64> = (0..2000)
        .map(|_| {
            let [a, b] = [(); 2].map(|()| {
                let mut values: Vec<f64> = (0..10).map(|_| random.normal()).collect();
                values.sort_by(f64::total_cmp);
                values
            });
            tester.p(&a, &b).unwrap()
        })
        .collect();
    let flagged = p.iter().filter(|&&p| p <= 0.05).count() as f64;
    // With ten values on a side the largest level up to 0.05 is 0.0433: 86.6 of 2,000, plus or minus 9.
    assert!((flagged - 86.6).abs() < 4.0 * 9.1, "{flagged}");
    assert!(flagged < expected_false_positives(2000, 0.05) + 4.0 * 9.1);
    Adjustment::Bh.adjust(&mut p);
    assert_eq!(p.iter().filter(|&&p| p <= 0.05).count(), 0);
}

#[test]
fn the_level_of_the_next_test_is_where_it_is_rejected() {
    let family = [1e-6, 1e-5, 0.4, 0.5, 0.6, 0.7, 0.8];
    for (_, method) in Adjustment::ALL {
        let is_rejected = |p: f64| {
            let mut all = family.to_vec();
            all.push(p);
            method.adjust(&mut all);
            all[family.len()] <= 0.05
        };
        let level = method.level_of_next(0.05, family.len() + 1, 2);
        assert!(is_rejected(level * 0.999_999) && !is_rejected(level * 1.000_001), "{method:?}");
    }
}
