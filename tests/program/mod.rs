//! Tests the CLI at its outer boundary: properties that a case of data cannot express, because they concern files,
//! signals, terminals or shells.

mod charts;
mod completions;
mod demo;
mod manual;
mod outputs;
mod runner;
mod terminal;
mod threads;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_benchlens");

/// A separate folder with two logs, `old` and `new`.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program").join(name);
        if path.exists() {
            fs::remove_dir_all(&path).unwrap();
        }
        fs::create_dir_all(&path).unwrap();
        let folder = Folder(path);
        folder.write("old", &log("A", 100));
        folder.write("new", &log("A", 200));
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.path(name)).unwrap()).into_owned()
    }

    /// Runs a bash script in the folder; `$benchlens` is the CLI.
    fn bash(&self, script: &str) -> (i32, String, String) {
        finish(&self.command("bash").args(["-c", script]).output().unwrap())
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.0).env("benchlens", PROGRAM).env_remove("GITHUB_ACTIONS");
        command
    }

    /// Returns the names of the existing files.
    fn names(&self) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.unwrap().file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = fs::read_dir(&self.0).unwrap().map(name).collect();
        names.sort();
        names
    }
}

/// Returns status, standard output and standard error.
fn finish(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// Returns ten runs of a benchmark.
fn log(name: &str, time: u32) -> String {
    (0..10).map(|i| format!("Benchmark{name} 1 {} ns/op\n", time + i)).collect()
}
