//! Arrays for the rows of some pieces.
//!
//! Takes the value that each piece has in a column; gives the column, in which the value is repeated for each row of
//! the piece.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Float64Array, Int32Array, Int64Array, MapArray, StringArray,
    StructArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, Field};

use super::pieces::Piece;
use super::plan::{Entries, Measured, Plan};
use crate::form::entry_fields;
use crate::{ExportError, Form};

/// The rows of a batch.
pub(super) struct Batch<'p, 's> {
    pub(super) plan: &'p Plan<'s>,
    pub(super) form: Form,
    pub(super) pieces: &'p [Piece],
    pub(super) rows: usize,
}

impl Batch<'_, '_> {
    /// Returns the value of each piece, for each of its rows.
    pub(super) fn each_piece<T: Copy>(&self, value: impl Fn(&Piece) -> T) -> Vec<T> {
        let mut all = Vec::with_capacity(self.rows);
        for piece in self.pieces {
            all.resize(all.len() + piece.rows(), value(piece));
        }
        all
    }

    /// Returns the value of each field of a piece, for each of its results.
    fn each_field<T: Copy>(&self, none: T, value: impl Fn(&Piece, Measured) -> T) -> Vec<T> {
        let mut all = Vec::with_capacity(self.rows);
        for piece in self.pieces {
            if piece.run.is_none() {
                all.push(none);
                continue;
            }
            let start = all.len();
            let layout = &self.plan.layouts[piece.layout as usize];
            all.extend(layout.iter().map(|&measured| value(piece, measured)));
            let end = all.len();
            for _ in 1..piece.results.len() {
                all.extend_from_within(start..end);
            }
        }
        all
    }

    pub(super) fn row_numbers(&self) -> Vec<i64> {
        let mut all = Vec::with_capacity(self.rows);
        for piece in self.pieces {
            let first = piece.run_of(self.plan).map_or(0, |run| run.first_row);
            for result in piece.results.clone() {
                all.resize(all.len() + piece.fields, (first + result as u64) as i64);
            }
        }
        all
    }

    pub(super) fn fields(&self) -> Vec<i32> {
        let mut all = Vec::with_capacity(self.rows);
        for piece in self.pieces {
            for _ in piece.results.clone() {
                all.extend(0..piece.fields as i32);
            }
        }
        all
    }

    /// Returns a number for each piece, or null.
    pub(super) fn nullable(&self, value: impl Fn(&Piece) -> Option<i64>) -> Int64Array {
        let all = self.each_piece(value);
        let values: Vec<i64> = all.iter().map(|value| value.unwrap_or_default()).collect();
        Int64Array::new(ScalarBuffer::from(values), nulls(&all))
    }

    pub(super) fn iterations(&self) -> ArrayRef {
        let (mut all, mut of_run) = (Vec::with_capacity(self.rows), Vec::new());
        for piece in self.pieces {
            let run = piece.run_of(self.plan);
            let Some(run) = run else {
                all.push(0);
                continue;
            };
            of_run.clear();
            run.run.iterations(&mut of_run);
            for &count in &of_run[piece.results.clone()] {
                all.resize(all.len() + piece.fields, count);
            }
        }
        Arc::new(Int64Array::new(ScalarBuffer::from(all), self.nulls_of_empty()))
    }

    /// Returns the values in their tidied units, and as they were written.
    pub(super) fn values(&self) -> (ArrayRef, ArrayRef) {
        let mut written = vec![0.0; self.rows];
        let mut tidied = Vec::with_capacity(self.rows);
        let (mut integers, mut of_run, mut at) = (Vec::new(), Vec::new(), 0);
        for piece in self.pieces {
            let end = at + piece.rows();
            let Some(run) = piece.run_of(self.plan) else {
                tidied.push(0.0);
                at = end;
                continue;
            };
            let step = piece.fields;
            of_run.clear();
            of_run.resize(run.measurements(), 0.0);
            for field in 0..step {
                run.run.write_values(field, 1.0, &mut integers, &mut of_run[field..], step);
            }
            let own = piece.results.start * step..piece.results.end * step;
            written[at..end].copy_from_slice(&of_run[own]);
            let layout = &self.plan.layouts[piece.layout as usize];
            for row in written[at..end].chunks_exact(step) {
                tidied.extend(row.iter().zip(layout).map(|(value, unit)| value * unit.factor));
            }
            at = end;
        }
        let column = |values: Vec<f64>| -> ArrayRef {
            Arc::new(Float64Array::new(ScalarBuffer::from(values), self.nulls_of_empty()))
        };
        (column(tidied), column(written))
    }

    /// Returns a text for each piece, by the text's number.
    pub(super) fn text(
        &self,
        texts: &Arc<StringArray>,
        number: impl Fn(&Piece) -> Option<u32>,
    ) -> Result<ArrayRef, ExportError> {
        self.texts(texts, &self.each_piece(number))
    }

    /// Returns a text for each field, by the text's number.
    pub(super) fn text_of_fields(
        &self,
        texts: &Arc<StringArray>,
        number: impl Fn(&Piece, Measured) -> Option<u32>,
    ) -> Result<ArrayRef, ExportError> {
        self.texts(texts, &self.each_field(None, number))
    }

    fn texts(
        &self,
        texts: &Arc<StringArray>,
        numbers: &[Option<u32>],
    ) -> Result<ArrayRef, ExportError> {
        let nulls = nulls(numbers);
        if self.form == Form::Dictionaries {
            let keys = numbers.iter().map(|number| number.unwrap_or_default() as i32);
            let keys: Vec<i32> = keys.collect();
            let keys = Int32Array::new(ScalarBuffer::from(keys), nulls);
            let texts = Arc::clone(texts) as ArrayRef;
            let array = DictionaryArray::<Int32Type>::try_new(keys, texts).map_err(refused)?;
            return Ok(Arc::new(array));
        }
        let (mut bytes, mut offsets) = (Vec::new(), Vec::with_capacity(numbers.len() + 1));
        offsets.push(0);
        for number in numbers {
            if let Some(number) = number {
                bytes.extend_from_slice(texts.value(*number as usize).as_bytes());
            }
            offsets.push(offset(bytes.len())?);
        }
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        let array = StringArray::try_new(offsets, Buffer::from_vec(bytes), nulls);
        Ok(Arc::new(array.map_err(refused)?))
    }

    /// Returns a map for each piece, which may be empty.
    pub(super) fn map<'e>(
        &self,
        entries: impl Fn(&Piece) -> Option<&'e Entries<'e>>,
    ) -> Result<ArrayRef, ExportError> {
        let (mut keys, mut values) = (Strings::default(), Strings::default());
        let mut offsets = Vec::with_capacity(self.rows + 1);
        offsets.push(0);
        for piece in self.pieces {
            let entries = entries(piece).map(Vec::as_slice).unwrap_or_default();
            keys.add(entries.iter().map(|(key, _)| *key), piece.rows())?;
            values.add(entries.iter().map(|(_, value)| *value), piece.rows())?;
            for _ in 0..piece.rows() {
                let last = offsets[offsets.len() - 1] as usize;
                offsets.push(offset(last + entries.len())?);
            }
        }
        let fields = entry_fields();
        let arrays = vec![keys.array()?, values.array()?];
        let entries = StructArray::try_new(fields, arrays, None).map_err(refused)?;
        let field = Arc::new(Field::new("entries", entries.data_type().clone(), false));
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        let map = MapArray::try_new(field, offsets, entries, None, false);
        Ok(Arc::new(map.map_err(refused)?))
    }

    /// The row of an input without measurements contains no number.
    fn nulls_of_empty(&self) -> Option<NullBuffer> {
        let has_empty = self.pieces.iter().any(|piece| piece.run.is_none());
        has_empty.then(|| NullBuffer::from(self.each_piece(|piece| piece.run.is_some())))
    }
}

/// The texts of maps, in sequence.
#[derive(Default)]
struct Strings {
    bytes: Vec<u8>,
    ends: Vec<i32>,
}

impl Strings {
    /// Adds some texts `count` times.
    fn add<'t>(
        &mut self,
        texts: impl Iterator<Item = &'t str>,
        times: usize,
    ) -> Result<(), ExportError> {
        let (start, first) = (self.bytes.len(), self.ends.len());
        for text in texts {
            self.bytes.extend_from_slice(text.as_bytes());
            self.ends.push(offset(self.bytes.len())?);
        }
        let (end, last) = (self.bytes.len(), self.ends.len());
        let step = offset(end - start)?;
        offset((end - start).saturating_mul(times).saturating_add(start))?;
        for time in 1..times {
            self.bytes.extend_from_within(start..end);
            let above = step * time as i32;
            let ends = self.ends[first..last].iter().map(|end| end + above);
            let ends: Vec<i32> = ends.collect();
            self.ends.extend(ends);
        }
        Ok(())
    }

    fn array(self) -> Result<ArrayRef, ExportError> {
        let mut offsets = vec![0];
        offsets.extend(self.ends);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        let array = StringArray::try_new(offsets, Buffer::from_vec(self.bytes), None);
        Ok(Arc::new(array.map_err(refused)?))
    }
}

/// Returns which values exist; returns nothing if all do.
fn nulls<T>(values: &[Option<T>]) -> Option<NullBuffer> {
    let is_all = values.iter().all(Option::is_some);
    (!is_all).then(|| values.iter().map(Option::is_some).collect())
}

pub(super) fn offset(len: usize) -> Result<i32, ExportError> {
    i32::try_from(len).map_err(|_| ExportError::TooMuch { what: "bytes of text in a column" })
}

#[allow(clippy::needless_pass_by_value, reason = "the errors of others come by value")]
pub(super) fn refused(error: ArrowError) -> ExportError {
    ExportError::Write(Box::new(error))
}
