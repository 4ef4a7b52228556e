//! Collects the licenses of everything that is linked into the program, from the packages themselves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::programs::root;
use crate::project::{cargo, printed, read};

/// The beginning of the file.
const HEAD: &str = "\
# Licenses of others

benchlens is licensed under MIT or Apache-2.0 (LICENSE-MIT, LICENSE-APACHE). It contains parts of the works below, and
of the standard library of Rust, copyright the Rust Project Developers. Works that are available under Apache-2.0 are
used under Apache-2.0, whose text is LICENSE-APACHE. Each other text appears once, below the names of its works.
";

/// The section for statically linked programs, which also contain the C library.
const MUSL: &str = "
It also contains parts of the C library musl, copyright © 2005-2020 Rich Felker and others, which its authors license under
MIT, as in LICENSE-MIT but for the names.
";

/// A package: its name, its version, its license, and the texts in its files.
#[derive(Debug)]
struct Package {
    name: String,
    license: String,
    texts: Vec<String>,
}

/// Returns the file `THIRD-PARTY.md` for the program of a target.
pub(super) fn third_party(target: &str) -> Result<String, String> {
    let musl = if target.ends_with("musl") { MUSL } else { "" };
    Ok(format!("{HEAD}{musl}{}", works(&[&of_program(target), &MODULE])?))
}

/// Returns the arguments with which cargo describes the program for a target.
pub(super) fn of_program(target: &str) -> [&str; 6] {
    ["--package", "benchlens", "--features", "parquet,png", "--target", target]
}

/// Returns this file for the npm package.
pub(crate) fn of_module() -> Result<String, String> {
    Ok(format!("{HEAD}{}", works(&[&MODULE])?))
}

/// Returns this file for the wheel of a target, or of this machine if there is no target.
pub(crate) fn of_wheel(target: Option<&str>) -> Result<String, String> {
    let mut wheel = vec!["--package", "benchlens-python"];
    wheel.extend(target.iter().flat_map(|target| ["--target", target]));
    Ok(format!("{HEAD}{}", works(&[&wheel])?))
}

/// The arguments with which cargo describes the module.
pub(super) const MODULE: [&str; 4] =
    ["--package", "benchlens-wasm", "--target", "wasm32-unknown-unknown"];

/// Returns the works in these packages of ours, and their licenses.
fn works(of: &[&[&str]]) -> Result<String, String> {
    let mut names = Vec::new();
    for package in of {
        names.extend(tree(package)?.into_iter().filter(|name| !is_ours(name)));
    }
    names.sort();
    names.dedup();
    let all = all_packages()?;
    let apache = read(&root().join("LICENSE-APACHE"))?;
    let mut packages = Vec::new();
    for name in names {
        let (license, folder) = all.get(&name).ok_or(format!("{name}: not in cargo metadata"))?;
        let is_apache = license.contains("Apache-2.0") && !license.contains(" AND ");
        let mut texts = texts(folder, is_apache)?;
        if texts.is_empty() && !is_apache {
            return Err(format!("{name}: no file with its license ({license})"));
        }
        // This text is the same for all works, because it does not name a copyright holder.
        texts.retain(|text| !text.trim_start().starts_with("Apache License"));
        texts.iter_mut().for_each(|text| *text = without(text, &apache));
        packages.push(Package { license: license.clone(), texts, name });
    }
    Ok(listed(&packages))
}

/// Returns a text with a reference to LICENSE-APACHE instead of the same terms, which may be indented differently.
fn without(text: &str, apache: &str) -> String {
    let terms: Vec<&str> = apache.trim().lines().map(str::trim).collect();
    let lines: Vec<&str> = text.lines().collect();
    let begins = |lines: &[&str]| lines.iter().map(|line| line.trim()).eq(terms.iter().copied());
    match lines.windows(terms.len()).position(begins) {
        Some(at) => {
            let rest = &lines[at + terms.len()..];
            [&lines[..at], &["(the text of LICENSE-APACHE)"], rest].concat().join("\n")
        }
        None => text.to_owned(),
    }
}

/// Lists the packages by name and license, followed by each text once.
fn listed(packages: &[Package]) -> String {
    let mut out = String::from("\n| work | license |\n|---|---|\n");
    let mut works: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| {} | {} |", package.name, package.license);
        for text in &package.texts {
            works.entry(text).or_default().push(&package.name);
        }
    }
    let mut texts: Vec<(Vec<&str>, &str)> =
        works.into_iter().map(|(text, of)| (of, text)).collect();
    texts.sort();
    for (of, text) in texts {
        let _ = write!(out, "\n## {}\n\n```text\n{}\n```\n", of.join(", "), text.trim_end());
    }
    out
}

/// Returns whether a package is one of our packages, which are in this folder.
pub(super) fn is_ours(name: &str) -> bool {
    name.starts_with("benchlens")
}

/// Returns the packages that are linked into a package, and this package, as `name version`. Packages that are only
/// used for building are not included.
pub(super) fn tree(of: &[&str]) -> Result<Vec<String>, String> {
    let mut tree = cargo();
    tree.args(["tree", "--locked", "--prefix", "none", "--edges", "normal,no-proc-macro"]);
    let lines = printed(tree.args(["--format", "{p}"]).args(of))?;
    let mut names = Vec::new();
    for line in lines.lines() {
        let mut words = line.split(' ');
        let (name, version) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let version = version.strip_prefix('v').ok_or(format!("cargo tree: {line:?}"))?;
        names.push(format!("{name} {version}"));
    }
    Ok(names)
}

/// Returns the license and the folder of every package that any target needs, by `name version`.
pub(super) fn all_packages() -> Result<BTreeMap<String, (String, PathBuf)>, String> {
    let metadata =
        printed(cargo().args(["metadata", "--all-features", "--locked", "--format-version", "1"]))?;
    let metadata: Value =
        serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let mut packages = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let folder = Path::new(text("manifest_path")).parent().unwrap_or(Path::new("")).to_owned();
        let name = format!("{} {}", text("name"), text("version"));
        packages.insert(name, (text("license").to_owned(), folder));
    }
    Ok(packages)
}

/// The prefixes of license file names. Works under the Unlicense also offer MIT, and are used under MIT.
const BEGINNINGS: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"];

/// The licenses of fonts, tables and C sources are at most this number of folders below the package.
const DEPTH: usize = 2;

/// Returns the license texts in a package: its own license, unless that is Apache-2.0, its notices, and the licenses of
/// files from other projects.
fn texts(folder: &Path, is_apache: bool) -> Result<Vec<String>, String> {
    let mut texts = Vec::new();
    let mut open = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = open.pop() {
        let entries =
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            // Files for tests are not linked.
            if path.is_dir() && depth < DEPTH && !path.ends_with("tests") {
                open.push((path, depth + 1));
            } else if path.is_file() && is_licence(&path, is_apache && depth == 0) {
                let text =
                    fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                let text = String::from_utf8_lossy(&text).replace('\r', "");
                texts.extend((!texts.contains(&text)).then_some(text));
            }
        }
    }
    Ok(texts)
}

fn is_licence(file: &Path, is_apache: bool) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
    let beginnings = if is_apache { &["NOTICE"][..] } else { &BEGINNINGS };
    beginnings.iter().any(|beginning| name.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_given_once() {
        let package = |name: &str, text: &str| Package {
            name: name.into(),
            license: "MIT".into(),
            texts: vec![text.into()],
        };
        let packages = [package("a 1", "one\n"), package("b 1", "two\n"), package("c 1", "one\n")];
        let text = listed(&packages);
        assert_eq!(text.matches("one").count(), 1);
        assert!(text.contains("## a 1, c 1\n\n```text\none\n```"), "{text}");
    }

    #[test]
    fn the_module_has_its_own_works_and_no_others() {
        let text = of_module().unwrap();
        assert!(text.contains("\n| wasm-bindgen 0."), "{text}");
        // Only the CLI draws charts as PNG.
        assert!(!text.contains("\n| dejavu "), "{text}");
        // libm repeats the terms of Apache-2.0.
        assert!(
            text.contains("(the text of LICENSE-APACHE)")
                && !text.contains("TERMS AND CONDITIONS FOR"),
            "{text}"
        );
    }

    #[test]
    fn licences_are_known_by_their_names() {
        for name in ["LICENSE-MIT", "license.md", "COPYING", "Licence.txt"] {
            assert!(is_licence(Path::new(name), false), "{name}");
        }
        assert!(!is_licence(Path::new("lib.rs"), false));
        assert!(
            is_licence(Path::new("NOTICE"), true) && !is_licence(Path::new("LICENSE-MIT"), true)
        );
    }
}
