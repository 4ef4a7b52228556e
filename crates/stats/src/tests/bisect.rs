//! Searches for a change in simulated histories: how often they are right, and how many blocks they need. The searches
//! take the decisions of the program, the proof included.

use std::collections::{BTreeMap, BTreeSet};

use super::random::Random;
use super::{assert_close, numbers, rows};
use crate::SignedRank;
use crate::bisect::{Next, Search, Trial, Verdict};
use crate::math::{exp, ln, sqrt};

/// A machine with its noise, and a history.
#[derive(Clone, Copy)]
struct World {
    versions: usize,
    /// The changes, in standard deviations of a block; each is at a random version.
    changes: [f64; 2],
    /// The standard deviation of the effect of a build.
    effect: f64,
    builds: u32,
    has_tails: bool,
    /// The standard deviation of a level that wanders, with a correlation of 0.95 from one run to the next.
    drift: f64,
}

/// The levels of a change lie on a coarse grid, so probabilities may differ by 0.03.
#[test]
fn positions_are_those_of_numerical_integration() {
    for row in rows(include_str!("../../../../tests/oracles/change_point_scipy.tsv")) {
        let [versions, blocks, none, first, spread, between] = row[..] else { panic!("{row:?}") };
        let (blocks, proof) = blocks.split_once('|').unwrap();
        let trial = |is_proof: bool, text: &str| {
            let [version, base, build, change] = text.split(',').collect::<Vec<_>>()[..] else {
                panic!("{text}")
            };
            let version: usize = version.parse().unwrap();
            Trial {
                is_proof,
                versions: [if is_proof { version - 1 } else { 0 }, version],
                builds: [base, build].map(|build| build.parse().unwrap()),
                change: Some(change.parse().unwrap()),
            }
        };
        let blocks = blocks.split(' ').map(|text| trial(false, text));
        let proof = proof.split_terminator(' ').map(|text| trial(true, text));
        let trials: Vec<Trial> = blocks.chain(proof).collect();
        let search = Search {
            versions: versions.parse().unwrap(),
            trials: &trials,
            skipped: &BTreeSet::new(),
            builds: 12,
            most: 100,
        };
        let point = search.decide().point.unwrap();
        let expected = [&[none.parse().unwrap()], &numbers(first)[..]].concat();
        let found = [&[point.none], &point.first[..]].concat();
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 0.03, "{found} instead of {expected}: {row:?}");
        }
        assert_close(point.spread, spread.parse().unwrap(), 1e-3, "spread");
        assert_close(point.between, between.parse().unwrap(), 0.05, "spread of builds");
    }
}

/// Returns a block of a version and the first one, with builds of its own.
fn block(version: usize, number: u32, change: f64) -> Trial {
    let versions = [0, version];
    Trial { is_proof: false, versions, builds: [number; 2], change: Some(change) }
}

/// Returns blocks of eight versions, the sixth of which is slower by 10%, with noise of 1%.
fn slower_from_the_fifth_on() -> Vec<Trial> {
    let noise = [0.009, -0.012, 0.004, -0.007, 0.015, -0.003, 0.008, -0.009, 0.011, -0.006];
    let versions = [7, 7, 7, 7, 7, 7, 4, 5, 4, 5];
    let change = |version: usize| if 5 <= version { 0.1 } else { 0.0 };
    (0..10).map(|i| block(versions[i], i as u32, change(versions[i]) + noise[i])).collect()
}

fn search_of<'s>(trials: &'s [Trial], skipped: &'s BTreeSet<usize>) -> Search<'s> {
    Search { versions: 8, trials, skipped, builds: 60, most: 100 }
}

/// A version that does not run cannot be the first one of a proof or the second one; others do not matter.
#[test]
fn a_version_is_proven_next_to_the_one_before() {
    let trials = slower_from_the_fifth_on();
    for (skipped, is_proven) in
        [(vec![], true), (vec![3, 6], true), (vec![4], false), (vec![5], false)]
    {
        let skipped = skipped.into_iter().collect();
        let decision = search_of(&trials, &skipped).decide();
        assert_eq!(decision.point.unwrap().leader().0, 5);
        let proves = |trial: &Trial| trial.is_proof && trial.versions == [4, 5];
        match decision.next {
            Next::Measure(trial) => assert_eq!(proves(&trial), is_proven, "{skipped:?}"),
            Next::Done(verdict) => assert!(!is_proven && verdict == Verdict::Version(5)),
        }
    }
}

/// 18.4 blocks prove a change of one standard deviation: (1.96 + 2.33)², for a level of 5% and a power of 99%.
#[test]
fn the_blocks_of_a_proof_are_known_before_it() {
    let mut trials = slower_from_the_fifth_on();
    for trial in &mut trials {
        trial.change =
            trial.change.map(|change| change - 0.094 * f64::from(u8::from(0.05 < change)));
    }
    let skipped = BTreeSet::new();
    let before = search_of(&trials, &skipped).decide();
    let point = before.point.unwrap();
    let deviations = point.spread * sqrt(1.0 + 2.0 * point.between * point.between) / point.change;
    assert_eq!(before.proof, (18.4 * deviations * deviations) as usize + 1);
    assert!((13..60).contains(&before.proof), "{}", before.proof);
    // Blocks that follow do not change the number, whatever they show.
    let version = point.leader().0;
    let versions = [version - 1, version];
    trials.push(Trial { is_proof: true, versions, builds: [20; 2], change: Some(0.02) });
    trials.extend((0..4).map(|i| block(7, 30 + i, 0.015 + 0.06 * f64::from(i % 2))));
    let after = search_of(&trials, &skipped).decide();
    assert_eq!(after.point.unwrap().leader().0, version);
    assert_eq!(after.proof, before.proof);
}

#[test]
fn the_blocks_left_follow_the_information_of_those_so_far() {
    let trials = slower_from_the_fifth_on();
    let skipped = BTreeSet::new();
    let search = search_of(&trials, &skipped);
    let mut decision = search.decide();
    decision.next = Next::Measure(block(4, 9, 0.0));
    let point = decision.point.as_mut().unwrap();
    point.none = 0.0;
    // Four blocks after six of the ends left half of eight versions: ln 2. To 0.9 nats it takes (ln 4 - 0.9) more.
    point.first = vec![0.0, 0.25, 0.25, 0.25, 0.25, 0.0, 0.0];
    let gained = ln(7.0) - ln(4.0);
    let rest = (ln(4.0) - 0.9) * 4.0 / gained;
    assert_eq!(search.blocks_left(&decision), Some(rest as usize + decision.proof));
}

#[test]
fn the_next_version_halves_the_possibilities() {
    let skipped = BTreeSet::new();
    let trials = slower_from_the_fifth_on();
    let mut point = search_of(&trials, &skipped).decide().point.unwrap();
    for scale in [1.0, 0.5] {
        point.first = [0.1, 0.3, 0.4, 0.2].map(|share| scale * share).to_vec();
        assert_eq!(point.next(&|_| true), Some(2));
        assert_eq!(point.next(&|version| version != 2), Some(3));
        assert_eq!(point.next(&|_| false), None);
    }
}

/// From one run to the next.
const CORRELATION: f64 = 0.95;

fn noise(random: &mut Random, has_tails: bool) -> f64 {
    let value = random.normal();
    if !has_tails {
        return value;
    }
    let chi: f64 = (0..3).map(|_| random.normal()).map(|z| z * z).sum();
    // t with three degrees of freedom, with the variance of one.
    value / sqrt(chi / 3.0) / sqrt(3.0)
}

/// The result of a search.
struct Found {
    answer: Answer,
    has_rest: bool,
    blocks: usize,
    /// The number of blocks left that the search estimated after each of its blocks.
    estimated: Vec<Option<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// It names a version with a change.
    Named,
    /// It gives a range with a version with a change.
    Range,
    /// It rightly says that nothing changed.
    None,
    /// It says that it does not know.
    Open,
    /// It names a version or a range without a change, or says that nothing changed although something did.
    Wrong,
}

fn search(world: &World, random: &mut Random) -> Found {
    let changed: Vec<(usize, f64)> = world
        .changes
        .into_iter()
        .filter(|change| *change != 0.0)
        .map(|change| (1 + random.below(world.versions as u64 - 1) as usize, change))
        .collect();
    let level = |version: usize| {
        let before = changed.iter().filter(|(at, _)| *at <= version);
        before.map(|(_, change)| change).sum::<f64>()
    };
    let mut effects = BTreeMap::new();
    let mut trials: Vec<Trial> = Vec::new();
    let mut estimated = Vec::new();
    let mut wandering = noise(random, false);
    loop {
        let search = Search {
            versions: world.versions,
            trials: &trials,
            skipped: &BTreeSet::new(),
            builds: world.builds,
            most: 200,
        };
        let decision = search.decide();
        estimated.push(search.blocks_left(&decision));
        let verdict = match decision.next {
            Next::Done(verdict) => verdict,
            Next::Measure(trial) => {
                let mut values = [0, 1].map(|side| {
                    let (version, build) = (trial.versions[side], trial.builds[side]);
                    let mut effect = || world.effect * noise(random, false);
                    let effect = *effects.entry((version, build)).or_insert_with(&mut effect);
                    level(version) + effect
                });
                values[1] += noise(random, world.has_tails);
                // The order in a block is drawn.
                let order = if random.below(2) == 0 { [0, 1] } else { [1, 0] };
                for side in order {
                    let rest = sqrt(1.0 - CORRELATION * CORRELATION);
                    wandering = CORRELATION * wandering + rest * noise(random, false);
                    values[side] += world.drift * wandering;
                }
                trials.push(Trial { change: Some(0.01 * (values[1] - values[0])), ..trial });
                continue;
            }
        };
        let has = |at: usize| changed.iter().any(|(version, _)| *version == at);
        let proof: Vec<f64> = match verdict {
            Verdict::Version(at) => trials
                .iter()
                .filter(|trial| trial.is_proof && trial.versions == [at - 1, at])
                .filter_map(|trial| trial.change)
                .collect(),
            _ => Vec::new(),
        };
        let is_proven = is_significant(&proof);
        let answer = match verdict {
            Verdict::Undecided => Answer::Open,
            Verdict::Version(_) if !is_proven => Answer::Open,
            Verdict::Version(at) if has(at) => Answer::Named,
            Verdict::Range(from, to) if (from..=to).any(has) => Answer::Range,
            Verdict::None if changed.is_empty() => Answer::None,
            _ => Answer::Wrong,
        };
        return Found {
            answer,
            has_rest: is_proven && decision.rest.is_some(),
            blocks: trials.len(),
            estimated,
        };
    }
}

/// Returns whether blocks differ from no change, by the test that the program uses for pairs.
fn is_significant(changes: &[f64]) -> bool {
    let old = vec![1.0; changes.len()];
    let new: Vec<f64> = changes.iter().map(|&change| exp(change)).collect();
    let mut test = SignedRank::default();
    let p = test.pairs(&old, &new).and_then(|mut paired| paired.p().ok());
    p.is_some_and(|p| p <= 0.05)
}

/// The shares of the answers, in the order of the enum, and of searches with a rest; and the median of blocks.
struct Shares {
    answers: [f64; 5],
    rest: f64,
    blocks: usize,
}

fn check(world: &World, searches: usize) -> Shares {
    let mut random = Random::new(17);
    let found: Vec<Found> = (0..searches).map(|_| search(world, &mut random)).collect();
    let share = |is: &dyn Fn(&Found) -> bool| {
        found.iter().filter(|found| is(found)).count() as f64 / searches as f64
    };
    let mut blocks: Vec<usize> = found.iter().map(|found| found.blocks).collect();
    blocks.sort_unstable();
    let answers = [Answer::Named, Answer::Range, Answer::None, Answer::Open, Answer::Wrong];
    Shares {
        answers: answers.map(|answer| share(&|found| found.answer == answer)),
        rest: share(&|found| found.has_rest),
        blocks: blocks[searches / 2],
    }
}

/// More builds than a search has blocks.
const NEW_BUILDS: u32 = 1000;

#[test]
fn a_change_is_found_and_none_is_named_where_there_is_none() {
    let world = World {
        versions: 32,
        changes: [4.0, 0.0],
        effect: 0.3,
        builds: 4,
        has_tails: true,
        drift: 0.0,
    };
    let Shares { answers: [named, .., wrong], rest, blocks } = check(&world, 20);
    assert!(0.9 <= named && wrong == 0.0, "{named} {wrong}");
    assert!(rest <= 0.1 && blocks < 60, "{rest} {blocks}");
    let world = World { changes: [0.0; 2], effect: 0.0, builds: NEW_BUILDS, ..world };
    let Shares { answers: [named, range, ..], .. } = check(&world, 10);
    assert!(named + range == 0.0, "{named} {range}");
}

#[test]
fn estimates_of_the_rest_are_of_the_right_size() {
    let world = World {
        versions: 64,
        changes: [2.0, 0.0],
        effect: 0.3,
        builds: NEW_BUILDS,
        has_tails: true,
        drift: 0.0,
    };
    let mut random = Random::new(29);
    let mut ratios = Vec::new();
    for _ in 0..30 {
        let found = search(&world, &mut random);
        assert_eq!(found.estimated.last(), Some(&Some(0)));
        for (measured, estimated) in found.estimated.iter().enumerate().skip(10) {
            let left = found.blocks - measured;
            // During the proof, the number is known.
            let estimated = estimated.filter(|&blocks| 12 < blocks && 0 < left);
            ratios.extend(estimated.map(|blocks| blocks as f64 / left as f64));
        }
    }
    ratios.sort_by(f64::total_cmp);
    let [low, middle, high] = [1, 5, 9].map(|tenth| ratios[ratios.len() * tenth / 10]);
    println!("estimated by left: {low:.2} {middle:.2} {high:.2}");
    assert!(0.5 <= low && (0.7..=1.4).contains(&middle) && high <= 2.5, "{low} {middle} {high}");
}

#[test]
fn a_second_change_is_reported() {
    let world = World {
        versions: 32,
        changes: [5.0, 4.0],
        effect: 0.3,
        builds: NEW_BUILDS,
        has_tails: false,
        drift: 0.0,
    };
    let Shares { answers: [.., wrong], rest, .. } = check(&world, 20);
    assert!(wrong <= 0.1 && 0.7 <= rest, "{wrong} {rest}");
}

#[test]
#[ignore = "minutes; prints the table of docs/bisect.md"]
fn table_of_bisection() {
    let searches = std::env::var("SEARCHES").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    println!(
        "| changes | effect of a build | builds | noise | named | range | none | open | wrong | others | blocks |"
    );
    let noises = [("normal", false, 0.0), ("t3", true, 0.0), ("drift", false, 3.0)];
    let one_change = [[0.0, 0.0], [1.5, 0.0], [3.0, 0.0]];
    for (builds, changes, noises) in [
        (NEW_BUILDS, &one_change[..], &noises[..]),
        (4, &one_change, &noises[..1]),
        (1, &one_change, &noises[..1]),
        (NEW_BUILDS, &[[3.0, 2.0], [3.0, -1.5]], &noises[..2]),
    ] {
        for (effect, &changes, &(noise, has_tails, drift)) in
            [0.3, 0.6].into_iter().flat_map(|effect| {
                changes.iter().flat_map(move |changes| {
                    noises.iter().map(move |noise| (effect, changes, noise))
                })
            })
        {
            let world = World { versions: 64, changes, effect, builds, has_tails, drift };
            let Shares { answers, rest, blocks } = check(&world, searches);
            let shares: Vec<String> =
                answers.iter().map(|share| format!("{:.0}%", 100.0 * share)).collect();
            println!(
                "| {changes:?} | {effect} | {builds} | {noise} | {} | {:.0}% | {blocks} |",
                shares.join(" | "),
                100.0 * rest
            );
        }
    }
}

/// How a step of `git bisect run` decides whether a version is slow.
#[derive(Clone, Copy)]
enum Step {
    /// The mean of some pairs is two standard errors from zero.
    Significant,
    /// It is more than half of the change, although users do not know the change.
    Half,
}

/// The share of searches that are right if each step asks whether a version differs from the first one, as with
/// `git bisect run`.
fn stepwise(world: &World, step: Step, pairs: usize, searches: usize) -> f64 {
    let mut random = Random::new(17);
    let mut right = 0;
    for _ in 0..searches {
        let truth = 1 + random.below(world.versions as u64 - 1) as usize;
        let (mut good, mut bad) = (0, world.versions - 1);
        while good + 1 < bad {
            let middle = usize::midpoint(good, bad);
            let level = if truth <= middle { world.changes[0] } else { 0.0 };
            let mut pair = || {
                let effects = [0, 1].map(|_| world.effect * noise(&mut random, false));
                level + effects[1] - effects[0] + noise(&mut random, world.has_tails)
            };
            let values: Vec<f64> = (0..pairs).map(|_| pair()).collect();
            let mean = values.iter().sum::<f64>() / pairs as f64;
            let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>()
                / (pairs as f64 - 1.0);
            let least = match step {
                Step::Significant => 2.0 * sqrt(variance / pairs as f64),
                Step::Half => world.changes[0] / 2.0,
            };
            let is_changed = least < mean;
            (good, bad) = if is_changed { (good, middle) } else { (middle, bad) };
        }
        right += u32::from(bad == truth);
    }
    f64::from(right) / searches as f64
}

#[test]
#[ignore = "a second in a release build; prints the figures of docs/bisect.md"]
fn table_of_steps() {
    let world = World {
        versions: 64,
        changes: [1.5, 0.0],
        effect: 0.3,
        builds: NEW_BUILDS,
        has_tails: false,
        drift: 0.0,
    };
    for (rule, step) in [("significant", Step::Significant), ("half", Step::Half)] {
        for change in [1.5, 3.0] {
            for pairs in [3, 5, 10, 20, 30, 40] {
                let world = World { changes: [change, 0.0], ..world };
                let right = 100.0 * stepwise(&world, step, pairs, 4000);
                println!(
                    "| {rule} | {change} | {pairs} pairs a step | {right:.1}% | {} |",
                    6 * pairs
                );
            }
        }
    }
}
