//! `cargo xtask versus`: compares benchlens and benchstat on the same logs.
//!
//! Generates the logs, alternates between both programs, and keeps every run in Go's benchmark format and a table of
//! the medians in `benches/runs/`. Figures are for whole processes with a warm page cache; only ratios within one run
//! are meaningful.

mod bare;
mod browser;
mod measure;
mod results;
mod table;
mod trials;
#[path = "../../../benches/workload/mod.rs"]
#[allow(dead_code, reason = "the benches use all of it")]
mod workload;

use std::fs;
use std::path::{Path, PathBuf};

use crate::programs::{Programs, root, target};
pub(crate) use bare::{BARE, bare};
pub(crate) use measure::{MEASURE, measure_here};
use results::{header, keep};
use table::Sample;
use trials::{Trial, trials};

#[derive(Debug)]
struct Options {
    runs: usize,
    only: Option<String>,
    data: PathBuf,
    quick: bool,
}

const HELP: &str = "\
usage: cargo xtask versus [options]
       cargo xtask versus browser [options]   the page beside the program, reading alone

  --runs N     runs of each trial (default 6)
  --only WORD  only trials whose name contains WORD
  --data DIR   where the logs are written (default target/versus)
  --quick      a tenth of the size, for trying the command itself; keeps no results
";

pub(crate) fn run(args: &[String]) -> crate::Outcome {
    if let [word, args @ ..] = args
        && word == "browser"
    {
        return browser::run(args);
    }
    let Some(options) = parse(args)? else {
        print!("{HELP}");
        return Ok(true);
    };
    let programs = Programs::find(None)?;
    let trials: Vec<Trial> = trials(options.quick)
        .into_iter()
        .filter(|trial| options.only.as_ref().is_none_or(|word| trial.name().contains(word)))
        .collect();
    fs::create_dir_all(&options.data).map_err(|e| format!("{}: {e}", options.data.display()))?;
    // Do this before the work, so that no result is lost.
    let folder = root().join("benches/runs");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let samples = measure_all(&trials, &programs, &options)?;
    let raw = table::raw(&trials, &samples, &header()?);
    let summary = table::summary(&trials, &samples, &header()?);
    print!("\n{summary}");
    if options.quick || options.only.is_some() {
        println!("\nNot kept: not all trials, or not at their size.");
        return Ok(true);
    }
    keep(&folder, "", &raw, &summary)?;
    Ok(true)
}

fn parse(args: &[String]) -> Result<Option<Options>, String> {
    let data = target().join("versus");
    let mut options = Options { runs: 6, only: None, data, quick: false };
    let mut args = args.iter();
    while let Some(name) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{name} needs a value"));
        match name.as_str() {
            "-h" | "--help" => return Ok(None),
            "--quick" => options.quick = true,
            "--only" => options.only = Some(value()?.clone()),
            "--data" => options.data = value()?.into(),
            "--runs" => {
                let given = value()?;
                options.runs = given.parse().map_err(|_| format!("--runs {given}: not a count"))?;
            }
            _ => return Err(format!("unknown option {name}")),
        }
    }
    Ok(Some(options))
}

/// Runs all trials, interleaving the programs that are compared.
fn measure_all(
    trials: &[Trial],
    programs: &Programs,
    options: &Options,
) -> Result<Vec<Sample>, String> {
    let mut samples = Vec::new();
    // Trials on the same logs are consecutive.
    for group in trials.chunk_by(|a, b| a.logs() == b.logs()) {
        let first = trials.iter().position(|t| t.logs() == group[0].logs()).unwrap_or(0);
        let logs = write_logs(&group[0], &options.data)?;
        let bytes = logs.iter().filter_map(|log| Some(fs::metadata(log).ok()?.len())).sum();
        for run in 0..options.runs {
            for (i, trial) in group.iter().enumerate().filter(|(_, t)| run < t.runs_max()) {
                let words = trial.command(programs, &logs);
                let usage = measure::measure(&words, trial.answers())?;
                println!("{} {usage}", trial.name());
                samples.push(Sample { trial: first + i, usage, bytes });
            }
        }
        for log in logs {
            fs::remove_file(&log).map_err(|error| format!("{}: {error}", log.display()))?;
        }
    }
    Ok(samples)
}

/// Writes both sides of a comparison, which are then in the page cache.
fn write_logs(trial: &Trial, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let write = |(side, name): (u32, &str)| {
        let path = folder.join(name);
        let mut file = fs::File::create(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let log = trial.log(side);
        log.write(&mut file).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    };
    [(0, "old.txt"), (1, "new.txt")].into_iter().map(write).collect()
}
