//! Compare benchmark results: read logs, arrange them by any key, find the significant differences.
//!
//! The whole library is one pipeline:
//!
//! ```text
//! bytes ─format→ Record ─store→ columns ─project→ keys ─table→ Report (numbers)
//!          Report ─grid→ strings ─render→ bytes
//! ```
//!
//! Three calls go through it:
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
//! Some items are public only because the program, the page and the benchmarks of this project need them. The
//! documentation hides them, and any release may change them.
//!
//! Reading never fails: what is not data is in [`Store::diagnostics`]. The library opens no file,
//! knows no clock, no environment and no locale, prints nothing, and gives the same bytes for the
//! same input on every target and for any number of threads.
#![forbid(unsafe_code)]

pub mod base;
pub mod convert;
pub mod format;
pub mod gate;
#[doc(hidden)]
pub mod grid;
pub mod history;
pub mod project;
pub mod query;
pub mod render;
mod spec;
pub mod stats;
pub mod store;
pub mod table;
pub mod unit;

pub use base::{Error, label_inputs};
pub use convert::Converter;
pub use query::{AnalysisQuery, Answer, Asking, Plan, Query, run};
pub use render::{Output, Page, render, render_to};
pub use store::{Input, Store, StoreBuilder};
pub use table::{AnswerCache, Report};
