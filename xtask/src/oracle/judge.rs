//! Decides a trial: runs both programs and compares their outputs.

use std::fs;
use std::io;
use std::path::Path;

use super::compare;
use super::deviation::{self, Deviation};
use super::trial::Trial;
use crate::programs::{Output, Programs};

/// The result of a trial.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The outputs differ only in these classes.
    Pass(Vec<Deviation>),
    /// It cannot be compared.
    Skip(&'static str),
    Fail(Failure),
}

/// Two outputs with a difference that is not intended.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) difference: String,
    reference: Option<Output>,
    ours: Option<Output>,
}

impl Trial {
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
        if contains(&reference.stdout, b"NaN") && deviation::has_infinity(self) {
            return Ok(Verdict::Skip("a median that is NaN next to an infinite value"));
        }
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
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}

impl Failure {
    /// Returns a failure without outputs.
    pub(crate) fn vague(difference: String) -> Self {
        Self { difference, reference: None, ours: None }
    }

    /// Prints the failure and keeps its inputs and outputs in a separate folder.
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
