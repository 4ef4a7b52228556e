//! Sides that contain the same runs, because a recording was read twice.
//!
//! Takes the tables and their cells; finds columns whose samples are the baseline's, or that contain all samples of the
//! baseline one after the other, in reading order, or the reverse. Two recordings may by chance have the same values, so
//! this computes how probable that is at most. Samples that do not vary prove nothing. Neither does a part of a sample
//! of counts or sizes, because programs may repeat them exactly.

use std::collections::BTreeMap;

use crate::base::sort::sort_numbers;
use crate::base::{Numbered, Text, write_name};
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
    /// How many rows were compared in measured units.
    measured: u64,
    /// How many of them have all runs of one side on the other side.
    parts: u64,
    /// By the numbers of table key and table: the logarithm of the probability that these rows are so by chance.
    ln_chances_of_parts: BTreeMap<[u32; 2], f64>,
}

/// Below this probability, equal samples are not a coincidence.
const CHANCE_MAX: f64 = 0.001;

/// Returns a note on each column that contains the recording of its baseline, or the reverse.
pub(in crate::table) fn same_sides(store: &Store, cells: &Cells, tables: &[Table]) -> Vec<Note> {
    let (mut groups, mut numbers) = (Vec::<Sides>::new(), Numbered::default());
    // The units of one table key describe the same runs, so only one of them counts as evidence for a part.
    let (mut last_key, mut keys) = (None, 0);
    for ((index, table), indices) in (0..).zip(tables).zip(&cells.tables) {
        if table.assumption != Assumption::Nothing {
            continue;
        }
        let is_timed = is_measured(table.unit.as_bytes());
        keys += u32::from(last_key.replace(&table.key).is_some_and(|last| *last != table.key));
        // The group number of each pair of columns, by both indexes.
        let mut known: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        for (row, indices) in table.rows.iter().zip(rows_of(&indices.cells)) {
            for found in row.comparisons.iter().filter(|found| found.sides().is_some()) {
                let sides = (found.base, found.column);
                let number = *known.entry(sides).or_insert_with(|| {
                    let [base, column] = [sides.0, sides.1].map(|index| name(table, index));
                    let key = [&base[..], b"\0", &column].concat();
                    let number = numbers.number(&key) as usize;
                    if number == groups.len() {
                        groups.push(Sides::new(base, column));
                    }
                    number
                });
                let group = &mut groups[number];
                if !group.differs || is_timed {
                    let columns = [sides.0, sides.1];
                    let found = overlap(store, cells, row, indices, columns, is_timed);
                    group.add(found, is_timed, [keys, index]);
                }
            }
        }
    }
    groups.into_iter().filter_map(Sides::note).collect()
}

impl Sides {
    fn new(base: Vec<u8>, column: Vec<u8>) -> Sides {
        Sides {
            base,
            column,
            rows: 0,
            ln_chance: 0.0,
            differs: false,
            measured: 0,
            parts: 0,
            ln_chances_of_parts: BTreeMap::new(),
        }
    }

    /// Adds a row; `is_timed` is whether it may have a part of the runs.
    fn add(&mut self, found: Option<Overlap>, is_timed: bool, table: [u32; 2]) {
        self.differs |= found.is_none_or(|overlap| !overlap.is_whole);
        let is_sure = found.is_some_and(|overlap| overlap.ln_chance < 0.0);
        // A row that contains the runs of the other side, but whose values hardly vary, is no evidence either way.
        self.measured += u64::from(is_timed && (is_sure || found.is_none()));
        let Some(Overlap { ln_chance, .. }) = found.filter(|_| is_sure) else { return };
        if !self.differs {
            (self.rows, self.ln_chance) = (self.rows + 1, self.ln_chance + ln_chance);
        }
        if is_timed {
            self.parts += 1;
            *self.ln_chances_of_parts.entry(table).or_default() += ln_chance;
        }
    }

    /// Returns the logarithm of the probability that all rows are parts by chance: of each table key, that of the unit
    /// whose values vary most, times the number of units.
    fn ln_chance_of_parts(&self) -> f64 {
        let tables: Vec<(u32, f64)> = self
            .ln_chances_of_parts
            .iter()
            .map(|(&[key, _], &ln_chance)| (key, ln_chance))
            .collect();
        let of_key = |units: &[(u32, f64)]| {
            let least = units.iter().map(|&(_, ln_chance)| ln_chance).fold(0.0, f64::min);
            (least + math::ln(units.len() as f64)).min(0.0)
        };
        tables.chunk_by(|a, b| a.0 == b.0).map(of_key).sum()
    }

    /// Returns a note if chance cannot explain that the sides are equal, or that rows contain all runs of a side.
    fn note(self) -> Option<Note> {
        let limit = math::ln(CHANCE_MAX);
        let is_whole = !self.differs && self.ln_chance <= limit;
        // Copied runs are in all rows.
        let is_part = self.parts == self.measured && self.ln_chance_of_parts() <= limit;
        (is_whole || is_part).then(|| Note::SameSamples {
            base: Text::from(&self.base[..]),
            column: Text::from(&self.column[..]),
            rows: if is_whole { self.rows } else { self.parts },
            is_whole,
        })
    }
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

    #[test]
    fn the_chance_is_that_of_the_best_distribution() {
        let of = |values: &[f64]| math::exp(-ln_chance(values)).round();
        assert_eq!(of(&[7.0, 7.0]), 1.0);
        assert_eq!(of(&[1.0, 2.0, 3.0, 4.0]), 256.0);
        // 3/4, 3/4, 3/4 and 1/4
        assert_eq!(of(&[1.0, 1.0, 1.0, 2.0]), 9.0);
    }
}
