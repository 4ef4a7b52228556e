//! Runs the queries on Parquet files in `docs/parquet.md` with other programs, on a real export.

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::run;
use crate::python::{Venv, interpreter};

/// Exports the example's logs, and runs every block of the chapter: its output must be the output in the chapter.
pub(crate) fn questions() -> Outcome {
    let python = interpreter()?;
    let venv = Venv::kept(&python, &target().join("parquet-questions"))?;
    let needed = root().join("tests/parquet/requirements.txt");
    venv.install(&["--requirement".as_ref(), needed.as_os_str()])?;
    let mut ask = venv.python();
    ask.arg("tests/parquet/questions.py").arg(crate::ci::folder().join("benchlens"));
    run(ask.current_dir(root()))?;
    Ok(true)
}
