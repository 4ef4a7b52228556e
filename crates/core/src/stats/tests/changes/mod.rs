//! Change points: what the method promises.

mod hostile;
mod levels;
mod lines;
mod places;
#[cfg(feature = "gate")]
mod predict;
mod serial_table;
mod step;
mod table;
