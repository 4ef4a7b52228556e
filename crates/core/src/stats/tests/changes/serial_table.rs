//! Generates the table of serial correlation: `crates/core/src/stats/changes/serial_table.rs`.
//!
//! ```sh
//! UPDATE=1 cargo test --release -p benchlens-core --lib changes::serial_table -- --ignored
//! ```
//!
//! The seed is fixed, so another run writes the same file. It takes some minutes on two cores.

use std::fmt::Write as _;

use super::table::{SEED, on_two_threads};
use crate::stats::changes::simulated::{Draws, Stream, arc, correlation};
use crate::stats::math;

/// The lengths that are simulated, evenly spaced on a logarithmic scale.
const LENGTHS: [usize; 15] =
    [10, 14, 20, 30, 50, 80, 130, 200, 350, 600, 1000, 1800, 3200, 5600, 10_000];

/// The correlations of neighbours.
const CORRELATIONS: [f64; 10] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// The statistic may grow more at the less likely of these levels.
const LEVELS: [f64; 2] = [0.05, 0.01];

/// Returns a normal series in which neighbors have this correlation, from its stationary distribution.
pub(super) fn correlated(n: usize, correlation: f64, stream: &mut Stream) -> Vec<f64> {
    let mut value = stream.bell() / math::sqrt(1.0 - correlation * correlation);
    let mut next = || {
        value = correlation * value + stream.bell();
        value
    };
    (0..n).map(|_| next()).collect()
}

/// Returns the average correlation that is found within pieces, and the statistics of splits and of pieces at the
/// levels.
fn simulated(n: usize, truth: f64) -> (f64, [[f64; 2]; 2]) {
    let mut stream = Stream::new(SEED + n as u64);
    let (count, mut draws) = ((10_000_000 / n).clamp(4000, 100_000), Draws::untied(n));
    let (mut splits, mut arcs): (Vec<f64>, Vec<f64>) = (0..count)
        .map(|_| {
            let series = correlated(n, truth, &mut stream);
            (draws.of(&series), arc(&series).map_or(0.0, |arc| arc.value))
        })
        .unzip();
    let at_levels = [&mut splits, &mut arcs].map(|values| {
        values.sort_unstable_by(|a, b| b.total_cmp(a));
        LEVELS.map(|level| values[(level * count as f64) as usize])
    });
    let count = (2_000_000 / n).clamp(500, 20_000);
    let found = |_| correlation(&correlated(n, truth, &mut stream));
    ((0..count).map(found).sum::<f64>() / count as f64, at_levels)
}

fn written() -> String {
    let cells: Vec<(usize, f64)> =
        LENGTHS.iter().flat_map(|&n| CORRELATIONS.map(|truth| (n, truth))).collect();
    let found = on_two_threads(&cells, |&(n, truth)| simulated(n, truth));
    let mut text = String::from(include_str!("serial_head.txt"));
    let (rows, columns) = (LENGTHS.len(), CORRELATIONS.len());
    text += "\n/// Correlations of neighbours.\n";
    writeln!(text, "pub(super) const TRUTHS: [f64; {columns}] = {CORRELATIONS:?};").unwrap();
    text += "\n/// Lengths, and what is found on average within pieces, for each.\n";
    writeln!(text, "pub(super) const FOUND: [(u32, [f32; {columns}]); {rows}] = [").unwrap();
    for (n, row) in LENGTHS.iter().zip(found.chunks(columns)) {
        // More is cut off the stronger neighbors are correlated.
        let mut most = f64::NEG_INFINITY;
        let mut mean = |mean: f64| {
            most = most.max(mean);
            format!("{most:.3}")
        };
        let means: Vec<String> = row.iter().map(|(found, _)| mean(*found)).collect();
        writeln!(text, "    ({n}, [{}]),", means.join(", ")).unwrap();
    }
    text += "];\n";
    for (which, (name, what)) in
        [("GROWTH", "the statistic"), ("ARC_GROWTH", "that of the piece that differs most")]
            .into_iter()
            .enumerate()
    {
        writeln!(text, "\n/// Lengths, and how many times as great {what} is, for each.").unwrap();
        writeln!(text, "pub(super) const {name}: [(u32, [f32; {columns}]); {rows}] = [").unwrap();
        for (n, row) in LENGTHS.iter().zip(found.chunks(columns)) {
            let growth = |at: &[[f64; 2]; 2]| {
                let [at, first] = [at[which], row[0].1[which]];
                // Too few points have no piece.
                if first[0] == 0.0 { 1.0 } else { (at[0] / first[0]).max(at[1] / first[1]) }
            };
            let growth: Vec<String> =
                row.iter().map(|(_, at)| format!("{:.3}", growth(at))).collect();
            writeln!(text, "    ({n}, [{}]),", growth.join(", ")).unwrap();
        }
        text += "];\n";
    }
    text
}

#[test]
#[ignore = "takes minutes"]
fn the_serial_table_is_what_the_draws_give() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/stats/changes/serial_table.rs");
    let text = written();
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(path, text).unwrap();
        return;
    }
    let found = std::fs::read_to_string(path).unwrap();
    assert!(found == text, "out of date");
}
