//! `benchlens bisect`, from its arguments to its answer.
//!
//! The library chooses the next commit to measure, from the `blocks` in the logs. `measure` builds and runs commits.
//! `answer` prints the result.

mod answer;
mod blocks;
mod from_history;
mod measure;

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;
use std::time::{Duration, Instant};

use benchlens_core::Output;
use benchlens_core::base::Sentence;
use benchlens_core::stats::{Decision, Next, SURE, Search, Trial, Verdict};
use benchlens_run::{
    Commit, Helper, Interrupts, Launcher, Repository, Stop, Unready, Workshop, short,
};

use super::Tools;
use super::sentences::{not_ready, sentence};
use super::watch::{Screen, clock};
use crate::args::{BisectArguments, BisectFormat, BisectRange};
use crate::output::{self, Form};
use crate::status::Status;
use answer::{Found, named};
use benchlens_inputs as inputs;
use blocks::{Block, Judged, Logged, proven, read};
use from_history::{Suspect, suspect};
use measure::{Bench, Built, Trouble};

/// The length of the part of a commit's name in the name of a search.
const PART: usize = 12;

/// Searches for the commit.
pub(crate) fn run(arguments: &BisectArguments) -> Status {
    let judged = Judged { filter: arguments.filter.clone(), unit: arguments.unit.clone() };
    if let Err(error) = judged.check() {
        return output::fail(Status::Usage, &error.sentence().flag_text());
    }
    let (ends, judged) = match asked(arguments, judged) {
        Ok(asked) => asked,
        Err((status, sentence)) => return output::fail(status, &sentence),
    };
    let Tools { mut interrupts, mut launcher } = match Tools::new(arguments.pin.clone()) {
        Ok(tools) => tools,
        Err(message) => return output::fail(Status::Input, &message),
    };
    launcher.hides_git = true;
    if !arguments.is_dry
        && let Err(error) = std::fs::create_dir_all(&arguments.folder)
    {
        let (folder, reason) = (arguments.folder.display(), inputs::reason(&error));
        return output::fail(
            Status::Input,
            &format!("cannot create the folder {folder}: {reason}"),
        );
    }
    let mut workshop = match Workshop::new() {
        Ok(workshop) => workshop,
        Err(error) => return not_ready(&Unready::Stop(Stop::System(error))),
    };
    let mut tell = |note: &Sentence| output::note(&note.flag_text());
    let mut helper = Helper::new(&launcher, &mut interrupts, &mut tell);
    let commits = match commits(&ends, arguments.quiet, &mut helper, &mut workshop) {
        Ok(commits) => commits,
        Err(unready) => return not_ready(&unready),
    };
    let ended = Session {
        arguments,
        commits: &commits,
        judged,
        launcher: &launcher,
        interrupts: &mut interrupts,
        failures: Failures::default(),
    }
    .search(&mut workshop);
    // Clean up before the process ends, because a signal ends it without any cleanup.
    if let Err(error) = workshop.close() {
        output::note(&format!("temporary files cannot be removed: {error}"));
    }
    match ended {
        Ok(status) => status,
        Err(stop) => {
            let status = output::fail(Status::Input, &sentence(&stop));
            if let Stop::Interrupted(signal) = stop {
                output::note("the same command continues the search");
                Interrupts::end_by(signal);
            }
            status
        }
    }
}

/// Returns the ends of the range, and the results that are judged.
///
/// # Errors
///
/// Returns a status and a sentence if the history cannot be read or contains no change, or no row is judged.
fn asked(
    arguments: &BisectArguments,
    judged: Judged,
) -> Result<([OsString; 2], Judged), (Status, String)> {
    let path = match &arguments.range {
        BisectRange::Ends(ends) => return Ok((ends.clone(), judged)),
        BisectRange::History(path) => path,
    };
    let wrong = |(status, why): (Status, String)| (status, format!("{}: {why}", path.display()));
    let document = std::fs::read(path);
    let document = document.map_err(|error| wrong((Status::Input, inputs::reason(&error))))?;
    let Suspect { ends, row, judged } = suspect(&document, &judged).map_err(wrong)?;
    if !arguments.quiet {
        let [good, bad] = &ends;
        output::note(&format!("searching the change of {row} between {good} and {bad}"));
    }
    Ok((ends.map(OsString::from), judged))
}

/// Returns the commits of the range.
fn commits(
    ends: &[OsString; 2],
    is_quiet: bool,
    helper: &mut Helper<'_>,
    workshop: &mut Workshop,
) -> Result<Vec<Commit>, Unready> {
    let repository = Repository::find(helper, "bisect")?;
    let [good, bad] = ends;
    let good = repository.commit(helper, good)?;
    let bad = repository.commit(helper, bad)?;
    let commits = repository.commits(helper, &good, &bad)?;
    if let Some(changed) = repository.changed(helper)?.filter(|_| !is_quiet) {
        helper.tell(format!("uncommitted changes are in no commit of the range: {changed}"));
    }
    workshop.open(helper, repository)?;
    Ok(commits)
}

struct Session<'s> {
    arguments: &'s BisectArguments,
    commits: &'s [Commit],
    judged: Judged,
    launcher: &'s Launcher,
    interrupts: &'s mut Interrupts,
    failures: Failures,
}

/// The commits that failed.
#[derive(Default)]
struct Failures {
    /// The commits that cannot be measured.
    skipped: BTreeSet<usize>,
    /// The commits of which a run failed once.
    once: BTreeSet<usize>,
}

impl Failures {
    /// Skips the commits without a common benchmark.
    fn skip(&mut self, lacking: &[usize], commits: &[Commit], screen: &Screen) {
        for &commit in lacking.iter().filter(|&&commit| commit + 1 < commits.len()) {
            if self.skipped.insert(commit) {
                let name = named(&commits[commit]);
                screen.note(&format!("skipped {name}: it has no benchmark of the good end"));
            }
        }
    }

    /// Skips the commit of a block that was not measured.
    ///
    /// # Errors
    ///
    /// Returns why the search cannot continue: without its ends, for example.
    fn add(&mut self, trouble: Trouble, commits: &[Commit], screen: &Screen) -> Result<(), Stop> {
        let (commit, stop) = match trouble {
            // The next decision is the same, so the block is tried again.
            Trouble::Run(commit, _) if self.once.insert(commit) => return Ok(()),
            Trouble::Commit(commit, stop) | Trouble::Run(commit, stop) => (commit, stop),
            Trouble::Stop(stop) => return Err(stop),
        };
        if [0, commits.len() - 1].contains(&commit) {
            return Err(stop);
        }
        screen.note(&format!("skipped {}: {}", named(&commits[commit]), sentence(&stop)));
        self.skipped.insert(commit);
        Ok(())
    }
}

/// Ends the screen and prints an error.
fn failed(screen: Screen, status: Status, message: &str) -> Result<Status, Stop> {
    screen.finish();
    Ok(output::fail(status, message))
}

impl Session<'_> {
    fn search(&mut self, workshop: &mut Workshop) -> Result<Status, Stop> {
        let (arguments, commits) = (self.arguments, self.commits);
        let last = commits.len() - 1;
        let id = id_of(arguments, &commits[0], &commits[last]);
        let drawn = RandomState::new().build_hasher().finish() >> 32;
        let mut screen = Screen::new(arguments.quiet, "");
        let mut bench = Bench {
            arguments,
            commits,
            id: &id,
            seed: arguments.seed.unwrap_or(drawn),
            launcher: self.launcher,
            interrupts: self.interrupts,
            workshop,
            built: Built::default(),
        };
        let mut changes = Changes::new();
        let mut written = 0;
        let (began, mut measured) = (Instant::now(), 0_u32);
        loop {
            let Logged { blocks, last: step } =
                match logged(&arguments.folder, commits, &id, written) {
                    Ok(logged) => logged,
                    Err(message) => return failed(screen, Status::Input, &message),
                };
            bench.resume(&blocks);
            choose_clock(&mut self.judged, &blocks, last, &mut changes, &screen);
            let lacking = lacking(&blocks, &self.judged, &mut changes);
            if changes.values().all(Option::is_none)
                && let Some(message) = self.judged.unmatched(&blocks, &arguments.folder)
            {
                return failed(screen, Status::Usage, &message);
            }
            self.failures.skip(&lacking, commits, &screen);
            let limit = bench.builds();
            let trials = trials(&blocks, &changes, limit);
            let search = Search {
                versions: commits.len(),
                trials: &trials,
                skipped: &self.failures.skipped,
                builds: limit,
                most: arguments.blocks as usize,
            };
            let decision = search.decide();
            let block = match decision.next {
                Next::Done(verdict) => {
                    screen.finish();
                    let ended = End { search, blocks: &blocks, decision: &decision, verdict };
                    return Ok(self.tell(&ended));
                }
                Next::Measure(trial) => Block::new(step + 1, &trial, bench.limit()),
            };
            if arguments.is_dry {
                screen.finish();
                return Ok(output::print(describe(commits, &block).as_bytes(), Form::Text));
            }
            let left = search.blocks_left(&decision).zip(began.elapsed().checked_div(measured));
            let left = left.map(|(blocks, time)| time.saturating_mul(blocks as u32));
            show(&mut screen, &progress(commits, &decision, &block), left);
            match bench.block(&block, &mut screen) {
                Ok(()) => (written, measured) = (block.step, measured + 1),
                Err(trouble) => {
                    let trouble = bench.explained(trouble);
                    if let Err(stop) = self.failures.add(trouble, commits, &screen) {
                        screen.finish();
                        return Err(stop);
                    }
                }
            }
        }
    }

    /// Prints the answer.
    fn tell(&self, end: &End<'_>) -> Status {
        let (arguments, commits) = (self.arguments, self.commits);
        let End { search, blocks, decision, verdict } = end;
        let Some(point) = &decision.point else {
            return output::fail(
                Status::Undecided,
                "no benchmark is in both ends: see -filter and -unit",
            );
        };
        let proof = match *verdict {
            Verdict::Version(commit) => {
                let labels = [commit - 1, commit].map(|at| short(&commits[at].name));
                let is_of =
                    |block: &&Block| block.is_proof && block.commits == [commit - 1, commit];
                self.judged.proof(&blocks.iter().filter(is_of).collect::<Vec<_>>(), labels)
            }
            _ => None,
        };
        let runs: Vec<u32> = (0..commits.len()).map(|commit| search.runs(commit)).collect();
        let found = Found {
            commits,
            skipped: &self.failures.skipped,
            verdict: *verdict,
            point,
            rest: decision.rest,
            largest: decision.largest,
            unit: self.judged.unit.as_deref(),
            runs: &runs,
            proof_blocks: match *verdict {
                Verdict::Version(commit) => search.proof(commit).count(),
                _ => 0,
            },
            most: arguments.blocks,
            is_built: arguments.build.is_some(),
            builds: search.builds,
            proof: proof.as_ref().map(|proof| (proof, proven(proof))),
            folder: arguments.folder.display().to_string(),
        };
        let (text, form) = match arguments.format {
            BisectFormat::Json => (found.json(), Form::Data),
            BisectFormat::Markdown => (found.text(Output::Markdown), Form::Data),
            BisectFormat::Text => (found.text(Output::Text), Form::Text),
        };
        output::print(text.as_bytes(), form).or(found.status())
    }
}

/// Reads the logs; `written` is the last step that must be there.
///
/// # Errors
///
/// Returns a sentence if a log cannot be read.
fn logged(folder: &Path, commits: &[Commit], id: &str, written: u32) -> Result<Logged, String> {
    let logged = read(folder, commits, id)
        .map_err(|(path, error)| format!("{}: {}", path.display(), inputs::reason(&error)))?;
    if logged.last < written {
        return Err("the last block cannot be found in its logs: the output of the command is not a log of \
                    benchmarks, so use -time"
            .to_owned());
    }
    Ok(logged)
}

/// The logarithm of new/old in each step; `None` without a common benchmark.
type Changes = BTreeMap<u32, Option<f64>>;

/// Judges by CPU time if it varies much less.
fn choose_clock(
    judged: &mut Judged,
    blocks: &[Block],
    last: usize,
    changes: &mut Changes,
    screen: &Screen,
) {
    if let Some((quieter, ranges)) = judged.quieter(blocks, last) {
        let [elapsed, cpu] = ranges.map(|range| format!("{:.1}%", 100.0 * range));
        screen.note(&format!(
            "elapsed time varies by {elapsed} between blocks, CPU time by {cpu}: judged by CPU time; see -unit"
        ));
        *judged = quieter;
        changes.clear();
    }
}

/// Returns the part of blocks that decides.
fn trials(blocks: &[Block], changes: &Changes, limit: u32) -> Vec<Trial> {
    let trial = |block: &Block| {
        let Block { is_proof, commits, builds, .. } = *block;
        // Identical builds are one build.
        let builds = if limit == 1 { [0; 2] } else { builds };
        Trial { is_proof, versions: commits, builds, change: changes[&block.step] }
    };
    blocks.iter().map(trial).collect()
}

/// The end of a search.
struct End<'e> {
    search: Search<'e>,
    blocks: &'e [Block],
    decision: &'e Decision,
    verdict: Verdict,
}

/// Finds the changes of new blocks; returns the commits without a common benchmark.
fn lacking(blocks: &[Block], judged: &Judged, changes: &mut Changes) -> Vec<usize> {
    let mut lacking = Vec::new();
    for block in blocks {
        let change = *changes.entry(block.step).or_insert_with(|| judged.change(block));
        if change.is_none() && !block.is_proof {
            lacking.push(block.commits[1]);
        }
    }
    lacking
}

/// Returns the name of the search in its logs. Another command measures something else, so it is another search.
fn id_of(arguments: &BisectArguments, good: &Commit, bad: &Commit) -> String {
    let BisectArguments { rest, build, time, .. } = arguments;
    let text = format!("{rest:?} {build:?} {time:?}");
    // FNV-1a, which is the same in every version of this program.
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let command = text.bytes().fold(0xcbf2_9ce4_8422_2325, mix) as u32;
    let [good, bad] = [good, bad].map(|commit| commit.name.get(..PART).unwrap_or_default());
    format!("bisect-{good}-{bad}-{command:08x}")
}

/// Shows how far the search is, and the estimated remaining time.
fn show(screen: &mut Screen, line: &str, left: Option<Duration>) {
    screen.show(line, left);
    if screen.wants_line() {
        let left = left.map_or(String::new(), |left| format!(", about {} left", clock(left)));
        screen.line(&format!("{line}{left}"));
    }
}

/// Describes the next step.
fn describe(commits: &[Commit], block: &Block) -> String {
    let [first, second] = block.commits.map(|commit| named(&commits[commit]));
    format!("next: step {}, {first} against {second}\n", block.step)
}

/// Describes how far the search is.
fn progress(commits: &[Commit], decision: &Decision, block: &Block) -> String {
    let step = block.step;
    let tested = short(&commits[block.commits[1]].name);
    match &decision.point {
        Some(point) if block.is_proof => {
            let (leader, _) = point.leader();
            format!("block {step}: proving {}", short(&commits[leader].name))
        }
        Some(point) => {
            let (leader, probability) = point.leader();
            let left = point.range(SURE).map(|(first, last)| last - first + 1);
            let left = left.map_or(String::new(), |left| format!(", {left} commits left"));
            let leader = short(&commits[leader].name);
            format!("block {step}: {tested}{left}, {leader} {:.0}%", 100.0 * probability)
        }
        None => format!("block {step}: both ends"),
    }
}
