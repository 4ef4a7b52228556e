//! Gates: rules that say which changes may pass.
//!
//! Takes the text of rules, from a flag or from a file; gives rules that have been checked, and the
//! types of their results. Guarantees that every text is either understood in full or refused
//! with its place. Must not know tables or how anything is printed: `enforce` applies the rules to
//! comparisons.
//!
//! The rules are there with the feature `gate`, and their files, which need a TOML reader, with `gate-files`;
//! the types of their results are always there, so that every output can show them.

#[cfg(feature = "gate")]
#[cfg_attr(not(feature = "gate-files"), allow(dead_code, reason = "files say more than flags"))]
mod accept;
#[cfg(feature = "gate")]
#[cfg_attr(not(feature = "gate-files"), allow(dead_code, reason = "files say more than flags"))]
mod date;
#[cfg(feature = "gate")]
mod design;
#[cfg(feature = "gate-files")]
mod file;
#[cfg(feature = "gate")]
#[cfg_attr(not(feature = "gate-files"), allow(dead_code, reason = "files say more than flags"))]
mod floors;
#[cfg(feature = "gate")]
#[cfg_attr(not(feature = "gate-files"), allow(dead_code, reason = "files say more than flags"))]
mod head;
#[cfg(feature = "gate")]
mod inline;
#[cfg(feature = "gate")]
#[cfg_attr(not(feature = "gate-files"), allow(dead_code, reason = "files say more than flags"))]
mod limit;
#[cfg(feature = "gate")]
mod noise;
mod outcome;
#[cfg(feature = "gate")]
#[cfg_attr(not(feature = "gate-files"), allow(dead_code, reason = "files say more than flags"))]
mod rule;
#[cfg(feature = "gate")]
#[cfg_attr(not(feature = "gate-files"), allow(dead_code, reason = "files say more than flags"))]
mod source;
#[cfg(feature = "gate-files")]
mod toml;

#[cfg(feature = "gate")]
use crate::base::Error;
pub use outcome::{
    AcceptText, Acceptance, Decision, GateError, GateOutcome, GateStatus, Lapse, RuleResult,
    RuleText,
};
#[cfg(feature = "gate")]
pub use {
    date::Date,
    noise::{Calibration, Floor, FloorSize},
    rule::Gate,
};
#[cfg(feature = "gate")]
pub(crate) use {
    design::DesignDemand,
    limit::{Limit, Quantity},
    rule::{MissingPolicy, Rule},
    source::Place,
};

#[cfg(feature = "gate")]
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
    #[cfg(feature = "gate-files")]
    pub fn read_file(name: &str, text: &str) -> Result<Gate, Error> {
        file::read(name, text)
    }
}
