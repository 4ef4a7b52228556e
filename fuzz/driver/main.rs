//! Runs the fuzz targets on mutated inputs, in this process and on all cores, and counts the executions.
//!
//! `cargo xtask fuzz [SECONDS] [TARGET…]` runs all targets, or the named ones, for some seconds each. Failing inputs
//! are written to `fuzz/artifacts`, and `driver TARGET FILE` runs such an input again. `totals.toml` contains the
//! total number of executions of each target; the inputs depend on this number, so each run uses new inputs.

#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "../../tests/support/archives.rs"]
#[allow(dead_code)]
mod archives;
#[path = "../bodies.rs"]
#[allow(dead_code)]
mod bodies;
mod corpus;
mod mutate;
mod totals;

use std::cell::RefCell;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use corpus::Corpus;
use mutate::Random;
use totals::Totals;

/// A target: its name, its function, and whether its inputs are archives.
struct Target {
    name: &'static str,
    body: fn(&[u8]),
    is_packed: bool,
}

const TARGETS: [Target; 10] = [
    Target { name: "reader", body: bodies::reader, is_packed: false },
    Target { name: "documents", body: bodies::documents, is_packed: false },
    Target { name: "round_trip", body: bodies::round_trip, is_packed: false },
    Target { name: "filter", body: bodies::filter, is_packed: false },
    Target { name: "projection", body: bodies::projection, is_packed: false },
    Target { name: "gate", body: bodies::gate, is_packed: false },
    Target { name: "outputs", body: bodies::outputs, is_packed: false },
    Target { name: "comparisons", body: bodies::comparisons, is_packed: false },
    Target { name: "histories", body: bodies::histories, is_packed: false },
    Target { name: "archives", body: bodies::archives, is_packed: true },
];

/// A slower execution is reported as a failure.
const SLOW: Duration = Duration::from_secs(5);

/// The maximum number of failures of a target that are written in one run.
const FAILURES: u64 = 10;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [name, file] = &words[..]
        && let (Some(target), Ok(input)) = (find(name), fs::read(file))
    {
        (target.body)(&input);
        return ExitCode::SUCCESS;
    }
    let (mut seconds, mut chosen) = (10, Vec::new());
    for word in &words {
        match (word.parse(), find(word)) {
            (Ok(number), _) => seconds = number,
            (_, Some(target)) => chosen.push(target),
            _ => {
                let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                eprintln!("{word} is neither a number of seconds nor one of {}", names.join(", "));
                return ExitCode::from(2);
            }
        }
    }
    if chosen.is_empty() {
        chosen.extend(&TARGETS);
    }
    let corpus = Corpus::read(folder);
    let path = folder.join("totals.toml");
    let mut totals = Totals::read(&path);
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        LAST_PANIC.with(|last| *last.borrow_mut() = message);
    }));
    let mut failures = 0;
    for target in chosen {
        let before = totals.of(target.name);
        let run = Run { target, corpus: &corpus, folder, before };
        let (count, failed) = run.run(Duration::from_secs(seconds));
        failures += failed;
        totals.add(target.name, count);
        println!("{:12} {count:>12} executions, {:>14} in all", target.name, before + count);
        if let Err(error) = totals.write(&path) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A run of one target for some seconds.
struct Run<'a> {
    target: &'static Target,
    corpus: &'a Corpus,
    folder: &'a Path,
    /// The number of earlier executions.
    before: u64,
}

impl Run<'_> {
    /// Returns the number of executions, and how many of them failed.
    fn run(&self, time: Duration) -> (u64, u64) {
        let end = Instant::now() + time;
        let (next, done, failed) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        let worker = || {
            while Instant::now() < end && failed.load(Ordering::Relaxed) < FAILURES {
                let number = self.before + next.fetch_add(1, Ordering::Relaxed);
                let input = self.input(number);
                if let Err(message) = self.execute(&input) {
                    failed.fetch_add(1, Ordering::Relaxed);
                    let path = self.keep(number, &input);
                    let message: String = message.chars().take(500).collect();
                    eprintln!("{}: {message}\n  {}", self.target.name, path.display());
                }
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            (0..threads).for_each(|_| {
                scope.spawn(worker);
            });
        });
        (done.into_inner(), failed.into_inner())
    }

    /// Returns the input of an execution, which is determined by its number.
    fn input(&self, number: u64) -> Vec<u8> {
        let mut random = Random::new(self.target.name, number);
        let seed = self.corpus.pick(self.target.name, &mut random);
        let other = self.corpus.pick(self.target.name, &mut random);
        let mut input = mutate::mutate(seed, other, &mut random);
        if self.target.is_packed {
            input = mutate::pack(input, other, &mut random);
        }
        input
    }

    /// Runs the target once.
    fn execute(&self, input: &[u8]) -> Result<(), String> {
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| (self.target.body)(input)));
        let taken = start.elapsed();
        match result {
            Err(_) => Err(LAST_PANIC.with(|last| last.borrow().clone())),
            Ok(()) if SLOW < taken => Err(format!("took {taken:.1?}")),
            Ok(()) => Ok(()),
        }
    }

    /// Writes a failing input to a file.
    fn keep(&self, number: u64, input: &[u8]) -> PathBuf {
        let folder = self.folder.join("artifacts").join(self.target.name);
        let path = folder.join(format!("{number}"));
        if let Err(error) = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, input)) {
            eprintln!("{}: {error}", path.display());
        }
        path
    }
}
