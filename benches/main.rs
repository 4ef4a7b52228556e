//! All benchmarks of the core. A part of a name selects some: `cargo bench -p benchlens-core -- layout`.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "criterion makes functions; a bench may panic"
)]

mod layout;
mod numbers;
mod projection;
mod reading;
mod statistics;
mod whole;
#[allow(dead_code, reason = "xtask uses the rest of it")]
mod workload;

use criterion::{criterion_group, criterion_main};

criterion_group!(
    benches,
    reading::reading,
    numbers::numbers,
    projection::projection,
    statistics::mann_whitney,
    statistics::median_interval,
    statistics::geometric_mean,
    statistics::shift_and_equivalence,
    statistics::signed_rank,
    statistics::blocks,
    statistics::stochastic_orders,
    statistics::diagnostics,
    layout::layout,
    whole::whole,
);
criterion_main!(benches);
