//! What is measured.

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

/// What is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Program {
    /// benchlens on so many threads.
    Ours(usize),
    /// benchlens on one thread, with what CI asks for.
    Mode(Mode),
    /// benchstat, which uses all cores; at most so many runs.
    Reference(usize),
    /// Reading the logs and sorting as many numbers, on so many threads: the least there is to do.
    Bare(usize),
    /// `wc -l`: as fast as a file can be looked at.
    Limit,
}

/// What is asked for beside the plain table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mode {
    pub(super) name: &'static str,
    args: &'static [&'static str],
    /// The exit statuses that are no error.
    answers: &'static [i32],
}

/// Each analyses every comparison.
const GATE: Mode = Mode { name: "gate", args: &["-gate", "sec/op: +5%"], answers: &[0, 1] };
const JSON: Mode = Mode { name: "json", args: &["-format", "json"], answers: &[0] };
const MARKDOWN: Mode = Mode { name: "markdown", args: &["-format", "markdown"], answers: &[0] };
/// Reads and lists keys: what reading costs, without statistics.
const KEYS: Mode = Mode { name: "keys", args: &["keys"], answers: &[0] };
const OUTCOMES: Mode = Mode { name: "outcomes", args: &["-outcomes"], answers: &[0] };

/// All trials; those on the same logs stand together.
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
    /// Workload, program and threads, as they stand in the raw results.
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

    /// What tells its logs from those of other trials.
    pub(super) fn logs(&self) -> (Kind, u32) {
        (self.kind, self.benchmarks)
    }

    /// One side of the comparison.
    pub(super) fn log(&self, side: u32) -> Workload {
        Workload { kind: self.kind, benchmarks: self.benchmarks, side }
    }

    /// How often it may be run at most.
    pub(super) fn runs_max(&self) -> usize {
        match self.program {
            Program::Reference(runs) => runs,
            Program::Ours(_) | Program::Mode(_) | Program::Bare(_) | Program::Limit => usize::MAX,
        }
    }

    /// The exit statuses that are no error: a gate that fails has done its work.
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
