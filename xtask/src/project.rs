//! Helpers for several commands: running programs, options, copying.

use std::path::Path;
use std::process::Command;

use crate::Outcome;
use crate::programs::root;

/// Runs a program to its end.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name}: {status}")) }
}

/// Runs a program to its end, as the result of a command.
///
/// # Errors
///
/// Returns an error if the program cannot be run or fails.
pub(crate) fn does(command: &mut Command) -> Outcome {
    run(command).map(|()| true)
}

/// Returns this project's cargo, running in the project's folder.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// The environment variable with this program built with all features, if a stage of `cargo xtask ci` has built it
/// already.
pub(crate) const TOOL: &str = "XTASK_WITH_ALL";

/// Returns this program with a feature that takes a while to build, so that it is built only when needed.
pub(crate) fn with_feature(feature: &str) -> Command {
    if let Some(built) = std::env::var_os(TOOL) {
        let mut tool = Command::new(built);
        tool.current_dir(root());
        return tool;
    }
    let mut tool = cargo();
    tool.args(["run", "--quiet", "--locked", "--package", "xtask", "--features", feature, "--"]);
    tool
}

/// Returns the value after `--name`, if the option is given.
pub(crate) fn option<'a>(args: &'a [String], name: &str) -> Result<Option<&'a str>, String> {
    let Some(at) = args.iter().position(|arg| arg == name) else { return Ok(None) };
    match args.get(at + 1) {
        Some(value) => Ok(Some(value)),
        None => Err(format!("{name} needs a value")),
    }
}

/// Rejects options that a command does not have; each option in `known` has a value.
pub(crate) fn check_options(args: &[String], known: &[&str]) -> Result<(), String> {
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if !known.contains(&&arg[..]) {
            return Err(format!("unknown option {arg}; there is {}", known.join(", ")));
        }
        args.next();
    }
    Ok(())
}

/// Copies a folder with all its content.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    let fail = |path: &Path, error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(to).map_err(|error| fail(to, error))?;
    for entry in std::fs::read_dir(from).map_err(|error| fail(from, error))? {
        let entry = entry.map_err(|error| fail(from, error))?;
        let (source, place) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy_folder(&source, &place)?;
        } else {
            std::fs::copy(&source, &place).map_err(|error| fail(&source, error))?;
        }
    }
    Ok(())
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the standard output of a program, which must succeed.
pub(crate) fn printed(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let output = command.output().map_err(|error| format!("{shown}: {error}"))?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{shown}: {}\n{error}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{shown}: {error}"))
}

/// All optional features: the features of a release, and the tool that generates the module's scripts. All native
/// stages build the whole workspace with these features, so that each library is built once.
pub(crate) const ALL_FEATURES: &str = "benchlens/parquet,benchlens/png,benchlens-arrow/parquet,benchlens-python/parquet,xtask/bindgen,xtask/book";
