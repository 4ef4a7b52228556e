//! The Python package: builds it as a wheel, installs it into an empty environment, and tests it.
//!
//! `wheel` builds, and `venv` finds Python and creates environments. [`crate::ship`] checks the content of a wheel.

mod folders;
mod spark;
mod venv;
mod wheel;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{check_options, option, run};
use crate::ship::check_wheel;

pub(crate) use folders::wheels;
use folders::{built, folder};
pub(crate) use spark::{has_java, spark, spark_tests};
pub(crate) use venv::{Venv, has_python, python as interpreter};
pub(crate) use wheel::wheel;

/// Builds the wheel, installs it into a new environment, and runs its tests and the notebook there: `[--wheel FILE]`
/// uses an existing wheel, `[--tests WORDS]` passes an expression to pytest's `-k`.
pub(crate) fn python(args: &[String]) -> Outcome {
    check_options(args, &["--wheel", "--tests"])?;
    let wheel = match option(args, "--wheel")? {
        Some(wheel) => PathBuf::from(wheel),
        None => build_for_tests()?,
    };
    // The program that the package is compared with.
    let build = ["build", "--locked", "--package", "benchlens"];
    run(Command::new(env!("CARGO")).args(build).current_dir(root()))?;
    let mut tests = tried(&wheel, &target().join("debug/benchlens"))?;
    if let Some(words) = option(args, "--tests")? {
        tests.args(["-k", words]);
    }
    run(&mut tests)?;
    Ok(true)
}

/// Builds the wheel for tests on this machine, and checks its content.
pub(crate) fn build_for_tests() -> Result<PathBuf, String> {
    let wheel = wheel::build(&venv::python()?, &wheel::Build::for_tests(), &wheels())?;
    check_wheel(&wheel)?;
    Ok(wheel)
}

/// Returns the command that tests the last built wheel, after installing it: a stage of `cargo xtask ci`.
pub(crate) fn tests() -> Result<Command, String> {
    tried(&built()?, &crate::ci::folder().join("benchlens"))
}

/// Installs a wheel into a new environment, and returns the command that compares it with a program.
fn tried(wheel: &Path, program: &Path) -> Result<Command, String> {
    let python = venv::python()?;
    println!("a new environment with {}", wheel.display());
    let clean = Venv::new(&python, &folder().join("clean"))?;
    // First without other packages, because it needs only Python.
    clean.install(&[wheel.as_os_str()])?;
    let alone = "import benchlens; \
        print(benchlens.read(['examples/old.txt', 'examples/new.txt']).compare(quiet=True))";
    run(clean.python().args(["-W", "ignore", "-c", alone]).current_dir(root()))?;
    let needed = root().join("tests/python/requirements.txt");
    clean.install(&["--requirement".as_ref(), needed.as_os_str()])?;
    let mut tests = clean.python();
    tests.args(["-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", "tests/python"]);
    tests.env("BENCHLENS", program).current_dir(root());
    Ok(tests)
}
