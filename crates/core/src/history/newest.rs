//! The newest point of each row, held against what the values since the last change predict.
//!
//! Takes rules and rows whose changes are known without the newest point; gives a result for each row that a rule
//! matches. A row fails if its newest value lies outside of the prediction, on the worse side where that is known, and is
//! worse by more than its rule allows. p is adjusted by Holm over all rows that rules decide. Must not know how a result
//! is printed.

use std::sync::Arc;

use super::plan::HistoryPlan;
use super::points::Newest;
use super::report::{History, HistoryRow, HistoryTable};
use crate::base::{Error, label_of, quoted};
use crate::gate::{Gate, GateError, GateStatus, MissingPolicy, Rule, RuleText};
use crate::project::nearest;
use crate::stats::{Adjustment, LEAST_TO_PREDICT, Side, predict};
use crate::store::{InputInfo, Problem, Store};
use crate::table::{Assumption, CellPlace, Cells, Coverage};
use crate::unit::Direction;

/// What rules say of the newest point.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Judgement {
    /// The answer: the worst of all results.
    pub status: GateStatus,
    /// The rules, in their order.
    pub rules: Vec<RuleText>,
    /// A result for each row that a rule matches, in the order of the history.
    pub results: Vec<Judged>,
    /// How many rows have no rule.
    pub without_rule: u32,
    /// What is wrong with the rules.
    pub errors: Vec<GateError>,
}

/// What a rule says of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Judged {
    /// The place of the table.
    pub table: u32,
    /// The place of the row in it.
    pub row: u32,
    /// The place of the rule.
    pub rule: u32,
    /// The result.
    pub decision: NewestDecision,
    /// The newest value, if the row has one.
    pub newest: Option<f64>,
    /// The typical value since the last change.
    pub center: Option<f64>,
    /// Between which bounds the newest value is expected; of a one-sided prediction one is infinite (0 for a ratio).
    pub expected: Option<(f64, f64)>,
    /// By how much it is worse than the typical value, as a share of that; less than 0 if it is better. Where no way
    /// is known to be better, by how much it differs.
    pub worse_share: f64,
    /// p of the newest value; nothing where values decide alone.
    pub p: Option<f64>,
    /// The same, adjusted.
    pub adjusted_p: Option<f64>,
    /// How many values there are since the last change.
    pub n: u32,
}

/// A result of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum NewestDecision {
    /// Worse than what history predicts, and by more than is allowed.
    Failed,
    /// The same, but the rule only reports.
    Reported,
    /// Too few values since the last change to predict anything.
    TooShort,
    /// The newest point has no value, and must have one.
    Missing,
    /// The newest point has no value.
    MissingAllowed,
    /// Only the newest point has a value, and must not be the only one.
    New,
    /// Only the newest point has a value.
    NewAllowed,
    /// As good as predicted, or not worse by more than is allowed.
    Passed,
}

impl NewestDecision {
    /// All, the worst first.
    pub const ALL: [NewestDecision; 8] = [
        NewestDecision::Failed,
        NewestDecision::TooShort,
        NewestDecision::Missing,
        NewestDecision::New,
        NewestDecision::Reported,
        NewestDecision::MissingAllowed,
        NewestDecision::NewAllowed,
        NewestDecision::Passed,
    ];

    /// The decision in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            NewestDecision::Failed => "failed",
            NewestDecision::Reported => "reported",
            NewestDecision::TooShort => "too short a history",
            NewestDecision::Missing => "missing",
            NewestDecision::MissingAllowed => "missing (allowed)",
            NewestDecision::New => "new",
            NewestDecision::NewAllowed => "new (allowed)",
            NewestDecision::Passed => "passed",
        }
    }

    /// The status of a gate with this result alone.
    #[must_use]
    pub fn status(self) -> GateStatus {
        match self {
            NewestDecision::Failed => GateStatus::Failed,
            NewestDecision::TooShort | NewestDecision::Missing | NewestDecision::New => {
                GateStatus::Incomparable
            }
            _ => GateStatus::Passed,
        }
    }
}

/// Rules that mean something for a history.
#[derive(Debug)]
pub(super) struct Rules(Gate);

impl HistoryPlan {
    /// The same plan with rules for the newest point, which then takes no part in what it is held against.
    ///
    /// # Errors
    ///
    /// A rule that means nothing for a history, with its place.
    pub fn with_gate(mut self, gate: Gate) -> Result<HistoryPlan, Error> {
        gate.check_for_history()?;
        self.rules = Some(Arc::new(Rules(gate)));
        Ok(self)
    }

    pub(super) fn is_gate(&self) -> bool {
        self.rules.is_some()
    }

    /// The history with what the rules say.
    pub(super) fn judged(
        &self,
        store: &Store,
        cells: &Cells,
        (tables, newest): (&[usize], &Newest),
        history: History,
    ) -> History {
        let Some(rules) = &self.rules else { return history };
        let mut judgement = judge(store, cells, (tables, &history), &rules.0);
        judgement.check_newest(store, newest, &rules.0);
        let judgement = judgement.finish(store, cells, &rules.0);
        History { gate: Some(judgement), ..history }
    }
}

/// A row that a rule decides when all are known.
struct Pending {
    result: Judged,
    /// Whether it is worse by more than its rule allows.
    is_beyond: bool,
    is_outside: bool,
}

fn judge(
    store: &Store,
    cells: &Cells,
    (places, history): (&[usize], &History),
    gate: &Gate,
) -> Judgement {
    let mut judgement = Judgement {
        status: GateStatus::Passed,
        rules: gate.texts(),
        results: Vec::new(),
        without_rule: 0,
        errors: Vec::new(),
    };
    let newest = (history.points.len() as u32).saturating_sub(1);
    let newest_column = cells.columns().last().copied();
    let mut pending: Vec<Pending> = Vec::new();
    for ((number, table), &place) in (0..).zip(&history.tables).zip(places) {
        let all = cells.last_cells(place);
        for ((row_number, row), last) in (0..).zip(&table.rows).zip(all) {
            let rule = rule_of(store, cells, gate, (place, last), &mut judgement.rules);
            let (rule, coverage) = match rule {
                Some((rule, coverage)) => (rule, coverage),
                None => {
                    judgement.without_rule += 1;
                    continue;
                }
            };
            if coverage == Coverage::Part {
                judgement.report_part(&gate.rules[rule], row);
                continue;
            }
            let is_there = Some(cells.tables[place].columns[last.column as usize]) == newest_column;
            if is_there && row.values.last().is_none_or(|value| value.point != newest) {
                let name = quoted(label_of(&row.key).as_bytes());
                let message = format!("the newest value of {name} is infinite: it never passes");
                judgement.report(GateStatus::Incomparable, gate.rules[rule].place.error(message));
                continue;
            }
            let about = (number, row_number, rule as u32);
            pending.extend(held(table, row, newest, (about, gate, history.query.alpha)));
        }
    }
    let mut p: Vec<f64> = pending.iter().filter_map(|pending| pending.result.p).collect();
    Adjustment::Holm.adjust(&mut p);
    let mut p = p.into_iter();
    for Pending { mut result, is_beyond, is_outside } in pending {
        let rule = &gate.rules[result.rule as usize];
        result.adjusted_p = result.p.and_then(|_| p.next());
        let is_outside = result.adjusted_p.map_or(is_outside, |p| p <= history.query.alpha);
        if result.decision == NewestDecision::Passed && is_outside && is_beyond {
            result.decision = match rule.report_only {
                true => NewestDecision::Reported,
                false => NewestDecision::Failed,
            };
        }
        judgement.results.push(result);
    }
    judgement
}

/// The last rule that matches the newest results of a row, by its place, and how much of them it matches.
fn rule_of(
    store: &Store,
    cells: &Cells,
    gate: &Gate,
    (table, last): (usize, &CellPlace),
    rules: &mut [RuleText],
) -> Option<(usize, Coverage)> {
    let mut decisive = None;
    for (number, rule) in gate.rules.iter().enumerate().rev() {
        let coverage = cells.coverage(store, &rule.filter, cells.tables[table].unit, last);
        rules[number].matched += u32::from(coverage != Coverage::None);
        if coverage != Coverage::None {
            decisive.get_or_insert((number, coverage));
        }
    }
    decisive
}

/// A row held against its own history.
fn held(
    table: &HistoryTable,
    row: &HistoryRow,
    newest: u32,
    ((table_place, row_place, rule_place), gate, level): ((u32, u32, u32), &Gate, f64),
) -> Option<Pending> {
    let rule = &gate.rules[rule_place as usize];
    let past = row.values_without(Some(newest));
    let value = row.values.last().filter(|value| value.point == newest).map(|value| value.center);
    let start = row.changes.last().map_or(0, |change| change.after.start);
    let past: Vec<f64> = past[start.min(past.len())..].iter().map(|value| value.center).collect();
    let mut result = Judged {
        table: table_place,
        row: row_place,
        rule: rule_place,
        decision: NewestDecision::Passed,
        newest: value,
        center: None,
        expected: None,
        worse_share: f64::NAN,
        p: None,
        adjusted_p: None,
        n: past.len() as u32,
    };
    let only = |result: Judged| Some(Pending { result, is_beyond: false, is_outside: false });
    let Some(value) = value else {
        result.decision = match gate.missing(rule) {
            MissingPolicy::Fail => NewestDecision::Missing,
            MissingPolicy::Warn => NewestDecision::MissingAllowed,
            MissingPolicy::Ignore => return None,
        };
        return only(result);
    };
    if past.is_empty() {
        result.decision = match gate.new_rows(rule) {
            MissingPolicy::Fail => NewestDecision::New,
            MissingPolicy::Warn => NewestDecision::NewAllowed,
            MissingPolicy::Ignore => return None,
        };
        return only(result);
    }
    let is_exact = table.assumption == Assumption::Exact;
    if past.len() < LEAST_TO_PREDICT && !is_exact {
        result.decision = NewestDecision::TooShort;
        return only(result);
    }
    let side = match table.direction {
        Some(Direction::Lower) => Side::Above,
        Some(Direction::Higher) => Side::Below,
        None => Side::Both,
    };
    let is_constant = past.iter().all(|&other| other == past[0]);
    let predicted = predict(&past).filter(|_| !is_exact && !is_constant);
    let (center, is_outside) = match predicted {
        Some(predicted) => {
            result.expected = Some(predicted.bounds(level, side));
            result.p = Some(predicted.p(value, side));
            (predicted.center(), false)
        }
        // Values without scatter decide by themselves.
        None => {
            let last = past[past.len() - 1];
            result.expected = Some((last, last));
            (last, value != last)
        }
    };
    let worse = match table.direction {
        Some(Direction::Lower) => value - center,
        Some(Direction::Higher) => center - value,
        None => (value - center).abs(),
    };
    (result.center, result.worse_share) = (Some(center), worse / center.abs());
    let is_beyond = rule.limit.allowed(center).map_or(0.0 < worse, |allowed| allowed < worse);
    Some(Pending { result, is_beyond, is_outside })
}

impl Judgement {
    fn report(&mut self, status: GateStatus, error: Error) {
        if self.errors.len() < ERRORS {
            self.errors.push(GateError { status, error });
        }
    }

    /// What decides a part of a row could mean either.
    fn report_part(&mut self, rule: &Rule, row: &HistoryRow) {
        let name = quoted(label_of(&row.key).as_bytes());
        let message =
            format!("this matches some of the results that the row {name} merges, and others not");
        self.report(GateStatus::Unusable, rule.place.error(message));
    }

    /// Whether the newest point is all that should have been recorded, and the newest there is.
    fn check_newest(&mut self, store: &Store, newest: &Newest, gate: &Gate) {
        if let Some(input) = store.inputs().last().filter(|input| input.results == 0) {
            let name = String::from_utf8_lossy(&input.name);
            let message =
                format!("-gate: the last input {name} has no results: nothing of it can be judged");
            self.report(GateStatus::Incomparable, Error::range("gate", message));
        }
        if let Some(point) = &newest.left_out {
            let message = format!(
                "-gate: the last point {point} has no place in the order: it may be the newest"
            );
            self.report(GateStatus::Incomparable, Error::range("gate", message));
        }
        if gate.allows_failed == Some(true) {
            return;
        }
        let has_newest = |input: &InputInfo| {
            newest.labels.iter().any(|&label| store.values.get(label) == input.label)
        };
        let inputs = store.inputs().iter().enumerate().filter(|(_, input)| has_newest(input));
        let told = inputs.flat_map(|(input, _)| store.diagnostics_of(input));
        for diagnostic in told.filter(|told| matches!(told.problem, Problem::Failed { .. })) {
            let message =
                format!("{diagnostic}; say failed: allow if the gate may pass all the same");
            self.report(GateStatus::Incomparable, Error::range("gate", message));
        }
    }

    /// The answer, with what speaks against rules that decide nothing.
    fn finish(mut self, store: &Store, cells: &Cells, gate: &Gate) -> Judgement {
        for (number, rule) in gate.rules.iter().enumerate().filter(|(_, rule)| !rule.optional) {
            let units = || {
                let all = &store.units;
                let tidied = (0..all.tidied_len()).map(|unit| all.tidied(unit));
                tidied.chain(cells.derived.units()).chain(all.all_written())
            };
            let has = |unit: &[u8]| units().any(|known| known == unit);
            let unknown = rule.filter.named_units().into_iter().find(|unit| !has(unit));
            if let Some(unit) = unknown {
                let near = nearest(unit, units()).map(String::from_utf8_lossy);
                let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
                let message = format!("no result has the unit {}{near}", quoted(unit));
                self.report(GateStatus::Unusable, rule.place.error(message));
            } else if self.rules[number].matched == 0 {
                let message = "no row matches: a rule that may match nothing says optional";
                self.report(GateStatus::Incomparable, rule.place.error(message));
            }
        }
        if gate.rules.is_empty() {
            let message = "-gate: no rule: a gate needs one such as sec/op: any";
            self.report(GateStatus::Unusable, Error::range("gate", message.into()));
        }
        let told = self.errors.iter().map(|error| error.status);
        let all: Vec<GateStatus> =
            told.chain(self.results.iter().map(|result| result.decision.status())).collect();
        let worst = GateStatus::ALL.into_iter().find(|status| all.contains(status));
        self.status = worst.unwrap_or(GateStatus::Incomparable);
        self
    }
}

/// So many errors are made: a rule may be wrong for each of many thousand rows.
const ERRORS: usize = 10;
