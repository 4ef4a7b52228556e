//! The plan of a measurement.
//!
//! Takes versions and items; gives the commands to run and their order. All random choices come from the seed, so the
//! same plan gives the same order.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use crate::words::fill;

/// The name of the placeholder for the number of results of a run.
pub const RESULTS: &str = "results";

/// The order in which the versions of a block run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// A new random order for each block.
    #[default]
    Random,
    /// The given order in one block, and the reverse in the next.
    Abba,
    /// Each block begins with the next version.
    Turns,
}

impl Order {
    /// Returns the indices of `count` versions in the order in which block `block` (counted from 0) runs them.
    pub(crate) fn of(self, block: u32, count: usize, random: &mut fastrand::Rng) -> Vec<usize> {
        let mut indices: Vec<usize> = (0..count).collect();
        match self {
            Order::Random => random.shuffle(&mut indices),
            // ABBA repeats after two blocks.
            Order::Abba if block % 2 == 1 => indices.reverse(),
            Order::Abba => {}
            Order::Turns => indices.rotate_left(block as usize % count.max(1)),
        }
        indices
    }
}

/// A command with placeholders.
#[derive(Debug, Clone, Default)]
pub struct Template {
    /// The program and its arguments; `{name}` in any of them is replaced by a value.
    pub words: Vec<OsString>,
    /// The folder in which it runs.
    pub folder: Option<PathBuf>,
    /// Additional environment variables.
    pub environment: Vec<(OsString, OsString)>,
}

impl Template {
    /// Returns the command for an item, with this number of results per run if it has a placeholder for it.
    pub(crate) fn fill(&self, item: &Item, results: Option<u32>) -> Vec<OsString> {
        let name = item.name.as_deref().map(|name| ("", OsStr::new(name)));
        let values = item.values.iter().map(|(name, value)| (&name[..], OsStr::new(value)));
        let results = results.map(|results| OsString::from(results.to_string()));
        let count = results.iter().map(|results| (RESULTS, &**results));
        let values: Vec<_> = name.into_iter().chain(values).chain(count).collect();
        self.words.iter().map(|word| fill(word, &values)).collect()
    }
}

/// A version that is compared.
#[derive(Debug, Clone, Default)]
pub struct Version {
    /// The name in file names and tables.
    pub label: String,
    /// The commands, one for each build; blocks alternate between them. There is at least one.
    pub commands: Vec<Template>,
    /// The origin, for the log.
    pub about: Option<String>,
    /// The names of missing benchmarks.
    pub lacks: Vec<String>,
}

/// A unit that is measured in its own blocks; items run sequentially.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item {
    /// The benchmark, if benchmarks are interleaved separately.
    pub name: Option<String>,
    /// The parameters and their values.
    pub values: Vec<(String, String)>,
}

impl Item {
    /// Describes the item in words; returns an empty text if there is only one item.
    pub fn describe(&self) -> String {
        let values = self.values.iter().map(|(name, value)| format!("{name}={value}"));
        self.name.iter().cloned().chain(values).collect::<Vec<_>>().join(" ")
    }
}

/// The content of the logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// The output of the commands.
    Output,
    /// The time and resources that the commands use, as results of a benchmark with this name.
    Command(String),
}

/// The plan of a measurement.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The identifier of the recording in the logs.
    pub id: String,
    /// The versions to compare.
    pub versions: Vec<Version>,
    /// The items to measure for each version.
    pub items: Vec<Item>,
    /// The maximum number of blocks for each item.
    pub blocks: u32,
    /// After this time, an item gets no more blocks, if it has at least this number of blocks.
    pub enough: Option<(Duration, u32)>,
    /// The number of warmup blocks, which are discarded.
    pub warmup: u32,
    /// The number of runs of each version in a block.
    pub repeats: u32,
    /// The order within a block.
    pub order: Order,
    /// The seed of random orders.
    pub seed: u64,
    /// What the logs contain.
    pub measure: Measure,
    /// The time limit of a run.
    pub timeout: Option<Duration>,
    /// Whether a failed run excludes its block instead of ending the measurement.
    pub keep_going: bool,
    /// The number of results of a run at first, for commands with the placeholder `{results}`.
    pub results: Option<u32>,
    /// The commands that run next to the measured ones.
    pub hooks: Hooks<Template>,
    /// The numbers of blocks after which to make interim checks; empty to check only at the end.
    pub looks: Vec<u32>,
}

/// Commands that are not measured.
#[derive(Debug, Clone, Default)]
pub struct Hooks<Command> {
    /// The command before the first run of each version.
    pub setup: Option<Command>,
    /// The command before each run.
    pub prepare: Option<Command>,
    /// The command after the last run of each version.
    pub cleanup: Option<Command>,
}

impl<Command> Hooks<Command> {
    /// Converts each command.
    pub fn map<Other>(self, convert: impl Fn(Command) -> Other) -> Hooks<Other> {
        let Hooks { setup, prepare, cleanup } = self;
        Hooks {
            setup: setup.map(&convert),
            prepare: prepare.map(&convert),
            cleanup: cleanup.map(&convert),
        }
    }
}

/// Parses a list of numbers such as `0,2-3`.
pub(crate) fn processors(list: &str) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if last < first || 65_536 <= last {
            return None;
        }
        numbers.extend(first..=last);
    }
    Some(numbers)
}

/// Returns whether a text is a list of processors such as `0,2-3`.
pub fn is_processors(list: &str) -> bool {
    processors(list).is_some()
}

#[cfg(test)]
mod tests {
    use super::{Order, processors};

    #[test]
    fn orders_of_blocks() {
        let orders = |order: Order, count| {
            let mut random = fastrand::Rng::with_seed(1);
            (0..4).map(|block| order.of(block, count, &mut random)).collect::<Vec<_>>()
        };
        assert_eq!(orders(Order::Abba, 2), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        assert_eq!(orders(Order::Turns, 3), [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]);
        assert_eq!(orders(Order::Random, 3), orders(Order::Random, 3));
    }

    #[test]
    fn every_random_order_comes_as_often() {
        let (mut random, mut firsts) = (fastrand::Rng::with_seed(7), [0_u32; 3]);
        for block in 0..3000 {
            firsts[Order::Random.of(block, 3, &mut random)[0]] += 1;
        }
        assert!(firsts.iter().all(|first| (900..1100).contains(first)), "{firsts:?}");
    }

    #[test]
    fn lists_of_processors() {
        assert_eq!(processors("0,2-4"), Some(vec![0, 2, 3, 4]));
        for wrong in ["", "a", "3-1", "1,", "-1", "1-", "99999999"] {
            assert_eq!(processors(wrong), None, "{wrong}");
        }
    }
}
