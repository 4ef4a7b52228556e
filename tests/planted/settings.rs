//! What can be planted in how a gate is asked: levels that many rows share, noise floors, orders and recordings.

use benchlens_core::stats::Adjustment;

use super::faults::{Truth, acceptable, truth};
use super::random::Random;
use super::world::{Limit, Mode, NEW, OLD, World};

/// Runs that lie apart, so few that the least p of any such runs is above a hundredth of the level, and below the
/// level: 2/70 for four of each side, 2/64 for six pairs, 2/6³ and 2/20² for three and two blocks. Among 25 rows
/// that did not change, they prove nothing.
pub(super) fn few_among_many(world: &mut World, random: &mut Random) -> Option<Truth> {
    // It shares the level with what is certain: three rows of 2/6³ among 27 are too near to it.
    if world.adjust == Adjustment::Bh && world.mode == Mode::Key && world.per_block == 2 {
        return None;
    }
    for _ in 0..random.count(25, 40) {
        world.add(random, 1.0);
    }
    let size = if world.mode == Mode::Plain { 4 } else { world.runs_for(6) };
    let worse = random.between(1.35, 3.0);
    world.add_sized(random, worse, [size; 2]);
    let is_alone = world.limit != Limit::Any && world.adjust == Adjustment::None;
    acceptable(if is_alone { &[1] } else { &[4] })
}

/// A unit as the floors file has it, and how many of it one of the log is.
fn tidied(unit: &str) -> (&str, f64) {
    match unit {
        "ns/op" => ("sec/op", 1e-9),
        "MB/s" => ("B/s", 1e6),
        other => (other, 1.0),
    }
}

/// Worse by a third to a half.
fn worse_row(world: &mut World, random: &mut Random) -> usize {
    let worse = random.between(1.35, 1.5);
    world.add(random, worse)
}

/// Writes a floor: a share in per cent, or an amount in so many times what the row has.
fn write_floor(world: &mut World, random: &mut Random, row: usize, share: f64) {
    let (unit, factor) = tidied(&world.rows[row].unit);
    // Whatever the machine does, the median of the row is at most three times its first value.
    let amount =
        world.rows[row].values[OLD][0] * factor * share * if share < 0.5 { 1.0 } else { 5.0 };
    let floor =
        if random.one_in(2) { format!("\"{}%\"", 100.0 * share) } else { format!("{amount:e}") };
    let line = format!("\"{}-8\" = {floor}\n", world.rows[row].name);
    *world.floors.entry(format!("\"example.org/p\".\"{unit}\"")).or_default() += &line;
}

/// A fall of a rate by that much would be one of a time by more.
const HIGH: f64 = 0.9;
const LOW: f64 = 0.05;

pub(super) fn below_floor(world: &mut World, random: &mut Random) -> Option<Truth> {
    let row = worse_row(world, random);
    write_floor(world, random, row, HIGH);
    truth(&[0])
}

pub(super) fn beyond_floor(world: &mut World, random: &mut Random) -> Option<Truth> {
    let row = worse_row(world, random);
    write_floor(world, random, row, LOW);
    acceptable(&[1])
}

/// Of a row with nearly the same name, of another unit or of another package.
pub(super) fn floor_of_another(world: &mut World, random: &mut Random) -> Option<Truth> {
    let row = worse_row(world, random);
    let name = world.rows[row].name.clone();
    let (unit, _) = tidied(&world.rows[row].unit);
    // The last one lacks the number of processors.
    let others = [
        ("example.org/p", unit, "0-8"),
        ("example.org/p", "another/op", "-8"),
        ("example.org/q", unit, "-8"),
        ("example.org/p", unit, ""),
    ];
    let (package, unit, end) = random.pick(&others);
    let of = format!("\"{package}\".\"{unit}\"");
    let line = format!("\"{name}{end}\" = \"{}%\"\n", 100.0 * HIGH);
    *world.floors.entry(of).or_default() += &line;
    some_floor(world, random);
    acceptable(&[1])
}

/// Floors of nothing that is compared would be refused.
fn some_floor(world: &mut World, random: &mut Random) {
    let other = world.add(random, 1.0);
    write_floor(world, random, other, LOW);
}

pub(super) fn rule_without_floors(world: &mut World, random: &mut Random) -> Option<Truth> {
    let row = worse_row(world, random);
    write_floor(world, random, row, HIGH);
    let rule =
        format!("\n[[rule]]\nmatch = '{}'\nlimit = \"+5%\"\nfloors = false\n", world.filter(row));
    world.tables.push(rule);
    some_floor(world, random);
    acceptable(&[1])
}

/// Neither text nor these events have times, so that the order of two logs can show passes, but not turns.
pub(super) fn weaker_order(world: &mut World, random: &mut Random) -> Option<Truth> {
    if world.order.is_some() {
        return None;
    }
    let shows_rounds = world.mode == Mode::Key;
    world.order = Some(if shows_rounds || random.one_in(2) { "interleaved" } else { "rounds" });
    if world.order == Some("rounds") {
        world.in_passes = false;
    }
    truth(&[4])
}

pub(super) fn demanded_order(world: &mut World, random: &mut Random) -> Option<Truth> {
    let is_recorded = world.mode == Mode::Recorded;
    let has_passes = world.in_passes || world.mode == Mode::Key;
    if world.order.is_some()
        || world.recording[OLD] != world.recording[NEW]
        || world.cut.iter().any(Option::is_some)
        || !(is_recorded || has_passes)
    {
        return None;
    }
    world.order = Some(if is_recorded && random.one_in(2) { "interleaved" } else { "rounds" });
    // Between two runs of a row there is one of another.
    world.add(random, 1.0);
    world.add(random, 1.0);
    truth(&[0])
}

/// Blocks of the same numbers have nothing in common, nor have runs of no recording.
pub(super) fn another_recording(world: &mut World, random: &mut Random) -> Option<Truth> {
    if world.order.is_some() {
        return None;
    }
    world.says_recording = true;
    world.recording[random.pick(&[OLD, NEW])] = random.pick(&["", "r2"]);
    truth(&[4])
}
