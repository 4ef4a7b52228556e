//! How often a gate fails although nothing changed.
//!
//! Takes the intervals of the comparisons that rules with a limit and a test judge; gives the probability that at least
//! one of them fails by chance. The half-width of an interval is the standard error of the estimate times the quantile
//! of its level, and an unchanged row fails if its estimate exceeds both the limit and that half-width. Assumes that
//! estimates of unchanged rows are normal and independent, so it is an upper bound if runs have outliers, which widen
//! intervals more than they move estimates (`query/tests/confirming.rs` compares it with simulated gates). Also assumes
//! that the runs show the spread of the machine: sequential logs fail more often. Must not know rules.

use crate::gate::Chance;
use crate::stats::{Shift, ShiftScale, math};
use crate::unit::Direction;

/// A smaller probability is not worth a line.
const LEAST: f64 = 0.01;

/// The rows that a gate judged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unchanged {
    rows: u32,
    /// The probability that no row fails.
    passes: f64,
}

impl Unchanged {
    pub(super) fn new() -> Unchanged {
        Unchanged { rows: 0, passes: 1.0 }
    }

    /// Adds a row that fails by chance with this probability.
    pub(super) fn add(&mut self, fails: f64) {
        self.rows += 1;
        self.passes *= 1.0 - fails;
    }

    pub(super) fn chance(self) -> Option<Chance> {
        let Unchanged { rows, passes } = self;
        let fraction = 1.0 - passes;
        (LEAST <= fraction).then_some(Chance { rows, fraction })
    }
}

/// Returns the probability that an unchanged row seems worse than allowed, and significantly so. `share` is the allowed
/// change as a fraction of the baseline, `amount` as an amount.
pub(super) fn fails(
    shift: Shift,
    alpha: f64,
    better: Option<Direction>,
    [share, amount]: [f64; 2],
) -> f64 {
    let (lo, hi) = (shift.interval.lo, shift.interval.hi);
    let (width, limit) = match (shift.scale, better) {
        (ShiftScale::Difference, _) => (hi - lo, amount),
        // A fall by half is as far as a rise to twice the size.
        (ShiftScale::Ratio, Some(Direction::Higher)) => {
            (math::ln(hi) - math::ln(lo), -math::ln((1.0 - share).max(f64::MIN_POSITIVE)))
        }
        (ShiftScale::Ratio, _) => (math::ln(hi) - math::ln(lo), math::ln(1.0 + share)),
    };
    let level = math::normal_quantile(1.0 - alpha / 2.0);
    let limit_in_errors = 2.0 * level * limit / width;
    // An infinite interval cannot be significant, and an empty one has no chance.
    if !(width.is_finite() && 0.0 < width && limit_in_errors.is_finite()) {
        return 0.0;
    }
    0.5 * math::erfc(limit_in_errors.max(level) / math::sqrt(2.0))
}

#[cfg(test)]
mod tests {
    use super::{Unchanged, fails};
    use crate::stats::{Interval, Shift, ShiftScale};

    fn shift(scale: ShiftScale, lo: f64, hi: f64) -> Shift {
        Shift { scale, estimate: 1.0, interval: Interval { lo, hi, error: 0.0 } }
    }

    #[test]
    fn a_row_fails_if_it_exceeds_the_limit_and_its_interval() {
        let check = |lo: f64, hi: f64, limit: f64, want: f64| {
            let found = fails(shift(ShiftScale::Difference, lo, hi), 0.05, None, [0.0, limit]);
            assert!((found - want).abs() < 1e-4, "{lo} {hi} {limit}: {found}");
        };
        // SciPy: norm.sf(1.959964 * max(limit / half-width, 1))
        check(-1.0, 1.0, 0.5, 0.025);
        check(-1.0, 1.0, 1.0, 0.025);
        check(9.0, 11.0, 1.5, 0.001641);
        check(0.0, f64::INFINITY, 1.0, 0.0);
        check(1.0, 1.0, 1.0, 0.0);
        let ratio = shift(ShiftScale::Ratio, 1.0 / 1.05, 1.05);
        assert!((fails(ratio, 0.05, None, [0.05, 9.0]) - 0.025).abs() < 1e-6);
    }

    #[test]
    fn many_rows_fail_more_often() {
        let mut all = Unchanged::new();
        assert_eq!(all.chance(), None);
        (0..100).for_each(|_| all.add(0.01));
        let chance = all.chance().unwrap();
        assert_eq!(chance.rows, 100);
        assert!((chance.fraction - 0.633_968).abs() < 1e-6, "{chance:?}");
    }
}
