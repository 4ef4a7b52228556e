//! The questions that `docs/parquet.md` asks of Parquet files with other programs, asked of a real export.

use std::process::Command;

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::run;
use crate::python::{Venv, interpreter};

/// What tests the program and the tables with all that they can have. One call: the packages that they share are built once.
pub(crate) const ALL_FEATURES: [&str; 19] = [
    "test",
    "--package",
    "benchlens",
    "--package",
    "benchlens-arrow",
    "--all-features",
    "--locked",
    "--bin",
    "benchlens",
    "--lib",
    "--test",
    "parquet",
    "--test",
    "program",
    "--test",
    "tables",
    "--test",
    "files",
    "--test=round",
];

/// Builds the program with Parquet, exports the example's logs, and runs every block of the chapter: what it prints must be
/// what the chapter shows.
pub(crate) fn questions() -> Outcome {
    let python = interpreter()?;
    let venv = Venv::kept(&python, &target().join("parquet-questions"))?;
    let needed = root().join("tests/parquet/requirements.txt");
    venv.install(&["--requirement".as_ref(), needed.as_os_str()])?;
    // As the tests build it: then it is there.
    run(Command::new(env!("CARGO")).args(ALL_FEATURES).arg("--no-run").current_dir(root()))?;
    let mut ask = venv.python();
    ask.arg("tests/parquet/questions.py").arg(target().join("debug/benchlens"));
    run(ask.current_dir(root()))?;
    Ok(true)
}
