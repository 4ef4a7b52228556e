//! The columns of the table.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};

/// How a table stores texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// Repeated texts are numbers into a dictionary, which is small and makes grouping fast.
    #[default]
    Dictionaries,
    /// Plain texts, for programs without support for dictionaries, such as Spark.
    Plain,
}

/// The names of the columns.
pub mod column {
    /// The index of the input among the inputs that were read together, from 0.
    pub const INPUT: &str = "input";
    /// The name of the input in messages: its path as the user wrote it.
    pub const SOURCE: &str = "source";
    /// The label of the input: `.file`.
    pub const FILE: &str = "file";
    /// The index of the result in its input, from 0.
    pub const ROW: &str = "row";
    /// The index of the measurement in its result, from 0.
    pub const FIELD: &str = "field";
    /// The name of the benchmark; null only in the single row of an input without results.
    pub const NAME: &str = "name";
    /// The parts of the name by the keys that queries use: `.name`, `/size`, `/gomaxprocs`. An import reads only
    /// whether a `-N` at the end of the name is the part `/gomaxprocs`.
    pub const PARTS: &str = "parts";
    /// The configuration, in the order in which output shows it.
    pub const CONFIG: &str = "config";
    /// The metadata: keys that do not separate results.
    pub const METADATA: &str = "metadata";
    /// The number of iterations.
    pub const ITERATIONS: &str = "iterations";
    /// The tidied unit.
    pub const UNIT: &str = "unit";
    /// The unit as it was written.
    pub const WRITTEN_UNIT: &str = "written_unit";
    /// The value in the tidied unit.
    pub const VALUE: &str = "value";
    /// The value as it was written.
    pub const WRITTEN_VALUE: &str = "written_value";
    /// The value of `assume` for the unit in a `Unit` line of the input.
    pub const ASSUME: &str = "assume";
    /// The value of `better` for the unit in a `Unit` line of the input.
    pub const BETTER: &str = "better";
    /// The interleaved recording that contains the result.
    pub const RECORDING: &str = "recording";
    /// The block of the recording.
    pub const BLOCK: &str = "block";
    /// Further facts about the input, as JSON; equal in all its rows.
    pub const ABOUT: &str = "about";
}

/// Returns all columns, in their order.
#[must_use]
pub fn schema(form: Form) -> SchemaRef {
    let text = || match form {
        Form::Dictionaries => {
            DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
        }
        Form::Plain => DataType::Utf8,
    };
    let field = Field::new;
    Arc::new(Schema::new(vec![
        field(column::INPUT, DataType::Int32, false),
        field(column::SOURCE, text(), false),
        field(column::FILE, text(), false),
        field(column::ROW, DataType::Int64, false),
        field(column::FIELD, DataType::Int32, false),
        field(column::NAME, text(), true),
        field(column::PARTS, map(), false),
        field(column::CONFIG, map(), false),
        field(column::METADATA, map(), false),
        field(column::ITERATIONS, DataType::Int64, true),
        field(column::UNIT, text(), true),
        field(column::WRITTEN_UNIT, text(), true),
        field(column::VALUE, DataType::Float64, true),
        field(column::WRITTEN_VALUE, DataType::Float64, true),
        field(column::ASSUME, text(), true),
        field(column::BETTER, text(), true),
        field(column::RECORDING, text(), true),
        field(column::BLOCK, DataType::Int64, true),
        field(column::ABOUT, text(), false),
    ]))
}

/// Returns the type of maps from keys to values, both texts.
fn map() -> DataType {
    let entries = DataType::Struct(entry_fields());
    DataType::Map(Arc::new(Field::new("entries", entries, false)), false)
}

/// Returns the two fields of a map entry.
pub(crate) fn entry_fields() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8, false);
    Fields::from(vec![text("keys"), text("values")])
}
