//! The newest point of each row, compared with the prediction from the values since the last change.
//!
//! Takes rules and rows whose changes are known without the newest point; gives a result for each row that a rule
//! matches. A value is bad if it lies outside the prediction, on the worse side if the direction is known, and is worse
//! by more than its rule allows. p is adjusted by Holm over all rows that rules decide. Must not know how a result is
//! printed.
//!
//! A row fails if its newest two values are bad, each compared with the values before both, whose outliers are limited
//! so that a slow night does not hide later ones. One bad night is not enough, because nights are not normal: one of
//! twelve may be slow, and values may resemble those before them.
//! `tests/oracles/newest_point.py` compares this with other rules. Values that were all equal so far, and exact values,
//! need no second one.

use super::exits::check_exits;
use super::failures::check_failures;
use super::judgement::{Judged, Judgement, NewestDecision};
use super::moved::Moved;
use super::newest_cells::NewestCells;
use super::report::{History, HistoryNote, HistoryRow, HistoryTable};
use crate::base::{Error, Text, label_of, quoted};
use crate::gate::{Absent, Audit, Gate, GateStatus, MissingPolicy, Rule, Term};
use crate::project::KeyId;
use crate::stats::{Adjustment, LEAST_TO_PREDICT, Side, predict, without_outliers};
use crate::store::InputInfo;
use crate::table::{Assumption, CellIndex, Coverage, LackingRuns};
use crate::unit::Direction;

/// A row that a rule decides after all rows are known.
struct Pending {
    result: Judged,
    newest: Seen,
    /// The value before the newest one, if it must confirm a failure.
    previous: Option<Seen>,
}

/// A value compared with the prediction.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Whether it is worse by more than the rule allows.
    is_beyond: bool,
    /// Whether it differs from equal values, which need no test.
    is_outside: bool,
    p: Option<f64>,
}

impl Seen {
    /// Returns whether it is bad; `p` is adjusted.
    fn is_bad(self, p: Option<f64>, level: f64) -> bool {
        self.is_beyond && p.map_or(self.is_outside, |p| p <= level)
    }
}

/// Applies the rules to the newest point.
pub(super) fn judge(found: &NewestCells<'_>, history: &History, gate: &Gate) -> Judgement {
    let &NewestCells { store, cells, indices, .. } = found;
    let mut audit = Audit::new(gate, store, cells);
    audit.check_rules("sec/op: any");
    let mut rules = gate.texts();
    let mut without_rule = 0;
    let newest = (history.points.len() as u32).saturating_sub(1);
    let newest_column = cells.columns().last().copied();
    let lacking = LackingRuns::of(store, cells);
    let mut absent = Absent::default();
    let moved = Moved::find(history, newest);
    let mut pending: Vec<Pending> = Vec::new();
    for ((number, table), &index) in (0..).zip(&history.tables).zip(indices) {
        let all = cells.last_cells(index);
        for ((row_number, row), last) in (0..).zip(&table.rows).zip(all) {
            let matching = matching(found, gate, index, last);
            matching.iter().for_each(|&(rule, _)| rules[rule].matched += 1);
            let absent_from = newest_column
                .filter(|&column| cells.tables[index].columns[last.column as usize] != column)
                .map(|column| [last.row, column]);
            let is_left = moved.is_left(number, row_number);
            let benchmark =
                absent_from.filter(|_| !is_left).map(|from| cells.benchmark(index, from));
            let Some(&(rule, coverage)) = matching.first() else {
                without_rule += 1;
                check_failures(&mut audit, table, row, newest);
                let name = || label_of(&row.key);
                benchmark.into_iter().for_each(|absentee| absent.add(gate, true, absentee, name));
                continue;
            };
            benchmark.into_iter().for_each(|benchmark| absent.judge(benchmark));
            if coverage == Coverage::Part {
                report_part(&mut audit, &gate.rules[rule], row);
                continue;
            }
            if is_left {
                continue;
            }
            let seen = Newest { table: index, last, absent_from, unit: &table.unit, row, newest };
            if let Some(problem) = seen.problem(found, &lacking, &gate.rules[rule]) {
                audit.report(GateStatus::Undecided, problem);
                continue;
            }
            let is_moved = moved.is_new(number, row_number);
            let asked = Asked { table: number, row: row_number, rule, newest, is_moved };
            let Some(held) = held(table, row, &asked, gate, history.query.alpha) else { continue };
            if held.result.decision.is_about_both() {
                matching.iter().for_each(|&(rule, _)| audit.judge(rule));
                audit.judge_series(cells.pieces(last).iter().map(|piece| piece.series));
            }
            pending.push(held);
        }
    }
    let results = decided(pending, gate, history.query.alpha);
    absent.check(cells, &mut audit);
    check_newest(&mut audit, found, history);
    check_exits(&mut audit, found);
    let matched: Vec<u32> = rules.iter().map(|rule| rule.matched).collect();
    if audit.is_usable() {
        audit.check_judged(&matched, |_, _| {
            "no row matches; add optional if the rule may match nothing".into()
        });
    }
    let is_judged = results.iter().any(|result: &Judged| result.decision.is_about_both());
    if audit.is_fine() && !is_judged {
        let error = Error::range("gate", "the gate checked nothing in the newest point");
        audit.report(GateStatus::Undecided, error);
    }
    let (errors, status) = audit.finish(results.iter().map(|result| result.decision.status()));
    let status = status.unwrap_or(GateStatus::Undecided);
    Judgement { status, rules, results, without_rule, errors }
}

/// The newest cell of a row.
struct Newest<'a> {
    table: usize,
    last: &'a CellIndex,
    /// The row and the column of the newest point, if it has no such cell.
    absent_from: Option<[KeyId; 2]>,
    unit: &'a Text,
    row: &'a HistoryRow,
    newest: u32,
}

impl Newest<'_> {
    /// Returns why no rule can judge it: it is infinite, or benchlens has no value although it was measured.
    fn problem(
        &self,
        found: &NewestCells<'_>,
        lacking: &LackingRuns,
        rule: &Rule,
    ) -> Option<Error> {
        let &Newest { table, last, absent_from, unit, row, newest } = self;
        let &NewestCells { store, cells, .. } = found;
        let name = label_of(&row.key);
        if absent_from.is_none() && row.values.last().is_none_or(|value| value.point != newest) {
            let name = quoted(name.as_bytes());
            let message = format!("the newest value of {name} is infinite: it never passes");
            return Some(rule.place.error(message));
        }
        let problem = match absent_from {
            Some(from) => lacking.problem_of_absent(store, cells, table, from),
            None => lacking.problem(store, cells, table, last),
        };
        let problem = problem.filter(|_| !rule.has(Term::Warn))?;
        Some(rule.place.error(format!("{unit} of {name}: {problem}")))
    }
}

/// Returns the results of all rows, with p adjusted for the rows that rules decide.
fn decided(pending: Vec<Pending>, gate: &Gate, level: f64) -> Vec<Judged> {
    let mut newest: Vec<f64> = pending.iter().filter_map(|pending| pending.newest.p).collect();
    let before = |pending: &Pending| pending.previous.and_then(|previous| previous.p);
    let mut previous: Vec<f64> = pending.iter().filter_map(before).collect();
    Adjustment::Holm.adjust(&mut newest);
    Adjustment::Holm.adjust(&mut previous);
    let (mut newest, mut previous) = (newest.into_iter(), previous.into_iter());
    let mut results = Vec::new();
    for pending in pending {
        let mut result = pending.result;
        let rule = &gate.rules[result.rule as usize];
        result.adjusted_p = pending.newest.p.and_then(|_| newest.next());
        result.previous_adjusted_p = before(&pending).and_then(|_| previous.next());
        let is_bad = pending.newest.is_bad(result.adjusted_p, level);
        let is_confirmed =
            pending.previous.is_none_or(|seen| seen.is_bad(result.previous_adjusted_p, level));
        if result.decision == NewestDecision::Passed && is_bad {
            result.decision = if rule.has(Term::Warn) {
                NewestDecision::Warned
            } else if is_confirmed {
                NewestDecision::Failed
            } else {
                NewestDecision::Unconfirmed
            };
        }
        results.push(result);
    }
    results
}

/// Reports a newest point that is incomplete, or that may not be the newest.
fn check_newest(audit: &mut Audit<'_>, found: &NewestCells<'_>, history: &History) {
    let &NewestCells { store, newest, .. } = found;
    let is_newest = |input: &InputInfo| {
        newest.labels.iter().any(|&label| store.values.get(label) == &input.label[..])
    };
    let inputs = store.inputs();
    let first = inputs.iter().rposition(is_newest);
    // A later input without a value may be newer.
    let is_later = |input: usize| first.is_none_or(|first| first < input) && !store.has_rows(input);
    audit.check_inputs(|input| is_newest(&inputs[input]) || is_later(input));
    let judged = history.points.last().and_then(|point| point.key.get(0));
    let others: [(&Option<Text>, &str); 2] = [
        (&newest.left_out, "cannot be ordered, so it may be the newest"),
        (&newest.filtered, "has no result that the filter matches"),
    ];
    for (point, why) in others {
        if let Some(point) = point.as_ref().filter(|&point| Some(point) != judged) {
            let message = format!("the last point {point} {why}");
            audit.report(GateStatus::Undecided, Error::of_setting("gate", message));
        }
    }
    if audit.is_usable() {
        audit.check_labels(|input| is_newest(&inputs[input]) || is_later(input));
    }
    audit.check_notes(history.notes.iter().filter_map(|note| {
        let HistoryNote::Query(note) = note else { return None };
        Some(note)
    }));
}

/// Returns the rules that match the newest results of a row, the decisive one first, and how much of them each matches.
fn matching(
    found: &NewestCells<'_>,
    gate: &Gate,
    table: usize,
    last: &CellIndex,
) -> Vec<(usize, Coverage)> {
    let unit = found.cells.tables[table].unit;
    let rules = gate.rules.iter().enumerate().rev();
    let all = rules.map(|(number, rule)| {
        (number, found.cells.coverage(found.store, &rule.filter, unit, last))
    });
    all.filter(|&(_, coverage)| coverage != Coverage::None).collect()
}

/// Reports a rule that matches only a part of a row, because it could mean either decision.
fn report_part(audit: &mut Audit<'_>, rule: &Rule, row: &HistoryRow) {
    let name = quoted(label_of(&row.key).as_bytes());
    let message = format!("this matches only some of the results that the row {name} merges");
    audit.report(GateStatus::Invalid, rule.place.error(message));
}

/// A row with the rule that decides it.
struct Asked {
    table: u32,
    row: u32,
    rule: usize,
    newest: u32,
    /// Whether the row is in another table than its history.
    is_moved: bool,
}

impl Asked {
    /// Returns the result of a row with this newest value, after a number of others, before it is compared.
    fn result(&self, newest: Option<f64>, n: usize) -> Judged {
        Judged {
            table: self.table,
            row: self.row,
            rule: self.rule as u32,
            decision: NewestDecision::Passed,
            newest,
            previous: None,
            center: None,
            expected: None,
            worse_fraction: f64::NAN,
            p: None,
            adjusted_p: None,
            previous_adjusted_p: None,
            n: n as u32,
        }
    }
}

/// Compares a row with its own history.
fn held(
    table: &HistoryTable,
    row: &HistoryRow,
    asked: &Asked,
    gate: &Gate,
    level: f64,
) -> Option<Pending> {
    let newest = asked.newest;
    let rule = &gate.rules[asked.rule];
    let past = row.values_without(Some(newest));
    let value = row.values.last().filter(|value| value.point == newest).map(|value| value.center);
    let start = row.changes.last().map_or(0, |change| change.after.start);
    let past: Vec<f64> = past[start.min(past.len())..].iter().map(|value| value.center).collect();
    let is_exact = table.assumption == Assumption::Exact;
    let confirms = !is_exact && gate.allows_unconfirmed != Some(false);
    let (past, previous) = match past.split_last() {
        Some((&last, earlier)) if confirms && LEAST_TO_PREDICT <= earlier.len() => {
            (earlier, Some(last))
        }
        _ => (&past[..], None),
    };
    let mut result = asked.result(value, past.len());
    match presence(asked, gate, value, past.len(), is_exact) {
        Presence::Ignored => return None,
        Presence::Decided(decision) => {
            result.decision = decision;
            return Some(Pending { result, newest: Seen::default(), previous: None });
        }
        Presence::Both => {}
    }
    let value = value?;
    let side = match table.direction {
        Some(Direction::Lower) => Side::Above,
        Some(Direction::Higher) => Side::Below,
        None => Side::Both,
    };
    let last = past[past.len() - 1];
    let is_constant = past.iter().all(|&other| other == last);
    // Values without spread decide without a test.
    let past = if confirms { without_outliers(past) } else { past.to_vec() };
    let predicted = predict(&past).filter(|_| !is_exact && !is_constant);
    let center = predicted.map_or(last, |predicted| predicted.center());
    result.expected =
        Some(predicted.map_or((last, last), |predicted| predicted.bounds(level, side)));
    let worse = |value: f64| match table.direction {
        Some(Direction::Lower) => value - center,
        Some(Direction::Higher) => center - value,
        None => (value - center).abs(),
    };
    let seen = |value: f64| Seen {
        is_beyond: rule.limit.allowed(center).unwrap_or(0.0) < worse(value),
        is_outside: predicted.is_none() && value != last,
        p: predicted.map(|predicted| predicted.p(value, side)),
    };
    (result.center, result.worse_fraction) = (Some(center), worse(value) / center.abs());
    let newest = seen(value);
    result.p = newest.p;
    result.previous = previous.filter(|_| predicted.is_some());
    // Without enough values before it, the previous value confirms nothing.
    let confirming = || previous.map_or(Seen::default(), seen);
    let previous = predicted.filter(|_| confirms).map(|_| confirming());
    Some(Pending { result, newest, previous })
}

/// The presence of the values that a prediction needs.
enum Presence {
    Both,
    /// Values are missing, and that is the result.
    Decided(NewestDecision),
    /// Values are missing, and the gate ignores that.
    Ignored,
}

/// Returns the presence of values for a row that has this number of values before the newest one.
fn presence(
    asked: &Asked,
    gate: &Gate,
    value: Option<f64>,
    past: usize,
    is_exact: bool,
) -> Presence {
    let rule = &gate.rules[asked.rule];
    let of_policy = |policy, fails, warns| match policy {
        MissingPolicy::Fail => Presence::Decided(fails),
        MissingPolicy::Warn => Presence::Decided(warns),
        MissingPolicy::Ignore => Presence::Ignored,
    };
    match past {
        _ if value.is_none() => {
            of_policy(gate.missing(rule), NewestDecision::Missing, NewestDecision::MissingAllowed)
        }
        _ if asked.is_moved => {
            let is_allowed = rule.has(Term::Warn) || gate.allows_mismatch == Some(true);
            Presence::Decided(if is_allowed {
                NewestDecision::MismatchAllowed
            } else {
                NewestDecision::Mismatch
            })
        }
        0 => of_policy(gate.new_rows(rule), NewestDecision::New, NewestDecision::NewAllowed),
        past if past < LEAST_TO_PREDICT && !is_exact => Presence::Decided(NewestDecision::TooShort),
        _ => Presence::Both,
    }
}
