//! The package on a cluster: one master, two workers, one of which is killed.

use std::process::{Command, Stdio};

use super::folder;
use super::venv::{self, Venv};
use super::wheel::{self, Build};
use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{check_options, option, run};

/// Installs the wheel beside Spark, and tests both: `[--tests WORDS]` passes an expression on to pytest's `-k`.
pub(crate) fn spark(args: &[String]) -> Outcome {
    check_options(args, &["--tests"])?;
    let Some(mut tests) = prepared()? else { return Ok(false) };
    if let Some(words) = option(args, "--tests")? {
        tests.args(["-k", words]);
    }
    run(&mut tests)?;
    Ok(true)
}

/// The command that tests the package on a cluster: what `cargo xtask test` runs. Where there is no Java, one that says so.
pub(crate) fn spark_tests() -> Result<Command, String> {
    if let Some(tests) = prepared()? {
        return Ok(tests);
    }
    let mut told = Command::new("echo");
    told.arg("SKIPPED: the package on a Spark cluster: no Java from 17 on (set JAVA_HOME, or install a JDK)");
    Ok(told)
}

/// Nothing where there is no Java.
fn prepared() -> Result<Option<Command>, String> {
    if !has_java() {
        eprintln!("xtask: Spark needs Java from 17 on, and there is none: its tests are skipped");
        return Ok(None);
    }
    let python = venv::python()?;
    let wheels = folder().join("wheels");
    let built =
        std::fs::read_dir(&wheels).ok().into_iter().flatten().flatten().map(|file| file.path());
    let built = built.filter(|path| path.extension().is_some_and(|end| end == "whl")).last();
    let wheel = match built {
        Some(wheel) => wheel,
        None => wheel::build(&python, &Build::for_tests(), &wheels)?,
    };
    // Spark itself stays: it has half a gigabyte.
    let venv = Venv::kept(&python, &folder().join("spark"))?;
    let needed = root().join("tests/spark/requirements.txt");
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(venv.python().args(pip).arg("--requirement").arg(needed))?;
    run(venv.python().args(pip).args(["--force-reinstall", "--no-deps"]).arg(wheel))?;
    let build = ["build", "--locked", "--package", "benchlens"];
    run(Command::new(env!("CARGO")).args(build).current_dir(root()))?;
    let mut tests = venv.python();
    tests.args(["-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", "tests/spark"]);
    tests.env("BENCHLENS", target().join("debug/benchlens")).current_dir(root());
    Ok(Some(tests))
}

fn has_java() -> bool {
    let found = Command::new("java").arg("-version").stderr(Stdio::piped()).output();
    let Ok(found) = found else { return false };
    let told = String::from_utf8_lossy(&found.stderr).into_owned();
    // openjdk version "17.0.15" 2025-04-15
    let version = told.split('"').nth(1).and_then(|version| version.split(['.', '-', '+']).next());
    version.and_then(|major| major.parse::<u32>().ok()).is_some_and(|major| 17 <= major)
}
