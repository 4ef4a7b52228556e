//! The Python package: built as a wheel, installed where nothing else is, and tried out.
//!
//! `wheel` builds, `venv` finds Python and makes environments. What a wheel must have is in [`crate::ship`].

mod spark;
mod venv;
mod wheel;

use std::path::PathBuf;
use std::process::Command;

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{check_options, option, run};
use crate::ship::check_wheel;

pub(crate) use spark::{spark, spark_tests};
pub(crate) use venv::{Venv, python as interpreter};
pub(crate) use wheel::wheel;

/// Where the wheel of this machine is.
pub(crate) fn wheels() -> PathBuf {
    folder().join("wheels")
}

/// The folder of all this.
fn folder() -> PathBuf {
    target().join("python-package")
}

/// Builds the wheel, installs it into a new environment, and runs its tests and the notebook there: `[--wheel FILE]`
/// takes a wheel that was built before, `[--tests WORDS]` passes an expression on to pytest's `-k`.
pub(crate) fn python(args: &[String]) -> Outcome {
    check_options(args, &["--wheel", "--tests"])?;
    let built = option(args, "--wheel")?.map(PathBuf::from);
    let mut tests = tried(built)?;
    if let Some(words) = option(args, "--tests")? {
        tests.args(["-k", words]);
    }
    run(&mut tests)?;
    Ok(true)
}

/// The command that tests the package, once it is installed: what `cargo xtask test` runs.
pub(crate) fn tests() -> Result<Command, String> {
    tried(None)
}

/// Installs a wheel, a new one if none is given, and gives the command that tests it.
fn tried(built: Option<PathBuf>) -> Result<Command, String> {
    let python = venv::python()?;
    let wheel = match built {
        Some(wheel) => wheel,
        None => wheel::build(&python, &wheel::Build::for_tests(), &wheels())?,
    };
    check_wheel(&wheel)?;
    println!("a new environment with {}", wheel.display());
    let clean = Venv::new(&python, &folder().join("clean"))?;
    // Alone first: it needs nothing but Python.
    clean.install(&[wheel.as_os_str()])?;
    let alone = "import benchlens; \
        print(benchlens.read(['examples/old.txt', 'examples/new.txt']).compare(quiet=True))";
    run(clean.python().args(["-W", "ignore", "-c", alone]).current_dir(root()))?;
    let needed = root().join("tests/python/requirements.txt");
    clean.install(&["--requirement".as_ref(), needed.as_os_str()])?;
    // The program that the package is compared with.
    run(Command::new(env!("CARGO"))
        .args(["build", "--locked", "--package", "benchlens"])
        .current_dir(root()))?;
    let mut tests = clean.python();
    tests.args(["-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", "tests/python"]);
    tests.env("BENCHLENS", target().join("debug/benchlens")).current_dir(root());
    Ok(tests)
}
