//! Holds what the readers of formats read against `check.py`, which reads the same files with Python alone.
//!
//! `data` has a small file of each format as its harness writes it. `check.py` says what they hold, from the
//! description of the formats and not from our readers, and computes every value exactly.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says what it leaves out"
)]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What has no reader yet. Each must be told apart from a log without results once it has one.
const PENDING: [&str; 5] = ["bencher.txt", "criterion", "libtest.txt", "table.csv", "table.tsv"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats")
}

/// All files and folders of the data.
fn data() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder().join("data")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn is_pending(path: &Path) -> bool {
    PENDING.iter().any(|name| path.file_name() == Some(name.as_ref()))
}

#[test]
fn what_is_read_is_what_the_files_say() {
    // The program under test needs no Python; a machine of CI has one.
    if Command::new("python3").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "python3 is missing: no format was checked");
        eprintln!("formats: skipped, since there is no python3");
        return;
    }
    let paths: Vec<PathBuf> = data().into_iter().filter(|path| !is_pending(path)).collect();
    if paths.is_empty() {
        return;
    }
    let mut words: Vec<OsString> = vec![folder().join("check.py").into()];
    words.push(env!("CARGO_BIN_EXE_benchlens").into());
    words.extend(paths.iter().map(Into::into));
    let run = Command::new("python3").args(words).output().unwrap();
    let text = [run.stdout, run.stderr].concat();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&text));
}

/// So that the list gets shorter with each reader.
#[test]
fn what_is_pending_has_no_reader() {
    for path in data().into_iter().filter(|path| is_pending(path)) {
        let program = env!("CARGO_BIN_EXE_benchlens");
        let run = Command::new(program).arg("convert").arg(&path).output().unwrap();
        assert!(!run.status.success(), "{} is read: take it out of the list", path.display());
    }
}

#[test]
fn files_are_small_and_name_nobody() {
    let mut open = data();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        assert!(fs::metadata(&path).unwrap().len() < 20_000, "{}", path.display());
    }
}
