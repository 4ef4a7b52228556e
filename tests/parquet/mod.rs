//! Tests writing and reading Parquet files: the answers are the same as for the logs.
//!
//! The CLI supports Parquet only with a feature: `cargo test -p benchlens --features parquet --test all parquet::`.

mod cases;
mod files;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_benchlens");

/// An empty folder for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parquet").join(name);
        if path.exists() {
            fs::remove_dir_all(&path).unwrap();
        }
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Runs the CLI in the folder.
    fn run<S: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = S>) -> Ran {
        self.run_with(words, Stdio::null())
    }

    fn run_with<S: AsRef<OsStr>>(
        &self,
        words: impl IntoIterator<Item = S>,
        stdin: impl Into<Stdio>,
    ) -> Ran {
        let mut command = Command::new(PROGRAM);
        command.current_dir(&self.0).env_remove("GITHUB_ACTIONS").args(words).stdin(stdin);
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let (out, err) = (text(output.stdout), text(output.stderr));
        Ran { out, err, status: output.status.code().unwrap_or(-1) }
    }

    /// Runs the CLI with words that contain no blanks; it must succeed.
    fn ask(&self, line: &str) -> Ran {
        let ran = self.run(line.split(' '));
        assert_eq!(ran.status, 0, "{line}: {}", ran.err);
        ran
    }
}

/// The output of the CLI.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ran {
    out: String,
    err: String,
    status: i32,
}
