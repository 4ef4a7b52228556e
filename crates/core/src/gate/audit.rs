//! Checks whether a gate has judged everything that it must, for comparisons and histories alike.
//!
//! Collects which rules and which inputs were judged, and the errors of a gate. Guarantees that a gate does not pass if a rule
//! or an input was not judged, or if an input is incomplete or reports a failure. Must not know tables or how anything is
//! printed.

use std::collections::BTreeSet;

use super::lost::lost;
use super::outcome::{GateError, GateStatus};
use super::rules::{Gate, Rule, Term};
use crate::base::Error;
use crate::project::{Filter, unknown_unit};
use crate::store::{Diagnostic, InputInfo, Store};
use crate::table::{Cells, Note};

/// The rules, inputs and rows that a gate has judged so far, and its errors.
pub(crate) struct Audit<'a> {
    gate: &'a Gate,
    store: &'a Store,
    cells: &'a Cells,
    errors: Vec<GateError>,
    /// How many rows each rule has judged, including those that a later rule decided.
    judged: Vec<u32>,
    /// The labels of the inputs that have a value in a judged row.
    labels: BTreeSet<u32>,
}

/// A gate keeps this many errors, because a rule may be wrong for each of many thousand rows.
const ERRORS: usize = 10;

impl<'a> Audit<'a> {
    pub(crate) fn new(gate: &'a Gate, store: &'a Store, cells: &'a Cells) -> Audit<'a> {
        let judged = vec![0; gate.rules.len()];
        Audit { gate, store, cells, errors: Vec::new(), judged, labels: BTreeSet::new() }
    }

    /// Reports an error once.
    pub(crate) fn report(&mut self, status: GateStatus, error: Error) {
        // The error that outweighs all others is always kept, because the answer depends on it.
        let weight = |status| GateStatus::ALL.iter().position(|&other| other == status);
        let outweighs = self.errors.iter().all(|known| weight(status) < weight(known.status));
        let is_known = self.errors.iter().any(|known| known.error == error);
        if (self.errors.len() < ERRORS || outweighs) && !is_known {
            self.errors.push(GateError { status, error });
        }
    }

    /// Returns whether logs of failed runs may pass.
    pub(crate) fn allows_failed(&self) -> bool {
        self.gate.allows_failed == Some(true)
    }

    /// Returns whether the rules apply to these results.
    pub(crate) fn is_usable(&self) -> bool {
        self.errors.iter().all(|error| error.status != GateStatus::Invalid)
    }

    /// Returns whether only notes were reported.
    pub(crate) fn is_fine(&self) -> bool {
        self.errors.iter().all(|error| error.status == GateStatus::Passed)
    }

    /// Records that a rule has judged a row, even if a later rule decided it.
    pub(crate) fn judge(&mut self, rule: usize) {
        self.judged[rule] += 1;
    }

    /// Records that values of these series are in a judged row.
    pub(crate) fn judge_series(&mut self, series: impl Iterator<Item = u32>) {
        for series in series {
            let (identity, _) = self.store.series.get(series);
            let (_, config) = self.store.identities.get(identity);
            self.labels.insert(self.store.configs.label(config));
        }
    }

    /// Returns whether the values of an input are in a judged row.
    fn has_judged(&self, input: &InputInfo) -> bool {
        let label = self.store.values.find(&input.label);
        label.is_some_and(|label| self.labels.contains(&label))
    }

    /// Reports units that no result has, and a gate without rules.
    pub(crate) fn check_rules(&mut self, example: &str) {
        let gate = self.gate;
        for rule in gate.rules.iter().filter(|rule| !rule.has(Term::Optional)) {
            if let Some(message) = self.unknown_unit(&rule.filter, rule.is_of_clocks) {
                self.report(GateStatus::Invalid, rule.place.error(message));
            }
        }
        if gate.rules.is_empty() {
            let message = format!("no rule: a gate needs one such as {example}");
            self.report(GateStatus::Invalid, Error::of_setting("gate", message));
        }
    }

    /// Returns a message about the first unit of a filter that no result has. Results need only one of the clocks.
    pub(crate) fn unknown_unit(&self, filter: &Filter, is_of_clocks: bool) -> Option<String> {
        let (units, derived) = (&self.store.units, self.cells.derived.units());
        let tidied = (0..units.tidied_len()).map(|unit| units.tidied(unit));
        let known = || tidied.clone().chain(derived.clone()).chain(units.all_written());
        let named = filter.named_units();
        let is_unknown = |unit: &&&[u8]| known().all(|known| known != **unit);
        let unit = named.iter().find(is_unknown)?;
        if is_of_clocks && !named.iter().all(|unit| is_unknown(&unit)) {
            return None;
        }
        Some(unknown_unit(self.store, derived.clone(), unit))
    }

    /// Reports why inputs for which `is_judged` are incomplete, and reports every damaged input.
    pub(crate) fn check_inputs(&mut self, is_judged: impl Fn(usize) -> bool) {
        let (store, gate) = (self.store, self.gate);
        // By default, every invalid line counts.
        let allows_malformed = gate.allows_malformed == Some(true);
        // A benchmark that fails also damages its own line.
        let is_of_failure = |input: usize, line: &Diagnostic| {
            let mut same = store.diagnostics_of(input).iter();
            same.any(|other| other.location == line.location && other.problem.is_failure())
        };
        for input in 0..store.inputs().len() {
            for diagnostic in store.diagnostics_of(input) {
                let Diagnostic { problem, .. } = diagnostic;
                let advice = match problem {
                    problem if problem.is_unreadable() => "a gate needs all of its inputs",
                    problem if problem.is_failure() && !self.allows_failed() => {
                        "add failed: allow to let the gate pass anyway"
                    }
                    problem
                        if problem.is_loss()
                            && !allows_malformed
                            && !is_of_failure(input, diagnostic) =>
                    {
                        "add malformed: allow to let the gate pass anyway"
                    }
                    _ => continue,
                };
                if problem.is_about_files() || is_judged(input) {
                    let error = Error::range("gate", format!("{diagnostic}; {advice}"));
                    self.report(GateStatus::Undecided, error);
                }
            }
        }
        let separates = |key: &[u8]| self.cells.separates(key);
        let lost =
            if allows_malformed { lost(store, is_of_failure, separates) } else { Vec::new() };
        for row in lost.iter().filter(|row| row.inputs().any(&is_judged)) {
            let message = format!("{row}, so malformed: allow does not apply");
            self.report(GateStatus::Undecided, Error::range("gate", message));
        }
    }

    /// Reports results in which a change can hide.
    pub(crate) fn check_notes<'n>(&mut self, notes: impl Iterator<Item = &'n Note>) {
        for note in notes.filter(|note| note.can_hide_changes()) {
            self.report(GateStatus::Undecided, Error::range("gate", note.sentence()));
        }
    }

    /// Reports rules that judged nothing. `matched` contains the number of rows that each rule matches, judged or not;
    /// `why` explains why a rule matches no row.
    pub(crate) fn check_judged(&mut self, matched: &[u32], why: impl Fn(usize, &Rule) -> String) {
        let gate = self.gate;
        let is_any = self.judged.iter().any(|&rows| rows != 0);
        for (number, rule) in
            gate.rules.iter().enumerate().filter(|(_, rule)| !rule.has(Term::Optional))
        {
            let message = match (matched[number], self.judged[number]) {
                (0, _) => why(number, rule),
                (1, 0) if is_any => {
                    "this rule checked nothing, because only one side has the row that it matches; add optional if the rule may match nothing"
                        .into()
                }
                (rows, 0) if is_any => format!(
                    "this rule checked nothing, because only one side has each of the {rows} rows that it matches; add optional if the rule may match nothing"
                ),
                _ => continue,
            };
            self.report(GateStatus::Undecided, rule.place.error(message));
        }
    }

    /// Reports the inputs for which `must` is true that have no value in a judged row.
    pub(crate) fn check_labels(&mut self, must: impl Fn(usize) -> bool) {
        let store = self.store;
        let is_any = !self.labels.is_empty();
        for (index, input) in store.inputs().iter().enumerate() {
            let all = store.diagnostics_of(index);
            let is_said = || all.iter().any(|found| found.problem.is_about_files());
            // The label of an input without results may be the label of others.
            let is_judged = if input.results == 0 { is_said() } else { self.has_judged(input) };
            if !must(index) || is_judged {
                continue;
            }
            let name = String::from_utf8_lossy(&input.name);
            let message = match input.results {
                0 => format!("{name} has no results, so the gate cannot check it"),
                _ if is_any => format!("no rule checked a result of {name}"),
                _ => continue,
            };
            self.report(GateStatus::Undecided, Error::of_setting("gate", message));
        }
    }

    /// Returns the errors, and the status that follows from them and from the results.
    pub(crate) fn finish(
        self,
        results: impl Iterator<Item = GateStatus>,
    ) -> (Vec<GateError>, Option<GateStatus>) {
        let all: Vec<GateStatus> =
            results.chain(self.errors.iter().map(|error| error.status)).collect();
        let first = GateStatus::ALL.into_iter().find(|status| all.contains(status));
        (self.errors, first)
    }
}
