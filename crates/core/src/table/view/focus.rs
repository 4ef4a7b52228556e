//! Parts of a report: the rows that the query's focus selects, in its order.
//!
//! Nothing is computed again, so the summaries of columns and of the whole report stay unchanged.

use super::order::{Outcomes, row_order_by, sort_tables};
use crate::base::Error;
use crate::project::some_units;
use crate::spec::{RowSelection, Sort, SortBy};
use crate::store::Store;
use crate::table::model::Outcome;
use crate::table::model::{Report, Row, Table};
use crate::unit::tidy;

/// Returns a unit in the form that tables use.
fn tidied(unit: &str) -> Vec<u8> {
    tidy(unit.as_bytes()).map_or_else(|| unit.as_bytes().to_vec(), |tidy| tidy.unit)
}

impl RowSelection {
    /// Checks that the requested units exist; `derived` contains the units that the query computes.
    ///
    /// # Errors
    ///
    /// The first unit that neither a log nor the query contains.
    pub(crate) fn check<'d>(
        &self,
        store: &'d Store,
        derived: impl Iterator<Item = &'d [u8]> + Clone,
    ) -> Result<(), Error> {
        let unknown = |unit: &&String| {
            let unit = tidied(unit);
            store.units.find_tidied(&unit).is_none() && !derived.clone().any(|known| known == unit)
        };
        let Some(unit) = self.units.iter().find(unknown) else { return Ok(()) };
        let known: Vec<String> = some_units(store, derived)
            .into_iter()
            .map(|unit| format!("`{}`", String::from_utf8_lossy(unit)))
            .collect();
        let message = format!("no result has the unit `{unit}`; there are {}", known.join(" "));
        Err(Error::of_setting("unit", message))
    }

    /// Returns whether tables of a tidied unit are shown.
    pub(crate) fn shows_unit(&self, unit: &[u8]) -> bool {
        self.units.is_empty() || self.units.iter().any(|wanted| tidied(wanted) == unit)
    }
}

impl Report {
    /// Returns the part of the report that the query's [`RowSelection`] selects by these outcomes, without samples; `None` if
    /// it selects everything.
    #[must_use]
    pub(crate) fn focused(&self, outcomes: Outcomes) -> Option<Report> {
        let is_default = self.query.focus.is_default();
        (!is_default).then(|| self.select(&self.in_focus(outcomes, "")))
    }

    /// Returns the indexes of the tables and rows that the query's [`RowSelection`] selects, in its order: the content of a
    /// chart of the whole report.
    #[doc(hidden)]
    #[must_use]
    pub fn shown(&self) -> Vec<(usize, Vec<u32>)> {
        self.found("")
    }

    /// Returns those that also match a search, with the syntax of [`row_order`](super::row_order).
    pub(crate) fn found(&self, search: &str) -> Vec<(usize, Vec<u32>)> {
        let mut shown = self.in_focus(Outcomes::Found, search);
        shown.retain(|(_, rows)| !rows.is_empty());
        shown
    }

    /// Returns the selection by these outcomes, including tables without remaining rows.
    fn in_focus(&self, outcomes: Outcomes, search: &str) -> Vec<(usize, Vec<u32>)> {
        let focus = &self.query.focus;
        let worst = || Sort { by: SortBy::Worst, ..Sort::default() };
        let sort = focus.sort.or_else(|| focus.top.map(|_| worst())).unwrap_or_default();
        let is_wanted = |table: &Table| focus.shows_unit(table.unit.as_bytes());
        let changed = |table: &Table, row: &Row| {
            let mut found = row.comparisons.iter().map(|one| outcomes.of(one, table));
            found.any(|o| matches!(o, Outcome::Regressed | Outcome::Improved | Outcome::Changed))
        };
        let tables = self.tables.iter().enumerate().filter(|(_, table)| is_wanted(table));
        let shown = tables.map(|(table, found)| {
            let mut rows = row_order_by(self, table, sort, outcomes, search);
            if focus.changed {
                rows.retain(|&row| changed(found, &found.rows[row as usize]));
            }
            if let Some(worse) = focus.worse {
                rows.retain(|&row| found.regressed_by(&found.rows[row as usize], worse, outcomes));
            }
            rows.truncate(focus.top.map_or(usize::MAX, |top| top as usize));
            (table, rows)
        });
        let mut shown = shown.collect::<Vec<_>>();
        if sort.by == SortBy::Worst {
            sort_tables(self, sort, outcomes, &mut shown);
        }
        shown
    }

    /// Returns some rows of some tables, in this order, without the tables that have no rows left.
    pub(crate) fn select(&self, shown: &[(usize, Vec<u32>)]) -> Report {
        let shown = || shown.iter().filter(|(_, rows)| !rows.is_empty());
        let table = |(index, rows): &(usize, Vec<u32>)| {
            let table = &self.tables[*index];
            Table {
                key: table.key.clone(),
                unit: table.unit.clone(),
                class: table.class,
                assumption: table.assumption,
                direction: table.direction,
                columns: table.columns.clone(),
                rows: rows.iter().map(|&row| table.rows[row as usize].clone()).collect(),
                machines: table.machines.clone(),
                hidden_rows: table.hidden_rows + (table.rows.len() - rows.len()) as u32,
            }
        };
        let tables: Vec<Table> = shown().map(table).collect();
        let is_wanted = |table: &&Table| self.query.focus.shows_unit(table.unit.as_bytes());
        let all: usize = self.tables.iter().filter(is_wanted).map(|table| table.rows.len()).sum();
        let left: usize = tables.iter().filter(is_wanted).map(|table| table.rows.len()).sum();
        let mut hidden_units = self.hidden_units.clone();
        for table in self.tables.iter().filter(|table| !is_wanted(table)) {
            if !hidden_units.contains(&table.unit) {
                hidden_units.push(table.unit.clone());
            }
        }
        Report {
            query: self.query.clone(),
            is_paired: self.is_paired,
            is_of_harnesses: self.is_of_harnesses,
            plain_names: self.plain_names.clone(),
            inputs: self.inputs.clone(),
            reading: self.reading.clone(),
            alpha: self.alpha,
            confidence: self.confidence,
            table_fields: self.table_fields.clone(),
            row_fields: self.row_fields.clone(),
            col_fields: self.col_fields.clone(),
            runs_for_interval: self.runs_for_interval,
            runs_for_difference: self.runs_for_difference,
            pairs_for_difference: self.pairs_for_difference,
            hidden_rows: self.hidden_rows + (all - left) as u32,
            hidden_units,
            tables,
            notes: self.notes.clone(),
            order: self.order,
            analysis: self.analysis.clone(),
            mismatches: Vec::new(),
        }
    }
}
