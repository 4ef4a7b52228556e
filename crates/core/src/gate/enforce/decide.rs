//! The decision of a rule about a row that both sides have.
//!
//! Takes a rule and a comparison; gives a decision. Guarantees that a comparison that cannot be decided is an error or
//! has its own decision, and never passes. Must not know how a rule was found.

use super::compared::Compared;
use super::enforcer::{Enforcer, Pending};
use super::evidence::Evidence;
use super::side::{self, Side};
use crate::base::{Error, Text, label_of, plural};
use crate::gate::{Decision, GateStatus, Limit, Place, Rule, RuleResult, Term};
use crate::project::{Key, key_value};
use crate::table::CellIndex;
use crate::unit::Direction;

/// A noise floor of at least this fraction hides changes that no one would call noise.
const WIDE: f64 = 0.5;

impl Enforcer<'_> {
    /// Reports how many comparisons pass only because of a wide noise floor.
    pub(super) fn tell_wide_floors(&mut self) {
        let (Some(floors), 1..) = (&self.gate.floors, self.spared) else { return };
        let comparisons = plural(self.spared.into(), "comparison");
        let verb = if self.spared == 1 { "passes" } else { "pass" };
        let message = format!(
            "{}: {comparisons} {verb} only by a noise floor of 50% or more; run benchlens calibrate again with logs of one version",
            floors.name
        );
        self.report(GateStatus::Passed, Error::range("gate", message));
    }

    /// Decides a comparison with both sides. Returns `None` if the gate cannot decide, and reports why.
    pub(super) fn decide(
        &mut self,
        pending: &Pending<'_>,
        result: &mut RuleResult,
    ) -> Option<Decision> {
        let Pending { compared, evidence, .. } = pending;
        let rule = &self.gate.rules[pending.rule];
        let warns = rule.has(Term::Warn);
        if let Some(number) = pending.accept {
            self.check_accept(number, &compared.table.unit, compared.facts.better);
        }
        if let Some(key) = self.disagreement(compared) {
            result.key = Some(key);
            return Some(if warns { Decision::Warned } else { Decision::Differs });
        }
        if compared.comparison.is_refused() {
            return Some(if warns { Decision::Warned } else { Decision::TooFewRuns });
        }
        let Some(side) = Side::new(rule, compared) else { return Some(Decision::TooFewRuns) };
        side.checks().into_iter().for_each(|error| self.report(GateStatus::Invalid, error));
        if let Some(error) = side.unproven_exactness() {
            self.report(GateStatus::Undecided, error);
            return None;
        }
        let floor = self.floor(rule, compared);
        self.check_floor(floor, compared);
        let is_wide = floor.and_then(|floor| floor.share).is_some_and(|share| WIDE <= share);
        let floor = floor.map(|limit| limit.allowed(side.base).unwrap_or(0.0));
        let limit = rule.limit.allowed(side.base);
        let allowed = [limit, floor].into_iter().flatten().reduce(f64::max);
        self.has_floor |= floor.is_some();
        result.is_floor = floor.is_some_and(|floor| limit.unwrap_or(0.0) < floor);
        result.allowed = allowed.unwrap_or(0.0);
        result.worse_by = side.worse_by();
        result.is_effect = side.goes_by_effect();
        result.worse_fraction = side.share_of_base(result.worse_by);
        result.adjusted_p = self.families.adjusted_p(evidence);
        if side.sizes.iter().any(|&n| n < rule.runs) && !warns {
            result.runs_needed = Some(rule.runs);
            return Some(Decision::TooFewRuns);
        }
        let judged = self.judge(rule, &side, evidence, allowed);
        let decision = if !warns && judged == Decision::Passed && Self::is_untested(&side) {
            Decision::TooFewRuns
        } else if !warns && self.is_sequential(pending, result.table, judged) {
            Decision::Sequential
        } else {
            judged
        };
        if let Some(error) = self.lacks_quantile(pending, result.table, decision) {
            self.report(GateStatus::Undecided, error);
            return None;
        }
        self.count_chance(&side, allowed, pending, decision);
        let is_wide = is_wide && result.is_floor && decision == Decision::Passed;
        self.spared += u32::from(is_wide && self.judge(rule, &side, evidence, limit) != judged);
        if let Some(number) = pending.accept.filter(|&accept| self.can_accept(accept, decision)) {
            let is_within = |enforcer: &mut Self, share: Option<f64>| match share {
                None => side.is_finite(),
                Some(share) => {
                    let allowed = (share * side.base.abs()).max(allowed.unwrap_or(0.0));
                    enforcer.judge(rule, &side, evidence, Some(allowed)) == Decision::Passed
                }
            };
            if self.accepts(number, result, is_within) {
                return Some(Decision::Accepted);
            }
        }
        if decision == Decision::TooFewRuns {
            result.runs_needed = self.runs_needed(pending, judged);
        }
        Some(decision)
    }

    /// Returns how many runs on each side would decide what these runs cannot. Two runs show a spread, but one run does
    /// not.
    fn runs_needed(&self, pending: &Pending<'_>, judged: Decision) -> Option<u32> {
        let Pending { compared, evidence, .. } = pending;
        let needed = if judged == Decision::TooFewRuns {
            self.families.runs_needed(evidence, compared.comparison, self.margin)
        } else {
            Some(self.gate.rules[pending.rule].runs)
        };
        needed.map(|runs| runs.max(2))
    }

    /// Returns an error if some runs of one side lack the quantile, so that their values cannot pass.
    fn lacks_quantile(
        &self,
        pending: &Pending<'_>,
        table: u32,
        decision: Decision,
    ) -> Option<Error> {
        let (rule, compared) = (&self.gate.rules[pending.rule], &pending.compared);
        // Slow runs of the new side would only be a further reason to fail.
        let new = (decision != Decision::Failed).then_some(compared.index);
        let problem = [compared.base, new]
            .into_iter()
            .flatten()
            .find_map(|cell| self.lacking.problem(self.store, self.cells, table as usize, cell));
        let key = &compared.table.rows[compared.row].key;
        let message = format!("{} of {}: {}", compared.table.unit, label_of(key), problem?);
        (!rule.has(Term::Warn)).then(|| rule.place.error(message))
    }

    /// Counts a row that may fail by chance, unless another clock judges it.
    fn count_chance(
        &mut self,
        side: &Side<'_>,
        allowed: Option<f64>,
        pending: &Pending<'_>,
        decision: Decision,
    ) {
        let is_sure = pending.evidence.is_constant || pending.judge.is_some();
        let fails = side.fails_by_chance(allowed, self.alpha).filter(|_| !is_sure);
        if let Some(fails) = fails {
            self.unchanged.add(fails);
            self.is_unconfirmed |= decision == Decision::Failed;
        }
    }

    /// Reports a floor of a rate that no fall can exceed.
    fn check_floor(&mut self, floor: Option<Limit>, compared: &Compared<'_>) {
        let is_fall = compared.facts.better == Some(Direction::Higher);
        if let Some(floors) = &self.gate.floors
            && floor.and_then(|floor| floor.share).is_some_and(|share| is_fall && 1.0 <= share)
        {
            // Any fall would be noise, so the gate would pass whatever happened.
            let message = format!(
                "{}: {} is better when higher, so its floor must be below 100%; run benchlens calibrate again",
                floors.name, compared.table.unit
            );
            self.report(GateStatus::Invalid, Error::range("gate", message));
        }
    }

    /// Returns the decision of a rule that allows this much.
    fn judge(
        &mut self,
        rule: &Rule,
        side: &Side<'_>,
        evidence: &Evidence,
        allowed: Option<f64>,
    ) -> Decision {
        let compared = side.compared;
        let is_exact = compared.facts.is_exact;
        // If sizes mean nothing, the samples show which one is worse.
        let is_worse = side.is_worse_than(allowed)
            || !side.has_sizes() && self.is_significantly_worse(compared, evidence);
        let is_sure = is_exact || evidence.is_constant;
        let counts = rule.has(Term::MedianOnly)
            || is_sure
            || self.is_significantly_worse(compared, evidence);
        match (is_worse, counts) {
            (true, true) if rule.has(Term::Warn) => Decision::Warned,
            (true, true) => Decision::Failed,
            _ if !side.is_finite() && rule.has(Term::Warn) => Decision::Warned,
            _ if !side.is_finite() => Decision::NotFinite,
            (true, false)
                if !rule.has(Term::Warn) && self.families.is_out_of_reach(evidence, side.sizes) =>
            {
                Decision::TooFewRuns
            }
            _ if rule.has(Term::Warn) => Decision::Passed,
            _ if side.is_other_worse_than(allowed) => Decision::NotProven,
            _ if !rule.has(Term::Proven) => Decision::Passed,
            _ => {
                let tolerance = allowed.unwrap_or(self.margin * side.base.abs());
                let significantly_better =
                    self.families.is_significant(evidence) && side.tends_to_better();
                if significantly_better || side.is_proven(tolerance) {
                    Decision::Passed
                } else {
                    Decision::NotProven
                }
            }
        }
    }

    /// Returns whether a side is one run or one summary, which shows nothing about the spread, and not exact.
    fn is_untested(side: &Side<'_>) -> bool {
        !side.compared.facts.is_exact && side.sizes.contains(&1)
    }

    /// Returns whether the test shows that the new side is worse, after adjustment.
    fn is_significantly_worse(&self, compared: &Compared<'_>, evidence: &Evidence) -> bool {
        self.families.is_significant(evidence)
            && side::is_bad(compared.facts.better, compared.order())
    }

    /// Returns a key in which both sides must agree but do not.
    fn disagreement(&self, compared: &Compared<'_>) -> Option<Text> {
        let values = |key: &Key, index: &CellIndex| {
            let identities =
                self.cells.pieces(index).iter().map(|p| self.store.series.get(p.series).0);
            let mut values: Vec<&[u8]> =
                identities.map(|identity| key_value(key, self.store, identity)).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        let base = compared.base?;
        let differs = |(key, _): &&(Key, Place)| values(key, base) != values(key, compared.index);
        self.gate.agree.iter().find(differs).map(|(key, _)| Text::from(&key.text()[..]))
    }

    /// Returns the largest noise floor of the benchmarks of a comparison.
    fn floor(&self, rule: &Rule, compared: &Compared<'_>) -> Option<Limit> {
        let floors = self.gate.floors.as_ref().filter(|_| rule.floors)?;
        let unit = compared.table.unit.as_bytes();
        let floor = |series: u32| {
            let (identity, _) = self.store.series.get(series);
            let pkg = key_value(&self.pkg, self.store, identity);
            let name = key_value(&Key::FullName, self.store, identity);
            floors.find(pkg, unit, name)
        };
        let indices = self.cells.pieces(compared.index).iter();
        let found = indices.filter_map(|piece| floor(piece.series));
        found.reduce(|a, b| if a.allowed(1.0) < b.allowed(1.0) { b } else { a })
    }
}
