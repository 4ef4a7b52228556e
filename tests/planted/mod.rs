//! Planted faults: random logs with a fault never pass a gate that they should fail.
//!
//! The allowed results follow from the planted faults ([`faults`]), never from results of this project. A pair of
//! logs may contain several faults; the most severe decides.

mod faults;
mod generators;
mod harnesses;
mod losses;
mod random;
mod scenarios;
mod settings;
mod suite;
mod world;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use benchlens_core::base::Sentence;
use benchlens_core::gate::{Date, Gate, GateStatus};
use benchlens_core::query::{AnalysisQuery, Query};
use benchlens_core::render::gate_messages;
use benchlens_core::stats::Adjustment;
use benchlens_core::store::{Input, Store};
use faults::{FAULTS, Truth};
use random::Random;
use world::{Base, Limit, Mode, NEW, OLD, TODAY, World};

/// A world with its planted faults.
struct Planted {
    seed: u64,
    world: World,
    kinds: Vec<&'static str>,
    truths: Vec<Truth>,
}

/// The units of logs whose values the machine's speed cannot change.
const COUNTS: [&str; 2] = ["B/op", "allocs/op"];

impl Planted {
    /// Plants this kind of fault, and sometimes others.
    fn new(seed: u64, kind: usize) -> Planted {
        let mut random = Random::new(seed);
        let mode = random.pick(FAULTS[kind].1);
        let mut planted = Planted::without_fault(seed, &mut random, mode);
        planted.plant(kind, &mut random);
        // Accepting everything is tested together with faults that it must not hide.
        let accepts_all = FAULTS.len() - 1;
        if random.one_in(4) {
            planted.plant(accepts_all, &mut random);
        }
        let least = 1 + usize::from(planted.world.accepts_all);
        let wanted = random.pick(&[1, 1, 2, 3]).max(least);
        while planted.kinds.len() < wanted {
            let other = random.count(0, FAULTS.len() - 1);
            planted.plant(other, &mut random);
        }
        planted
    }

    /// Returns a world in which nothing is planted. Every second one judges sequential runs like all others.
    fn without_fault(seed: u64, random: &mut Random, mode: Mode) -> Planted {
        let mut world = World::new(random, mode);
        world.is_any_order = (seed / FAULTS.len() as u64).is_multiple_of(2);
        Planted { seed, world, kinds: Vec::new(), truths: Vec::new() }
    }

    fn plant(&mut self, kind: usize, random: &mut Random) {
        let (name, modes, plant) = FAULTS[kind];
        if !modes.contains(&self.world.mode) || self.kinds.contains(&name) {
            return;
        }
        if let Some(truth) = plant(&mut self.world, random) {
            self.kinds.push(name);
            self.truths.push(truth);
        }
    }

    /// Returns the correct statuses.
    fn allowed(&self) -> Vec<i32> {
        let is_accepted = |truth: &Truth| truth.is_acceptable && self.world.accepts_all;
        let is_hedged = self.world.is_hedged();
        let each = self.truths.iter().zip(&self.kinds).map(|(truth, kind)| {
            let allowed = if is_accepted(truth) { &[0][..] } else { truth.allowed };
            // The machine can have caused each worse value that varies.
            let is_undecided = is_hedged && !CERTAIN.contains(kind);
            // It cannot change bytes and allocations.
            let has_counts = || self.world.rows.iter().any(|row| COUNTS.contains(&&row.unit[..]));
            let statuses = |&status: &i32| match status {
                1 if is_undecided && has_counts() => vec![1, 4],
                1 if is_undecided => vec![4],
                // Only an entry with a date accepts a row of sequential runs.
                0 if is_hedged && (is_accepted(truth) || *kind == "an accepted row") => vec![0, 4],
                _ => vec![status],
            };
            allowed.iter().flat_map(statuses).collect::<Vec<i32>>()
        });
        // A row may be worse by chance, which is enough for a rule without a limit to be undecided.
        let is_any = self.world.limit == Limit::Any;
        let by_chance = if is_hedged && is_any { vec![0, 4] } else { vec![0] };
        let mut allowed = each.fold(by_chance, |all, next| {
            let both = all.iter().flat_map(|&a| next.iter().map(move |&b| heavier(a, b)));
            both.collect()
        });
        // On another machine, no regression is certain.
        if self.kinds.iter().any(|kind| ["another machine", "another recording"].contains(kind)) {
            allowed = vec![1, 4];
        }
        // If the run order is weaker than required, the results show nothing.
        if self.kinds.contains(&"a weaker order than demanded") {
            allowed = vec![4];
        }
        allowed.sort_unstable();
        allowed.dedup();
        allowed
    }

    fn query(&self) -> Query {
        let pair = match self.world.mode {
            Mode::Plain => "none",
            Mode::Pairs => "runs",
            Mode::Loose => "loose",
            Mode::Key => "round",
            Mode::Recorded if self.world.says_recording => "recording",
            Mode::Recorded => "auto",
        };
        let base = match self.world.base {
            Base::First => "first",
            Base::Last | Base::Second => "old",
            Base::Previous => "previous",
        };
        let adjust = self.world.adjust;
        let analysis = AnalysisQuery::default().adjust(adjust);
        let ignore = if self.world.cpu[OLD] == self.world.cpu[NEW] { "" } else { "cpu" };
        Query::default().pair(pair).base(base).ignore(ignore).analysis(analysis)
    }

    /// Returns the status and the messages of the library.
    fn answer(&self) -> (i32, String) {
        let logs = self.world.logs();
        let store = Store::read(logs.iter().map(|(name, log)| Input::new(*name, log.as_bytes())));
        let mut gate = Gate::read_file("gate.toml", &self.world.file()).unwrap();
        if let Some(floors) = self.world.floors_file() {
            gate = gate.with_floors("noise.toml", &floors).unwrap();
        }
        if !self.world.inline.is_empty() {
            gate = gate.then(Gate::parse(&self.world.inline.join("; ")).unwrap());
        }
        let gate = gate.with_today(Date::parse(TODAY).unwrap());
        let report = self.query().compile().unwrap().with_gate(gate).run(&store).unwrap();
        let said =
            gate_messages(&report, 9).iter().flat_map(Sentence::with_flags).collect::<Vec<u8>>();
        let status = match report.gate().unwrap().status {
            GateStatus::Passed => 0,
            GateStatus::Failed => 1,
            GateStatus::Invalid => 2,
            GateStatus::Undecided => 4,
            GateStatus::Inconclusive => 5,
        };
        (status, String::from_utf8_lossy(&said).into_owned())
    }

    /// Returns the status of the CLI.
    fn program(&self, folder: &Path) -> i32 {
        fs::create_dir_all(folder).unwrap();
        let write = |name: &str, text: String| fs::write(folder.join(name), text).unwrap();
        let logs = self.world.logs();
        let names: Vec<&str> = logs.iter().map(|&(name, _)| name).collect();
        logs.into_iter().for_each(|(name, log)| write(name, log));
        write("gate.toml", self.world.file());
        self.world.floors_file().into_iter().for_each(|floors| write("noise.toml", floors));
        let Query { pair, base, ignore, .. } = self.query();
        let mut command = Command::new(env!("CARGO_BIN_EXE_benchlens"));
        command.args(["-gate-file", "gate.toml", "-today", TODAY, "-ignore", &ignore]);
        if pair != "auto" {
            command.arg(format!("-pair={pair}"));
        }
        if self.world.base != Base::First {
            command.args(["-base", &base]);
        }
        // The explicit value `none` is different: it considers each row of a rule with `any` separately.
        if self.world.adjust != Adjustment::None {
            command.args(["-adjust", self.world.adjust.name()]);
        }
        if !self.world.inline.is_empty() {
            command.args(["-gate", &self.world.inline.join("; ")]);
        }
        command.args(names).current_dir(folder).env_remove("GITHUB_ACTIONS");
        command.output().unwrap().status.code().unwrap()
    }

    fn describe(&self, answer: i32, said: &str) -> String {
        let Planted { seed, kinds, world, .. } = self;
        let allowed = self.allowed();
        let World { mode, per_block, base, adjust, limit, .. } = world;
        format!(
            "seed {seed}: {kinds:?} in {mode:?} of {per_block} with {limit:?}, base {base:?}, \
             {adjust:?}: {answer}, not one of {allowed:?}\n  {said}\n"
        )
    }
}

/// Worse values that do not vary within a side, so they are certain in any run order.
const CERTAIN: [&str; 2] = ["allocations double", "an exact value is worse by one"];

/// Returns the status that takes precedence.
fn heavier(a: i32, b: i32) -> i32 {
    [1, 4, 5, 0].into_iter().find(|status| [a, b].contains(status)).unwrap()
}

/// Returns an upper bound for the number of events that each have a probability of one in twenty: four standard
/// deviations, which only one of thirty thousand sets of logs exceeds.
fn bound(count: usize) -> f64 {
    let expected = 0.05 * count as f64;
    expected + 4.0 * (expected * 0.95).sqrt()
}

const WORLDS: usize = 50 * FAULTS.len();

#[test]
fn no_planted_fault_passes() {
    let mut wrong = Vec::new();
    let mut planted_kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut by_chance, mut may_by_chance, mut programs) = (0, 0, 0);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted");
    for number in 0..WORLDS {
        let planted = Planted::new(number as u64, number % FAULTS.len());
        planted.kinds.iter().for_each(|kind| *planted_kinds.entry(kind).or_default() += 1);
        let allowed = planted.allowed();
        let (answer, said) = planted.answer();
        // A rule with `any` fails one log in twenty by chance.
        let is_chance = planted.world.limit == Limit::Any && !allowed.contains(&1);
        may_by_chance += usize::from(is_chance);
        if is_chance && answer == 1 {
            by_chance += 1;
        } else if !allowed.contains(&answer) {
            wrong.push(planted.describe(answer, &said));
        }
        if number % 16 == 0 {
            programs += 1;
            let status = planted.program(&folder.join(number.to_string()));
            if status != answer {
                wrong.push(planted.describe(answer, &format!("the program says {status}\n{said}")));
            }
        }
    }
    let shown = wrong[..wrong.len().min(10)].concat();
    assert!(wrong.is_empty(), "{} of {WORLDS}:\n{shown}", wrong.len());
    assert!(by_chance as f64 <= bound(may_by_chance), "{by_chance} of {may_by_chance} by chance");
    let rare: Vec<_> = planted_kinds.iter().filter(|(_, count)| **count < 30).collect();
    assert!(rare.is_empty() && planted_kinds.len() == FAULTS.len(), "too rare: {rare:?}");
    assert!(50 < programs);
}

/// Changes without an effect.
const HARMLESS: [&str; 6] = [
    "text with FAIL in it",
    "all pairs but one are equal",
    "an accepted row",
    "below its floor",
    "the order that is demanded",
    "everything worse is accepted",
];

#[test]
fn logs_without_a_fault_pass() {
    let (mut failed, mut wrong) = (0, Vec::new());
    let mut counts = [0; 2];
    for seed in 0..900 {
        let mut random = Random::new(1_000_000 + seed);
        let mode = random.pick(&[Mode::Plain, Mode::Pairs, Mode::Loose, Mode::Key, Mode::Recorded]);
        let mut planted = Planted::without_fault(seed, &mut random, mode);
        for (kind, _) in FAULTS.iter().enumerate().filter(|(_, f)| HARMLESS.contains(&f.0)) {
            if random.one_in(4) {
                planted.plant(kind, &mut random);
            }
        }
        let (answer, said) = planted.answer();
        let is_any = planted.world.limit == Limit::Any;
        counts[usize::from(is_any)] += 1;
        match answer {
            0 => {}
            4 if planted.world.is_hedged() => {}
            // The level of a rule with `any` applies to all rows that it decides.
            1 if is_any => failed += 1,
            _ => wrong.push(planted.describe(answer, &said)),
        }
    }
    // The limits in percent are larger than this noise.
    assert!(wrong.is_empty(), "{}", wrong.concat());
    assert!(200 < counts[1] && failed as f64 <= bound(counts[1]), "{failed} of {counts:?}");
}
