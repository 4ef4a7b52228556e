//! The house rules that no lint knows: which layer may use which, what the core must not touch, and
//! what no file may hold.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Layer → layers it may use. Nothing lower knows anything higher; the statistics see numbers alone: of
/// `base` they use sorting.
const LAYERS: [(&str, &[&str]); 15] = [
    ("base", &[]),
    ("unit", &["base"]),
    ("stats", &["base"]),
    ("spec", &["stats", "base"]),
    ("format", &["unit", "base"]),
    ("store", &["format", "unit", "base"]),
    ("project", &["store", "format", "unit", "base"]),
    ("convert", &["project", "store", "format", "base"]),
    ("gate", &["project", "format", "unit", "base"]),
    ("table", &["gate", "project", "spec", "stats", "store", "format", "unit", "base"]),
    ("enforce", &["table", "gate", "project", "stats", "store", "unit", "base"]),
    ("query", &["enforce", "table", "gate", "spec", "project", "store", "unit", "base"]),
    ("history", &["query", "table", "gate", "project", "spec", "stats", "store", "unit", "base"]),
    ("grid", &["history", "table", "gate", "stats", "unit", "base"]),
    (
        "render",
        &["grid", "history", "query", "table", "gate", "spec", "project", "stats", "store", "base"],
    ),
];

/// The same of the program. Commands are above all else; no command uses another.
const PROGRAM_LAYERS: [(&str, &[&str]); 10] = [
    ("status", &[]),
    ("neutral", &[]),
    ("system", &[]),
    ("progress", &["neutral"]),
    ("output", &["status", "neutral", "system"]),
    ("args", &["output", "system"]),
    ("gate", &["args", "status"]),
    ("github", &["output", "status"]),
    ("recording", &["args", "output", "progress", "status", "neutral"]),
    ("commands", &["recording", "github", "gate", "args", "output", "progress", "status"]),
];

/// What the core and its WebAssembly face do without: the outer world.
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

/// What reading of inputs does without: it is for whoever asks, in a program or in another language.
const BANNED_OF_INPUTS: [&str; 6] =
    ["print!", "println!", "std::env", "std::process", "std::io::stderr", "std::io::stdout"];

/// A longer file wants to be two.
const LINES_MAX: usize = 600;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All Rust files below a folder, with their text, sorted by path.
fn rust_files(folder: &str) -> BTreeMap<PathBuf, String> {
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

/// The lines of a file that are code, with their numbers.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// The first folder or file below a crate's source on the way to a file, without `.rs`.
fn layer(path: &Path, source: &str) -> String {
    let below = path.strip_prefix(root().join(source)).unwrap();
    let first = below.components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// The names that follow a path such as `crate::tidy::` in a line, one, or several in braces.
fn names_behind<'l>(line: &'l str, prefix: &str) -> Vec<&'l str> {
    let word = |text: &'l str| {
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        &text[..end.unwrap_or(text.len())]
    };
    let mut names = Vec::new();
    for (at, _) in line.match_indices(prefix) {
        let rest = &line[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(list) => names.extend(list.split(',').map(|item| word(item.trim()))),
            None => names.push(word(rest)),
        }
    }
    names
}

/// What `lib.rs` shows at the root of the library, with the layer that it is from.
fn root_names(source: &str) -> BTreeMap<String, String> {
    // A program shows nothing.
    let text = fs::read_to_string(root().join(source).join("lib.rs")).unwrap_or_default();
    let mut names = BTreeMap::new();
    // An item may take several lines.
    let items = code(&text).map(|(_, line)| line).collect::<Vec<_>>().join(" ");
    let uses = items.split(';').filter_map(|item| Some(item.split_once("pub use ")?.1));
    for item in uses {
        let (layer, list) = item.split_once("::").expect("a layer and its names");
        let list = list.trim_matches(['{', '}', ' ']).split(',').map(str::trim);
        for name in list.filter(|name| !name.is_empty()) {
            assert!(!name.contains("::") && !name.contains('*'), "{item}: one name each");
            // `a as b` is known as `b`.
            let shown = name.rsplit(' ').next().unwrap();
            names.insert(shown.to_owned(), layer.to_owned());
        }
    }
    names
}

#[test]
fn layers_use_only_what_is_below_them() {
    let wrong = [misused("crates/core/src", &LAYERS), misused("crates/cli/src", &PROGRAM_LAYERS)];
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the source of a crate uses a layer that its table does not allow.
fn misused(source: &str, layers: &[(&str, &[&str])]) -> Vec<String> {
    let allowed: BTreeMap<&str, &[&str]> = layers.iter().copied().collect();
    let at_root = root_names(source);
    let mut wrong = Vec::new();
    for (path, text) in rust_files(source) {
        let own = layer(&path, source);
        if own == "lib" || own == "main" {
            continue;
        }
        let Some(below) = allowed.get(&own[..]) else {
            wrong.push(format!("{}: a layer that the table does not know", path.display()));
            continue;
        };
        let mut prefixes = vec!["crate::tidy::", "super::super::"];
        prefixes.extend(path.ends_with(format!("{own}/mod.rs")).then_some("super::"));
        // A test may ask the whole library.
        let is_tests = path.with_extension("").components().any(|part| part.as_os_str() == "tests");
        let test = text.lines().position(|line| line.trim() == "#[cfg(test)]");
        let test = if is_tests { Some(0) } else { test };
        for (number, line) in code(&text) {
            let is_test = test.is_some_and(|line| line < number);
            let used = prefixes.iter().flat_map(|prefix| names_behind(line, prefix));
            for name in used.filter(|_| !is_test) {
                let layer = at_root.get(name).map_or(name, |layer| layer);
                if allowed.contains_key(layer) && layer != own && !below.contains(&layer) {
                    wrong.push(format!("{}:{number}: {own} must not use {name}", path.display()));
                }
            }
            if line.contains("crate::tidy::{") && !line.contains('}') {
                wrong.push(format!("{}:{number}: one layer a `use`", path.display()));
            }
        }
    }
    wrong
}

#[test]
fn no_command_uses_another() {
    let folder = "crates/cli/src/commands";
    let files = rust_files(folder);
    let names: Vec<String> = files.keys().map(|path| layer(path, folder)).collect();
    let mut wrong = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| !path.ends_with("mod.rs")) {
        for (number, line) in code(text) {
            let used = names_behind(line, "super::");
            let used = [used, names_behind(line, "commands::")].concat();
            for name in used.into_iter().filter(|name| names.iter().any(|known| known == name)) {
                wrong.push(format!("{}:{number}: uses the command {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_core_does_not_touch_the_outer_world() {
    let mut wrong = Vec::new();
    for folder in ["crates/core/src", "crates/session/src", "crates/wasm/src"] {
        let is_test = |path: &Path| path.components().any(|c| c.as_os_str() == "tests");
        for (path, text) in rust_files(folder) {
            if is_test(&path.with_extension("")) {
                continue;
            }
            for (number, line) in code(&text) {
                // `println!` is in `eprintln!`: name the longer one.
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

/// How numbers would become texts, and what computes: the library does both for Python.
const BANNED_OF_PYTHON: [&str; 9] =
    ["round(", ":.", "%.", "statistics", "numpy", "scipy", "math", "log(", "sqrt("];

/// Whether a word is in a line, and not as the end of a longer name.
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

/// A static may hold a table that never changes; these change.
const STATE: [&str; 7] = ["mut ", "Atomic", "Mutex", "RwLock", "Cell", "Lock", "Once"];

#[test]
fn the_core_has_no_global_state() {
    let mut wrong = Vec::new();
    for folder in ["crates/core/src", "crates/session/src", "crates/wasm/src"] {
        for (path, text) in rust_files(folder) {
            for (number, line) in code(&text) {
                let item = line.trim_start();
                let is_static =
                    ["static ", "pub static ", "pub(crate) static ", "pub(super) static "]
                        .iter()
                        .any(|start| item.starts_with(start));
                let changes = is_static && STATE.iter().any(|word| item.contains(word));
                // No use of these is but global.
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
fn the_map_shows_every_module() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let modules: std::collections::BTreeSet<String> =
        rust_files("crates/core/src").keys().map(|path| layer(path, "crates/core/src")).collect();
    let shown = |name: &String| {
        let forms = [format!("{name}/"), format!("{name}.rs"), format!("`{name}`")];
        forms.iter().any(|form| map.contains(form))
    };
    let is_module = |name: &&String| *name != "lib";
    let missing: Vec<&String> =
        modules.iter().filter(is_module).filter(|name| !shown(name)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md does not show {missing:?}");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn no_file_names_a_machine_or_puts_off_work() {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output().unwrap();
    assert!(listed.status.success(), "not a git checkout");
    // In two pieces each, so that this file does not hold them.
    let words = [("/wo", "rk/"), ("/ro", "ot/"), ("TO", "DO"), ("FIX", "ME")];
    let words = words.map(|(a, b)| [a, b].concat());
    let mut wrong = Vec::new();
    for name in listed.stdout.split(|&b| b == 0).filter(|name| !name.is_empty()) {
        let name = String::from_utf8_lossy(name).into_owned();
        // Listed, but perhaps deleted and not committed yet.
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
