//! Benchmark results as Arrow tables, and back.
//!
//! One row is one measurement: a benchmark, its configuration, a unit, a value. [`schema`] has all columns. [`batches`]
//! makes tables of a [`Store`](benchlens_core::Store), and an [`Importer`] makes a store of tables. A store that was read back
//! gives the same tables, CSV and JSON as the logs it came from, byte for byte: what the rows do not say of an input
//! (its lines, its `Unit` lines, its times, what is wrong with it) is in the column `about`.
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
//! The feature `parquet` reads and writes Parquet files, the feature `ffi` turns on Arrow's interface of C in
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
