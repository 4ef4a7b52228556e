//! Runs the same logs and filters through benchfilter and `benchlens convert`. Standard output is compared byte for
//! byte; standard error is compared except for notes and the beginning of errors.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::compare;
use super::corpus::{self, NamedLog};
use super::deviation::{BOM, TOO_LONG, tidied};
use super::facts::Facts;
use super::random::Random;
use super::random_trial;
use crate::programs::{self, Output, Programs};

/// A filter and its logs.
#[derive(Debug, Clone)]
pub(crate) struct Conversion {
    pub(crate) name: String,
    filter: String,
    inputs: Vec<NamedLog>,
}

/// The result of one comparison.
pub(crate) enum Verdict {
    Pass,
    Skip(&'static str),
    Fail(String),
}

/// Logs, with the facts in them that filters can name.
pub(crate) struct Logs(Vec<NamedLog>);

impl Logs {
    /// Reads the Go logs in a folder.
    pub(crate) fn of(folder: &Path) -> Result<Logs, String> {
        Ok(Logs(corpus::logs(folder)?))
    }

    /// Returns comparisons of each log, and of each log with the next one, with a filter that matches everything.
    pub(crate) fn whole(&self) -> Vec<Conversion> {
        let alone = self.0.chunks(1);
        let pairs = self.0.windows(2);
        alone.chain(pairs).map(|logs| Conversion::new("*".to_owned(), logs)).collect()
    }
}

/// Returns a random filter on some of the logs, or on generated logs.
pub(crate) fn random(logs: Option<&Logs>, seed: u64, number: usize) -> Conversion {
    let mut random = Random::new(seed ^ 0xc0_4e57, number);
    let chosen: Vec<NamedLog> = match logs {
        Some(Logs(logs)) if random.percent(70) && !logs.is_empty() => {
            (0..random.within(1, 3)).map(|_| logs[random.below(logs.len())].clone()).collect()
        }
        _ => {
            let inputs = random_trial::trial(seed, number).inputs.into_iter();
            inputs.map(|input| (format!("generated {number}"), input.bytes)).collect()
        }
    };
    let facts = Facts::of(chosen.iter().map(|(_, bytes)| &bytes[..]));
    let filter = if facts.is_empty() { "*".to_owned() } else { facts.filter(&mut random) };
    Conversion::new(filter, &chosen)
}

impl Conversion {
    fn new(filter: String, logs: &[NamedLog]) -> Conversion {
        let names: Vec<&str> = logs.iter().map(|(name, _)| &name[..]).collect();
        let name = format!("{filter} {}", names.join(" "));
        let inputs = logs.iter().enumerate();
        let inputs = inputs.map(|(i, (_, bytes))| (format!("f{i}"), Arc::clone(bytes))).collect();
        Conversion { name, filter, inputs }
    }

    /// Returns why the outputs cannot be compared at all.
    fn incomparable(&self) -> Option<&'static str> {
        self.inputs.iter().find_map(|(_, bytes)| {
            if [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| bytes.starts_with(*mark)) {
                Some("UTF-16")
            } else if bytes.windows(3).any(|window| window == BOM) {
                Some("a byte-order mark")
            } else if bytes.split(|&b| b == b'\n').any(|line| line.len() >= TOO_LONG) {
                Some("a line of 65536 bytes or more")
            } else if self.filter.contains(".unit") && tidied(bytes).is_some() {
                Some("zero or infinite values under a .unit filter")
            } else {
                None
            }
        })
    }

    /// Runs both programs and compares. Outputs that differ are kept in a folder.
    pub(crate) fn judge(&self, programs: &Programs, work: &Path) -> Verdict {
        if let Some(why) = self.incomparable() {
            return Verdict::Skip(why);
        }
        self.compare(programs, work).unwrap_or_else(|error| Verdict::Fail(error.to_string()))
    }

    fn compare(&self, programs: &Programs, work: &Path) -> io::Result<Verdict> {
        if work.exists() {
            fs::remove_dir_all(work)?;
        }
        fs::create_dir_all(work)?;
        for (file, bytes) in &self.inputs {
            fs::write(work.join(file), bytes)?;
        }
        let files = || self.inputs.iter().map(|(file, _)| &file[..]);
        let theirs: Vec<&str> = ["--", &self.filter].into_iter().chain(files()).collect();
        let ours: Vec<&str> =
            ["convert", "-filter", &self.filter].into_iter().chain(files()).collect();
        fs::write(work.join("filter"), &self.filter)?;
        let run = |program: &Path, args: &[&str]| programs::output(program, args, work, None, work);
        let Some(theirs) = run(&programs.filter, &theirs)? else {
            return Ok(Verdict::Skip("the reference does not end"));
        };
        let Some(ours) = run(&programs.ours, &ours)? else {
            return Ok(Verdict::Fail("benchlens does not end".to_owned()));
        };
        Ok(match difference(&theirs, &ours) {
            None => Verdict::Pass,
            Some(what) => {
                fs::write(work.join("reference.stdout"), &theirs.stdout)?;
                fs::write(work.join("benchlens.stdout"), &ours.stdout)?;
                fs::write(work.join("reference.stderr"), &theirs.stderr)?;
                fs::write(work.join("benchlens.stderr"), &ours.stderr)?;
                Verdict::Fail(what)
            }
        })
    }
}

/// benchlens counts further messages about lines instead of printing them.
const MESSAGES_MAX: usize = 1000;

/// Returns the difference, if there is one.
fn difference(theirs: &Output, ours: &Output) -> Option<String> {
    let lines = |bytes: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.lines().map(str::to_owned).collect()
    };
    if theirs.stdout != ours.stdout {
        let (a, b) = (lines(&theirs.stdout), lines(&ours.stdout));
        let at = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
        let line =
            |lines: &[String]| lines.get(at).cloned().unwrap_or_else(|| "the end".to_owned());
        return Some(format!("line {}: {:?}, but here {:?}", at + 1, line(&a), line(&b)));
    }
    let mut own = lines(&ours.stderr);
    own.retain(|line| !line.starts_with("benchlens: note: "));
    // For benchlens, an output without results is an error.
    let is_barren = own.iter().any(|line| line.contains(": no benchmark results: "));
    own.retain(|line| !line.contains(": no benchmark results: "));
    let plain = |line: &String| {
        // The message about an invalid regular expression has other words.
        let line = line.strip_prefix("benchlens: parsing -filter: ").unwrap_or(line);
        let line = &compare::without_example(line);
        match line.split_once("error parsing regexp:") {
            Some((before, _)) => format!("{before}error parsing regexp:"),
            None => line.clone(),
        }
    };
    let known: Vec<String> = lines(&theirs.stderr).iter().map(plain).take(MESSAGES_MAX).collect();
    let own: Vec<String> = own.iter().map(plain).take(MESSAGES_MAX).collect();
    if known != own {
        let at = known.iter().zip(&own).take_while(|(x, y)| x == y).count();
        return Some(format!("standard error: {:?}, but here {:?}", known.get(at), own.get(at)));
    }
    let wanted = match theirs.exit {
        Some(0) if is_barren => Some(3),
        Some(1) => Some(2),
        status => status,
    };
    (wanted != ours.exit).then(|| format!("status {:?}, but here {:?}", theirs.exit, ours.exit))
}

#[test]
fn words_about_expressions_are_not_compared() {
    let output =
        |stderr: &str, exit| Output { stdout: Vec::new(), stderr: stderr.into(), exit: Some(exit) };
    let theirs = output("syntax error: error parsing regexp: a\n\tx\n\t^\n", 1);
    let ours = "benchlens: parsing -filter: syntax error: error parsing regexp: b\n\tx\n\t^\n";
    assert_eq!(difference(&theirs, &output(ours, 2)), None);
    assert!(difference(&theirs, &output("", 2)).is_some());
    assert!(difference(&theirs, &output(ours, 0)).is_some());
}
