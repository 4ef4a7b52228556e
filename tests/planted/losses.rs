//! Losses in files of harnesses and load generators: no gate passes, and nothing is lost without a message.
//!
//! A family writes the same plan in its format, so each loss is planted in every format that can contain it. The
//! correct status follows from what was planted.

use std::collections::BTreeMap;
use std::path::Path;

use super::generators::GENERATORS;
use super::harnesses::HARNESSES;
use super::random::Random;
use super::suite::{Damage, Family, NEW, RUNS, Shape, Suite};

/// Plants a loss or a change; returns false if it does not fit.
type Plant = fn(&mut Suite, &mut Random) -> bool;

/// Losses and regressions.
const FAULTS: [(&str, Plant); 18] = [
    ("a row is worse", |suite, random| {
        let (bench, side) = (suite.pick(random), suite.last());
        suite.runs_of(side, &bench).for_each(|b| b.values.iter_mut().for_each(|v| *v *= 1.5));
        suite.is_worse = true;
        !suite.planted.contains(&"better")
    }),
    ("a file ends in the middle of a line", |suite, random| {
        let damage = Damage::Cut(random.between(0.0, 1.0));
        let run = if suite.shape == Shape::Recording { Some(RUNS - 1) } else { None };
        damage_a_run(suite, random, run, damage)
    }),
    ("a file is empty", |suite, random| {
        suite.shape != Shape::Recording && damage_a_run(suite, random, None, Damage::Replaced(""))
    }),
    ("a file has no results", |suite, random| {
        let texts =
            ["{}", "[]", "null", "connection refused\n", "<html>\n<body>502</body>\n", "\n"];
        let damage = Damage::Replaced(random.pick(&texts));
        suite.shape != Shape::Recording && damage_a_run(suite, random, None, damage)
    }),
    ("a compressed file is cut", |suite, random| {
        let damage = Damage::Gzip(random.between(0.1, 0.95));
        suite.shape != Shape::Recording && damage_a_run(suite, random, None, damage)
    }),
    ("a run is missing", |suite, random| {
        require_runs(suite) && damage_a_run(suite, random, None, Damage::Deleted) && unnamed(suite)
    }),
    ("the last run has no end", |suite, random| {
        suite.shape == Shape::Recording
            && damage_a_run(suite, random, Some(RUNS - 1), Damage::EndLess)
    }),
    ("a benchmark is missing in the new runs", |suite, random| {
        suite.rules.push("missing: fail");
        let last = suite.last();
        remove_bench(suite, random, last)
    }),
    ("a benchmark is missing in the old runs", |suite, random| {
        suite.rules.push("new: fail");
        suite.shape != Shape::History && remove_bench(suite, random, 0)
    }),
    ("a benchmark is missing in one run", |suite, random| {
        let (side, run) = (suite.any_side(random), random.count(0, suite.sides[0].len() - 1));
        let bench = suite.pick(random);
        require_runs(suite) && suite.remove(side, run..=run, &bench) && lost(suite)
    }),
    ("a value is not a number", |suite, random| {
        let (side, run) = (suite.any_side(random), random.count(0, suite.sides[0].len() - 1));
        let bench = suite.pick(random);
        suite.runs_of(side, &bench).skip(run).take(1).for_each(|bench| bench.values[0] = f64::NAN);
        // Quantiles of a summary do not depend on it, and a converted run contains no trace of it.
        let is_used = !suite.family.is_load() || ["mean-sec", "max-sec"].contains(&suite.unit);
        is_used && suite.shape != Shape::Recording && lost(suite)
    }),
    ("a benchmark failed", |suite, random| {
        let family = suite.family;
        let bench = suite.pick(random);
        let (last, from) = (suite.last(), random.count(0, suite.sides[0].len() - 1));
        suite.runs_of(last, &bench).skip(from).for_each(|bench| bench.failed = bench.values.len());
        family.fails && !family.is_load() && lost(suite)
    }),
    ("all requests to a path fail", |suite, random| fail_requests(suite, random, 110)),
    ("most requests to a path fail", |suite, random| fail_requests(suite, random, 80)),
    ("too few requests for a quantile", |suite, random| {
        if suite.unit != "p90-sec" {
            return false;
        }
        let bench = suite.pick(random);
        let (last, from) = (suite.last(), random.count(0, suite.sides[0].len() - 1));
        suite.runs_of(last, &bench).skip(from).for_each(|bench| bench.values.truncate(40));
        lost(suite)
    }),
    ("some runs are of another program", |suite, random| {
        let last = suite.last();
        let from = random.count(1, suite.sides[last].len() - 1);
        suite.sides[last][from..].iter_mut().for_each(|run| run.program = 1);
        // Their rows are new.
        suite.rules.push("new: fail");
        suite.family.has_programs && lost(suite)
    }),
    ("the new runs are the old ones", |suite, _| {
        suite.sides[NEW] = suite.sides[0].clone();
        suite.shape != Shape::History && suite.words.is_empty() && lost(suite)
    }),
    ("the old runs are among the new ones", |suite, _| {
        let old = suite.sides[0].clone();
        suite.sides[NEW].extend(old);
        suite.shape == Shape::Folders
            && !suite.requires_runs
            && suite.words.is_empty()
            && lost(suite)
    }),
];

fn lost(suite: &mut Suite) -> bool {
    suite.is_lost = true;
    true
}

/// Requires all runs of each benchmark.
fn require_runs(suite: &mut Suite) -> bool {
    suite.requires_runs = true;
    suite.shape != Shape::History && suite.sides.iter().all(|side| side.len() == RUNS)
}

/// Something is lost that no message can name.
fn unnamed(suite: &mut Suite) -> bool {
    suite.words.clear();
    true
}

/// Changes a file of a run; a message must name it.
fn damage_a_run(
    suite: &mut Suite,
    random: &mut Random,
    run: Option<usize>,
    damage: Damage,
) -> bool {
    let side = suite.any_side(random);
    let run = run.unwrap_or_else(|| random.count(0, suite.sides[side].len() - 1));
    let label = suite.label(side);
    let is_recording = suite.shape == Shape::Recording;
    suite.words.push(if is_recording { format!("{label}.txt") } else { format!("{run:02}") });
    suite.damages.insert((side, run), damage).is_none() && lost(suite)
}

fn remove_bench(suite: &mut Suite, random: &mut Random, side: usize) -> bool {
    let bench = suite.pick(random);
    suite.remove(side, 0..=suite.sides[side].len() - 1, &bench) && lost(suite)
}

/// Lets requests of the new side fail; all runs of a benchmark have this number of failures.
fn fail_requests(suite: &mut Suite, random: &mut Random, failed: usize) -> bool {
    if !suite.family.is_load() || !suite.family.fails {
        return false;
    }
    let bench = suite.pick(random);
    let last = suite.last();
    suite.runs_of(last, &bench).for_each(|bench| bench.failed = failed);
    lost(suite)
}

/// Changes without an effect.
const HARMLESS: [(&str, Plant); 7] = [
    ("better", |suite, random| {
        let (bench, side) = (suite.pick(random), suite.last());
        suite.runs_of(side, &bench).for_each(|b| b.values.iter_mut().for_each(|v| *v *= 0.6));
        true
    }),
    ("other files", |suite, random| {
        let files =
            [("README.md", "# Results\n"), ("notes.log2", "started\n"), ("README.txt", "x\n")];
        // In a history, any other file would be the newest point.
        let is_history = suite.shape == Shape::History;
        suite.others.push(if is_history { files[0] } else { random.pick(&files) });
        suite.shape != Shape::Recording
    }),
    ("a compressed file", |suite, random| {
        // A folder of criterion with a compressed file lacks results, as a message says.
        suite.family.name != "criterion" && harmless(suite, random, Damage::Gzip(1.0))
    }),
    ("line ends of Windows", |suite, random| harmless(suite, random, Damage::Windows)),
    ("one more run", |suite, _| {
        let last = suite.last();
        let mut run = suite.sides[last][0].clone();
        run.benches.iter_mut().flat_map(|b| &mut b.values).for_each(|value| *value *= 1.003);
        run.number = suite.sides[last].len();
        suite.sides[last].push(run);
        suite.shape == Shape::Folders
    }),
    ("few requests fail", |suite, _| {
        let family = suite.family;
        let benches = suite.sides.iter_mut().flatten().flat_map(|run| &mut run.benches);
        benches.for_each(|bench| bench.failed = 3);
        // Failed requests have rows of their own.
        suite.rows = None;
        family.is_load() && family.fails
    }),
    ("a benchmark is missing, which is allowed", |suite, random| {
        let last = suite.last();
        let is_planted = remove_bench(suite, random, last);
        suite.is_lost = false;
        suite.words.push("missing".into());
        suite.rows = None;
        is_planted
    }),
];

fn harmless(suite: &mut Suite, random: &mut Random, damage: Damage) -> bool {
    let (is_lost, words) = (suite.is_lost, suite.words.clone());
    let is_planted = damage_a_run(suite, random, None, damage);
    (suite.is_lost, suite.words) = (is_lost, words);
    is_planted && suite.shape != Shape::Recording
}

/// Returns a suite with these changes, if they fit.
fn planted(
    family: &'static Family,
    shape: Shape,
    seed: u64,
    plants: &[(&'static str, Plant)],
) -> Option<Suite> {
    let mut random = Random::new(seed);
    let mut suite = Suite::new(family, shape, &mut random);
    for (name, plant) in plants {
        if !plant(&mut suite, &mut random) {
            return None;
        }
        suite.planted.push(name);
    }
    Some(suite)
}

/// Returns a random suite with up to two faults.
fn random_suite(family: &'static Family, seed: u64) -> Suite {
    let mut random = Random::new(seed);
    let shapes = [Shape::Folders, Shape::Folders, Shape::Folders, Shape::Recording, Shape::History];
    // The results of criterion are a folder, and no command prints it.
    let shape = if family.name == "criterion" { Shape::Folders } else { random.pick(&shapes) };
    let wanted = random.pick(&[0, 1, 1, 1, 1, 2]);
    loop {
        let mut plants = Vec::new();
        if random.one_in(3) {
            plants.push(random.pick(&HARMLESS));
        }
        (0..wanted).for_each(|_| plants.push(random.pick(&FAULTS)));
        let seed = random.count(0, usize::MAX - 1) as u64;
        if let Some(suite) = planted(family, shape, seed, &plants) {
            return suite;
        }
    }
}

/// Returns why a result is wrong.
fn wrong(suite: &Suite, status: i32, report: &str, said: &str) -> Option<String> {
    if !suite.allowed().contains(&status) {
        return Some(format!("{status}, not one of {:?}", suite.allowed()));
    }
    let all = [report, said].concat();
    let is_named = |word: &&String| {
        ["", "!", "/", " "]
            .iter()
            .skip(usize::from(word.len() == 2))
            .any(|before| all.contains(&format!("{before}{word}")))
    };
    // A message names the first of several files.
    let faults = suite.planted.iter().filter(|name| FAULTS.iter().any(|fault| fault.0 == **name));
    let is_alone = faults.count() < 2;
    if let Some(word) = suite.words.iter().find(|word| is_alone && !is_named(word)) {
        return Some(format!("{word} is not reported"));
    }
    let rows = suite.rows.filter(|_| !suite.is_lost)?;
    let verdict = said.lines().find(|line| line.starts_with("benchlens: gate "))?;
    let passed = rows - usize::from(suite.is_worse);
    let is_right = passed == 0 || verdict.contains(&format!(" {passed} passed"));
    if !is_right || verdict.contains("missing") || verdict.contains("new") {
        return Some(format!("not {passed} of {rows} rows passed"));
    }
    None
}

/// Checks random suites of each family.
fn check(families: &'static [Family], each: usize) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(families[0].name);
    let seeds: Vec<usize> = (0..each * families.len()).collect();
    let found = crate::support::parallel(&seeds, |&seed| {
        let family = &families[seed % families.len()];
        let suite = random_suite(family, seed as u64);
        let (status, report, said) = suite.run(&folder.join(seed.to_string()));
        let wrong = wrong(&suite, status, &report, &said).map(|wrong| {
            let Suite { family, shape, planted, .. } = &suite;
            format!(
                "{seed}: {} {shape:?} {planted:?} {}: {wrong}\n{said}",
                family.name,
                suite.gate()
            )
        });
        (suite.planted, wrong)
    });
    let all: Vec<&str> = found.iter().filter_map(|(_, wrong)| wrong.as_deref()).collect();
    assert!(
        all.is_empty(),
        "{} of {}:\n{}",
        all.len(),
        seeds.len(),
        all[..all.len().min(12)].join("\n")
    );
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    found
        .iter()
        .flat_map(|(planted, _)| planted)
        .for_each(|name| *counts.entry(name).or_default() += 1);
    assert!(counts.values().all(|&count| 4 < count), "{counts:?}");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn losses_in_files_of_harnesses_never_pass() {
    check(&HARNESSES, 42);
}

#[test]
fn losses_in_files_of_load_tests_never_pass() {
    check(&GENERATORS, 40);
}
