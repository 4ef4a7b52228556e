//! Which clock shows changes better: wall time or CPU time.
//!
//! Takes finished tables with estimated changes; gives how precisely each clock shows the changes of the rows that both
//! have, except for benchmarks that mostly wait, and which clock judges each comparison. On a busy machine, wall time
//! includes the time for which other programs run.

use std::cmp::Ordering;

use crate::base::Text;
use crate::base::sort::{order, sort_copies, sort_numbers};
use crate::stats::{ShiftScale, math, median};
use crate::table::model::{Note, Outcome, Report, Row, Table};
use crate::unit::CLOCKS;

/// How many times more precise the better clock is at least.
const CLEARLY: f64 = 1.25;

/// If CPU time is less than this share of wall time, the benchmark mostly waits, and CPU time does not show how long.
const BUSY: f64 = 0.5;

/// A comparison: the indices of its table, row and column.
type At = [usize; 3];

/// A comparison that both clocks have.
struct Both {
    wall: At,
    cpu: At,
    /// The precision of the change of both, if it is known and the benchmark does not mostly wait.
    reach: Option<[f64; 2]>,
    is_waiting: bool,
}

/// How precise both clocks are, and the comparisons that another clock judges.
pub(crate) struct Clocks {
    /// The medians over all comparisons.
    reach: Option<[f64; 2]>,
    /// Each with the comparison that judges it, ascending.
    replaced: Vec<(At, At)>,
    /// The comparisons of wall time that have fewer values than those of CPU time, ascending.
    lacking: Vec<At>,
}

impl Clocks {
    pub(crate) fn new(tables: &[Table]) -> Clocks {
        let Found { both: all, others, mut lacking } = find(tables);
        let [mut walls, mut cpus]: [Vec<f64>; 2] =
            [0, 1].map(|clock| all.iter().filter_map(|both| Some(both.reach?[clock])).collect());
        sort_numbers(&mut walls);
        sort_numbers(&mut cpus);
        let reach = (!walls.is_empty()).then(|| [median(&walls), median(&cpus)]);
        let is_cpu_better = reach.is_some_and(|[wall, cpu]| CLEARLY * cpu < wall);
        let is_by_cpu = |both: &Both| is_cpu_better && !both.is_waiting;
        let pair = |both: &Both| {
            if is_by_cpu(both) { (both.wall, both.cpu) } else { (both.cpu, both.wall) }
        };
        let mut replaced: Vec<(At, At)> = all.iter().map(pair).collect();
        let judge = |index: usize| replaced[index].1;
        let others = others.into_iter().map(|(other, index)| (other, judge(index)));
        let others: Vec<(At, At)> = others.collect();
        replaced.extend(others);
        sort_copies(&mut replaced, &mut |a, b| a.cmp(b));
        sort_copies(&mut lacking, &mut |a, b| a.cmp(b));
        Clocks { reach, replaced, lacking }
    }

    /// Returns the note about clocks of which one is clearly more precise.
    pub(in crate::table) fn note(&self) -> Option<Note> {
        let [wall, cpu] = self.reach?;
        (CLEARLY * wall.min(cpu) < wall.max(cpu)).then_some(Note::Clocks { wall, cpu })
    }

    /// Returns the comparison by another clock of the same benchmark that judges it instead of this one: by CPU time if
    /// it is clearly more precise and the benchmark does not mostly wait, and by wall time otherwise.
    pub(crate) fn judge_instead_of(&self, at: At) -> Option<At> {
        let index = self.replaced.binary_search_by_key(&at, |&(other, _)| other).ok()?;
        Some(self.replaced[index].1)
    }

    /// Returns whether this comparison of wall time has fewer values than the comparison of CPU time on a side.
    pub(crate) fn lacks_wall_time(&self, at: At) -> bool {
        self.lacking.binary_search(&at).is_ok()
    }
}

/// Returns whether each comparison of a report has another outcome than inconclusive, by the better clock. `None` if
/// nothing is compared.
#[must_use]
pub fn is_decided(report: &Report) -> Option<bool> {
    let clocks = Clocks::new(&report.tables);
    let (mut compared, mut is_decided) = (0, true);
    for (index, table) in report.tables.iter().enumerate() {
        for (number, row) in table.rows.iter().enumerate() {
            for found in row.comparisons.iter().filter(|found| found.sides().is_some()) {
                compared += 1;
                is_decided &= found.outcome != Outcome::Inconclusive
                    || clocks.judge_instead_of([index, number, found.column as usize]).is_some();
            }
        }
    }
    (0 < compared).then_some(is_decided)
}

/// The comparisons of all clocks.
#[derive(Default)]
struct Found {
    /// The comparisons that both clocks have.
    both: Vec<Both>,
    /// Comparisons by process CPU time if the benchmark has its own CPU time, with an index of `both`.
    others: Vec<(At, usize)>,
    lacking: Vec<At>,
}

/// Finds the comparisons of all clocks.
fn find(tables: &[Table]) -> Found {
    let mut found = Found::default();
    // The tables of one key follow each other.
    let mut start = 0;
    for group in tables.chunk_by(|a, b| a.key == b.key) {
        let indices = start..start + group.len();
        start = indices.end;
        let of_unit = |unit: &str| {
            let is_of = |&index: &usize| tables[index].unit.as_bytes() == unit.as_bytes();
            indices.clone().filter(is_of).collect::<Vec<usize>>()
        };
        let [walls, cpus @ ..] = CLOCKS.map(of_unit);
        for wall_table in walls {
            let wall = &tables[wall_table];
            let is_fit = |&&index: &&usize| has_same_columns(wall, &tables[index]);
            let cpus = cpus.iter().flatten().filter(is_fit);
            let cpus: Vec<CpuTable<'_>> =
                cpus.map(|&index| CpuTable::new(index, &tables[index].rows)).collect();
            let columns = if cpus.is_empty() { 0 } else { wall.columns.len() };
            for (wall_row, row) in wall.rows.iter().enumerate() {
                (0..columns)
                    .for_each(|column| found.add(&cpus, row, [wall_table, wall_row, column]));
            }
        }
    }
    found
}

impl Found {
    /// Adds a comparison of wall time, with those of the same row by other clocks.
    fn add(&mut self, cpus: &[CpuTable<'_>], row: &Row, wall: At) {
        let column = wall[2];
        let Some(comparison) = row.comparison(column as u32) else { return };
        let sizes = comparison.sides().map_or([0, 0], |sides| [sides.base_n, sides.n]);
        let mut found = cpus.iter().filter_map(|cpu| cpu.find(row, column, sizes));
        let Some((other, cpu, cpu_sizes)) = found.next() else { return };
        if sizes != cpu_sizes {
            self.lacking.push(wall);
        }
        if comparison.sides().is_none() {
            return;
        }
        self.others.extend(found.map(|(_, cpu, _)| (cpu, self.both.len())));
        let is_waiting = is_waiting(row, other, column as u32);
        let [a, b] = [row, other].map(|row| reach(row, column as u32));
        let reach = a.zip(b).filter(|_| !is_waiting).map(|(wall, cpu)| [wall, cpu]);
        self.both.push(Both { wall, cpu, reach, is_waiting });
    }
}

/// A table of CPU time.
struct CpuTable<'t> {
    index: usize,
    rows: &'t [Row],
    /// The rows, ordered by their keys.
    by_key: Vec<usize>,
}

impl<'t> CpuTable<'t> {
    fn new(index: usize, rows: &'t [Row]) -> CpuTable<'t> {
        let by_key = order(rows.len(), &mut |a, b| compare_keys(&rows[a], &rows[b]));
        CpuTable { index, rows, by_key }
    }

    /// Returns the row with the key of another row, and the position and the numbers of runs of its comparison in a
    /// column. `None` if it has fewer runs than these, because the clock that has all runs must judge the row.
    fn find(&self, row: &Row, column: usize, wall: [u32; 2]) -> Option<(&'t Row, At, [u32; 2])> {
        let at = self.by_key.binary_search_by(|&at| compare_keys(&self.rows[at], row)).ok()?;
        let found = &self.rows[self.by_key[at]];
        let cpu = found.comparison(column as u32)?.sides()?;
        let sizes = [cpu.base_n, cpu.n];
        let has_all = wall.iter().zip(&sizes).all(|(wall, cpu)| wall <= cpu);
        has_all.then_some((found, [self.index, self.by_key[at], column], sizes))
    }
}

fn compare_keys(a: &Row, b: &Row) -> Ordering {
    a.key.iter().map(Text::as_bytes).cmp(b.key.iter().map(Text::as_bytes))
}

fn has_same_columns(a: &Table, b: &Table) -> bool {
    let keys = |table: &Table| table.columns.iter().map(|column| column.key.clone()).collect();
    let [a, b]: [Vec<_>; 2] = [keys(a), keys(b)];
    a == b
}

/// Returns whether a benchmark mostly waits on one of the compared sides.
fn is_waiting(wall: &Row, cpu: &Row, column: u32) -> bool {
    let Some(comparison) = wall.comparison(column) else { return false };
    [comparison.base, column].into_iter().any(|column| {
        let center = |row: &Row| row.cell(column).map(|cell| cell.summary.center);
        center(wall).zip(center(cpu)).is_some_and(|(wall, cpu)| cpu < BUSY * wall)
    })
}

/// Returns by which factor, minus one, the bounds of a change differ from their middle.
fn reach(row: &Row, column: u32) -> Option<f64> {
    let shift = row.comparison(column)?.effect()?.shift?;
    let reach = math::sqrt(shift.interval.hi / shift.interval.lo) - 1.0;
    (shift.scale == ShiftScale::Ratio && reach.is_finite()).then_some(reach)
}
