//! Which clock shows changes better: wall time or CPU time.
//!
//! Takes finished tables with estimated changes; gives how precisely each clock shows the changes of the rows that both
//! have, except for benchmarks that mostly wait. On a busy machine, wall time includes the time for which other programs
//! run.

use crate::base::sort::sort_numbers;
use crate::stats::{ShiftScale, math, median};
use crate::table::model::{Note, Row, Table};

/// The tidied unit of wall time.
const WALL_TIME: &str = "sec/op";
/// The tidied units of CPU time: of the benchmark, and of its process.
const CPU_TIMES: [&str; 2] = ["cpu-sec/op", "process-cpu-sec/op"];

/// How many times more precise the better clock is at least.
const CLEARLY: f64 = 1.25;

/// If CPU time is less than this share of wall time, the benchmark mostly waits, and CPU time does not show how long.
const BUSY: f64 = 0.5;

/// Returns the precision of both clocks: the median over all comparisons of the factor by which the bounds of the
/// interval differ from its middle.
pub(in crate::table) fn clocks(tables: &[Table]) -> Option<Note> {
    let (mut walls, mut cpus) = (Vec::new(), Vec::new());
    let of_unit = |unit: &str| {
        let unit = unit.to_owned();
        tables.iter().filter(move |table| table.unit.as_bytes() == unit.as_bytes())
    };
    for wall in of_unit(WALL_TIME) {
        let cpus_of = CPU_TIMES.iter().flat_map(|unit| of_unit(unit));
        for cpu in cpus_of.filter(|cpu| cpu.key == wall.key && has_same_columns(wall, cpu)) {
            for row in &wall.rows {
                let Some(other) = cpu.rows.iter().find(|other| other.key == row.key) else {
                    continue;
                };
                for column in 0..wall.columns.len() as u32 {
                    if is_waiting(row, other, column) {
                        continue;
                    }
                    let both = reach(row, column).zip(reach(other, column));
                    walls.extend(both.map(|(wall, _)| wall));
                    cpus.extend(both.map(|(_, cpu)| cpu));
                }
            }
        }
    }
    sort_numbers(&mut walls);
    sort_numbers(&mut cpus);
    if walls.is_empty() {
        return None;
    }
    let (wall, cpu) = (median(&walls), median(&cpus));
    (CLEARLY * wall.min(cpu) < wall.max(cpu)).then_some(Note::Clocks { wall, cpu })
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
