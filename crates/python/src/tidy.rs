//! Tidy data as columns of Arrow.
//!
//! Takes the records of a report as the library walks through them; gives batches. Which columns there are, of which types, and what
//! is in a field is the library's to say: text of `-format tidy` comes of the same walk.

use std::sync::Arc;

use benchlens_arrow::arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int64Builder, StringBuilder,
};
use benchlens_arrow::arrow_array::{ArrayRef, RecordBatch};
use benchlens_arrow::arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use benchlens_core::Report;
use benchlens_core::render::{TidyKind, TidySink, tidy_columns, tidy_records};

/// A batch has so many rows at most,
const ROWS: usize = 1 << 16;

/// and so many bytes of text in a column, about: its places are counted in 31 bits.
const TEXT_BYTES: usize = 1 << 28;

/// The schema and the batches of a report.
///
/// # Errors
///
/// A text that is not UTF-8, with its column and record, as a sentence.
pub(crate) fn batches(report: &Report) -> Result<(SchemaRef, Vec<RecordBatch>), String> {
    let mut columns = Vec::new();
    let mut fields = Vec::new();
    for (name, kind) in tidy_columns(report) {
        let name = String::from_utf8(name).map_err(|error| {
            let name = String::from_utf8_lossy(error.as_bytes()).into_owned();
            format!("the column {name:?} is not UTF-8, as tables need it")
        })?;
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
    tidy_records(report, &mut sink);
    sink.cut();
    match sink.failed {
        Some(failed) => Err(failed),
        None => Ok((schema, sink.batches)),
    }
}

/// A column on its way.
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

/// Takes fields into columns.
struct Sink {
    schema: SchemaRef,
    columns: Vec<Values>,
    /// The place of the next field in its record.
    place: usize,
    /// How many records the batch has.
    rows: usize,
    text_bytes: usize,
    batches: Vec<RecordBatch>,
    /// How many records were in the batches before.
    done: usize,
    /// What was wrong first; then nothing is taken any more.
    failed: Option<String>,
}

impl Sink {
    /// The column of the next field, which is of the kind that the library said.
    fn next(&mut self) -> Option<&mut Values> {
        self.place += 1;
        if self.failed.is_some() { None } else { self.columns.get_mut(self.place - 1) }
    }

    fn fail(&mut self, message: String) {
        self.failed.get_or_insert(message);
    }

    /// Makes a batch of the records that are there.
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
