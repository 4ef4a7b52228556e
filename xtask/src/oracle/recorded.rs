//! Checks that the cases of `tests/cases/` that contain the reference's output still agree with the reference.
//!
//! A case with a file `why` differs on purpose and is skipped.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::programs::{self, Programs};

#[path = "../../../tests/support/compare.rs"]
mod compare;
#[path = "../../../tests/support/words.rs"]
mod words;

/// Runs the reference on every recorded case; returns the number of cases, and the differences of outdated cases.
pub(crate) fn check(programs: &Programs, work: &Path) -> Result<(usize, Vec<String>), String> {
    let folder = programs::root().join("tests/cases");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut cases: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    cases.retain(|case| case.join("cmd").exists() && !case.join("why").exists());
    cases.sort();
    fs::create_dir_all(work).map_err(|e| format!("{}: {e}", work.display()))?;
    let mut untrue = Vec::new();
    for case in &cases {
        let text = differences(programs, case, work).unwrap_or_else(|error| format!("  {error}\n"));
        if !text.is_empty() {
            let name = case.file_name().unwrap_or_default().to_string_lossy();
            untrue.push(format!("{name}:\n{text}"));
        }
    }
    Ok((cases.len(), untrue))
}

/// Returns the arguments of benchfilter, whose filter is not a flag.
fn filtered(args: &[OsString]) -> Vec<OsString> {
    let (filter, files) = match args {
        [flag, filter, files @ ..] if flag == "-filter" => (filter.clone(), files),
        files => ("*".into(), files),
    };
    ["--".into(), filter].into_iter().chain(files.iter().cloned()).collect()
}

/// Returns the differences between the reference's output and the content of the case.
fn differences(programs: &Programs, case: &Path, work: &Path) -> io::Result<String> {
    let cmd = fs::read(case.join("cmd"))?;
    let words = words::split(cmd.trim_ascii_end()).map_err(io::Error::other)?;
    let stdin =
        ["stdin", "stdin.pipe"].map(|file| case.join(file)).into_iter().find(|f| f.exists());
    let args = words.get(1..).unwrap_or_default();
    let (program, args) = match args {
        [command, args @ ..] if command == "convert" => (&programs.filter, filtered(args)),
        args => (&programs.reference, args.to_vec()),
    };
    let output = programs::output(program, &args, case, stdin.as_deref(), work)?;
    let Some(output) = output else {
        return Err(io::Error::other("the reference does not end"));
    };
    let exit = output.exit.map_or("a signal\n".to_owned(), |exit| format!("{exit}\n"));
    let mut text = String::new();
    for (file, printed) in
        [("stdout", &*output.stdout), ("stderr", &*output.stderr), ("exit", exit.as_bytes())]
    {
        let expected = match fs::read(case.join(file)) {
            Err(error) if file == "exit" && error.kind() == io::ErrorKind::NotFound => {
                b"0\n".into()
            }
            expected => expected?,
        };
        if !compare::same(&expected, printed, true) {
            text += &compare::difference(file, &expected, printed);
        }
    }
    Ok(text)
}
