//! Builds Arrow columns of tidy data.
//!
//! Takes the records of a report or a history as the library iterates over them; gives batches. The library defines
//! the columns, their types and their content, because the text of `-format tidy` comes from the same iteration.

use std::collections::HashSet;
use std::sync::Arc;

use benchlens_arrow::arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int64Builder, StringBuilder,
};
use benchlens_arrow::arrow_array::{ArrayRef, RecordBatch};
use benchlens_arrow::arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use benchlens_core::render::{TidyKind, TidySink};

/// The maximum number of rows in a batch.
const ROWS: usize = 1 << 16;

/// The approximate maximum number of bytes of text in a column, because offsets have 31 bits.
const TEXT_BYTES: usize = 1 << 28;

/// The schema and the batches of tidy data.
pub(crate) type Tidy = (SchemaRef, Vec<RecordBatch>);

/// Returns tidy data with these columns, whose records `records` passes to a sink.
///
/// # Errors
///
/// Returns a sentence with the column and the record of a text that is not UTF-8.
pub(crate) fn batches(
    names: Vec<(Vec<u8>, TidyKind)>,
    records: impl FnOnce(&mut dyn TidySink),
) -> Result<Tidy, String> {
    let mut columns = Vec::new();
    let mut fields = Vec::new();
    let (names, kinds): (Vec<_>, Vec<_>) = names.into_iter().unzip();
    for (name, kind) in identifiers(&names).into_iter().zip(kinds) {
        let (column, of) = match kind {
            TidyKind::Text => (Values::Texts(StringBuilder::new()), DataType::Utf8),
            TidyKind::Number => (Values::Numbers(Float64Builder::new()), DataType::Float64),
            TidyKind::Count => (Values::Counts(Int64Builder::new()), DataType::Int64),
            TidyKind::Flag => (Values::Flags(BooleanBuilder::new()), DataType::Boolean),
        };
        fields.push(Field::new(name, of, true));
        columns.push(column);
    }
    let schema = Arc::new(Schema::new(fields));
    let mut sink = Sink {
        schema: Arc::clone(&schema),
        columns,
        place: 0,
        rows: 0,
        text_bytes: 0,
        batches: Vec::new(),
        done: 0,
        failed: None,
    };
    records(&mut sink);
    sink.cut();
    match sink.failed {
        Some(failed) => Err(failed),
        None => Ok((schema, sink.batches)),
    }
}

/// Returns names of columns that need no quotes in SQL and can be attributes in Python: every run of characters other
/// than ASCII letters, digits and `_` becomes one `_`, so `row:.fullname` becomes `row_fullname`. If the name of a key
/// is then equal to another column's, regardless of case, it gets a number.
fn identifiers(names: &[Vec<u8>]) -> Vec<String> {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let plain = |name: &Vec<u8>| {
        let parts = name.split(|byte| !is_plain(byte)).filter(|part| !part.is_empty());
        let parts: Vec<_> = parts.map(String::from_utf8_lossy).collect();
        parts.join("_")
    };
    // The names of columns that are not keys never change.
    let is_key = |name: &Vec<u8>| !name.iter().all(is_plain);
    let fixed = names.iter().filter(|name| !is_key(name)).map(plain);
    let mut taken: HashSet<String> = fixed.collect();
    let identifier = |name: &Vec<u8>| {
        let plain = plain(name);
        if !is_key(name) {
            return plain;
        }
        let numbered = (2..).map(|number| format!("{plain}_{number}"));
        let mut choices = std::iter::once(plain.clone()).chain(numbered);
        choices.find(|choice| taken.insert(choice.to_ascii_lowercase())).unwrap_or(plain)
    };
    names.iter().map(identifier).collect()
}

/// A column that is being built.
enum Values {
    Texts(StringBuilder),
    Numbers(Float64Builder),
    Counts(Int64Builder),
    Flags(BooleanBuilder),
}

impl Values {
    fn finish(&mut self) -> ArrayRef {
        match self {
            Values::Texts(column) => Arc::new(column.finish()),
            Values::Numbers(column) => Arc::new(column.finish()),
            Values::Counts(column) => Arc::new(column.finish()),
            Values::Flags(column) => Arc::new(column.finish()),
        }
    }
}

/// Collects fields into columns.
struct Sink {
    schema: SchemaRef,
    columns: Vec<Values>,
    /// The index of the next field in its record.
    place: usize,
    /// The number of records in the batch.
    rows: usize,
    text_bytes: usize,
    batches: Vec<RecordBatch>,
    /// The number of records in earlier batches.
    done: usize,
    /// The first error; after an error, fields are ignored.
    failed: Option<String>,
}

impl Sink {
    /// Returns the column of the next field; the library has declared its type.
    fn next(&mut self) -> Option<&mut Values> {
        self.place += 1;
        if self.failed.is_some() { None } else { self.columns.get_mut(self.place - 1) }
    }

    fn fail(&mut self, message: String) {
        self.failed.get_or_insert(message);
    }

    /// Builds a batch of the collected records.
    fn cut(&mut self) {
        if self.rows == 0 || self.failed.is_some() {
            return;
        }
        let columns = self.columns.iter_mut().map(Values::finish).collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
        match batch {
            Ok(batch) => self.batches.push(batch),
            Err(error) => self.fail(ArrowError::to_string(&error)),
        }
        self.done += self.rows;
        (self.rows, self.text_bytes) = (0, 0);
    }
}

impl TidySink for Sink {
    fn text(&mut self, text: &[u8]) {
        self.text_bytes += text.len();
        let (place, record) = (self.place, self.done + self.rows + 1);
        match (self.next(), std::str::from_utf8(text)) {
            (Some(Values::Texts(column)), Ok(text)) => column.append_value(text),
            (Some(Values::Texts(_)), Err(_)) => {
                let (column, text) =
                    (self.schema.field(place).name(), String::from_utf8_lossy(text));
                let message = format!(
                    "record {record}: {column} is not UTF-8, as tables need it: found {text:?}"
                );
                self.fail(message);
            }
            _ => {}
        }
    }

    fn number(&mut self, value: f64) {
        if let Some(Values::Numbers(column)) = self.next() {
            column.append_value(value);
        }
    }

    fn count(&mut self, value: u32) {
        if let Some(Values::Counts(column)) = self.next() {
            column.append_value(value.into());
        }
    }

    fn flag(&mut self, value: bool) {
        if let Some(Values::Flags(column)) = self.next() {
            column.append_value(value);
        }
    }

    fn nothing(&mut self) {
        match self.next() {
            Some(Values::Texts(column)) => column.append_null(),
            Some(Values::Numbers(column)) => column.append_null(),
            Some(Values::Counts(column)) => column.append_null(),
            Some(Values::Flags(column)) => column.append_null(),
            None => {}
        }
    }

    fn end(&mut self) {
        self.place = 0;
        self.rows += 1;
        if ROWS <= self.rows || TEXT_BYTES <= self.text_bytes {
            self.cut();
        }
    }
}
