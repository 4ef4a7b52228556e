//! Compares the readers of formats with `check.py`, which reads the same files using only Python.
//!
//! `data` contains a small file of each format as its harness writes it. `check.py` derives their content from the
//! documentation of the formats, independently of our readers, and computes every value exactly.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats")
}

/// Returns all files and folders of the data.
fn data() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder().join("data")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
#[ignore = "needs Python: cargo xtask ci"]
fn what_is_read_is_what_the_files_say() {
    let paths = data();
    assert!(10 < paths.len());
    let mut words: Vec<OsString> = vec![folder().join("check.py").into()];
    words.push(env!("CARGO_BIN_EXE_benchlens").into());
    words.extend(paths.iter().map(Into::into));
    let run = Command::new("python3").args(words).output().unwrap();
    let text = [run.stdout, run.stderr].concat();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&text));
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
