//! `benchlens run` at its outer boundary: commands that behave and commands that do not.

mod builds;
mod folder;
mod kills;
mod memory;
mod names;
mod runs;
mod screen;
mod wrong;
