//! Checks by how much a change moved the values.

use crate::ShiftScale;
use crate::changes::Steps;

#[test]
fn steps_are_ratios_of_positive_values_and_else_differences() {
    let before: Vec<f64> = (0..30).map(|i| 100.0 + f64::from(i * 7 % 10)).collect();
    let after: Vec<f64> = before.iter().map(|x| x * 1.25).collect();
    let mut steps = Steps::default();
    let found = steps.step(&before, &after, 0.05).unwrap();
    assert_eq!(found.scale, ShiftScale::Ratio);
    assert!((found.estimate - 1.25).abs() < 0.02, "{found:?}");
    assert!(found.interval.lo < 1.25 && 1.25 < found.interval.hi && 1.2 < found.interval.lo);
    let below: Vec<f64> = before.iter().map(|x| x - 100.0).collect();
    let found = steps.step(&below, &before, 0.05).unwrap();
    assert_eq!((found.scale, found.estimate), (ShiftScale::Difference, 100.0));
    assert_eq!(steps.step(&[], &before, 0.05), None);
}
