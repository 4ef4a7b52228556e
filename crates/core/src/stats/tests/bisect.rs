//! A search for a change in simulated histories: how often it is right, and how many measurements it needs.

use std::collections::BTreeMap;

use super::random::Random;
use crate::stats::bisect::{Measured, change_point};
use crate::stats::math::sqrt;

/// A machine with its noise.
struct World {
    versions: usize,
    change: f64,
    builds: f64,
    builds_of_version: u32,
    has_tails: bool,
}

fn noise(random: &mut Random, has_tails: bool) -> f64 {
    let value = random.normal();
    if !has_tails {
        return value;
    }
    let chi: f64 = (0..3).map(|_| random.normal()).map(|z| z * z).sum();
    // t with three degrees of freedom, with the variance of one.
    value / sqrt(chi / 3.0) / sqrt(3.0)
}

/// The result of a search: whether it is right, whether it names one version, and the measurements that it needs.
struct Found {
    is_right: bool,
    versions: usize,
    runs: usize,
    is_none: bool,
}

fn search(world: &World, random: &mut Random) -> Found {
    let last = world.versions - 1;
    let truth = 1 + random.below(last as u64) as usize;
    let mut offsets = BTreeMap::new();
    let mut measured: Vec<Measured> = Vec::new();
    let mut measure = |version: usize, measured: &mut Vec<Measured>, random: &mut Random| {
        let runs = measured.iter().filter(|one| one.version == version).count() as u32;
        let build = runs % world.builds_of_version;
        let base = measured.len() as u32 % world.builds_of_version;
        let mut offset = |key: (usize, u32)| {
            *offsets.entry(key).or_insert_with(|| world.builds * noise(random, false))
        };
        let offset = offset((version, build)) - offset((0, base));
        let level = if truth <= version { world.change } else { 0.0 };
        let change = 0.01 * (level + offset + noise(random, world.has_tails));
        measured.push(Measured { version, build, base, change });
    };
    for _ in 0..6 {
        measure(last, &mut measured, random);
    }
    loop {
        let found = change_point(&measured, world.versions, &[]).unwrap();
        let done = |is_right, versions, is_none| Found {
            is_right,
            versions,
            runs: measured.len(),
            is_none,
        };
        if 0.95 <= found.none && 20 <= measured.len() {
            return done(world.change == 0.0, 0, true);
        }
        let (version, probability) = found.leader();
        if 0.95 <= probability {
            return done(version == truth && world.change != 0.0, 1, false);
        }
        let saturated = |version: usize| {
            let runs = measured.iter().filter(|one| one.version == version).count() as u32;
            runs < 12 * world.builds_of_version
        };
        let bad_ends = if 0.5 < found.none { 2 } else { 7 };
        let is_last = (measured.len() + 1).is_multiple_of(bad_ends);
        let next = if is_last { Some(last) } else { found.next(&saturated) };
        let is_over = 200 <= measured.len();
        let Some(next) = next.filter(|_| !is_over) else {
            return match found.range(0.95) {
                Some((from, to)) => {
                    done(from <= truth && truth <= to && world.change != 0.0, to - from + 1, false)
                }
                None => done(world.change == 0.0, 0, true),
            };
        };
        measure(next, &mut measured, random);
    }
}

fn check(world: &World, trials: usize) -> [f64; 4] {
    let mut random = Random::new(17);
    let found: Vec<Found> = (0..trials).map(|_| search(world, &mut random)).collect();
    let share = |is: &dyn Fn(&Found) -> bool| {
        found.iter().filter(|found| is(found)).count() as f64 / trials as f64
    };
    let mut runs: Vec<usize> = found.iter().map(|found| found.runs).collect();
    runs.sort_unstable();
    [
        share(&|found| found.is_right),
        share(&|found| found.versions == 1),
        share(&|found| found.is_none),
        runs[trials / 2] as f64,
    ]
}

#[test]
fn a_change_is_found_and_none_is_named_where_there_is_none() {
    let world =
        World { versions: 32, change: 4.0, builds: 0.3, builds_of_version: 4, has_tails: true };
    let [right, one, _, runs] = check(&world, 20);
    assert!(0.9 <= right && 0.9 <= one && runs < 40.0, "{right} {one} {runs}");
    let world = World { change: 0.0, builds: 0.0, builds_of_version: 1000, ..world };
    let [right, one, _, _] = check(&world, 10);
    assert!(0.9 <= right && one == 0.0, "{right} {one}");
}

#[test]
#[ignore = "minutes; prints the table of docs/bisect.md"]
fn table_of_bisection() {
    for has_tails in [false, true] {
        for (builds, builds_of_version) in
            [(0.6, 1000), (0.3, 4), (0.6, 4), (0.0, 1), (0.3, 1), (0.6, 1)]
        {
            for change in [0.0, 1.5, 3.0] {
                let world = World { versions: 64, change, builds, builds_of_version, has_tails };
                let [right, one, none, runs] = check(&world, 150);
                println!(
                    "tails {has_tails} builds {builds} of {builds_of_version} change {change}: right {right:.3} one {one:.3} none {none:.3} blocks {runs}"
                );
            }
        }
    }
}
