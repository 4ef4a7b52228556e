//! Applies the method to external series, for `benches/changes/compare.py`.

use std::io::Write as _;
use std::time::Instant;

use super::super::numbers;
use crate::changes::{Change, MOST_CORRELATION, first, rest};

const LEVEL: f64 = 0.05;

fn changes(series: &[f64]) -> Vec<Change> {
    match first(series, MOST_CORRELATION, 0) {
        Some(found) if found.change.p.value <= LEVEL => rest(series, &found, LEVEL, 0),
        _ => Vec::new(),
    }
}

/// Reads series from standard input, one on a line, and prints the indexes of the changes of each; at the end it
/// prints the seconds, on `THREADS` threads.
#[test]
#[ignore = "reads standard input"]
fn lines() {
    let threads = std::env::var("THREADS").map_or(1, |text| text.parse().unwrap());
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let series: Vec<Vec<f64>> = text.lines().map(numbers).collect();
    let start = Instant::now();
    let found: Vec<Vec<Change>> = std::thread::scope(|scope| {
        let work = |part: &'_ [Vec<f64>]| part.iter().map(|series| changes(series)).collect();
        let parts = series.chunks(series.len().div_ceil(threads).max(1));
        let parts: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        parts.into_iter().flat_map(|part| -> Vec<_> { part.join().unwrap() }).collect()
    });
    let seconds = start.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    writeln!(out).unwrap();
    for changes in found {
        let indices: Vec<String> = changes.iter().map(|change| change.at.to_string()).collect();
        writeln!(out, "changes:{}", indices.join(" ")).unwrap();
    }
    writeln!(out, "#{seconds}").unwrap();
}
