//! `cargo xtask vet`: checks with tools from registries, for things that rarely change.
//!
//! The first run installs a tool under `target/tools`, in the version that is given here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{check_options, run};
use crate::ship::install_formula;

/// A check: its name, and its function.
type Check = (&'static str, fn() -> Result<(), String>);

const CHECKS: [Check; 5] = [
    ("workflows", workflows),
    ("packages", packages),
    ("advisories", advisories),
    ("api", api),
    ("formula", install_formula),
];

/// The checks that need only package registries from the network.
const DEFAULT: [&str; 4] = ["workflows", "packages", "api", "formula"];

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

/// The file with the library's interface.
const API: &str = "crates/core/public-api.txt";

/// Checks that the public interface of the library agrees with this file. `UPDATE=1` writes the file.
fn api() -> Result<(), String> {
    // The promised items are in hidden modules, so the first list has only their names.
    let names = public_api("")?;
    let names: Vec<&str> = names.lines().filter_map(promised_name).collect();
    let all = public_api("-Zunstable-options --document-hidden-items")?;
    let promised =
        all.lines().filter(|line| item_name(line).is_some_and(|item| names.contains(&item)));
    let is: String = promised.map(|line| format!("{line}\n")).collect();
    let path = root().join(API);
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        return fs::write(&path, is).map_err(|error| format!("{API}: {error}"));
    }
    let was = fs::read_to_string(&path).map_err(|error| format!("{API}: {error}"))?;
    let differences = differences(&was, &is);
    if differences.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "the library's interface is another one; UPDATE=1 writes {API}, and the change log says it:\n{}",
            differences.join("\n")
        ))
    }
}

/// Runs cargo-public-api with these flags of rustdoc.
fn public_api(flags: &str) -> Result<String, String> {
    let tool = cargo_tool("cargo-public-api", "0.52.0")?;
    let nightly = std::env::var(NIGHTLY).unwrap_or_else(|_| "nightly".into());
    let mut list = Command::new(tool);
    list.args(["public-api", "--package", "benchlens-core", "--all-features", "-sss"]);
    list.args(["--color", "never"]);
    list.args(["--target-dir", &target().join("api").display().to_string()]);
    // The tool uses the compiler of the cargo that it calls.
    list.env("RUSTUP_TOOLCHAIN", nightly).env_remove("RUSTC").env_remove("CARGO");
    let output = list
        .current_dir(root())
        .env("RUSTDOCFLAGS", flags)
        .output()
        .map_err(|error| format!("public-api: {error}"))?;
    if !output.status.success() {
        return Err(format!("public-api: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the name in a line such as `pub use benchlens_core::report::Delta`.
fn promised_name(line: &str) -> Option<&str> {
    line.strip_prefix("pub use ")?.rsplit("::").next()
}

/// Returns the name of the item that a line describes, or to which it belongs: the first part of its path that is not a
/// module, as modules have lowercase names and so have functions only at the end.
fn item_name(line: &str) -> Option<&str> {
    let path = &line[line.find("benchlens_core::")?..];
    let end =
        path.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(path.len());
    let mut parts = path[..end].trim_end_matches(':').split("::").skip(1).peekable();
    while let Some(part) = parts.next() {
        if part.starts_with(|c: char| c.is_uppercase()) || parts.peek().is_none() {
            return Some(part);
        }
    }
    None
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
    fn promised_items_are_found() {
        let check = |line: &str, want: &str| assert_eq!(item_name(line), Some(want), "{line}");
        check("pub fn benchlens_core::query::run(&benchlens_core::Store)", "run");
        check(
            "pub benchlens_core::base::ErrorKind::Place::line: alloc::string::String",
            "ErrorKind",
        );
        check("pub const fn benchlens_core::Store::len(&self) -> usize", "Store");
        assert_eq!(promised_name("pub use benchlens_core::report::Delta"), Some("Delta"));
        assert_eq!(promised_name("pub mod benchlens_core"), None);
    }

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
