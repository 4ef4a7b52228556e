//! `benchlens bisect`, from its arguments to its answer.
//!
//! `search` chooses the next commit to measure, from the `blocks` in the logs. `measure` builds and runs commits. `answer`
//! prints the result.

mod answer;
mod blocks;
mod measure;
mod search;

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, Hasher};

use benchlens_run::{
    Commit, Helper, Interrupts, Launcher, Repository, Stop, Unready, Workshop, short,
};

use super::sentences::{not_ready, sentence};
use super::watch::Screen;
use crate::args::BisectArguments;
use crate::output::{self, Form};
use crate::status::Status;
use answer::{Found, named};
use benchlens_inputs as inputs;
use blocks::{Block, Judged, Logged, proven, read};
use measure::{Bench, Trouble};
use search::{Decision, Known, Next, Verdict};

/// The length of the part of a commit's name in the name of a search.
const PART: usize = 12;

/// Searches for the commit.
pub(crate) fn run(arguments: &BisectArguments) -> Status {
    let judged = Judged { filter: arguments.filter.clone(), unit: arguments.unit.clone() };
    if let Err(error) = judged.check() {
        return output::fail(Status::Usage, &error.to_string());
    }
    let mut interrupts = match Interrupts::hear() {
        Ok(interrupts) => interrupts,
        Err(error) => {
            let message = format!("cannot install signal handlers: {error}");
            return output::fail(Status::Input, &message);
        }
    };
    let launcher = match Launcher::new(arguments.pin.clone()) {
        Ok(launcher) => launcher,
        Err(error) => {
            let message = format!("cannot find the file of this program: {error}");
            return output::fail(Status::Input, &message);
        }
    };
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
    let commits = match commits(arguments, &launcher, &mut interrupts, &mut workshop) {
        Ok(commits) => commits,
        Err(unready) => return not_ready(&unready),
    };
    let ended = Session {
        arguments,
        commits: &commits,
        judged: &judged,
        launcher: &launcher,
        interrupts: &mut interrupts,
        skipped: BTreeSet::new(),
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

/// Returns the commits of the range.
fn commits(
    arguments: &BisectArguments,
    launcher: &Launcher,
    interrupts: &mut Interrupts,
    workshop: &mut Workshop,
) -> Result<Vec<Commit>, Unready> {
    let mut tell = |note: &str| output::note(note);
    let mut helper = Helper::new(launcher, interrupts, &mut tell);
    let repository = Repository::find(&mut helper, "bisect")?;
    let [good, bad] = &arguments.ends;
    let good = repository.commit(&mut helper, good)?;
    let bad = repository.commit(&mut helper, bad)?;
    let commits = repository.commits(&mut helper, &good, &bad)?;
    if let Some(changed) = repository.changed(&mut helper)?.filter(|_| !arguments.quiet) {
        helper.tell(&format!("uncommitted changes are in no commit of the range: {changed}"));
    }
    workshop.open(&mut helper, repository)?;
    Ok(commits)
}

struct Session<'s> {
    arguments: &'s BisectArguments,
    commits: &'s [Commit],
    judged: &'s Judged,
    launcher: &'s Launcher,
    interrupts: &'s mut Interrupts,
    /// The commits that cannot be measured.
    skipped: BTreeSet<usize>,
}

impl Session<'_> {
    fn search(&mut self, workshop: &mut Workshop) -> Result<Status, Stop> {
        let (arguments, commits, judged) = (self.arguments, self.commits, self.judged);
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
            folders: BTreeMap::new(),
            commands: BTreeMap::new(),
        };
        let mut changes = BTreeMap::new();
        loop {
            let Logged { blocks, last: step } = match read(&arguments.folder, commits, &id) {
                Ok(logged) => logged,
                Err((path, error)) => {
                    screen.finish();
                    let message = format!("{}: {}", path.display(), inputs::reason(&error));
                    return Ok(output::fail(Status::Input, &message));
                }
            };
            let lacking = lacking(&blocks, judged, &mut changes);
            for commit in lacking.filter(|&commit| commit != last) {
                if self.skipped.insert(commit) {
                    let name = named(&commits[commit]);
                    screen.note(&format!("skipped {name}: it has no benchmark of the good end"));
                }
            }
            let step = step + 1;
            let known = Known {
                commits: commits.len(),
                blocks: &blocks,
                changes: &changes,
                skipped: &self.skipped,
                builds: arguments.builds,
                most: arguments.blocks as usize,
            };
            let decision = known.decide();
            let block = match decision.next {
                Next::Done(verdict) => {
                    screen.finish();
                    return Ok(tell(arguments, commits, judged, &known, &decision, verdict));
                }
                Next::Measure(commit) => to_measure(&known, step, commit),
                Next::Prove(commit) => to_prove(&known, step, commit),
            };
            if arguments.is_dry {
                screen.finish();
                return Ok(output::print(describe(commits, &block).as_bytes(), Form::Text));
            }
            show(&mut screen, &progress(commits, &decision, &block));
            match bench.block(&block, &mut screen) {
                Ok(()) => {}
                Err(Trouble::Commit(commit, stop)) if commit != 0 && commit != last => {
                    let name = named(&commits[commit]);
                    screen.note(&format!("skipped {name}: {}", sentence(&stop)));
                    self.skipped.insert(commit);
                }
                Err(Trouble::Commit(_, stop) | Trouble::Stop(stop)) => {
                    screen.finish();
                    return Err(stop);
                }
            }
        }
    }
}

/// Finds the changes of new blocks; returns the commits without a common benchmark.
fn lacking(
    blocks: &[Block],
    judged: &Judged,
    changes: &mut BTreeMap<u32, Option<f64>>,
) -> impl Iterator<Item = usize> {
    let mut lacking = Vec::new();
    for block in blocks {
        let change = *changes.entry(block.step).or_insert_with(|| judged.change(block));
        if change.is_none() && !block.is_proof {
            lacking.push(block.commits[1]);
        }
    }
    lacking.into_iter()
}

/// Returns the block that measures a commit next to the good end; both use their builds in turn.
fn to_measure(known: &Known<'_>, step: u32, commit: usize) -> Block {
    let builds = [step, known.runs(commit)].map(|runs| runs % known.builds);
    Block { step, commits: [0, commit], builds, ..Block::default() }
}

/// Returns the block that measures a commit next to its parent.
fn to_prove(known: &Known<'_>, step: u32, commit: usize) -> Block {
    let runs = known.proof(commit).len() as u32;
    let builds = [runs, runs].map(|runs| runs % known.builds);
    Block { step, is_proof: true, commits: [commit - 1, commit], builds, ..Block::default() }
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

/// Shows how far the search is.
fn show(screen: &mut Screen, line: &str) {
    screen.show(line, None);
    if screen.wants_line() {
        screen.line(line);
    }
}

/// Prints the answer.
fn tell(
    arguments: &BisectArguments,
    commits: &[Commit],
    judged: &Judged,
    known: &Known<'_>,
    decision: &Decision,
    verdict: Verdict,
) -> Status {
    let Some(point) = &decision.point else {
        return output::fail(
            Status::Undecided,
            "no benchmark is in both ends: see -filter and -unit",
        );
    };
    let proof = match verdict {
        Verdict::Commit(commit) => {
            let labels = [commit - 1, commit].map(|at| short(&commits[at].name));
            judged.proof(&known.proof(commit), labels)
        }
        _ => None,
    };
    let runs: Vec<u32> = (0..commits.len()).map(|commit| known.runs(commit)).collect();
    let found = Found {
        commits,
        skipped: known.skipped,
        verdict,
        point,
        runs: &runs,
        proof: proof.as_ref().map(|proof| (proof, proven(proof))),
        folder: arguments.folder.display().to_string(),
    };
    let (text, form) =
        if arguments.is_json { (found.json(), Form::Data) } else { (found.text(), Form::Text) };
    output::print(text.as_bytes(), form).or(found.status())
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
            let left = point.range(search::SURE).map(|(first, last)| last - first + 1);
            let left = left.map_or(String::new(), |left| format!(", {left} commits left"));
            let leader = short(&commits[leader].name);
            format!("block {step}: {tested}{left}, {leader} {:.0}%", 100.0 * probability)
        }
        None => format!("block {step}: both ends"),
    }
}
