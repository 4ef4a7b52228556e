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
//!     Input::new(b"old.txt", old).labelled(b"old"),
//!     Input::new(b"new.txt", new).labelled(b"new"),
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
pub use base::{Error, ErrorKind, Span};
pub use convert::Converter;
pub use store::{Diagnostic, Input, Store, StoreBuilder};

// Queries.
pub use query::{
    AnalysisQuery, Answer, Evaluation, Plan, Progress, Query, RowSelection, Sort, SortBy, run,
};
pub use stats::{Adjustment, TestKind};

// Reports.
pub use stats::{Interval, Shift};
pub use table::{Cell, Column, Compared, Comparison, Note, Outcome, Report, Row, Table, Warning};
pub use unit::Direction;

// Gates and histories.
pub use gate::{Gate, GateOutcome, GateStatus};
pub use history::{History, HistoryPlan, HistoryQuery};

// Outputs.
pub use render::{ChartKind, ChartQuery, Output, Rendered, chart, render, render_to};

/// Inputs and keys: positions of results, options of reading, unusual lines, and labels.
pub mod reading {
    pub use crate::base::{Text, Texts, label_inputs};
    pub use crate::format::{Columns, Kind, Location, ReadOptions};
    pub use crate::store::{InputInfo, Problem};
}

/// Queries that depend on earlier answers or on the results: caches, suggestions, and steps of an evaluation.
pub mod queries {
    pub use crate::query::{EvaluationHandle, Suggestion, suggestions};
    pub use crate::table::{AnswerCache, BaseChoice};
}

/// The details of a [`Report`](crate::Report): the kinds of comparisons, tests, effects, notes and warnings.
pub mod report {
    pub use crate::stats::{SampleIssue, ShiftScale, Summary};
    pub use crate::table::{
        Analysis, Assumption, BothSides, ComparisonWarning, Counts, Delta, Effect, Geomean, Looks,
        MachineDifference, Matching, MeanChange, Method, Mismatch, MismatchKey, MismatchRow,
        PairTest, Power, Refusal, RunOrder, Sides, Source, SplitKey, State, Test, Tested,
        row_order,
    };
    pub use crate::unit::Class;
}

/// The rules of a [`Gate`](crate::Gate), their results, and the noise that gates should allow for.
pub mod gates {
    pub use crate::gate::{
        AcceptText, Acceptance, Calibration, Date, Decision, Floor, FloorSize, GateError, Lapse,
        RuleResult, RuleText, calibrate,
    };
    pub use crate::query::calibration_query;
}

/// The details of a [`History`](crate::History): points, changes and judgements, and its outputs.
pub mod histories {
    pub use crate::history::{
        Change, Differing, HistoryEvaluation, HistoryNote, HistoryRow, HistoryTable, Judged,
        Judgement, NewestDecision, Point, PointValue, RowState, Sequence,
    };
    pub use crate::render::{HistoryOutput, history as render, history_gate_messages};
}

/// Other outputs: HTML, Markdown, JUnit, GitHub, overviews, and the messages of gates.
pub mod outputs {
    pub use crate::render::{
        Chart, ChartError, HTML_STYLE, HtmlParts, gate_messages, github_annotations,
        github_outputs, github_summary, html, html_tables, junit, markdown, overview_json,
        overview_text,
    };
}
