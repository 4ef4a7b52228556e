//! Generates the table of the likelihood ratio: `crates/core/src/changes/autoregression_table.rs`.
//!
//! ```sh
//! UPDATE=1 cargo test --release -p benchlens-stats --lib changes::autoregression_table -- --ignored
//! ```
//!
//! The seed is fixed, so another run writes the same file. It takes some five minutes on two cores.

use std::fmt::Write as _;

use super::super::random::Random;
use super::table::{SEED, on_two_threads};
use crate::changes::simulated::{LEVELS, statistics};
use crate::math;

/// The lengths that are simulated, evenly spaced on a logarithmic scale.
const LENGTHS: [usize; 16] = [10, 11, 12, 14, 17, 20, 25, 32, 42, 58, 80, 120, 200, 350, 700, 1400];

/// The correlations of neighbors, of which the worst up to a limit counts.
const CORRELATIONS: [f64; 6] = [0.0, 0.3, 0.5, 0.7, 0.8, 0.9];

/// The numbers of correlations up to each limit of the tables.
const UP_TO: [usize; 4] = [1, 2, 3, 6];

/// The level below which the tail is fitted.
const THRESHOLD: f64 = 0.005;

/// Returns a normal series in which neighbors have this correlation, from its stationary distribution.
pub(super) fn correlated(n: usize, correlation: f64, random: &mut Random) -> Vec<f64> {
    let mut value = random.normal();
    let news = math::sqrt(1.0 - correlation * correlation);
    let mut next = || {
        let former = value;
        value = correlation * value + news * random.normal();
        former
    };
    (0..n).map(|_| next()).collect()
}

/// Returns the statistics of steps, pieces, lines and staircases at the levels, for one correlation.
fn simulated(n: usize, correlation: f64) -> [[f64; LEVELS.len()]; 4] {
    let mut random = Random::new(SEED + n as u64 + (1e4 * correlation) as u64);
    let count = (6_000_000 / n).clamp(10_000, 150_000);
    let found: Vec<[f64; 4]> =
        (0..count).map(|_| statistics(&correlated(n, correlation, &mut random))).collect();
    [0, 1, 2, 3].map(|which: usize| {
        let mut values: Vec<f64> = found.iter().map(|found| found[which]).collect();
        values.sort_unstable_by(|a, b| b.total_cmp(a));
        let exceeding = (THRESHOLD * count as f64) as usize;
        let threshold = values[exceeding];
        // The likelihood ratio of normal values has an exponential tail.
        let scale = values[..exceeding].iter().map(|value| value - threshold).sum::<f64>()
            / exceeding as f64;
        LEVELS.map(|level| {
            if level < THRESHOLD {
                threshold + scale * math::ln(THRESHOLD / level)
            } else {
                values[(level * count as f64) as usize]
            }
        })
    })
}

fn written() -> String {
    let cells: Vec<(usize, f64)> =
        LENGTHS.iter().flat_map(|&n| CORRELATIONS.map(|correlation| (n, correlation))).collect();
    let found = on_two_threads(&cells, |&(n, correlation)| simulated(n, correlation));
    let mut text = String::from(include_str!("autoregression_head.txt"));
    let limits: Vec<String> =
        UP_TO.iter().map(|&count| format!("{:.1}", CORRELATIONS[count - 1])).collect();
    writeln!(text, "pub(super) const LIMITS: [f64; {}] = [{}];", UP_TO.len(), limits.join(", "))
        .unwrap();
    let kinds = [
        ("STEPS", "steps"),
        ("PIECES", "pieces"),
        ("LINES", "lines"),
        ("STAIRCASES", "several steps"),
    ];
    for (which, (name, what)) in kinds.into_iter().enumerate() {
        // Too few points have no piece, no line and no staircase, and too many have a staircase of as many cells.
        let lengths = [10..=1400, 20..=1400, 20..=1400, 20..=200];
        let rows_of = LENGTHS.iter().zip(found.chunks(CORRELATIONS.len()));
        let rows_of: Vec<_> = rows_of.filter(|(n, _)| lengths[which].contains(*n)).collect();
        let (rows, columns) = (rows_of.len(), LEVELS.len());
        writeln!(text, "\n/// Lengths, and the statistics of {what} that have the levels of [`LEVELS`](super::table::LEVELS), for each limit.").unwrap();
        writeln!(
            text,
            "#[rustfmt::skip]\npub(super) const {name}: [[(u32, [f32; {columns}]); {rows}]; {}] = [",
            UP_TO.len()
        )
        .unwrap();
        for count in UP_TO {
            text += "[\n";
            for (n, cells) in &rows_of {
                let cells = &cells[..count];
                let worst =
                    |level: usize| cells.iter().map(|cell| cell[which][level]).fold(0.0, f64::max);
                let values: Vec<String> =
                    (0..columns).map(|level| format!("{:.3}", worst(level))).collect();
                writeln!(text, "    ({n}, [{}]),", values.join(", ")).unwrap();
            }
            text += "],\n";
        }
        text += "];\n";
    }
    text
}

#[test]
#[ignore = "takes minutes"]
fn the_table_is_what_the_draws_give() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/changes/autoregression_table.rs");
    let text = written();
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(path, text).unwrap();
        return;
    }
    let found = std::fs::read_to_string(path).unwrap();
    assert!(found == text, "out of date");
}
