//! A shift that all rows have in common, and that the machine may have caused.

use crate::base::{Numbered, Text, write_name};
use crate::stats::{CommonShift, Moved};
use crate::table::model::{Assumption, Note, Row, RunOrder, Table};

/// The ratios of the rows of a unit in a column, over all tables.
struct Ratios<'t> {
    unit: &'t Text,
    column: Vec<u8>,
    moved: Moved,
}

/// Returns whether the values of a cell do not vary, as far as its interval shows.
pub(super) fn is_constant(row: &Row, column: u32) -> bool {
    row.cell(column).is_some_and(|cell| cell.summary.lo == cell.summary.hi)
}

/// Returns the clearest common shift of a report with this run order and significance level: the one with the most rows.
pub(in crate::table) fn common_shift(
    tables: &[Table],
    order: Option<RunOrder>,
    alpha: f64,
) -> Option<Note> {
    let mut groups: Vec<Ratios<'_>> = Vec::new();
    let mut numbers = Numbered::default();
    for table in tables.iter().filter(|table| table.assumption == Assumption::Nothing) {
        for (index, column) in (0..).zip(&table.columns).filter(|(_, column)| column.base.is_some())
        {
            let mut name = Vec::new();
            write_name(&mut name, &column.key);
            let key = [table.unit.as_bytes(), b"\0", &name].concat();
            let number = numbers.number(&key) as usize;
            if number == groups.len() {
                groups.push(Ratios { unit: &table.unit, column: name, moved: Moved::default() });
            }
            let group = &mut groups[number];
            for row in &table.rows {
                let Some(found) = row.comparison(index) else { continue };
                let sides = found.sides().filter(|_| !found.is_control());
                let Some(sides) = sides else { continue };
                // Counts that do not vary are independent of the machine.
                let is_counted = is_constant(row, found.base) && is_constant(row, index);
                // The movement of control benchmarks is already reported.
                let ratio = found.corrected_center(&sides) / sides.base_center;
                if !is_counted && 0.0 < ratio && ratio.is_finite() {
                    let is_significant = found.test().is_some_and(|test| test.significant);
                    group.moved.ratios.push(ratio);
                    group.moved.significant += u32::from(is_significant);
                }
            }
        }
    }
    // The machine moves both sides of interleaved runs alike.
    if order == Some(RunOrder::Interleaved) {
        return None;
    }
    let is_sequential = order.is_none_or(RunOrder::is_weak);
    let differing = groups.into_iter().filter(|group| group.moved.significant != 0);
    let reported = differing.filter_map(|mut group| {
        let shift = if is_sequential {
            CommonShift::find_sequential(&mut group.moved, alpha)?
        } else {
            CommonShift::find(&mut group.moved, alpha)?
        };
        Some((shift, group))
    });
    let (shift, group) = reported.reduce(|a, b| if a.0.moved < b.0.moved { b } else { a })?;
    let CommonShift { order, rows, moved, low, high } = shift;
    let column = Text::from(&group.column[..]);
    Some(Note::CommonShift { unit: group.unit.clone(), column, order, rows, moved, low, high })
}
