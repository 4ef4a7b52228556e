//! Sides that contain the same runs, because a recording was read twice.
//!
//! Takes the tables and their cells; finds columns whose samples are the baseline's, and rows in which one column
//! contains all samples of the other one after the other, in reading order. Two recordings may by chance have the same
//! values, so this computes how probable that is at most. Samples that do not vary prove nothing. Neither does a part of
//! a sample of counts or sizes, because programs may repeat them exactly, nor a single unit of a benchmark: copied runs
//! are equal in all units with a time.

use std::collections::BTreeMap;

use crate::base::sort::{sort_copies, sort_numbers};
use crate::base::{Numbered, Text, write_name};
use crate::project::KeyId;
use crate::stats::math;
use crate::store::Store;
use crate::table::group::cells::Cells;
use crate::table::group::elsewhere::Overlap;
use crate::table::group::index::CellIndex;
use crate::table::group::index::rows_of;
use crate::table::model::{Assumption, Cell, Note, Row, Table};
use crate::unit::is_measured;

/// A column and its baseline, in all tables.
struct Sides {
    base: Vec<u8>,
    column: Vec<u8>,
    /// How many rows have the same samples.
    rows: u64,
    /// The logarithm of the probability that these rows are equal by chance.
    ln_chance: f64,
    /// Whether any row has different samples.
    differs: bool,
    /// How many benchmarks were compared in units with a time.
    timed: u64,
    /// Those of which one side contains all runs of the other side.
    copied: Vec<Copied>,
}

/// A benchmark of which one side may contain all runs of the other side.
#[derive(Clone, Copy)]
struct Copied {
    /// The logarithm of the greatest probability of that by chance.
    ln_chance: f64,
    /// The first table that has it, and its row.
    place: [u32; 2],
}

/// A row of a unit with a time.
#[derive(Clone, Copy)]
struct Timed {
    /// The index of its sides.
    sides: u32,
    /// The keys of its table and row, which its other units share, too.
    benchmark: [KeyId; 2],
    place: [u32; 2],
    found: Option<Overlap>,
}

/// Below this probability, equal samples are not a coincidence.
const CHANCE_MAX: f64 = 0.001;

/// Returns a note on each column that contains runs of its baseline, or the reverse.
pub(in crate::table) fn same_sides(store: &Store, cells: &Cells, tables: &[Table]) -> Vec<Note> {
    let (mut groups, mut numbers) = (Vec::<Sides>::new(), Numbered::default());
    let mut timed = Vec::new();
    for ((index, table), places) in (0..).zip(tables).zip(&cells.tables) {
        if table.assumption != Assumption::Nothing {
            continue;
        }
        let is_timed = is_measured(table.unit.as_bytes());
        // The group number of each pair of columns, by both indexes.
        let mut known: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for (number, (row, indices)) in (0..).zip(table.rows.iter().zip(rows_of(&places.cells))) {
            for found in row.comparisons.iter().filter(|found| found.sides().is_some()) {
                let sides = (found.base, found.column);
                let sides = *known.entry(sides).or_insert_with(|| {
                    let [base, column] = [sides.0, sides.1].map(|index| name(table, index));
                    let key = [&base[..], b"\0", &column].concat();
                    let number = numbers.number(&key);
                    if number as usize == groups.len() {
                        groups.push(Sides::new(base, column));
                    }
                    number
                });
                let group = &mut groups[sides as usize];
                if !group.differs || is_timed {
                    let columns = [found.base, found.column];
                    let found = overlap(store, cells, row, indices, columns, is_timed);
                    group.add(found);
                    let (benchmark, place) = ([places.key, indices[0].row], [index, number]);
                    timed.extend(is_timed.then_some(Timed { sides, benchmark, place, found }));
                }
            }
        }
    }
    sort_copies(&mut timed, &mut |a, b| {
        (a.sides, a.benchmark, a.place).cmp(&(b.sides, b.benchmark, b.place))
    });
    for units in timed.chunk_by(|a, b| (a.sides, a.benchmark) == (b.sides, b.benchmark)) {
        groups[units[0].sides as usize].add_benchmark(units);
    }
    groups.into_iter().filter_map(|group| group.note(tables)).collect()
}

impl Sides {
    fn new(base: Vec<u8>, column: Vec<u8>) -> Sides {
        let (rows, ln_chance, differs) = (0, 0.0, false);
        Sides { base, column, rows, ln_chance, differs, timed: 0, copied: Vec::new() }
    }

    /// Adds a row.
    fn add(&mut self, found: Option<Overlap>) {
        self.differs |= found.is_none_or(|overlap| !overlap.is_whole);
        if let Some(Overlap { ln_chance, .. }) = found.filter(|_| !self.differs)
            && ln_chance < 0.0
        {
            (self.rows, self.ln_chance) = (self.rows + 1, self.ln_chance + ln_chance);
        }
    }

    /// Adds the units with a time of a benchmark.
    fn add_benchmark(&mut self, units: &[Timed]) {
        let chances = || units.iter().map(|unit| Some(unit.found?.ln_chance));
        let is_copied = chances().all(|chance| chance.is_some());
        // All of them are equal at most as often as the one that varies most.
        let ln_chance = chances().flatten().fold(0.0, f64::min);
        // Values that hardly vary are no evidence either way.
        self.timed += u64::from(!is_copied || ln_chance < 0.0);
        if is_copied && ln_chance < 0.0 {
            self.copied.push(Copied { ln_chance, place: units[0].place });
        }
    }

    /// Returns the benchmarks that are copied, if chance cannot explain them.
    fn copied(&self) -> Option<Vec<Copied>> {
        let mut all = self.copied.clone();
        sort_copies(&mut all, &mut |a, b| a.ln_chance.total_cmp(&b.ln_chance));
        let chances: Vec<f64> = all.iter().map(|copied| copied.ln_chance).collect();
        let count = count_copied(&chances, self.timed)?;
        all.truncate(count);
        Some(all)
    }

    /// Returns a note if chance cannot explain that the sides are equal, or that rows contain all runs of a side.
    fn note(self, tables: &[Table]) -> Option<Note> {
        let is_whole = !self.differs && self.ln_chance <= math::ln(CHANCE_MAX);
        let copied = if is_whole { None } else { Some(self.copied()?) };
        let first =
            copied.as_ref().and_then(|copied| copied.iter().map(|copied| copied.place).min());
        let first = first.map(|[table, row]| {
            let mut name = Vec::new();
            write_name(&mut name, &tables[table as usize].rows[row as usize].key);
            Text::from(&name[..])
        });
        let rows = copied.map_or(self.rows, |copied| copied.len() as u64);
        let [base, column] = [&self.base, &self.column].map(|name| Text::from(&name[..]));
        Some(Note::SameSamples { base, column, rows, first })
    }
}

/// Returns how many benchmarks chance can least explain, or `None` if it can explain any number of them. Each has the
/// logarithm of its greatest probability, in ascending order; `all` benchmarks were compared.
fn count_copied(ln_chances: &[f64], all: u64) -> Option<usize> {
    let (mut ln_chance, mut least, mut count) = (0.0, 0.0, 0);
    for (number, chance) in (1..).zip(ln_chances) {
        // As many benchmarks can be chosen in different ways: number by number, this is their binomial coefficient.
        ln_chance += chance + math::ln((all + 1 - number) as f64 / number as f64);
        if ln_chance <= least {
            (least, count) = (ln_chance, number as usize);
        }
    }
    (least <= math::ln(CHANCE_MAX)).then_some(count)
}

fn name(table: &Table, column: u32) -> Vec<u8> {
    let mut name = Vec::new();
    write_name(&mut name, &table.columns[column as usize].key);
    name
}

/// Returns how the samples of both sides of a row overlap, if they are equal or one contains the other; the latter only
/// if the unit `is_measured`.
pub(in crate::table) fn overlap(
    store: &Store,
    cells: &Cells,
    row: &Row,
    indices: &[CellIndex],
    [base, column]: [u32; 2],
    is_measured: bool,
) -> Option<Overlap> {
    let [old, new] = [row.cell(base)?, row.cell(column)?];
    let numbers = |cell: &Cell| (cell.summary.center, cell.summary.lo, cell.summary.hi);
    let is_whole = old.n == new.n;
    // Most cells of different recordings already differ in these numbers.
    if if is_whole { numbers(old) != numbers(new) } else { !is_measured } {
        return None;
    }
    // Almost all of its values are equal.
    if is_whole && old.summary.lo == old.summary.hi {
        return Some(Overlap { is_whole, ln_chance: 0.0 });
    }
    let index = |column: u32| {
        let index = indices.binary_search_by_key(&column, |index| index.column);
        index.ok().map(|index| &indices[index])
    };
    let indices = [index(base)?, index(column)?];
    if let Some(known) = &cells.known {
        return known.overlaps.get(&indices.map(CellIndex::number)).copied();
    }
    let mut sides = indices.map(|index| cells.in_order(store, index));
    sides.sort_by_key(Vec::len);
    let [mut part, whole] = sides;
    let places = if contains(&whole, &part) { whole.len() - part.len() + 1 } else { return None };
    sort_numbers(&mut part);
    let ln_chance = if is_measured { ln_chance(&part) } else { -math::ln(orders(&part)) };
    // The part may be at any of these places.
    Some(Overlap { is_whole, ln_chance: ln_chance + math::ln(places as f64) })
}

/// Returns whether values contain others one after the other, in linear time.
fn contains(values: &[f64], part: &[f64]) -> bool {
    // How many values of the part match before each of its values: the algorithm by Knuth, Morris and Pratt.
    let mut fallback = vec![0; part.len()];
    let mut matched = 0;
    let advance = |mut matched: usize, fallback: &[usize], value: f64| {
        while 0 < matched && (matched == part.len() || part[matched] != value) {
            matched = fallback[matched - 1];
        }
        matched + usize::from(part.get(matched) == Some(&value))
    };
    for index in 1..part.len() {
        matched = advance(matched, &fallback, part[index]);
        fallback[index] = matched;
    }
    matched = 0;
    part.is_empty()
        || values.iter().any(|&value| {
            matched = advance(matched, &fallback, value);
            matched == part.len()
        })
}

/// Returns the logarithm of the greatest probability that any distribution gives to sorted values in one order: it is
/// greatest if each value is as probable as it is frequent.
fn ln_chance(values: &[f64]) -> f64 {
    let all = values.len() as f64;
    let groups = values.chunk_by(|a, b| a == b).map(|group| group.len() as f64);
    groups.map(|count| count * math::ln(count / all)).sum()
}

/// Returns the number of orders of some sorted values, of which equal ones are neighbors.
fn orders(values: &[f64]) -> f64 {
    let runs = values.chunk_by(|a, b| a == b).flat_map(|run| 1..=run.len());
    let factor = |(index, in_run): (usize, usize)| index as f64 / in_run as f64;
    (1..).zip(runs).map(factor).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_counted() {
        assert_eq!(orders(&[]), 1.0);
        assert_eq!(orders(&[7.0, 7.0, 7.0]), 1.0);
        assert_eq!(orders(&[1.0, 2.0, 3.0, 4.0]), 24.0);
        assert_eq!(orders(&[1.0, 1.0, 2.0, 2.0, 2.0]).round(), 10.0);
        let many: Vec<f64> = (0..500).map(f64::from).collect();
        assert!(1e300 < orders(&many));
    }

    #[test]
    fn parts_are_found_at_every_place() {
        let values = [1.0, 2.0, 1.0, 2.0, 1.0, 3.0, 4.0];
        for start in 0..values.len() {
            for end in start..=values.len() {
                assert!(contains(&values, &values[start..end]), "{start} {end}");
            }
        }
        for other in [&[2.0, 2.0][..], &[1.0, 2.0, 3.0], &[4.0, 1.0], &[1.0; 8]] {
            assert!(!contains(&values, other), "{other:?}");
        }
    }

    /// Adds up the probabilities of all outcomes in which some of the benchmarks count as copied.
    fn probability(chances: &[f64]) -> f64 {
        let outcome = |bits: u32| {
            let is_equal = |index: &usize| bits >> index & 1 == 1;
            let mut equal: Vec<f64> =
                (0..chances.len()).filter(is_equal).map(|index| math::ln(chances[index])).collect();
            equal.sort_by(f64::total_cmp);
            let factor = |index: usize| {
                if is_equal(&index) { chances[index] } else { 1.0 - chances[index] }
            };
            let counts = count_copied(&equal, chances.len() as u64).is_some();
            if counts { (0..chances.len()).map(factor).product() } else { 0.0 }
        };
        (0..1 << chances.len()).map(outcome).sum()
    }

    #[test]
    fn chance_seldom_copies_benchmarks() {
        // Two to seven runs with different values: 1 / n^n.
        let of_runs = |runs: u32| (0..runs).fold(1.0, |chance, _| chance / f64::from(runs));
        for benchmarks in 1..=12 {
            for runs in 2..=7 {
                let found = probability(&vec![of_runs(runs); benchmarks]);
                assert!(found <= CHANCE_MAX, "{benchmarks} of {runs}: {found}");
            }
            let mixed: Vec<f64> =
                (0..benchmarks).map(|index| of_runs(2 + index as u32 % 5)).collect();
            assert!(probability(&mixed) <= CHANCE_MAX, "{benchmarks}: {}", probability(&mixed));
        }
        let count = |runs: u32, copied: usize, all: u64| {
            count_copied(&vec![math::ln(of_runs(runs)); copied], all)
        };
        assert_eq!([40, 50].map(|all| count(6, 1, all)), [Some(1), None]);
        assert_eq!([2, 3].map(|copied| count(4, copied, 40)), [None, Some(3)]);
    }

    #[test]
    fn the_chance_is_that_of_the_best_distribution() {
        let of = |values: &[f64]| math::exp(-ln_chance(values)).round();
        assert_eq!(of(&[7.0, 7.0]), 1.0);
        assert_eq!(of(&[1.0, 2.0, 3.0, 4.0]), 256.0);
        // 3/4, 3/4, 3/4 and 1/4
        assert_eq!(of(&[1.0, 1.0, 1.0, 2.0]), 9.0);
    }
}
