//! Faults in the settings of a gate: levels that many rows share, noise floors, run orders and recordings.

use benchlens_core::stats::Adjustment;

use super::faults::{Truth, acceptable, truth};
use super::random::Random;
use super::world::{Limit, Mode, NEW, OLD, World};

/// Adds runs that are clearly separated, but so few that the least possible p-value is above a hundredth of the
/// level, although it is below the level: 2/70 for four runs on each side, 2/64 for six pairs, 2/6³ and 2/20² for
/// three and two blocks. Among 25 rows that did not change, they prove nothing.
pub(super) fn few_among_many(world: &mut World, random: &mut Random) -> Option<Truth> {
    // It shares the level with certain regressions: three rows of 2/6³ among 27 are too close to it.
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

/// Returns a unit as in the floors file, and the factor to it from the log's unit.
fn tidied(unit: &str) -> (&str, f64) {
    match unit {
        "ns/op" => ("sec/op", 1e-9),
        "MB/s" => ("B/s", 1e6),
        other => (other, 1.0),
    }
}

/// Adds a row that regressed by a third to a half.
fn worse_row(world: &mut World, random: &mut Random) -> usize {
    let worse = random.between(1.35, 1.5);
    world.add(random, worse)
}

/// Writes a floor: a fraction in percent, or an amount as a multiple of the row's value.
fn write_floor(world: &mut World, random: &mut Random, row: usize, share: f64) {
    let (unit, factor) = tidied(&world.rows[row].unit);
    // The machine's drift changes the median of the row to at most three times its first value.
    let amount =
        world.rows[row].values[OLD][0] * factor * share * if share < 0.5 { 1.0 } else { 5.0 };
    let floor =
        if random.one_in(2) { format!("\"{}%\"", 100.0 * share) } else { format!("{amount:e}") };
    let line = format!("\"{}-8\" = {floor}\n", world.rows[row].name);
    *world.floors.entry(format!("\"example.org/p\".\"{unit}\"")).or_default() += &line;
}

/// A rate that falls by this fraction corresponds to a time that rises by more.
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

/// Writes a floor for a row with a similar name, for another unit or for another package.
pub(super) fn floor_of_another(world: &mut World, random: &mut Random) -> Option<Truth> {
    let row = worse_row(world, random);
    let name = world.rows[row].name.clone();
    let (unit, _) = tidied(&world.rows[row].unit);
    // The last name lacks the number of processors.
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

/// Floors for rows that are not compared would be rejected.
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

/// Neither text nor these events contain times, so the order of two logs can show rounds but not interleaving.
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
    // Between two runs of a row, there is a run of another row.
    world.add(random, 1.0);
    world.add(random, 1.0);
    truth(&[0])
}

/// Blocks with the same numbers from different recordings are unrelated, and so are runs without a recording.
pub(super) fn another_recording(world: &mut World, random: &mut Random) -> Option<Truth> {
    if world.order.is_some() {
        return None;
    }
    world.says_recording = true;
    world.recording[random.pick(&[OLD, NEW])] = random.pick(&["", "r2"]);
    truth(&[4])
}
