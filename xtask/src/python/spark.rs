//! Tests the package on a cluster: one master, two workers, one of which is killed.
//!
//! The environment of the workers has everything except the package, which only the driver has on its path.

use std::path::Path;
use std::process::{Command, Stdio};

use super::folders::{built, folder};
use super::venv::{self, Venv};
use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{check_options, option, run};

/// Installs Spark, and the wheel for the driver, and tests both: `[--tests WORDS]` passes an expression to pytest's `-k`.
pub(crate) fn spark(args: &[String]) -> Outcome {
    check_options(args, &["--tests"])?;
    let mut tests = prepared(&target().join("debug/benchlens"))?;
    if let Some(words) = option(args, "--tests")? {
        tests.args(["-k", words]);
    }
    run(&mut tests)?;
    Ok(true)
}

/// Returns the command that tests the package on a cluster: a stage of `cargo xtask ci`.
pub(crate) fn spark_tests() -> Result<Command, String> {
    prepared(&crate::ci::folder().join("benchlens"))
}

/// Installs Spark, and the last built wheel for the driver, and returns the command that compares it with a program.
fn prepared(program: &Path) -> Result<Command, String> {
    if !has_java() {
        return Err("Spark needs Java 17 or later: set JAVA_HOME, or install a JDK".into());
    }
    let python = venv::python()?;
    let wheel = built()?;
    // Spark itself is kept, because it is half a gigabyte.
    let venv = Venv::kept(&python, &folder().join("spark-workers"))?;
    let needed = root().join("tests/spark/requirements.txt");
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(venv.python().args(pip).arg("--requirement").arg(needed))?;
    let package = folder().join("spark-driver");
    let copied = ["--no-deps", "--upgrade", "--target"];
    run(venv.python().args(pip).args(copied).arg(&package).arg(wheel))?;
    let mut tests = venv.python();
    tests.args(["-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", "tests/spark"]);
    tests.env("BENCHLENS", program).env("PYTHONPATH", package).current_dir(root());
    Ok(tests)
}

/// Returns whether there is a Java version that Spark supports.
pub(crate) fn has_java() -> bool {
    let found = Command::new("java").arg("-version").stderr(Stdio::piped()).output();
    let Ok(found) = found else { return false };
    let told = String::from_utf8_lossy(&found.stderr).into_owned();
    // openjdk version "17.0.15" 2025-04-15
    let version = told.split('"').nth(1).and_then(|version| version.split(['.', '-', '+']).next());
    version.and_then(|major| major.parse::<u32>().ok()).is_some_and(|major| 17 <= major)
}
