//! Changes to the code that tests must notice, by cargo-mutants.
//!
//! A sample of all mutants in the code that decides: gates, statistics and the reader of lines. Each run tests the next ones
//! of the sample and adds what was found to `tests/mutants.txt`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{cargo, does};

/// Where mutants are made.
const FILES: [&str; 4] = [
    "crates/core/src/gate/*.rs",
    "crates/core/src/enforce/*.rs",
    "crates/core/src/stats/**/*.rs",
    "crates/core/src/format/gobench/line.rs",
];

/// The sample has this many mutants.
const SAMPLE: usize = 150;

/// What the order of mutants follows from.
const SEED: u64 = 1;

/// The tests that must notice: those of the core, and of the whole as a user sees it.
const TESTS: [&str; 6] = ["gate::", "planted::", "cases::", "properties::", "parity::", "report::"];

/// Tests the next mutants of the sample, as many as the first word says.
///
/// # Errors
///
/// cargo-mutants is not installed, or a file cannot be read or written.
pub(crate) fn run(words: &[String]) -> Outcome {
    let count = match words.first().map(|word| word.parse::<usize>()) {
        None => SAMPLE,
        Some(Ok(count)) => count,
        Some(Err(_)) => return Err("usage: cargo xtask mutants [COUNT]".into()),
    };
    let mut known = Known::read()?;
    let sample = sample(list()?);
    let next: Vec<&String> =
        sample.iter().filter(|name| !known.results.contains_key(*name)).take(count).collect();
    if !next.is_empty() {
        let folder = target().join("mutants");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let mut command = cargo();
        command.args(["mutants", "--package", "benchlens-core", "--baseline", "skip"]);
        command.args(["--timeout", "600", "--no-shuffle", "--output"]).arg(&folder);
        for name in &next {
            command.arg("--re").arg(format!("^{}$", regex::escape(name)));
        }
        command.args(["--test-package", "benchlens-core", "--test-package", "benchlens"]);
        command.args(["--cargo-test-arg=--lib", "--cargo-test-arg=--test=all", "--"]);
        // It fails where a mutant survives.
        let _ = does(command.args(TESTS));
        known.add(&folder.join("mutants.out"))?;
        known.write()?;
    }
    known.report(&sample);
    Ok(true)
}

/// All mutants by their names.
fn list() -> Result<Vec<String>, String> {
    let mut command = cargo();
    command.args(["mutants", "--list", "--package", "benchlens-core"]);
    FILES.iter().for_each(|file| {
        command.arg("--file").arg(file);
    });
    let output = command.output().map_err(|error| format!("cargo mutants: {error}"))?;
    if !output.status.success() {
        return Err("cargo mutants does not work: cargo install cargo-mutants --locked".into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// The first of all in an order that looks random: by a hash of the name without its place, so that a change elsewhere in a
/// file leaves the sample as it is.
fn sample(mut all: Vec<String>) -> Vec<String> {
    all.sort_by_cached_key(|name| {
        let what = name.splitn(4, ':').collect::<Vec<_>>();
        let text = format!("{}{}", what.first().unwrap_or(&""), what.last().unwrap_or(&""));
        text.bytes().fold(SEED, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3).rotate_left(17)
        })
    });
    all.truncate(SAMPLE);
    all
}

/// What is known of mutants: by name, whether it was caught.
struct Known {
    results: BTreeMap<String, String>,
}

impl Known {
    fn path() -> PathBuf {
        root().join("tests/mutants.txt")
    }

    fn read() -> Result<Known, String> {
        let path = Known::path();
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let results = lines.filter_map(|line| line.split_once('\t'));
        Ok(Known {
            results: results.map(|(result, name)| (name.to_owned(), result.to_owned())).collect(),
        })
    }

    /// Adds the lists that cargo-mutants wrote.
    fn add(&mut self, folder: &std::path::Path) -> Result<(), String> {
        for result in ["caught", "missed", "timeout", "unviable"] {
            let path = folder.join(format!("{result}.txt"));
            let text = fs::read_to_string(&path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            self.results.extend(text.lines().map(|name| (name.to_owned(), result.to_owned())));
        }
        Ok(())
    }

    fn write(&self) -> Result<(), String> {
        let head = "# What tests found of mutants: `cargo xtask mutants` adds to it.\n\
                    # caught, missed, timeout (caught), unviable (does not compile); `missed: WHY` is explained.\n";
        let lines = self.results.iter().map(|(name, result)| format!("{result}\t{name}\n"));
        fs::write(Known::path(), [head.to_owned(), lines.collect()].concat())
            .map_err(|error| error.to_string())
    }

    /// Prints how many of the sample were caught.
    fn report(&self, sample: &[String]) {
        let found: Vec<(&String, &String)> =
            sample.iter().filter_map(|name| Some((name, self.results.get(name)?))).collect();
        let count = |results: &[&str]| {
            found.iter().filter(|(_, result)| results.contains(&&result[..])).count()
        };
        let (caught, unviable) = (count(&["caught", "timeout"]), count(&["unviable"]));
        let viable = found.len() - unviable;
        println!("{} of {} tested: {caught} of {viable} caught", found.len(), sample.len());
        for (name, result) in found.iter().filter(|(_, result)| result.starts_with("missed")) {
            println!("{result}\t{name}");
        }
    }
}
