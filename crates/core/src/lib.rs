//! Compare benchmark results: read logs, arrange them by any key, and find the significant differences.
//!
//! ```
//! use benchlens_core::{Input, Query, Store, run};
//!
//! # let [before, after] = [20, 10].map(|bytes| format!("BenchmarkParse 1 {bytes} B/op\n").repeat(10));
//! # let mut lines = Vec::new();
//! let store = Store::read([Input::new("old.txt", &before), Input::new("new.txt", &after)]);
//! let answer = run(&store, &Query::default().filter(".unit:B/op"))?;
//! for compared in answer.report().comparisons() {
//!     let Some(change) = compared.comparison.change() else { continue };
//!     let (name, outcome) = (&compared.row.key[0], compared.comparison.outcome.word());
//! #   lines.push(format!("{name}: {:+.1}% ({outcome})", 100.0 * change.estimate));
//!     println!("{name}: {:+.1}% ({outcome})", 100.0 * change.estimate);
//! }
//! # assert_eq!(lines, ["Parse: -50.0% (improved)"]);
//! # Ok::<(), benchlens_core::Error>(())
//! ```
//!
//! This prints a line for each benchmark, such as `Parse: -50.0% (improved)`. The command-line program
//! [`benchlens`](https://crates.io/crates/benchlens) is built on this library, and the same query has the same answer
//! in both.
//!
//! # Tasks
//!
//! | task | start with | details |
//! |---|---|---|
//! | read logs of Go, criterion, Google Benchmark, JMH, pytest and others | [`Store::read`] | [`reading`] |
//! | compare results that are not text | [`StoreBuilder`] | [`reading`] |
//! | choose rows, columns, tables, tests and levels | [`Query`] | [`AnalysisQuery`], [`RowSelection`] |
//! | compare | [`run`], or [`Plan`] for several stores | [`queries`] |
//! | compare step by step, with progress and cancelling | [`Plan::begin`] | [`Evaluation`] |
//! | read an answer | [`Answer::report`], [`Report::comparisons`], [`Comparison::change`] | [`report`] |
//! | print an answer | [`render`] | [`Output`], [`outputs`] |
//! | draw an answer | [`chart()`] | [`ChartQuery`] |
//! | decide whether a change fails a build | [`Gate::parse`], [`Plan::with_gate`] | [`gates`] |
//! | find when a benchmark changed | [`HistoryQuery::compile`] | [`histories`] |
//! | convert logs to Go benchmark text | [`Converter`] | |
//! | compare two slices of numbers | the package [`benchlens-stats`](https://docs.rs/benchlens-stats) | |
//!
//! # Properties
//!
//! - Reading never fails: [`Store::diagnostics`] has the lines that are not data. Only a query can be wrong, and its
//!   [`Error`] has the place.
//! - The library opens no file, uses no clock, environment or locale, prints nothing, and contains no `unsafe` code.
//! - The same input and query give the same bytes on every target and for any number of threads.
//! - Numbers are `f64` in the unit of their table, such as `sec/op`. Shares and relative changes are fractions: 0.05
//!   is 5%.
//!
//! # Features
//!
//! No feature is necessary. `typescript` adds TypeScript declarations of the specifications, for the npm package.
//!
//! # Stability
//!
//! Everything that this documentation lists follows semantic versioning. Specifications such as [`Query`] may get new
//! fields, so they have a method for each field, and reports may get new facts. The modules that the documentation
//! hides are only for the other packages of this project, and any release may change them.
#![forbid(unsafe_code)]
// A new variant of an enum is asked for wherever it matters.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

#[doc(hidden)]
pub use {benchlens_base as base, benchlens_format as format, benchlens_stats::internal as stats};

#[doc(hidden)]
pub mod convert;
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
pub mod store;
#[doc(hidden)]
pub mod table;
#[doc(hidden)]
pub mod unit;

// Reading.
#[doc(inline)]
pub use base::{Error, ErrorKind, Sentence, Span};
pub use convert::Converter;
pub use store::{Diagnostic, Input, Store, StoreBuilder};

// Queries.
pub use query::{
    AnalysisQuery, Answer, Evaluation, Plan, Progress, Query, RowSelection, Sort, SortBy, TestKind,
    run,
};
#[doc(inline)]
pub use stats::Adjustment;

// Reports.
#[doc(inline)]
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
    #[doc(inline)]
    pub use crate::base::{Text, Texts, label_inputs};
    #[doc(inline)]
    pub use crate::format::{Columns, Kind, Location, Problem, ReadOptions};
    pub use crate::store::InputInfo;
}

/// Queries that depend on earlier answers or on the results: caches, suggestions, and steps of an evaluation.
pub mod queries {
    pub use crate::query::{EvaluationHandle, Suggestion, suggestions};
    pub use crate::table::{AnswerCache, BaseChoice};
}

/// The details of a [`Report`]: the kinds of comparisons, tests, effects, notes and warnings.
pub mod report {
    #[doc(inline)]
    pub use crate::stats::{ShiftScale, Summary};
    pub use crate::table::{
        Analysis, Assumption, BothSides, ComparisonWarning, Counts, Delta, Effect, Geomean, Looks,
        MachineDifference, Matching, MeanChange, Method, Mismatch, MismatchKey, MismatchRow,
        PairTest, Power, Refusal, RunOrder, SampleIssue, Sides, Source, SplitKey, State, Test,
        Tested, row_order,
    };
    pub use crate::unit::Class;
}

/// The rules of a [`Gate`], their results, and the noise that gates should allow for.
pub mod gates {
    pub use crate::gate::{
        AcceptText, Acceptance, Calibration, Date, Decision, Floor, FloorSize, GateError, Lapse,
        RuleResult, RuleText, calibrate,
    };
    pub use crate::query::calibration_query;
}

/// The details of a [`History`]: points, changes and judgements, and its outputs.
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
