//! Tests control benchmarks through the CLI, against NumPy and SciPy.

use benchlens_core::query::AnalysisQuery;
use benchlens_core::table::Outcome;

use crate::analysis::{analysed, ask};

/// Returns the log of one side: a row and its controls, as `make_control.py` writes them.
fn log(rows: &[&str], side: usize) -> String {
    let mut log = String::new();
    for (name, row) in rows.iter().enumerate() {
        for (block, runs) in row.split('|').nth(side).unwrap().split(' ').enumerate() {
            log += &format!("block: {block}\n");
            for value in runs.split(',') {
                log += &format!("BenchmarkRow{name} 1 {value} ns/op\n");
            }
        }
    }
    log
}

#[test]
fn agrees_with_numpy_and_scipy() {
    let table = include_str!("../oracles/control_scipy.tsv");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [p, typical] = [0, 1].map(|field| fields[field].parse::<f64>().unwrap());
        let [old, new] = [0, 1].map(|side| log(&fields[2..], side));
        let query = analysed(AnalysisQuery::default()).pair("block").control("-.name:Row0");
        let (answer, analysis) = ask(&old, &new, query);
        let comparisons: Vec<_> =
            answer.report().comparisons().map(|compared| compared.comparison.clone()).collect();
        let (row, controls) = comparisons.split_first().unwrap();
        let found = row.effect().unwrap().shift.unwrap().estimate;
        assert!((row.test().unwrap().p - p).abs() <= 1e-12 * p, "{p} {row:?}");
        assert!((found - typical).abs() <= 1e-12, "{typical} {row:?}");
        assert_eq!(controls.len(), fields.len() - 3);
        assert!(controls.iter().all(|control| control.outcome == Outcome::Control));
        assert_eq!((analysis.tests, analysis.counts.control as usize), (1, controls.len()));
    }
}
