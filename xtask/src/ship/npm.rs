//! The package for npm: the files that would be published.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::released::VERSION;
use crate::project::{printed, read};

/// The complete list of files in the package: the engine, the element, the types.
const FILES: [&str; 29] = [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "THIRD-PARTY.md",
    "benchlens.d.ts",
    "benchlens.js",
    "benchlens_bg.wasm",
    "compare.js",
    "examples/browser.html",
    "examples/load-url.html",
    "examples/new.txt",
    "examples/node.mjs",
    "examples/old.txt",
    "examples/table.html",
    "examples/vite/index.html",
    "examples/vite/main.js",
    "index.d.ts",
    "index.js",
    "load.d.ts",
    "load.js",
    "node.js",
    "package.json",
    "report.d.ts",
    "requests.js",
    "session.d.ts",
    "session.js",
    "table.d.ts",
    "table.js",
    "types.d.ts",
];

/// Checks the files that `npm publish` would upload from the built package.
pub(super) fn check(package: &Path) -> Result<(), String> {
    if !package.join("package.json").is_file() {
        return Err(format!("{}: no package; run cargo xtask wasm", package.display()));
    }
    let mut pack = Command::new("npm");
    let listed = printed(
        pack.args(["pack", "--dry-run", "--json", "--ignore-scripts"]).current_dir(package),
    )?;
    let listed: Value =
        serde_json::from_str(&listed).map_err(|error| format!("npm pack: {error}"))?;
    let (name, packed) = listed_package(&listed).ok_or("npm pack: no list of files")?;
    if name != format!("benchlens-{VERSION}.tgz") {
        return Err(format!("npm pack: {name} is not version {VERSION}"));
    }
    if packed != FILES {
        return Err(format!("npm pack: the package has\n{}", packed.join("\n")));
    }
    let mut sizes = listed[0]["files"].as_array().into_iter().flatten();
    if let Some(empty) = sizes.find(|file| file["size"].as_u64().unwrap_or(0) == 0) {
        return Err(format!("npm pack: {} is empty", empty["path"]));
    }
    let manifest = read(&package.join("package.json"))?;
    let manifest: Value =
        serde_json::from_str(&manifest).map_err(|error| format!("package.json: {error}"))?;
    let mut named = Vec::new();
    texts(&manifest["exports"], &mut named);
    texts(&manifest["types"], &mut named);
    let missing =
        named.iter().find(|name| !packed.contains(&name.trim_start_matches("./").to_owned()));
    match missing {
        Some(missing) => Err(format!("package.json names {missing}, which is not in the package")),
        None if named.is_empty() => Err("package.json exports nothing".into()),
        None => Ok(()),
    }
}

/// Returns the name of the file that npm would write, and the files in it, sorted.
fn listed_package(listed: &Value) -> Option<(&str, Vec<String>)> {
    let package = listed.as_array()?.first()?;
    let files = package["files"].as_array()?.iter();
    let mut files: Vec<String> =
        files.filter_map(|file| Some(file["path"].as_str()?.to_owned())).collect();
    files.sort();
    Some((package["filename"].as_str()?, files))
}

/// Collects all texts in a value.
fn texts(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(text.clone()),
        Value::Object(members) => members.values().for_each(|value| texts(value, out)),
        _ => {}
    }
}
