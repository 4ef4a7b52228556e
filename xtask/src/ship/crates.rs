//! The packages for crates.io: all published packages, in an order in which each follows its dependencies.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

use super::released::VERSION;
use crate::project::{cargo, printed};

/// The arguments of a dry run without a build, because all other tests build the packages.
const DRY: [&str; 5] = ["publish", "--dry-run", "--workspace", "--no-verify", "--allow-dirty"];

/// Runs all steps of publishing except building and uploading.
pub(super) fn check() -> Result<(), String> {
    let wanted = published()?;
    let mut publish = cargo();
    publish.args(DRY).arg("--locked");
    let order = order(&messages(&mut publish)?);
    for (at, name) in order.iter().enumerate() {
        let needs = wanted.get(name).ok_or(format!("{name} is not to be published"))?;
        if let Some(late) = needs.iter().find(|&need| !order[..at].contains(need)) {
            return Err(format!("{name} would be published before {late}, which it needs"));
        }
    }
    if let Some(missing) = wanted.keys().find(|name| !order.contains(name)) {
        return Err(format!("cargo would not publish {missing}"));
    }
    for name in wanted.keys() {
        let listed =
            printed(cargo().args(["package", "--list", "--allow-dirty", "--package", name]))?;
        let examples: &[&str] = match &name[..] {
            "benchlens-core" => &["examples/compare.rs", "examples/gate.rs", "examples/memory.rs"],
            _ => &[],
        };
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"].iter().chain(examples) {
            if !listed.lines().any(|line| line == *file) {
                return Err(format!("the package {name} has no {file}"));
            }
        }
    }
    Ok(())
}

/// Returns the published packages, with their published dependencies.
pub(super) fn published() -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--locked", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&printed(&mut metadata)?)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = || metadata["packages"].as_array().into_iter().flatten();
    // A package that may be published anywhere has no entry.
    let published = packages().filter(|package| package["publish"].is_null());
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let ours: Vec<String> = packages().map(name).collect();
    let needs = |package: &Value| {
        let needs = package["dependencies"].as_array().into_iter().flatten().map(name);
        needs.filter(|need| ours.contains(need)).collect()
    };
    Ok(published.map(|package| (name(package), needs(package))).collect())
}

/// Returns the messages of cargo on standard error.
fn messages(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cargo: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(messages) } else { Err(format!("cargo publish: {messages}")) }
}

/// Returns the packages in the order in which they would be published.
fn order(messages: &str) -> Vec<String> {
    let sent = messages.lines().filter_map(|line| line.trim().strip_prefix("Uploading "));
    let name =
        |line: &str| line.split_once(&format!(" v{VERSION}")).map(|(name, _)| name.to_owned());
    sent.filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_read_from_what_cargo_says() {
        let said = format!(
            "   Packaging b v{VERSION} (x)\n   Uploading a v{VERSION} (x)\nwarning: aborting upload due to dry run\n\
             \x20  Uploading b v{VERSION} (x)\n"
        );
        assert_eq!(order(&said), ["a", "b"]);
    }
}
