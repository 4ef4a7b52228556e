//! Tables: results grouped into cells, cells summarised and compared.
//!
//! Takes a store and a compiled query, gives a [`Report`]: plain numbers and texts that every output
//! is made from. Guarantees the same report for any number of threads. Must not know how a number
//! or a table is printed.

mod alone;
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
mod model;
mod order;
mod paired;
mod pairing;
mod same;
mod samples;
mod settings;
mod shards;
mod varying;

pub use crate::stats::Adjustment;
pub use cache::AnswerCache;
pub use calibrate::calibrate;
pub use model::{
    Analysis, Apart, ApartKey, ApartRow, Assumption, BothSides, Cell, Column, Compared, Comparison,
    ComparisonWarning, Counts, Delta, Design, Effect, Geomean, Looks, MachineDifference, Matching,
    MeanChange, Method, Note, Outcome, PairTest, Power, Refusal, Report, Row, Sides, Source,
    SplitKey, State, Table, Test, Tested, Warning,
};
pub use order::row_order;
#[doc(hidden)]
pub use order::{is_told, is_worse};
pub use pairing::pair_text;

pub(crate) use alone::uncompared;
pub(crate) use assemble::{CompiledQuery, answer, notes_of, query_notes, sources};
pub use baseline::BaseChoice;
pub(crate) use baseline::Baseline;
pub(crate) use better::parse_better;
pub use better::{parse_share, write_share};
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
