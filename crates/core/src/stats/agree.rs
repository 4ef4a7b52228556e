//! What intervals that invert a test have in common.
//!
//! Takes tails of a test at several shifts, or its answer at no change; gives where it stops rejecting,
//! and an interval that agrees with it. Must not know: which test.

use std::cmp::Ordering;

use super::Interval;

/// The interval with no change inside if the test accepts it, and outside if not.
///
/// Both are made of one distribution, and differ in two places only: at a bound that is itself
/// rejected, and where the normal approximation takes ties and zeros that are only at no change into
/// account. `order` is the side on which the statistic lies: what the test rejects there it rejects
/// further out, too.
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

/// The first of the stretches 0 to `last` whose tail is above the level, and the tail before it; tails never
/// fall, and that of the last is above. One is worked out after the other from the guess on.
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
