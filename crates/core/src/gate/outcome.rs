//! The results of a gate.

use serde::Serialize;

use crate::base::sort::sort_copies;
use crate::base::{Error, Text};

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
    /// The results, in the order of the report: one for each comparison that a rule matches,
    /// and for each row that one side lacks unless the gate ignores those.
    pub results: Vec<RuleResult>,
    /// How many comparisons with both sides no rule matches.
    pub without_rule: u32,
    /// The errors of the gate itself.
    pub errors: Vec<GateError>,
}

/// The answer of a gate. The first that applies, in the order of [`GateStatus::ALL`]; but nothing fails of a
/// recording whose order a gate refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GateStatus {
    /// A rule cannot be held against these results.
    Invalid,
    /// Something got worse than allowed.
    Failed,
    /// Nothing was compared, or something could not be that had to be.
    Undecided,
    /// A proof was demanded and is not there.
    Inconclusive,
    /// None of these.
    Passed,
}

impl GateStatus {
    /// All, the one that outweighs the others first.
    pub const ALL: [GateStatus; 5] = [
        GateStatus::Invalid,
        GateStatus::Failed,
        GateStatus::Undecided,
        GateStatus::Inconclusive,
        GateStatus::Passed,
    ];

    /// The status in one word.
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
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleText {
    /// Its place: `-gate`, or the name of a file and the line.
    pub source: String,
    /// Its text: `sec/op: +5%`.
    pub text: String,
    /// How many comparisons and rows it matches, whether or not a later rule decides them.
    pub matched: u32,
}

/// An accepted regression as its author wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AcceptText {
    /// Its place: the name of a file and the line.
    pub source: String,
    /// What it matches: `.name:Encode .unit:sec/op`.
    pub text: String,
    /// Why it is accepted.
    pub reason: String,
    /// Until when: `2027-03-01`, `+12%`, or `2027-03-01 +12%`.
    pub until: String,
    /// How many comparisons it matches that a rule decides, whether or not they need it.
    pub matched: u32,
    /// How many did not fail only because of it.
    pub accepted: u32,
}

/// The accepted regression that is about a comparison which does not pass without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acceptance {
    /// Its place in [`GateOutcome::accepts`].
    pub accept: u32,
    /// Why it does not help; nothing for [`Decision::Accepted`].
    pub lapse: Option<Lapse>,
}

/// Why a regression is no longer accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Lapse {
    /// Its last day is over.
    Date,
    /// It is worse by more than its per cent.
    Percentage,
}

/// The result of one comparison.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RuleResult {
    /// The place of the table in [`Report::tables`](crate::table::Report::tables).
    pub table: u32,
    /// The place of the row in the table; nothing for the geometric mean of the column.
    pub row: Option<u32>,
    /// The place of the new column in the table.
    pub column: u32,
    /// The place of the rule in [`GateOutcome::rules`].
    pub rule: u32,
    /// The decision.
    pub decision: Decision,
    /// By how much the new side is worse, in the unit; below zero if it is better. Zero where a side
    /// is missing.
    pub worse_by: f64,
    /// Whether that is the estimated change, by which rules with a test go, and not the change of the
    /// centres.
    pub is_effect: bool,
    /// The same as a share of the baseline's centre; infinite if that is zero and the other not.
    pub worse_fraction: f64,
    /// How much worse it might be, in the unit.
    pub allowed: f64,
    /// Whether that is the noise floor of the benchmark, being more than the rule allows.
    pub is_floor: bool,
    /// The exact p that decided, where the report's is an approximation that is too coarse to decide by.
    pub exact_p: Option<f64>,
    /// The p that decided, adjusted for the other comparisons of its family: of the report, or of its
    /// rule. Nothing where nothing was adjusted.
    pub adjusted_p: Option<f64>,
    /// How many runs of each side could be enough, for [`Decision::TooFewRuns`] where that is known.
    pub runs_needed: Option<u32>,
    /// The accepted regression that it is, or was.
    pub acceptance: Option<Acceptance>,
    /// The key in which the sides differ, for [`Decision::Differs`]; the keys that keep them apart, for
    /// [`Decision::Mismatch`].
    pub key: Option<Text>,
}

/// The decision of a rule about a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Decision {
    /// Worse than allowed.
    Failed,
    /// The new side lacks it, which the gate forbids.
    Missing,
    /// The baseline lacks it, which the gate forbids.
    New,
    /// Both sides have it, but the keys of the tables keep them apart.
    Mismatch,
    /// The sides differ in a key in which they must agree.
    Differs,
    /// A side has infinite values, and is not known to be worse than allowed.
    NotFinite,
    /// It has fewer runs than demanded, or is worse than allowed with so few runs that no
    /// difference could be significant.
    TooFewRuns,
    /// Not worse than allowed as far as is known, but the demanded proof of that is not there.
    NotProven,
    /// Worse than allowed, or not proven not to be, which the rule file accepts.
    Accepted,
    /// Worse than allowed, by a rule that only reports.
    Warned,
    /// The new side lacks it; the gate reports it and does not fail.
    MissingAllowed,
    /// The baseline lacks it; the gate reports it and does not fail.
    NewAllowed,
    /// Both sides have it, but the keys of the tables keep them apart, which the gate allows.
    MismatchAllowed,
    /// Not worse than allowed as far as is known; proven not to be where the rule demands that.
    Passed,
}

impl Decision {
    /// All, what weighs most first.
    pub const ALL: [Decision; 14] = [
        Decision::Failed,
        Decision::Missing,
        Decision::New,
        Decision::Mismatch,
        Decision::Differs,
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

    /// The decision in the words that every output uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Decision::Failed => "failed",
            Decision::Missing | Decision::MissingAllowed => "missing",
            Decision::New | Decision::NewAllowed => "new",
            Decision::Mismatch | Decision::MismatchAllowed => "mismatch",
            Decision::Differs => "differs",
            Decision::NotFinite => "not finite",
            Decision::TooFewRuns => "too few runs",
            Decision::NotProven => "not proven",
            Decision::Accepted => "accepted",
            Decision::Warned => "warned",
            Decision::Passed => "passed",
        }
    }

    /// The status that the gate has if this is its worst result.
    #[must_use]
    pub fn status(self) -> GateStatus {
        match self {
            Decision::Failed => GateStatus::Failed,
            Decision::Missing
            | Decision::New
            | Decision::Mismatch
            | Decision::Differs
            | Decision::NotFinite
            | Decision::TooFewRuns => GateStatus::Undecided,
            Decision::NotProven => GateStatus::Inconclusive,
            _ => GateStatus::Passed,
        }
    }
}

/// Something wrong with a gate itself.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GateError {
    /// The status that the gate has because of it; passed if it is only a note.
    pub status: GateStatus,
    /// The message, with the place.
    pub error: Error,
}

impl GateOutcome {
    /// How many comparisons got a decision.
    #[must_use]
    pub fn count(&self, decision: Decision) -> usize {
        self.results.iter().filter(|result| result.decision == decision).count()
    }

    /// All results that a reader should see: by decision, the gravest first, then the worst first.
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
