//! Gates: rules that say which changes may pass.
//!
//! Takes the text of rules, from a flag or from a file; gives rules that have been checked, and the
//! form of what they come to. Guarantees that every text is either understood in full or refused
//! with its place. Must not know tables or how anything is printed: `table` holds the rules against
//! its comparisons.
//!
//! The rules need a TOML reader and are there with the feature `gate`; what they come to is always
//! there, so that every output can show it.

#[cfg(feature = "gate")]
mod file;
#[cfg(feature = "gate")]
mod floors;
#[cfg(feature = "gate")]
mod inline;
#[cfg(feature = "gate")]
mod limit;
#[cfg(feature = "gate")]
mod noise;
mod outcome;
#[cfg(feature = "gate")]
mod rule;
#[cfg(feature = "gate")]
mod source;
#[cfg(feature = "gate")]
mod toml;

pub use outcome::{Complaint, Decision, GateOutcome, GateStatus, RuleText, Ruling};
#[cfg(feature = "gate")]
pub(crate) use {
    limit::{Limit, Quantity},
    rule::{Presence, Rule},
    source::Place,
};
#[cfg(feature = "gate")]
pub use {
    noise::{Calibration, Floor, FloorSize},
    rule::Gate,
};
