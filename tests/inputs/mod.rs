//! Tests inputs other than single logs: compressed logs, archives, folders, patterns; valid and invalid.

mod bad;
mod criterion;
mod every;
mod folders;
mod json;
mod lost;
mod packed;
mod patterns;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_benchlens");

/// A separate folder.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inputs").join(name);
        if path.exists() {
            fs::remove_dir_all(&path).unwrap();
        }
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file, and creates the folders that contain it.
    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Runs the CLI in the folder. No input may take more than this number of seconds of processor time, even on a
    /// busy machine: this is far more than necessary, and far less than malicious inputs used to take.
    fn run(&self, words: &[&str]) -> Told {
        let limited = ["-c", "ulimit -t 60; exec \"$0\" \"$@\"", PROGRAM];
        let mut command = Command::new("sh");
        Told::of(&command.args(limited).args(words).current_dir(&self.0).output().unwrap())
    }
}

/// The output of a run.
#[derive(Debug)]
struct Told {
    status: i32,
    out: String,
    err: String,
}

impl Told {
    fn of(output: &Output) -> Told {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let status = output.status.code().unwrap_or(-1);
        Told { status, out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// Returns the inputs as CSV names them, and the number of results of each, with `-format csv`.
    fn columns(&self) -> Vec<String> {
        let line = self.out.lines().find(|line| line.starts_with(',')).unwrap_or_default();
        line.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    /// Returns the notes and errors about inputs, without the note about the run order.
    fn about_inputs(&self) -> Vec<&str> {
        let is_about_order = |line: &&str| line.contains("runs are not interleaved");
        self.err.lines().filter(|line| !is_about_order(line)).collect()
    }
}

/// Returns six runs of a benchmark.
fn log(name: &str, time: u32) -> String {
    (0..6).map(|i| format!("Benchmark{name} 1 {} ns/op\n", time + i)).collect()
}
