//! Checks the promises of the statistics by enumeration and with other programs' numbers.
//!
//! The tables in `tests/oracles` are recorded; each names the script in the same folder that generated it.

mod adjust;
mod attainable;
mod bisect;
mod blocks;
mod brunner_munzel;
mod brute;
mod centres;
mod changes;
mod common_shift;
mod control;
mod diagnostics;
mod fronts;
mod in_turns;
mod intervals;
mod least_change;
mod looks;
mod mann_whitney;
mod math;
mod means;
mod noise;
mod plain;
mod power;
mod processes;
mod properties;
pub(super) mod random;
mod randomization;
mod replication;
mod shift;
mod signed_rank;
mod spending;
mod stopping;
mod suites;

/// Returns the cells of every row of a recorded table.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

/// Parses a number that is written as the sixteen digits of its bits.
fn bits(text: &str) -> f64 {
    f64::from_bits(u64::from_str_radix(text, 16).unwrap())
}

fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

#[track_caller]
fn assert_close(found: f64, expected: f64, relative: f64, what: &str) {
    let error = (found - expected).abs();
    assert!(error <= relative * expected.abs(), "{what}: {found:e}, not {expected:e}");
}
