//! Tests tables and Parquet files through the public interface.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(feature = "parquet")]
mod files;
#[path = "../../../../tests/properties/logs.rs"]
#[allow(dead_code, reason = "not every kind of log is needed here")]
mod logs;
mod round;
mod support;
mod tables;
