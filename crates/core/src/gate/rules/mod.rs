//! The rules of gates.
//!
//! Takes the text of rules, from a flag or from a file; gives rules that have been checked. Guarantees that every text
//! is either understood in full or refused with its position. Must not know tables.

mod accept;
mod date;
mod file;
mod floors;
mod head;
mod inline;
mod limit;
mod noise;
mod order;
mod rule;
mod source;
mod toml;
mod words;

use crate::base::Error;
pub use date::Date;
pub use noise::{Calibration, Floor, FloorSize};
pub use rule::Gate;
pub use words::{Word, clause_words, term_words};
pub(crate) use {
    limit::{Limit, Quantity},
    order::OrderDemand,
    rule::{MissingPolicy, Rule},
    source::Place,
    words::Term,
};

impl Gate {
    /// Reads rules in the syntax of `-gate`: `sec/op: +5%; allocs/op: any`.
    ///
    /// # Errors
    ///
    /// The first error, with its place.
    pub fn parse(text: &str) -> Result<Gate, Error> {
        inline::read(text)
    }

    /// Reads a rule file; `name` appears in messages.
    ///
    /// # Errors
    ///
    /// The first error, with its line.
    pub fn read_file(name: &str, text: &str) -> Result<Gate, Error> {
        file::read(name, text)
    }
}
