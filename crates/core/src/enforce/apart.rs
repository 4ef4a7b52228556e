//! Rows that both sides have, though configuration keeps them in different tables.
//!
//! Takes what `table/apart` found; gives a result for each row that a rule matches. Guarantees that such a
//! row counts neither as missing nor as new.

use std::collections::BTreeSet;

use super::{Enforcer, result};
use crate::base::Text;
use crate::gate::{Decision, RuleResult};
use crate::project::KeyId;
use crate::table::{Apart, ApartRow, CellPlace, Cells, Comparison, Outcome, Table, TableCells};

/// Where rows stand that the keys of tables keep apart: a side that has its other side elsewhere
/// is neither missing nor new.
pub(super) struct ApartPlaces {
    /// Table, row and column of new sides.
    new: BTreeSet<(u32, u32, u32)>,
    /// Table and row of baselines, with the columns that the other tables have.
    bases: BTreeSet<(u32, u32, KeyId)>,
}

impl ApartPlaces {
    pub(super) fn new(cells: &Cells, apart: &[Apart]) -> Self {
        let (mut new, mut bases) = (BTreeSet::new(), BTreeSet::new());
        for group in apart {
            let column = cells.tables[group.table as usize].columns[group.column as usize];
            for row in &group.rows {
                new.insert((group.table, row.new, group.column));
                bases.insert((group.base_table, row.base, column));
            }
        }
        ApartPlaces { new, bases }
    }

    pub(super) fn holds(
        &self,
        table: (usize, &TableCells),
        row: usize,
        comparison: &Comparison,
    ) -> bool {
        let (table, row, column) = ((table.0 as u32, table.1), row as u32, comparison.column);
        match comparison.outcome {
            Outcome::New => self.new.contains(&(table.0, row, column)),
            Outcome::Missing => {
                self.bases.contains(&(table.0, row, table.1.columns[column as usize]))
            }
            _ => false,
        }
    }
}

impl Enforcer<'_> {
    /// Rows that both sides have, though in different tables.
    pub(super) fn kept_apart(&mut self, tables: &[Table], apart: &Apart) {
        let gate = self.gate;
        let index = apart.table as usize;
        let (table, places) = (&tables[index], &self.cells.tables[index]);
        let keys: Vec<&[u8]> = apart.keys.iter().map(|key| key.key.as_bytes()).collect();
        let keys = Text::from(&keys.join(&b", "[..])[..]);
        let mut rows = places.cells.chunk_by(|a, b| a.row == b.row).zip(0..);
        for &ApartRow { new: row, .. } in &apart.rows {
            let stretch = rows.by_ref().find(|&(_, at)| at == row).map(|(cells, _)| cells);
            let of_column = |cell: &&CellPlace| cell.column == apart.column;
            let Some(place) = stretch.and_then(|cells| cells.iter().find(of_column)) else {
                continue;
            };
            let key = &table.rows[row as usize].key;
            let Some(number) = self.rule_of(places.unit, place, key, true) else { continue };
            let rule = &gate.rules[number];
            let is_told = rule.report_only || gate.allows_apart == Some(true);
            let decision = if is_told { Decision::ApartAllowed } else { Decision::Apart };
            let result = result((apart.table, row, apart.column), number);
            self.outcome.results.push(RuleResult { decision, key: Some(keys.clone()), ..result });
        }
    }
}
