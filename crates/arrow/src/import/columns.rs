//! The columns of a batch by their meaning.

use arrow_array::{Array, RecordBatch};

use super::maps::Map;
use super::texts::{Numbers, Texts};
use crate::ImportError;
use crate::form::column;

/// The columns that exist.
#[derive(Debug)]
pub(super) struct Columns<'b> {
    pub(super) input: Option<Numbers>,
    pub(super) source: Option<Texts<'b>>,
    pub(super) file: Option<Texts<'b>>,
    pub(super) row: Option<Numbers>,
    pub(super) field: Option<Numbers>,
    pub(super) name: Texts<'b>,
    pub(super) parts: Option<Map<'b>>,
    pub(super) config: Map<'b>,
    pub(super) metadata: Map<'b>,
    pub(super) iterations: Option<Numbers>,
    pub(super) unit: Option<Texts<'b>>,
    pub(super) value: Option<Numbers>,
    pub(super) written_unit: Option<Texts<'b>>,
    pub(super) written_value: Option<Numbers>,
    pub(super) assume: Option<Texts<'b>>,
    pub(super) better: Option<Texts<'b>>,
    pub(super) recording: Option<Texts<'b>>,
    pub(super) block: Option<Numbers>,
    pub(super) about: Option<Texts<'b>>,
}

impl<'b> Columns<'b> {
    /// Finds the columns of a batch by their names.
    ///
    /// # Errors
    ///
    /// Returns an error if a column is missing or has a wrong type.
    pub(super) fn new(batch: &'b RecordBatch) -> Result<Columns<'b>, ImportError> {
        check(batch)?;
        let find = |name: &str| batch.column_by_name(name).map(|array| array as &dyn Array);
        let texts = |name| find(name).map(|array| Texts::new(name, array)).transpose();
        let numbers = |name| find(name).map(|array| Numbers::new(name, array)).transpose();
        let map = |name| find(name).map_or(Ok(Map::None), |array| Map::new(name, array));
        let name = texts(column::NAME)?;
        Ok(Columns {
            input: numbers(column::INPUT)?,
            source: texts(column::SOURCE)?,
            file: texts(column::FILE)?,
            row: numbers(column::ROW)?,
            field: numbers(column::FIELD)?,
            name: name.ok_or_else(|| missing(batch, vec![column::NAME]))?,
            parts: find(column::PARTS).map(|array| Map::new(column::PARTS, array)).transpose()?,
            config: map(column::CONFIG)?,
            metadata: map(column::METADATA)?,
            iterations: numbers(column::ITERATIONS)?,
            unit: texts(column::UNIT)?,
            value: numbers(column::VALUE)?,
            written_unit: texts(column::WRITTEN_UNIT)?,
            written_value: numbers(column::WRITTEN_VALUE)?,
            assume: texts(column::ASSUME)?,
            better: texts(column::BETTER)?,
            recording: texts(column::RECORDING)?,
            block: numbers(column::BLOCK)?,
            about: texts(column::ABOUT)?,
        })
    }
}

/// Checks that a batch contains measurements. Values and units must have the same form: using `ns/op` for a value in
/// seconds would be wrong by a factor of a billion.
fn check(batch: &RecordBatch) -> Result<(), ImportError> {
    let has = |name: &str| batch.column_by_name(name).is_some();
    let mut lacks = Vec::new();
    if !has(column::NAME) {
        lacks.push(column::NAME);
    }
    let is_tidied = has(column::UNIT) && has(column::VALUE);
    let is_written = has(column::WRITTEN_UNIT) && has(column::WRITTEN_VALUE);
    if !is_tidied && !is_written {
        let own = [column::UNIT, column::VALUE];
        lacks.extend(own.into_iter().filter(|name| !has(name)));
    }
    if lacks.is_empty() { Ok(()) } else { Err(missing(batch, lacks)) }
}

fn missing(batch: &RecordBatch, missing: Vec<&'static str>) -> ImportError {
    let schema = batch.schema();
    let found = schema.fields().iter().map(|field| field.name().clone()).collect();
    ImportError::Columns { missing, found }
}
