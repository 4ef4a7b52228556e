//! `benchlens run` at its outer boundary: commands that behave and commands that do not.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test stops at what should not be")]

mod builds;
mod folder;
mod kills;
mod memory;
mod names;
mod runs;
mod screen;
mod wrong;
