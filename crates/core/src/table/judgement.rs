//! Facts to verdicts.
//!
//! Takes what was measured of each comparison and the levels; gives judgements. The whole report is
//! one family of tests, so this is one pass over all of it. Must not know where the facts come from.

use std::cmp::Ordering;

use super::analysis::{Counts, Judgement, Outcome};
use crate::stats::{
    Adjustment, Interval, Shift, ShiftScale, expected_false_positives, runs_to_resolve,
    smallest_shift,
};
use crate::unit::Direction;

/// What is known of one comparison before the others are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts {
    pub(super) column: u32,
    pub(super) sides: Sides,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Sides {
    New,
    Missing,
    Both(Both),
}

/// Both samples.
#[derive(Debug, Clone, Copy)]
pub(super) struct Both {
    /// p, if anything was tested.
    pub(super) p: Option<f64>,
    /// Whether the difference needs no test: exact values.
    pub(super) exact: bool,
    /// Whether all values of both sides are the same.
    pub(super) all_equal: bool,
    /// Which side tends to be the greater: of all pairs, the new one more often, or less.
    pub(super) tendency: Ordering,
    pub(super) shift: Option<Shift>,
    pub(super) narrow: Option<Interval>,
    pub(super) spread: Option<f64>,
    pub(super) sizes: [usize; 2],
    /// The centre of the baseline.
    pub(super) base: f64,
}

/// What judges.
#[derive(Debug, Clone, Copy)]
pub(super) struct Levels {
    pub(super) alpha: f64,
    pub(super) margin: f64,
    pub(super) adjust: Adjustment,
}

/// What all comparisons of a report come to.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) tests: u32,
    pub(super) significant: u32,
    pub(super) expected_by_chance: f64,
    pub(super) counts: Counts,
}

/// Judges all comparisons of a report; `better` belongs to each.
pub(super) fn judge(
    facts: &[(Facts, Option<Direction>)],
    levels: Levels,
) -> (Vec<Judgement>, Totals) {
    let p = |facts: &Facts| match facts.sides {
        Sides::Both(both) => both.p,
        Sides::New | Sides::Missing => None,
    };
    let mut adjusted: Vec<f64> = facts.iter().filter_map(|(facts, _)| p(facts)).collect();
    let significant = adjusted.iter().filter(|&&p| levels.significant(p)).count() as u32;
    let mut tally = Totals {
        tests: adjusted.len() as u32,
        significant,
        expected_by_chance: expected_false_positives(adjusted.len(), levels.alpha),
        counts: Counts::default(),
    };
    levels.adjust.adjust(&mut adjusted);
    let mut adjusted = adjusted.into_iter();
    let judge_one = |(facts, better): &(Facts, Option<Direction>)| {
        let adjusted_p = p(facts).and_then(|_| adjusted.next());
        let judgement = levels.judgement(facts, adjusted_p, *better);
        tally.counts.add(judgement.outcome);
        judgement
    };
    (facts.iter().map(judge_one).collect(), tally)
}

impl Levels {
    fn significant(&self, p: f64) -> bool {
        // As in the table: with an alpha that is not a number, everything is.
        p <= self.alpha || self.alpha.is_nan()
    }

    fn judgement(
        &self,
        facts: &Facts,
        adjusted_p: Option<f64>,
        better: Option<Direction>,
    ) -> Judgement {
        let mut judgement = Judgement {
            column: facts.column,
            outcome: Outcome::New,
            tendency: Ordering::Equal,
            shift: None,
            narrow: None,
            p_decides: false,
            p: None,
            adjusted_p,
            runs_needed: None,
            smallest: None,
        };
        let both = match facts.sides {
            Sides::New => return judgement,
            Sides::Missing => return Judgement { outcome: Outcome::Missing, ..judgement },
            Sides::Both(both) => both,
        };
        judgement.outcome = self.outcome(&both, adjusted_p, better);
        (judgement.p, judgement.narrow) = (both.p, both.narrow);
        judgement.tendency = both.tendency;
        judgement.shift = both.shift.map(|shift| self.agree(shift, &mut judgement));
        if judgement.outcome == Outcome::Inconclusive {
            self.say_what_is_needed(&both, &mut judgement);
        }
        judgement
    }

    /// Makes sure that an interval holds "no change" unless p rejects it.
    fn agree(&self, shift: Shift, judgement: &mut Judgement) -> Shift {
        let null = shift.scale.null();
        let rejected = judgement.p.is_some_and(|p| self.significant(p));
        judgement.p_decides = rejected && shift.interval.holds(null);
        match judgement.p {
            Some(_) if !rejected => Shift { interval: shift.interval.with(null), ..shift },
            _ => shift,
        }
    }

    fn outcome(&self, both: &Both, p: Option<f64>, better: Option<Direction>) -> Outcome {
        if both.all_equal || self.within_margin(both) {
            return Outcome::Unchanged;
        }
        let significant = both.exact || p.is_some_and(|p| self.significant(p));
        match (significant, both.tendency, better) {
            (false, ..) | (_, Ordering::Equal, _) => Outcome::Inconclusive,
            (true, _, None) => Outcome::Changed,
            (true, Ordering::Greater, Some(Direction::Higher))
            | (true, Ordering::Less, Some(Direction::Lower)) => Outcome::Improved,
            (true, ..) => Outcome::Regressed,
        }
    }

    /// Two one-sided tests (Schuirmann 1987), by the interval at twice alpha.
    fn within_margin(&self, both: &Both) -> bool {
        let (Some(shift), Some(narrow)) = (both.shift, both.narrow) else { return false };
        let (lo, hi) = match shift.scale {
            ShiftScale::Ratio => (1.0 / (1.0 + self.margin), 1.0 + self.margin),
            ShiftScale::Difference => {
                let distance = self.margin * both.base.abs();
                (-distance, distance)
            }
        };
        lo <= narrow.lo && narrow.hi <= hi
    }

    fn say_what_is_needed(&self, both: &Both, judgement: &mut Judgement) {
        let (Some(shift), Some(spread)) = (both.shift, both.spread) else { return };
        let margin = match shift.scale {
            ShiftScale::Ratio => 1.0 + self.margin,
            ShiftScale::Difference => self.margin * both.base.abs(),
        };
        // It was not enough this time, whatever is enough in most cases.
        let more = both.sizes[0].min(both.sizes[1]) as u32 + 1;
        let needed = runs_to_resolve(spread, margin, shift.scale, self.alpha);
        judgement.runs_needed = needed.map(|runs| runs.max(more));
        judgement.smallest = smallest_shift(spread, both.sizes, shift.scale, self.alpha);
    }
}

/// The shift from one exact value to another.
pub(super) fn exact_shift(base: f64, center: f64) -> Shift {
    let positive = 0.0 < base && 0.0 < center;
    let (scale, estimate) = match positive {
        true => (ShiftScale::Ratio, center / base),
        false => (ShiftScale::Difference, center - base),
    };
    Shift { scale, estimate, interval: Interval { lo: estimate, hi: estimate, error: 0.0 } }
}
