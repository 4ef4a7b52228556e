//! Rows that both sides have, although the configuration puts them into different tables.
//!
//! Takes the rows that `table/notes/mismatch` found; gives a result for each row that a rule matches. Guarantees that
//! such a row counts neither as missing nor as new.

use super::compared::result;
use super::enforcer::Enforcer;
use crate::base::Text;
use crate::gate::{Decision, RuleResult, Term};
use crate::table::{CellIndex, Mismatch, MismatchRow, Table};

impl Enforcer<'_> {
    /// Judges rows that both sides have in different tables.
    pub(super) fn mismatched(&mut self, tables: &[Table], found: &Mismatch) {
        let gate = self.gate;
        let index = found.table as usize;
        let (table, places) = (&tables[index], &self.cells.tables[index]);
        let keys = found.keys.iter().map(|key| key.key.as_bytes());
        let more = found.more_keys.then_some(&b"more"[..]);
        let keys: Vec<&[u8]> = keys.chain(more).collect();
        let keys = Text::from(&keys.join(&b", "[..])[..]);
        let mut rows = places.cells.chunk_by(|a, b| a.row == b.row).zip(0..);
        for &MismatchRow { new: row, .. } in &found.rows {
            let stretch = rows.by_ref().find(|&(_, at)| at == row).map(|(cells, _)| cells);
            let of_column = |cell: &&CellIndex| cell.column == found.column;
            let Some(place) = stretch.and_then(|cells| cells.iter().find(of_column)) else {
                continue;
            };
            let key = &table.rows[row as usize].key;
            let Some(number) = self.rule_of(places.unit, place, key, true) else { continue };
            let rule = &gate.rules[number];
            let is_reported = rule.has(Term::Warn) || gate.allows_mismatch == Some(true);
            let decision = if is_reported { Decision::MismatchAllowed } else { Decision::Mismatch };
            let result = result([found.table, row, found.column], number);
            self.outcome.results.push(RuleResult { decision, key: Some(keys.clone()), ..result });
        }
    }
}
