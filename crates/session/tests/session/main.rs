//! Tests a session in the way that a front end uses it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod first;
mod inputs;
mod lengths;
mod over_time;
mod page;
mod pairs;
mod rows;
