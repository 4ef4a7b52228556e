//! The results of a gate.

use serde::Serialize;

use crate::base::sort::sort_copies;
use crate::base::{Error, Sentence, Text};

/// The results of a gate's rules for a report.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GateOutcome {
    /// The answer.
    pub status: GateStatus,
    /// The rules, in their order.
    pub rules: Vec<RuleText>,
    /// The accepted regressions, in their order.
    pub accepts: Vec<AcceptText>,
    /// The results, in the order of the report: one for each comparison that a rule matches, and for each row that one
    /// side lacks unless the gate ignores those rows.
    pub results: Vec<RuleResult>,
    /// The number of two-sided comparisons that no rule matches.
    pub without_rule: u32,
    /// The errors of the gate itself.
    pub errors: Vec<GateError>,
    /// How often the gate fails by chance. Only for a gate that fails in a row that was not measured again, and only if
    /// that is not rare.
    pub chance: Option<Chance>,
}

/// How often a gate fails although nothing changed, because some of many rows seem to be worse.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Chance {
    /// The number of rows that rules with a limit and a test judge.
    pub rows: u32,
    /// The largest fraction of unchanged suites with this many rows and this spread that fail, if estimates are normal.
    pub fraction: f64,
}

/// The answer of a gate: the first status that applies, in the order of [`GateStatus::ALL`]. But if a gate refuses the
/// run order of a recording, its results cannot fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GateStatus {
    /// A rule does not apply to these results.
    Invalid,
    /// A benchmark got worse than allowed.
    Failed,
    /// Nothing was compared, or a required comparison was impossible.
    Undecided,
    /// A required proof is missing.
    Inconclusive,
    /// None of the above.
    Passed,
}

impl GateStatus {
    /// All statuses; each outweighs the ones after it.
    pub const ALL: [GateStatus; 5] = [
        GateStatus::Invalid,
        GateStatus::Failed,
        GateStatus::Undecided,
        GateStatus::Inconclusive,
        GateStatus::Passed,
    ];

    /// Returns the status in one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            GateStatus::Invalid => "invalid",
            GateStatus::Failed => "failed",
            GateStatus::Undecided => "undecided",
            GateStatus::Inconclusive => "inconclusive",
            GateStatus::Passed => "passed",
        }
    }
}

/// A rule as its author wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RuleText {
    /// Its location: the setting `gate`, or the name of a file and the line.
    pub source: Sentence,
    /// Its text: `sec/op: +5%`.
    pub text: String,
    /// The number of comparisons and rows that it matches, even if a later rule decides them.
    pub matched: u32,
}

/// An accepted regression as its author wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AcceptText {
    /// Its location: the name of a file and the line.
    pub source: String,
    /// Its filter: `.name:Encode .unit:sec/op`.
    pub text: String,
    /// The reason why it is accepted.
    pub reason: String,
    /// The limit of the acceptance: `2027-03-01`, `+12%`, or `2027-03-01 +12%`.
    pub until: String,
    /// The number of comparisons that it matches and a rule decides, even if they do not need it.
    pub matched: u32,
    /// The number of comparisons that it kept from failing.
    pub accepted: u32,
}

/// The accepted regression for a comparison that does not pass without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acceptance {
    /// Its index in [`GateOutcome::accepts`].
    pub accept: u32,
    /// The reason why it does not help; `None` for [`Decision::Accepted`].
    pub lapse: Option<Lapse>,
}

/// The reason why a regression is no longer accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Lapse {
    /// Its last day has passed.
    Date,
    /// The change is worse than its percentage.
    Percentage,
}

/// The result of one comparison.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RuleResult {
    /// The index of the table in [`Report::tables`](crate::table::Report::tables).
    pub table: u32,
    /// The index of the row in the table; `None` for the geometric mean of the column.
    pub row: Option<u32>,
    /// The index of the new column in the table.
    pub column: u32,
    /// The index of the rule in [`GateOutcome::rules`].
    pub rule: u32,
    /// The decision.
    pub decision: Decision,
    /// How much worse the new side is, in the unit; negative if it is better. Zero if a side is missing.
    pub worse_by: f64,
    /// Whether `worse_by` is the estimated change, which rules with a test use, rather than the change of the centers.
    pub is_effect: bool,
    /// The same as a fraction of the baseline's center; infinite if only the baseline's center is zero.
    pub worse_fraction: f64,
    /// How much worse it might be, in the unit.
    pub allowed: f64,
    /// Whether `allowed` is the noise floor of the benchmark, because it is more than the rule allows.
    pub is_floor: bool,
    /// The p that decided, adjusted for the other comparisons of its family: of the report, or of its rule. `None`
    /// without an adjustment.
    pub adjusted_p: Option<f64>,
    /// How many runs on each side would decide it, or its rule requires, for [`Decision::TooFewRuns`] if that is known.
    pub runs_needed: Option<u32>,
    /// The accepted regression that matches it, even if it has lapsed.
    pub acceptance: Option<Acceptance>,
    /// The key in which the sides differ, for [`Decision::Differs`]; the keys that separate them, for
    /// [`Decision::Mismatch`].
    pub key: Option<Text>,
}

impl RuleResult {
    /// Returns whether a row exceeds the limit of its rule, significantly or not, and its rule could fail it. If it is
    /// measured again, these new runs decide.
    #[must_use]
    pub fn exceeds_limit(&self) -> bool {
        let is_worse = self.is_effect && 0.0 < self.allowed && self.allowed < self.worse_by;
        match self.decision {
            Decision::Failed | Decision::ClocksDisagree => self.row.is_some(),
            Decision::Passed => self.row.is_some() && is_worse,
            Decision::Missing
            | Decision::New
            | Decision::Mismatch
            | Decision::Differs
            | Decision::Sequential
            | Decision::NotFinite
            | Decision::TooFewRuns
            | Decision::NotProven
            | Decision::Accepted
            | Decision::Warned
            | Decision::MissingAllowed
            | Decision::NewAllowed
            | Decision::MismatchAllowed => false,
        }
    }
}

/// The decision of a rule about a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Decision {
    /// Worse than allowed.
    Failed,
    /// The new side lacks the row, which the gate forbids.
    Missing,
    /// The baseline lacks the row, which the gate forbids.
    New,
    /// Both sides have the row, but the table keys separate them.
    Mismatch,
    /// The sides differ in a key in which they must agree.
    Differs,
    /// Its runs are not interleaved, and it differs, or is worse than allowed: the machine can be the reason.
    Sequential,
    /// The clock that judges the benchmark passes it, but by another clock it is worse than allowed.
    ClocksDisagree,
    /// A side has infinite values, and is not known to be worse than allowed.
    NotFinite,
    /// It has fewer runs than required, or is worse than allowed with too few runs for any significant difference.
    TooFewRuns,
    /// Not known to be worse than allowed, but the required proof is missing, or one of both values of blocks became
    /// worse than allowed.
    NotProven,
    /// Worse than allowed, or not proven otherwise, but the rule file accepts it.
    Accepted,
    /// Worse than allowed, by a rule that only warns.
    Warned,
    /// The new side lacks the row; the gate reports it and does not fail.
    MissingAllowed,
    /// The baseline lacks the row; the gate reports it and does not fail.
    NewAllowed,
    /// Both sides have the row, but the table keys separate them, which the gate allows.
    MismatchAllowed,
    /// Not known to be worse than allowed, and proven so if the rule requires a proof.
    Passed,
}

impl Decision {
    /// All decisions, the most important first.
    pub const ALL: [Decision; 16] = [
        Decision::Failed,
        Decision::Missing,
        Decision::New,
        Decision::Mismatch,
        Decision::Differs,
        Decision::Sequential,
        Decision::ClocksDisagree,
        Decision::NotFinite,
        Decision::TooFewRuns,
        Decision::NotProven,
        Decision::Accepted,
        Decision::Warned,
        Decision::MissingAllowed,
        Decision::NewAllowed,
        Decision::MismatchAllowed,
        Decision::Passed,
    ];

    /// Returns the decision in the words that every output uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Decision::Failed => "failed",
            Decision::Missing | Decision::MissingAllowed => "missing",
            Decision::New | Decision::NewAllowed => "new",
            Decision::Mismatch | Decision::MismatchAllowed => "mismatch",
            Decision::Differs => "differs",
            Decision::Sequential => "sequential",
            Decision::ClocksDisagree => "clocks disagree",
            Decision::NotFinite => "not finite",
            Decision::TooFewRuns => "too few runs",
            Decision::NotProven => "not proven",
            Decision::Accepted => "accepted",
            Decision::Warned => "warned",
            Decision::Passed => "passed",
        }
    }

    /// Returns the status of a gate for which this is the worst result.
    #[must_use]
    pub fn status(self) -> GateStatus {
        match self {
            Decision::Failed => GateStatus::Failed,
            Decision::Missing
            | Decision::New
            | Decision::Mismatch
            | Decision::Differs
            | Decision::Sequential
            | Decision::ClocksDisagree
            | Decision::NotFinite
            | Decision::TooFewRuns => GateStatus::Undecided,
            Decision::NotProven => GateStatus::Inconclusive,
            Decision::Accepted
            | Decision::Warned
            | Decision::MissingAllowed
            | Decision::NewAllowed
            | Decision::MismatchAllowed
            | Decision::Passed => GateStatus::Passed,
        }
    }
}

/// An error of a gate.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GateError {
    /// The status that follows for the gate; passed if this is only a note.
    pub status: GateStatus,
    /// The message, with its location.
    pub error: Error,
}

impl GateOutcome {
    /// Returns the number of comparisons with a decision.
    #[must_use]
    pub fn count(&self, decision: Decision) -> usize {
        self.results.iter().filter(|result| result.decision == decision).count()
    }

    /// Returns all results that a reader should see: by decision, the gravest first, then the worst first.
    #[must_use]
    pub fn noteworthy(&self) -> Vec<&RuleResult> {
        let mut results: Vec<&RuleResult> =
            self.results.iter().filter(|result| result.decision != Decision::Passed).collect();
        let weight = |r: &RuleResult| Decision::ALL.iter().position(|&d| d == r.decision);
        sort_copies(&mut results, &mut |a, b| {
            weight(a).cmp(&weight(b)).then(b.worse_fraction.total_cmp(&a.worse_fraction))
        });
        results
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only estimated changes of rows beyond a limit are measured again.
    #[test]
    fn rows_beyond_their_limit() {
        let passed = RuleResult {
            table: 0,
            row: Some(0),
            column: 1,
            rule: 0,
            decision: Decision::Passed,
            worse_by: 2.0,
            is_effect: true,
            worse_fraction: 0.2,
            allowed: 1.0,
            is_floor: false,
            adjusted_p: None,
            runs_needed: None,
            acceptance: None,
            key: None,
        };
        assert!(passed.exceeds_limit());
        let other = [
            RuleResult { row: None, ..passed.clone() },
            RuleResult { is_effect: false, ..passed.clone() },
            RuleResult { allowed: 0.0, ..passed.clone() },
            RuleResult { worse_by: 1.0, ..passed.clone() },
            RuleResult { decision: Decision::TooFewRuns, ..passed.clone() },
        ];
        assert!(!other.iter().any(RuleResult::exceeds_limit));
        let failed = RuleResult { decision: Decision::Failed, is_effect: false, ..passed };
        assert!(failed.exceeds_limit());
    }
}
