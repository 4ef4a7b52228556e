//! Tables: results grouped into cells, cells summarized and compared.
//!
//! Takes a store and a compiled query; gives a [`Report`]: plain numbers and texts from which every output is made.
//! Guarantees the same report for any number of threads. Must not know how a number or a table is printed.

mod answer;
mod compare;
mod group;
mod model;
mod notes;
mod view;

pub use crate::base::{parse_share, write_share};
pub use crate::stats::Adjustment;
pub use answer::remembered::AnswerCache;
pub use answer::shards::{Frame, Shard, ShardError};
pub use compare::pairing::pair_text;
pub use group::baseline::BaseChoice;
pub use model::{
    Analysis, Assumption, BothSides, Cell, Column, Compared, Comparison, ComparisonWarning,
    Confirmation, Counts, Delta, Effect, Geomean, Looks, MachineDifference, Matching, MeanChange,
    Method, Mismatch, MismatchKey, MismatchRow, Note, Outcome, PairTest, Power, Refusal, Report,
    Row, RunOrder, SampleIssue, Sides, Source, SplitKey, State, Suite, Supported, Table, Test,
    Tested, Warning,
};
#[doc(hidden)]
pub use notes::clocks::is_decided;
pub use view::order::row_order;
#[doc(hidden)]
pub use view::order::{is_reported, is_worse};

pub(crate) use answer::first_rows::first_rows;
pub(crate) use answer::question::CompiledQuery;
pub(crate) use answer::remembered::answer_cached;
pub(crate) use answer::report::{answer, notes_of, sources};
pub(crate) use answer::uncompared::uncompared;
pub(crate) use compare::levels::runs_needed_at;
pub(crate) use compare::pairing::Pairing;
pub(crate) use group::baseline::Baseline;
pub(crate) use group::benchmarks::BenchmarkKey;
pub(crate) use group::cells::{Cells, Coverage, TableCells};
pub(crate) use group::derive::Derivation;
pub(crate) use group::directions::parse_better;
pub(crate) use group::exits::NonZeroExits;
pub(crate) use group::index::CellIndex;
pub(crate) use group::lacking_runs::LackingRuns;
pub(crate) use group::phase::GROUPING;
pub(crate) use group::settings::{AnalysisSettings, Settings};
pub(crate) use notes::clocks::Clocks;
pub(crate) use notes::found::query_notes;
pub(crate) use notes::sequential::Sequential;
pub(crate) use view::order::{Outcomes, row_order_by, worst};
