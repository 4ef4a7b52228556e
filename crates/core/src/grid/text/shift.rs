//! An estimated change and its interval.

use super::super::cell::{write_percent, write_value};
use crate::stats::{Shift, ShiftScale};
use crate::unit::Scale;

/// Writes a ratio as a percentage, or a difference in the unit.
pub(in crate::grid) fn write_shift(
    out: &mut Vec<u8>,
    kind: ShiftScale,
    shift: f64,
    scale: Option<Scale>,
) {
    match kind {
        ShiftScale::Ratio => write_percent(out, shift),
        ShiftScale::Difference => {
            if 0.0 <= shift {
                out.push(b'+');
            }
            write_value(out, shift, scale);
        }
    }
}

/// Writes ` [+1.20%, +3.40%]`.
pub(in crate::grid) fn write_bounds(
    out: &mut Vec<u8>,
    shift: &Shift,
    p_decides: bool,
    scale: Option<Scale>,
) {
    let bounds = [shift.interval.lo, shift.interval.hi];
    let limit = |i: usize| match shift.scale {
        ShiftScale::Ratio => bounds[i] == 0.0 || bounds[i].is_infinite(),
        ShiftScale::Difference => bounds[i].is_infinite(),
    };
    for (i, (before, unbounded)) in [(" [", "-∞"), (", ", "+∞")].into_iter().enumerate() {
        out.extend_from_slice(before.as_bytes());
        if limit(i) {
            out.extend_from_slice(unbounded.as_bytes());
        } else {
            write_shift(out, shift.scale, bounds[i], scale);
        }
    }
    out.push(b']');
    if p_decides {
        // With ties, "no change" may be inside the interval but rejected by the test.
        out.extend_from_slice(b" p decides");
    }
}
