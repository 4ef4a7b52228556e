//! The programs for building and testing the web app: Node, npm, a browser, and npm packages.
//!
//! Finds them. Installs Debian packages only if [`INSTALL`] requests that; otherwise a missing program is an error
//! that names the command.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::programs::root;
use crate::project::run;

/// A program: its possible names, and the Debian package that contains it.
type Program = (&'static [&'static str], &'static str);

const NODE: Program = (&["node", "nodejs"], "nodejs");
const NPM: Program = (&["npm"], "npm");
const CHROMIUM: Program =
    (&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"], "chromium");

/// The environment variable that selects another browser.
pub(crate) const BROWSER: &str = "CHROMIUM";

/// If this variable is 1, missing programs are installed from Debian's packages.
pub(crate) const INSTALL: &str = "XTASK_INSTALL";

/// Returns Node.
pub(crate) fn node() -> Result<PathBuf, String> {
    program(NODE)
}

/// Returns a browser that is based on Chromium.
pub(crate) fn browser() -> Result<PathBuf, String> {
    match std::env::var_os(BROWSER) {
        Some(given) => Ok(given.into()),
        None => program(CHROMIUM),
    }
}

/// Returns the folder of the web app's tests, with the npm packages in its lock file.
pub(crate) fn packages() -> Result<PathBuf, String> {
    let tests = root().join("tests/web");
    // Packages must not run their own programs.
    let fetch = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    run(Command::new(program(NPM)?).args(fetch).current_dir(&tests))?;
    Ok(tests)
}

/// Returns whether there is a browser.
pub(crate) fn has_browser() -> bool {
    std::env::var_os(BROWSER).is_some() || find(CHROMIUM.0).is_some()
}

/// Returns whether there is Node.
pub(crate) fn has_node() -> bool {
    find(NODE.0).is_some()
}

fn program(program: Program) -> Result<PathBuf, String> {
    if let Some(path) = find(program.0) {
        return Ok(path);
    }
    install(program.1)?;
    find(program.0).ok_or_else(|| wanted(program.1))
}

/// Returns the program with the first of the names that exists.
fn find(names: &[&str]) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    let places = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.into_iter().find(|place| place.is_file())
}

/// Installs a Debian package, if that is requested.
fn install(package: &str) -> Result<(), String> {
    if install_packages(&[package])? { Ok(()) } else { Err(wanted(package)) }
}

/// Installs Debian packages, if that is requested; returns whether it did.
pub(crate) fn install_packages(packages: &[&str]) -> Result<bool, String> {
    let is_asked = std::env::var_os(INSTALL).is_some_and(|value| value == "1");
    if !is_asked || !Path::new("/usr/bin/apt-get").is_file() {
        return Ok(false);
    }
    let apt = || {
        let mut apt = Command::new("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive").arg("-qq");
        apt
    };
    println!("apt-get install {}", packages.join(" "));
    // If the list cannot be updated, the old list may still be sufficient.
    let _ = run(apt().arg("update"));
    run(apt().args(["install", "-y", "--no-install-recommends"]).args(packages))?;
    Ok(true)
}

fn wanted(package: &str) -> String {
    format!(
        "the page needs Node 18 or later with npm, and its tests Chromium ({BROWSER}=PATH names another \
         browser of its family); {package} is missing: run apt-get install {package}, or set {INSTALL}=1 \
         to have it installed"
    )
}
