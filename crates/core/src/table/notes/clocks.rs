//! Which clock shows changes better: wall time or CPU time.
//!
//! Takes finished tables with estimated changes; gives how precisely each clock shows the changes of the rows that both
//! have, except for benchmarks that mostly wait, and which clock judges each comparison. On a busy machine, wall time
//! includes the time for which other programs run.

use std::cmp::Ordering;

use crate::base::Text;
use crate::base::sort::{order, sort_copies, sort_numbers};
use crate::stats::{ShiftScale, math, median};
use crate::table::model::{Comparison, Note, Outcome, Report, Row, Sides, Table};
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
    /// Ascending.
    replaced: Vec<At>,
}

impl Clocks {
    pub(crate) fn new(tables: &[Table]) -> Clocks {
        let (all, mut replaced) = both(tables);
        let [mut walls, mut cpus]: [Vec<f64>; 2] =
            [0, 1].map(|clock| all.iter().filter_map(|both| Some(both.reach?[clock])).collect());
        sort_numbers(&mut walls);
        sort_numbers(&mut cpus);
        let reach = (!walls.is_empty()).then(|| [median(&walls), median(&cpus)]);
        let is_cpu_better = reach.is_some_and(|[wall, cpu]| CLEARLY * cpu < wall);
        let by_other =
            |both: &Both| if is_cpu_better && !both.is_waiting { both.wall } else { both.cpu };
        replaced.extend(all.iter().map(by_other));
        sort_copies(&mut replaced, &mut |a, b| a.cmp(b));
        Clocks { reach, replaced }
    }

    /// Returns the note about clocks of which one is clearly more precise.
    pub(in crate::table) fn note(&self) -> Option<Note> {
        let [wall, cpu] = self.reach?;
        (CLEARLY * wall.min(cpu) < wall.max(cpu)).then_some(Note::Clocks { wall, cpu })
    }

    /// Returns whether another clock of the same benchmark judges a comparison: CPU time if it is clearly more precise
    /// and the benchmark does not mostly wait, and wall time otherwise.
    pub(crate) fn is_judged_by_other(&self, at: At) -> bool {
        self.replaced.binary_search(&at).is_ok()
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
                    || clocks.is_judged_by_other([index, number, found.column as usize]);
            }
        }
    }
    (0 < compared).then_some(is_decided)
}

/// Returns the comparisons that both clocks have, and comparisons by process CPU time if the benchmark has its own CPU
/// time.
fn both(tables: &[Table]) -> (Vec<Both>, Vec<At>) {
    let of_unit = |unit: &'static str| {
        let tables = tables.iter().enumerate();
        tables.filter(move |(_, table)| table.unit.as_bytes() == unit.as_bytes())
    };
    let [wall_unit, cpu_units @ ..] = CLOCKS;
    let (mut all, mut others) = (Vec::new(), Vec::new());
    for (wall_table, wall) in of_unit(wall_unit) {
        let is_fit =
            |(_, cpu): &(usize, &Table)| cpu.key == wall.key && has_same_columns(wall, cpu);
        let cpus = cpu_units.into_iter().flat_map(of_unit).filter(is_fit);
        let cpus: Vec<CpuTable<'_>> =
            cpus.map(|(index, cpu)| CpuTable::new(index, &cpu.rows)).collect();
        let columns = if cpus.is_empty() { 0 } else { wall.columns.len() };
        for (wall_row, row) in wall.rows.iter().enumerate() {
            for column in 0..columns {
                let sides = row.comparison(column as u32).and_then(Comparison::sides);
                let Some(sides) = sides else { continue };
                let mut found = cpus.iter().filter_map(|cpu| cpu.find(row, column, &sides));
                let Some((other, cpu)) = found.next() else { continue };
                others.extend(found.map(|(_, cpu)| cpu));
                let is_waiting = is_waiting(row, other, column as u32);
                let [a, b] = [row, other].map(|row| reach(row, column as u32));
                let reach = a.zip(b).filter(|_| !is_waiting).map(|(wall, cpu)| [wall, cpu]);
                all.push(Both { wall: [wall_table, wall_row, column], cpu, reach, is_waiting });
            }
        }
    }
    (all, others)
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

    /// Returns the row with the key of another row, and the position of its comparison in a column. `None` if it has
    /// fewer runs than these sides, because the clock that has all runs must judge the row.
    fn find(&self, row: &Row, column: usize, wall: &Sides) -> Option<(&'t Row, At)> {
        let at = self.by_key.binary_search_by(|&at| compare_keys(&self.rows[at], row)).ok()?;
        let found = &self.rows[self.by_key[at]];
        let cpu = found.comparison(column as u32)?.sides()?;
        let has_all = wall.base_n <= cpu.base_n && wall.n <= cpu.n;
        has_all.then_some((found, [self.index, self.by_key[at], column]))
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
