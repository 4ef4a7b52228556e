//! Checks the promises of change point detection.

mod autoregression;
mod autoregression_table;
mod candidates;
mod drift;
mod hostile;
mod indices;
mod levels;
mod lines;
mod predict;
mod staircase;
mod step;
mod suites;
mod table;
