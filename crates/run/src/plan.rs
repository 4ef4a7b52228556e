//! What is to be recorded.
//!
//! Takes versions and items; gives the commands to run and their order. Everything that is drawn comes from the
//! seed: the same plan gives the same order.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use crate::words::fill;

/// In which order the versions of a block run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Drawn afresh for each block.
    #[default]
    Random,
    /// As given in one block, and the other way round in the next.
    Abba,
    /// Each block begins with the next version.
    Turns,
}

impl Order {
    /// The places of `count` versions in the order in which block `block` (from 0) runs them.
    pub(crate) fn of(self, block: u32, count: usize, random: &mut fastrand::Rng) -> Vec<usize> {
        let mut places: Vec<usize> = (0..count).collect();
        match self {
            Order::Random => random.shuffle(&mut places),
            // ABBA is the period of two blocks.
            Order::Abba if block % 2 == 1 => places.reverse(),
            Order::Abba => {}
            Order::Turns => places.rotate_left(block as usize % count.max(1)),
        }
        places
    }
}

/// A command with places for values.
#[derive(Debug, Clone, Default)]
pub struct Template {
    /// The program and its arguments; `{name}` takes a value in each.
    pub words: Vec<OsString>,
    /// Where it runs.
    pub folder: Option<PathBuf>,
    /// What it finds in its environment besides.
    pub environment: Vec<(OsString, OsString)>,
}

impl Template {
    /// The command for an item.
    pub(crate) fn fill(&self, item: &Item) -> Vec<OsString> {
        let name = item.name.as_deref().map(|name| ("", OsStr::new(name)));
        let values = item.values.iter().map(|(name, value)| (&name[..], OsStr::new(value)));
        let values: Vec<_> = name.into_iter().chain(values).collect();
        self.words.iter().map(|word| fill(word, &values)).collect()
    }
}

/// One of the things that are compared.
#[derive(Debug, Clone, Default)]
pub struct Version {
    /// Its name in file names and tables.
    pub label: String,
    /// Its commands, one for each build; blocks take them in turn. At least one.
    pub commands: Vec<Template>,
    /// Where it is from, for the log.
    pub about: Option<String>,
    /// The names of the benchmarks that it does not have.
    pub lacks: Vec<String>,
}

/// What runs in turns: each item has its own blocks, one item after the other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item {
    /// The benchmark, if each one has its own turns.
    pub name: Option<String>,
    /// The parameters and their values.
    pub values: Vec<(String, String)>,
}

impl Item {
    /// The item in words; empty if there is only one.
    pub fn describe(&self) -> String {
        let values = self.values.iter().map(|(name, value)| format!("{name}={value}"));
        self.name.iter().cloned().chain(values).collect::<Vec<_>>().join(" ")
    }
}

/// What is written into the logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// What the commands print.
    Output,
    /// How long they take and what they use, as results of a benchmark of this name.
    Command(String),
}

/// A recording.
#[derive(Debug, Clone)]
pub struct Plan {
    /// What it is called in the logs.
    pub id: String,
    /// What is compared.
    pub versions: Vec<Version>,
    /// What is measured of each.
    pub items: Vec<Item>,
    /// How many blocks are recorded of each item, at most.
    pub blocks: u32,
    /// After so long, an item gets no more blocks, if it has as many as this.
    pub enough: Option<(Duration, u32)>,
    /// How many blocks run before these and are thrown away.
    pub warmup: u32,
    /// How often each version runs in a block.
    pub repeats: u32,
    /// The order in a block.
    pub order: Order,
    /// What random orders are drawn from.
    pub seed: u64,
    /// What the logs get.
    pub measure: Measure,
    /// How long a run may take.
    pub timeout: Option<Duration>,
    /// Whether a run that fails leaves its block out instead of ending the recording.
    pub keep_going: bool,
    /// Commands before the first run of a version, before every run, and after the last.
    pub around: [Option<Template>; 3],
    /// After how many blocks the results are looked at; empty if only at the end.
    pub looks: Vec<u32>,
}

/// The numbers of a list such as `0,2-3`.
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

/// Whether a text is a list of processors such as `0,2-3`.
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
