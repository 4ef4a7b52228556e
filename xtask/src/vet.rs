//! `cargo xtask vet`: checks with tools from registries, for things that rarely change.
//!
//! The first run installs a tool under `target/tools`, in the version that is given here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;
use crate::programs::{git, root, target};
use crate::project::{check_options, printed, run};
use crate::ship::install_formula;

/// A check: its name, and its function.
type Check = (&'static str, fn() -> Result<(), String>);

const CHECKS: [Check; 6] = [
    ("workflows", workflows),
    ("packages", packages),
    ("advisories", advisories),
    ("api", api),
    ("semver", semver),
    ("formula", install_formula),
];

/// The checks that need only package registries from the network.
const DEFAULT: [&str; 5] = ["workflows", "packages", "api", "semver", "formula"];

/// Runs the named checks; without names, runs all except `advisories`, whose database is not in a registry.
pub(crate) fn vet(args: &[String]) -> Outcome {
    let names: Vec<&str> = match args {
        [] => DEFAULT.to_vec(),
        _ => args.iter().map(String::as_str).collect(),
    };
    for name in names {
        let known = CHECKS.iter().find(|(known, _)| *known == name);
        let (_, check) = known.ok_or_else(|| {
            format!("{name:?} is no check: there are {}", CHECKS.map(|(name, _)| name).join(", "))
        })?;
        println!("xtask vet: {name}");
        check()?;
    }
    println!("xtask vet: passed");
    Ok(true)
}

/// Runs the steps of the action on this machine, and lints its scripts and its workflow.
pub(crate) fn action(args: &[String]) -> Outcome {
    check_options(args, &[])?;
    let tool = actionlint()?;
    let script = root().join("action/try.sh");
    run(Command::new("bash").arg(script).env("ACTIONLINT", tool))?;
    Ok(true)
}

/// Returns the path of actionlint. The first call installs it, which needs Go.
fn actionlint() -> Result<PathBuf, String> {
    let folder = target().join("tools");
    let tool = folder.join("actionlint");
    if !tool.is_file() {
        let module = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";
        run(Command::new("go").args(["install", module]).env("GOBIN", &folder))?;
    }
    Ok(tool)
}

/// Checks that GitHub would accept the workflows: ours, and the workflows in the documents that readers copy.
pub(crate) fn workflows() -> Result<(), String> {
    let tool = actionlint()?;
    let shown = shown_workflows(&target().join("vet-workflows"))?;
    for files in [Vec::new(), shown] {
        let mut lint = Command::new(&tool);
        // actionlint also runs shellcheck if it is installed. Remarks are not errors.
        run(lint.args(files).current_dir(root()).env("SHELLCHECK_OPTS", "--severity=warning"))?;
    }
    Ok(())
}

/// Writes the workflows in the documents into a folder; returns their paths.
fn shown_workflows(out: &Path) -> Result<Vec<PathBuf>, String> {
    let fail = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(out).map_err(|error| fail(out, error))?;
    let docs = root().join("docs");
    let entries = fs::read_dir(&docs).map_err(|error| fail(&docs, error))?;
    let mut paths = Vec::new();
    for document in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()) {
        let text = fs::read(&document).map_err(|error| fail(&document, error))?;
        for (name, text) in workflows_of(&String::from_utf8_lossy(&text)) {
            let path = out.join(name);
            fs::write(&path, text).map_err(|error| fail(&path, error))?;
            paths.push(path);
        }
    }
    if paths.is_empty() { Err("no document shows a workflow".into()) } else { Ok(paths) }
}

/// Returns the blocks of a document that name their workflow, each with the name.
fn workflows_of(text: &str) -> Vec<(&str, &str)> {
    let blocks = text.split("\n```yaml\n# .github/workflows/").skip(1);
    let whole = blocks.filter_map(|block| block.split("\n```\n").next()?.split_once('\n'));
    whole.filter(|(name, _)| !name.contains('/')).collect()
}

/// Checks that the packages have licenses that are compatible with ours, and come from crates.io.
fn packages() -> Result<(), String> {
    deny(&["bans", "licenses", "sources"])
}

/// Checks that no package has a known vulnerability.
fn advisories() -> Result<(), String> {
    deny(&["advisories"])
}

fn deny(what: &[&str]) -> Result<(), String> {
    let tool = cargo_tool("cargo-deny", "0.20.2")?;
    run(Command::new(tool)
        .args(["--locked", "--workspace", "check"])
        .args(what)
        .current_dir(root()))
}

/// The nightly compiler that describes the library; the tool below reads its output.
const NIGHTLY: &str = "BENCHLENS_NIGHTLY";

/// The packages of the library, which promises all items that they do not hide.
const LIBRARY: [&str; 4] =
    ["benchlens-core", "benchlens-base", "benchlens-format", "benchlens-stats"];

/// A file with the names of public items, and the packages that have them.
struct PublicItems {
    file: &'static str,
    packages: &'static [&'static str],
}

/// The lists of public items. Programs use the statistics alone or through the core.
const API: [PublicItems; 2] = [
    PublicItems {
        file: "crates/core/public-api.txt",
        packages: &["benchlens-core", "benchlens-base", "benchlens-format"],
    },
    PublicItems { file: "crates/stats/public-api.txt", packages: &["benchlens-stats"] },
];

/// The file with the revision whose users must still be able to build: the last release, or the last change of the
/// library that was announced as one.
const BASELINE: &str = "crates/core/semver-baseline.txt";

/// Returns whether the environment asks for new files.
fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// Checks that the library has the public items that the lists contain. `UPDATE=1` writes the lists.
fn api() -> Result<(), String> {
    let tool = cargo_tool("cargo-public-api", "0.52.0")?;
    API.iter().try_for_each(|list| check_items(&tool, list))
}

fn check_items(tool: &Path, list: &PublicItems) -> Result<(), String> {
    let PublicItems { file, packages } = *list;
    let nightly = std::env::var(NIGHTLY).unwrap_or_else(|_| "nightly".into());
    let items = |package: &&str| {
        let mut list = Command::new(tool);
        list.args(["public-api", "--package", package, "--all-features", "-sss"]);
        list.args(["--color", "never"]);
        list.args(["--target-dir", &target().join("api").display().to_string()]);
        // The tool uses the compiler of the cargo that it calls.
        list.env("RUSTUP_TOOLCHAIN", &nightly).env_remove("RUSTC").env_remove("CARGO");
        printed(list.current_dir(root()))
    };
    let is = packages.iter().map(items).collect::<Result<String, String>>()?;
    let path = root().join(file);
    if is_update() {
        return fs::write(&path, is).map_err(|error| format!("{file}: {error}"));
    }
    let was = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
    let differences = differences(&was, &is);
    if differences.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "the library has other items; UPDATE=1 writes {file}, and the change log says it:\n{}",
            differences.join("\n")
        ))
    }
}

/// Checks that programs which use the library of the baseline would build with this one. `UPDATE=1` makes the current
/// revision the baseline.
fn semver() -> Result<(), String> {
    let path = root().join(BASELINE);
    if is_update() {
        let revision = printed(git().args(["rev-parse", "HEAD"]))?;
        return fs::write(&path, revision).map_err(|error| format!("{BASELINE}: {error}"));
    }
    let revision = fs::read_to_string(&path).map_err(|error| format!("{BASELINE}: {error}"))?;
    let mut check = Command::new(cargo_tool("cargo-semver-checks", "0.51.0")?);
    check.arg("semver-checks").args(LIBRARY.iter().flat_map(|package| ["--package", package]));
    check.arg("--all-features");
    check.args(["--release-type", "minor", "--baseline-rev", revision.trim()]);
    run(check.current_dir(root()))
}

/// Returns the lines that only one of two texts contains, marked as in diff.
fn differences(was: &str, is: &str) -> Vec<String> {
    let only = |mark: &'static str, of: &str, other: &str| -> Vec<String> {
        let other: Vec<&str> = other.lines().collect();
        let lines = of.lines().filter(|line| !other.contains(line));
        lines.map(|line| format!("{mark} {line}")).collect()
    };
    [only("-", was, is), only("+", is, was)].concat()
}

/// Returns a tool from crates.io.
fn cargo_tool(name: &str, version: &str) -> Result<PathBuf, String> {
    let folder = target().join("tools").join(format!("{name}-{version}"));
    let tool = folder.join("bin").join(name);
    if !tool.is_file() {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut install = Command::new(cargo);
        install.args(["install", "--locked", "--version", version, name, "--root"]).arg(&folder);
        run(&mut install)?;
    }
    Ok(tool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workflows_in_documents_are_found() {
        let text = "a\n```yaml\n# .github/workflows/x.yml\nname: x\non: push\n```\n```yaml\n- uses: y\n```\n";
        assert_eq!(workflows_of(text), [("x.yml", "name: x\non: push")]);
    }

    #[test]
    fn what_differs_is_told() {
        assert_eq!(differences("a\nb\n", "b\nc\n"), ["- a", "+ c"]);
        assert!(differences("a\n", "a\n").is_empty());
    }
}
