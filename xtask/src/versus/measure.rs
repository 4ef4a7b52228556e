//! Measures a process: wall time, processor time, memory.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};

/// The measurements of one process.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Usage {
    pub(crate) wall_s: f64,
    pub(crate) cpu_s: f64,
    /// The peak of resident memory.
    pub(crate) peak_bytes: f64,
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Usage { wall_s, cpu_s, peak_bytes } = self;
        write!(f, "{wall_s:.4} s wall, {cpu_s:.4} s CPU, {:.1} MB", peak_bytes / 1e6)
    }
}

/// Returns the path of this program. Call this before building the module, because that builds this program again,
/// and the system reports a replaced file as deleted.
pub(super) fn own_path() -> Result<&'static Path, String> {
    static PATH: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let find = || std::env::current_exe().map_err(|error| format!("own path: {error}"));
    PATH.get_or_init(find).as_deref().map_err(Clone::clone)
}

/// The command of this program that measures one process.
pub(crate) const MEASURE: &str = "measure-one";

/// Runs a command line and returns its measurements. Exit statuses that are not in `answers` are errors.
///
/// The system reports the peak of *all* processes that a process has waited for, so each command is measured from a
/// separate process.
pub(crate) fn measure(words: &[String], answers: &[i32]) -> Result<Usage, String> {
    let output =
        Command::new(own_path()?).arg(MEASURE).args(words).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("{words:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    match numbers[..] {
        [wall_s, cpu_s, peak_bytes, status] if output.status.success() => {
            let is_answer = answers.iter().any(|&answer| f64::from(answer) == status);
            let usage = Usage { wall_s, cpu_s, peak_bytes };
            is_answer.then_some(usage).ok_or_else(|| format!("{words:?}: exit status {status}"))
        }
        _ => Err(format!("{words:?}: could not be measured: {text}")),
    }
}

/// The other side of [`measure`]: runs the command line and prints three numbers and its exit status.
pub(crate) fn measure_here(words: &[String]) -> crate::Outcome {
    let [program, args @ ..] = words else { return Err("nothing to measure".into()) };
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("{program}: {error}"))?;
    let wall = start.elapsed().as_secs_f64();
    let Some(code) = status.code() else { return Err(format!("{words:?}: {status}")) };
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    let cpu = seconds(usage.user_time()) + seconds(usage.system_time());
    // Linux reports KiB.
    println!("{wall} {cpu} {} {code}", usage.max_rss() as f64 * 1024.0);
    Ok(true)
}
