//! What a report contains: tables, rows, cells, comparisons, notes, warnings.
//!
//! These are the types that every output reads: plain numbers, and texts that were read. A number that does not exist is
//! `None`. Must not know how they are computed or printed.

mod analysis;
mod apart;
mod compared;
mod comparison;
mod design;
mod effect;
mod note;
mod outcome;
mod report;
mod warning;

pub use analysis::{Analysis, MachineDifference};
pub use apart::{Apart, ApartKey, ApartRow};
pub use compared::Compared;
pub use comparison::{
    BothSides, Comparison, ComparisonWarning, Delta, Looks, Matching, Method, PairTest, Refusal,
    Sides, State, Test, Tested,
};
pub use design::Design;
pub use effect::{Effect, Power};
pub use note::{Note, SplitKey};
pub use outcome::{Counts, Outcome};
pub(super) use report::CellDetails;
pub use report::{Assumption, Cell, Column, Geomean, MeanChange, Report, Row, Source, Table};
pub use warning::Warning;
