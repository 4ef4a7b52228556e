//! Grouping: which values belong to which cell, and the baseline of each cell.
//!
//! Takes a store and a checked query; gives the cells of each table. Must not know values, or how they are compared.

pub(super) mod baseline;
pub(super) mod bases;
pub(super) mod benchmarks;
pub(super) mod cells;
pub(super) mod derive;
pub(super) mod directions;
pub(super) mod elsewhere;
pub(super) mod exits;
pub(super) mod index;
pub(super) mod lacking;
pub(super) mod lacking_runs;
pub(super) mod phase;
pub(super) mod settings;
pub(super) mod units;
