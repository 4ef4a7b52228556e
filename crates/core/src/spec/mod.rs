//! The specifications of a comparison and of a history, as plain data.
//!
//! The texts and levels are exactly as you give them. `Default` is the only place that defines thresholds and defaults,
//! and [`SETTINGS`] the only place that defines the names of settings. Must not know how a query is answered, or the
//! meaning of its texts.

mod defaults;
mod history;
mod query;
mod row_selection;
mod setters;
mod settings;
mod slot;
mod test_kind;

pub(crate) use defaults::{ALL, AUTO_PAIRS, FIRST, MARGIN, NO_PAIRS, PREVIOUS, RECORDED_PAIRS};
pub(crate) use history::AUTO;
pub use history::HistoryQuery;
pub use query::{AnalysisQuery, Query};
pub use row_selection::{RowSelection, Sort, SortBy};
pub(crate) use setters::setters;
pub use settings::{Configured, Group, SETTINGS, Setting, Use, setting, settings};
pub(crate) use settings::{check, push_flags};
pub use slot::Kind;
pub use test_kind::TestKind;
