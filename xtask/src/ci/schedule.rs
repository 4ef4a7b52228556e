//! Runs stages, each in a separate process, two in parallel.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use regex::Regex;

use super::folder::folder;
use super::stage::{Stage, Takes};

/// The number of stages that run in parallel.
const LANES: usize = 2;

/// After this time without output, the running stages are printed.
const HEARTBEAT: Duration = Duration::from_secs(60);

/// The number of lines of a failed stage's log that are printed.
const TAIL: usize = 150;

/// The number of findings of a stage that are listed at the end.
const FINDINGS: usize = 20;

/// The result of a stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    Passed,
    Failed,
    /// A stage that it needs did not pass.
    NotRun {
        needs: &'static str,
    },
}

/// A stage that has ended.
pub(super) struct Ran<'s> {
    pub(super) stage: &'s Stage,
    pub(super) end: End,
    pub(super) time: Duration,
    /// The numbers of its tests: passed, failed.
    pub(super) tests: [u64; 2],
    /// The lines of its log that name a failure or a retried test.
    pub(super) findings: Vec<String>,
    pub(super) log: PathBuf,
}

struct Running<'s> {
    stage: &'s Stage,
    child: Child,
    began: Instant,
    log: PathBuf,
}

/// Runs all stages in an order that respects their dependencies; `xtask` is this program. Calls `ended` for each
/// stage that ends.
pub(super) fn run<'s>(
    stages: &[&'s Stage],
    xtask: &Path,
    ended: &mut dyn FnMut(&Ran<'s>),
) -> Vec<Ran<'s>> {
    let began = Instant::now();
    let mut left: Vec<&Stage> = stages.to_vec();
    let (mut running, mut ran): (Vec<Running<'_>>, Vec<Ran<'_>>) = (Vec::new(), Vec::new());
    let mut quiet = Instant::now();
    while !left.is_empty() || !running.is_empty() {
        drop_unreachable(&mut left, &mut ran);
        while let Some(at) = next(&left, &running) {
            let stage = left.remove(at);
            eprintln!("xtask ci: {}: begins at {}", stage.name, shown(began.elapsed()));
            quiet = Instant::now();
            match start(stage, xtask) {
                Ok(started) => running.push(started),
                Err(error) => {
                    eprintln!("xtask ci: {}: cannot be started: {error}", stage.name);
                    ran.push(Ran {
                        stage,
                        end: End::Failed,
                        time: Duration::ZERO,
                        tests: [0, 0],
                        findings: vec![error],
                        log: PathBuf::new(),
                    });
                }
            }
        }
        let is_ended = |one: &mut Running<'_>| !matches!(one.child.try_wait(), Ok(None));
        match running.iter_mut().position(is_ended) {
            Some(at) => {
                let done = finish(running.swap_remove(at));
                quiet = Instant::now();
                ended(&done);
                ran.push(done);
            }
            None => thread::sleep(Duration::from_millis(100)),
        }
        if HEARTBEAT < quiet.elapsed() {
            quiet = Instant::now();
            let names = running
                .iter()
                .map(|one| format!("{} for {}", one.stage.name, shown(one.began.elapsed())));
            eprintln!("xtask ci: running: {}", names.collect::<Vec<_>>().join(", "));
        }
    }
    ran
}

/// Removes the stages that need a stage that did not pass.
fn drop_unreachable<'s>(left: &mut Vec<&'s Stage>, ran: &mut Vec<Ran<'s>>) {
    // One removal may make another stage unreachable; this works in one pass because each stage follows its
    // dependencies.
    left.retain(|stage| {
        let failed = stage
            .needs
            .iter()
            .find(|need| ran.iter().any(|ran| ran.stage.name == **need && ran.end != End::Passed));
        if let Some(needs) = failed {
            eprintln!("xtask ci: {}: not run, because it needs {needs}", stage.name);
            let end = End::NotRun { needs };
            ran.push(Ran {
                stage,
                end,
                time: Duration::ZERO,
                tests: [0, 0],
                findings: Vec::new(),
                log: PathBuf::new(),
            });
        }
        failed.is_none()
    });
}

/// Returns the first stage that can run in parallel with the running stages.
fn next(left: &[&Stage], running: &[Running<'_>]) -> Option<usize> {
    let is_taken = |takes: Takes| running.iter().any(|one| one.stage.takes == takes);
    if LANES <= running.len() || is_taken(Takes::Machine) {
        return None;
    }
    left.iter().position(|stage| {
        let is_fit = match stage.takes {
            Takes::Lane => true,
            Takes::Cargo => !is_taken(Takes::Cargo),
            Takes::Machine => running.is_empty(),
        };
        let waits = |need: &&str| {
            left.iter().any(|other| other.name == *need)
                || running.iter().any(|one| one.stage.name == *need)
        };
        is_fit && !stage.needs.iter().any(waits)
    })
}

fn start<'s>(stage: &'s Stage, xtask: &Path) -> Result<Running<'s>, String> {
    let log = folder().join("logs").join(format!("{}.log", stage.name.replace(' ', "-")));
    let file = File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?;
    let errors = file.try_clone().map_err(|error| error.to_string())?;
    let mut command = Command::new(xtask);
    command.env(crate::project::TOOL, folder().join("xtask-with-all"));
    command.arg("stage").arg(stage.name).stdin(Stdio::null()).stdout(file).stderr(errors);
    let child = command.spawn().map_err(|error| error.to_string())?;
    Ok(Running { stage, child, began: Instant::now(), log })
}

fn finish(mut done: Running<'_>) -> Ran<'_> {
    let is_ok = done.child.wait().is_ok_and(|status| status.success());
    let time = done.began.elapsed();
    let text = fs::read(&done.log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let tests = tests(&text);
    let word = if is_ok { "passed" } else { "FAILED" };
    let counts = match tests {
        [0, 0] => String::new(),
        [passed, failed] => format!(", {passed} tests passed, {failed} failed"),
    };
    eprintln!("xtask ci: {}: {word} in {}{counts}", done.stage.name, shown(time));
    if !is_ok {
        let lines: Vec<&str> = text.lines().collect();
        let tail = &lines[lines.len().saturating_sub(TAIL)..];
        eprintln!("---- {} (the end of {})", done.stage.name, done.log.display());
        tail.iter().for_each(|line| eprintln!("{line}"));
        eprintln!("---- end of {}", done.stage.name);
    }
    let findings = findings(&text, is_ok);
    let end = if is_ok { End::Passed } else { End::Failed };
    Ran { stage: done.stage, end, time, tests, findings, log: done.log }
}

/// Returns the sums of passed and failed tests in a log.
fn tests(log: &str) -> [u64; 2] {
    let count = Regex::new(r"([0-9]+) passed[;,] ([0-9]+) failed").expect("a pattern");
    let number = |text: &str| text.parse::<u64>().unwrap_or(0);
    count.captures_iter(log).fold([0, 0], |[passed, failed], found| {
        [passed + number(&found[1]), failed + number(&found[2])]
    })
}

/// Returns the lines of a log that name failures. For a stage that passed, returns only the retried tests.
fn findings(log: &str, is_ok: bool) -> Vec<String> {
    let retried = "^retried: ";
    // The pattern avoids \w, because this program's build of regex has no Unicode tables.
    let failed = r"^(test .* FAILED$|FAIL |FAILED |retried: |error(\[[A-Z0-9]+\])?: |xtask stage: |Diff in )";
    let pattern = Regex::new(if is_ok { retried } else { failed }).expect("a pattern");
    let mut all = log.lines().peekable();
    let mut lines = Vec::new();
    while let Some(line) = all.next() {
        if !pattern.is_match(line) {
            continue;
        }
        // A browser test names its reason in the next line, which is indented.
        let reason = line.starts_with("FAIL ").then(|| all.next_if(|next| next.starts_with(' ')));
        lines.push(
            reason.flatten().map_or(line.into(), |reason| format!("{line}: {}", reason.trim())),
        );
    }
    lines.dedup();
    let more = lines.len().saturating_sub(FINDINGS);
    lines.truncate(FINDINGS);
    if 0 < more {
        lines.push(format!("and {more} more lines in the log"));
    }
    lines
}

/// Formats a time as `9m24s`.
pub(super) fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}m{:02}s", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_summed_up() {
        let log = "test a::b ... FAILED\nok\ntest result: FAILED. 3 passed; 1 failed; 0 ignored\n\n7 passed, 0 failed\n";
        assert_eq!(tests(log), [10, 1]);
        assert_eq!(findings(log, false), ["test a::b ... FAILED"]);
        assert!(findings(log, true).is_empty());
        let log = "ok   a (5 ms)\nFAIL b (7 ms)\n     Error: no\n     at c.mjs:1\n\nFAIL d\n";
        assert_eq!(findings(log, false), ["FAIL b (7 ms): Error: no", "FAIL d"]);
        assert_eq!(findings("retried: kept: a\n", true), ["retried: kept: a"]);
    }
}
