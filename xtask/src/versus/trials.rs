//! The measured trials.

use std::path::PathBuf;

use super::bare::BARE;
use super::workload::{Kind, Workload};
use crate::programs::Programs;

/// One program on one pair of logs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Trial {
    pub(super) workload: &'static str,
    kind: Kind,
    benchmarks: u32,
    pub(super) program: Program,
}

/// The program to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Program {
    /// benchlens on this number of threads.
    Ours(usize),
    /// benchlens on one thread, in a mode for CI.
    Mode(Mode),
    /// benchstat, which uses all cores, with at most this number of runs.
    Reference(usize),
    /// Reading the logs and sorting the same number of values, on this number of threads: the minimum work.
    Bare(usize),
    /// `wc -l`: the fastest way to examine a file.
    Limit,
}

/// A task in addition to the plain table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mode {
    pub(super) name: &'static str,
    args: &'static [&'static str],
    /// The exit statuses that are not errors.
    answers: &'static [i32],
}

/// The logs are sequential, so their regressions remain undecided (4).
const GATE: Mode = Mode { name: "gate", args: &["-gate", "sec/op: +5%"], answers: &[0, 1, 4] };
const JSON: Mode = Mode { name: "json", args: &["-format", "json"], answers: &[0] };
const MARKDOWN: Mode = Mode { name: "markdown", args: &["-format", "markdown"], answers: &[0] };
/// Reads and lists keys: the cost of reading, without statistics.
const KEYS: Mode = Mode { name: "keys", args: &["keys"], answers: &[0] };
const OUTCOMES: Mode = Mode { name: "outcomes", args: &["-outcomes"], answers: &[0] };

/// Returns all trials; trials on the same logs are consecutive.
pub(super) fn trials(quick: bool) -> Vec<Trial> {
    use Program::{Bare, Limit, Mode, Ours, Reference};
    const BOTH: &[Program] = &[Ours(1), Ours(2), Reference(usize::MAX)];
    const ALONE: &[Program] = &[Ours(1), Ours(2)];
    let plan: &[(&str, Kind, u32, &[Program])] = &[
        ("ties", Kind::Ties, 5_000, BOTH),
        ("ties-tenfold", Kind::Ties, 50_000, &[Ours(1), Ours(2), Reference(1)]),
        (
            "bulk",
            Kind::Bulk,
            48_000,
            &[
                Ours(1),
                Ours(2),
                Mode(GATE),
                Mode(JSON),
                Mode(MARKDOWN),
                Mode(OUTCOMES),
                Reference(usize::MAX),
                Bare(1),
                Bare(2),
                Limit,
            ],
        ),
        ("start", Kind::Start, 3, &[Ours(2), Reference(usize::MAX)]),
        ("ties-tenth", Kind::Ties, 500, ALONE),
        ("ties-threefold", Kind::Ties, 15_000, ALONE),
        ("bulk-tenth", Kind::Bulk, 4_800, &[Ours(1), Ours(2), Mode(KEYS)]),
        ("events-tenth", Kind::Events, 4_800, &[Ours(1), Mode(KEYS)]),
        ("bulk-threefold", Kind::Bulk, 144_000, ALONE),
    ];
    let size = |benchmarks: u32| if quick { benchmarks.div_ceil(10) } else { benchmarks };
    plan.iter()
        .flat_map(|&(workload, kind, benchmarks, programs)| {
            let benchmarks = size(benchmarks);
            programs.iter().map(move |&program| Trial { workload, kind, benchmarks, program })
        })
        .collect()
}

impl Trial {
    /// Returns the workload, the program and the threads, in the form of the raw results.
    pub(super) fn name(&self) -> String {
        let program = match self.program {
            Program::Ours(threads) => format!("benchlens/threads={threads}"),
            Program::Mode(mode) => format!("benchlens/threads=1/mode={}", mode.name),
            Program::Reference(_) => "benchstat".to_owned(),
            Program::Bare(threads) => format!("bare/threads={threads}"),
            Program::Limit => "wc".to_owned(),
        };
        format!("Compare/workload={}/program={program}", self.workload)
    }

    /// Returns the values that identify its logs.
    pub(super) fn logs(&self) -> (Kind, u32) {
        (self.kind, self.benchmarks)
    }

    /// Returns one side of the comparison.
    pub(super) fn log(&self, side: u32) -> Workload {
        Workload { kind: self.kind, benchmarks: self.benchmarks, side }
    }

    /// Returns the maximum number of runs.
    pub(super) fn runs_max(&self) -> usize {
        match self.program {
            Program::Reference(runs) => runs,
            Program::Ours(_) | Program::Mode(_) | Program::Bare(_) | Program::Limit => usize::MAX,
        }
    }

    /// Returns the exit statuses that are not errors: a gate that fails has done its work.
    pub(super) fn answers(&self) -> &'static [i32] {
        match self.program {
            Program::Mode(mode) => mode.answers,
            _ => &[0],
        }
    }

    pub(super) fn command(&self, programs: &Programs, logs: &[PathBuf]) -> Vec<String> {
        let words: Vec<String> = match self.program {
            Program::Ours(threads) => {
                vec![programs.ours.display().to_string(), "-j".into(), threads.to_string()]
            }
            Program::Mode(mode) => {
                let own = programs.ours.display().to_string();
                let args = mode.args.iter().chain(&["-j", "1"]).map(|&word| word.to_owned());
                [own].into_iter().chain(args).collect()
            }
            Program::Reference(_) => vec![programs.reference.display().to_string()],
            Program::Bare(threads) => {
                let own = std::env::current_exe().unwrap_or_default().display().to_string();
                let (_, benchmarks) = self.logs();
                let log = self.log(0);
                let samples = 2 * benchmarks * log.units();
                let numbers = [threads as u32, samples, log.runs()].map(|n| n.to_string());
                [own, BARE.into()].into_iter().chain(numbers).collect()
            }
            Program::Limit => vec!["wc".into(), "-l".into()],
        };
        words.into_iter().chain(logs.iter().map(|log| log.display().to_string())).collect()
    }
}
