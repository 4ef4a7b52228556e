//! Axes: values to places, and the marks that say which.

use super::cell::write_value;
use crate::base::float;
use crate::stats::math::ln;
use crate::unit::{Class, Scale};

/// A scale for one picture.
#[derive(Debug, Clone)]
pub(crate) struct Axis {
    lo: f64,
    hi: f64,
    /// Whether equal distances are equal ratios.
    pub(crate) logarithmic: bool,
    /// Places (from 0 to 1) with their labels.
    pub(crate) ticks: Vec<(f64, String)>,
}

/// Values that differ by a larger factor do not share a linear axis.
const LINEAR_MAX: f64 = 30.0;

impl Axis {
    /// An axis on which all values have a place, those that are no finite numbers left out.
    pub(crate) fn new(class: Class, values: impl Iterator<Item = f64>) -> Axis {
        let finite = values.filter(|v| v.is_finite());
        let (lo, hi) =
            finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| (lo.min(v), hi.max(v)));
        let (lo, hi) = if lo <= hi { (lo, hi) } else { (0.0, 1.0) };
        let logarithmic = 0.0 < lo && LINEAR_MAX * lo < hi;
        let mut axis = Axis { lo, hi, logarithmic, ticks: Vec::new() };
        let marks = if logarithmic { axis.powers() } else { axis.steps() };
        let scale = |v: f64| Scale::common(class, [v]);
        let common = Scale::common(class, [if hi == 0.0 { lo } else { hi }]);
        for mark in marks {
            let mut out = Vec::new();
            let scale = if logarithmic { scale(mark) } else { common };
            write_value(&mut out, mark, Some(scale));
            axis.ticks.push((axis.place(mark), plain(&String::from_utf8_lossy(&out))));
        }
        axis
    }

    /// Where a value stands: 0 is the left end, 1 the right one.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let width = if self.logarithmic { ln(self.hi / self.lo) } else { self.hi - self.lo };
        let offset = if self.logarithmic { ln(value / self.lo) } else { value - self.lo };
        let place = if width.is_finite() { offset / width } else { value / self.hi };
        // A single value stands in the middle.
        if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.5 }
    }

    /// Makes room at both ends, down to zero if that is near.
    fn steps(&mut self) -> Vec<f64> {
        if 0.0 < self.lo && self.lo < 0.5 * self.hi {
            self.lo = 0.0;
        }
        let step = round_step((self.hi - self.lo) / 4.0);
        let Some(step) = step else { return vec![self.lo] };
        let first = (self.lo / step).floor();
        let last = (self.hi / step).ceil();
        (self.lo, self.hi) = (first * step, last * step);
        let count = (last - first).min(12.0) as u32;
        (0..=count).map(|i| (first + f64::from(i)) * step).collect()
    }

    fn powers(&mut self) -> Vec<f64> {
        let decades = ln(self.hi / self.lo) / std::f64::consts::LN_10;
        let jump = (decades / 7.0).ceil().max(1.0) as i32;
        let power = |value: f64| (ln(value) / std::f64::consts::LN_10).floor() as i32;
        let (first, last) = (power(self.lo), power(self.hi));
        let mark = |exponent: i32| power_of_ten(exponent).unwrap_or(f64::NAN);
        let marks = (first..=last + 1).step_by(jump as usize).map(mark);
        let (lo, hi) = (self.lo, self.hi);
        marks.filter(|&m| lo <= m && m <= hi).collect()
    }
}

/// A power of ten, correctly rounded, unlike what `exp` gives.
fn power_of_ten(exponent: i32) -> Option<f64> {
    float::read_decimal(format!("1e{exponent}").as_bytes())
}

/// The step of 1, 2 or 5 times a power of ten that is next to a width.
fn round_step(width: f64) -> Option<f64> {
    if !(width.is_finite() && 0.0 < width) {
        return None;
    }
    let exponent = (ln(width) / std::f64::consts::LN_10).floor() as i32;
    let power = power_of_ten(exponent)?;
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|s| width <= s * power * 1.000_001)?;
    Some(step * power).filter(|step| step.is_normal())
}

/// A label without the zeros that say nothing: `20.00µ` is `20µ`.
fn plain(label: &str) -> String {
    let end = label.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
    let (number, prefix) = label.split_at(end.unwrap_or(label.len()));
    if !number.contains('.') {
        return label.to_owned();
    }
    let number = number.trim_end_matches('0').trim_end_matches('.');
    format!("{number}{prefix}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::class;

    fn labels(unit: &str, values: &[f64]) -> Vec<String> {
        let axis = Axis::new(class(unit.as_bytes()), values.iter().copied());
        assert!(axis.ticks.iter().all(|(place, _)| (0.0..=1.0).contains(place)));
        axis.ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(labels("sec/op", &[1e-6, 9e-6]), ["0µ", "5µ", "10µ"]);
        assert_eq!(labels("x", &[90.0, 100.0]), ["90", "95", "100"]);
        assert_eq!(
            labels("sec/op", &[1e-9, 2e-3]),
            ["1n", "10n", "100n", "1µ", "10µ", "100µ", "1m"]
        );
        assert_eq!(labels("x", &[5.0]), ["5"]);
        assert_eq!(labels("x", &[0.0, 0.0]), ["0"]);
    }

    #[test]
    fn no_value_breaks_an_axis() {
        for values in [
            &[f64::NAN][..],
            &[],
            &[f64::INFINITY, 1.0],
            &[f64::MIN, f64::MAX],
            &[5e-324, f64::MAX],
            &[-1.0, 0.0, 1e300],
            &[5e-324, 1e-323],
        ] {
            let axis = Axis::new(Class::Decimal, values.iter().copied());
            assert!(values.iter().all(|&v| (0.0..=1.0).contains(&axis.place(v))), "{values:?}");
            assert!(axis.ticks.len() < 20);
        }
    }
}
