//! `cargo xtask test`: everything that must hold before a change lands, in stages.
//!
//! Says when a stage begins, that it is still running, and how long it took; the end is one verdict.
//! What a machine lacks is an error, not a test less. Words choose stages by their names, for who mends one of them;
//! the verdict says then how many there are.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use regex::Regex;

use crate::page;
use crate::parquet;
use crate::programs::target;
use crate::python;
use crate::site;

/// How long a stage runs before it is said again that it does.
const HEARTBEAT: Duration = Duration::from_secs(60);

/// A stage: its name, and what is run.
type Stage = (&'static str, Work);

enum Work {
    /// cargo with these arguments.
    Cargo(&'static [&'static str]),
    /// Another program.
    Program(fn() -> Result<Command, String>),
    /// A part of this program.
    Call(fn() -> crate::Outcome),
}

/// What is run, in the order in which failures are cheapest to find.
const STAGES: &[Stage] = &[
    ("formatting", Work::Cargo(&["fmt", "--all", "--check"])),
    (
        "lints",
        Work::Cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ]),
    ),
    // By itself: beside the program, which needs all features, the library always has them.
    (
        "lints of the library without features",
        Work::Cargo(&["clippy", "--package", "benchlens-core", "--locked", "--", "-D", "warnings"]),
    ),
    ("tests", Work::Cargo(&["test", "--workspace", "--locked"])),
    // What is off by default, and is a part of what is released.
    ("pictures and tables", Work::Cargo(&parquet::ALL_FEATURES)),
    ("questions of other programs about Parquet", Work::Call(parquet::questions)),
    ("fuzz targets", Work::Program(fuzz_targets)),
    ("documentation", Work::Program(documentation)),
    ("Python package", Work::Program(python::tests)),
    ("Python package on a cluster", Work::Program(python::spark_tests)),
    ("module and page", Work::Call(|| Ok(page::build(&[])?.is_some()))),
    ("documentation site", Work::Call(site::of_built_page)),
    ("types of the page's scripts", Work::Call(page::check_types)),
    ("module in Node", Work::Program(page::parity)),
    ("module in two parts", Work::Program(page::parity_in_parts)),
    ("module as JavaScript calls it", Work::Program(page::module)),
    ("the package's example", Work::Program(page::example)),
    ("what is shipped", Work::Call(|| crate::ship::ship(&[]))),
    ("page in a browser", Work::Program(page::in_browser)),
];

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    let chosen = chosen(words)?;
    let began = Instant::now();
    let (mut passed, mut failed) = (0, 0);
    let mut times = Vec::new();
    let mut verdict = "passed".to_owned();
    for (index, (name, work)) in chosen {
        let place = format!("{}/{}", index + 1, STAGES.len());
        eprintln!("xtask test: [{place}] {name}: begins at {}", shown(began.elapsed()));
        let start = Instant::now();
        let done = alive(name, || work.run());
        times.push((name, start.elapsed()));
        let is_ok = done.as_ref().is_ok_and(|done| done.is_ok);
        if let Ok(done) = &done {
            passed += done.passed;
            failed += done.failed;
        }
        if let Err(error) = done {
            eprintln!("xtask test: {name}: {error}");
        }
        let word = if is_ok { "passed" } else { "failed" };
        eprintln!("xtask test: [{place}] {name}: {word} in {}", shown(start.elapsed()));
        if !is_ok {
            verdict = format!("failed in stage {place} ({name})");
            break;
        }
    }
    eprintln!("\nxtask test: stages");
    let is_ok = verdict == "passed";
    if is_ok && times.len() < STAGES.len() {
        verdict = format!("passed ({} of {} stages)", times.len(), STAGES.len());
    }
    for (name, time) in times {
        eprintln!("{:>9}  {name}", shown(time));
    }
    println!("total: {passed} passed, {failed} failed");
    println!("xtask test: {verdict} in {}", shown(began.elapsed()));
    Ok(is_ok)
}

/// The stages whose names contain one of `words`, with their places; all if there are no words.
fn chosen(words: &[String]) -> Result<Vec<(usize, &'static Stage)>, String> {
    for word in words {
        if !STAGES.iter().any(|(name, _)| name.contains(word.as_str())) {
            let names: Vec<_> = STAGES.iter().map(|(name, _)| *name).collect();
            return Err(format!("no stage is called {word}; there are: {}", names.join(", ")));
        }
    }
    let is_chosen =
        |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    Ok(STAGES.iter().enumerate().filter(|(_, (name, _))| is_chosen(name)).collect())
}

/// The result of a stage: whether it passed, and how many tests it counted.
#[derive(Default)]
struct Done {
    is_ok: bool,
    passed: u64,
    failed: u64,
}

impl Work {
    fn run(&self) -> Result<Done, String> {
        match self {
            Self::Cargo(arguments) => {
                let mut cargo = Command::new(env!("CARGO"));
                watched(cargo.args(*arguments))
            }
            Self::Program(command) => watched(&mut command()?),
            Self::Call(call) => Ok(Done { is_ok: call()?, ..Done::default() }),
        }
    }
}

/// The fuzz targets are no part of the workspace: only libFuzzer's own flags need a nightly compiler.
fn fuzz_targets() -> Result<Command, String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["check", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]);
    cargo.arg(target().join("fuzz")).current_dir(crate::programs::root());
    Ok(cargo)
}

fn documentation() -> Result<Command, String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings");
    Ok(cargo)
}

/// Runs a program, passes on what it prints, and adds up the tests that it says passed and failed.
fn watched(command: &mut Command) -> Result<Done, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let fail = |error: std::io::Error| format!("{name}: {error}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(fail)?;
    let count =
        Regex::new(r"([0-9]+) passed[;,] ([0-9]+) failed").map_err(|error| error.to_string())?;
    let mut done = Done::default();
    let output = child.stdout.take().into_iter().flat_map(|pipe| BufReader::new(pipe).split(b'\n'));
    for line in output {
        let line = line.map_err(fail)?;
        let mut out = std::io::stdout().lock();
        out.write_all(&line).and_then(|()| out.write_all(b"\n")).map_err(fail)?;
        if let Some(found) = count.captures(&String::from_utf8_lossy(&line)) {
            done.passed += found[1].parse().unwrap_or(0);
            done.failed += found[2].parse().unwrap_or(0);
        }
    }
    done.is_ok = child.wait().map_err(fail)?.success();
    Ok(done)
}

/// Does some work, and says now and then that it is being done.
fn alive<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let (end, ended) = channel::<()>();
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(HEARTBEAT) == Err(RecvTimeoutError::Timeout) {
                eprintln!("xtask test: {name}: running for {}", shown(start.elapsed()));
            }
        });
        let done = work();
        drop(end);
        done
    })
}

/// A time as `9m24s`.
fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}m{:02}s", seconds / 60, seconds % 60)
}
