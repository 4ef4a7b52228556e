//! The columns of a batch.
//!
//! Takes pieces of a plan; gives an Arrow array for each column. Must not know the destination of tables.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, Int64Array, StringArray};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};

use super::batch::{Batch, offset, refused};
use super::pieces::Piece;
use super::plan::Plan;
use crate::{ExportError, Form};

/// The dictionaries of all batches.
#[derive(Debug)]
pub(crate) struct Texts {
    form: Form,
    sources: Arc<StringArray>,
    files: Arc<StringArray>,
    names: Arc<StringArray>,
    units: Arc<StringArray>,
    written: Arc<StringArray>,
    assumed: Arc<StringArray>,
    better: Arc<StringArray>,
    recordings: Arc<StringArray>,
    abouts: Arc<StringArray>,
    /// For each input, which of these texts it uses, because some libraries require that the texts of a dictionary
    /// are unique.
    about_of: Vec<u32>,
}

impl Texts {
    pub(crate) fn new(plan: &Plan<'_>, form: Form) -> Result<Texts, ExportError> {
        let (abouts, about_of) = once(&plan.abouts);
        Ok(Texts {
            form,
            sources: strings(plan.sources.texts.iter().copied())?,
            files: strings(plan.files.texts.iter().copied())?,
            names: strings(plan.names.iter().map(|name| name.text))?,
            units: strings(plan.units.texts.iter().copied())?,
            written: strings(plan.written.texts.iter().copied())?,
            assumed: strings(plan.assumed.texts.iter().copied())?,
            better: strings(plan.better.texts.iter().copied())?,
            recordings: strings(plan.recordings.texts.iter().copied())?,
            abouts: strings(abouts.into_iter())?,
            about_of,
        })
    }
}

/// Returns the unique texts in the order of their first appearance, and the index in them for each text.
fn once(texts: &[String]) -> (Vec<&str>, Vec<u32>) {
    let mut indices = HashMap::new();
    let mut all = Vec::new();
    let index = |text| {
        *indices.entry(text).or_insert_with(|| {
            all.push(text);
            all.len() as u32 - 1
        })
    };
    let indices = texts.iter().map(String::as_str).map(index).collect();
    (all, indices)
}

/// Returns an array of texts, which are UTF-8.
fn strings<'t>(texts: impl Iterator<Item = &'t str>) -> Result<Arc<StringArray>, ExportError> {
    let (mut bytes, mut offsets) = (Vec::new(), vec![0_i32]);
    for text in texts {
        bytes.extend_from_slice(text.as_bytes());
        offsets.push(offset(bytes.len())?);
    }
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let array = StringArray::try_new(offsets, Buffer::from_vec(bytes), None);
    Ok(Arc::new(array.map_err(refused)?))
}

/// Returns the arrays for the rows of some pieces.
///
/// # Errors
///
/// Returns an error if a column has too much text.
pub(crate) fn columns(
    plan: &Plan<'_>,
    texts: &Texts,
    pieces: &[Piece],
) -> Result<Vec<ArrayRef>, ExportError> {
    let rows = pieces.iter().map(Piece::rows).sum();
    let batch = Batch { plan, form: texts.form, pieces, rows };
    let input = |piece: &Piece| piece.input_of(plan);
    let run = |piece: &Piece| piece.run_of(plan);
    let number = batch.each_piece(|piece| input(piece).number);
    let block = |piece: &Piece| Some(i64::from(run(piece)?.recorded?.1));
    let (values, written) = batch.values();
    let name = |piece: &Piece| piece.run.map(|_| piece.name);
    let name_parts = |piece: &Piece| Some(&plan.names[name(piece)? as usize].parts);
    let config = |piece: &Piece| piece.run.map(|_| &plan.configs[piece.config as usize]);
    let said =
        |which: usize| move |piece: &Piece, unit: u32| piece.input_of(plan).said(unit)[which];
    Ok(vec![
        Arc::new(Int32Array::from(number)),
        batch.text(&texts.sources, |piece| Some(input(piece).source))?,
        batch.text(&texts.files, |piece| Some(input(piece).file))?,
        Arc::new(Int64Array::from(batch.row_numbers())),
        Arc::new(Int32Array::from(batch.fields())),
        batch.text(&texts.names, name)?,
        batch.map(name_parts)?,
        batch.map(|piece| Some(&config(piece)?.config))?,
        batch.map(|piece| Some(&config(piece)?.metadata))?,
        batch.iterations(),
        batch.text_of_fields(&texts.units, |_, measured| Some(measured.unit))?,
        batch.text_of_fields(&texts.written, |_, measured| Some(measured.written))?,
        values,
        written,
        batch.text_of_fields(&texts.assumed, |piece, measured| said(0)(piece, measured.unit))?,
        batch.text_of_fields(&texts.better, |piece, measured| said(1)(piece, measured.unit))?,
        batch.text(&texts.recordings, |piece| Some(run(piece)?.recorded?.0))?,
        Arc::new(batch.nullable(block)),
        batch.text(&texts.abouts, |piece| Some(texts.about_of[piece.input]))?,
    ])
}
