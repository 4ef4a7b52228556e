//! One trial: a command line with its inputs.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::programs::{self, Output};

/// An input of a trial.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    /// The argument on the command line: `f0`, `label=f0` or `-`.
    pub(crate) arg: String,
    /// The file in the folder of the trial; `stdin` for standard input.
    pub(crate) file: String,
    pub(crate) bytes: Arc<[u8]>,
}

/// A command line with its inputs.
#[derive(Debug, Clone)]
pub(crate) struct Trial {
    pub(crate) name: String,
    /// The flags, each with its value.
    pub(crate) flags: Vec<(String, String)>,
    pub(crate) inputs: Vec<Input>,
}

impl Trial {
    /// Returns the arguments.
    pub(crate) fn args(&self) -> Vec<String> {
        let flags = self.flags.iter().flat_map(|(flag, value)| [flag.clone(), value.clone()]);
        flags.chain(self.inputs.iter().map(|input| input.arg.clone())).collect()
    }

    /// Returns the value of a flag, if it is given.
    pub(crate) fn flag(&self, name: &str) -> Option<&str> {
        let mut flags = self.flags.iter().rev();
        flags.find(|(flag, _)| flag == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn is_csv(&self) -> bool {
        self.flag("-format") == Some("csv")
    }

    /// Runs a program on the inputs in a folder.
    pub(super) fn output(
        &self,
        program: &Path,
        folder: &Path,
        work: &Path,
    ) -> io::Result<Option<Output>> {
        let stdin = self.inputs.iter().any(|input| input.file == "stdin");
        let stdin = stdin.then(|| folder.join("stdin"));
        programs::output(program, &self.args(), folder, stdin.as_deref(), work)
    }

    /// Writes the inputs into an empty folder.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        for input in &self.inputs {
            fs::write(folder.join(&input.file), &input.bytes)?;
        }
        Ok(())
    }

    /// Returns the command line for a shell.
    pub(super) fn shell(&self) -> String {
        let mut line = String::from("benchlens");
        for arg in self.args() {
            let plain = |c: char| c.is_alphanumeric() || "-_./=".contains(c);
            if !arg.is_empty() && arg.chars().all(plain) {
                let _ = write!(line, " {arg}");
            } else {
                let _ = write!(line, " '{}'", arg.replace('\'', r"'\''"));
            }
        }
        if self.inputs.iter().any(|input| input.file == "stdin") {
            line += " <stdin";
        }
        line
    }
}
