//! The common part of intervals that invert a test.
//!
//! Takes tails of a test at several shifts, or its answer at no change; gives the point where it stops rejecting, and
//! an interval that agrees with it. Must not know which test it is.

use std::cmp::Ordering;

use super::Interval;

/// Returns the interval, corrected so that no change is inside if and only if the test accepts it.
///
/// The interval and the test use one distribution and differ in two cases only: at a bound that is itself rejected,
/// and where the normal approximation corrects for ties and zeros that exist only at no change. `order` is the side of
/// the statistic: what the test rejects there, it also rejects further out.
pub(super) fn agreeing(found: Interval, null: f64, accepts: bool, order: Ordering) -> Interval {
    match (accepts, found.holds(null)) {
        (true, false) => found.with(null),
        (false, true) if order == Ordering::Greater => {
            let lo = null.next_up();
            Interval { lo, hi: found.hi.max(lo), ..found }
        }
        (false, true) => {
            let hi = null.next_down();
            Interval { lo: found.lo.min(hi), hi, ..found }
        }
        _ => found,
    }
}

/// Returns the first of the stretches 0 to `last` whose tail is above the level, and the tail before it. Tails never
/// fall, and the tail of the last stretch is above the level. Tails are computed one by one, starting at the guess.
pub(super) fn first_accepted(
    last: usize,
    guess: usize,
    alpha: f64,
    mut tail: impl FnMut(usize) -> f64,
) -> (usize, f64) {
    let mut at = guess.min(last);
    let mut error = tail(at);
    if error <= alpha {
        while at < last {
            at += 1;
            let next = tail(at);
            if alpha < next {
                break;
            }
            error = next;
        }
        return (at, error);
    }
    while let Some(before) = at.checked_sub(1) {
        let next = tail(before);
        if next <= alpha {
            return (at, next);
        }
        at = before;
    }
    (0, 0.0)
}
