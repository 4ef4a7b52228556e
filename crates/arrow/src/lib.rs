//! Benchmark results as Arrow tables, and back.
//!
//! One row is one measurement: a benchmark, its configuration, a unit, a value. [`schema`] returns all columns.
//! [`batches`] converts a [`Store`](benchlens_core::Store) to a table, and an [`Importer`] converts tables to a
//! store. A store that was read from a table gives byte for byte the same tables, CSV and JSON as the original logs,
//! because the column `about` contains the facts about an input that its rows lack: its lines, its `Unit` lines, its
//! times, its problems.
//!
//! ```
//! use benchlens_core::{Input, Store, StoreBuilder};
//! use benchlens_arrow::{Importer, Table, batches};
//!
//! let store = Store::read([Input::new("old.txt", "goos: linux\nBenchmarkA-8 100 12.5 ns/op 64 B/op\n")]);
//! let mut importer = Importer::new(StoreBuilder::default());
//! for batch in batches(&store, &Table::default())? {
//!     let batch = batch?;
//!     assert_eq!(batch.num_rows(), 2);
//!     importer.push(&batch)?;
//! }
//! let again = importer.finish()?.finish();
//! assert_eq!(again.rows().next().unwrap().config, [(&b"goos"[..], &b"linux"[..])]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The feature `parquet` reads and writes Parquet files, and the feature `ffi` enables Arrow's C interface in
//! [`arrow_array`].
#![forbid(unsafe_code)]

mod about;
mod error;
mod export;
mod form;
mod import;
#[cfg(feature = "parquet")]
pub mod parquet;

pub use arrow_array;
pub use arrow_schema;
pub use error::{ExportError, ImportError};
pub use export::{Batches, ROWS, Table, batches};
pub use form::{Form, column, schema};
pub use import::Importer;
