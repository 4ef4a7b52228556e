//! Building wheels.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::folders::{folder, wheels};
use super::venv::{self, Venv};
use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{check_options, option, run};
use crate::ship::of_wheel;

/// The tool that builds wheels, and the linker for old systems: both pinned, like everything that makes a release.
const MATURIN: &str = "maturin==1.16.0";
const ZIG: &str = "ziglang==0.15.2";

/// The kind of wheel to build.
#[derive(Debug, Default)]
pub(super) struct Build {
    /// The compiler's target, if it is not this machine.
    target: Option<String>,
    /// The standard of Linux systems on which it runs, such as `manylinux_2_17` or `musllinux_1_2`. zig links it,
    /// because it has old C libraries and musl.
    portable: Option<String>,
    /// Whether to build an archive of the sources as well.
    with_sources: bool,
    /// Whether it is only for tests: it then shares its build with the tests, which takes half the time.
    is_for_tests: bool,
}

impl Build {
    /// Returns a build for testing on this machine.
    pub(super) fn for_tests() -> Build {
        Build { is_for_tests: true, ..Build::default() }
    }
}

/// The maximum size of a released wheel, in bytes.
const WHEEL_MAX: u64 = 5_000_000;

/// Builds the wheel of a release: `--out FOLDER`, `[--target TARGET]`, `[--portable STANDARD]`, `[--sdist yes]`.
pub(crate) fn wheel(args: &[String]) -> Outcome {
    check_options(args, &["--out", "--target", "--portable", "--sdist"])?;
    let out = option(args, "--out")?.map_or_else(wheels, PathBuf::from);
    let build = Build {
        target: option(args, "--target")?.map(str::to_owned),
        portable: option(args, "--portable")?.map(str::to_owned),
        with_sources: option(args, "--sdist")?.is_some(),
        is_for_tests: false,
    };
    let wheel = self::build(&venv::python()?, &build, &out)?;
    crate::ship::check_wheel(&wheel)?;
    let size = wheel.metadata().map_err(|error| format!("{}: {error}", wheel.display()))?.len();
    if size > WHEEL_MAX {
        return Err(format!("{}: {size} bytes, more than {WHEEL_MAX}", wheel.display()));
    }
    println!("{}", wheel.display());
    Ok(true)
}

/// Builds a wheel in an otherwise empty folder.
pub(super) fn build(python: &Path, build: &Build, out: &Path) -> Result<PathBuf, String> {
    let fail = |path: &Path, error| format!("{}: {error}", path.display());
    if out.exists() {
        std::fs::remove_dir_all(out).map_err(|error| fail(out, error))?;
    }
    let tools = Venv::kept(python, &folder().join("build"))?;
    let mut needed = vec![OsStr::new(MATURIN)];
    needed.extend(build.portable.as_ref().map(|_| OsStr::new(ZIG)));
    tools.install(&needed)?;
    let package = root().join("crates/python");
    // Everything that is linked has a license that must be included.
    let licences = package.join("THIRD-PARTY.md");
    let text = of_wheel(build.target.as_deref())?;
    std::fs::write(&licences, text).map_err(|error| fail(&licences, error))?;
    let mut maturin = Command::new(tools.program("maturin"));
    // The build must find the environment's `python -m ziglang`.
    maturin.env("VIRTUAL_ENV", folder().join("build")).env("PATH", path_with(&tools)?);
    maturin.args(["build", "--locked", "--manifest-path"]).arg(package.join("Cargo.toml"));
    maturin.arg("--out").arg(out).arg("--target-dir").arg(target()).current_dir(root());
    if let Some(target) = &build.target {
        maturin.args(["--target", target]);
    }
    if let Some(standard) = &build.portable {
        maturin.args(["--zig", "--compatibility", standard]);
    } else if cfg!(target_os = "linux") {
        // Other systems do not have such compatibility names.
        maturin.args(["--compatibility", "linux"]);
    }
    if build.is_for_tests {
        maturin.args(["--profile", "dev", "--strip"]);
        maturin.env("CARGO", cargo_for_workspace()?);
    }
    if build.with_sources {
        maturin.arg("--sdist");
    }
    run(&mut maturin)?;
    let entries = std::fs::read_dir(out).map_err(|error| fail(out, error))?;
    let files = entries.flatten().map(|entry| entry.path());
    let mut wheels = files.filter(|file| file.extension().is_some_and(|end| end == "whl"));
    wheels.next().ok_or(format!("{}: no wheel was built", out.display()))
}

/// Returns a cargo for maturin that compiles the library as a part of the whole workspace, although maturin requests
/// only the package. The libraries that the package shares with the CLI are then already built by the tests.
fn cargo_for_workspace() -> Result<PathBuf, String> {
    let path = folder().join("cargo-for-workspace");
    let features = crate::project::ALL_FEATURES;
    let text = format!(
        "#!/bin/sh\ncase $1 in\nrustc) exec cargo build --workspace --lib --test large --locked --features '{features}' \
         --message-format json-render-diagnostics ;;\n*) exec cargo \"$@\" ;;\nesac\n"
    );
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::write(&path, text).map_err(fail)?;
    run(Command::new("chmod").arg("755").arg(&path))?;
    Ok(path)
}

/// Returns the search path with the programs of an environment first.
fn path_with(tools: &Venv) -> Result<std::ffi::OsString, String> {
    let own = tools.program("maturin");
    let own = own.parent().map(Path::to_path_buf);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = own.into_iter().chain(std::env::split_paths(&path));
    std::env::join_paths(all).map_err(|error| error.to_string())
}
