//! Checks with cargo-mutants that tests notice changes to the code.
//!
//! It uses samples of the mutants in the code that makes decisions: gates, statistics and the parser of lines. The
//! results are added to `tests/mutants.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{cargo, does, printed, read};

/// The files in which mutants are made.
const FILES: [&str; 3] = [
    "crates/core/src/gate/**/*.rs",
    "crates/stats/src/**/*.rs",
    "crates/format/src/gobench/line.rs",
];

/// The packages of these files, whose tests must notice the mutants first.
const PACKAGES: [&str; 3] = ["benchlens-core", "benchlens-stats", "benchlens-format"];

/// The number of samples, of about 150 mutants each.
const SAMPLES: usize = 52;

/// Simulations, which take nine tenths of the time of the core's tests, by the folder that they check. They run only
/// with the mutants that the other tests miss.
const SIMULATIONS: [(&str, &str); 3] = [
    ("/stats/src/bisect/", "bisect::"),
    ("/stats/src/changes/", "changes:: of_what_is_told"),
    (
        "/stats/src/",
        "brute:: common_shift:: confirming:: control:: decimals_are_read in_turns:: intervals_cover \
         least_change:: processes:: randomization:: replication:: spending:: suites::",
    ),
];

/// The tests that must notice the mutants that the tests of the core miss.
const TESTS: [&str; 6] = ["gate::", "planted::", "cases::", "properties::", "parity::", "report::"];

/// The results of cargo-mutants, which writes a list for each.
const RESULTS: [&str; 4] = ["caught", "missed", "timeout", "unviable"];

/// Tests samples by their numbers from 1; without numbers, the first.
///
/// # Errors
///
/// Returns an error if cargo-mutants is not installed, or if a file cannot be read or written.
pub(crate) fn run(words: &[String]) -> Outcome {
    let usage =
        || format!("usage: cargo xtask mutants [SAMPLE…], with samples from 1 to {SAMPLES}");
    let number = |word: &String| word.parse().ok().filter(|sample| (1..=SAMPLES).contains(sample));
    let samples: Option<Vec<usize>> = words.iter().map(number).collect();
    let mut samples = samples.ok_or_else(usage)?;
    if samples.is_empty() {
        samples.push(1);
    }
    let mut known = Known::read()?;
    for sample in samples {
        test(sample, &mut known)?;
    }
    known.report();
    Ok(true)
}

/// Tests one sample: with the quick tests of the core, the mutants of the statistics that they miss with its
/// simulations, and all that are missed then with the tests of the workspace. Results of an earlier run are kept, even
/// if it was interrupted.
fn test(sample: usize, known: &mut Known) -> Result<(), String> {
    known.add(found()?)?;
    let mut list = mutants(&FILES);
    list.args(["--list", "--no-shuffle", "--sharding", "round-robin", "--shard"]);
    let listed = printed(list.arg(format!("{}/{SAMPLES}", sample - 1)))?;
    let new: Vec<String> =
        listed.lines().filter(|&name| !known.0.contains_key(name)).map(str::to_owned).collect();
    let packages = PACKAGES.iter().flat_map(|package| ["--test-package", package]);
    let core: Vec<&str> = packages.chain(["--cargo-arg=--lib", "--", "--"]).collect();
    let simulations = SIMULATIONS.iter().flat_map(|(_, names)| names.split(' '));
    let quick = core.iter().copied().chain(simulations.flat_map(|name| ["--skip", name]));
    notice(&new, &quick.collect::<Vec<_>>(), known)?;
    for (folder, simulations) in SIMULATIONS {
        let mut missed = known.missed();
        missed.retain(|name| name.contains(folder));
        let tests = core.iter().copied().chain(simulations.split(' '));
        notice(&missed, &tests.collect::<Vec<_>>(), known)?;
    }
    let tests = [&["--"], &TESTS[..]].concat();
    // cargo-mutants would try the tests without mutants only in the package with the mutants.
    if !does(cargo().args(["test", "--package", "benchlens", "--test=all"]).args(&tests))? {
        return Err("the tests fail without mutants".into());
    }
    let workspace =
        ["--test-package", "benchlens", "--baseline=skip", "--cargo-arg=--test=all", "--"];
    notice(&known.missed(), &[&workspace[..], &tests].concat(), known)
}

/// Tests mutants with some tests, and adds the results.
fn notice(mutants: &[String], tests: &[&str], known: &mut Known) -> Result<(), String> {
    if mutants.is_empty() {
        return Ok(());
    }
    finish(only(mutants).args(["--timeout", "300"]).args(tests))?;
    known.add(found()?)
}

/// Returns the command that makes these mutants.
fn only(names: &[String]) -> Command {
    let files: BTreeSet<&str> =
        names.iter().filter_map(|name| Some(name.split_once(':')?.0)).collect();
    let mut command = mutants(&Vec::from_iter(files));
    for name in names {
        command.arg("--re").arg(format!("^{}$", literal(name)));
    }
    command
}

/// Returns the command that makes mutants in files.
fn mutants(files: &[&str]) -> Command {
    let mut command = cargo();
    command.arg("mutants").args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    // Small units of code, each optimized alone: compiled again within ten seconds, and the tests are as quick as in a
    // release.
    command.env("CARGO_INCREMENTAL", "1").env("CARGO_PROFILE_DEV_CODEGEN_UNITS", "256");
    command.env("CARGO_PROFILE_DEV_LTO", "off").env("CARGO_PROFILE_DEV_OPT_LEVEL", "2");
    command.env("CARGO_PROFILE_DEV_DEBUG", "0");
    command.arg("--output").arg(folder());
    for file in files {
        command.args(["--file", file]);
    }
    command
}

/// Escapes a text for a regular expression.
fn literal(text: &str) -> String {
    let escaped = |character| match character {
        '\\' | '.' | '+' | '*' | '?' | '(' | ')' | '|' | '[' | ']' | '{' | '}' | '^' | '$' => {
            format!("\\{character}")
        }
        _ => String::from(character),
    };
    text.chars().map(escaped).collect()
}

fn folder() -> PathBuf {
    target().join("mutants")
}

/// Runs cargo-mutants.
fn finish(command: &mut Command) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder());
    fs::create_dir_all(folder()).map_err(|error| error.to_string())?;
    // It returns a failure if a mutant survives.
    let _ = does(command);
    if !folder().join("mutants.out").is_dir() {
        return Err("cargo mutants did not run: cargo install cargo-mutants --locked".into());
    }
    Ok(())
}

/// Returns the results of the last run of cargo-mutants by the names of the mutants.
fn found() -> Result<BTreeMap<String, String>, String> {
    let lists = folder().join("mutants.out");
    let mut found = BTreeMap::new();
    for result in RESULTS.into_iter().filter(|_| lists.is_dir()) {
        let names = read(&lists.join(format!("{result}.txt")))?;
        found.extend(names.lines().map(|name| (name.to_owned(), result.to_owned())));
    }
    Ok(found)
}

/// The known mutants: by name, whether each was caught.
struct Known(BTreeMap<String, String>);

const HEAD: &str = "\
# What tests found of mutants: `cargo xtask mutants` adds to it.
# caught, missed, timeout (as good as caught), unviable (does not compile); `missed: WHY` is explained.
";

impl Known {
    fn path() -> PathBuf {
        root().join("tests/mutants.txt")
    }

    fn read() -> Result<Known, String> {
        let text = read(&Known::path())?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let results = lines.filter_map(|line| line.split_once('\t'));
        let results = results.map(|(result, name)| (name.to_owned(), result.to_owned()));
        Ok(Known(results.collect()))
    }

    /// Adds results to the file. Explanations are kept.
    fn add(&mut self, found: BTreeMap<String, String>) -> Result<(), String> {
        for (name, result) in found {
            let known = self.0.entry(name).or_default();
            if !known.starts_with(&format!("{result}: ")) {
                *known = result;
            }
        }
        self.write()
    }

    /// Returns the mutants that were missed without an explanation.
    fn missed(&self) -> Vec<String> {
        let missed = self.0.iter().filter(|(_, result)| *result == "missed");
        missed.map(|(name, _)| name.clone()).collect()
    }

    fn write(&self) -> Result<(), String> {
        let lines = self.0.iter().map(|(name, result)| format!("{result}\t{name}\n"));
        let text = [HEAD.to_owned(), lines.collect()].concat();
        fs::write(Known::path(), text).map_err(|error| error.to_string())
    }

    /// Prints how many mutants were caught, and which were missed.
    fn report(&self) {
        let count = |results: &[&str]| {
            self.0.values().filter(|found| results.contains(&&found[..])).count()
        };
        let (caught, viable) = (count(&["caught", "timeout"]), self.0.len() - count(&["unviable"]));
        println!("{} mutants: {caught} of {viable} caught", self.0.len());
        for (name, result) in self.0.iter().filter(|(_, result)| result.starts_with("missed")) {
            println!("{result}\t{name}");
        }
    }
}
