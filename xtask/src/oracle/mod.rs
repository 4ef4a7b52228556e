//! Differential testing: runs the same logs and flags through benchstat and benchlens, and through benchfilter and
//! `benchlens convert`.
//!
//! It first checks that the recorded cases of `tests/cases/` still contain the output of benchstat. Then it uses two
//! sources of trials: the Go logs of a folder (each log, pairs of logs, and every key in them as columns), and random
//! trials from a generator that produces the same trial from the same seed on any machine. Each intended difference
//! must belong to one of the classes in [`deviation`]; the classes are counted, so that a growing class is noticed.

mod compare;
mod convert;
mod corpus;
mod deviation;
mod expression;
mod facts;
mod generate;
mod judge;
mod options;

mod random;
mod random_trial;
mod recorded;
mod shrink;
mod trial;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::programs::{self, Programs};
use convert::Conversion;
use judge::Verdict;
use options::Options;
use trial::Trial;

/// Further failures are counted but not kept.
const KEPT: usize = 200;

const HELP: &str = "usage: cargo xtask oracle [options]

  --corpus DIR   compare on the Go logs in a folder too (PAIRS.tsv there names pairs)
  --cases N      so many random trials (default 5000)
  --seed S       another sequence of random trials (default 1)
  --only K       only the random trial number K
  --convert      only benchlens convert, against benchfilter
  --bin PATH     the program under test (default: build benchlens)
";

/// Runs `cargo xtask oracle`.
pub(crate) fn run(args: &[String]) -> crate::Outcome {
    let Some(options) = Options::parse(args)? else {
        print!("{HELP}");
        return Ok(true);
    };
    let programs = Programs::find(options.bin.as_deref())?;
    let folder = programs::target().join("oracle");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let mut tally = Tally::default();
    if options.only.is_none() {
        let (count, untrue) = recorded::check(&programs, &folder.join("recorded"))?;
        println!("{count} recorded cases, {} no longer true\n{}", untrue.len(), untrue.concat());
        tally.passed += count - untrue.len();
        tally.failed += untrue.len();
    }
    if options.convert {
        tally.add(conversions(&options, &programs, &folder)?);
        tally.print();
        return Ok(tally.failed == 0);
    }
    match &options.corpus {
        Some(dir) => {
            let trials = corpus::trials(dir)?;
            println!("{} trials over the logs in {}", trials.len(), dir.display());
            tally.add(all(&programs, &folder, trials.len(), |k| trials[k].clone(), false));
        }
        None => println!("no --corpus: the comparison on real logs is skipped"),
    }
    let (first, count) = match options.only {
        Some(number) => (number, 1),
        None => (0, options.cases),
    };
    println!("{count} random trials, seed {}", options.seed);
    let make = |k| random_trial::trial(options.seed, first + k);
    tally.add(all(&programs, &folder, count, make, true));
    if options.only.is_none() {
        tally.add(conversions(&options, &programs, &folder)?);
    }
    tally.print();
    Ok(tally.failed == 0)
}

/// The number of random filters that are compared with benchfilter; most of the time is for the trials of benchstat.
const CONVERSIONS: usize = 1000;

/// Compares `benchlens convert` with benchfilter.
fn conversions(options: &Options, programs: &Programs, folder: &Path) -> Result<Tally, String> {
    let logs = options.corpus.as_deref().map(convert::Logs::of).transpose()?;
    let mut all: Vec<Conversion> = Vec::new();
    if options.only.is_none() {
        all.extend(logs.iter().flat_map(convert::Logs::whole));
        println!("{} conversions of whole logs", all.len());
    }
    let (first, count) = match options.only {
        Some(number) => (number, 1),
        None if options.convert => (0, options.cases),
        None => (0, CONVERSIONS),
    };
    println!("{count} random filters, seed {}", options.seed);
    let random = (first..first + count).map(|k| convert::random(logs.as_ref(), options.seed, k));
    all.extend(random);
    let mut tally = Tally::default();
    for (number, conversion) in all.iter().enumerate() {
        let work = folder.join(format!("convert-{number:05}"));
        match conversion.judge(programs, &work) {
            convert::Verdict::Pass => tally.passed += 1,
            convert::Verdict::Skip(why) => *tally.skipped.entry(why).or_default() += 1,
            convert::Verdict::Fail(what) => {
                tally.failed += 1;
                println!("FAIL {}: {}\n  {what}", conversion.name, work.display());
                continue;
            }
        }
        let _ = fs::remove_dir_all(work);
    }
    Ok(tally)
}

/// The results of the trials.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: BTreeMap<&'static str, usize>,
    deviations: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        for (why, count) in other.skipped {
            *self.skipped.entry(why).or_default() += count;
        }
        for (class, count) in other.deviations {
            *self.deviations.entry(class).or_default() += count;
        }
    }

    fn print(&self) {
        println!("intended differences met (trials):");
        for (class, count) in &self.deviations {
            println!("  {count:6} {class}");
        }
        for (why, count) in &self.skipped {
            println!("  {count:6} skipped: {why}");
        }
        let skipped: usize = self.skipped.values().sum();
        println!("{} passed, {} failed, {skipped} skipped", self.passed, self.failed);
    }
}

/// Runs `count` trials on all cores; failures are kept in the folder.
fn all(
    programs: &Programs,
    folder: &Path,
    count: usize,
    make: impl Fn(usize) -> Trial + Sync,
    shrink: bool,
) -> Tally {
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for worker in 0..threads {
            let work = folder.join(format!("work-{worker}"));
            let (next, tally, make) = (&next, &tally, &make);
            scope.spawn(move || {
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    if k >= count {
                        break;
                    }
                    let trial = make(k);
                    let verdict = trial.judge(programs, &work);
                    let smaller = match &verdict {
                        Verdict::Fail(_) if shrink => Some(shrink::shrink(&trial, programs, &work)),
                        _ => None,
                    };
                    let mut tally = tally.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    match verdict {
                        Verdict::Pass(deviations) => {
                            tally.passed += 1;
                            for class in deviations {
                                *tally.deviations.entry(class.name()).or_default() += 1;
                            }
                        }
                        Verdict::Skip(why) => *tally.skipped.entry(why).or_default() += 1,
                        Verdict::Fail(failure) => {
                            tally.failed += 1;
                            let (trial, failure) = smaller.unwrap_or((trial, failure));
                            if tally.failed <= KEPT {
                                failure.keep(&trial, folder, tally.failed);
                            }
                        }
                    }
                }
            });
        }
    });
    tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}
