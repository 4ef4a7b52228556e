//! The types of all answers. Their serialized form is the interface of the web app and the npm package.
//!
//! Texts for the web app use its typography (see `typography.rs`); texts from logs are unchanged.

mod answer;
mod card;
mod detail;
mod gate;
mod inputs;
mod over_time;
mod rows;

pub use answer::{
    AskView, NoteView, PivotWords, ProgressView, RunResult, SuggestionView, SuiteView, TableView,
};
pub use benchlens_core::grid::Look;
pub use card::{BarView, CardColumn, CardView, CardWord};
pub use detail::{DetailColumn, DetailUnit, DetailView};
pub use gate::{GateLine, GateView};
pub use inputs::{DiagnosticPage, DiagnosticView, InputView, KeyView, ValueView};
pub use over_time::{ChangePoint, ChangeSide, ChangeView, ChangesView, PointsView};
pub use rows::{CellView, GeomeanView, OutcomeView, ReportView, RowView, RowsPage, RowsQuery};
