//! The trials on a folder of real logs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use regex::bytes::Regex;

use super::trial::{Input, Trial};

static RESULT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m-u)^Benchmark(\S*)\s+\d+\s+[-+0-9.eE]+\s+\S").expect("a constant pattern")
});
static CONFIG: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m-u)^([a-z][^\sA-Z:]*):[ \t]").expect("a constant pattern"));

/// A log and its keys.
struct Log {
    bytes: Arc<[u8]>,
    keys: BTreeSet<String>,
}

/// Returns all trials on the Go logs in a folder.
pub(crate) fn trials(folder: &Path) -> Result<Vec<Trial>, String> {
    let mut paths = Vec::new();
    walk(folder, &mut paths).map_err(|e| format!("{}: {e}", folder.display()))?;
    paths.sort();
    let total = paths.len();
    let logs: BTreeMap<String, Log> = paths
        .into_iter()
        .filter_map(|path| {
            let name = path.strip_prefix(folder).ok()?.to_string_lossy().into_owned();
            Some((name, Log::read(&path)?))
        })
        .collect();
    println!("{} of {total} files are Go logs", logs.len());
    let mut trials = Vec::new();
    for (name, log) in &logs {
        add(&mut trials, name, &log.keys, &[("a", log)]);
    }
    for (old, new) in pairs(folder) {
        match (logs.get(&old), logs.get(&new)) {
            (Some(a), Some(b)) => {
                let keys = a.keys.union(&b.keys).cloned().collect();
                add(&mut trials, &format!("{old} {new}"), &keys, &[("a", a), ("b", b)]);
            }
            _ => println!("pair left out, not both are Go logs: {old} {new}"),
        }
    }
    Ok(trials)
}

/// A log and its name.
pub(crate) type NamedLog = (String, Arc<[u8]>);

/// Returns the Go logs in a folder, by their names.
pub(crate) fn logs(folder: &Path) -> Result<Vec<NamedLog>, String> {
    let mut paths = Vec::new();
    walk(folder, &mut paths).map_err(|e| format!("{}: {e}", folder.display()))?;
    paths.sort();
    let log = |path: PathBuf| {
        let name = path.strip_prefix(folder).ok()?.to_string_lossy().into_owned();
        Some((name, Log::read(&path)?.bytes))
    };
    Ok(paths.into_iter().filter_map(log).collect())
}

/// Adds the trials of one or two logs: unchanged and by each key, as text and as CSV.
fn add(trials: &mut Vec<Trial>, name: &str, keys: &BTreeSet<String>, logs: &[(&str, &Log)]) {
    let inputs: Vec<Input> = logs
        .iter()
        .map(|(file, log)| Input {
            arg: (*file).to_owned(),
            file: (*file).to_owned(),
            bytes: Arc::clone(&log.bytes),
        })
        .collect();
    for col in [None].into_iter().chain(keys.iter().map(Some)) {
        for csv in [false, true] {
            let mut flags = Vec::new();
            if let Some(key) = col {
                flags.push(("-col".to_owned(), quoted(key)));
            }
            if csv {
                flags.push(("-format".to_owned(), "csv".to_owned()));
            }
            let flags_shown: Vec<_> = flags.iter().map(|(f, v)| format!("{f} {v}")).collect();
            let name = format!("{} {name}", flags_shown.join(" "));
            trials.push(Trial { name, flags, inputs: inputs.clone() });
        }
    }
}

/// Returns a key for a projection, quoted if the syntax requires it.
fn quoted(key: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    if key.chars().all(plain) { key.to_owned() } else { format!("{key:?}") }
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, paths)?;
        } else if !path.extension().is_some_and(|e| e == "gz" || e == "bz2" || e == "tsv") {
            paths.push(path);
        }
    }
    Ok(())
}

/// Returns the pairs that a folder lists: two paths on each line, relative to the folder.
fn pairs(folder: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(folder.join("PAIRS.tsv")).unwrap_or_default();
    let pair = |line: &str| {
        let mut fields = line.split('\t');
        Some((fields.next()?.to_owned(), fields.next()?.to_owned()))
    };
    text.lines().filter_map(pair).collect()
}

impl Log {
    /// Reads a file; returns `None` if no line of it is a result.
    fn read(path: &Path) -> Option<Self> {
        let bytes = fs::read(path).ok()?;
        if !RESULT.is_match(&bytes) {
            return None;
        }
        let mut keys: BTreeSet<String> =
            [".name", "/gomaxprocs"].iter().map(|&key| key.to_owned()).collect();
        for found in RESULT.captures_iter(&bytes) {
            let name = String::from_utf8_lossy(&found[1]).into_owned();
            let parts = name.split('/').skip(1).filter_map(|part| part.split_once('='));
            keys.extend(parts.map(|(key, _)| format!("/{key}")));
        }
        for found in CONFIG.captures_iter(&bytes) {
            keys.extend(str::from_utf8(&found[1]).map(str::to_owned));
        }
        Some(Self { bytes: bytes.into(), keys })
    }
}
