//! Generates the table of the null distribution: `crates/core/src/changes/table.rs`.
//!
//! ```sh
//! UPDATE=1 cargo test --release -p benchlens-stats --lib changes::table -- --ignored
//! ```
//!
//! The seed is fixed, so another run writes the same file. It takes some ten minutes on two cores.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::changes::simulated::{Arcs, Draws, Stream};
use crate::math;

pub(super) const SEED: u64 = 1963;

/// The number of points up to which the statistic has so few values that steps would be visible; the table has pairs
/// of a value and its p.
const DISCRETE: usize = 24;

/// The levels of longer series; the last ones are too rare for draws.
const LEVELS: [f64; 15] =
    [0.9, 0.7, 0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 1e-4, 1e-5, 1e-6];

/// The level below which the tail is fitted.
const THRESHOLD: f64 = 0.005;

/// The lengths that are simulated, evenly spaced on a logarithmic scale.
const LENGTHS: [usize; 27] = [
    25, 28, 32, 36, 40, 45, 50, 57, 64, 72, 80, 90, 100, 125, 160, 200, 250, 320, 400, 560, 800,
    1100, 1600, 2500, 4000, 6300, 10_000,
];

/// The lengths for the piece that differs most.
const ARC_LENGTHS: [usize; 16] =
    [20, 24, 29, 36, 45, 60, 80, 110, 150, 220, 350, 600, 1000, 2000, 4500, 10_000];

fn draws_of(n: usize) -> usize {
    match n {
        0..=100 => 4_000_000,
        101..=1000 => 1_000_000,
        _ => 1_500_000_000 / n,
    }
}

/// Returns the statistic of independent series over its length, sorted from the greatest.
fn simulated(n: usize, count: usize) -> Vec<f64> {
    let mut stream = Stream::new(SEED + n as u64);
    let mut draws = Draws::untied(n);
    let mut q: Vec<f64> = (0..count).map(|_| draws.next(&mut stream) / n as f64).collect();
    q.sort_unstable_by(|a, b| b.total_cmp(a));
    q
}

/// Runs a function for each item on two threads; returns the results in order.
pub(super) fn on_two_threads<T: Sync, R: Send>(
    items: &[T],
    run: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(items.len());
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            // The longest come first.
            while let Some(at) = next.fetch_sub(1, Ordering::Relaxed).checked_sub(1) {
                if items.len() <= at {
                    break;
                }
                done.push((at, run(&items[at])));
            }
            done
        };
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    results.sort_by_key(|&(at, _)| at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns pairs of a value and the fraction of draws that reach it, for a short series: every value is near to one of
/// them.
fn atoms(n: usize) -> Vec<(f64, f64)> {
    let q = simulated(n, draws_of(n));
    let count = q.len() as f64;
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    // From the smallest: each next one a quarter rarer.
    let mut rarer = 0.97;
    let mut reached = q.len();
    while 0 < reached {
        let value = q[reached - 1];
        let p = reached as f64 / count;
        if p <= rarer && 100 < reached {
            pairs.push((value, p));
            rarer = p * if p < 0.2 { 0.6 } else { 0.8 };
        }
        reached = q.partition_point(|&other| value + 1e-9 < other);
    }
    // The greatest: all values of one half are less than all of the other, which has two arrangements, and four if the
    // length is odd.
    let half = n / 2;
    let choices = (1..=half).fold(1.0, |product, i| product * (n - half + i) as f64 / i as f64);
    let arrangements = if n.is_multiple_of(2) { 2.0 } else { 4.0 };
    pairs.retain(|&(value, _)| value < q[0] * (1.0 - 1e-9));
    let mut draws = Draws::untied(n);
    pairs.push((draws.q() / n as f64, arrangements / choices));
    pairs
}

/// The data that the tail is fitted to.
struct Tail {
    n: usize,
    body: Vec<f64>,
    threshold: f64,
    /// The mean exceedance, and the shape by probability-weighted moments (Hosking and Wallis, 1987).
    mean: f64,
    shape: f64,
    exceeding: f64,
}

fn tail(n: usize, q: &[f64]) -> Tail {
    let body = LEVELS.map(|p| q[(p * q.len() as f64) as usize]).to_vec();
    let exceeding = (THRESHOLD * q.len() as f64) as usize;
    let threshold = q[exceeding];
    let mut moments = [0.0; 2];
    for (rank, q) in q[..exceeding].iter().enumerate() {
        moments[0] += q - threshold;
        moments[1] += (q - threshold) * rank as f64 / (exceeding - 1) as f64;
    }
    let [mean, weighted] = moments.map(|sum| sum / exceeding as f64);
    let shape = 2.0 - mean / (mean - 2.0 * weighted);
    Tail { n, body, threshold, mean, shape, exceeding: exceeding as f64 }
}

/// Fits the shape as a + b/n by least squares, because the shape of one length would be too rough.
fn shapes(tails: &[Tail]) -> (f64, f64) {
    let mut sums = [0.0; 5];
    for tail in tails {
        let (x, w) = (1.0 / tail.n as f64, tail.exceeding);
        for (sum, term) in sums.iter_mut().zip([1.0, x, x * x, tail.shape, x * tail.shape]) {
            *sum += w * term;
        }
    }
    let [w, x, xx, y, xy] = sums;
    let b = (w * xy - x * y) / (w * xx - x * x);
    ((y - b * x) / w, b)
}

fn written() -> String {
    let short: Vec<usize> = (10..=DISCRETE).collect();
    let atoms = on_two_threads(&short, |&n| atoms(n));
    let tails = on_two_threads(&LENGTHS, |&n| tail(n, &simulated(n, draws_of(n))));
    let mut text = String::from(include_str!("table_head.txt"));
    writeln!(
        text,
        "\n/// Of each short length, from {} on: values over the length, and their p.",
        10
    )
    .unwrap();
    writeln!(
        text,
        "#[rustfmt::skip]\npub(super) const SHORT: [&[(f32, f32)]; {}] = [",
        short.len()
    )
    .unwrap();
    for pairs in &atoms {
        let pairs: Vec<String> = pairs.iter().map(|(q, p)| format!("({q:.5}, {p:.3e})")).collect();
        writeln!(text, "    &[{}],", pairs.join(", ")).unwrap();
    }
    text += "];\n\n/// The levels of longer series.\n";
    writeln!(
        text,
        "#[rustfmt::skip]\npub(super) const LEVELS: [f64; {}] = {LEVELS:?};",
        LEVELS.len()
    )
    .unwrap();
    text += "\n/// Lengths, and the values over the length that have those levels.\n";
    rows_of(&mut text, "LONG", &tails);
    text += "\n/// Lengths, and the statistics of the piece that differs most that have those levels.\n";
    let arcs = on_two_threads(&ARC_LENGTHS, |&n| {
        let (mut stream, mut arcs) = (Stream::new(SEED + n as u64), Arcs::untied(n));
        let count = if n <= 100 { 1_000_000 } else { (200_000_000 / n).min(1_000_000) };
        let mut values: Vec<f64> = (0..count).map(|_| arcs.next(&mut stream)).collect();
        values.sort_unstable_by(|a, b| b.total_cmp(a));
        tail(n, &values)
    });
    rows_of(&mut text, "ARCS", &arcs);
    text
}

/// Writes the values at the levels; the tail values come from a shape that is fitted to all lengths.
fn rows_of(text: &mut String, name: &str, tails: &[Tail]) {
    let (a, b) = shapes(tails);
    let (rows, columns) = (tails.len(), LEVELS.len());
    writeln!(
        text,
        "#[rustfmt::skip]\npub(super) const {name}: [(u32, [f32; {columns}]); {rows}] = ["
    )
    .unwrap();
    for Tail { n, body, threshold, mean, shape, .. } in tails {
        let fitted = a + b / *n as f64;
        println!("{n}: shape {shape:.4}, fitted {fitted:.4}");
        let scale = mean * (1.0 - fitted);
        let values: Vec<String> = LEVELS
            .iter()
            .zip(body)
            .map(|(&p, &q)| {
                let power = math::exp(-fitted * math::ln(p / THRESHOLD));
                let far = threshold + scale * (power - 1.0) / fitted;
                format!("{:.4}", if p < THRESHOLD { far } else { q })
            })
            .collect();
        writeln!(text, "    ({n}, [{}]),", values.join(", ")).unwrap();
    }
    *text += "];\n";
}

#[test]
#[ignore = "takes ten minutes"]
fn the_table_is_what_the_draws_give() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/changes/table.rs");
    let text = written();
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(path, text).unwrap();
        return;
    }
    let found = std::fs::read_to_string(path).unwrap();
    assert!(found == text, "out of date");
}
