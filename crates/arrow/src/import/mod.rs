//! Reads tables into stores.
//!
//! `columns` finds the columns of a batch, of any compatible type (`texts`, `maps`). `rows` iterates over the rows,
//! and `input` groups them into results for a builder. Nothing is trusted: rows that repeat, or that are in a wrong
//! order, are errors.

mod columns;
mod input;
mod maps;
mod number;
mod rows;
mod texts;
mod units;

use arrow_array::RecordBatch;
use benchlens_core::StoreBuilder;

use crate::ImportError;
use columns::Columns;
use input::Inputs;

/// Makes a store of the batches of a table.
///
/// The rows of an input must be consecutive, in the order of `row` and `field`, and inputs in the order of `input`. A
/// row that repeats an (`input`, `row`, `field`) is an error, so that nothing counts twice.
///
/// `name`, and `value` with `unit` or `written_value` with `written_unit`, are required; a row that has all of them
/// must agree in both units. Everything else has a default: a new input begins where `source` or `file` changes, a
/// new result begins where a unit repeats or the name, the configuration or the iterations change, `file` is equal to
/// `source`, the configuration is empty, and there is one iteration. All compatible types are accepted: texts of any
/// kind, integers and floating-point numbers of any size, maps, lists of pairs, or structures of texts.
#[derive(Debug)]
pub struct Importer {
    inputs: Inputs,
    /// The number of rows so far.
    rows: u64,
}

impl Importer {
    /// Creates an importer that adds inputs to a builder, in which no input is open.
    #[must_use]
    pub fn new(builder: StoreBuilder) -> Importer {
        Importer { inputs: Inputs::new(builder), rows: 0 }
    }

    /// Adds the next batch. Batches of one table have the same columns.
    ///
    /// # Errors
    ///
    /// Returns an error with its position. The builder then contains the rows before it and must not be used any
    /// more.
    pub fn push(&mut self, batch: &RecordBatch) -> Result<(), ImportError> {
        let columns = Columns::new(batch)?;
        rows::take(&columns, batch.num_rows(), self.rows, &mut self.inputs)?;
        self.rows += batch.num_rows() as u64;
        Ok(())
    }

    /// Returns the number of rows so far.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the builder with all inputs of the table.
    ///
    /// # Errors
    ///
    /// Returns an error if the end of the last input is invalid.
    pub fn finish(mut self) -> Result<StoreBuilder, ImportError> {
        self.inputs.end();
        Ok(self.inputs.builder)
    }
}
