//! The parts of a release: archives, checksums, a formula for Homebrew, packages for crates.io and npm.
//!
//! The release workflow calls these commands, and `cargo xtask ship` makes a dry run of all of them on this machine.
//! Nothing here publishes anything, except to a registry on this machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{check_options, option, read, run};

mod archive;
mod crates;
mod formula;
mod npm;
mod pack;
mod released;
mod sbom;
mod sums;
mod third_party;
mod trial;
mod wheel;
mod workflows;

pub(crate) use archive::archive;
pub(crate) use formula::{formula, install as install_formula};
use released::{TARGETS, VERSION};
pub(crate) use sbom::sboms;
pub(crate) use sums::sums;
pub(crate) use third_party::{of_module, of_wheel};
pub(crate) use wheel::check_wheel;

/// Tests all steps of a release except publishing: `[--program FILE]` is the program for the archive (default: the
/// program that `cargo test` has built).
pub(crate) fn ship(args: &[String]) -> Outcome {
    check_options(args, &["--program"])?;
    let built = target().join("debug/benchlens");
    let program = option(args, "--program")?.map_or(built, PathBuf::from);
    let out = target().join("ship");
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    println!("workflows");
    workflows::check()?;
    println!("an archive of {}, tried out in a folder of its own", program.display());
    let archive = archive::make(TARGETS[4], &program, &program, &out)?;
    trial::run(&archive)?;
    println!("an archive for Windows, of the same program");
    let zip = archive::make(TARGETS[3], &program, &program, &out)?;
    trial::same_files(&archive, &zip)?;
    println!("bills of materials");
    sbom::write(&out)?;
    println!("checksums, and the formula of an invented release");
    for script in ["install.sh", "install.ps1"] {
        let from = root().join("install").join(script);
        std::fs::copy(&from, out.join(script)).map_err(|e| format!("{}: {e}", from.display()))?;
    }
    sums::write(&out)?;
    sums::check_with_system(&out)?;
    formula::check()?;
    println!("where cargo binstall looks");
    archive::check_binstall()?;
    println!("packages for crates.io");
    crates::check()?;
    println!("the package for npm");
    npm::check(&target().join("npm"))?;
    println!("the wheel for PyPI");
    wheel::check_built(&crate::python::wheels())?;
    println!("the scripts that publish and install, with servers on this machine");
    rehearse(&out)?;
    println!("all of it would be shipped. Only a release can test:");
    NOT_REHEARSED.iter().for_each(|part| println!("  - {part}"));
    Ok(true)
}

/// The steps of a release that no other machine can try.
const NOT_REHEARSED: [&str; 6] = [
    "trusted publishing: each registry checks the workflow's identity, which only GitHub issues",
    "the limits of crates.io: the registry here limits in the same way, but faster",
    "attestations, the draft and the public release: GitHub stores them",
    "programs and wheels of other systems: the workflow builds and tries each on its own machine",
    "wheels for musl: the workflow tries them in a container",
    "install.ps1: the workflow runs it on Windows, with Windows PowerShell and PowerShell 7",
];

/// Tests the scripts, then publishes the packages to a registry on this machine and installs an archive from a server.
fn rehearse(out: &Path) -> Result<(), String> {
    let tests = root().join("tests/publish");
    for test in ["test_publish.py", "test_install.py"] {
        run(Command::new("python3").arg(tests.join(test)))?;
    }
    let mut rehearse = Command::new("python3");
    rehearse.arg(tests.join("rehearse.py")).arg(target().join("rehearsal"));
    run(rehearse.arg("--npm").arg(target().join("npm")).arg("--release").arg(out))
}

/// Tests everything about a release that this machine can test: as [`ship`], and the workflows with actionlint.
pub(crate) fn rehearse_all(args: &[String]) -> Outcome {
    crate::vet::workflows()?;
    ship(args)
}

/// Checks a tag against the version and the change log, and prints the notes of the release: `TAG`.
pub(crate) fn release(args: &[String]) -> Outcome {
    let [tag] = args else { return Err("release takes a tag, such as v0.1.0".into()) };
    if *tag != format!("v{VERSION}") {
        return Err(format!("the tag {tag} does not name the version of Cargo.toml, {VERSION}"));
    }
    let log = read(&root().join("CHANGELOG.md"))?;
    let notes = notes(&log).ok_or(format!("CHANGELOG.md has no section '## {VERSION}'"))?;
    println!("{notes}");
    Ok(true)
}

/// Returns the change log's section about this version.
fn notes(log: &str) -> Option<&str> {
    let (_, section) = log.split_once(&format!("\n## {VERSION}\n"))?;
    Some(section.split("\n## ").next().unwrap_or(section).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_those_of_one_version() {
        let log = format!(
            "# Changelog\n\n## Unreleased\n\nA\n\n## {VERSION}\n\nB\n\n- C\n\n## 0.0.1\n\nD\n"
        );
        assert_eq!(notes(&log), Some("B\n\n- C"));
        assert_eq!(notes("# Changelog\n\n## Unreleased\n\nA\n"), None);
    }
}
