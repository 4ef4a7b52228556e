//! The contents of a report: tables, rows, cells, comparisons, notes, warnings.
//!
//! These are the types that every output reads: plain numbers, and texts from the inputs. A number that does not exist
//! is `None`. Must not know how they are computed or printed.

mod analysis;
mod by_p;
mod compared;
mod comparison;
mod comparison_warning;
mod effect;
mod mismatch;
mod note;
mod outcome;
mod report;
mod run_order;
mod sample_issue;
mod warning;

pub use analysis::{Analysis, MachineDifference, Supported};
pub use compared::Compared;
pub use comparison::{
    BothSides, Comparison, Confirmation, Delta, Looks, Matching, Method, PairTest, Sides, State,
    Test, Tested,
};
pub use comparison_warning::{ComparisonWarning, Refusal};
pub use effect::{Effect, Power};
pub use mismatch::{Mismatch, MismatchKey, MismatchRow};
pub use note::{Note, SplitKey};
pub use outcome::{Counts, Outcome};
pub(super) use report::CellDetails;
pub use report::{
    Assumption, Cell, Column, Geomean, MeanChange, Report, Row, Source, Suite, Table,
};
pub use run_order::RunOrder;
pub use sample_issue::SampleIssue;
pub use warning::Warning;
