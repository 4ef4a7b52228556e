//! Change points: what the method promises.

mod places;
mod predict;
mod table;
