//! Tables: results grouped into cells, cells summarised and compared.
//!
//! Takes a store and a compiled query, gives a [`Report`]: plain numbers and texts that every output
//! is made from. Guarantees the same report for any number of threads. Must not know how a number
//! or a table is printed.

mod analysis;
mod apart;
mod assemble;
mod better;
#[cfg(feature = "gate")]
mod calibrate;
mod cells;
mod derive;
mod explain;
mod focus;
#[cfg(feature = "gate")]
mod gated;
mod judge;
mod judgement;
mod machine;
mod note;
mod order;
mod pair;
mod recall;
mod report;
mod samples;
mod summarize;
mod verdict;
mod warning;

pub use crate::stats::Adjustment;
pub use analysis::{
    Analysis, Counts, Judgement, MachineDifference, Outcome, RowAnalysis, TableAnalysis,
};
pub use apart::{Apart, ApartKey, ApartRow};
#[cfg(feature = "gate")]
pub use calibrate::calibrate;
pub use note::{Note, SplitKey};
pub use order::row_order;
pub(crate) use order::worst;
pub use pair::Pair;
pub use recall::Recall;
pub(crate) use recall::recalled;
pub use report::{
    Assumption, Cell, Column, Comparison, Delta, Geomean, Report, Row, Source, Table,
};
pub use samples::TableSamples;
pub use verdict::{Changes, Tally, UnitTally, Verdict};
pub use warning::{Doubt, Warning};

pub(crate) use assemble::{Asked, answer, notes_of};
pub(crate) use better::parse_better;
pub use better::parse_share;
pub(crate) use cells::Cells;
pub(crate) use derive::Derivation;
pub(crate) use judge::AnalysisSettings;
pub(crate) use summarize::Settings;
