//! Stores results, with a description of the machine.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::programs::{git, root};
/// Writes results into a folder, under names that contain the time and the commit.
pub(super) fn keep(folder: &Path, kind: &str, raw: &str, summary: &str) -> Result<(), String> {
    let stem = format!("{}-{}{kind}", command("date", &["+%F"])?, commit()?);
    for (ending, text) in [("txt", raw), ("md", summary)] {
        let path = folder.join(format!("{stem}.{ending}"));
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Returns the machine and the code of the figures.
pub(super) fn header() -> Result<Vec<(&'static str, String)>, String> {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    Ok(vec![
        ("date", command("date", &["+%F"])?),
        ("commit", commit()?),
        ("cpu", model.map_or_else(|| "unknown".to_owned(), |(_, model)| model.to_owned())),
        ("cores", cores.to_string()),
        ("rustc", command("rustc", &["--version"])?),
        ("go", command("go", &["version"])?),
    ])
}

fn commit() -> Result<String, String> {
    answer(git().args(["rev-parse", "--short", "HEAD"]))
}

fn command(program: &str, args: &[&str]) -> Result<String, String> {
    answer(Command::new(program).args(args).current_dir(root()))
}

fn answer(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
