//! The shapes of all answers. Their serialised form is the page's and the npm package's interface.
//!
//! Texts that are made for the page have its typography (see `typography.rs`); texts of logs are as they
//! were read.

mod answer;
mod card;
mod detail;
mod gate;
mod inputs;
mod over_time;
mod rows;

pub use answer::{
    AskView, NoteView, PivotWords, ProgressView, RunResult, SuggestionView, TableView,
};
pub use benchlens_core::grid::Look;
pub use card::{BarView, CardColumn, CardView, CardWord};
pub use detail::{DetailColumn, DetailView};
pub use gate::{GateLine, GateView};
pub use inputs::{DiagnosticPage, DiagnosticView, InputView, KeyView, ValueView};
pub use over_time::{ChangePoint, ChangeSide, ChangeView, ChangesView, PointsView};
pub use rows::{CellView, GeomeanView, OutcomeView, ReportView, RowView, RowsPage, RowsQuery};
