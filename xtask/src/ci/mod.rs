//! `cargo xtask ci`: all checks that must pass before a change is merged, except `cargo test --workspace`.
//!
//! Takes the words of a command line; gives one verdict. [`stages`] lists the checks, [`tools`] finds missing
//! programs, [`passed`] remembers the stages that passed, and [`schedule`] runs the others, two stages in parallel. A
//! failure stops only the stages that need its result.

mod folder;
mod passed;
mod schedule;
mod stage;
mod stages;
mod tools;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::tools::{INSTALL, install_packages};
pub(crate) use folder::folder;
use passed::Passed;
use schedule::{End, Ran, shown};
use stage::Stage;
use stages::{STAGES, TESTS};
use tools::Tool;

/// Runs all stages, or the stages whose names contain a word, with the stages that they need. `--with-tests` runs
/// README's test command first, `--again` also runs stages that have passed, `--list` only prints the stages.
pub(crate) fn ci(args: &[String]) -> Outcome {
    let (flags, words): (Vec<&String>, Vec<&String>) =
        args.iter().partition(|arg| arg.starts_with("--"));
    if let Some(flag) =
        flags.iter().find(|flag| !["--with-tests", "--again", "--list"].contains(&&flag[..]))
    {
        return Err(format!("unknown option {flag}: expected --with-tests, --again or --list"));
    }
    let has = |name: &str| flags.iter().any(|flag| *flag == name);
    if has("--list") {
        for stage in STAGES {
            println!("{:24} {}", stage.name, stage.what);
        }
        return Ok(true);
    }
    let chosen = chosen(&words, has("--with-tests"))?;
    check_tools(&chosen)?;
    let began = Instant::now();
    fs::create_dir_all(folder().join("logs"))
        .map_err(|error| format!("{}: {error}", folder().display()))?;
    let mut passed = Passed::read();
    let keys = passed::keys(&chosen);
    let is_done = |stage: &Stage| !has("--again") && passed.has(stage, keys.get(stage.name));
    let done: Vec<&str> =
        chosen.iter().filter(|stage| is_done(stage)).map(|stage| stage.name).collect();
    let left: Vec<&Stage> =
        chosen.iter().copied().filter(|stage| !done.contains(&stage.name)).collect();
    for name in &done {
        eprintln!(
            "xtask ci: {name}: not run, because it passed before and nothing that it reads has changed"
        );
    }
    // Building a stage may replace the file of the running process, so copy it.
    let own = folder().join("xtask");
    let exe = std::env::current_exe().map_err(|error| error.to_string())?;
    stages::copy(&exe, "xtask")?;
    let ran = schedule::run(&left, &own, &mut |ran| {
        if ran.end == End::Passed {
            passed.add(ran.stage, keys.get(ran.stage.name));
        }
    });
    Ok(verdict(&ran, done.len(), chosen.len(), began.elapsed()))
}

/// Runs one stage in this process: `NAME`. Its output is the stage's log.
pub(crate) fn stage(args: &[String]) -> Outcome {
    let name = args.join(" ");
    let stage = STAGES.iter().chain([&TESTS]).find(|stage| stage.name == name);
    (stage.ok_or(format!("no stage is called {name:?}"))?.run)()
}

/// Returns the stages whose names contain one of the words, in order, with all stages that they need.
fn chosen(words: &[&String], with_tests: bool) -> Result<Vec<&'static Stage>, String> {
    for word in words {
        if !STAGES.iter().any(|stage| stage.name.contains(word.as_str())) {
            return Err(format!("no stage is called {word:?}: see cargo xtask ci --list"));
        }
    }
    let mut names: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
    if !words.is_empty() {
        names.retain(|name| words.iter().any(|word| name.contains(word.as_str())));
    }
    // A stage follows the stages that it needs.
    for stage in STAGES.iter().rev() {
        if names.contains(&stage.name) {
            names.extend(stage.needs);
        }
    }
    let all = with_tests.then_some(&TESTS).into_iter().chain(STAGES);
    Ok(all.filter(|stage| stage.name == TESTS.name || names.contains(&stage.name)).collect())
}

/// Prints how long each stage took, all failures, and one verdict.
fn verdict(ran: &[Ran<'_>], before: usize, count: usize, elapsed: Duration) -> bool {
    eprintln!("\nxtask ci: stages");
    let mut counts = [0; 2];
    for Ran { stage, end, time, tests, .. } in ran {
        let word = match end {
            End::Passed => String::new(),
            End::Failed => "  FAILED".into(),
            End::NotRun { needs } => format!("  not run: needs {needs}"),
        };
        eprintln!("{:>9}  {}{word}", shown(*time), stage.name);
        counts = [counts[0] + tests[0], counts[1] + tests[1]];
    }
    let failed: Vec<&Ran<'_>> = ran.iter().filter(|ran| ran.end == End::Failed).collect();
    for Ran { stage, findings, log, .. } in &failed {
        println!("\nfailed: {} (log: {})", stage.name, log.display());
        findings.iter().for_each(|line| println!("    {line}"));
    }
    for Ran { stage, findings, .. } in ran.iter().filter(|ran| ran.end == End::Passed) {
        findings.iter().for_each(|line| println!("note: {}: {line}", stage.name));
    }
    let not_run = ran.iter().filter(|ran| matches!(ran.end, End::NotRun { .. })).count();
    let all =
        if before == 0 { String::new() } else { format!(", {before} unchanged since they passed") };
    let passed = ran.len() - failed.len() - not_run;
    println!("\ntotal: {} passed, {} failed", counts[0], counts[1]);
    let is_ok = passed == ran.len();
    let word = if !is_ok {
        "failed"
    } else if count == STAGES.len() || count == STAGES.len() + 1 {
        "passed"
    } else {
        "passed, but only some stages were chosen"
    };
    println!(
        "xtask ci: {word}: {passed} stages passed, {} failed, {not_run} not run{all}, in {}",
        failed.len(),
        shown(elapsed)
    );
    is_ok
}

/// Checks that all programs for the stages are installed; installs them if that is requested.
fn check_tools(stages: &[&Stage]) -> Result<(), String> {
    let mut tools: Vec<Tool> = stages.iter().flat_map(|stage| stage.tools).copied().collect();
    tools.sort_unstable();
    tools.dedup();
    let missing = || tools.iter().copied().filter(|tool| !tool.is_there()).collect::<Vec<Tool>>();
    let first = missing();
    let packages: Vec<&str> = first.iter().flat_map(|tool| tool.packages()).copied().collect();
    if !packages.is_empty() {
        install_packages(&packages)?;
    }
    let missing = if first.is_empty() { first } else { missing() };
    if missing.is_empty() {
        return Ok(());
    }
    let mut message = String::from("missing programs:");
    for tool in &missing {
        let needs =
            stages.iter().filter(|stage| stage.tools.contains(tool)).map(|stage| stage.name);
        message += &format!("\n  {}, for: {}", tool.name(), needs.collect::<Vec<_>>().join(", "));
    }
    let packages: Vec<&str> = missing.iter().flat_map(|tool| tool.packages()).copied().collect();
    if !packages.is_empty() && Path::new("/usr/bin/apt-get").is_file() {
        message += &format!("\nrun apt-get install {}, or set {INSTALL}=1", packages.join(" "));
    }
    let components = [(Tool::Clippy, "clippy"), (Tool::Rustfmt, "rustfmt")];
    for (_, name) in components.iter().filter(|(tool, _)| missing.contains(tool)) {
        message += &format!("\nrun rustup component add {name}");
    }
    Err(message + "\nor name the stages to run: cargo xtask ci WORD (see --list)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::root;

    #[test]
    fn a_chosen_stage_brings_what_it_needs() {
        let names = |words: &[&str]| -> Vec<&str> {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            let words: Vec<&String> = words.iter().collect();
            chosen(&words, false).unwrap().iter().map(|stage| stage.name).collect()
        };
        assert_eq!(names(&[]).len(), STAGES.len());
        assert_eq!(names(&["formatting"]), ["formatting"]);
        assert!(names(&["browser"]).contains(&"WebAssembly module"));
        assert!(chosen(&[&"nothing".to_owned()], false).is_err());
    }

    #[test]
    fn contributing_describes_all_stages() {
        let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
        for Stage { name, what, .. } in STAGES {
            let row = format!("| {name} | {what} | ");
            assert!(text.contains(&row), "CONTRIBUTING.md needs a row that begins with {row}");
        }
    }

    #[test]
    fn stages_need_only_earlier_stages() {
        for (at, stage) in STAGES.iter().enumerate() {
            let is_earlier = |name: &str| STAGES[..at].iter().any(|other| other.name == name);
            assert!(stage.needs.iter().all(|need| is_earlier(need)), "{}", stage.name);
            assert!(!is_earlier(stage.name), "{} twice", stage.name);
        }
    }
}
