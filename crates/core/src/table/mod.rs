//! Tables: results grouped into cells, cells summarised and compared.
//!
//! Takes a store and a compiled query, gives a [`Report`]: plain numbers and texts that every output
//! is made from. Guarantees the same report for any number of threads. Must not know how a number
//! or a table is printed.

mod alone;
mod analysis;
mod apart;
mod assemble;
mod baseline;
mod better;
mod cache;
mod calibrate;
mod cells;
mod classify;
mod common;
mod compare;
mod compared;
mod comparison;
mod control;
mod derive;
mod design;
mod exits;
mod explain;
mod first;
mod focus;
mod geomean;
mod known;
mod looks;
mod machine;
mod note;
mod order;
mod paired;
mod pairing;
mod report;
mod same;
mod samples;
mod settings;
mod shards;
mod varying;
mod warning;

pub use crate::stats::Adjustment;
pub use analysis::{Analysis, MachineDifference};
pub use apart::{Apart, ApartKey, ApartRow};
pub use cache::AnswerCache;
pub use calibrate::calibrate;
pub use compared::Compared;
pub use comparison::{
    Comparison, Counts, Delta, Effect, Looks, Matching, Outcome, PairTest, Power, Sides, Test,
};
pub use design::Design;
pub use note::{Note, SplitKey};
pub use order::row_order;
#[doc(hidden)]
pub use order::{is_told, is_worse};
pub use pairing::pair_text;
pub use report::{Assumption, Cell, Column, Geomean, MeanChange, Report, Row, Source, Table};
pub use warning::Warning;

pub use crate::base::{parse_share, write_share};
pub(crate) use alone::uncompared;
pub(crate) use assemble::{CompiledQuery, answer, notes_of, query_notes, sources};
pub use baseline::BaseChoice;
pub(crate) use baseline::Baseline;
pub(crate) use better::parse_better;
pub(crate) use cache::answer_cached;
pub(crate) use cells::Cells;
pub(crate) use cells::{CellPlace, Coverage, TableCells};
pub(crate) use derive::Derivation;
pub(crate) use exits::NonZeroExits;
pub(crate) use first::first_rows;
pub(crate) use order::{Outcomes, row_order_by, worst};
pub(crate) use pairing::Pairing;
pub(crate) use settings::{AnalysisSettings, Settings};
pub use shards::{Frame, Shard, ShardError};

/// The phases of an answer: results are sorted into cells,
pub(crate) const GROUPING: u64 = 1;
/// then the values of cells are compared.
const COMPARING: u64 = 2;
