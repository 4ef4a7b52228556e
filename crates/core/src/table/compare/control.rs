//! Control benchmarks: their code did not change, so their movement is removed from the other rows.
//!
//! Takes a filter, the cells of both sides and how runs are paired; gives the control benchmarks of each table, and
//! their movement in each pair or block. A row is a control if all of its results match. Guarantees that a block has at
//! least three controls or no shift, and that too few controls are an error. Must not know the tests. Exact values are
//! compared as without controls, and so are units that the filter excludes.

use super::pairing::{Pairing, Runs, each_block};
use super::shifts::Shifts;
use crate::base::sort::{sort_copies, sort_numbers};
use crate::base::{Error, Numbered, PairInterner, Sentence, Text, write_name};
use crate::project::{Filter, KeyId};
use crate::stats::{LEAST_CONTROLS, control_ratio, median, middle_ratio};
use crate::store::Store;
use crate::table::group::cells::{Cells, Coverage, TableCells};
use crate::table::group::index::{CellIndex, rows_of};
use crate::table::group::units::UnitFacts;
use crate::table::model::{Assumption, Note};

/// The control benchmarks of a report, by table.
pub(crate) struct Controls<'s> {
    tables: Vec<TableControls<'s>>,
}

/// The controls of a table; empty if the table is not corrected.
#[derive(Default)]
pub(in crate::table) struct TableControls<'s> {
    /// The rows, ascending.
    rows: Vec<KeyId>,
    /// The comparisons: the columns of baseline and new side.
    columns: PairInterner<(u32, u32)>,
    shifts: Vec<Shifts<'s>>,
}

impl<'s> TableControls<'s> {
    pub(super) fn has(&self, row: KeyId) -> bool {
        self.rows.binary_search(&row).is_ok()
    }

    /// Returns the movement of the controls in a comparison; `None` if the table is not corrected.
    pub(super) fn shifts(&self, base: u32, column: u32) -> Option<&Shifts<'s>> {
        Some(&self.shifts[self.columns.find((base, column))? as usize])
    }
}

impl<'s> Controls<'s> {
    pub(in crate::table) fn of_table(&self, table: usize) -> &TableControls<'s> {
        &self.tables[table]
    }
}

/// The input of a search for controls.
struct Search<'a, 's> {
    store: &'s Store,
    cells: &'a Cells,
    pairing: &'a Pairing,
    table: &'a TableCells,
}

impl<'s> Controls<'s> {
    /// Finds the controls of all tables.
    ///
    /// # Errors
    ///
    /// A table that the filter concerns has too few controls.
    pub(in crate::table) fn find(
        store: &'s Store,
        cells: &Cells,
        units: &[UnitFacts],
        filter: &Filter,
        pairing: &Pairing,
    ) -> Result<Controls<'s>, Error> {
        let (mut is_compared, mut is_concerned) = (false, false);
        let mut tables = Vec::with_capacity(units.len());
        for (table, unit) in cells.tables.iter().zip(units) {
            let mut found = TableControls::default();
            is_compared |= rows_of(&table.cells).any(|row| table.bases.sides(row).count() != 0);
            let is_matched = filter.may_keep_unit(cells.derived.unit_text(store, table.unit));
            if is_matched && unit.assumption != Assumption::Exact {
                let search = Search { store, cells, pairing, table };
                found = search.controls(filter)?;
                is_concerned |= !found.shifts.is_empty();
            }
            tables.push(found);
        }
        if is_compared && !is_concerned {
            let message = " matches no unit that is compared in pairs";
            return Err(Error::range("control", Sentence::setting("control").and(message)));
        }
        Ok(Controls { tables })
    }

    /// Returns the notes on the correction: one for each unit and column.
    pub(in crate::table) fn notes(&self, store: &Store, cells: &Cells) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        let mut numbers = Numbered::default();
        for (table, controls) in cells.tables.iter().zip(&self.tables) {
            for (&(_, column), shifts) in controls.columns.keys().iter().zip(&controls.shifts) {
                let unit = cells.derived.unit_text(store, table.unit);
                let name = column_name(cells, table, column);
                let number = numbers.number(&[unit, b"\0", &name].concat()) as usize;
                if number == notes.len() {
                    notes.push(Note::Control {
                        unit: Text::from(unit),
                        column: Text::from(&name[..]),
                        rows: 0,
                        low: shifts.median,
                        high: shifts.median,
                        without: 0,
                    });
                }
                let Note::Control { rows, low, high, without, .. } = &mut notes[number] else {
                    continue;
                };
                *rows += shifts.found.usable;
                *without += shifts.found.without;
                (*low, *high) = (low.min(shifts.median), high.max(shifts.median));
            }
        }
        notes
    }
}

fn column_name(cells: &Cells, table: &TableCells, column: u32) -> Vec<u8> {
    let mut name = Vec::new();
    write_name(&mut name, &cells.projections.col.texts().get(table.columns[column as usize]));
    name
}

impl<'s> Search<'_, 's> {
    /// Returns the controls of a table, with their movement.
    fn controls(&self, filter: &Filter) -> Result<TableControls<'s>, Error> {
        let mut found = TableControls::default();
        for row in rows_of(&self.table.cells) {
            let is_control = row.iter().all(|index| {
                self.cells.coverage(self.store, filter, self.table.unit, index) == Coverage::All
            });
            if is_control {
                found.rows.push(row[0].row);
            }
            for (base, new) in self.table.bases.sides(row) {
                let number = found.columns.intern((base.column, new.column)) as usize;
                if number == found.shifts.len() {
                    found.shifts.push(Shifts::default());
                }
                if is_control {
                    self.add([base, new], &mut found.shifts[number])?;
                }
            }
        }
        found.rows.sort_unstable();
        for (&(_, column), shifts) in found.columns.keys().iter().zip(&mut found.shifts) {
            settle(shifts);
            if shifts.ratios.is_empty() {
                return Err(self.too_few(column, shifts));
            }
        }
        Ok(found)
    }

    /// Adds the ratios of a control.
    fn add(&self, sides: [&CellIndex; 2], shifts: &mut Shifts<'s>) -> Result<(), Error> {
        let runs = |index| {
            let in_order = self.cells.in_order(self.store, index);
            Runs::of(self.pairing, self.store, self.cells, index, &in_order)
        };
        let sides = sides.map(|index| (index, runs(index)));
        let [(_, old), (index, new)] = &sides;
        if shifts.found.rows.is_empty() {
            shifts.runs = old.len();
        }
        shifts.found.rows.push(index.row);
        let is_even = [old.len(), new.len()] == [shifts.runs; 2];
        if *self.pairing == Pairing::Places && !is_even {
            return Err(self.uneven(index, [old.len(), new.len()], shifts));
        }
        let before = shifts.ratios.len();
        each_block(&sides.map(|(_, runs)| runs), &mut |block, sides| {
            let [old, new] = sides.map(|runs| {
                let mut values: Vec<f64> = runs.iter().map(|run| run.1).collect();
                sort_numbers(&mut values);
                median(&values)
            });
            let ratio = new / old;
            if 0.0 < old && 0.0 < ratio && ratio.is_finite() {
                shifts.ratios.push((block, ratio));
            } else {
                shifts.found.without += 1;
            }
        });
        shifts.found.usable += u32::from(before < shifts.ratios.len());
        Ok(())
    }

    fn too_few(&self, column: u32, shifts: &Shifts<'_>) -> Error {
        let rows = &shifts.found.rows;
        let names: Vec<String> =
            rows.iter().take(LEAST_CONTROLS).map(|&row| self.row_name(row)).collect();
        let more = if LEAST_CONTROLS < rows.len() { ", …" } else { "" };
        let (count, noun, names) = match rows.len() {
            0 => ("no".to_owned(), "row", String::new()),
            count => {
                let noun = if count == 1 { "row" } else { "rows" };
                (count.to_string(), noun, format!(" ({}{more})", names.join(", ")))
            }
        };
        let why = if rows.len() < LEAST_CONTROLS {
            format!(
                ": name at least {LEAST_CONTROLS} whose code is the same on both sides, with all \
                 their results"
            )
        } else {
            format!(
                ", but no pair has {LEAST_CONTROLS} of them with values above 0 on both sides: name \
                 others, or a unit in the filter, such as .unit:sec/op, to leave this one as it is"
            )
        };
        let (unit, column) = (self.unit(), self.column(column));
        let message = format!(" matches {count} {noun} of {unit} in {column}{names}{why}");
        Error::range("control", Sentence::setting("control").and(message))
    }

    fn uneven(&self, index: &CellIndex, [old, new]: [usize; 2], shifts: &Shifts<'_>) -> Error {
        let (row, unit) = (self.row_name(index.row), self.unit());
        let message = format!(
            ": {row} has {old} and {new} runs of {unit} in {}, and each control benchmark needs {} on both \
             sides; ",
            self.column(index.column),
            shifts.runs
        );
        let message = Sentence::setting("control").and(message).and_setting("pair=loose");
        Error::range("control", message.and(" ignores extra runs"))
    }

    fn row_name(&self, row: KeyId) -> String {
        let mut name = Vec::new();
        write_name(&mut name, &self.cells.projections.row.texts().get(row));
        String::from_utf8_lossy(&name).into_owned()
    }

    fn unit(&self) -> String {
        let unit = self.cells.derived.unit_text(self.store, self.table.unit);
        String::from_utf8_lossy(unit).into_owned()
    }

    /// Returns the label of a column, with the table where several tables have this unit.
    fn column(&self, column: u32) -> String {
        let mut name = b"`".to_vec();
        name.extend_from_slice(&column_name(self.cells, self.table, column));
        if 1 < self.cells.tables.iter().filter(|table| table.unit == self.table.unit).count() {
            name.extend_from_slice(b"`, table `");
            write_name(&mut name, &self.cells.projections.table.texts().get(self.table.key));
        }
        name.push(b'`');
        String::from_utf8_lossy(&name).into_owned()
    }
}

/// Reduces the ratios of all controls to one for each block that has enough of them.
fn settle(shifts: &mut Shifts<'_>) {
    let mut all = std::mem::take(&mut shifts.ratios);
    sort_copies(&mut all, &mut |a, b| a.0.cmp(&b.0));
    let mut block = Vec::new();
    for of_block in all.chunk_by(|a, b| a.0 == b.0) {
        block.clear();
        block.extend(of_block.iter().map(|(_, ratio)| *ratio));
        shifts.ratios.extend(control_ratio(&mut block).map(|ratio| (of_block[0].0, ratio)));
    }
    let mut medians: Vec<f64> = shifts.ratios.iter().map(|(_, ratio)| *ratio).collect();
    sort_numbers(&mut medians);
    shifts.median = if medians.is_empty() { 1.0 } else { middle_ratio(&medians) };
}
