//! Rules held against comparisons.
//!
//! Takes a gate, the tables and their analysis; gives rulings. Every comparison has one rule at most:
//! the last that matches it. A rule matches a comparison if its filter keeps all results of the new
//! side (of the baseline where the new side is missing); if it keeps some of them only, nobody knows
//! what was meant, and that is an error.

use std::cmp::Ordering;

use super::cells::{CellPlace, Cells, TableCells};
use super::comparison::{Comparison, Outcome};
use super::report::{Assumption, Report, Table};
use crate::base::{Error, Text, quoted};
use crate::gate::{
    Complaint, Decision, Gate, GateOutcome, GateStatus, Place, Presence, Quantity, Rule, Ruling,
};
use crate::project::{Filter, Key, key_value, missing_key, nearest};
use crate::stats::{ShiftScale, least_p};
use crate::store::Store;
use crate::unit::Direction;

/// Holds a gate against a report.
pub(super) fn gated(store: &Store, cells: &Cells, report: &Report, gate: &Gate) -> GateOutcome {
    let mut judge = Judge {
        store,
        cells,
        gate,
        alpha: report.alpha,
        margin: report.analysis.as_ref().map_or(0.0, |analysis| analysis.margin),
        pkg: Key::of_machine("pkg"),
        compared: 0,
        any: false,
        has_floor: false,
        outcome: GateOutcome {
            status: GateStatus::Passed,
            rules: gate.texts(),
            rulings: Vec::new(),
            without_rule: 0,
            complaints: Vec::new(),
        },
    };
    judge.check_keys();
    for (index, table) in report.tables.iter().enumerate() {
        judge.table(index, table);
    }
    judge.finish()
}

/// So many complaints are made: a rule may be wrong for each of many thousand rows.
const COMPLAINTS: usize = 10;

/// How much of a cell a filter keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coverage {
    None,
    Part,
    All,
}

struct Judge<'a> {
    store: &'a Store,
    cells: &'a Cells,
    gate: &'a Gate,
    alpha: f64,
    margin: f64,
    pkg: Key,
    /// Comparisons with both sides that a rule decided.
    compared: u32,
    /// Whether there is any row with a side to compare.
    any: bool,
    /// Whether any of them has a noise floor.
    has_floor: bool,
    outcome: GateOutcome,
}

/// A comparison of a row.
struct Compared<'a> {
    table: &'a Table,
    row: usize,
    base: Option<&'a CellPlace>,
    /// The new side, or the baseline where there is none.
    place: &'a CellPlace,
    comparison: &'a Comparison,
    better: Option<Direction>,
}

impl Compared<'_> {
    /// Which side tends to be greater.
    fn order(&self) -> Ordering {
        let effect = self.comparison.effect.as_ref();
        effect.map_or(Ordering::Equal, |effect| effect.stochastic_order)
    }
}

impl Judge<'_> {
    fn complain(&mut self, status: GateStatus, error: Error) {
        let complaints = &mut self.outcome.complaints;
        if complaints.len() < COMPLAINTS && !complaints.iter().any(|c| c.error == error) {
            complaints.push(Complaint { status, error });
        }
    }

    /// Keys in which sides must agree, and units, that no result has.
    fn check_keys(&mut self) {
        let gate = self.gate;
        for (key, place) in &gate.agree {
            if let Some((key, near)) = missing_key(key, self.store) {
                let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
                let error = place.error(format!("no result has the key {key}{near}"));
                self.complain(GateStatus::Unusable, error);
            }
        }
        for rule in gate.rules.iter().filter(|rule| !rule.optional) {
            let unknown = rule.filter.named_units().into_iter().find(|unit| !self.has_unit(unit));
            if let Some(unit) = unknown {
                let error = rule.place.error(self.unknown_unit(unit));
                self.complain(GateStatus::Unusable, error);
            }
        }
        if gate.rules.is_empty() {
            let message = "-gate: no rule: a gate needs one such as sec/op: +5%";
            self.complain(GateStatus::Unusable, Error::range("gate", message.into()));
        }
    }

    fn known_units(&self) -> impl Iterator<Item = &[u8]> {
        let units = &self.store.units;
        let tidied = (0..units.tidied_len()).map(|unit| units.tidied(unit));
        tidied.chain(self.cells.derived.units()).chain(units.all_written())
    }

    fn has_unit(&self, unit: &[u8]) -> bool {
        self.known_units().any(|known| known == unit)
    }

    fn unknown_unit(&self, unit: &[u8]) -> String {
        let near = match nearest(unit, self.known_units()) {
            Some(near) => format!("; did you mean {}?", String::from_utf8_lossy(near)),
            None => String::new(),
        };
        format!("no result has the unit {}{near}", quoted(unit))
    }

    fn table(&mut self, index: usize, table: &Table) {
        let cells = self.cells;
        let places = &cells.tables[index];
        let rows = places.cells.chunk_by(|a, b| a.row == b.row).zip(&table.rows);
        for (row, (cells, found)) in rows.enumerate() {
            for comparison in &found.comparisons {
                let cell = |column: u32| cells.iter().find(|cell| cell.column == column);
                let new = cell(comparison.column);
                let base = cell(comparison.base).filter(|_| comparison.outcome != Outcome::New);
                // One of the two is there, or nothing would have been compared.
                let Some(place) = new.or(base) else { continue };
                let better = table.direction;
                let compared = Compared { table, row, base, place, comparison, better };
                self.comparison(index, places, &compared);
            }
        }
    }

    fn comparison(&mut self, index: usize, places: &TableCells, compared: &Compared<'_>) {
        let gate = self.gate;
        self.any = true;
        let outcome = compared.comparison.outcome;
        let is_alone = matches!(outcome, Outcome::New | Outcome::Missing);
        let mut decisive = None;
        for (number, rule) in gate.rules.iter().enumerate().rev() {
            let coverage = self.coverage(&rule.filter, places.unit, compared.place);
            self.outcome.rules[number].matched += u32::from(coverage != Coverage::None);
            if coverage != Coverage::None && decisive.is_none() {
                decisive = Some((number, rule, coverage));
            }
        }
        let Some((number, rule, coverage)) = decisive else {
            self.outcome.without_rule += u32::from(!is_alone);
            return;
        };
        if coverage == Coverage::Part {
            let row: Vec<String> =
                compared.table.rows[compared.row].key.iter().map(Text::to_string_lossy).collect();
            let message = format!(
                "this matches some of the results that the row {} merges, and others not",
                quoted(row.join(" ").as_bytes())
            );
            self.complain(GateStatus::Unusable, rule.place.error(message));
            return;
        }
        self.compared += u32::from(!is_alone);
        let mut ruling = Ruling {
            table: index as u32,
            row: compared.row as u32,
            column: compared.comparison.column,
            rule: number as u32,
            decision: Decision::Held,
            worse_by: 0.0,
            worse_share: 0.0,
            allowed: 0.0,
            is_floor: false,
            key: None,
        };
        let decision = match outcome {
            Outcome::Missing => alone(gate.missing(rule), rule, Decision::Missing),
            Outcome::New => alone(gate.new_rows(rule), rule, Decision::New),
            _ => Some(self.decide(rule, compared, &mut ruling)),
        };
        if let Some(decision) = decision {
            self.outcome.rulings.push(Ruling { decision, ..ruling });
        }
    }

    fn coverage(&self, filter: &Filter, unit: u32, cell: &CellPlace) -> Coverage {
        let pieces = self.cells.pieces(cell);
        let kept = pieces.iter().filter(|piece| {
            let (_, layout) = self.store.series.get(piece.series);
            // Derived columns are behind the series' own.
            if (piece.column as usize) < self.store.layouts.get(layout).len() {
                return filter.mask(self.store, piece.series).keeps(piece.column as usize);
            }
            let text = self.cells.derived.unit_text(self.store, unit);
            filter.keeps_unit(self.store, piece.series, text)
        });
        match kept.count() {
            0 => Coverage::None,
            kept if kept == pieces.len() => Coverage::All,
            _ => Coverage::Part,
        }
    }

    /// Both sides are there.
    fn decide(&mut self, rule: &Rule, compared: &Compared<'_>, ruling: &mut Ruling) -> Decision {
        let Some(sides) = compared.comparison.sides else { return Decision::TooFew };
        if let Some(key) = self.disagreement(compared) {
            ruling.key = Some(key);
            return if rule.report_only { Decision::Reported } else { Decision::Differs };
        }
        let side = Side { rule, compared, base: sides.base_center, center: sides.center };
        side.checks().into_iter().for_each(|error| self.complain(GateStatus::Unusable, error));
        let floor = self.floor(rule, compared).map(|limit| limit.allowed(side.base).unwrap_or(0.0));
        let limit = rule.limit.allowed(side.base);
        let allowed = [limit, floor].into_iter().flatten().reduce(f64::max);
        self.has_floor |= floor.is_some();
        ruling.is_floor = floor.is_some_and(|floor| limit.unwrap_or(0.0) < floor);
        ruling.allowed = allowed.unwrap_or(0.0);
        ruling.worse_by = side.worse_by();
        ruling.worse_share = side.share_of_base(ruling.worse_by);
        let sizes = [sides.base_n, sides.n];
        if sizes.iter().any(|&n| n < rule.runs) && !rule.report_only {
            return Decision::TooFew;
        }
        let is_worse = side.is_worse_than(allowed);
        let is_exact = compared.table.assumption == Assumption::Exact;
        let counts = !rule.significant || is_exact || self.is_significantly_worse(compared);
        match (is_worse, counts) {
            (true, true) if rule.report_only => Decision::Reported,
            (true, true) => Decision::Failed,
            (true, false) if self.alpha < least_p(sizes[0], sizes[1]) && !rule.report_only => {
                Decision::TooFew
            }
            _ if !rule.proof || rule.report_only => Decision::Held,
            _ => {
                let tolerance = allowed.unwrap_or(self.margin * side.base.abs());
                match side.is_proven(tolerance) {
                    true => Decision::Proven,
                    false => Decision::Inconclusive,
                }
            }
        }
    }

    /// Whether the test says that the new side is worse, after adjustment.
    fn is_significantly_worse(&self, compared: &Compared<'_>) -> bool {
        let p = compared.comparison.test.map(|test| test.adjusted_p);
        let significant = p.is_some_and(|p| p <= self.alpha || self.alpha.is_nan());
        significant && is_bad(compared.better, compared.order())
    }

    /// A key in which both sides must agree and do not.
    fn disagreement(&self, compared: &Compared<'_>) -> Option<Text> {
        let values = |key: &Key, place: &CellPlace| {
            let identities =
                self.cells.pieces(place).iter().map(|p| self.store.series.get(p.series).0);
            let mut values: Vec<&[u8]> =
                identities.map(|identity| key_value(key, self.store, identity)).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        let base = compared.base?;
        let differs = |(key, _): &&(Key, Place)| values(key, base) != values(key, compared.place);
        self.gate.agree.iter().find(differs).map(|(key, _)| Text::from(&key.text()[..]))
    }

    /// The greatest noise floor of the benchmarks of a comparison.
    fn floor(&self, rule: &Rule, compared: &Compared<'_>) -> Option<crate::gate::Limit> {
        let floors = self.gate.floors.as_ref().filter(|_| rule.floors)?;
        let unit = compared.table.unit.as_bytes();
        let floor = |series: u32| {
            let (identity, _) = self.store.series.get(series);
            let pkg = key_value(&self.pkg, self.store, identity);
            let name = key_value(&Key::FullName, self.store, identity);
            floors.find(pkg, unit, name)
        };
        let places = self.cells.pieces(compared.place).iter();
        let found = places.filter_map(|piece| floor(piece.series));
        found.reduce(|a, b| if a.allowed(1.0) < b.allowed(1.0) { b } else { a })
    }

    /// What is left to complain of, and the answer.
    fn finish(mut self) -> GateOutcome {
        let gate = self.gate;
        let usable = |judge: &Self| {
            judge.outcome.complaints.iter().all(|c| c.status != GateStatus::Unusable)
        };
        // Without any comparison it is not for the rules that nothing matches.
        let all_empty = !self.any && usable(&self);
        for (number, rule) in gate.rules.iter().enumerate().filter(|(_, rule)| !rule.optional) {
            if self.outcome.rules[number].matched == 0 && !all_empty && usable(&self) {
                let error = rule.place.error("this rule matches no benchmark of the tables");
                self.complain(GateStatus::Incomparable, error);
            }
        }
        if self.outcome.complaints.is_empty() && self.compared == 0 {
            let error = Error::range("gate", "the gate compared nothing".into());
            self.complain(GateStatus::Incomparable, error);
        }
        let floors = gate.floors.as_ref().filter(|_| !self.has_floor && 0 < self.compared);
        if let Some(floors) = floors {
            let message = format!("{}: none of these benchmarks has a noise floor", floors.name);
            self.complain(GateStatus::Incomparable, Error::range("gate", message));
        }
        let rulings = self.outcome.rulings.iter().map(|ruling| ruling.decision.status());
        let complaints = self.outcome.complaints.iter().map(|complaint| complaint.status);
        let all: Vec<GateStatus> = rulings.chain(complaints).collect();
        let first = GateStatus::ALL.into_iter().find(|status| all.contains(status));
        self.outcome.status = first.unwrap_or(GateStatus::Passed);
        self.outcome
    }
}

/// What to decide of a row that one side lacks.
fn alone(presence: Presence, rule: &Rule, forbidden: Decision) -> Option<Decision> {
    let told = match forbidden {
        Decision::New => Decision::NewTold,
        _ => Decision::MissingTold,
    };
    match presence {
        Presence::Ignore => None,
        Presence::Fail if !rule.report_only => Some(forbidden),
        Presence::Fail | Presence::Warn => Some(told),
    }
}

/// Whether a tendency is for the worse; either is where the direction is not known.
fn is_bad(better: Option<Direction>, tendency: Ordering) -> bool {
    match better {
        Some(Direction::Lower) => tendency == Ordering::Greater,
        Some(Direction::Higher) => tendency == Ordering::Less,
        None => tendency != Ordering::Equal,
    }
}

/// Limits are compared to so many parts: 3.3 is not more than 10 % above 3.
const ROUNDING: f64 = 1e-9;

/// Both centres, and what a rule makes of them.
struct Side<'a> {
    rule: &'a Rule,
    compared: &'a Compared<'a>,
    base: f64,
    center: f64,
}

impl Side<'_> {
    /// By how much the new centre is worse; either way where the direction is not known.
    fn worse_by(&self) -> f64 {
        if self.base == self.center {
            return 0.0;
        }
        match self.compared.better {
            Some(Direction::Lower) => self.center - self.base,
            Some(Direction::Higher) => self.base - self.center,
            None => (self.center - self.base).abs(),
        }
    }

    fn share_of_base(&self, amount: f64) -> f64 {
        if amount == 0.0 { 0.0 } else { amount / self.base.abs() }
    }

    /// Whether the centre, or for `any` the sample, is worse than allowed.
    fn is_worse_than(&self, allowed: Option<f64>) -> bool {
        let worse = self.worse_by();
        match allowed {
            Some(allowed) => allowed * (1.0 + ROUNDING) < worse,
            // Half of the values may have moved while the median stands.
            None if self.rule.significant => {
                0.0 < worse || is_bad(self.compared.better, self.compared.order())
            }
            None => 0.0 < worse,
        }
    }

    /// Whether the samples prove that the new side is worse by no more than this: it is significantly
    /// better, or the bound of the one-sided interval says so.
    fn is_proven(&self, tolerance: f64) -> bool {
        let comparison = self.compared.comparison;
        // Without a test there was nothing to test: all values are the same, or exact.
        let all_equal = comparison.test.is_none() && self.base == self.center;
        if all_equal || comparison.outcome == Outcome::Improved {
            return true;
        }
        let Some(effect) = &comparison.effect else { return false };
        let (Some(shift), Some(narrow)) = (effect.shift, effect.equivalence_interval) else {
            return false;
        };
        let amount = |bound: f64| match shift.scale {
            ShiftScale::Ratio => (bound - 1.0) * self.base.abs(),
            ShiftScale::Difference => bound,
        };
        let worst = match self.compared.better {
            Some(Direction::Lower) => amount(narrow.hi),
            Some(Direction::Higher) => -amount(narrow.lo),
            None => amount(narrow.hi).max(-amount(narrow.lo)),
        };
        worst <= tolerance * (1.0 + ROUNDING)
    }

    /// What keeps the rule from meaning anything for this unit.
    fn checks(&self) -> Option<Error> {
        let Side { rule, compared, .. } = self;
        let unit = compared.table.unit.as_bytes();
        let text = String::from_utf8_lossy(unit);
        if compared.better.is_none() && !rule.report_only {
            let message = format!(
                "which way is better is not known for {}: say -better {text}=lower or =higher",
                quoted(unit)
            );
            return Some(rule.place.error(message));
        }
        let all = rule.limit.share.filter(|&share| 1.0 <= share);
        if all.is_some() && compared.better == Some(Direction::Higher) {
            let message = format!("{text} is better when higher: a fall by 100% or more cannot be");
            return Some(rule.limit_place.error(message));
        }
        let amount = rule.limit.amount?;
        let what = match (Quantity::of_unit(unit), amount.of) {
            (Some(Quantity::Time), Some(Quantity::Time))
            | (Some(Quantity::Bytes), Some(Quantity::Bytes))
            | (None, None) => return None,
            (Some(Quantity::Time), _) => "an amount of time such as 20ns",
            (Some(Quantity::Bytes), _) => "an amount of bytes such as 16B",
            (None, Some(_)) => "a number alone such as 2",
        };
        Some(rule.limit_place.error(format!("{text} needs {what}, or a share such as 5%")))
    }
}
