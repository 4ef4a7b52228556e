//! Gates: rules that say which changes may pass.
//!
//! Takes a gate, a report and the report's cells; gives a result for each comparison that a rule matches, and one
//! status. A comparison that cannot be judged never passes: `audit` finds it for comparisons and histories. Must not
//! know how anything is printed.

mod absent;
mod audit;
mod calibrate;
mod enforce;
mod lost;
mod measure_again;
mod outcome;
mod rules;

pub(crate) use absent::Absent;
pub(crate) use audit::Audit;
pub use calibrate::calibrate;
pub(crate) use enforce::{enforce, failures_problem, most_fail};
pub(crate) use measure_again::{gate_flags, run_command};
pub use outcome::{
    AcceptText, Acceptance, Chance, Decision, GateError, GateOutcome, GateStatus, Lapse,
    RuleResult, RuleText,
};
pub use rules::{Calibration, Date, Floor, FloorSize, Gate, Word, clause_words, term_words};
pub(crate) use rules::{Limit, MissingPolicy, OrderDemand, Place, Quantity, Rule, Term};
