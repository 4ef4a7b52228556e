//! Measures commits: extracts their files, builds them and runs them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;

use benchlens_run::{
    Commit, Counted, Flow, Helper, Interrupts, Item, Launcher, LogMode, Logs, Measure, Order, Plan,
    Printed, Spent, Step, Stop, Template, Unready, Version, Watcher, Workshop, build_seeds, record,
    short,
};

use super::super::printed::{counted, printed};
use super::super::watch::Screen;
use super::blocks::{Block, log_of};
use crate::args::BisectArguments;

/// Why a block was not measured.
#[derive(Debug)]
pub(super) enum Trouble {
    /// A commit cannot be measured; a sentence, and the end of the output.
    Commit(usize, Stop),
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
    /// The folders of commits.
    pub(super) folders: BTreeMap<usize, PathBuf>,
    /// The commands, by the commit and the number of the build.
    pub(super) commands: BTreeMap<(usize, u32), Template>,
}

impl Bench<'_> {
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
            around: [None, None, None],
            looks: Vec::new(),
        };
        let paths = block.commits.map(|commit| log_of(&arguments.folder, &self.commits[commit]));
        let mut logs =
            Logs::open(&paths, LogMode::Append).map_err(|error| Trouble::Stop(error.into()))?;
        let mut watch = Watch { screen };
        let outcome = record(&plan, &mut logs, self.launcher, self.interrupts, &mut watch);
        logs.remove_empty();
        match outcome.stop {
            None => Ok(()),
            Some(Stop::Failed(sentence, tail)) => {
                let failed = |label: &str| sentence.starts_with(&format!("{label}, "));
                let second = failed(&plan.versions[1].label);
                let commit = block.commits[usize::from(second)];
                Err(Trouble::Commit(commit, Stop::Failed(sentence, tail)))
            }
            Some(stop) => Err(Trouble::Stop(stop)),
        }
    }

    /// Returns the command of a build of a commit.
    fn command(&mut self, commit: usize, build: u32, screen: &Screen) -> Result<Template, Trouble> {
        if let Some(command) = self.commands.get(&(commit, build)) {
            return Ok(command.clone());
        }
        let mut tell = |note: &str| screen.note(note);
        let mut helper = Helper::new(self.launcher, self.interrupts, &mut tell);
        let name = &self.commits[commit].name;
        let label = short(name);
        let trouble = |unready: Unready| match unready {
            Unready::Wrong(sentence) => Trouble::Commit(commit, Stop::Failed(sentence, Vec::new())),
            Unready::Stop(stop @ Stop::Failed(..)) => Trouble::Commit(commit, stop),
            Unready::Stop(stop) => Trouble::Stop(stop),
        };
        let folder = match self.folders.get(&commit) {
            Some(folder) => folder.clone(),
            None => {
                let folder = self.workshop.tree(&mut helper, commit, label, name);
                let folder = folder.map_err(trouble)?;
                self.folders.insert(commit, folder.clone());
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
                environment: vec![("BENCH_SEED".into(), seed.into())],
            };
            let number = build as usize + 1;
            let program = self.workshop.build(&mut helper, commit, label, number, &recipe);
            words.insert(0, program.map_err(trouble)?.into());
        }
        let command = Template { words, folder: Some(folder), ..Template::default() };
        self.commands.insert((commit, build), command.clone());
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

    fn note(&mut self, note: &str) {
        self.screen.note(note);
    }

    fn printed(&mut self, output: &mut dyn Read) -> Printed {
        printed(output, "", false).0
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
