//! The compared programs: finds, installs, builds and runs them.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// No trial needs more time; the reference is known not to end on some inputs.
const PATIENCE: Duration = Duration::from_secs(10);

/// The module path of the references.
const REFERENCES: &str = "golang.org/x/perf/cmd";

/// benchstat, benchfilter, and the program that is compared with them.
#[derive(Debug)]
pub(crate) struct Programs {
    pub(crate) reference: PathBuf,
    /// The reference for `benchlens convert`.
    pub(crate) filter: PathBuf,
    pub(crate) ours: PathBuf,
}

/// The output of a program.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Output {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    /// `None` if it was killed by a signal.
    pub(crate) exit: Option<i32>,
}

impl Programs {
    /// Finds or builds all programs.
    pub(crate) fn find(bin: Option<&Path>) -> Result<Self, String> {
        let ours = match bin {
            Some(path) => path.canonicalize().map_err(|e| format!("{}: {e}", path.display()))?,
            None => build()?,
        };
        Ok(Self { reference: install("benchstat")?, filter: install("benchfilter")?, ours })
    }
}

/// Returns the root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Returns git in the root of the workspace, without the variables of a hook, which can name another repository.
pub(crate) fn git() -> Command {
    let mut git = Command::new("git");
    git.current_dir(root());
    for (name, _) in std::env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"GIT_") {
            git.env_remove(name);
        }
    }
    git
}

/// Returns the folder in which cargo builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Returns the program under test, built for speed.
pub(crate) fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let args = ["build", "--release", "--locked", "--package", "benchlens"];
    succeed(Command::new(cargo).args(args).current_dir(root()))?;
    Ok(target().join("release/benchlens"))
}

/// Returns a reference under `target/`; the first call installs it, which needs Go.
fn install(name: &str) -> Result<PathBuf, String> {
    let folder = target().join("reference");
    let path = folder.join(name);
    if !path.exists() {
        let module = format!("{REFERENCES}/{name}@latest");
        println!("go install {module}");
        succeed(Command::new("go").args(["install", &module]).env("GOBIN", &folder))?;
    }
    Ok(path)
}

fn succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}

/// Runs a program in a folder, with a file as its standard input; its output is written to files in the folder
/// `work`. Returns `None` if it does not end in time.
pub(crate) fn output(
    program: &Path,
    args: &[impl AsRef<OsStr>],
    folder: &Path,
    stdin: Option<&Path>,
    work: &Path,
) -> io::Result<Option<Output>> {
    // These are files instead of pipes, because a program that prints much must not wait for a reader.
    let (out, err) = (work.join("out"), work.join("err"));
    let stdin = match stdin {
        Some(path) => Stdio::from(File::open(path)?),
        None => Stdio::null(),
    };
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .stdin(stdin)
        .stdout(File::create(&out)?)
        .stderr(File::create(&err)?)
        .spawn()?;
    let Some(status) = wait(&mut child)? else {
        return Ok(None);
    };
    Ok(Some(Output { stdout: fs::read(out)?, stderr: fs::read(err)?, exit: status.code() }))
}

fn wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let (start, mut pause) = (Instant::now(), Duration::from_micros(500));
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}
