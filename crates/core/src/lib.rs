//! Compare benchmark results: read logs, arrange them by any key, find the significant differences.
//!
//! The whole library is one pipeline:
//!
//! ```text
//! bytes ─format→ Record ─store→ columns ─project→ keys ─table→ Report (numbers)
//!          Report ─grid→ strings ─render→ bytes
//! ```
//!
//! The pipeline needs three calls:
//!
//! ```
//! use benchlens_core::{Input, Output, Query, Store, render, run};
//!
//! let old = b"BenchmarkParse-8 100 2000 ns/op\n";
//! let new = b"BenchmarkParse-8 100 1000 ns/op\n";
//! let store = Store::read([
//!     Input { name: b"old.txt", label: b"old", bytes: old },
//!     Input { name: b"new.txt", label: b"new", bytes: new },
//! ]);
//! let report = run(&store, &Query::default())?;
//! let page = render(&report, Output::Text);
//! assert!(String::from_utf8_lossy(&page.out).contains("2.000µ"));
//! assert_eq!(report.tables[0].rows[0].cells[1].n, 1);
//! # Ok::<(), benchlens_core::Error>(())
//! ```
//!
//! # Stability
//!
//! Everything on this page follows semantic versioning. The modules behind it are public because the other packages of
//! this project use them, but the documentation hides them, and any release may change them.
//!
//! Reading never fails: lines that are not data are in [`Store::diagnostics`]. The library opens no file, uses no
//! clock, environment or locale, prints nothing, and returns the same bytes for the same input on every target and for
//! any number of threads.
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod base;
#[doc(hidden)]
pub mod convert;
#[doc(hidden)]
pub mod format;
#[doc(hidden)]
pub mod gate;
#[doc(hidden)]
pub mod grid;
#[doc(hidden)]
pub mod history;
#[doc(hidden)]
pub mod project;
#[doc(hidden)]
pub mod query;
#[doc(hidden)]
pub mod render;
mod spec;
#[doc(hidden)]
pub mod stats;
#[doc(hidden)]
pub mod store;
#[doc(hidden)]
pub mod table;
#[doc(hidden)]
pub mod unit;

// Reading.
pub use base::{Error, ErrorKind, Span, Text, Texts, label_inputs};
pub use convert::Converter;
pub use format::{Columns, Kind, Location, ReadOptions};
pub use store::{Diagnostic, Input, InputInfo, Problem, Store, StoreBuilder};

// Queries.
pub use query::{
    AnalysisQuery, Answer, Evaluation, EvaluationHandle, Plan, Progress, Query, RowSelection, Sort,
    SortBy, Suggestion, run, suggestions,
};
pub use table::{AnswerCache, BaseChoice};

// Reports.
pub use stats::{Adjustment, Interval, SampleIssue, Shift, ShiftScale, Summary, TestKind};
pub use table::{
    Analysis, Assumption, BothSides, Cell, Column, Compared, Comparison, ComparisonWarning, Counts,
    Delta, Effect, Geomean, Looks, MachineDifference, Matching, MeanChange, Method, Mismatch,
    MismatchKey, MismatchRow, Note, Outcome, PairTest, Power, Refusal, Report, Row, RunOrder,
    Sides, Source, SplitKey, State, Table, Test, Tested, Warning, row_order,
};
pub use unit::{Class, Direction};

// Gates.
pub use gate::{
    AcceptText, Acceptance, Calibration, Date, Decision, Floor, FloorSize, Gate, GateError,
    GateOutcome, GateStatus, Lapse, RuleResult, RuleText, calibrate,
};
pub use query::calibration_query;

// Histories.
pub use history::{
    Change, Differing, History, HistoryEvaluation, HistoryNote, HistoryPlan, HistoryQuery,
    HistoryRow, HistoryTable, Judged, Judgement, NewestDecision, Point, PointValue, RowState,
    Sequence,
};

// Outputs.
pub use render::history as render_history;
pub use render::{
    Chart, ChartError, ChartKind, ChartQuery, HTML_STYLE, HistoryOutput, HtmlParts, Output,
    Rendered, chart, gate_messages, github_annotations, github_outputs, github_summary,
    history_gate_messages, html, html_tables, junit, markdown, overview_json, overview_text,
    render, render_to,
};
