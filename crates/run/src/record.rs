//! The measurement: block after block, with every version in each block.
//!
//! Takes a plan and opened logs; gives what the logs contain. A [`Watcher`] is notified of each step and may end an
//! item. A run is valid if its command succeeded and printed a result. Must not know the watcher.

use std::ffi::OsString;
use std::io::Write;
use std::time::{Duration, Instant};

use benchlens_base::Sentence;

use crate::counted::{Counted, has_fixed_count};
use crate::headed::{Headed, events};
use crate::interrupts::Interrupts;
use crate::lines::{block_lines, cpu_line, end_line, head, result_line, when};
use crate::logs::{Log, LogError, Logs};
use crate::plan::{Item, Measure, Plan, Template};
use crate::process::{Ended, Finished, Job, Launcher, Usage};
use crate::step::Step;
use crate::words::{join, reason};

/// Whether to continue with an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Continue with the next block.
    Next,
    /// Stop, because this item needs no more blocks.
    Enough,
}

/// Observes the progress of a measurement.
pub trait Watcher {
    /// Called when a run begins.
    fn begin(&mut self, step: &Step<'_>);
    /// Called when a run has ended.
    fn end(&mut self, step: &Step<'_>);
    /// Called with a message for the user.
    fn note(&mut self, note: &Sentence);
    /// Classifies the output of a command.
    fn printed(&mut self, output: &mut dyn std::io::Read) -> Printed;
    /// Returns what a process measured, or `None` if that is not one benchmark, or if it measured CPU time itself.
    fn counted(&mut self, output: &mut dyn std::io::Read) -> Option<Counted>;
    /// Called when the `blocks`th block of an item is in the logs; returns whether to continue.
    fn block(&mut self, item: usize, blocks: u32) -> Flow;
    /// Called after that if the runs give several results; returns the number of results of further runs. It must not
    /// depend on which version a process belongs to, because the test swaps the versions within blocks.
    fn results(&mut self, blocks: u32, spent: &Spent) -> u32;
}

/// The output of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Printed {
    /// It contains no result.
    Nothing,
    /// It contains results in the format of a log.
    Log,
    /// It contains results in another format, converted to this log.
    Other(Vec<u8>),
    /// It contains results of which only this part belongs in the log.
    Part(Vec<u8>),
}

/// Why a measurement ended early.
#[derive(Debug)]
pub enum Stop {
    /// A signal interrupted it.
    Interrupted(i32),
    /// A command failed.
    Failed(Failed),
    /// A log cannot be written.
    Log(LogError),
    /// The system refused to start a process.
    System(std::io::Error),
}

/// A command that failed.
#[derive(Debug)]
pub struct Failed {
    /// The index of the version that was measured; `None` if the command was not a measurement.
    pub version: Option<usize>,
    /// The sentence.
    pub sentence: Sentence,
    /// The last lines of the command's output.
    pub tail: Vec<u8>,
}

impl Stop {
    /// Returns the failure of a command.
    #[must_use]
    pub fn failed(sentence: impl Into<Sentence>, tail: Vec<u8>) -> Stop {
        Stop::Failed(Failed { version: None, sentence: sentence.into(), tail })
    }

    /// Returns the message.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Stop::Interrupted(_) => "interrupted".into(),
            Stop::Failed(failed) => failed.sentence.clone(),
            Stop::Log(error) => error.sentence(),
            Stop::System(error) => format!("cannot start a process: {}", reason(error)).into(),
        }
    }

    /// Adds which version was measured.
    fn of_version(self, index: usize) -> Stop {
        match self {
            Stop::Failed(failed) => Stop::Failed(Failed { version: Some(index), ..failed }),
            Stop::Interrupted(_) | Stop::Log(_) | Stop::System(_) => self,
        }
    }
}

impl From<LogError> for Stop {
    fn from(error: LogError) -> Stop {
        Stop::Log(error)
    }
}

/// The time that the runs of some blocks used, all with the same number of results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// The number of runs.
    pub runs: u32,
    /// The number of results that each run was asked for.
    pub results: u32,
    /// Until the processes printed something, in all.
    pub starting: Duration,
    /// From then to their end, in all.
    pub measuring: Duration,
}

impl Spent {
    /// Adds a run that has just ended.
    fn add_run(&mut self, step: &Step<'_>, begun: Instant, printed: Instant) {
        if !step.is_warmup {
            self.runs += 1;
            self.starting += printed - begun;
            self.measuring += printed.elapsed();
        }
    }
}

/// The result of a measurement.
#[derive(Debug)]
pub struct Outcome {
    /// The number of complete blocks in the logs, over all items.
    pub blocks: u32,
    /// The number of blocks that were excluded because a run failed.
    pub left_out: u32,
    /// Why the measurement ended early, if it did.
    pub stop: Option<Stop>,
}

/// Runs the measurement.
pub fn record(
    plan: &Plan,
    logs: &mut Logs,
    launcher: &Launcher,
    interrupts: &mut Interrupts,
    watcher: &mut dyn Watcher,
) -> Outcome {
    let mut work = Work {
        plan,
        logs,
        launcher,
        interrupts,
        watcher,
        random: fastrand::Rng::with_seed(plan.seed),
        blocks: 0,
        left_out: 0,
        reported_left: false,
        spent: Spent::default(),
        heads: (0..plan.versions.len()).map(|index| head(plan, index, launcher.counters)).collect(),
    };
    let mut stop = work.all().err();
    // Cleanup commands run in any case, but another signal ends them.
    work.interrupts.forget();
    if let Err(failed) = work.for_each_version(plan.hooks.cleanup.as_ref()) {
        stop.get_or_insert(failed);
    }
    Outcome { blocks: work.blocks, left_out: work.left_out, stop }
}

/// Replaces the output of the run in progress.
fn replace(log: &mut Log, head: &str, text: &[u8], end: &str) -> Result<(), Stop> {
    log.roll_back()?;
    let written = log.write_all(head.as_bytes()).and_then(|()| log.write_all(text));
    written.and_then(|()| log.end_run(end)).map_err(|error| log.error(error).into())
}

/// Returns an error if the output is events of Go that must hold the value of a parameter: each package has its own
/// configuration, so the value would not belong to any of them.
fn check_events(step: &Step<'_>, is_of_events: bool) -> Result<(), Stop> {
    if !is_of_events || step.item.values.is_empty() {
        return Ok(());
    }
    let why = format!("{}: events of go test -json cannot hold the value of ", step.label);
    let why = Sentence::from(why).and_setting("param").and(": leave -json out");
    Err(Stop::failed(why, Vec::new()))
}

/// Returns whether a run measures one benchmark with a fixed number of iterations.
fn is_counted(step: &Step<'_>, job: &Job) -> bool {
    step.item.name.is_some() && has_fixed_count(&job.words)
}

struct Work<'a> {
    plan: &'a Plan,
    logs: &'a mut Logs,
    launcher: &'a Launcher,
    interrupts: &'a mut Interrupts,
    watcher: &'a mut dyn Watcher,
    random: fastrand::Rng,
    blocks: u32,
    left_out: u32,
    reported_left: bool,
    /// The time of the runs with the current number of results.
    spent: Spent,
    /// The text before the first run of each log.
    heads: Vec<String>,
}

impl Work<'_> {
    fn all(&mut self) -> Result<(), Stop> {
        let plan = self.plan;
        self.for_each_version(plan.hooks.setup.as_ref())?;
        for number in 0..plan.items.len() {
            let results = plan.results.unwrap_or_default();
            self.spent = Spent { results, ..Spent::default() };
            for block in 0..plan.warmup {
                self.block(number, block, true)?;
            }
            let (begun, mut recorded) = (Instant::now(), 0);
            for block in 0..plan.blocks {
                let is_over = |(span, least)| span <= begun.elapsed() && least <= recorded;
                if plan.enough.is_some_and(is_over) {
                    break;
                }
                self.logs.mark();
                match self.block(number, block, false) {
                    Ok(()) => {
                        (self.blocks, recorded) = (self.blocks + 1, recorded + 1);
                        if self.watcher.block(number, recorded) == Flow::Enough {
                            break;
                        }
                        self.set_results(recorded);
                    }
                    Err(Stop::Failed(Failed { sentence, .. })) if plan.keep_going => {
                        self.logs.back_to_mark()?;
                        self.left_out += 1;
                        self.watcher.note(&sentence.and("; skipped the block"));
                    }
                    Err(stop) => return Err(stop),
                }
            }
        }
        Ok(())
    }

    /// Asks for the number of results of further runs.
    fn set_results(&mut self, blocks: u32) {
        if self.plan.results.is_some() {
            let results = self.watcher.results(blocks, &self.spent);
            if results != self.spent.results {
                self.spent = Spent { results, ..Spent::default() };
            }
        }
    }

    /// Runs every version once, or as often as a block repeats it.
    fn block(&mut self, number: usize, block: u32, is_warmup: bool) -> Result<(), Stop> {
        let plan = self.plan;
        let item = &plan.items[number];
        for _ in 0..plan.repeats {
            let order = plan.order.of(block, plan.versions.len(), &mut self.random);
            for index in order {
                let version = &plan.versions[index];
                if item.name.as_ref().is_some_and(|name| version.lacks.contains(name)) {
                    continue;
                }
                let label = &version.label;
                let step = Step { item, item_number: number, block: block + 1, is_warmup, label };
                self.watcher.begin(&step);
                self.run(index, &step).map_err(|stop| stop.of_version(index))?;
                self.watcher.end(&step);
            }
        }
        Ok(())
    }

    /// Runs a version once and writes its output to its log.
    fn run(&mut self, index: usize, step: &Step<'_>) -> Result<(), Stop> {
        let plan = self.plan;
        let version = &plan.versions[index];
        let Some(command) =
            version.commands.get((step.block as usize - 1) % version.commands.len().max(1))
        else {
            return Ok(());
        };
        if let Some(prepare) = &plan.hooks.prepare {
            self.help(prepare, step.item, &version.label)?;
        }
        let job = Job {
            words: command.fill(step.item, plan.results.map(|_| self.spent.results)),
            folder: command.folder.clone(),
            environment: command.environment.clone(),
            timeout: plan.timeout,
        };
        // Output is written to the log immediately; an invalid run is rolled back.
        let log = self.logs.log(index);
        // If the first block was rolled back, the head was removed with it.
        let head = if log.has_run() { "" } else { &self.heads[index] };
        let head = format!("{head}{}", block_lines(plan, step));
        let mut log = Headed::new(log, head.clone());
        let out = match plan.measure {
            Measure::Output => Some(&mut log as &mut (dyn Write + Send)),
            Measure::Command(_) => None,
        };
        let begun = Instant::now();
        let finished = self.launcher.run(&job, out, self.interrupts).map_err(Stop::System);
        let printed = log.printed().unwrap_or(begun);
        self.spent.add_run(step, begun, printed);
        let (is_of_json, behind) = (log.is_of_events(), log.head_len());
        let checked =
            finished.and_then(|finished| self.check(index, step, &job.words, finished, behind));
        let checked = checked.and_then(|(usage, printed)| {
            let is_of_events = printed == Printed::Log && is_of_json;
            check_events(step, is_of_events).map(|()| (usage, printed))
        });
        let cpu = match &checked {
            Ok((usage, Printed::Log)) if is_counted(step, &job) => {
                self.cpu_time(index, behind, usage)
            }
            _ => None,
        };
        let (log, end) = (self.logs.log(index), cpu.unwrap_or_default() + &end_line(plan, step));
        let as_in_log = |text: &str| if is_of_json { events(text) } else { text.to_owned() };
        let kept = match (checked, &plan.measure) {
            (Ok(_), _) if step.is_warmup => log.roll_back().map_err(Stop::Log),
            (Ok((_, Printed::Other(text))), Measure::Output) => replace(log, &head, &text, &end),
            (Ok((_, Printed::Part(text))), Measure::Output) => {
                let text = as_in_log(&String::from_utf8_lossy(&text));
                replace(log, &as_in_log(&head), text.as_bytes(), &as_in_log(&end))
            }
            (Ok(_), Measure::Output) => {
                log.end_run(&as_in_log(&end)).map_err(|error| log.error(error).into())
            }
            (Ok((usage, _)), Measure::Command(name)) => {
                let line = head + &result_line(name, step.item, &usage) + &end;
                log.write_all(line.as_bytes()).map_err(|error| log.error(error).into())
            }
            (Err(stop), _) => Err(stop),
        };
        match kept {
            Ok(()) if step.is_warmup => {}
            Ok(()) => log.keep_run(),
            // A file on a full disk can still be truncated. If truncating fails, the first error is more important.
            Err(_) => drop(log.roll_back()),
        }
        kept
    }

    /// Returns the CPU time of a process as a result. With a fixed number of iterations, almost all of it belongs to the
    /// benchmark.
    fn cpu_time(&mut self, index: usize, behind: u64, usage: &Usage) -> Option<String> {
        let mut output = self.logs.log(index).unkept(behind).ok()?;
        Some(cpu_line(&self.watcher.counted(&mut output)?, usage))
    }

    /// Returns whether a run is valid, and its output after the bytes that benchlens wrote.
    fn check(
        &mut self,
        index: usize,
        step: &Step<'_>,
        words: &[OsString],
        finished: Finished,
        behind: u64,
    ) -> Result<(Usage, Printed), Stop> {
        let label = step.label;
        let log = self.logs.log(index);
        if let Ended::Interrupted(signal) = finished.ended {
            return Err(Stop::Interrupted(signal));
        }
        if let Some(error) = finished.unwritten {
            return Err(log.error(error).into());
        }
        let shown = join(words.iter().map(|word| &**word));
        let what = finished.ended.failure(self.plan.timeout);
        if let Some(what) = what {
            let when = when(step, self.plan);
            let sentence = Sentence::from(format!("{label}, {when}: {shown} "));
            return Err(Stop::failed(sentence.and_sentence(what), finished.tail));
        }
        let mut printed = Printed::Log;
        if self.plan.measure == Measure::Output {
            let read = log.unkept(behind).map(|mut read| self.watcher.printed(&mut read));
            printed = read.map_err(|error| log.error(error))?;
            if printed == Printed::Nothing {
                let when = when(step, self.plan);
                let sentence = format!("{label}, {when}: {shown} printed no benchmark result (");
                let sentence = Sentence::from(sentence).and_setting("time");
                let sentence = sentence.and(" measures the command itself)");
                return Err(Stop::failed(sentence, finished.tail));
            }
        }
        if 0 < finished.left && !self.reported_left {
            self.reported_left = true;
            let processes = if finished.left == 1 {
                "1 process".to_owned()
            } else {
                format!("{} processes", finished.left)
            };
            self.watcher.note(&Sentence::from(format!(
                "{label}: {shown} left {processes} running, which benchlens ended (reported once)"
            )));
        }
        Ok((finished.usage, printed))
    }

    /// Runs a command that is not measured, for each version.
    fn for_each_version(&mut self, command: Option<&Template>) -> Result<(), Stop> {
        let Some(command) = command else { return Ok(()) };
        let (plan, item) = (self.plan, Item::default());
        plan.versions.iter().try_for_each(|version| self.help(command, &item, &version.label))
    }

    /// Runs a command that is not measured.
    fn help(&mut self, command: &Template, item: &Item, label: &str) -> Result<(), Stop> {
        let mut values = item.clone();
        values.values.push(("label".to_owned(), label.to_owned()));
        let words = command.fill(&values, None);
        let shown = join(words.last().map(|word| &**word));
        let job = Job { words, timeout: self.plan.timeout, ..Job::default() };
        let mut nowhere = std::io::sink();
        let finished = self.launcher.run(&job, Some(&mut nowhere), self.interrupts);
        let finished = finished.map_err(Stop::System)?;
        if let Ended::Interrupted(signal) = finished.ended {
            return Err(Stop::Interrupted(signal));
        }
        match finished.ended.failure(self.plan.timeout) {
            None => Ok(()),
            Some(what) => {
                let sentence = Sentence::from(format!("{label}: {shown} ")).and_sentence(what);
                Err(Stop::failed(sentence, finished.tail))
            }
        }
    }
}
