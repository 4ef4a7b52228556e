//! The results: raw in Go's benchmark format, and medians in a table.

use std::fmt::Write;

use super::measure::Usage;
use super::trials::{Program, Trial};

/// Returns every run as a benchmark result, so that benchlens can compare its own measurements.
pub(super) fn raw(
    trials: &[Trial],
    samples: &[Sample],
    header: &[(&'static str, String)],
) -> String {
    let mut out = String::new();
    for (key, value) in header {
        let _ = writeln!(out, "{key}: {value}");
    }
    let _ = writeln!(out, "Unit cpu-ns/op better=lower\nUnit peak-bytes better=lower\n");
    for Sample { trial, usage, .. } in samples {
        let (wall, cpu) = (usage.wall_s * 1e9, usage.cpu_s * 1e9);
        let _ = writeln!(
            out,
            "Benchmark{} 1 {wall:.0} ns/op {cpu:.0} cpu-ns/op {} peak-bytes",
            trials[*trial].name(),
            usage.peak_bytes
        );
    }
    out
}

/// Returns the medians, the ratios of benchstat's medians to benchlens', and the costs of a mode compared with the
/// plain table on the same number of threads.
pub(super) fn summary(
    trials: &[Trial],
    samples: &[Sample],
    header: &[(&'static str, String)],
) -> String {
    let mut out = String::new();
    for (key, value) in header {
        let _ = writeln!(out, "- {key}: {value}");
    }
    let _ = writeln!(
        out,
        "\n| workload | program | threads | wall s | CPU s | peak MB | log MB per CPU s | benchstat's wall | CPU | memory | of the plain table's CPU | memory |\n\
         |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    for (i, trial) in trials.iter().enumerate() {
        let Some(own) = medians(samples, i) else { continue };
        let bytes = samples.iter().find(|sample| sample.trial == i).map_or(0, |s| s.bytes);
        let is_reference =
            |t: &Trial| matches!(t.program, Program::Reference(_)) && t.workload == trial.workload;
        let reference = trials.iter().position(is_reference).and_then(|r| medians(samples, r));
        let (program, threads) = match trial.program {
            Program::Ours(threads) => ("benchlens", threads.to_string()),
            Program::Mode(mode) => (mode.name, "1".into()),
            Program::Reference(_) => ("benchstat", "all".into()),
            Program::Bare(threads) => ("read and sort", threads.to_string()),
            Program::Limit => ("wc -l", "1".into()),
        };
        let ratio = |place: usize| match (reference, trial.program) {
            (Some(reference), Program::Ours(_)) => format!("{:.1}×", reference[place] / own[place]),
            _ => String::new(),
        };
        let is_plain = |t: &Trial| t.program == Program::Ours(1) && t.workload == trial.workload;
        let plain = trials.iter().position(is_plain).and_then(|p| medians(samples, p));
        let of_plain = |place: usize| match (plain, trial.program) {
            (Some(plain), Program::Mode(_)) => format!("{:.2}×", own[place] / plain[place]),
            _ => String::new(),
        };
        let _ = writeln!(
            out,
            "| {} | {program} | {threads} | {:.4} | {:.4} | {:.1} | {:.0} | {} | {} | {} | {} | {} |",
            trial.workload,
            own[0],
            own[1],
            own[2] / 1e6,
            bytes as f64 / 1e6 / own[1],
            ratio(0),
            ratio(1),
            ratio(2),
            of_plain(1),
            of_plain(2)
        );
    }
    out
}

/// Returns the medians of wall time, processor time and peak memory.
fn medians(samples: &[Sample], trial: usize) -> Option<[f64; 3]> {
    let own = || samples.iter().filter(|sample| sample.trial == trial).map(|s| s.usage);
    let median = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        let middle = values.len().checked_sub(1)? / 2;
        Some((values[middle] + values[values.len() / 2]) / 2.0)
    };
    Some([
        median(own().map(|usage| usage.wall_s).collect())?,
        median(own().map(|usage| usage.cpu_s).collect())?,
        median(own().map(|usage| usage.peak_bytes).collect())?,
    ])
}

/// One run of one trial.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) trial: usize,
    pub(super) usage: Usage,
    /// The size of the logs.
    pub(super) bytes: u64,
}
