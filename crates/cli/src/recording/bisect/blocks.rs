//! The blocks of a search, as its logs contain them.
//!
//! Each commit has a log. In each block, two commits run once; the name of its recording says why, in which step, and
//! with which builds, so the logs alone are enough to continue.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use benchlens_core::stats::Trial;
use benchlens_core::stats::math::ln;
use benchlens_core::store::Input;
use benchlens_core::table::Outcome;
use benchlens_core::{AnalysisQuery, Answer, Query, Store};
use benchlens_run::{Commit, short};

use super::super::answer::quoted;

/// A block: two commits ran once each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) step: u32,
    /// Whether it belongs to the proof; otherwise the first commit is the good end.
    pub(super) is_proof: bool,
    /// The indices of the commits in the range, ascending.
    pub(super) commits: [usize; 2],
    /// Their builds.
    pub(super) builds: [u32; 2],
    /// The maximum number of builds of each commit when it was measured; 0 if all builds are identical.
    pub(super) limit: u32,
    /// The output of each run.
    pub(super) texts: [String; 2],
}

impl Block {
    /// Returns a block that is not measured yet.
    pub(super) fn new(step: u32, trial: &Trial, limit: u32) -> Block {
        let Trial { is_proof, versions, builds, .. } = *trial;
        Block { step, is_proof, commits: versions, builds, limit, ..Block::default() }
    }

    /// Returns the name of its recording.
    pub(super) fn recording(&self, id: &str) -> String {
        let Block { step, is_proof, builds: [first, second], limit, .. } = self;
        let kind = if *is_proof { 'p' } else { 's' };
        format!("{id}.{kind}{step}.{first}.{second}.{limit}")
    }

    /// Reads what its recording's name says.
    fn parse(name: &str) -> Option<Block> {
        let mut parts = name.split('.');
        let step = parts.next()?;
        let is_proof = step.starts_with('p');
        let step = step.strip_prefix(['p', 's'])?.parse().ok()?;
        let builds = [parts.next()?.parse().ok()?, parts.next()?.parse().ok()?];
        let limit = parts.next()?.parse().ok()?;
        parts.next().is_none().then(|| Block { step, is_proof, builds, limit, ..Block::default() })
    }
}

/// Returns the path of a commit's log.
pub(super) fn log_of(folder: &Path, commit: &Commit) -> PathBuf {
    folder.join(format!("bench-{}.txt", short(&commit.name)))
}

/// The content of the logs of a search.
#[derive(Debug, Default)]
pub(super) struct Logged {
    /// The complete blocks, in the order of their steps.
    pub(super) blocks: Vec<Block>,
    /// The number of the last step, also of one that was interrupted.
    pub(super) last: u32,
}

/// Reads the logs of a search; a log that does not exist contains nothing.
///
/// # Errors
///
/// Returns the log that cannot be read.
pub(super) fn read(
    folder: &Path,
    commits: &[Commit],
    id: &str,
) -> Result<Logged, (PathBuf, std::io::Error)> {
    let mut halves = BTreeMap::<String, Vec<(usize, String)>>::new();
    for (index, commit) in commits.iter().enumerate() {
        let path = log_of(folder, commit);
        let text = match std::fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err((path, error)),
        };
        for (name, text) in runs(&text, id) {
            halves.entry(name).or_default().push((index, text));
        }
    }
    let block = |(name, halves): (String, Vec<(usize, String)>)| {
        let block = Block::parse(&name)?;
        let halves: [(usize, String); 2] = halves.try_into().ok()?;
        let commits = [halves[0].0, halves[1].0];
        Some(Block { commits, texts: halves.map(|(_, text)| text), ..block })
    };
    let last = halves.keys().filter_map(|name| Some(Block::parse(name)?.step)).max();
    let mut blocks: Vec<Block> = halves.into_iter().filter_map(block).collect();
    blocks.sort_by_key(|block| block.step);
    Ok(Logged { blocks, last: last.unwrap_or(0) })
}

/// Returns the complete runs of a log that belong to a search, each with the rest of its recording's name.
fn runs(text: &str, id: &str) -> Vec<(String, String)> {
    let begin = format!("{id}.");
    let (mut runs, mut open) = (Vec::new(), None::<(String, String)>);
    for line in text.split_inclusive('\n') {
        let marked = marked(line).and_then(|(_, rest)| rest.strip_prefix(&begin)?.split_once(' '));
        match (marked, &mut open) {
            (Some((name, rest)), _) if rest.starts_with("block=") => {
                open = Some((name.to_owned(), line.to_owned()));
            }
            (Some((name, _)), Some((of, run))) if of == name => {
                run.push_str(line);
                runs.extend(open.take());
            }
            (_, Some((_, run))) => run.push_str(line),
            (_, None) => {}
        }
    }
    runs
}

/// The results by which a search judges.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Judged {
    pub(super) filter: String,
    pub(super) unit: Option<String>,
}

/// The unit that is judged unless the user names another.
const UNIT: &str = "sec/op";
/// The unit that is judged instead if it varies much less.
const CPU: &str = "cpu-sec/op";
/// The smallest number of blocks of both ends that choose between these.
const ENDS: usize = 6;
/// The number of units that an error names.
const UNITS_SHOWN: usize = 4;
/// How many times more the elapsed time has to vary.
const QUIETER: f64 = 2.0;
/// How many times more the elapsed time has to vary than it changes.
const SHARE: f64 = 6.0;

impl Judged {
    /// Checks the filter.
    ///
    /// # Errors
    ///
    /// Returns the syntax error, with its position.
    pub(super) fn check(&self) -> Result<(), benchlens_core::Error> {
        let query = Query::default().filter(self.filter.clone());
        query.compile().map(drop)
    }

    /// Chooses CPU time if the user names no unit, and the elapsed time of both ends varies much more but shows no change.
    /// Returns this choice with the ranges of both. The same blocks and more lead to the same choice.
    pub(super) fn quieter(&self, blocks: &[Block], last: usize) -> Option<(Judged, [f64; 2])> {
        if self.unit.is_some() {
            return None;
        }
        let by = |unit: &str| Judged { unit: Some(unit.to_owned()), ..self.clone() };
        let is_of_ends = |block: &&Block| !block.is_proof && block.commits == [0, last];
        let changes = |judged: &Judged| -> Option<Vec<f64>> {
            blocks.iter().filter(is_of_ends).map(|block| judged.change(block)).collect()
        };
        let cpu = by(CPU);
        let (of_cpu, of_elapsed) = (changes(&cpu)?, changes(&by(UNIT))?);
        let choice = |count: usize| {
            let [(center, wide), (_, narrow)] =
                [&of_elapsed, &of_cpu].map(|changes| center_and_range(&changes[..count]));
            let is_quieter = 0.0 < narrow && QUIETER * narrow < wide && SHARE * center.abs() < wide;
            is_quieter.then_some([wide, narrow])
        };
        let ranges = (ENDS..=of_cpu.len()).find_map(choice)?;
        Some((cpu, ranges))
    }

    /// Returns the logarithm of new/old of a block: the mean of its benchmarks. Returns `None` if no benchmark has a
    /// positive value on both sides.
    pub(super) fn change(&self, block: &Block) -> Option<f64> {
        let answer = self.compared(&[block], ["good", "tested"], false)?;
        let table = answer.report().tables.first()?;
        let ratio = |row: &benchlens_core::table::Row| {
            let center = |column| row.cell(column).map(|cell| cell.summary.center);
            let ratio = center(1)? / center(0)?;
            (0.0 < ratio && ratio.is_finite()).then(|| ln(ratio))
        };
        let changes: Vec<f64> = table.rows.iter().filter_map(ratio).collect();
        let count = changes.len() as f64;
        (!changes.is_empty()).then(|| changes.iter().sum::<f64>() / count)
    }

    /// Explains that no result has the unit, or that the filter matches none; `folder` contains the logs.
    pub(super) fn unmatched(&self, blocks: &[Block], folder: &Path) -> Option<String> {
        let text: String =
            blocks.iter().flat_map(|block| &block.texts).map(String::as_str).collect();
        let store = Store::read([Input::new(b"logs", text.as_bytes())]);
        // A search begins without any block.
        let has_results = !store.stored_units().is_empty();
        let unit = self.unit_in(&store).filter(|_| has_results)?;
        let has_match = |judged: &Judged| {
            let query = Query::default().plain().filter(judged.filter_in(&unit));
            benchlens_core::run(&store, &query)
                .is_ok_and(|answer| !answer.report().tables.is_empty())
        };
        if has_match(self) {
            return None;
        }
        let all = Judged { filter: String::new(), unit: None };
        Some(if has_match(&all) {
            let (filter, folder) = (&self.filter, folder.display());
            format!(
                "-filter {filter} matches no result in {unit}: 'benchlens keys {folder}' lists all names"
            )
        } else {
            let units = store.stored_units().into_iter().take(UNITS_SHOWN);
            let units = units.map(|unit| String::from_utf8_lossy(unit.tidied).into_owned());
            let units = units.collect::<Vec<_>>().join(", ");
            format!("-unit {unit}: no result has this unit, expected one of {units}")
        })
    }

    /// Returns the unit that is judged; `None` if there are no results.
    fn unit_in(&self, store: &Store) -> Option<String> {
        if self.unit.is_some() {
            return self.unit.clone();
        }
        let units = store.stored_units();
        let has = units.iter().any(|unit| unit.tidied == UNIT.as_bytes());
        let first = units.first().map(|unit| String::from_utf8_lossy(unit.tidied).into());
        if has { Some(UNIT.to_owned()) } else { first }
    }

    /// Returns the filter for the results in a unit.
    fn filter_in(&self, unit: &str) -> String {
        let filter = if self.filter.is_empty() { "*" } else { &self.filter };
        format!("({filter}) .unit:{}", quoted(unit))
    }

    /// Compares two commits in all blocks of a proof.
    pub(super) fn proof(&self, blocks: &[&Block], labels: [&str; 2]) -> Option<Answer> {
        self.compared(blocks, labels, true)
    }

    /// Compares the two sides of blocks in one unit, without keys in which commits differ.
    fn compared(&self, blocks: &[&Block], labels: [&str; 2], is_proof: bool) -> Option<Answer> {
        let texts = [0, 1].map(|side| {
            let texts =
                (1..).zip(blocks).map(|(number, block)| renamed(&block.texts[side], number));
            texts.collect::<String>()
        });
        let inputs = texts
            .iter()
            .zip(labels)
            .map(|(text, label)| Input::new(label.as_bytes(), text.as_bytes()));
        let store = Store::read(inputs);
        let filter = self.filter_in(&self.unit_in(&store)?);
        // The commit was named for its change, however small that is.
        let analysis = AnalysisQuery::default().outcomes(true).margin(0.0);
        let query = Query::default()
            .plain()
            .filter(filter)
            .table("")
            .row(".fullname")
            .col(".file")
            .analysis(is_proof.then_some(analysis));
        benchlens_core::run(&store, &query).ok()
    }
}

/// Returns the median of changes, and the difference between the largest and the smallest.
fn center_and_range(changes: &[f64]) -> (f64, f64) {
    let mut changes = changes.to_vec();
    changes.sort_by(f64::total_cmp);
    let [first, .., last] = changes[..] else { return (0.0, 0.0) };
    let middle = changes.len() / 2;
    (f64::midpoint(changes[(changes.len() - 1) / 2], changes[middle]), last - first)
}

/// Returns the text of a run as a block of one recording: each block of a search has its own.
fn renamed(text: &str, number: u32) -> String {
    let name = marked(text).and_then(|(_, rest)| rest.split(' ').next());
    let name = format!("{} ", name.unwrap_or_default());
    let mark = |line: &str| {
        let own = marked(line).and_then(|(event, rest)| Some((event, rest.strip_prefix(&name)?)));
        match own {
            Some((event, rest)) => {
                let rest = rest.replace("block=1 ", &format!("block={number} "));
                let rest = rest.replace("end=1\\", &format!("end={number}\\"));
                let rest = rest.replace("end=1\n", &format!("end={number}\n"));
                format!("{event}{RECORDING}bisect {rest}")
            }
            None => line.to_owned(),
        }
    };
    text.split_inclusive('\n').map(mark).collect()
}

/// The beginning of the lines that a recording adds to logs.
const RECORDING: &str = "# benchlens recording=";

/// The beginning of such a line as an event of `go test -json`.
const EVENT: &str = r#"{"Action":"output","Output":""#;

/// Splits a line that a recording adds: the beginning of its event, or nothing, and the text after `recording=`.
fn marked(line: &str) -> Option<(&str, &str)> {
    let text = line.strip_prefix(EVENT).unwrap_or(line);
    let event = &line[..line.len() - text.len()];
    Some((event, text.strip_prefix(RECORDING)?))
}

/// Returns how the proof turned out: the outcome of its only row, or of all rows together.
pub(super) fn proven(proof: &Answer) -> Option<Outcome> {
    let table = proof.report().tables.first()?;
    let suite = table.columns.get(1)?.geomean.suite.as_ref();
    let outcome = match (suite, &table.rows[..]) {
        (Some(suite), _) => suite.comparison.outcome,
        (None, [only]) => only.comparison(1)?.outcome,
        // One of many rows can differ by chance.
        (None, _) => return None,
    };
    matches!(outcome, Outcome::Regressed | Outcome::Improved | Outcome::Changed).then_some(outcome)
}

#[cfg(test)]
mod tests {
    use super::{Block, renamed, runs};

    #[test]
    fn names_of_recordings_come_back() {
        for is_proof in [false, true] {
            let block = Block { step: 17, is_proof, builds: [2, 3], limit: 4, ..Block::default() };
            let name = block.recording("4f2a");
            assert_eq!(Block::parse(name.strip_prefix("4f2a.").unwrap()), Some(block));
        }
        for wrong in ["", "s", "s1", "s1.2", "s1.2.3", "s1.2.x.4", "x1.2.3.4", "s1.2.3.4.5"] {
            assert_eq!(Block::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn only_complete_runs_of_the_search_count() {
        let text = "\
# recorded by benchlens run, seed 1: ./bench
# benchlens recording=a.s1.0.0 block=1 time=1.0 end=expected
BenchmarkX 1 5 ns/op
# benchlens recording=a.s1.0.0 end=1
# benchlens recording=b.s1.0.0 block=1 time=1.0 end=expected
BenchmarkX 1 6 ns/op
# benchlens recording=b.s1.0.0 end=1
# benchlens recording=a.s2.0.0 block=1 time=1.0 end=expected
BenchmarkX 1 7 ns/op
";
        let found = runs(text, "a");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, "s1.0.0");
        assert!(found[0].1.contains(" 5 ns/op") && !found[0].1.contains(" 6 ns/op"));
    }

    #[test]
    fn runs_of_events_count_as_well() {
        let line = |text: &str| format!("{{\"Action\":\"output\",\"Output\":\"{text}\\n\"}}\n");
        let lines = [
            "# benchlens recording=a.s1.0.0.1 block=1 time=1.0 end=expected",
            "BenchmarkX 1 5 ns/op",
            "# benchlens recording=a.s1.0.0.1 end=1",
        ];
        let text = lines.map(line).concat();
        let found = runs(&text, "a");
        assert_eq!((found.len(), &found[0].0[..]), (1, "s1.0.0.1"));
        let renamed = renamed(&found[0].1, 12);
        for own in ["recording=bisect block=12 time=1.0", "recording=bisect end=12\\n\"}\n"] {
            assert!(renamed.contains(own), "{renamed}");
        }
    }
}
