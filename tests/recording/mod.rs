//! Tests `benchlens run` at its outer boundary, with well-behaved and faulty commands.

mod bisect;
mod bisect_kills;
mod builds;
mod confirm;
mod folder;
mod hooks;
mod kills;
mod load;
mod memory;
mod names;
mod replication;
mod repositories;
mod runs;
mod screen;
mod wrong;
