//! The state of an interactive benchlens: inputs that are added and removed, queries about them, and answers as texts
//! that are ready to show.
//!
//! Takes bytes and [queries](benchlens_core::Query); gives plain, serializable data that consists of texts and
//! counts. This crate or the core formats every number, writes every sentence and decides every order, so that a
//! front end only needs a layout. The cost of a window of rows depends on its number of rows, not on the size of the
//! table. A call in the wrong order is never ignored and never panics: it returns an error that says which call is
//! missing. Must not know JavaScript, Python or any other language that embeds it, and uses only the public interface
//! of the core.
//!
//! ```
//! use benchlens_core::{Output, Query};
//! use benchlens_session::{RowsQuery, Session};
//!
//! let mut session = Session::default();
//! for (name, ns) in [("old.txt", 2000), ("new.txt", 1000)] {
//!     session.begin(name.as_bytes(), name.as_bytes());
//!     for _ in 0..6 {
//!         session.feed(format!("BenchmarkParse-8 100 {ns} ns/op\n").as_bytes())?;
//!     }
//!     session.end();
//! }
//! let answer = session.run(&Query::default())?;
//! assert_eq!(answer.command, "benchlens old.txt new.txt");
//! let page = session.rows(&RowsQuery { end: 10, ..RowsQuery::default() })?;
//! assert_eq!(page.rows[0].cells[1].delta, "−50.00%");
//! let csv = session.render(Output::Csv)?;
//! assert!(csv.out.starts_with(b",old.txt"));
//! # Ok::<(), benchlens_session::SessionError>(())
//! ```
#![forbid(unsafe_code)]

mod answer;
mod cards;
mod command;
mod detail;
mod error;
mod evaluation;
mod gate;
mod inputs;
mod lengths;
mod notes;
mod outputs;
mod over_time;
mod packed;
mod reading;
mod rows;
mod session;
mod types;
mod typography;
mod words;

pub use command::command_for;
pub use error::SessionError;
pub use packed::{
    FolderPiece, FolderRecording, packed_as, plan_folder, plan_recordings, recorded_files,
};
pub use reading::{Capacity, capacity, progress};
pub use session::{Placed, Session};
pub use types::*;
