//! Axes: the position of each value, and labeled ticks.
//!
//! The first and the last tick enclose all values. Ticks for bytes are powers of two.

use super::cell::write_value;
use crate::base::float;
use crate::stats::math::ln;
use crate::unit::{Class, Scale};

/// A tick of an axis.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tick {
    /// The position, from 0 to 1.
    pub(crate) place: f64,
    /// The label; empty if only the tick is drawn.
    pub(crate) label: String,
    /// The rank: labels of a higher rank are drawn only if all of them fit.
    pub(crate) rank: u8,
}

/// A scale for one picture.
#[derive(Debug, Clone)]
pub(crate) struct Axis {
    lo: f64,
    hi: f64,
    /// Whether equal distances are equal ratios.
    pub(crate) logarithmic: bool,
    /// Where the logarithms begin; zero itself is below, if there are zeros.
    above_zero: f64,
    /// The ticks, ascending.
    pub(crate) ticks: Vec<Tick>,
}

/// Values that differ by a larger factor do not share a linear axis.
const LINEAR_MAX: f64 = 30.0;
/// The fraction of a logarithmic axis between zero and the smallest other value.
const GAP: f64 = 0.08;
/// Up to this number of decades, 2 and 5 also have labels.
const LABELLED_DECADES: f64 = 2.6;
/// Up to this number of decades, each integer multiple has a tick.
const MARKED_DECADES: f64 = 6.5;

impl Axis {
    /// Returns an axis with a position for all finite values, and with about `room` labels. `suffix` follows each
    /// label.
    pub(crate) fn new(
        class: Class,
        suffix: &str,
        values: impl Iterator<Item = f64>,
        room: usize,
    ) -> Axis {
        let mut least: Option<f64> = None;
        let finite = values.filter(|v| v.is_finite()).inspect(|&v| {
            least = if 0.0 < v { Some(least.map_or(v, |least| least.min(v))) } else { least };
        });
        let (lo, hi) =
            finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| (lo.min(v), hi.max(v)));
        let (lo, hi) = if lo <= hi { (lo, hi) } else { (0.0, 1.0) };
        let least = least.filter(|least| 0.0 <= lo && LINEAR_MAX * least < hi);
        let (above_zero, logarithmic) = (if lo == 0.0 { GAP } else { 0.0 }, least.is_some());
        let lo = least.unwrap_or(lo);
        let mut axis = Axis { lo, hi, logarithmic, above_zero, ticks: Vec::new() };
        let room = room.max(2) as f64;
        let (marks, step) = match (logarithmic, class) {
            (true, Class::Binary) => (axis.powers_of_two(room), 0.0),
            (true, _) => (axis.powers_of_ten(room), 0.0),
            (false, _) => axis.steps(class, room),
        };
        let common = (step != 0.0 && class != Class::Binary)
            .then(|| Scale::common(class, [axis.lo.abs().max(axis.hi.abs())]));
        if axis.logarithmic && axis.above_zero != 0.0 {
            axis.ticks.push(Tick { place: 0.0, label: "0".to_owned(), rank: 0 });
        }
        for (value, rank) in marks {
            let label = match rank {
                MARK => String::new(),
                _ => label(value, common.unwrap_or_else(|| Scale::common(class, [value])), suffix),
            };
            axis.ticks.push(Tick { place: axis.place(value), label, rank });
        }
        axis
    }

    /// Returns the position of a value: 0 is the lower end, 1 the upper end.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let (lo, hi) = (self.lo, self.hi);
        if self.logarithmic && value <= 0.0 {
            return 0.0;
        }
        let (offset, width) = if self.logarithmic {
            (ln(value) - ln(lo), ln(hi) - ln(lo))
        } else {
            (value - lo, hi - lo)
        };
        let place = if width.is_finite() { offset / width } else { 0.5 + 0.5 * (value / hi) };
        let below = if self.logarithmic { self.above_zero } else { 0.0 };
        let place = below + (1.0 - below) * place;
        // A single value is in the middle.
        if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.5 }
    }

    /// Returns steps of equal size, and the size. The axis extends to zero if zero is close.
    fn steps(&mut self, class: Class, room: f64) -> (Vec<(f64, u8)>, f64) {
        let (lo, hi) = (self.lo, self.hi);
        if 0.0 < lo && (lo < 0.5 * hi || lo == hi) {
            self.lo = 0.0;
        } else if hi < 0.0 && (0.5 * lo < hi || lo == hi) {
            self.hi = 0.0;
        } else if lo == hi {
            self.hi = 1.0;
        }
        let step = round_step((self.hi - self.lo) / (room - 1.0), class);
        let Some(step) = step else { return (vec![(self.lo, 0), (self.hi, 0)], self.hi) };
        // A value that differs from a tick only in its last digit needs no further step.
        let first = (self.lo / step + 1e-6).floor();
        let last = (self.hi / step - 1e-6).ceil();
        (self.lo, self.hi) = (first * step, last * step);
        let count = (last - first).min(64.0) as u32;
        ((0..=count).map(|i| ((first + f64::from(i)) * step, 0)).collect(), step)
    }

    fn powers_of_two(&mut self, room: f64) -> Vec<(f64, u8)> {
        let exponent = |value: f64| ln(value) / std::f64::consts::LN_2;
        let first = (exponent(self.lo) + 1e-9).floor() as i32;
        let last = (exponent(self.hi) - 1e-9).ceil() as i32;
        let strides = [1, 2, 5, 10, 20, 50, 100, 200, 500];
        let stride = strides.into_iter().find(|&s| f64::from(last - first) <= f64::from(s) * room);
        let stride = stride.unwrap_or(1000);
        let power = |e: i32| power(2, e).filter(|v| v.is_normal());
        self.lo = power(first).unwrap_or(self.lo);
        self.hi = power(last).unwrap_or(self.hi);
        let rank = |e: i32| match e {
            e if e == first || e == last || e.rem_euclid(stride) == 0 => 0,
            _ => MARK,
        };
        let marked = |e: &i32| stride <= 10 || rank(*e) != MARK;
        (first..=last).filter(marked).filter_map(|e| Some((power(e)?, rank(e)))).collect()
    }

    fn powers_of_ten(&mut self, room: f64) -> Vec<(f64, u8)> {
        let (lo, hi) = (self.lo, self.hi);
        let exponent = |value: f64| ln(value) / std::f64::consts::LN_10;
        let (first, last) = (exponent(lo).floor() as i32, exponent(hi).ceil() as i32);
        let decades = exponent(hi) - exponent(lo);
        let stride = (decades / room).ceil().max(1.0) as i32;
        let all = (first - 1..=last + 1).flat_map(|e| (1..10).map(move |m| (m, e)));
        let value = |(m, e): (u8, i32)| {
            float::read_decimal(format!("{m}e{e}").as_bytes()).filter(|v| v.is_normal())
        };
        let all: Vec<(u8, i32, f64)> = all.filter_map(|p| Some((p.0, p.1, value(p)?))).collect();
        let ends = || all.iter().filter(|(m, ..)| matches!(m, 1 | 2 | 5)).map(|mark| mark.2);
        self.lo = ends().rev().find(|&v| v <= lo * 1.000_000_1).unwrap_or(lo);
        self.hi = ends().find(|&v| hi <= v * 1.000_000_1).unwrap_or(hi);
        let (lo, hi) = (self.lo, self.hi);
        let rank = |&(m, e, v): &(u8, i32, f64)| match m {
            _ if v == lo || v == hi => 0,
            1 if e.rem_euclid(stride) == 0 => 0,
            2 | 5 if decades <= LABELLED_DECADES => 1,
            _ => MARK,
        };
        let inside = all.iter().filter(|mark| lo <= mark.2 && mark.2 <= hi);
        let marks = inside.map(|mark| (mark.2, rank(mark), mark.0));
        let marked =
            |&(_, rank, m): &(f64, u8, u8)| rank != MARK || m == 1 || decades <= MARKED_DECADES;
        marks.filter(marked).map(|(value, rank, _)| (value, rank)).collect()
    }
}

/// The rank of a mark without a label.
pub(crate) const MARK: u8 = u8::MAX;

/// Returns a power, correctly rounded, which `exp` does not guarantee.
fn power(base: u8, exponent: i32) -> Option<f64> {
    match base {
        2 => Some(libm::scalbn(1.0, exponent)).filter(|v| v.is_finite()),
        _ => float::read_decimal(format!("1e{exponent}").as_bytes()).filter(|v| v.is_finite()),
    }
}

/// Returns the smallest step of at least this width: 1, 2 or 5 times a power of ten, or a power of two.
fn round_step(width: f64, class: Class) -> Option<f64> {
    if !(width.is_finite() && 0.0 < width) {
        return None;
    }
    let step = if class == Class::Binary {
        let exponent = (ln(width) / std::f64::consts::LN_2 - 1e-9).ceil();
        power(2, exponent as i32)?
    } else {
        let power = power(10, (ln(width) / std::f64::consts::LN_10).floor() as i32)?;
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|s| width <= s * power * 1.000_001)?;
        step * power
    };
    Some(step).filter(|step| step.is_normal())
}

/// Returns a label with the digits that it needs: `20 µs`, `1.5 MiB`.
fn label(value: f64, scale: Scale, suffix: &str) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let mut out = Vec::new();
    let scale = Scale { digits: scale.digits + 2, ..scale };
    write_value(&mut out, value, Some(Scale { prefix: "", ..scale }));
    let text = String::from_utf8_lossy(&out).replace('-', "−");
    let number = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text[..]
    };
    match (scale.prefix, suffix) {
        (prefix, "") => format!("{number}{prefix}"),
        (prefix, suffix) => format!("{number} {prefix}{suffix}"),
    }
}

/// Returns a value in the form that tables use, with its unit: `280.1 µs`.
pub(crate) fn value_text(class: Class, suffix: &str, value: f64) -> String {
    // Zeros of both signs look the same.
    let value = value + 0.0;
    let scale = Scale::common(class, [value]);
    let mut out = Vec::new();
    write_value(&mut out, value, Some(Scale { prefix: "", ..scale }));
    let number = String::from_utf8_lossy(&out).replace('-', "−");
    let space = if suffix.is_empty() { "" } else { " " };
    format!("{number}{space}{}{suffix}", scale.prefix)
}

/// Returns the suffix of a unit's values where there is room for it: `s` for `sec/op`.
pub(crate) fn suffix(unit: &str) -> &str {
    match unit.split('/').next() {
        _ if unit == "B/s" => unit,
        Some("sec") => "s",
        Some("B") => "B",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::stats::math::exp;
    use crate::unit::class;

    fn labels(unit: &str, values: &[f64]) -> Vec<String> {
        let axis = Axis::new(class(unit.as_bytes()), suffix(unit), values.iter().copied(), 6);
        assert!(axis.ticks.iter().all(|tick| (0.0..=1.0).contains(&tick.place)));
        let ends = [axis.ticks.first(), axis.ticks.last()].map(|tick| tick.unwrap().place);
        assert_eq!(ends, [0.0, 1.0], "{values:?}");
        let labelled = axis.ticks.into_iter().filter(|tick| !tick.label.is_empty());
        labelled.map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(labels("sec/op", &[1e-6, 9e-6]), ["0", "2 µs", "4 µs", "6 µs", "8 µs", "10 µs"]);
        assert_eq!(labels("x", &[90.0, 100.0]), ["90", "92", "94", "96", "98", "100"]);
        assert_eq!(labels("x", &[100.05, 100.09]).concat(), "100.05100.06100.07100.08100.09");
        assert_eq!(labels("sec/op", &[1e-9, 2e-3]).join(","), "1 ns,10 ns,1 µs,100 µs,2 ms");
        assert_eq!(labels("x", &[3.0, 100.0]), ["2", "5", "10", "20", "50", "100"]);
        assert_eq!(labels("x", &[0.0, 1.0, 100.0]), ["0", "1", "2", "5", "10", "20", "50", "100"]);
        assert_eq!(labels("x", &[5.0]), ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(labels("x", &[0.0, 0.0])[0], "0");
        assert_eq!(labels("x", &[-4.0, -1.0]), ["−4", "−3", "−2", "−1", "0"]);
    }

    #[test]
    fn bytes_go_by_powers_of_two() {
        let linear = ["0", "256 KiB", "512 KiB", "768 KiB", "1 MiB"];
        assert_eq!(labels("B/op", &[3e5, 1e6]), linear);
        let far = ["64 B", "256 B", "1 KiB", "4 KiB", "16 KiB", "64 KiB"];
        assert_eq!(labels("B/op", &[100.0, 60_000.0]), far);
    }

    /// Returns the values of the unlabeled ticks between two labels.
    fn marks_between(unit: &str, ends: [f64; 2], labels: [&str; 2]) -> Vec<f64> {
        let axis = Axis::new(class(unit.as_bytes()), suffix(unit), ends.into_iter(), 6);
        let at = |label: &str| axis.ticks.iter().position(|tick| tick.label == label).unwrap();
        let between = &axis.ticks[at(labels[0]) + 1..at(labels[1])];
        assert!(between.iter().all(|tick| tick.label.is_empty() && tick.rank == MARK));
        let (lo, hi) = (ln(axis.lo), ln(axis.hi));
        between.iter().map(|tick| exp(lo + tick.place * (hi - lo)).round()).collect()
    }

    #[test]
    fn a_logarithmic_axis_has_minor_ticks_without_labels() {
        // These ticks show that the axis is logarithmic, even if few ticks have labels.
        assert_eq!(marks_between("x", [3.0, 100.0], ["20", "50"]), [30.0, 40.0]);
        assert_eq!(marks_between("x", [3.0, 100.0], ["50", "100"]), [60.0, 70.0, 80.0, 90.0]);
        let decade = [2e3, 3e3, 4e3, 5e3, 6e3, 7e3, 8e3, 9e3];
        assert_eq!(marks_between("x", [1.0, 1e6], ["1k", "10k"]), decade);
        assert_eq!(marks_between("B/op", [100.0, 60_000.0], ["1 KiB", "4 KiB"]), [2048.0]);
        // Over many decades, only the whole decades remain.
        assert_eq!(marks_between("x", [1.0, 1e12], ["100", "10k"]), [1000.0]);
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
            &[1e-320, 1e-310],
            &[f64::MAX],
        ] {
            for class in [Class::Decimal, Class::Binary, Class::Plain] {
                let axis = Axis::new(class, "s", values.iter().copied(), 7);
                assert!(values.iter().all(|&v| (0.0..=1.0).contains(&axis.place(v))), "{values:?}");
                assert!(axis.ticks.iter().filter(|tick| !tick.label.is_empty()).count() < 70);
            }
        }
    }
}
