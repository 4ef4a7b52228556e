//! Derivations applied: values line by line.
//!
//! Takes a store; gives the values of derived columns. A variable that depends only on the name is looked up once a
//! series, and units are resolved once a layout. Must not know how expressions are written.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::derivation::Derivation;
use super::lowest::Lowest;
use super::procs::gomaxprocs_text;
use super::steps::Variable;
use crate::base::{Text, parse_float};
use crate::project::{Key, Schema, key_value};
use crate::store::{RowIndex, RowRoom, Store};
use crate::unit::is_of_load_tests;

/// Columns from this number on are derived: this one is the first expression, the next one the second.
const FIRST: u32 = 1 << 31;

/// All derivations of a query, ready for the results of a store.
#[derive(Debug, Clone, Default)]
pub(crate) struct Derived {
    all: Vec<Bound>,
}

#[derive(Debug, Clone)]
struct Bound {
    derivation: Derivation,
    /// The number of the unit: one of the tidied units, or the next number after them.
    unit: u32,
    lowest: Lowest,
    /// For each layout, the source of each variable: `None` for a variable that depends on the name. The whole entry is
    /// `None` if the layout lacks a unit.
    known: Vec<Option<Vec<Option<Source>>>>,
    /// The same for layouts whose variables do not depend on the name.
    whole: Vec<Option<Vec<Source>>>,
}

/// Buffers that are reused from one series to the next.
#[derive(Debug, Default)]
pub(in crate::table) struct DeriveRoom {
    values: Vec<f64>,
    stack: Vec<f64>,
    rows: RowRoom,
}

/// Where a variable's value comes from, for the lines of one series.
#[derive(Debug, Clone, Copy)]
enum Source {
    Constant(f64),
    Column(usize, (f64, f64)),
    Iterations,
}

/// The reason why a series has no value of a derived unit.
enum Lack {
    /// Its lines lack a unit, or contain the derived unit already, so there is nothing to report.
    Unit,
    /// A key of its name is not a number.
    Number,
}

/// Samples that a derivation skipped.
pub(in crate::table) struct LeftOut {
    pub(in crate::table) unit: Text,
    pub(in crate::table) samples: u64,
    /// The name of the first benchmark among them.
    pub(in crate::table) name: Text,
}

impl Derived {
    pub(in crate::table) fn new(store: &Store, derivations: &[Derivation]) -> Derived {
        let mut next = store.units.tidied_len();
        let mut all: Vec<Bound> = Vec::new();
        for derivation in derivations {
            let same = all.iter().find(|bound| bound.derivation.unit == derivation.unit);
            let known = store.units.find_tidied(&derivation.unit).or(same.map(|bound| bound.unit));
            let unit = known.unwrap_or(next);
            next += u32::from(unit == next);
            let lowest = Lowest::new(store, &derivation.variables);
            let known: Vec<Option<Vec<Option<Source>>>> = (0..store.layouts.count() as u32)
                .map(|layout| of_layout(store, layout, derivation))
                .collect();
            let whole =
                known.iter().map(|known| known.as_ref()?.iter().copied().collect()).collect();
            all.push(Bound { derivation: derivation.clone(), unit, lowest, known, whole });
        }
        Derived { all }
    }

    /// Returns the text of a unit, derived or not.
    pub(crate) fn unit_text<'a>(&'a self, store: &'a Store, unit: u32) -> &'a [u8] {
        match self.all.iter().find(|bound| bound.unit == unit) {
            Some(bound) => &bound.derivation.unit,
            None => store.units.tidied(unit),
        }
    }

    /// Returns the texts of all derived units.
    pub(crate) fn units(&self) -> impl Iterator<Item = &[u8]> + Clone {
        self.all.iter().map(|bound| &bound.derivation.unit[..])
    }

    /// Returns the columns that a series gets in addition to its own: number, unit and the unit's text.
    pub(in crate::table) fn columns(
        &self,
        store: &Store,
        series: u32,
        room: &mut DeriveRoom,
    ) -> Vec<(u32, u32, &[u8])> {
        let mut has_value = |bound: &Bound| {
            let mut any = false;
            let lack = bound.each(store, series, room, |_, value| {
                any = value.is_some();
                // One is enough.
                if any { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            lack.is_ok() && any
        };
        let columns = (FIRST..).zip(&self.all).filter(|(_, bound)| has_value(bound));
        columns.map(|(column, b)| (column, b.unit, &b.derivation.unit[..])).collect()
    }

    /// Calls `f` with each value of a derived column and the position of its row, in reading order; does nothing and
    /// returns false for a column of the logs.
    pub(in crate::table) fn each(
        &self,
        store: &Store,
        series: u32,
        column: u32,
        mut f: impl FnMut(RowIndex, f64),
    ) -> bool {
        let Some(bound) = column.checked_sub(FIRST).and_then(|i| self.all.get(i as usize)) else {
            return false;
        };
        // The column exists, so its variables have sources.
        let _ = bound.each(store, series, &mut DeriveRoom::default(), |index, value| {
            if let Some(value) = value {
                f(index, value);
            }
            ControlFlow::Continue(())
        });
        true
    }

    /// Returns how many rows of a series lack each derived unit although their lines were measured: the lines lack a
    /// unit of load tests that the expression needs, or the value could not be computed.
    pub(in crate::table) fn lost(
        &self,
        store: &Store,
        schema: &Schema,
        series: u32,
    ) -> Vec<(u32, u64)> {
        let mut room = DeriveRoom::default();
        let lost = |bound: &Bound| {
            if !schema.keeps_unit(store, series, &bound.derivation.unit) {
                return 0;
            }
            let mut lost = 0;
            let counted = bound.each(store, series, &mut room, |_, value| {
                lost += u64::from(value.is_none());
                ControlFlow::Continue(())
            });
            match counted {
                Ok(()) => lost,
                Err(Lack::Unit) if !bound.lacks_only_computed(store, series) => 0,
                Err(Lack::Unit | Lack::Number) => store.rows_of(series),
            }
        };
        let all = self.all.iter().map(|bound| bound.unit).zip(self.all.iter().map(lost));
        all.filter(|&(_, lost)| lost != 0).collect()
    }

    /// Returns the samples that could not be computed: a division by zero, an infinite value, or a key that is not a
    /// number.
    pub(in crate::table) fn left_out(&self, store: &Store, schema: &Schema) -> Vec<LeftOut> {
        let (mut found, mut room) = (Vec::new(), DeriveRoom::default());
        for bound in &self.all {
            let (mut samples, mut first) = (0, None);
            for series in 0..store.series.count() as u32 {
                if !schema.keeps_unit(store, series, &bound.derivation.unit) {
                    continue;
                }
                let mut lost = 0;
                let counted = bound.each(store, series, &mut room, |_, value| {
                    lost += u64::from(value.is_none());
                    ControlFlow::Continue(())
                });
                match counted {
                    Ok(()) => {}
                    Err(Lack::Unit) => continue,
                    Err(Lack::Number) => lost = store.rows_of(series),
                }
                if 0 < lost {
                    first.get_or_insert(series);
                }
                samples += lost;
            }
            if let Some(series) = first {
                let (name, _) = store.identities.get(store.series.get(series).0);
                let unit = Text::from(&bound.derivation.unit[..]);
                found.push(LeftOut { unit, samples, name: Text::from(store.name_text(name)) });
            }
        }
        found
    }
}

impl Bound {
    /// Returns whether the lines of a series lack units of the expression, and benchlens computes all of these units.
    fn lacks_only_computed(&self, store: &Store, series: u32) -> bool {
        let (_, layout) = store.series.get(series);
        let has = |wanted: &[u8]| {
            let units = store.layouts.get(layout).iter();
            units.map(|&unit| store.units.tidied(store.units.tidied_id(unit))).any(|u| u == wanted)
        };
        let mut lacking =
            self.derivation.variables.iter().filter_map(|(variable, _)| match variable {
                Variable::Unit { unit, .. } if !has(unit) => Some(is_of_load_tests(unit)),
                Variable::Unit { .. }
                | Variable::Key(_)
                | Variable::LowestGoMaxProcs
                | Variable::Iterations => None,
            });
        !has(&self.derivation.unit)
            && lacking.next() == Some(true)
            && lacking.all(|is_computed| is_computed)
    }

    /// Calls `f` with the position and the value of each line of a series, until it breaks.
    fn each(
        &self,
        store: &Store,
        series: u32,
        room: &mut DeriveRoom,
        mut f: impl FnMut(RowIndex, Option<f64>) -> ControlFlow<()>,
    ) -> Result<(), Lack> {
        let sources = self.sources(store, series)?;
        let DeriveRoom { values, stack, rows } = room;
        values.clear();
        values.resize(sources.len(), 0.0);
        let _ = store.each_row(series, rows, |index, iterations, row| {
            for (value, source) in values.iter_mut().zip(&*sources) {
                *value = match *source {
                    Source::Constant(constant) => constant,
                    Source::Column(column, (times, over)) => row[column] * times / over,
                    Source::Iterations => iterations as f64,
                };
            }
            f(index, self.derivation.compute(values, stack))
        });
        Ok(())
    }

    fn sources(&self, store: &Store, series: u32) -> Result<Cow<'_, [Source]>, Lack> {
        let (identity, layout) = store.series.get(series);
        if let Some(whole) = &self.whole[layout as usize] {
            return Ok(Cow::Borrowed(whole));
        }
        let known = self.known[layout as usize].as_ref().ok_or(Lack::Unit)?;
        let source = |variable: &Variable| match variable {
            Variable::Unit { unit, scale, .. } => {
                let median = self.lowest.median(identity, unit).ok_or(Lack::Unit)?;
                Ok(Source::Constant(median * scale.0 / scale.1))
            }
            Variable::LowestGoMaxProcs => {
                self.lowest.gomaxprocs(identity).map(Source::Constant).ok_or(Lack::Unit)
            }
            Variable::Iterations => Ok(Source::Iterations),
            Variable::Key(Key::GoMaxProcs) => constant(gomaxprocs_text(store, identity)),
            Variable::Key(key) => constant(key_value(key, store, identity)),
        };
        let variables = &self.derivation.variables;
        let (mut sources, mut lacks_number) = (Vec::with_capacity(variables.len()), false);
        for ((variable, _), known) in variables.iter().zip(known) {
            match known.map_or_else(|| source(variable), Ok) {
                Ok(source) => sources.push(source),
                // The derivation does not apply to this line, so nothing is lost, even if its name lacks a key.
                Err(Lack::Unit) => return Err(Lack::Unit),
                Err(Lack::Number) => lacks_number = true,
            }
        }
        if lacks_number { Err(Lack::Number) } else { Ok(Cow::Owned(sources)) }
    }
}

/// Returns the sources of the variables that a layout determines; `None` if it lacks a unit or contains the derived
/// unit already.
fn of_layout(store: &Store, layout: u32, derivation: &Derivation) -> Option<Vec<Option<Source>>> {
    let layout = store.layouts.get(layout);
    let column = |wanted: &[u8]| {
        let is_it = |unit: &u32| store.units.tidied(store.units.tidied_id(*unit)) == wanted;
        layout.iter().position(is_it)
    };
    if column(&derivation.unit).is_some() {
        return None;
    }
    let source = |variable: &Variable| match variable {
        Variable::Unit { unit, scale, at_lowest: false } => {
            Some(Some(Source::Column(column(unit)?, *scale)))
        }
        Variable::Iterations => Some(Some(Source::Iterations)),
        Variable::Unit { .. } | Variable::Key(_) | Variable::LowestGoMaxProcs => Some(None),
    };
    derivation.variables.iter().map(|(variable, _)| source(variable)).collect()
}

fn constant(text: &[u8]) -> Result<Source, Lack> {
    match parse_float(text) {
        Ok(number) if number.is_finite() => Ok(Source::Constant(number)),
        _ => Err(Lack::Number),
    }
}
