//! Runs commands in a folder with a shell.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::docs::blocks::Block;
use crate::docs::tools;

/// Runs commands sequentially in a separate folder.
pub(crate) struct Shell {
    folder: PathBuf,
    path: String,
}

impl Shell {
    /// Creates a new folder with this name that contains the logs.
    pub(crate) fn new(name: &str) -> Shell {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        fs::create_dir_all(&folder).unwrap();
        for logs in ["examples", "benches"] {
            symlink(crate::docs::root().join(logs), folder.join(logs)).unwrap();
        }
        let program = Path::new(env!("CARGO_BIN_EXE_benchlens")).parent().unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        Shell { folder, path: format!("{}:{path}", program.display()) }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the output of a command on both streams, and its exit status.
    pub(crate) fn run(&mut self, command: &str) -> (String, i32) {
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{command}")])
            .current_dir(&self.folder)
            .env("PATH", &self.path)
            .env("LC_ALL", "C")
            // Remove the environment of the machine that runs these tests.
            .env_remove("GITHUB_ACTIONS")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        (printed, output.status.code().unwrap_or(-1))
    }

    /// Returns the output of a command whose program may be missing: the output of its stand-in. If the program is
    /// installed, both must agree.
    fn run_tool(&mut self, command: &str, probe: &str) -> Result<String, String> {
        let expected = tools::stand_in(command, &self.folder)?;
        if self.run(probe).1 != 0 {
            tools::announce(command, probe);
            return Ok(expected);
        }
        let (printed, status) = self.run(command);
        if status == 0 && printed == expected {
            return Ok(expected);
        }
        Err(format!("it ends with {status} and prints\n{printed}its stand-in:\n{expected}"))
    }

    /// Runs the commands of a block. Returns the expected block, and any other error: a failure that the block does
    /// not show.
    pub(crate) fn run_block(&mut self, block: &Block) -> (String, Vec<String>) {
        let (mut text, mut complaints) = (String::new(), Vec::new());
        let mut failed = None;
        let mut lines = (block.line..).zip(block.body.lines());
        while let Some((number, line)) = lines.next() {
            let Some(first) = line.strip_prefix("$ ") else { continue };
            let mut command = first.to_owned();
            text += &format!("{line}\n");
            while command.ends_with('\\') {
                let (_, next) = lines.next().expect("a line goes on");
                command += &format!("\n{next}");
                text += &format!("{next}\n");
            }
            while command.contains("<<'END'") && !command.ends_with("\nEND") {
                let (_, next) = lines.next().expect("END is there");
                command += &format!("\n{next}");
                text += &format!("{next}\n");
            }
            if command == "echo $?" {
                let (_, status) = failed.take().unwrap_or_default();
                text += &format!("{status}\n");
                continue;
            }
            complaints.extend(failed.take().map(|(line, status)| unshown(line, status)));
            let (printed, status) = match tools::probe(&command) {
                Some(probe) => match self.run_tool(&command, probe) {
                    Ok(printed) => (printed, 0),
                    Err(complaint) => {
                        complaints.push(format!("{number}: {complaint}"));
                        continue;
                    }
                },
                None => self.run(&command),
            };
            text += &printed;
            failed = (status != 0).then_some((number, status));
        }
        complaints.extend(failed.map(|(line, status)| unshown(line, status)));
        (text, complaints)
    }
}

fn unshown(line: usize, status: i32) -> String {
    format!("{line}: exit status {status} is not shown with `$ echo $?`")
}
