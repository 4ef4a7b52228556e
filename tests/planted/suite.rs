//! Benchmarks or load tests as a plan, in which losses can be planted, and their files in any format.

use benchlens_core::stats::math;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

use benchlens_core::Converter;
use benchlens_core::reading::Problem;

use super::random::Random;
use crate::support::archives::gzip;

/// A benchmark in a run, or the requests to a path. Values and latencies are seconds.
#[derive(Debug, Clone)]
pub(super) struct Bench {
    pub(super) name: String,
    pub(super) values: Vec<f64>,
    /// The number of values, from the first, that belong to failures.
    pub(super) failed: usize,
}

/// A run of a harness or of a load generator.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub(super) number: usize,
    pub(super) benches: Vec<Bench>,
    /// The program or the version of the runtime that ran.
    pub(super) program: usize,
}

/// A format.
#[derive(Debug)]
pub(super) struct Family {
    pub(super) name: &'static str,
    pub(super) extension: &'static str,
    /// Names of different benchmarks.
    pub(super) names: &'static [&'static str],
    /// The units that a gate can judge.
    pub(super) units: &'static [&'static str],
    /// The number of values of a benchmark in a run.
    pub(super) values: usize,
    /// Whether files say what failed.
    pub(super) fails: bool,
    /// Whether files say which program ran.
    pub(super) has_programs: bool,
    /// Returns the files of a run: the end of each name, and the text.
    pub(super) files: fn(&Run) -> Vec<(String, String)>,
}

impl Family {
    pub(super) fn is_load(&self) -> bool {
        2 < self.values
    }
}

/// How the runs are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A folder of files for each side.
    Folders,
    /// Two logs of interleaved runs, as `benchlens run` writes them.
    Recording,
    /// A folder of files for each point of a history.
    History,
}

/// What happens to a file of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Damage {
    /// Only this fraction of the file exists.
    Cut(f64),
    Replaced(&'static str),
    /// The file is compressed, and this fraction of it exists.
    Gzip(f64),
    /// The line ends are those of Windows.
    Windows,
    /// All files of the run are missing.
    Deleted,
    /// The log of a recording lacks the end of this block.
    EndLess,
}

/// The name of the side under test.
pub(super) const NEW: usize = 1;

/// A plan with what was planted in it.
#[derive(Debug)]
pub(super) struct Suite {
    pub(super) family: &'static Family,
    pub(super) shape: Shape,
    /// The unit that the gate judges.
    pub(super) unit: &'static str,
    /// The runs of the sides, or of the points of a history.
    pub(super) sides: Vec<Vec<Run>>,
    /// For a side and a run, what happens to it.
    pub(super) damages: BTreeMap<(usize, usize), Damage>,
    /// Further files in the folder of the new side.
    pub(super) others: Vec<(&'static str, &'static str)>,
    pub(super) rules: Vec<&'static str>,
    /// Whether the rule requires all runs of each benchmark.
    pub(super) requires_runs: bool,
    pub(super) planted: Vec<&'static str>,
    /// Whether something is lost that the gate needs.
    pub(super) is_lost: bool,
    pub(super) is_worse: bool,
    /// Words that the report or the messages must contain.
    pub(super) words: Vec<String>,
    /// The number of rows that the rule judges, if it is certain.
    pub(super) rows: Option<usize>,
}

/// The number of runs of a side.
pub(super) const RUNS: usize = 6;

/// The limit of the rule, which noise never exceeds.
const LIMIT: &str = "+20%";

impl Suite {
    pub(super) fn new(family: &'static Family, shape: Shape, random: &mut Random) -> Suite {
        let mut names = family.names.to_vec();
        if shape == Shape::Recording {
            // The last name may differ only in an upper-case letter, which all names in a log begin with.
            names.truncate(4);
        }
        // Files of requests are large.
        while family.is_load() && 3 < names.len() {
            names.remove(random.count(0, names.len() - 1));
        }
        let least = names.len().min(2);
        while random.count(least, names.len()) < names.len() {
            names.remove(random.count(0, names.len() - 1));
        }
        let levels: Vec<f64> = names.iter().map(|_| level(family, random)).collect();
        let (sides, runs) = match shape {
            Shape::History => (10, 2),
            Shape::Folders | Shape::Recording => (2, RUNS),
        };
        let mut run = |number: usize| {
            let benches = names.iter().zip(&levels).map(|(name, level)| {
                let moment = level * random.between(0.99, 1.01);
                let values = (0..family.values).map(|_| moment * random.between(0.99, 1.01));
                Bench { name: (*name).to_owned(), values: values.collect(), failed: 0 }
            });
            Run { number, benches: benches.collect(), program: 0 }
        };
        let sides = (0..sides).map(|_| (0..runs).map(&mut run).collect()).collect();
        Suite {
            family,
            shape,
            unit: random.pick(family.units),
            sides,
            damages: BTreeMap::new(),
            others: Vec::new(),
            rules: match shape {
                Shape::Folders => vec!["order: any"],
                Shape::Recording => Vec::new(),
                // Losses are planted in the newest point only.
                Shape::History => vec!["unconfirmed: fail"],
            },
            requires_runs: false,
            planted: Vec::new(),
            is_lost: false,
            is_worse: false,
            words: Vec::new(),
            rows: Some(names.len()),
        }
    }

    /// Returns the index of the newest side.
    pub(super) fn last(&self) -> usize {
        self.sides.len() - 1
    }

    /// Returns the side on which a loss counts: any of two, and the newest point of a history.
    pub(super) fn any_side(&self, random: &mut Random) -> usize {
        if self.shape == Shape::History { self.last() } else { random.count(0, 1) }
    }

    pub(super) fn label(&self, side: usize) -> String {
        match self.shape {
            Shape::History => format!("p{side:02}"),
            Shape::Folders | Shape::Recording => ["old", "new"][side].into(),
        }
    }

    /// Returns a benchmark that is in all runs.
    pub(super) fn pick(&self, random: &mut Random) -> String {
        let runs = || self.sides.iter().flatten();
        let is_common = |name: &&str| runs().all(|run| run.benches.iter().any(|b| b.name == *name));
        let names: Vec<&str> = self.family.names.iter().copied().filter(is_common).collect();
        random.pick(&names).to_owned()
    }

    /// Returns all runs of a benchmark on a side.
    pub(super) fn runs_of(&mut self, side: usize, name: &str) -> impl Iterator<Item = &mut Bench> {
        let benches = self.sides[side].iter_mut().flat_map(|run| &mut run.benches);
        benches.filter(move |bench| bench.name == name)
    }

    /// Removes a benchmark from runs; returns false if it is the last one in all runs.
    pub(super) fn remove(&mut self, side: usize, runs: RangeInclusive<usize>, name: &str) -> bool {
        self.sides[side][runs].iter_mut().for_each(|run| run.benches.retain(|b| b.name != name));
        let mut rest = self.family.names.iter().filter(|other| **other != name);
        rest.any(|other| {
            self.sides.iter().flatten().all(|run| run.benches.iter().any(|b| b.name == *other))
        })
    }

    /// Returns the correct statuses.
    pub(super) fn allowed(&self) -> &'static [i32] {
        match (self.is_lost, self.is_worse) {
            (false, false) => &[0],
            (false, true) => &[1],
            (true, false) => &[3, 4],
            (true, true) => &[1, 3, 4],
        }
    }

    /// Writes the files of a side, and returns its argument.
    fn write(&self, folder: &Path, side: usize) -> String {
        let label = self.label(side);
        if self.shape == Shape::Recording {
            fs::write(folder.join(format!("{label}.txt")), self.log(side)).unwrap();
            return format!("{label}={label}.txt");
        }
        let folder = folder.join(&label);
        fs::create_dir_all(&folder).unwrap();
        for (index, run) in self.sides[side].iter().enumerate() {
            let damage = self.damages.get(&(side, index)).copied();
            if damage == Some(Damage::Deleted) {
                continue;
            }
            let files = (self.family.files)(run);
            if files.is_empty() {
                continue;
            }
            let damaged = (1000 * index + 7 * side) % files.len();
            for (number, (suffix, text)) in files.into_iter().enumerate() {
                let name = if suffix.starts_with('/') {
                    format!("{index:02}{suffix}")
                } else {
                    format!("{index:02}{suffix}.{}", self.family.extension)
                };
                let path = folder.join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                let damage = damage.filter(|_| number == damaged);
                fs::write(path, damage.map_or(text.clone().into(), |d| spoiled(&text, d))).unwrap();
            }
        }
        if side == self.last() {
            self.others.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
        }
        format!("{label}={label}")
    }

    /// Returns the log of a recording.
    fn log(&self, side: usize) -> Vec<u8> {
        let mut log = "# recorded by benchlens run, seed 1: sh load.sh\n".to_owned();
        for (index, run) in self.sides[side].iter().enumerate() {
            let (block, time) = (index + 1, 1_800_000_000 + 60 * index + 20 * side);
            let damage = self.damages.get(&(side, index)).copied();
            if damage == Some(Damage::Deleted) {
                continue;
            }
            writeln!(log, "# benchlens recording=r1 block={block} time={time} end=expected")
                .unwrap();
            log += &converted((self.family.files)(run));
            if let Some(Damage::Cut(fraction)) = damage {
                return spoiled(&log, Damage::Cut(0.9 + 0.1 * fraction));
            }
            if damage == Some(Damage::EndLess) {
                return log.into_bytes();
            }
            writeln!(log, "# benchlens recording=r1 end={block}").unwrap();
        }
        log.into_bytes()
    }

    /// Returns the rules of the gate.
    pub(super) fn gate(&self) -> String {
        // A block counts once.
        let is_single = self.family.is_load() || self.shape == Shape::Recording;
        let per_run = if is_single { 1 } else { self.family.values };
        let runs = self.requires_runs.then(|| format!(" n>={}", RUNS * per_run));
        let rule = format!("{}: {LIMIT}{}", self.unit, runs.unwrap_or_default());
        [&[rule.as_str()], &self.rules[..]].concat().join("; ")
    }

    /// Returns the status, the report and the messages of the CLI.
    pub(super) fn run(&self, folder: &Path) -> (i32, String, String) {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).unwrap();
        let inputs: Vec<String> =
            (0..self.sides.len()).map(|side| self.write(folder, side)).collect();
        let mut command = Command::new(env!("CARGO_BIN_EXE_benchlens"));
        if self.shape == Shape::History {
            command.arg("history");
        }
        command.args(["-j", "1", "-gate", &self.gate()]).args(inputs);
        let output = command.current_dir(folder).env_remove("GITHUB_ACTIONS").output().unwrap();
        let [report, said] =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        (output.status.code().unwrap_or(-1), report, said)
    }
}

/// Returns the usual value of a benchmark. Latencies are seconds, so that whole milliseconds do not matter.
fn level(family: &Family, random: &mut Random) -> f64 {
    if family.is_load() { random.between(1.0, 8.0) } else { math::exp(random.between(-16.0, -4.6)) }
}

/// Returns the bytes of a file to which something happened.
fn spoiled(text: &str, damage: Damage) -> Vec<u8> {
    match damage {
        Damage::Cut(fraction) => {
            // The verdict of libtest follows all results.
            let end = text.find("\ntest result").unwrap_or(text.trim_end().len());
            let bytes = text[..end].trim_end().as_bytes();
            let mut at = 1 + (fraction * (bytes.len() - 2) as f64) as usize;
            // The line is incomplete.
            while bytes[at - 1] == b'\n' || bytes[at] == b'\n' {
                at -= 1;
            }
            bytes[..at].to_vec()
        }
        Damage::Replaced(other) => other.into(),
        Damage::Gzip(fraction) => {
            let packed = gzip(text.as_bytes());
            packed[..(fraction * packed.len() as f64) as usize].to_vec()
        }
        Damage::Windows => text.replace('\n', "\r\n").into(),
        Damage::Deleted | Damage::EndLess => unreachable!("not a change of a file"),
    }
}

/// Returns files as `benchlens run` writes them into its log.
fn converted(files: Vec<(String, String)>) -> String {
    let mut converter = Converter::new("*", true).unwrap();
    let mut out = Vec::new();
    for (name, text) in files {
        converter.begin(name.as_bytes(), name.as_bytes());
        converter.feed(text.as_bytes());
        converter.end();
        out.extend(converter.take());
    }
    for diagnostic in converter.store().diagnostics() {
        if let Problem::Failed { name } = &diagnostic.problem {
            out.extend([b"--- FAIL: Benchmark", &name[..], b"\n"].concat());
        }
    }
    String::from_utf8(out).unwrap()
}
