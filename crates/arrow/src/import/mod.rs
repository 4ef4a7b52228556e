//! Tables to stores.
//!
//! `columns` finds what a batch has, whatever its types (`texts`, `maps`). `rows` goes through the rows, and `input` puts
//! results together and into a builder. Believes nothing: rows that come twice, or in another order, are errors.

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
/// The rows of an input follow each other, in the order of `row` and `field`, and inputs come in the order of `input`.
/// A row whose (`input`, `row`, `field`) was there already is an error that says so: nothing counts twice.
///
/// `name`, and `value` with `unit` or `written_value` with `written_unit`, must be there; a row that has all of them must say the
/// same in both units. All else has a default: a new input where `source` or `file` changes, a new result where a unit comes again or name, configuration or
/// iterations change, `file` from `source`, no configuration, one iteration. Types are taken as they come: texts of any
/// kind, whole numbers and doubles of any size, maps, lists of pairs, or structures of texts.
#[derive(Debug)]
pub struct Importer {
    inputs: Inputs,
    /// How many rows came before.
    rows: u64,
}

impl Importer {
    /// An importer that adds inputs to those of a builder, in which no input is open.
    #[must_use]
    pub fn new(builder: StoreBuilder) -> Importer {
        Importer { inputs: Inputs::new(builder), rows: 0 }
    }

    /// Takes the next batch. Batches of one table have the same columns.
    ///
    /// # Errors
    ///
    /// What is wrong, with the place. What came before is in the builder, which is of no more use.
    pub fn push(&mut self, batch: &RecordBatch) -> Result<(), ImportError> {
        let columns = Columns::new(batch)?;
        rows::take(&columns, batch.num_rows(), self.rows, &mut self.inputs)?;
        self.rows += batch.num_rows() as u64;
        Ok(())
    }

    /// How many rows came.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The builder with all inputs of the table.
    ///
    /// # Errors
    ///
    /// What is wrong with the end of the last input.
    pub fn finish(mut self) -> Result<StoreBuilder, ImportError> {
        self.inputs.end();
        Ok(self.inputs.builder)
    }
}
