//! Remembers which stages passed for which inputs, so that a second run executes only the others.
//!
//! A stage passes for the bytes of the files that it reads, of the compiler, and of the stages that it needs. Outside
//! of a git checkout nothing is remembered, because there is no list of files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use sha2::{Digest, Sha256};

use super::folder::folder;
use super::stage::Stage;
use crate::programs::{git, root};

/// Environment variables that change the result of a stage.
const SETTINGS: [&str; 5] = ["CHROMIUM", "PYTHON", "RUSTFLAGS", "WASM_TOOLCHAIN", "LIMIT"];

/// The stages that passed, each with the key of its inputs.
pub(super) struct Passed(BTreeMap<String, String>);

impl Passed {
    pub(super) fn read() -> Passed {
        let text = fs::read_to_string(file()).unwrap_or_default();
        Passed(serde_json::from_str(&text).unwrap_or_default())
    }

    /// Returns whether a stage passed for these inputs and its products still exist.
    pub(super) fn has(&self, stage: &Stage, key: Option<&String>) -> bool {
        let is_same = key.is_some_and(|key| self.0.get(stage.name) == Some(key));
        is_same && stage.makes.iter().all(|path| crate::programs::target().join(path).exists())
    }

    /// Adds a stage, and writes the file immediately, because the next stage may be interrupted.
    pub(super) fn add(&mut self, stage: &Stage, key: Option<&String>) {
        let Some(key) = key else { return };
        self.0.insert(stage.name.into(), key.clone());
        let written = serde_json::to_string_pretty(&self.0).map(|text| fs::write(file(), text));
        if !matches!(written, Ok(Ok(()))) {
            eprintln!(
                "xtask ci: {}: cannot be written, so the next run repeats everything",
                file().display()
            );
        }
    }
}

fn file() -> PathBuf {
    folder().join("passed.json")
}

/// Returns the key of each stage: a hash of all its inputs. Returns nothing if git does not list the files.
pub(super) fn keys(stages: &[&Stage]) -> BTreeMap<&'static str, String> {
    let mut keys = BTreeMap::new();
    let compiler =
        Command::new("rustc").arg("-vV").output().map(|output| output.stdout).unwrap_or_default();
    for stage in stages {
        let Some(files) = listed(stage.reads) else { return BTreeMap::new() };
        let mut hash = Sha256::new();
        hash.update(&compiler);
        for name in SETTINGS {
            let value = std::env::var(name).unwrap_or_default();
            hash.update(format!("{name}={value}\n"));
        }
        for need in stage.needs {
            hash.update(keys.get(need).map(String::as_bytes).unwrap_or_default());
        }
        for path in files {
            // The file is listed, but may have been deleted without a commit.
            let bytes = fs::read(root().join(&path)).unwrap_or_default();
            hash.update(format!("{path}\n{}\n", bytes.len()));
            hash.update(bytes);
        }
        let mut key = String::new();
        for byte in hash.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(key, "{byte:02x}");
        }
        keys.insert(stage.name, key);
    }
    keys
}

/// Returns the files below some paths that git tracks or would track.
fn listed(paths: &[&str]) -> Option<Vec<String>> {
    let mut git = git();
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]).args(paths);
    let output = git.output().ok().filter(|output| output.status.success())?;
    let names = output.stdout.split(|&byte| byte == 0).filter(|name| !name.is_empty());
    let mut names: Vec<String> =
        names.map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    names.sort();
    names.dedup();
    Some(names)
}
