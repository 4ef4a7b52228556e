//! Checks the promises of change point detection.

mod candidates;
mod hostile;
mod levels;
mod lines;
mod places;
mod predict;
mod serial_table;
mod step;
mod table;
