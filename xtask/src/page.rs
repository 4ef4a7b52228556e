//! The module in Node and the page in a real browser: what `cargo xtask test` runs besides cargo.
//!
//! Fetches what it needs itself: the tests' npm packages, and on Debian and its kin, for a user who may,
//! Node and Chromium from the system's packages.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::run;
use crate::wasm::{page_folder, web};

/// What is needed: the names that a program goes by, and the Debian package that has it.
const NEEDED: [(&[&str], &str); 3] = [
    (&["node", "nodejs"], "nodejs"),
    (&["npm"], "npm"),
    (&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"], "chromium"),
];

/// Names another browser.
pub(crate) const BROWSER: &str = "CHROMIUM";

/// Builds module and page and tests both.
pub(crate) fn test() -> Outcome {
    let Some(Tools { node, browser, tests }) = build(&[])? else { return Ok(false) };
    let package = target().join("npm");
    run(Command::new(&node).arg(tests.join("parity.mjs")).arg(&package))?;
    run(Command::new(&node).arg(tests.join("module.mjs")).arg(&package))?;
    let logs = ["old.txt", "new.txt"].map(|name| root().join("examples").join(name));
    let example = package.join("examples/node.mjs");
    run(Command::new(&node).arg(example).args(logs).stdout(Stdio::null()))?;
    let mut test_page = Command::new(&node);
    test_page.arg(tests.join("run.mjs")).arg(page_folder()).env(BROWSER, browser);
    run(&mut test_page)?;
    Ok(true)
}

/// What a page is tried with.
pub(crate) struct Tools {
    pub(crate) node: PathBuf,
    pub(crate) browser: PathBuf,
    /// The folder of its tests, with the packages that they need.
    pub(crate) tests: PathBuf,
}

/// Builds module and page (`args` are those of [`web`]) and fetches what they are tried with; nothing if
/// they are too large.
pub(crate) fn build(args: &[String]) -> Result<Option<Tools>, String> {
    let [node, npm, browser] = programs()?;
    if !web(args)? {
        return Ok(None);
    }
    let tests = root().join("tests/web");
    // From the lock file alone; no package may run a program of its own.
    let fetch = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    run(Command::new(npm).args(fetch).current_dir(&tests))?;
    Ok(Some(Tools { node, browser, tests }))
}

/// Node, npm and a browser, installed if need be.
fn programs() -> Result<[PathBuf; 3], String> {
    let missing: Vec<&str> = NEEDED
        .iter()
        .filter(|(names, _)| find(names).is_none())
        .map(|&(_, package)| package)
        .collect();
    if !missing.is_empty() {
        install(&missing)?;
    }
    let mut found = Vec::new();
    for (names, package) in NEEDED {
        found.push(find(names).ok_or_else(|| wanted(&[package]))?);
    }
    found.try_into().map_err(|_| wanted(&[]))
}

/// The program behind the first of the names that there is one for.
fn find(names: &[&str]) -> Option<PathBuf> {
    let given = std::env::var_os(BROWSER).filter(|_| names.contains(&"chromium"));
    if let Some(given) = given {
        return Some(given.into());
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    let places = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.into_iter().find(|place| place.is_file())
}

/// Installs Debian packages.
fn install(packages: &[&str]) -> Result<(), String> {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    if !is_root || !Path::new("/usr/bin/apt-get").is_file() {
        return Err(wanted(packages));
    }
    println!("apt-get install {}", packages.join(" "));
    let apt = || {
        let mut apt = Command::new("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive").arg("-qq");
        apt
    };
    // A list that cannot be fetched may still do.
    let _ = run(apt().arg("update"));
    run(apt().args(["install", "-y", "--no-install-recommends"]).args(packages))
        .map_err(|error| format!("{error}; {}", wanted(packages)))
}

fn wanted(packages: &[&str]) -> String {
    format!(
        "the tests of the page need Node 18 or later with npm, and Chromium ({BROWSER}=… names another \
         browser of its family): install {}",
        packages.join(", ")
    )
}
