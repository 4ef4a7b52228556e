//! Rules held against comparisons.
//!
//! Takes a gate, the tables and their analysis; gives results. Every comparison has one rule at most:
//! the last that matches it. A rule matches a comparison if its filter keeps all results of the new
//! side (of the baseline where the new side is missing); if it keeps some of them only, nobody knows
//! what was meant, and that is an error.

mod side;
mod units;

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::cells::{CellPlace, Cells, TableCells};
use super::comparison::{Comparison, Outcome};
use super::report::{Report, Table};
use super::settings::AnalysisSettings;
use super::{Apart, ApartRow};
use crate::base::{Error, Text, Texts, quoted};
use crate::gate::{
    Decision, Gate, GateError, GateOutcome, GateStatus, MissingPolicy, Place, Rule, RuleResult,
};
use crate::project::{Filter, Key, KeyId, key_value, missing_key, nearest};
use crate::stats::{Reach, least_p};
use crate::store::Store;
use side::Side;
use units::{GateFacts, Units};

/// Holds a gate against a report.
pub(super) fn gated(
    store: &Store,
    cells: &Cells,
    report: &Report,
    (gate, wanted): (&Gate, &AnalysisSettings),
) -> GateOutcome {
    let (apart, alpha) = (&report.apart, report.alpha);
    let tests = report.comparisons().filter_map(|compared| compared.comparison.test);
    let p: Vec<f64> = tests.map(|test| test.p).collect();
    let mut judge = Judge {
        store,
        cells,
        gate,
        alpha,
        margin: wanted.margin,
        reach: Reach::new(wanted.adjust, p, alpha),
        apart: ApartPlaces::new(cells, apart),
        units: Units::new(store, cells, wanted),
        pkg: Key::of_machine("pkg"),
        compared: 0,
        any: false,
        has_floor: false,
        outcome: GateOutcome {
            status: GateStatus::Passed,
            rules: gate.texts(),
            results: Vec::new(),
            without_rule: 0,
            errors: Vec::new(),
        },
    };
    judge.check_keys();
    for (index, table) in report.tables.iter().enumerate() {
        judge.table(index, table);
    }
    apart.iter().for_each(|apart| judge.kept_apart(&report.tables, apart));
    judge.finish()
}

/// So many errors are made: a rule may be wrong for each of many thousand rows.
const ERRORS: usize = 10;

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
    reach: Reach,
    apart: ApartPlaces,
    units: Units<'a>,
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
    facts: GateFacts,
}

impl Compared<'_> {
    /// Which side tends to be greater.
    fn order(&self) -> Ordering {
        let effect = self.comparison.effect.as_ref();
        effect.map_or(Ordering::Equal, |effect| effect.stochastic_order)
    }
}

/// Where rows stand that the keys of tables keep apart: a side that has its other side elsewhere
/// is neither missing nor new.
struct ApartPlaces {
    /// Table, row and column of new sides.
    new: BTreeSet<(u32, u32, u32)>,
    /// Table and row of baselines, with the columns that the other tables have.
    bases: BTreeSet<(u32, u32, KeyId)>,
}

impl ApartPlaces {
    fn new(cells: &Cells, apart: &[Apart]) -> Self {
        let (mut new, mut bases) = (BTreeSet::new(), BTreeSet::new());
        for group in apart {
            let column = cells.tables[group.table as usize].columns[group.column as usize];
            for row in &group.rows {
                new.insert((group.table, row.new, group.column));
                bases.insert((group.base_table, row.base, column));
            }
        }
        ApartPlaces { new, bases }
    }

    fn holds(&self, table: (usize, &TableCells), row: usize, comparison: &Comparison) -> bool {
        let (table, row, column) = ((table.0 as u32, table.1), row as u32, comparison.column);
        match comparison.outcome {
            Outcome::New => self.new.contains(&(table.0, row, column)),
            Outcome::Missing => {
                self.bases.contains(&(table.0, row, table.1.columns[column as usize]))
            }
            _ => false,
        }
    }
}

impl Judge<'_> {
    fn report(&mut self, status: GateStatus, error: Error) {
        let errors = &mut self.outcome.errors;
        if errors.len() < ERRORS && !errors.iter().any(|c| c.error == error) {
            errors.push(GateError { status, error });
        }
    }

    /// Keys in which sides must agree, and units, that no result has.
    fn check_keys(&mut self) {
        let gate = self.gate;
        for (key, place) in &gate.agree {
            if let Some((key, near)) = missing_key(key, self.store) {
                let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
                let error = place.error(format!("no result has the key {key}{near}"));
                self.report(GateStatus::Unusable, error);
            }
        }
        for rule in gate.rules.iter().filter(|rule| !rule.optional) {
            let unknown = rule.filter.named_units().into_iter().find(|unit| !self.has_unit(unit));
            if let Some(unit) = unknown {
                let error = rule.place.error(self.unknown_unit(unit));
                self.report(GateStatus::Unusable, error);
            }
        }
        if gate.rules.is_empty() {
            let message = "-gate: no rule: a gate needs one such as sec/op: +5%";
            self.report(GateStatus::Unusable, Error::range("gate", message.into()));
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
        let facts = self.units.facts(places.unit, table);
        let rows = places.cells.chunk_by(|a, b| a.row == b.row).zip(&table.rows);
        for (row, (cells, found)) in rows.enumerate() {
            for comparison in &found.comparisons {
                if self.apart.holds((index, places), row, comparison) {
                    continue;
                }
                let cell = |column: u32| cells.iter().find(|cell| cell.column == column);
                let new = cell(comparison.column);
                let base = cell(comparison.base).filter(|_| comparison.outcome != Outcome::New);
                // One of the two is there, or nothing would have been compared.
                let Some(place) = new.or(base) else { continue };
                let compared = Compared { table, row, base, place, comparison, facts };
                self.comparison(index, places, &compared);
            }
        }
    }

    /// A row that one side lacks.
    fn alone(
        &mut self,
        unit: u32,
        place: &CellPlace,
        key: &Texts,
        at: (u32, u32, u32),
        decision: Decision,
    ) {
        let gate = self.gate;
        let Some(number) = self.rule_of(unit, place, key, true) else { return };
        let rule = &gate.rules[number];
        let policy = match decision {
            Decision::New => gate.new_rows(rule),
            _ => gate.missing(rule),
        };
        if let Some(decision) = alone(policy, rule, decision) {
            self.outcome.results.push(RuleResult { decision, ..result(at, number) });
        }
    }

    /// The rule that decides of a row, by its place: the last that matches it.
    fn rule_of(
        &mut self,
        unit: u32,
        place: &CellPlace,
        row: &Texts,
        is_alone: bool,
    ) -> Option<usize> {
        let gate = self.gate;
        self.any = true;
        let mut decisive = None;
        for (number, rule) in gate.rules.iter().enumerate().rev() {
            let coverage = self.coverage(&rule.filter, unit, place);
            self.outcome.rules[number].matched += u32::from(coverage != Coverage::None);
            if coverage != Coverage::None && decisive.is_none() {
                decisive = Some((number, rule, coverage));
            }
        }
        let Some((number, rule, coverage)) = decisive else {
            self.outcome.without_rule += u32::from(!is_alone);
            return None;
        };
        if coverage == Coverage::Part {
            let row: Vec<String> = row.iter().map(Text::to_string_lossy).collect();
            let message = format!(
                "this matches some of the results that the row {} merges, and others not",
                quoted(row.join(" ").as_bytes())
            );
            self.report(GateStatus::Unusable, rule.place.error(message));
            return None;
        }
        self.compared += u32::from(!is_alone);
        Some(number)
    }

    fn comparison(&mut self, index: usize, places: &TableCells, compared: &Compared<'_>) {
        let key = &compared.table.rows[compared.row].key;
        let at = (index as u32, compared.row as u32, compared.comparison.column);
        let alone = match compared.comparison.outcome {
            Outcome::Missing => Some(Decision::Missing),
            Outcome::New => Some(Decision::New),
            _ => None,
        };
        if let Some(decision) = alone {
            return self.alone(places.unit, compared.place, key, at, decision);
        }
        let Some(number) = self.rule_of(places.unit, compared.place, key, false) else { return };
        let mut result = result(at, number);
        if let Some(decision) = self.decide(&self.gate.rules[number], compared, &mut result) {
            self.outcome.results.push(RuleResult { decision, ..result });
        }
    }

    /// Rows that both sides have, though in different tables.
    fn kept_apart(&mut self, tables: &[Table], apart: &Apart) {
        let gate = self.gate;
        let index = apart.table as usize;
        let (table, places) = (&tables[index], &self.cells.tables[index]);
        let keys: Vec<&[u8]> = apart.keys.iter().map(|key| key.key.as_bytes()).collect();
        let keys = Text::from(&keys.join(&b", "[..])[..]);
        let mut rows = places.cells.chunk_by(|a, b| a.row == b.row).zip(0..);
        for &ApartRow { new: row, .. } in &apart.rows {
            let stretch = rows.by_ref().find(|&(_, at)| at == row).map(|(cells, _)| cells);
            let of_column = |cell: &&CellPlace| cell.column == apart.column;
            let Some(place) = stretch.and_then(|cells| cells.iter().find(of_column)) else {
                continue;
            };
            let key = &table.rows[row as usize].key;
            let Some(number) = self.rule_of(places.unit, place, key, true) else { continue };
            let rule = &gate.rules[number];
            let is_told = rule.report_only || gate.allows_apart == Some(true);
            let decision = if is_told { Decision::ApartAllowed } else { Decision::Apart };
            let result = result((apart.table, row, apart.column), number);
            self.outcome.results.push(RuleResult { decision, key: Some(keys.clone()), ..result });
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

    /// Both sides are there. Nothing where the gate cannot decide, which it then says.
    fn decide(
        &mut self,
        rule: &Rule,
        compared: &Compared<'_>,
        result: &mut RuleResult,
    ) -> Option<Decision> {
        if let Some(key) = self.disagreement(compared) {
            result.key = Some(key);
            return Some(if rule.report_only { Decision::Reported } else { Decision::Differs });
        }
        let Some(side) = Side::new(rule, compared) else { return Some(Decision::TooFewRuns) };
        side.checks().into_iter().for_each(|error| self.report(GateStatus::Unusable, error));
        if let Some(error) = side.unproven_exactness() {
            self.report(GateStatus::Incomparable, error);
            return None;
        }
        let floor = self.floor(rule, compared).map(|limit| limit.allowed(side.base).unwrap_or(0.0));
        let limit = rule.limit.allowed(side.base);
        let allowed = [limit, floor].into_iter().flatten().reduce(f64::max);
        self.has_floor |= floor.is_some();
        result.is_floor = floor.is_some_and(|floor| limit.unwrap_or(0.0) < floor);
        result.allowed = allowed.unwrap_or(0.0);
        result.worse_by = side.worse_by();
        result.worse_share = side.share_of_base(result.worse_by);
        if side.sizes.iter().any(|&n| n < rule.runs) && !rule.report_only {
            return Some(Decision::TooFewRuns);
        }
        let is_exact = compared.facts.is_exact;
        // Without centres the samples say which one is worse.
        let is_worse = match side.has_centers() {
            true => side.is_worse_than(allowed),
            false => side.is_worse_than(allowed) || self.is_significantly_worse(compared),
        };
        let counts = !rule.significant || is_exact || self.is_significantly_worse(compared);
        Some(match (is_worse, counts) {
            (true, true) if rule.report_only => Decision::Reported,
            (true, true) => Decision::Failed,
            _ if !side.is_finite() && rule.report_only => Decision::Reported,
            _ if !side.is_finite() => Decision::NotFinite,
            (true, false) if self.is_out_of_reach(compared, &side) && !rule.report_only => {
                Decision::TooFewRuns
            }
            _ if !rule.proof || rule.report_only => Decision::Passed,
            _ => {
                let tolerance = allowed.unwrap_or(self.margin * side.base.abs());
                let significantly_better = self.is_significant(compared) && side.tends_to_better();
                match significantly_better || side.is_proven(tolerance) {
                    true => Decision::Passed,
                    false => Decision::NotProven,
                }
            }
        })
    }

    /// Whether the test finds a difference, after adjustment.
    fn is_significant(&self, compared: &Compared<'_>) -> bool {
        let p = compared.comparison.test.map(|test| test.adjusted_p);
        p.is_some_and(|p| p <= self.alpha || self.alpha.is_nan())
    }

    /// Whether the test says that the new side is worse, after adjustment.
    fn is_significantly_worse(&self, compared: &Compared<'_>) -> bool {
        self.is_significant(compared) && side::is_bad(compared.facts.better, compared.order())
    }

    /// Whether these runs are too few for any difference to be significant after adjustment.
    fn is_out_of_reach(&self, compared: &Compared<'_>, side: &Side<'_>) -> bool {
        let least = least_p(side.sizes[0], side.sizes[1]);
        let test = compared.comparison.test.filter(|_| !self.is_significant(compared));
        test.is_some_and(|test| !self.reach.can_be_significant(test.p, least))
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

    /// What is left to report, and the answer.
    fn finish(mut self) -> GateOutcome {
        let gate = self.gate;
        let usable =
            |judge: &Self| judge.outcome.errors.iter().all(|c| c.status != GateStatus::Unusable);
        // Without any comparison it is not for the rules that nothing matches.
        let all_empty = !self.any && usable(&self);
        for (number, rule) in gate.rules.iter().enumerate().filter(|(_, rule)| !rule.optional) {
            if self.outcome.rules[number].matched == 0 && !all_empty && usable(&self) {
                let error = rule.place.error("this rule matches no benchmark of the tables");
                self.report(GateStatus::Incomparable, error);
            }
        }
        self.outcome.errors.extend(self.units.errors());
        let is_fine = self.outcome.errors.iter().all(|c| c.status == GateStatus::Passed);
        if is_fine && self.compared == 0 {
            let error = Error::range("gate", "the gate compared nothing".into());
            self.report(GateStatus::Incomparable, error);
        }
        let floors = gate.floors.as_ref().filter(|_| !self.has_floor && 0 < self.compared);
        if let Some(floors) = floors {
            let message = format!("{}: none of these benchmarks has a noise floor", floors.name);
            self.report(GateStatus::Incomparable, Error::range("gate", message));
        }
        let results = self.outcome.results.iter().map(|result| result.decision.status());
        let errors = self.outcome.errors.iter().map(|error| error.status);
        let all: Vec<GateStatus> = results.chain(errors).collect();
        let first = GateStatus::ALL.into_iter().find(|status| all.contains(status));
        self.outcome.status = first.unwrap_or(GateStatus::Passed);
        self.outcome
    }
}

/// A decision that is still to be made.
fn result((table, row, column): (u32, u32, u32), rule: usize) -> RuleResult {
    RuleResult {
        table,
        row,
        column,
        rule: rule as u32,
        decision: Decision::Passed,
        worse_by: 0.0,
        worse_share: 0.0,
        allowed: 0.0,
        is_floor: false,
        key: None,
    }
}

/// What to decide of a row that one side lacks.
fn alone(presence: MissingPolicy, rule: &Rule, forbidden: Decision) -> Option<Decision> {
    let told = match forbidden {
        Decision::New => Decision::NewAllowed,
        _ => Decision::MissingAllowed,
    };
    match presence {
        MissingPolicy::Ignore => None,
        MissingPolicy::Fail if !rule.report_only => Some(forbidden),
        MissingPolicy::Fail | MissingPolicy::Warn => Some(told),
    }
}
