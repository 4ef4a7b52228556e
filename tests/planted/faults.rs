//! The faults that can be planted, and the results that a gate may have for them.
//!
//! The expected results follow from the planted faults, never from statistics: a regression is larger than the noise
//! can be, so that any test must find it if the number of runs allows it.

use benchlens_core::stats::Adjustment;

use super::random::Random;
use super::settings;
use super::world::{Limit, Mode, NEW, OLD, Row, World, accept};

/// The statuses that a gate may have because of one fault.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Truth {
    pub(super) allowed: &'static [i32],
    /// Whether an `[[accept]]` for it would change the status.
    pub(super) is_acceptable: bool,
}

pub(super) const fn truth(allowed: &'static [i32]) -> Option<Truth> {
    Some(Truth { allowed, is_acceptable: false })
}

/// Returns the same for a fault that is only a regression, or not proven not to be one.
pub(super) const fn acceptable(allowed: &'static [i32]) -> Option<Truth> {
    Some(Truth { allowed, is_acceptable: true })
}

/// Plants a fault; returns nothing if there is no place for it.
type Plant = fn(&mut World, &mut Random) -> Option<Truth>;

use Mode::{Key, Loose, Pairs, Plain, Recorded};

const ALL: &[Mode] = &[Plain, Pairs, Loose, Key, Recorded];
const PAIRED: &[Mode] = &[Pairs, Loose, Key, Recorded];

/// All kinds of faults, with the modes in which they exist.
pub(super) const FAULTS: [(&str, &[Mode], Plant); 41] = [
    ("a row is worse", ALL, worse_row),
    ("one row of many is worse", ALL, worse_row_of_many),
    ("allocations double", ALL, allocations),
    ("one run against sixty", &[Plain], one_against_sixty),
    ("all rows are a little worse", ALL, geomean),
    ("a row is missing", ALL, missing),
    ("a row is new", ALL, new),
    ("configuration keeps a row apart", ALL, apart),
    ("infinite values", ALL, infinite),
    ("too few runs to tell", ALL, too_few),
    ("one pair", PAIRED, one_pair),
    ("fewer runs than demanded", ALL, fewer_than_demanded),
    ("not proven", &[Plain, Pairs], not_proven),
    ("a panic", ALL, panic),
    ("half a line", &[Plain, Pairs, Loose], half_a_line),
    ("a package failed", ALL, failed_package),
    ("a benchmark failed", ALL, failed_benchmark),
    ("a test failed", ALL, failed_test),
    ("text with FAIL in it", ALL, ordinary_text),
    ("counts differ", &[Pairs], counts_differ),
    ("counts differ, loosely", &[Loose, Key, Recorded], counts_differ_loosely),
    ("no rounds in common", &[Key, Recorded], no_rounds_in_common),
    ("no rounds on one side", &[Key], no_rounds),
    ("all pairs but one are equal", PAIRED, equal_pairs),
    ("an exact value is worse by one", ALL, exact),
    ("only the new log says exact", ALL, exact_by_new),
    ("the new log turns the direction", ALL, turned_direction),
    ("another machine", ALL, machine),
    ("an accepted row", ALL, accepted),
    ("an accepted row past its date", ALL, accepted_past_date),
    ("an accepted row past its share", ALL, accepted_past_share),
    ("an accepted mean past its date", ALL, accepted_mean_past_date),
    ("few runs among many rows", ALL, settings::few_among_many),
    ("below its floor", ALL, settings::below_floor),
    ("beyond its floor", ALL, settings::beyond_floor),
    ("the floor of another", ALL, settings::floor_of_another),
    ("a rule without floors", ALL, settings::rule_without_floors),
    ("a weaker order than demanded", &[Plain, Pairs, Loose, Key], settings::weaker_order),
    ("the order that is demanded", ALL, settings::demanded_order),
    ("another recording", &[Recorded], settings::another_recording),
    ("everything worse is accepted", ALL, all_accepted),
];

/// Returns a factor that no noise can hide.
fn much(random: &mut Random) -> f64 {
    random.between(1.35, 3.0)
}

fn worse_row(world: &mut World, random: &mut Random) -> Option<Truth> {
    let worse = much(random);
    world.add(random, worse);
    acceptable(&[1])
}

fn worse_row_of_many(world: &mut World, random: &mut Random) -> Option<Truth> {
    for _ in 0..random.count(25, 40) {
        world.add(random, 1.0);
    }
    worse_row(world, random)
}

fn allocations(world: &mut World, random: &mut Random) -> Option<Truth> {
    let row = world.add(random, 1.0);
    let count = random.count(1, 500) as f64;
    world.rows[row].unit = "allocs/op".into();
    world.rows[row].is_more_better = false;
    world.rows[row].values[OLD].fill(count);
    world.rows[row].values[NEW].fill(2.0 * count);
    acceptable(&[1])
}

/// One of 61 values is the greatest by chance in 2 of 61 cases, which is below the level for a single row.
fn one_against_sixty(world: &mut World, random: &mut Random) -> Option<Truth> {
    let sizes = random.pick(&[[60, 1], [1, 60]]);
    let worse = random.between(2.0, 9.0);
    world.add_sized(random, worse, sizes);
    let is_alone = world.limit != Limit::Any && world.adjust == Adjustment::None;
    acceptable(if is_alone { &[1] } else { &[1, 4] })
}

/// Adds rows with their own unit, none of which regressed by more than its rule allows.
fn geomean(world: &mut World, random: &mut Random) -> Option<Truth> {
    small_rises(world, random)?;
    truth(&[1])
}

fn small_rises(world: &mut World, random: &mut Random) -> Option<()> {
    if world.head[OLD].contains("rises") {
        return None;
    }
    for _ in 0..random.count(4, 8) {
        let sizes = [world.runs; 2];
        let row = Row { unit: "rises".into(), ..world.row(random, 1.06, sizes, "ns") };
        world.rows.push(row);
    }
    world.head[OLD] += "Unit rises better=lower\n";
    world.inline.extend(["rises: +40%".into(), "geomean rises: +2%".into()]);
    Some(())
}

fn missing(world: &mut World, random: &mut Random) -> Option<Truth> {
    let row = world.add(random, 1.0);
    world.rows[row].values[NEW].clear();
    world.inline.push("missing: fail".into());
    truth(&[4])
}

fn new(world: &mut World, random: &mut Random) -> Option<Truth> {
    let row = world.add(random, 1.0);
    world.rows[row].values[OLD].clear();
    world.inline.push("new: fail".into());
    truth(&[4])
}

/// Whether it also regressed does not matter, because it is not compared.
fn apart(world: &mut World, random: &mut Random) -> Option<Truth> {
    let worse = random.pick(&[0.5, 1.0, 2.0]);
    let row = world.add(random, worse);
    world.rows[row].config =
        random.pick(&[[Some("one"), Some("two")], [None, Some("two")], [Some("one"), None]]);
    truth(&[4])
}

fn infinite(world: &mut World, random: &mut Random) -> Option<Truth> {
    let worse = random.pick(&[0.5, 1.0, 2.0]);
    let row = world.add(random, worse);
    for side in random.pick(&[&[OLD][..], &[NEW], &[OLD, NEW]]) {
        let count = random.count(1, world.runs);
        world.rows[row].values[*side][..count].fill(random.pick(&[f64::INFINITY, -f64::INFINITY]));
    }
    truth(&[1, 4])
}

/// Three runs on each side are never significant, in blocks or not, and neither are five pairs. A block of a
/// recording counts as one value of a pair.
fn too_few(world: &mut World, random: &mut Random) -> Option<Truth> {
    let has_few = world.mode == Plain || world.mode == Key && 1 < world.per_block;
    let most = if has_few { 3 } else { world.runs_for(5) };
    let size = random.count(1, most);
    let worse = random.between(1.35, 10.0);
    world.add_sized(random, worse, [size; 2]);
    acceptable(&[4])
}

fn one_pair(world: &mut World, random: &mut Random) -> Option<Truth> {
    let worse = random.between(1.35, 10.0);
    world.add_sized(random, worse, [1; 2]);
    acceptable(&[4])
}

fn fewer_than_demanded(world: &mut World, random: &mut Random) -> Option<Truth> {
    let demanded = random.count(7, world.runs);
    let row = world.add_sized(random, 1.0, [demanded - 1; 2]);
    world.inline.push(format!("{}: +50% n>={demanded}", world.filter(row)));
    truth(&[4])
}

/// Two runs prove nothing.
fn not_proven(world: &mut World, random: &mut Random) -> Option<Truth> {
    let row = world.add_sized(random, 1.0, [2; 2]);
    world.inline.push(format!("{}: +50% proven", world.filter(row)));
    acceptable(&[5])
}

/// Returns a log that has its end.
fn whole_log(world: &World, random: &mut Random) -> Option<usize> {
    let side = random.pick(&[OLD, NEW]);
    world.cut[side].is_none().then_some(side)
}

/// The rest of the log is missing.
fn panic(world: &mut World, random: &mut Random) -> Option<Truth> {
    let side = whole_log(world, random)?;
    if random.one_in(2) {
        let row = world.add(random, 1.0);
        world.rows[row].values[side].clear();
    }
    world.tail[side] =
        "BenchmarkLast-8 \tpanic: runtime error: index out of range [5] with length 3\n\n\
                        goroutine 7 [running]:\nexample.org/p.BenchmarkLast(0xc0000a4000)\n\
                        \tp_test.go:12 +0x1d\nexit status 2\nFAIL\texample.org/p\t0.812s\n"
            .into();
    truth(&[4])
}

/// The process was killed while it wrote: the last row is missing, or has fewer runs than the gate requires.
fn half_a_line(world: &mut World, random: &mut Random) -> Option<Truth> {
    let side = whole_log(world, random).filter(|&side| world.tail[side].starts_with("PASS"))?;
    // Its runs are consecutive.
    if world.order.is_some() {
        return None;
    }
    let mut row = world.row(random, 1.0, [world.runs; 2], "");
    row.name = format!("Last{side}");
    // The other log contains the complete row.
    let mut whole = row.clone();
    whole.values[side].clear();
    world.rows.push(whole);
    let mut before = String::new();
    let complete = if random.one_in(2) { 0 } else { random.count(1, world.runs - 1) };
    (0..complete).for_each(|run| world.write_run(&mut before, side, &row, run));
    let mut line = String::new();
    world.write_run(&mut line, side, &row, complete);
    let policy = if side == NEW { "missing: fail" } else { "new: fail" };
    world.inline.push(format!(".name:Last{side}: +50% n>={}", world.runs));
    world.inline.push(policy.into());
    // Without its last letter, the unit is another unit.
    let bytes = before.len() + random.count(0, line.len() - 2);
    world.cut[side] = Some((row, bytes));
    truth(&[4])
}

fn failed_package(world: &mut World, random: &mut Random) -> Option<Truth> {
    let side = whole_log(world, random)?;
    world.tail[side] = random
        .pick(&[
            "FAIL\n",
            "FAIL",
            "FAIL\nexit status 1\nFAIL\texample.org/p\t1.234s\n",
            "FAIL\texample.org/q [build failed]\nFAIL\n",
            "PASS\nok  \texample.org/p\t1.2s\nFAIL\texample.org/q [setup failed]\r\n",
            "signal: killed\nFAIL\texample.org/p\t61.000s\n",
        ])
        .into();
    truth(&[4])
}

fn failed_benchmark(world: &mut World, random: &mut Random) -> Option<Truth> {
    let side = whole_log(world, random)?;
    let lines = random.pick(&[
        "--- FAIL: BenchmarkLast-8\n    p_test.go:9: no such file\n",
        "--- FAIL: BenchmarkLast/n=8-8\n",
        "BenchmarkLast-8 \t--- FAIL: BenchmarkLast-8\n    p_test.go:9: no such file\n",
    ]);
    let end = random.pick(&["", "FAIL\nexit status 1\nFAIL\texample.org/p\t1.234s\n"]);
    world.tail[side] = [lines, end].concat();
    truth(&[4])
}

fn failed_test(world: &mut World, random: &mut Random) -> Option<Truth> {
    let side = whole_log(world, random)?;
    world.head[side] += "--- FAIL: TestSum (0.00s)\n    p_test.go:21: got 3, want 4\n";
    world.tail[side] = "FAIL\nexit status 1\nFAIL\texample.org/p\t1.234s\n".into();
    truth(&[4])
}

fn ordinary_text(world: &mut World, random: &mut Random) -> Option<Truth> {
    for _ in 0..random.count(1, 5) {
        world.text.push(random.pick(&[
            "    p_test.go:3: FAIL is only a word here",
            "FAILED: nothing at all",
            "FAILURE of the first try, and a second one",
            "FAIL: no",
            " FAIL",
            "there is no FAIL",
            "--- BENCH: BenchmarkRow0-8",
            "    --- FAIL is how a line might begin",
            "2026/01/02 03:04:05 job: FAIL\tretrying",
            "BenchmarkWithoutResult",
        ]));
    }
    truth(&[0])
}

fn counts_differ(world: &mut World, random: &mut Random) -> Option<Truth> {
    let runs = world.runs;
    let sizes = random.pick(&[[runs, runs - 1], [runs - 1, runs], [runs, 1], [5, runs]]);
    let worse = random.pick(&[0.5, 1.0, 2.0]);
    world.add_sized(random, worse, sizes);
    truth(&[4])
}

/// Runs without a partner are ignored, whatever their number and their values.
fn counts_differ_loosely(world: &mut World, random: &mut Random) -> Option<Truth> {
    // A block with fewer runs is still a block.
    if 1 < world.per_block {
        return None;
    }
    let runs = world.runs;
    let sizes = random.pick(&[[runs, runs - 1], [runs - 1, runs], [runs, 30], [30, runs]]);
    let is_worse = random.one_in(2);
    let worse = if is_worse { much(random) } else { 1.0 };
    let row = world.add_sized(random, worse, sizes);
    let pairs = sizes[OLD].min(sizes[NEW]);
    let times = random.pick(&[0.1, 10.0]);
    for values in &mut world.rows[row].values {
        values.iter_mut().skip(pairs).for_each(|value| *value *= times);
    }
    if is_worse { acceptable(&[1]) } else { truth(&[0]) }
}

fn no_rounds_in_common(world: &mut World, random: &mut Random) -> Option<Truth> {
    let worse = random.pick(&[0.5, 1.0, 2.0]);
    let row = world.add(random, worse);
    world.rows[row].round_offset[random.pick(&[OLD, NEW])] = 100;
    truth(&[4])
}

fn no_rounds(world: &mut World, random: &mut Random) -> Option<Truth> {
    let worse = random.pick(&[0.5, 1.0, 2.0]);
    let row = world.add(random, worse);
    world.rows[row].lacks_round = random.pick(&[[true, false], [false, true], [true, true]]);
    truth(&[4])
}

fn equal_pairs(world: &mut World, random: &mut Random) -> Option<Truth> {
    let row = world.add(random, 1.0);
    world.rows[row].values[NEW] = world.rows[row].values[OLD].clone();
    // If all were equal, one side could be a copy of the other.
    if let Some(first) = world.rows[row].values[NEW].first_mut() {
        *first *= 1.001;
    }
    truth(&[0])
}

/// Adds a row with its own exact unit, with the `Unit` lines of each log.
fn exact_row(world: &mut World, random: &mut Random, by: f64, says: [&str; 2]) -> usize {
    let size = if random.one_in(2) { 1 } else { world.runs };
    let row = world.add_sized(random, 1.0, [size; 2]);
    let base = random.between(1e3, 1e9).round();
    world.rows[row].unit = format!("widgets{row}");
    world.rows[row].is_more_better = by < 0.0;
    world.rows[row].values[OLD].fill(base);
    world.rows[row].values[NEW].fill(base + by);
    for (side, says) in says.into_iter().enumerate() {
        world.head[side] += &format!("Unit widgets{row} {says}\n");
    }
    world.inline.push(format!("widgets{row}: any"));
    row
}

fn exact(world: &mut World, random: &mut Random) -> Option<Truth> {
    let (by, says) =
        random.pick(&[(1.0, "assume=exact better=lower"), (-1.0, "assume=exact better=higher")]);
    exact_row(world, random, by, [says; 2]);
    acceptable(&[1])
}

fn exact_by_new(world: &mut World, random: &mut Random) -> Option<Truth> {
    let says = ["better=lower", "assume=exact better=lower"];
    exact_row(world, random, 1e6, says);
    truth(&[4])
}

fn turned_direction(world: &mut World, random: &mut Random) -> Option<Truth> {
    let worse = much(random);
    let row = world.row(random, worse, [world.runs; 2], "ns");
    world.rows.push(row);
    world.head[NEW] += "Unit ns/op better=higher\n";
    acceptable(&[1])
}

/// Nothing can be compared: the gate must not pass, whatever else is planted.
fn machine(world: &mut World, _random: &mut Random) -> Option<Truth> {
    world.cpu[NEW] = "Another CPU";
    world.settings.push("agree = [\"cpu\"]".into());
    truth(&[1, 4])
}

/// Adds a row that regressed by a medium amount that can be accepted.
fn accepted_row(world: &mut World, random: &mut Random, until: &str) {
    let worse = random.between(1.35, 1.6);
    let row = world.add(random, worse);
    world.tables.push(accept(&world.filter(row), until));
}

const DATES: [&str; 4] = ["2027-03-01", "2027-03-02", "2028-02-29", "9999-12-31"];
const PAST: [&str; 4] = ["2027-02-28", "2026-12-31", "2024-02-29", "1999-04-01"];

fn accepted(world: &mut World, random: &mut Random) -> Option<Truth> {
    let date = random.pick(&DATES);
    let until = random.pick(&[date, "+95%", &format!("{date} +95%")[..]]).to_owned();
    accepted_row(world, random, &until);
    truth(&[0])
}

fn accepted_past_date(world: &mut World, random: &mut Random) -> Option<Truth> {
    let date = random.pick(&PAST);
    let until = random.pick(&[date, &format!("{date} +95%")[..]]).to_owned();
    accepted_row(world, random, &until);
    truth(&[1])
}

fn accepted_past_share(world: &mut World, random: &mut Random) -> Option<Truth> {
    let until = random.pick(&["+12%", "2027-03-01 +12%", "9999-12-31 +5%"]);
    accepted_row(world, random, until);
    truth(&[1])
}

fn accepted_mean_past_date(world: &mut World, random: &mut Random) -> Option<Truth> {
    small_rises(world, random)?;
    let is_past = random.one_in(2);
    let until = if is_past { random.pick(&PAST) } else { random.pick(&DATES) };
    world.tables.push(accept("geomean rises", until));
    truth(if is_past { &[1] } else { &[0] })
}

fn all_accepted(world: &mut World, _random: &mut Random) -> Option<Truth> {
    world.accepts_all = true;
    truth(&[0])
}
