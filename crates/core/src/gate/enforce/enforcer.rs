//! The state of a gate while it processes the rows of a report.

use std::collections::BTreeSet;

use super::chance::Unchanged;
use super::compared::{Compared, is_fine, result};
use super::evidence::{Evidence, Families};
use super::mismatch_places::MismatchPlaces;
use super::units::Units;
use crate::base::sort::sort_copies;
use crate::base::{Error, Text, label_of, quoted};
use crate::gate::absent::Absent;
use crate::gate::audit::Audit;
use crate::gate::outcome::{Decision, GateOutcome, GateStatus, RuleResult};
use crate::gate::rules::{Gate, MissingPolicy, Term};
use crate::project::{Key, KeyId};
use crate::store::Store;
use crate::table::{
    Adjustment, AnalysisSettings, CellIndex, Cells, Clocks, Coverage, LackingRuns, Outcome, Report,
    Sequential, Table, TableCells,
};

/// Returns the results of a gate for a report.
pub(super) fn results<'a>(
    store: &'a Store,
    cells: &'a Cells,
    report: &'a Report,
    gate: &'a Gate,
    wanted: &'a AnalysisSettings,
) -> GateOutcome {
    let (mismatches, alpha) = (&report.mismatches, report.alpha);
    let mut enforcer = Enforcer {
        store,
        cells,
        gate,
        audit: Audit::new(gate, store, cells),
        judged_columns: BTreeSet::new(),
        margin: wanted.margin,
        alpha,
        unchanged: Unchanged::new(),
        is_unconfirmed: false,
        is_adjusted: wanted.adjust != Adjustment::None,
        families: Families::new(
            wanted.adjust,
            alpha,
            report.query.test,
            gate.rules.len(),
            gate.is_any_single,
        ),
        pending: Vec::new(),
        clocks: Clocks::new(&report.tables),
        mismatches: MismatchPlaces::new(cells, mismatches),
        units: Units::new(store, cells, wanted),
        pkg: Key::of_machine("pkg"),
        compared: 0,
        lacking: LackingRuns::of(store, cells),
        absent: Absent::default(),
        sequential: Sequential::new(store, cells),
        is_refused: false,
        any: false,
        has_floor: false,
        spared: 0,
        has_control: vec![false; gate.rules.len()],
        has_need: vec![false; gate.accepts.len()],
        outcome: GateOutcome {
            status: GateStatus::Passed,
            rules: gate.texts(),
            accepts: gate.accept_texts(),
            results: Vec::new(),
            without_rule: 0,
            errors: Vec::new(),
            chance: None,
        },
    };
    enforcer.check_keys();
    enforcer.check_dates();
    enforcer.audit.check_inputs(|_| true);
    enforcer.check_exits(report);
    enforcer.check_order(report.order);
    enforcer.check_sides(report);
    for (index, table) in report.tables.iter().enumerate() {
        enforcer.table(index, table);
    }
    enforcer.decide_pending();
    mismatches.iter().for_each(|found| enforcer.mismatched(&report.tables, found));
    std::mem::take(&mut enforcer.absent).check(cells, &mut enforcer.audit);
    enforcer.finish(report)
}

pub(super) struct Enforcer<'a> {
    pub(super) store: &'a Store,
    pub(super) cells: &'a Cells,
    pub(super) gate: &'a Gate,
    pub(super) audit: Audit<'a>,
    /// The columns in which a rule judged a row.
    pub(super) judged_columns: BTreeSet<KeyId>,
    pub(super) margin: f64,
    pub(super) alpha: f64,
    /// The rows that may fail by chance.
    pub(super) unchanged: Unchanged,
    /// Whether one of them fails.
    pub(super) is_unconfirmed: bool,
    is_adjusted: bool,
    pub(super) families: Families,
    /// Comparisons whose rule decides after all of them are known.
    pub(super) pending: Vec<Pending<'a>>,
    /// Which clock judges each row with several.
    pub(super) clocks: Clocks,
    pub(super) mismatches: MismatchPlaces,
    pub(super) units: Units<'a>,
    pub(super) pkg: Key,
    /// Comparisons with both sides that a rule decided.
    pub(super) compared: u32,
    /// Whether there is any row with a side to compare.
    pub(super) any: bool,
    /// Whether any of them has a noise floor.
    pub(super) has_floor: bool,
    /// Comparisons that pass only because of a wide noise floor.
    pub(super) spared: u32,
    /// The runs of load tests that lack quantiles.
    pub(super) lacking: LackingRuns,
    /// The benchmarks that no rule matches and one side lacks.
    absent: Absent,
    /// The rows that the machine can have changed.
    pub(super) sequential: Sequential<'a>,
    /// Whether the gate refuses the run order of the recording.
    pub(super) is_refused: bool,
    /// For each rule, whether it matches a control benchmark.
    pub(super) has_control: Vec<bool>,
    /// For each accepted regression, whether a result does not pass without it.
    pub(super) has_need: Vec<bool>,
    pub(super) outcome: GateOutcome,
}

/// A comparison with both sides and the rule for it.
pub(super) struct Pending<'a> {
    /// Its index in the results.
    pub(super) index: usize,
    pub(super) rule: usize,
    /// The comparison by the clock that judges this benchmark, if it is another one.
    pub(super) judge: Option<[usize; 3]>,
    /// The accepted regression for it.
    pub(super) accept: Option<usize>,
    pub(super) compared: Compared<'a>,
    pub(super) evidence: Evidence,
}

impl<'a> Enforcer<'a> {
    pub(super) fn report(&mut self, status: GateStatus, error: Error) {
        self.audit.report(status, error);
    }

    fn table(&mut self, number: usize, table: &'a Table) {
        let cells = self.cells;
        let indices = &cells.tables[number];
        let facts = self.units.facts(indices.unit, table);
        let rows = indices.cells.chunk_by(|a, b| a.row == b.row).zip(&table.rows);
        for (row, (cells, found)) in rows.enumerate() {
            for comparison in &found.comparisons {
                if self.mismatches.holds(number, indices, row, comparison) {
                    continue;
                }
                let cell = |column: u32| {
                    let index = cells.binary_search_by_key(&column, |cell| cell.column);
                    index.ok().map(|index| &cells[index])
                };
                let new = cell(comparison.column);
                let base = cell(comparison.base).filter(|_| comparison.outcome != Outcome::New);
                // One of the two exists, because otherwise there would be no comparison.
                let Some(index) = new.or(base) else { continue };
                let compared = Compared { table, row, cells, base, index, comparison, facts };
                self.comparison(number, indices, compared);
            }
        }
        self.means(number, table, facts);
    }

    /// Judges a row that one side lacks.
    fn alone(
        &mut self,
        indices: &TableCells,
        compared: &Compared<'_>,
        at: [u32; 3],
        decision: Decision,
    ) {
        let gate = self.gate;
        let (table, key) = (compared.table, &compared.table.rows[compared.row].key);
        let rule = self.rule_of(indices.unit, compared.index, key, true);
        let is_new = decision == Decision::New;
        let absent = if is_new { compared.comparison.base } else { compared.comparison.column };
        let cell = [compared.index.row, indices.columns[absent as usize]];
        let benchmark = self.cells.benchmark(at[0] as usize, cell);
        let Some(number) = rule else {
            let is_missing = decision == Decision::Missing;
            return self.absent.add(gate, is_missing, benchmark, || label_of(key));
        };
        self.absent.judge(benchmark);
        let rule = &gate.rules[number];
        self.check_clock(compared, at, Some(number));
        let problem = self.lacking.problem_of_absent(self.store, self.cells, at[0] as usize, cell);
        if let Some(problem) = problem.filter(|_| !rule.has(Term::Warn)) {
            let message = format!("{} of {}: {problem}", table.unit, label_of(key));
            return self.report(GateStatus::Undecided, rule.place.error(message));
        }
        let policy = if is_new { gate.new_rows(rule) } else { gate.missing(rule) };
        if let Some(decision) = alone(policy, decision) {
            self.outcome.results.push(RuleResult { decision, ..result(at, number) });
        }
    }

    fn comparison(&mut self, index: usize, indices: &TableCells, compared: Compared<'a>) {
        let key = &compared.table.rows[compared.row].key;
        let at = [index as u32, compared.row as u32, compared.comparison.column];
        let alone = match compared.comparison.outcome {
            Outcome::Control => return self.control(indices.unit, compared.index),
            Outcome::Missing => Some(Decision::Missing),
            Outcome::New => Some(Decision::New),
            Outcome::Regressed
            | Outcome::Improved
            | Outcome::Changed
            | Outcome::Differs
            | Outcome::Unchanged
            | Outcome::Inconclusive => None,
        };
        if let Some(decision) = alone {
            return self.alone(indices, &compared, at, decision);
        }
        let gate = self.gate;
        let number = self.rule_of(indices.unit, compared.index, key, false);
        self.check_clock(&compared, at, number);
        let judge = number.and_then(|number| self.judge_of_clock(number, at));
        let rule = number.map(|number| (number, &gate.rules[number]));
        let evidence = self.families.add(self.store, self.cells, &compared, rule, judge.is_some());
        if let Some(rule) = number {
            self.count_judged(indices, [compared.base, Some(compared.index)]);
            let index = self.outcome.results.len();
            let accept = self.accept_of(indices.unit, compared.index, key);
            self.outcome.results.push(result(at, rule));
            self.pending.push(Pending { index, rule, judge, accept, compared, evidence });
        } else {
            self.check_failures(&compared);
        }
    }

    /// Counts a control benchmark, which has no verdict.
    fn control(&mut self, unit: u32, index: &CellIndex) {
        for (rule, has_control) in self.gate.rules.iter().zip(&mut self.has_control) {
            let coverage = self.cells.coverage(self.store, &rule.filter, unit, index);
            *has_control |= !rule.is_geomean && coverage != Coverage::None;
        }
    }

    /// Decides all pending comparisons, because now every comparison is known.
    fn decide_pending(&mut self) {
        self.families.close();
        let mut undecided = Vec::new();
        let all = std::mem::take(&mut self.pending);
        // Another clock counts only if the clock that judges a benchmark does not fail it.
        let (judges, others): (Vec<_>, Vec<_>) = all.iter().partition(|one| one.judge.is_none());
        for pending in judges.into_iter().chain(others) {
            let index = pending.index;
            let mut result = self.outcome.results[index].clone();
            let decision = self.decide(pending, &mut result);
            let decision = match pending.judge {
                Some(judge) => decision.and_then(|decision| self.of_other_clock(judge, decision)),
                None => decision,
            };
            if let (Some(accept), false) = (pending.accept, decision.is_some_and(is_fine)) {
                self.has_need[accept] = true;
            }
            match decision {
                Some(decision) => {
                    self.outcome.results[index] = RuleResult { decision, ..result };
                }
                None => {
                    self.outcome.without_rule += u32::from(pending.judge.is_some());
                    undecided.push(index);
                }
            }
        }
        sort_copies(&mut undecided, &mut |a, b| a.cmp(b));
        let mut index = 0..;
        let decided =
            |_: &RuleResult| index.next().is_none_or(|p| undecided.binary_search(&p).is_err());
        self.outcome.results.retain(decided);
    }

    /// Reports columns without a judged row, and inputs without a value in a judged row.
    fn check_columns(&mut self) {
        let cells = self.cells;
        let mut columns = cells.columns();
        match cells.base {
            Some(base) => columns.retain(|&column| column != base),
            // Each column is compared with the previous one.
            None => {
                columns.drain(..1.min(columns.len()));
            }
        }
        columns.retain(|column| !self.judged_columns.contains(column));
        for name in cells.column_texts(&columns) {
            let name: Vec<String> = name.iter().map(Text::to_string_lossy).collect();
            let name = quoted(name.join(" ").as_bytes());
            let message = format!("no rule checked a row of column {name}");
            self.report(GateStatus::Undecided, Error::of_setting("gate", message));
        }
        if columns.is_empty() {
            self.audit.check_labels(|_| true);
        }
    }

    /// Counts the values of a row as judged, because a rule has judged the row.
    pub(super) fn count_judged(&mut self, table: &TableCells, cells: [Option<&CellIndex>; 2]) {
        for cell in cells.into_iter().flatten() {
            let series = self.cells.pieces(cell).iter().map(|piece| piece.series);
            self.audit.judge_series(series);
            self.judged_columns.insert(table.columns[cell.column as usize]);
        }
    }

    /// Reports the remaining errors, and returns the answer.
    fn finish(mut self, report: &Report) -> GateOutcome {
        let gate = self.gate;
        let matched: Vec<u32> = self.outcome.rules.iter().map(|rule| rule.matched).collect();
        // Without any comparison, rules that match nothing are not at fault.
        let is_empty = !self.any && !self.has_control.contains(&true);
        if self.audit.is_usable() && !is_empty {
            let has_control = std::mem::take(&mut self.has_control);
            self.audit.check_judged(&matched, |number, _| {
                if has_control[number] {
                    "this rule matches only control benchmarks, which no gate checks".into()
                } else {
                    "no benchmark matches this rule".into()
                }
            });
        }
        if self.audit.is_usable() && 0 < self.compared {
            self.check_columns();
            self.tell_idle_accepts();
        }
        for error in self.units.errors() {
            self.audit.report(error.status, error.error);
        }
        if self.audit.is_fine() && self.compared == 0 {
            let error = Error::range("gate", "the gate compared nothing");
            self.report(GateStatus::Undecided, error);
        }
        if self.audit.is_usable() {
            self.tell_sequential(report);
        }
        self.tell_wide_floors();
        let floors = gate.floors.as_ref().filter(|_| !self.has_floor && 0 < self.compared);
        if let Some(floors) = floors {
            let message = format!("{}: none of these benchmarks has a noise floor", floors.name);
            self.report(GateStatus::Undecided, Error::range("gate", message));
        }
        // If a recording is refused, a failure is not an answer either.
        let counts = |status: &GateStatus| !(self.is_refused && *status == GateStatus::Failed);
        let results = self.outcome.results.iter().map(|result| result.decision.status());
        let (errors, status) = self.audit.finish(results.filter(counts));
        self.outcome.errors = errors;
        self.outcome.status = status.unwrap_or(GateStatus::Passed);
        // An adjusted test has its own level.
        let is_open = self.is_unconfirmed && !self.is_adjusted;
        self.outcome.chance = self
            .unchanged
            .chance()
            .filter(|_| is_open && self.outcome.status == GateStatus::Failed);
        self.outcome
    }
}

/// Returns the decision about a row that one side lacks.
fn alone(presence: MissingPolicy, forbidden: Decision) -> Option<Decision> {
    let is_new = forbidden == Decision::New;
    let reported = if is_new { Decision::NewAllowed } else { Decision::MissingAllowed };
    match presence {
        MissingPolicy::Ignore => None,
        MissingPolicy::Fail => Some(forbidden),
        MissingPolicy::Warn => Some(reported),
    }
}
