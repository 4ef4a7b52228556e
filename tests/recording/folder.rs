//! A separate folder for each test, in which the CLI runs.

use crate::support::tool::write_program;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_benchlens");

pub(crate) struct Folder(pub(crate) PathBuf);

/// The result of the CLI.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recording").join(name);
        if path.exists() {
            fs::remove_dir_all(&path).unwrap();
        }
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.path(name)).unwrap()).into_owned()
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Waits until a process has written a file.
    pub(crate) fn wait_for(&self, name: &str) {
        wait_until(name, || self.exists(name));
    }

    /// Writes a shell script that can be run as `./name`.
    pub(crate) fn script(&self, name: &str, script: &str) {
        write_program(&self.path(name), &format!("#!/bin/sh\n{script}\n"));
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(&self.0).env_remove("GITHUB_ACTIONS").arg("run");
        command
    }

    /// Runs `benchlens run` with these words.
    pub(crate) fn run(&self, words: &[&str]) -> Ended {
        finish(&self.command().args(words).output().unwrap())
    }
}

/// Waits until a condition is true. The limit only ends a test that would wait forever.
pub(crate) fn wait_until(what: &str, is_true: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < Duration::from_secs(300), "still not true: {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Returns whether a process has ended. A process that was killed can be a zombie until its parent reaps it.
pub(crate) fn has_ended(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The state follows the name.
    stat.rsplit(") ").next().is_none_or(|rest| rest.is_empty() || rest.starts_with('Z'))
}

pub(crate) fn finish(output: &Output) -> Ended {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ended {
        status: output.status.code().unwrap_or(-1),
        out: text(&output.stdout),
        err: text(&output.stderr),
    }
}

/// Returns SIGINT, or SIGTERM if these tests began with SIGINT ignored, as after `&` in a script, because it then
/// stays ignored.
pub(crate) fn interrupt() -> Signal {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let is_ignored = mask >> (Signal::SIGINT as u32 - 1) & 1 == 1;
    if is_ignored { Signal::SIGTERM } else { Signal::SIGINT }
}

/// Returns the results in a log with their blocks, in order.
pub(crate) fn results(log: &str) -> Vec<(u32, String)> {
    let (mut block, mut results) = (0, Vec::new());
    for line in log.lines() {
        if let Some(rest) = line.split("block=").nth(1) {
            block = rest.split(' ').next().unwrap().parse().unwrap();
        } else if line.starts_with("Benchmark") {
            results.push((block, line.to_owned()));
        }
    }
    results
}
