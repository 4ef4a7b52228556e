//! Chooses how many results the runs give.
//!
//! Takes the results of each run, and the time that runs took; gives the number of results of further runs, and a
//! sentence for the user. The number changes only between blocks, and depends on nothing that distinguishes the
//! versions.

use std::collections::{BTreeMap, btree_map::Entry};
use std::time::Duration;

use benchlens_core::Store;
use benchlens_core::format::Number;
use benchlens_core::stats::{Components, Replication};
use benchlens_run::Spent;

/// The number of results of a run at first.
pub(in crate::recording) const RESULTS_OF_RUN: u32 = 5;

/// After this number of blocks, the noise is known well enough.
const BLOCKS: u32 = 5;

/// With fewer results, one disturbance spoils a run.
const LEAST: f64 = 3.0;

/// More results of a run hardly add anything.
const MOST: f64 = 30.0;

/// A run measures each benchmark for at most about this time, unless one result takes longer.
const TIME_OF_BENCHMARK: Duration = Duration::from_secs(2);

/// Fewer blocks have less power, even if the results of each are more precise.
const BLOCKS_OF_TEST: f64 = 20.0;

/// The number changes if that saves at least this share of the time.
const GAIN: f64 = 1.15;

/// If processes print nothing until this share of their time is over, they print everything at their end. The time
/// of a start is then unknown.
const BUFFERED: f64 = 0.9;

/// A benchmark of a run: its name, and a number for each configuration that has this name.
type Benchmark = (Vec<u8>, u32);

/// The results of the current item.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// The results of the runs of the current block.
    block: BTreeMap<Benchmark, Vec<Vec<f64>>>,
    noise: BTreeMap<Benchmark, Components>,
    is_limited: bool,
}

/// A number of results that is better than the present one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Better {
    /// The results of slow benchmarks take too long.
    Slow(u32),
    /// The noise suggests this number.
    Noise(u32, Replication),
}

impl Results {
    /// Forgets everything at the start of an item.
    pub(super) fn begin_item(&mut self) {
        *self = Results::default();
    }

    /// Forgets the runs of a block that is not complete.
    pub(super) fn begin_block(&mut self) {
        self.block.clear();
    }

    /// Adds the results of a run.
    pub(super) fn add_run(&mut self, store: &Store) {
        let mut configs: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut found: BTreeMap<Benchmark, Vec<f64>> = BTreeMap::new();
        for run in store.runs(0) {
            let known = configs.entry(run.name).or_default();
            let index =
                known.iter().position(|&config| config == run.config).unwrap_or_else(|| {
                    known.push(run.config);
                    known.len() - 1
                });
            let benchmark = (store.name_text(run.name).to_vec(), index as u32);
            let values =
                run.results().into_iter().filter_map(|(_, values)| values.first().copied());
            found.entry(benchmark).or_default().extend(values.map(Number::to_f64));
        }
        for (benchmark, results) in found {
            self.block.entry(benchmark).or_default().push(results);
        }
    }

    /// Returns a better number of results after a complete block, if there is one. `span` is the time of the whole
    /// item, if it is limited, and `versions` the number of runs in a block.
    pub(super) fn after_block(
        &mut self,
        blocks: u32,
        spent: &Spent,
        span: Option<Duration>,
        versions: usize,
    ) -> Option<Better> {
        for (benchmark, runs) in std::mem::take(&mut self.block) {
            match self.noise.entry(benchmark) {
                Entry::Occupied(mut known) => known.get_mut().add_block(&runs),
                Entry::Vacant(new) => new.insert(Components::default()).add_block(&runs),
            }
        }
        let benchmarks = self.noise.len().max(1) as f64;
        let now = f64::from(spent.results);
        let all = f64::from(spent.runs) * now;
        // The time of one result of each benchmark.
        let result = spent.measuring.as_secs_f64() / all;
        let most = (benchmarks * TIME_OF_BENCHMARK.as_secs_f64() / result).floor().max(1.0);
        if most < now && !self.is_limited {
            self.is_limited = true;
            return Some(Better::Slow(most as u32));
        }
        let [starting, measuring] =
            [spent.starting, spent.measuring].map(|time| time.as_secs_f64());
        if blocks != BLOCKS || self.is_limited || BUFFERED * (starting + measuring) < starting {
            return None;
        }
        let start = starting / f64::from(spent.runs) / result;
        let noise: Vec<_> = self.noise.values().copied().collect();
        let best = Replication::best(&noise, start)?;
        let room = span.map_or(MOST, |span| {
            let run = span.as_secs_f64() / (BLOCKS_OF_TEST * versions as f64);
            (run / result - start).max(now)
        });
        let results = best.results.clamp(LEAST, MOST.min(room)).min(most).round();
        let is_worth_it = GAIN <= best.gain(now, results, start);
        (results != now && is_worth_it).then_some(Better::Noise(results as u32, best))
    }
}

impl Better {
    pub(super) fn results(self) -> u32 {
        match self {
            Better::Slow(results) | Better::Noise(results, _) => results,
        }
    }

    /// Returns the sentence for the user, who reads what changes, or what to change.
    pub(super) fn describe(self, now: u32, is_changed: bool) -> String {
        let results = self.results();
        let action = if is_changed {
            format!("from now on, each run takes {}", count(results))
        } else {
            format!("use -results {results}")
        };
        match self {
            Better::Slow(_) => format!("{} of a run take too long: {action}", count(now)),
            Better::Noise(_, Replication { within, between, .. }) => {
                let (more, less) = if now < results {
                    ("more results per run pay more", "more runs")
                } else {
                    ("more runs pay more", "more results per run")
                };
                let [within, between] = [within, between].map(|share| 100.0 * share);
                format!(
                    "results vary by {within:.1}% within a run, and runs by {between:.1}%, so {more} than {less}: \
                     {action}"
                )
            }
        }
    }
}

fn count(results: u32) -> String {
    if results == 1 { "1 result".to_owned() } else { format!("{results} results") }
}
