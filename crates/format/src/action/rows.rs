//! Combines the entries of one list, each with a name, a value and a unit, into rows.
//!
//! For several units of a benchmark, github-action-benchmark writes them into the first entry after tabs, and again as
//! entries `NAME - UNIT`. Both become one row.

use crate::Number;
use crate::decimal::scaled;
use crate::json::{Cursor, Out, Stop};
use crate::names::Name;
use crate::times::unit_of_benchmark;
use benchlens_base::Numbered;

#[derive(Debug, Default)]
pub(super) struct Rows {
    rows: Vec<Row>,
    /// The last row of each name; names have numbers.
    last: Vec<usize>,
    names: Numbered,
    /// The indexes of units in rows, by row and unit.
    indices: Vec<usize>,
    units: Numbered,
    taken: Row,
    /// The unit of the entry as written.
    unit: Vec<u8>,
}

#[derive(Debug, Default)]
struct Row {
    name: Vec<u8>,
    values: Vec<Number>,
    units: Vec<Vec<u8>>,
}

impl Rows {
    pub(super) fn clear(&mut self) {
        *self = Rows::default();
    }

    /// Reads an entry.
    pub(super) fn take(&mut self, value: &mut Cursor<'_>) -> Result<(), Stop> {
        let (mut name, mut text, mut unit) = (None, None, None);
        self.taken = Row::default();
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"name" => name = Some(value.string()?.text().into_owned()),
                b"value" => text = Some(value.number()?),
                b"unit" => unit = value.scalar()?,
                _ => value.skip()?,
            }
        }
        let (Some(name), Some(text)) = (name, text) else {
            return value.lacks("the members `name` and `value`");
        };
        self.taken.name = name;
        self.unit = unit.unwrap_or_default().into_owned();
        let mut parts = self.unit.split(|b| *b == b'\t').map(<[u8]>::trim_ascii);
        let Some(()) = self.taken.add(text, parts.next().unwrap_or_default()) else {
            return value.lacks("a number as `value`");
        };
        for part in parts {
            // `12.5 B/op`
            let Some(at) = part.iter().position(|b| *b == b' ') else { continue };
            self.taken.add(&part[..at], part[at + 1..].trim_ascii());
        }
        Ok(())
    }

    /// Stores the entry, as a row or as a part of one.
    pub(super) fn keep(&mut self) {
        let taken = std::mem::take(&mut self.taken);
        let ending = [b" - ", &self.unit[..]].concat();
        let base = taken.name.strip_suffix(&ending[..]).filter(|base| !base.is_empty());
        let Some(base) = base.filter(|_| !self.unit.is_empty()).map(<[u8]>::to_vec) else {
            return self.push(taken);
        };
        let row = self.names.find(&base).map(|number| self.last[number as usize]);
        let (Some(row), [unit, ..]) = (row, &taken.units[..]) else {
            return self.push(Row { name: base, ..taken });
        };
        match self.units.find(&unit_key(row, unit)).map(|number| self.indices[number as usize]) {
            // The row already contains this value.
            Some(at) if self.rows[row].values[at].to_f64() == taken.values[0].to_f64() => {}
            Some(_) => self.push(Row { name: base, ..taken }),
            None => {
                let first = self.rows[row].units.len();
                self.index(row, first, &taken.units);
                self.rows[row].values.extend(taken.values);
                self.rows[row].units.extend(taken.units);
            }
        }
    }

    /// Adds a row.
    fn push(&mut self, row: Row) {
        let index = self.rows.len();
        let number = self.names.number(&row.name) as usize;
        self.last.resize(self.last.len().max(number + 1), index);
        self.last[number] = index;
        self.index(index, 0, &row.units);
        self.rows.push(row);
    }

    /// Stores the indexes of the units of a row; the first one of equal units is used.
    fn index(&mut self, row: usize, first: usize, units: &[Vec<u8>]) {
        for (index, unit) in (first..).zip(units) {
            if self.units.number(&unit_key(row, unit)) as usize == self.indices.len() {
                self.indices.push(index);
            }
        }
    }

    /// Returns whether the first benchmark is repeated.
    pub(super) fn is_first_repeated(&self) -> bool {
        let Some((first, others)) = self.rows.split_first() else { return false };
        others.iter().any(|row| row.name == first.name)
    }

    /// Pushes all rows; returns whether there were any.
    pub(super) fn emit(&mut self, tool: &[u8], suite: &[u8], out: &mut Out<'_>) -> bool {
        let better: &[u8] = match tool {
            b"customBiggerIsBetter" => b"higher",
            b"customSmallerIsBetter" => b"lower",
            _ => b"",
        };
        let mut name = Name::default();
        out.go_names(tool == b"go");
        for row in &self.rows {
            let own = match tool {
                // Go's logs begin each line with this word.
                b"go" => row.name.strip_prefix(b"Benchmark").unwrap_or(&row.name),
                _ => &row.name,
            };
            name.begin(own);
            if !suite.is_empty() {
                name.key(b"suite", suite);
            }
            for unit in row.units.iter().filter(|_| !better.is_empty()) {
                out.unit(unit, b"better", better);
            }
            out.result_in(name.text(), 1, &row.values, &row.units, false);
        }
        let has_rows = !self.rows.is_empty();
        self.clear();
        has_rows
    }
}

/// Returns a text for a unit of a row.
fn unit_key(row: usize, unit: &[u8]) -> Vec<u8> {
    [&row.to_le_bytes()[..], unit].concat()
}

impl Row {
    fn add(&mut self, text: &[u8], unit: &[u8]) -> Option<()> {
        let (unit, factor) = unit_of_benchmark(unit);
        self.values.push(scaled(text, factor).ok()?);
        self.units.push(unit);
        Some(())
    }
}
