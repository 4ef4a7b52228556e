//! The results of a gate's rules for the newest point.

use crate::gate::{GateError, GateStatus, RuleText};

/// The results of rules for the newest point.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Judgement {
    /// The answer: the worst of all results.
    pub status: GateStatus,
    /// The rules, in their order.
    pub rules: Vec<RuleText>,
    /// A result for each row that a rule matches, in the order of the history.
    pub results: Vec<Judged>,
    /// The number of rows without a rule.
    pub without_rule: u32,
    /// The errors of the rules.
    pub errors: Vec<GateError>,
}

/// The result of a rule for a row.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Judged {
    /// The index of the table.
    pub table: u32,
    /// The index of the row in it.
    pub row: u32,
    /// The index of the rule.
    pub rule: u32,
    /// The decision.
    pub decision: NewestDecision,
    /// The newest value, if the row has one.
    pub newest: Option<f64>,
    /// The value before the newest one, if it must confirm a failure; it then takes no part in the prediction.
    pub previous: Option<f64>,
    /// The median since the last change.
    pub center: Option<f64>,
    /// The bounds between which the newest value is expected; one of them is infinite (0 for a ratio) if the prediction
    /// is one-sided.
    pub expected: Option<(f64, f64)>,
    /// How much worse the value is than the median, as a fraction of the median; negative if it is better. If the
    /// better direction is unknown, the size of the difference.
    pub worse_fraction: f64,
    /// The p of the newest value; `None` if only the values decide.
    pub p: Option<f64>,
    /// The same p, adjusted.
    pub adjusted_p: Option<f64>,
    /// The p of the value before it, adjusted; `None` without such a value or p.
    pub previous_adjusted_p: Option<f64>,
    /// The number of values since the last change.
    pub n: u32,
}

/// The decision of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum NewestDecision {
    /// Worse than the history predicts, by more than the rule allows.
    Failed,
    /// Worse than the history predicts, but the rule only warns.
    Warned,
    /// Worse than the history predicts, but the point before was not, so the next one decides.
    Unconfirmed,
    /// Too few values since the last change for a prediction.
    TooShort,
    /// The newest point has no value, but requires one.
    Missing,
    /// The newest point has no value.
    MissingAllowed,
    /// Only the newest point has a value, which the gate forbids.
    New,
    /// Only the newest point has a value.
    NewAllowed,
    /// Only the newest point has a value, because the row is in another table than its history.
    Mismatch,
    /// Only the newest point has a value because the row is in another table than its history, which the gate allows.
    MismatchAllowed,
    /// As good as predicted, or not worse by more than the rule allows.
    Passed,
}

impl NewestDecision {
    /// All decisions, the worst first.
    pub const ALL: [NewestDecision; 11] = [
        NewestDecision::Failed,
        NewestDecision::TooShort,
        NewestDecision::Missing,
        NewestDecision::New,
        NewestDecision::Mismatch,
        NewestDecision::Warned,
        NewestDecision::Unconfirmed,
        NewestDecision::MissingAllowed,
        NewestDecision::NewAllowed,
        NewestDecision::MismatchAllowed,
        NewestDecision::Passed,
    ];

    /// Returns the decision in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            NewestDecision::Failed => "failed",
            NewestDecision::Warned => "warned",
            NewestDecision::Unconfirmed => "unconfirmed",
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

    /// Returns whether the newest point was compared with earlier points.
    pub(super) fn is_about_both(self) -> bool {
        matches!(
            self,
            NewestDecision::Failed
                | NewestDecision::Warned
                | NewestDecision::Unconfirmed
                | NewestDecision::TooShort
                | NewestDecision::Passed
        )
    }

    /// Returns the status of a gate with only this result.
    #[must_use]
    pub fn status(self) -> GateStatus {
        match self {
            NewestDecision::Failed => GateStatus::Failed,
            NewestDecision::TooShort
            | NewestDecision::Missing
            | NewestDecision::New
            | NewestDecision::Mismatch => GateStatus::Undecided,
            NewestDecision::Warned
            | NewestDecision::Unconfirmed
            | NewestDecision::MissingAllowed
            | NewestDecision::NewAllowed
            | NewestDecision::MismatchAllowed
            | NewestDecision::Passed => GateStatus::Passed,
        }
    }
}
