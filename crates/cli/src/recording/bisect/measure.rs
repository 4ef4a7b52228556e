//! Measures commits: extracts their files, builds them and runs them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use benchlens_core::base::Sentence;
use benchlens_core::format::ReadOptions;
use benchlens_run::{
    BENCH_SEED, Commit, Counted, Flow, Helper, Hooks, Interrupts, Item, Launcher, LogMode, Logs,
    Measure, Order, Plan, Printed, Spent, Step, Stop, Template, Unready, Version, Watcher,
    Workshop, build_seeds, record, short,
};

use super::super::printed::{counted, printed};
use super::super::watch::Screen;
use super::blocks::{Block, log_of};
use crate::args::BisectArguments;

/// Why a block was not measured.
#[derive(Debug)]
pub(super) enum Trouble {
    /// A commit cannot be extracted or built; a sentence, and the end of the output.
    Commit(usize, Stop),
    /// A run of a commit failed, perhaps by chance.
    Run(usize, Stop),
    /// The search cannot continue.
    Stop(Stop),
}

/// The commits, with their folders and builds.
pub(super) struct Bench<'a> {
    pub(super) arguments: &'a BisectArguments,
    pub(super) commits: &'a [Commit],
    pub(super) id: &'a str,
    pub(super) seed: u64,
    pub(super) launcher: &'a Launcher,
    pub(super) interrupts: &'a mut Interrupts,
    pub(super) workshop: &'a mut Workshop,
    pub(super) built: Built,
}

/// The folders and programs so far.
#[derive(Default)]
pub(super) struct Built {
    /// The folders of commits.
    folders: BTreeMap<usize, PathBuf>,
    /// The commands, by the commit and the number of the build.
    commands: BTreeMap<(usize, u32), Template>,
    spent: Spending,
    /// The last program of each commit: its build, and a hash of its content.
    programs: BTreeMap<usize, (u32, u64)>,
    /// The limit of builds that the logs contain, if benchlens chose it.
    chosen: Option<u32>,
    /// The number of builds that were identical to the one before, and whether any build differed.
    equal: u32,
    has_difference: bool,
    /// Whether all builds of a commit are identical.
    has_equal_builds: bool,
}

/// The time that was spent.
#[derive(Clone, Copy, Default)]
struct Spending {
    building: Duration,
    running: Duration,
}

/// The number of builds of each commit, if building takes longer than running.
const BUILDS: u32 = 4;

/// The number of blocks after which the number of builds is chosen.
const CHOICE: usize = 6;

/// More builds than a search has blocks.
const BUILDS_MAX: u32 = 1_000_000;

/// The words of tools that cannot write. A compiler removes its unfinished output, so that the disk has room again.
const FULL: [&str; 2] = ["No space left on device", "Disk quota exceeded"];

/// The number of identical builds that is too high for chance.
const EQUAL: u32 = 2;

impl Bench<'_> {
    /// Returns the maximum number of builds of each commit. A new build for each block makes the effect of a build
    /// ordinary noise, so it is worth as much time as the runs.
    pub(super) fn builds(&self) -> u32 {
        let Spending { building, running } = self.built.spent;
        match self.arguments.builds {
            // More runs of one program cannot show how much its layout in memory matters.
            _ if self.arguments.build.is_none() || self.built.has_equal_builds => 1,
            Some(builds) => builds,
            None if self.built.chosen.is_some() => self.built.chosen.unwrap_or(BUILDS),
            None if building <= running => BUILDS_MAX,
            None => BUILDS,
        }
    }

    /// Continues with the limit of builds of the logs, so that the same command always decides alike. Some blocks show
    /// whether building takes longer than running.
    pub(super) fn resume(&mut self, blocks: &[Block]) {
        let limit = blocks.last().map(|block| block.limit);
        let is_first = self.built.spent.running.is_zero();
        if is_first {
            self.built.has_equal_builds = limit == Some(0);
            self.built.has_difference = limit != Some(0) && EQUAL < blocks.len() as u32;
        }
        if is_first || CHOICE <= blocks.len() {
            self.built.chosen = limit.filter(|limit| [BUILDS, BUILDS_MAX].contains(limit));
        }
    }

    /// Returns the limit of builds for the name of a block.
    pub(super) fn limit(&self) -> u32 {
        if self.built.has_equal_builds { 0 } else { self.builds() }
    }

    /// Measures a block and writes it to the logs.
    pub(super) fn block(&mut self, block: &Block, screen: &mut Screen) -> Result<(), Trouble> {
        let mut versions = Vec::new();
        for (&commit, &build) in block.commits.iter().zip(&block.builds) {
            let command = self.command(commit, build, screen)?;
            let label = short(&self.commits[commit].name).to_owned();
            let about = Some(format!("commit {}", self.commits[commit].name));
            versions.push(Version { label, commands: vec![command], about, lacks: Vec::new() });
        }
        let arguments = self.arguments;
        let plan = Plan {
            id: block.recording(self.id),
            versions,
            items: vec![Item::default()],
            blocks: 1,
            enough: None,
            warmup: 0,
            repeats: 1,
            order: Order::Random,
            seed: self.seed.wrapping_add(block.step.into()),
            measure: arguments.time.clone().map_or(Measure::Output, Measure::Command),
            timeout: arguments.timeout,
            keep_going: false,
            results: None,
            hooks: Hooks::default(),
            looks: Vec::new(),
        };
        let paths = block.commits.map(|commit| log_of(&arguments.folder, &self.commits[commit]));
        let mut logs =
            Logs::open(&paths, LogMode::Append).map_err(|error| Trouble::Stop(error.into()))?;
        let mut watch = Watch { screen };
        let began = Instant::now();
        let outcome = record(&plan, &mut logs, self.launcher, self.interrupts, &mut watch);
        self.built.spent.running += began.elapsed();
        self.discard(block);
        logs.remove_empty();
        match outcome.stop {
            None => Ok(()),
            Some(Stop::Failed(failed)) => {
                let commit = block.commits[failed.version.unwrap_or_default()];
                Err(Trouble::Run(commit, Stop::Failed(failed)))
            }
            Some(stop) => Err(Trouble::Stop(stop)),
        }
    }

    /// Ends the search if commits fail because a disk is full.
    pub(super) fn explained(&self, trouble: Trouble) -> Trouble {
        let (Trouble::Commit(_, Stop::Failed(failed)) | Trouble::Run(_, Stop::Failed(failed))) =
            &trouble
        else {
            return trouble;
        };
        let text = String::from_utf8_lossy(&failed.tail);
        let why = match self.workshop.shortage() {
            Some((folder, free)) => {
                format!("only {} kB are free in {}", free / 1024, folder.display())
            }
            None if FULL.iter().any(|words| text.contains(words)) => "a disk is full".to_owned(),
            None => return trouble,
        };
        let sentence = Sentence::from(format!(
            "{why}: free some space, then the same command continues the search; "
        ));
        let sentence = sentence.and_sentence(failed.sentence.clone());
        Trouble::Stop(Stop::failed(sentence, failed.tail.clone()))
    }

    /// Compares a program with another build of its commit.
    fn compare(&mut self, commit: usize, build: u32, program: &Path, screen: &Screen) {
        let Ok(bytes) = std::fs::read(program) else { return };
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let hash = hasher.finish();
        // A run that failed is tried again with the same build.
        let before = self.built.programs.insert(commit, (build, hash));
        let Some((_, before)) = before.filter(|(other, _)| *other != build) else { return };
        if before != hash {
            // Two seeds can lead to the same build by chance, so one that differs is enough.
            self.built.has_difference = true;
            return;
        }
        self.built.equal += 1;
        let is_sure = EQUAL <= self.built.equal && !self.built.has_difference;
        // A user who asks for one build knows it.
        if is_sure && !self.built.has_equal_builds && 1 < self.builds() {
            self.built.has_equal_builds = true;
            screen.note(
                "all builds of a commit are identical, so their layout in memory can look like a change: use \
                 $BENCH_SEED in -build",
            );
        }
    }

    /// Removes programs that will not run again, because each block has new ones.
    fn discard(&mut self, block: &Block) {
        if self.builds() < BUILDS_MAX {
            return;
        }
        for (&commit, &build) in block.commits.iter().zip(&block.builds) {
            let command = self.built.commands.remove(&(commit, build));
            let program = command.and_then(|command| Some(PathBuf::from(command.words.first()?)));
            // What cannot be removed now is removed with the whole folder.
            let _ = program.as_deref().and_then(Path::parent).map(std::fs::remove_dir_all);
        }
    }

    /// Returns the command of a build of a commit.
    fn command(&mut self, commit: usize, build: u32, screen: &Screen) -> Result<Template, Trouble> {
        if let Some(command) = self.built.commands.get(&(commit, build)) {
            return Ok(command.clone());
        }
        let mut tell = |note: &Sentence| screen.note(&note.flag_text());
        let mut helper = Helper::new(self.launcher, self.interrupts, &mut tell);
        let name = &self.commits[commit].name;
        let label = short(name);
        let trouble = |unready: Unready| match unready {
            Unready::Wrong(sentence) => Trouble::Commit(commit, Stop::failed(sentence, Vec::new())),
            Unready::Stop(stop @ Stop::Failed(..)) => Trouble::Commit(commit, stop),
            Unready::Stop(stop) => Trouble::Stop(stop),
        };
        let folder = match self.built.folders.get(&commit) {
            Some(folder) => folder.clone(),
            None => {
                let folder = self.workshop.tree(&mut helper, commit, label, name);
                let folder = folder.map_err(trouble)?;
                self.built.folders.insert(commit, folder.clone());
                folder
            }
        };
        let mut words = self.arguments.rest.clone();
        if let Some(script) = &self.arguments.build {
            // The seed of a build comes again when the search continues.
            let seeds = build_seeds(commit as u64, build as usize + 1);
            let seed = seeds.last().copied().unwrap_or(1).to_string();
            let recipe = Template {
                words: ["sh", "-c", script].map(OsString::from).to_vec(),
                folder: Some(folder.clone()),
                environment: vec![(BENCH_SEED.into(), seed.into())],
            };
            let number = build as usize + 1;
            let began = Instant::now();
            let program = self.workshop.build(&mut helper, commit, label, number, &recipe);
            self.built.spent.building += began.elapsed();
            let program = program.map_err(trouble)?;
            self.compare(commit, build, &program, screen);
            words.insert(0, program.into());
        }
        let command = Template { words, folder: Some(folder), ..Template::default() };
        self.built.commands.insert((commit, build), command.clone());
        Ok(command)
    }
}

/// Shows nothing of a block but its notes: the search has its own line.
struct Watch<'s> {
    screen: &'s mut Screen,
}

impl Watcher for Watch<'_> {
    fn begin(&mut self, _: &Step<'_>) {}

    fn end(&mut self, _: &Step<'_>) {}

    fn note(&mut self, note: &Sentence) {
        self.screen.note(&note.flag_text());
    }

    fn printed(&mut self, output: &mut dyn Read) -> Printed {
        printed(output, "", &ReadOptions::default(), false).printed
    }

    fn counted(&mut self, output: &mut dyn Read) -> Option<Counted> {
        counted(output)
    }

    fn block(&mut self, _: usize, _: u32) -> Flow {
        Flow::Enough
    }

    fn results(&mut self, _: u32, spent: &Spent) -> u32 {
        spent.results
    }
}
