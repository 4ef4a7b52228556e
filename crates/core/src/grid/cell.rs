//! The text of each part of a cell.

use crate::base::float::{write_fixed, write_shortest, write_signed, write_whole};
use crate::stats::Summary;
use crate::table::{Comparison, Delta, MeanChange, Row, Warning};
use crate::unit::{Class, Scale};

/// Returns the common scale of the cells of a row.
pub(super) fn row_scale(class: Class, row: &Row) -> Scale {
    // Without a geometric mean, the magnitude is unknown.
    let cells = row.cells.iter().filter(|cell| cell.warning != Some(Warning::NotPositive));
    Scale::common(class, cells.map(|cell| cell.summary.center))
}

/// Writes a value: with its scale, or with all digits.
pub(super) fn write_value(out: &mut Vec<u8>, value: f64, scale: Option<Scale>) {
    match scale {
        Some(scale) => {
            write_fixed(out, value / scale.factor, scale.digits);
            out.extend_from_slice(scale.prefix.as_bytes());
        }
        None => write_shortest(out, value),
    }
}

/// Writes how far the interval reaches, in percent of the center: `3%`, `∞` without an interval, `?` if a percentage
/// would mislead because the interval crosses zero.
pub(super) fn write_range(out: &mut Vec<u8>, summary: Summary) {
    let Summary { center, lo, hi } = summary;
    if lo.is_infinite() || hi.is_infinite() {
        out.extend_from_slice("∞".as_bytes());
    } else if sign(center) != sign(lo) || sign(center) != sign(hi) || center.is_nan() {
        out.push(b'?');
    } else if center == 0.0 {
        out.extend_from_slice(b"0%");
    } else {
        let (above, below) = (hi / center - 1.0, 1.0 - lo / center);
        // The reach is NaN if either bound is; `f64::max` would hide that.
        let reach = if above.is_nan() || below.is_nan() { f64::NAN } else { above.max(below) };
        write_fixed(out, 100.0 * reach, 0);
        out.push(b'%');
    }
}

/// Returns -1, 0 or 1, or `None` for NaN.
fn sign(value: f64) -> Option<i8> {
    match value.partial_cmp(&0.0)? {
        std::cmp::Ordering::Less => Some(-1),
        std::cmp::Ordering::Equal => Some(0),
        std::cmp::Ordering::Greater => Some(1),
    }
}

/// Writes a change: `~`, `+12.34%`, …
pub(super) fn write_delta(out: &mut Vec<u8>, delta: Delta) {
    match delta {
        Delta::Insignificant => out.push(b'~'),
        Delta::Equal => out.extend_from_slice(b"0.00%"),
        Delta::Undefined | Delta::FromZero => out.push(b'?'),
        Delta::Ratio(ratio) => write_percent(out, ratio),
    }
}

/// Writes a change that could not be tested: `(+12.34%)`.
pub(super) fn write_untested(out: &mut Vec<u8>, ratio: Option<f64>) {
    match ratio.filter(|&ratio| ratio != 1.0) {
        None => write_delta(out, Delta::Insignificant),
        Some(ratio) => {
            out.push(b'(');
            write_percent(out, ratio);
            out.push(b')');
        }
    }
}

/// Writes the geometric mean of new/old: `+12.34%`, or `?`.
pub(super) fn write_mean_change(out: &mut Vec<u8>, change: MeanChange) {
    match change {
        MeanChange::Ratio(ratio) => write_percent(out, ratio),
        MeanChange::Undefined => out.push(b'?'),
    }
}

pub(super) fn write_percent(out: &mut Vec<u8>, ratio: f64) {
    write_signed(out, (ratio - 1.0) * 100.0, 2);
    out.push(b'%');
}

/// Writes `p<0.001 n=6` or `n=1+2`; exact values have no `p`.
pub(super) fn write_p_and_n(out: &mut Vec<u8>, comparison: &Comparison) {
    let Some(sides) = &comparison.sides() else { return };
    write_test(out, comparison.shown_p(), [sides.base_n, sides.n], write_p);
}

/// Writes the same as benchstat does: `p=0.000 n=6`.
pub(super) fn write_p_and_n_as_benchstat(out: &mut Vec<u8>, comparison: &Comparison) {
    let Some(sides) = &comparison.sides() else { return };
    write_test(out, comparison.shown_p(), [sides.base_n, sides.n], |out, p| {
        out.extend_from_slice(b"p=");
        write_fixed(out, p, 3);
    });
}

/// Writes `p=0.012`, or `p<0.001`, because no probability is zero.
pub(super) fn write_p(out: &mut Vec<u8>, p: f64) {
    if p < 0.0005 {
        out.extend_from_slice(b"p<0.001");
    } else {
        out.extend_from_slice(b"p=");
        write_fixed(out, p, 3);
    }
}

fn write_test(
    out: &mut Vec<u8>,
    p: Option<f64>,
    sizes: [u32; 2],
    write_p: impl FnOnce(&mut Vec<u8>, f64),
) {
    let [base_n, n] = sizes;
    if let Some(p) = p {
        write_p(out, p);
        out.push(b' ');
    }
    out.extend_from_slice(b"n=");
    write_whole(out, base_n.into());
    if base_n != n {
        out.push(b'+');
        write_whole(out, n.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn ranges() {
        let check = |center, lo, hi, want: &str| {
            assert_eq!(text(|out| write_range(out, Summary { center, lo, hi })), want);
        };
        check(100.0, 90.0, 105.0, "10%");
        check(100.0, 100.0, 112.5, "12%");
        check(1.0, f64::NEG_INFINITY, 2.0, "∞");
        check(1.0, -1.0, 2.0, "?");
        check(0.0, 0.0, 0.0, "0%");
        check(-100.0, -101.0, -99.0, "-1%");
        check(-100.0, -100.1, -99.9, "-0%");
        check(f64::NAN, f64::NAN, f64::NAN, "?");
    }

    #[test]
    fn p_values() {
        let written = |p, sizes| text(|out| write_test(out, p, sizes, write_p));
        assert_eq!(written(Some(0.0021645), [6, 6]), "p=0.002 n=6");
        assert_eq!(written(None, [1, 2]), "n=1+2");
        assert_eq!(written(Some(5e-324), [60, 60]), "p<0.001 n=60");
        assert_eq!(written(Some(0.0005), [60, 60]), "p=0.001 n=60");
    }
}
