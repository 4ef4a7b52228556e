//! What the rules of a gate say of the newest point.

use crate::gate::{GateError, GateStatus, RuleText};

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
    /// The median since the last change.
    pub center: Option<f64>,
    /// Between which bounds the newest value is expected; of a one-sided prediction one is infinite (0 for a ratio).
    pub expected: Option<(f64, f64)>,
    /// By how much it is worse than the median, as a share of that; less than 0 if it is better. Where no way
    /// is known to be better, by how much it differs.
    pub worse_fraction: f64,
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
    Warned,
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
    /// Only the newest point has a value, because the row is in another table than its history.
    Mismatch,
    /// The same, which the gate allows.
    MismatchAllowed,
    /// As good as predicted, or not worse by more than is allowed.
    Passed,
}

impl NewestDecision {
    /// All, the worst first.
    pub const ALL: [NewestDecision; 10] = [
        NewestDecision::Failed,
        NewestDecision::TooShort,
        NewestDecision::Missing,
        NewestDecision::New,
        NewestDecision::Mismatch,
        NewestDecision::Warned,
        NewestDecision::MissingAllowed,
        NewestDecision::NewAllowed,
        NewestDecision::MismatchAllowed,
        NewestDecision::Passed,
    ];

    /// The decision in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            NewestDecision::Failed => "failed",
            NewestDecision::Warned => "warned",
            NewestDecision::TooShort => "too short a history",
            NewestDecision::Missing => "missing",
            NewestDecision::MissingAllowed => "missing (allowed)",
            NewestDecision::New => "new",
            NewestDecision::NewAllowed => "new (allowed)",
            NewestDecision::Mismatch => "mismatch with its history",
            NewestDecision::MismatchAllowed => "mismatch with its history (allowed)",
            NewestDecision::Passed => "passed",
        }
    }

    /// Whether the newest point was judged by earlier points.
    pub(super) fn is_about_both(self) -> bool {
        matches!(
            self,
            NewestDecision::Failed
                | NewestDecision::Warned
                | NewestDecision::TooShort
                | NewestDecision::Passed
        )
    }

    /// The status of a gate with this result alone.
    #[must_use]
    pub fn status(self) -> GateStatus {
        match self {
            NewestDecision::Failed => GateStatus::Failed,
            NewestDecision::TooShort
            | NewestDecision::Missing
            | NewestDecision::New
            | NewestDecision::Mismatch => GateStatus::Undecided,
            _ => GateStatus::Passed,
        }
    }
}
