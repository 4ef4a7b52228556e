//! Gates: rules that say which changes may pass.
//!
//! Takes the text of rules, from a flag or from a file; gives rules that have been checked, and the
//! types of their results. Guarantees that every text is either understood in full or refused
//! with its place. Must not know tables or how anything is printed: `enforce` applies the rules to
//! comparisons.

mod accept;
mod audit;
mod date;
mod design;
mod file;
mod floors;
mod head;
mod inline;
mod limit;
mod noise;
mod outcome;
mod rule;
mod source;
mod toml;

use crate::base::Error;
pub use outcome::{
    AcceptText, Acceptance, Decision, GateError, GateOutcome, GateStatus, Lapse, RuleResult,
    RuleText,
};
pub(crate) use {
    audit::Audit,
    design::DesignDemand,
    limit::{Limit, Quantity},
    rule::{MissingPolicy, Rule},
    source::Place,
};
pub use {
    date::Date,
    noise::{Calibration, Floor, FloorSize},
    rule::Gate,
};

impl Gate {
    /// Reads rules as `-gate` takes them: `sec/op: +5%; allocs/op: any`.
    ///
    /// # Errors
    ///
    /// The first error, with its place.
    pub fn parse(text: &str) -> Result<Gate, Error> {
        inline::read(text)
    }

    /// Reads a rule file; `name` is for messages.
    ///
    /// # Errors
    ///
    /// The first error, with its line.
    pub fn read_file(name: &str, text: &str) -> Result<Gate, Error> {
        file::read(name, text)
    }
}
