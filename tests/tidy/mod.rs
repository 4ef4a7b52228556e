//! Checks rules about the code that no lint checks: which layer may use which, that files do not use each other in
//! circles, what the core must not use, and words that no file may contain.

mod circles;
mod layers;
pub(crate) mod rust_tokens;
mod uses;
mod voice;
mod words;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::tool::without_hook;

/// No tuples of arguments, and no `match` on a bool.
mod signatures;

/// Names that the core and its WebAssembly interface must not use, because they access the outer world.
const BANNED: [&str; 8] = [
    "println!",
    "eprintln!",
    "std::fs",
    "std::env",
    "std::time",
    "std::net",
    "std::process",
    "std::io::std",
];

/// Names that the reading of inputs must not use, because they belong to the caller, in a program or in another
/// language.
const BANNED_OF_INPUTS: [&str; 6] =
    ["print!", "println!", "std::env", "std::process", "std::io::stderr", "std::io::stdout"];

/// A longer file should be split.
const LINES_MAX: usize = 600;

/// The packages of the library.
pub(crate) const LIBRARY: [&str; 4] =
    ["crates/base/src", "crates/format/src", "crates/stats/src", "crates/core/src"];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns git in the root of the workspace.
pub(crate) fn git() -> Command {
    let mut git = without_hook(Command::new("git"));
    git.current_dir(root());
    git
}

/// Returns all Rust files below a folder, with their text, sorted by path.
pub(crate) fn rust_files(folder: &str) -> BTreeMap<PathBuf, String> {
    let (mut files, mut open) = (BTreeMap::new(), vec![root().join(folder)]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.insert(path, text);
            }
        }
    }
    files
}

/// Returns the lines of a file that are code, with their numbers.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn the_core_does_not_touch_the_outer_world() {
    let mut wrong = Vec::new();
    for folder in LIBRARY.into_iter().chain(["crates/session/src", "crates/wasm/src"]) {
        let is_test = |path: &Path| path.components().any(|c| c.as_os_str() == "tests");
        for (path, text) in rust_files(folder) {
            if is_test(&path.with_extension("")) {
                continue;
            }
            for (number, line) in code(&text) {
                // `eprintln!` contains `println!`, so report the longer word.
                if let Some(word) = BANNED.iter().rev().find(|word| line.contains(*word)) {
                    wrong.push(format!("{}:{number}: {word}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn reading_inputs_prints_nothing_and_knows_no_flags() {
    let mut wrong = Vec::new();
    for (path, text) in rust_files("crates/inputs/src") {
        for (number, line) in code(&text) {
            let words = BANNED_OF_INPUTS.iter().chain(&["clap::", "indicatif::"]);
            wrong.extend(
                words
                    .filter(|word| line.contains(**word))
                    .map(|word| format!("{}:{number}: {word}", path.display())),
            );
        }
    }
    let manifest = fs::read_to_string(root().join("crates/inputs/Cargo.toml")).unwrap();
    for word in ["clap", "indicatif"] {
        wrong.extend(manifest.contains(word).then(|| format!("crates/inputs/Cargo.toml: {word}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names that format numbers or compute statistics: the library does both for Python.
const BANNED_OF_PYTHON: [&str; 9] =
    ["round(", ":.", "%.", "statistics", "numpy", "scipy", "math", "log(", "sqrt("];

/// Returns whether a line contains a word that is not the end of a longer name.
fn is_in(line: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let begins = word.starts_with(is_name);
    line.match_indices(word).any(|(at, _)| !(begins && line[..at].ends_with(is_name)))
}

#[test]
fn python_formats_no_number_and_computes_no_statistic() {
    let folder = root().join("crates/python/python/benchlens");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "py") {
            continue;
        }
        count += 1;
        for (number, line) in (1..).zip(fs::read_to_string(&path).unwrap().lines()) {
            let word = BANNED_OF_PYTHON.iter().find(|word| is_in(line, word));
            wrong.extend(word.map(|word| format!("{}:{number}: {word}", path.display())));
        }
    }
    assert!(3 < count && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn python_has_one_place_without_checks() {
    let mut unsafe_files = Vec::new();
    for (path, text) in rust_files("crates/python/src") {
        if code(&text).any(|(_, line)| line.contains("unsafe {") || line.contains("unsafe fn")) {
            unsafe_files.push(path.file_name().unwrap().to_owned());
        }
    }
    assert_eq!(unsafe_files, ["capsule.rs"]);
}

/// A static may contain a constant table; these types are mutable.
const STATE: [&str; 7] = ["mut ", "Atomic", "Mutex", "RwLock", "Cell", "Lock", "Once"];

#[test]
fn the_core_has_no_global_state() {
    let mut wrong = Vec::new();
    for folder in LIBRARY.into_iter().chain(["crates/session/src", "crates/wasm/src"]) {
        for (path, text) in rust_files(folder) {
            for (number, line) in code(&text) {
                let item = line.trim_start();
                let is_static =
                    ["static ", "pub static ", "pub(crate) static ", "pub(super) static "]
                        .iter()
                        .any(|start| item.starts_with(start));
                let changes = is_static && STATE.iter().any(|word| item.contains(word));
                // All uses of these are global.
                let is_global = ["thread_local!", "LazyLock", "OnceLock", "lazy_static"];
                if changes || is_global.iter().any(|word| item.contains(word)) {
                    wrong.push(format!("{}:{number}: global state", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_are_short() {
    let folders = ["crates", "tests", "xtask", "fuzz", "benches", "examples"];
    let there = folders.into_iter().filter(|folder| root().join(folder).is_dir());
    let long: Vec<String> = there
        .flat_map(rust_files)
        .filter(|(path, _)| !path.components().any(|c| c.as_os_str() == "target"))
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|&(_, lines)| LINES_MAX < lines)
        .map(|(path, lines)| format!("{}: {lines} lines", path.display()))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn no_file_names_a_machine_or_puts_off_work() {
    let listed = git().args(["ls-files", "-z"]).output().unwrap();
    assert!(listed.status.success(), "not a git checkout");
    // Each word is in two pieces, so that this file does not contain it.
    let words = [("/wo", "rk/"), ("/ro", "ot/"), ("TO", "DO"), ("FIX", "ME")];
    let words = words.map(|(a, b)| [a, b].concat());
    let mut wrong = Vec::new();
    for name in listed.stdout.split(|&b| b == 0).filter(|name| !name.is_empty()) {
        let name = String::from_utf8_lossy(name).into_owned();
        // The file is listed, but may have been deleted without a commit.
        let Ok(bytes) = fs::read(root().join(&name)) else { continue };
        for (number, line) in (1..).zip(bytes.split(|&b| b == b'\n')) {
            let line = String::from_utf8_lossy(line);
            if let Some(word) = words.iter().find(|word| line.contains(&word[..])) {
                wrong.push(format!("{name}:{number}: {word}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
