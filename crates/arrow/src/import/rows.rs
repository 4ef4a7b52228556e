//! Iterates over the rows of a batch.
//!
//! Takes columns; finds where inputs and results begin, and gives the measurement of each row. Guarantees that
//! nothing counts twice: (`input`, `row`, `field`) is strictly increasing.

use std::cmp::Ordering;

use super::columns::Columns;
use super::input::{Inputs, Pending, is_same};
use super::texts::{Numbers, Texts};
use crate::ImportError;
use crate::form::column;
use benchlens_core::base::names;

/// The keys and values of a row.
type Pairs<'b> = Vec<(&'b str, &'b str)>;

/// Adds the rows of a batch.
///
/// # Errors
///
/// Returns an error in a row, with its index among all rows.
pub(super) fn take(
    columns: &Columns<'_>,
    rows: usize,
    rows_before: u64,
    inputs: &mut Inputs,
) -> Result<(), ImportError> {
    let mut batch =
        Batch { columns, rows_before, inputs, config: Vec::new(), metadata: Vec::new() };
    for row in 0..rows {
        batch.row(row).map_err(|message| {
            let row = rows_before + row as u64;
            ImportError::Row { row, message }
        })?;
    }
    Ok(())
}

struct Batch<'c, 'b> {
    columns: &'c Columns<'b>,
    rows_before: u64,
    inputs: &'c mut Inputs,
    /// Buffers for the pairs of a row.
    config: Pairs<'b>,
    metadata: Pairs<'b>,
}

/// The name of inputs in a table that does not name them.
const NAMELESS: &str = "table";

impl<'b> Batch<'_, 'b> {
    /// Adds one row.
    fn row(&mut self, at: usize) -> Result<(), String> {
        let columns = self.columns;
        if !self.is_same_input(at)? {
            self.begin_input(at)?;
        }
        let Some(name) = columns.name.get(at) else {
            return match measured(columns, at) {
                None => Ok(()),
                Some(_) => Err("a value has no name".into()),
            };
        };
        let Some((unit, value)) = measured(columns, at) else {
            return Err("found neither value with unit nor written_value with written_unit".into());
        };
        let [row, field] = [
            whole(columns.row.as_ref(), column::ROW, at)?,
            whole(columns.field.as_ref(), column::FIELD, at)?,
        ];
        let iterations = whole(columns.iterations.as_ref(), column::ITERATIONS, at)?.unwrap_or(1);
        let (mut config, mut metadata) =
            (std::mem::take(&mut self.config), std::mem::take(&mut self.metadata));
        config.clear();
        metadata.clear();
        columns.config.get(at, &mut config);
        columns.metadata.get(at, &mut metadata);
        config.retain(|(_, value)| !value.is_empty());
        metadata.retain(|(_, value)| !value.is_empty());
        if self.begins_result(at, [row, field], name, iterations, [&config, &metadata], unit)? {
            [&config, &metadata].into_iter().try_for_each(|pairs| check(pairs))?;
            let block = self.block(at)?;
            self.inputs.configure(&config, &metadata, block);
            let has_processors = self.has_processors(at, name);
            let at = self.rows_before + at as u64;
            self.inputs.begin_result(at, row, name, has_processors, iterations);
        }
        self.check_units(at)?;
        self.inputs.measure(field, unit, value);
        for (key, texts) in [(column::ASSUME, &columns.assume), (column::BETTER, &columns.better)] {
            if let Some(value) = texts.as_ref().and_then(|texts| texts.get(at)) {
                self.inputs.say(key, unit, value);
            }
        }
        (self.config, self.metadata) = (config, metadata);
        Ok(())
    }

    /// Returns whether a `-N` at the end of a row's name is the number of processors. Other programs may write tables
    /// without parts of names.
    fn has_processors(&self, at: usize, name: &str) -> bool {
        let Some(parts) = &self.columns.parts else { return true };
        let Some(dash) = names::processors(name.as_bytes()) else { return true };
        let mut own = Vec::new();
        parts.get(at, &mut own);
        own.contains(&("/gomaxprocs", &name[dash + 1..]))
    }

    /// Returns whether a row belongs to the same input as the previous row.
    fn is_same_input(&self, at: usize) -> Result<bool, String> {
        let columns = self.columns;
        let Some(open) = &self.inputs.open else { return Ok(false) };
        let number = whole(columns.input.as_ref(), column::INPUT, at)?;
        // A row without a text does not belong to the input of a row with a text, wherever batches are split.
        let is_same = |texts: &Option<Texts<'_>>, own: &Option<String>| {
            texts.as_ref().is_none_or(|texts| match at.checked_sub(1) {
                Some(before) => texts.are_same(before, at),
                None => texts.get(at) == own.as_deref(),
            })
        };
        let [source, file] = &open.given;
        let is_named = is_same(&columns.source, source) && is_same(&columns.file, file);
        match open.number.zip(number) {
            None => Ok(is_named),
            Some((own, number)) if own < number => Ok(false),
            Some((own, number)) if number < own => Err(format!(
                "input {number} comes after input {own}: sort the table by input, row and field"
            )),
            Some((own, _)) => {
                let about = columns.about.as_ref();
                let is_known = about.is_none_or(|texts| match at.checked_sub(1) {
                    Some(before) => texts.are_same(before, at),
                    None => texts.get(at) == open.about.as_deref(),
                });
                if is_named && is_known {
                    Ok(true)
                } else {
                    Err(format!("source, file or about changes within input {own}"))
                }
            }
        }
    }

    fn begin_input(&mut self, at: usize) -> Result<(), String> {
        let columns = self.columns;
        let number = whole(columns.input.as_ref(), column::INPUT, at)?;
        let text = |texts: &Option<Texts<'b>>| texts.as_ref().and_then(|texts| texts.get(at));
        let given = [text(&columns.source), text(&columns.file)];
        let [source, file] = given;
        let source = source.or(file).unwrap_or(NAMELESS);
        let file = file.unwrap_or(source);
        let is_known = || self.inputs.known.contains(&[source, file].map(str::to_owned));
        // Without numbers, a repeated input means that its rows are not consecutive. Other tables may have the same
        // names.
        if number.is_none() && is_known() {
            return Err(format!(
                "rows of {source} are not contiguous: sort the table by source and file"
            ));
        }
        self.inputs.begin(number, [source, file], given, text(&columns.about))
    }

    /// Returns whether a result begins with a row.
    fn begins_result(
        &self,
        at: usize,
        [row, field]: [Option<i64>; 2],
        name: &str,
        iterations: i64,
        [config, metadata]: [&Pairs<'_>; 2],
        unit: &str,
    ) -> Result<bool, String> {
        let Some(open) = &self.inputs.open else { return Ok(true) };
        let Some(result) = &open.result else { return Ok(true) };
        let is_named = match at.checked_sub(1) {
            Some(before) if self.columns.name.get(before).is_some() => {
                self.columns.name.are_same(before, at)
            }
            // A row without a measurement does not belong to the result, and does not end it.
            _ => result.name == name,
        };
        let is_same = is_named
            && result.iterations == iterations
            && is_same(&open.config, config)
            && is_same(&open.metadata, metadata);
        let fields = result.field.zip(field).map(|(own, field)| own.cmp(&field));
        let Some((own, row)) = result.row.zip(row) else {
            let is_next = fields.map_or_else(|| !result.has(unit), Ordering::is_lt);
            return Ok(!(is_same && is_next));
        };
        match (own.cmp(&row), fields) {
            (Ordering::Less, _) => Ok(true),
            (Ordering::Equal, Some(Ordering::Less) | None) if is_same => Ok(false),
            (Ordering::Equal, Some(Ordering::Less) | None) => {
                Err(format!("name, iterations or configuration changes within result {row}"))
            }
            (Ordering::Equal, Some(Ordering::Equal)) => Err(format!(
                "duplicate row: result {row} of {} already has field {}",
                open.source,
                field.unwrap_or_default()
            )),
            _ => Err(format!(
                "result {row} comes after result {own}, or its fields in another order: \
                 rows are duplicated, or the table must be sorted by input, row and field"
            )),
        }
    }

    /// Checks that a row agrees in both units.
    fn check_units(&mut self, at: usize) -> Result<(), String> {
        let columns = self.columns;
        let (Some(written_unit), Some(written_value)) = (
            columns.written_unit.as_ref().and_then(|texts| texts.get(at)),
            columns.written_value.as_ref().and_then(|numbers| numbers.double(at)),
        ) else {
            return Ok(());
        };
        let unit = columns.unit.as_ref().and_then(|texts| texts.get(at));
        let value = columns.value.as_ref().and_then(|numbers| numbers.double(at));
        let result = self.inputs.open.as_ref().and_then(|open| open.result.as_ref());
        let index = result.map_or(0, Pending::len);
        self.inputs.units.check(index, written_unit, written_value, unit, value)
    }

    /// Returns the recording and the block of a row.
    fn block(&self, at: usize) -> Result<Option<(&'b str, u32)>, String> {
        let recording = self.columns.recording.as_ref().and_then(|texts| texts.get(at));
        let block = whole(self.columns.block.as_ref(), column::BLOCK, at)?;
        match recording.filter(|recording| !recording.is_empty()).zip(block) {
            None => Ok(None),
            Some((recording, block)) => match u32::try_from(block) {
                Ok(block) => Ok(Some((recording, block))),
                Err(_) => Err(format!("found block {block}, expected a number below 2^32")),
            },
        }
    }
}

/// Returns the unit and the value of a row, as they were written if the table contains this form.
fn measured<'b>(columns: &Columns<'b>, at: usize) -> Option<(&'b str, f64)> {
    let of = |unit: &Option<Texts<'b>>, value: &Option<Numbers>| {
        Some((unit.as_ref()?.get(at)?, value.as_ref()?.double(at)?))
    };
    let written = of(&columns.written_unit, &columns.written_value);
    written.or_else(|| of(&columns.unit, &columns.value))
}

fn whole(numbers: Option<&Numbers>, name: &str, at: usize) -> Result<Option<i64>, String> {
    let number = numbers.map_or(Ok(None), |numbers| numbers.whole(at));
    number.map_err(|found| format!("found {name} {found}, expected a whole number"))
}

/// Checks that a log could contain these keys.
fn check(pairs: &[(&str, &str)]) -> Result<(), String> {
    let mut keys: Vec<&str> = pairs.iter().map(|(key, _)| *key).collect();
    keys.sort_unstable();
    if let Some(key) = keys.iter().find(|key| key.is_empty() || key.starts_with('\0')) {
        return Err(format!("found the key {key:?} in a configuration"));
    }
    if let Some(pair) = keys.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("the key {:?} is twice in a configuration", pair[0]));
    }
    Ok(())
}
