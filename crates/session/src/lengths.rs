//! Bars in a table with one column: each value next to the other values of its group.
//!
//! Takes a table; gives lengths from 0 to 1 and ratios. Must not know how wide a bar is.
//!
//! Rows whose names begin with the same part, up to the first `/`, are a group. Rows whose first part no other row has
//! are a group as well, because a bar without another bar shows nothing.

use benchlens_core::base::{Text, order};
use benchlens_core::table::{Row, Table};
use benchlens_core::unit::Direction;

use crate::typography::times;

/// The lengths of a table's values.
#[derive(Debug, Clone)]
pub(crate) struct Lengths {
    is_higher_better: bool,
    /// The first group has the rows whose first part no other row has.
    groups: Vec<Group>,
    /// For each row, the index of its group.
    group_of: Vec<u32>,
}

/// The values of a group.
#[derive(Debug, Clone, Copy)]
struct Group {
    values: usize,
    min: f64,
    max: f64,
}

const EMPTY: Group = Group { values: 0, min: f64::INFINITY, max: 0.0 };

impl Group {
    /// Returns whether there are values to compare.
    fn is_shown(&self) -> bool {
        2 <= self.values && self.max != 0.0
    }
}

/// Returns the value of a row in the only column, if it can have a length.
fn value(row: &Row) -> Option<f64> {
    let center = row.cell(0)?.summary.center;
    (0.0 <= center && center.is_finite()).then_some(center)
}

/// Returns the first part of a row's name.
fn first_part(row: &Row) -> &[u8] {
    let name = row.key.get(0).map(Text::as_bytes).unwrap_or_default();
    &name[..name.iter().position(|&byte| byte == b'/').unwrap_or(name.len())]
}

impl Lengths {
    /// Returns the lengths of a table with one column, or `None` if there is nothing to compare.
    pub(crate) fn of(table: &Table) -> Option<Lengths> {
        let rows = &table.rows;
        if table.columns.len() != 1 {
            return None;
        }
        let part = |row: usize| first_part(&rows[row]);
        let by_name = order(rows.len(), &mut |a, b| part(a).cmp(part(b)));
        let mut groups = vec![EMPTY];
        let mut group_of = vec![0; rows.len()];
        let mut is_member = false;
        for (at, &row) in by_name.iter().enumerate() {
            let is_first = !is_member;
            is_member = by_name.get(at + 1).is_some_and(|&next| part(next) == part(row));
            if is_first && is_member {
                groups.push(EMPTY);
            }
            let group = if is_first && !is_member { 0 } else { groups.len() - 1 };
            group_of[row] = group as u32;
            if let Some(value) = value(&rows[row]) {
                let Group { values, min, max } = &mut groups[group];
                (*values, *min, *max) = (*values + 1, min.min(value), max.max(value));
            }
        }
        let is_higher_better = table.direction == Some(Direction::Higher);
        let is_shown = groups.iter().any(Group::is_shown);
        is_shown.then_some(Lengths { is_higher_better, groups, group_of })
    }

    /// Returns the length of a row and its ratio to the best value of its group, or `None` if there is nothing to
    /// compare it with. The ratio to 0 is empty.
    pub(crate) fn length(&self, table: &Table, row: usize) -> Option<(f64, String)> {
        let value = value(&table.rows[row])?;
        let group = self.groups[self.group_of[row] as usize];
        let best = if self.is_higher_better { group.max } else { group.min };
        let ratio = if best == 0.0 { String::new() } else { times(value / best) };
        group.is_shown().then_some((value / group.max, ratio))
    }
}
