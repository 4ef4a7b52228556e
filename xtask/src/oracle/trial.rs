//! One trial: a command line with its inputs, and what comes of it.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::compare;
use super::deviation::{self, Deviation};
use crate::programs::{self, Output, Programs};

/// An input of a trial.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    /// As on the command line: `f0`, `label=f0` or `-`.
    pub(crate) arg: String,
    /// The file in the folder of the trial, `stdin` for standard input.
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

/// What came of a trial.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// Nothing differs but in these classes.
    Pass(Vec<Deviation>),
    /// It cannot be compared.
    Skip(&'static str),
    Fail(Failure),
}

/// Two outputs that differ as they should not.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) difference: String,
    reference: Option<Output>,
    ours: Option<Output>,
}

impl Trial {
    /// The arguments.
    pub(crate) fn args(&self) -> Vec<String> {
        let flags = self.flags.iter().flat_map(|(flag, value)| [flag.clone(), value.clone()]);
        flags.chain(self.inputs.iter().map(|input| input.arg.clone())).collect()
    }

    /// The value of a flag, if it is given.
    pub(crate) fn flag(&self, name: &str) -> Option<&str> {
        let mut flags = self.flags.iter().rev();
        flags.find(|(flag, _)| flag == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn is_csv(&self) -> bool {
        self.flag("-format") == Some("csv")
    }

    /// Runs both programs and compares.
    pub(crate) fn judge(&self, programs: &Programs, work: &Path) -> Verdict {
        self.try_judge(programs, work)
            .unwrap_or_else(|error| Verdict::Fail(Failure::vague(error.to_string())))
    }

    fn try_judge(&self, programs: &Programs, work: &Path) -> io::Result<Verdict> {
        if let Some(why) = deviation::incomparable(self) {
            return Ok(Verdict::Skip(why));
        }
        let (theirs, mut deviations) = deviation::for_reference(self);
        let (folder, theirs_folder) = (work.join("ours"), work.join("reference"));
        self.write(&folder)?;
        theirs.write(&theirs_folder)?;
        let reference = theirs.output(&programs.reference, &theirs_folder, work)?;
        let Some(reference) = reference else {
            return Ok(Verdict::Skip("the reference does not end"));
        };
        let Some(ours) = self.output(&programs.ours, &folder, work)? else {
            let difference = String::from("  benchlens does not end\n");
            let (reference, ours) = (Some(reference), None);
            return Ok(Verdict::Fail(Failure { difference, reference, ours }));
        };
        let barren = reference.stdout.is_empty() && {
            let plain = Self { flags: Vec::new(), ..theirs };
            let output = plain.output(&programs.reference, &theirs_folder, work)?;
            output.is_some_and(|output| output.stdout.is_empty())
        };
        Ok(match compare::compare(self, &reference, &ours, barren) {
            Ok(more) => {
                deviations.extend(more);
                Verdict::Pass(deviations)
            }
            Err(difference) => {
                let (reference, ours) = (Some(reference), Some(ours));
                Verdict::Fail(Failure { difference, reference, ours })
            }
        })
    }

    /// Runs a program on the inputs in a folder.
    fn output(&self, program: &Path, folder: &Path, work: &Path) -> io::Result<Option<Output>> {
        let stdin = self.inputs.iter().any(|input| input.file == "stdin");
        let stdin = stdin.then(|| folder.join("stdin"));
        programs::output(program, &self.args(), folder, stdin.as_deref(), work)
    }

    /// Writes the inputs into an empty folder.
    fn write(&self, folder: &Path) -> io::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        for input in &self.inputs {
            fs::write(folder.join(&input.file), &input.bytes)?;
        }
        Ok(())
    }

    /// The command line for a shell.
    fn shell(&self) -> String {
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

impl Failure {
    /// A failure without outputs.
    pub(crate) fn vague(difference: String) -> Self {
        Self { difference, reference: None, ours: None }
    }

    /// Prints the failure and keeps its inputs and outputs in a folder of its own.
    pub(crate) fn keep(&self, trial: &Trial, folder: &Path, number: usize) {
        let folder = folder.join(format!("fail-{number:03}"));
        print!("FAIL {}: {}\n{}", trial.name, folder.display(), self.difference);
        let written = trial.write(&folder).and_then(|()| {
            fs::write(folder.join("cmd"), trial.shell() + "\n")?;
            for (name, output) in [("reference", &self.reference), ("benchlens", &self.ours)] {
                if let Some(output) = output {
                    fs::write(folder.join(format!("{name}.stdout")), &output.stdout)?;
                    fs::write(folder.join(format!("{name}.stderr")), &output.stderr)?;
                    let exit = output.exit.map_or("signal".to_owned(), |exit| exit.to_string());
                    fs::write(folder.join(format!("{name}.exit")), exit + "\n")?;
                }
            }
            Ok(())
        });
        if let Err(error) = written {
            eprintln!("{}: {error}", folder.display());
        }
    }
}
