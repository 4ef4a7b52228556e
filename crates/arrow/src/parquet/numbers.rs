//! Columns of numbers: places into a dictionary, differences, doubles as they are.

use arrow_buffer::ToByteSlice as _;
use parquet::basic::Encoding;
use parquet::errors::Result;
use parquet::schema::types::ColumnDescPtr;

use super::chunk::Chunk;
use super::delta;
use super::indices::Indices;
use super::leaves::{
    Group, NUMBER_LEVEL, PAGE_ROWS, TEXT_LEVEL, Written, add_indices, add_levels, rows_of,
};
use crate::export::pieces::Piece;

impl Group<'_, '_> {
    /// Numbers that are themselves in the dictionary.
    pub(super) fn input(&self, column: ColumnDescPtr) -> Result<Written> {
        let numbers = |piece: &Piece| piece.input as u32;
        let first = self.pieces.first().map_or(0, numbers);
        let last = self.pieces.last().map_or(0, numbers);
        let inputs = &self.plan.inputs[first as usize..=last as usize];
        let plain: Vec<u8> = inputs.iter().flat_map(|input| input.number.to_le_bytes()).collect();
        self.of_dictionary(column, &plain, inputs.len(), |piece, packed| {
            packed.push(numbers(piece) - first, piece.rows());
        })
    }

    pub(super) fn field(&self, column: ColumnDescPtr) -> Result<Written> {
        let most = self.pieces.iter().map(|piece| piece.fields).max().unwrap_or_default() as u32;
        let plain: Vec<u8> = (0..most).flat_map(u32::to_le_bytes).collect();
        let fields: Vec<u32> = (0..most).collect();
        self.of_dictionary(column, &plain, most as usize, |piece, packed| {
            packed.push_pattern(&fields[..piece.fields], piece.results.len());
        })
    }

    /// A column of numbers of 32 bits, each a place in a dictionary.
    fn of_dictionary(
        &self,
        column: ColumnDescPtr,
        plain: &[u8],
        entries: usize,
        pack: impl Fn(&Piece, &mut Indices),
    ) -> Result<Written> {
        let mut chunk = Chunk::new(column, TEXT_LEVEL)?;
        chunk.dictionary(plain, entries)?;
        let width = Indices::width_of(entries);
        for page in self.pages(PAGE_ROWS, Piece::rows) {
            let mut packed = Indices::new(width);
            page.iter().for_each(|piece| pack(piece, &mut packed));
            let mut body = Vec::new();
            add_indices(packed, width, &mut body);
            chunk.page(&body, rows_of(page), Encoding::RLE_DICTIONARY)?;
        }
        chunk.finish(self.rows())
    }

    pub(super) fn row(&self, column: ColumnDescPtr) -> Result<Written> {
        self.differences(column, |piece, out| {
            let first = self.run(piece).map_or(0, |run| run.first_row);
            for result in piece.results.clone() {
                out.resize(out.len() + piece.fields, (first + result as u64) as i64);
            }
            true
        })
    }

    pub(super) fn iterations(&self, column: ColumnDescPtr) -> Result<Written> {
        let mut counts = Vec::new();
        self.differences(column, |piece, out| {
            let Some(run) = self.run(piece) else { return false };
            counts.clear();
            run.run.iterations(&mut counts);
            for &count in &counts[piece.results.clone()] {
                out.resize(out.len() + piece.fields, count);
            }
            true
        })
    }

    pub(super) fn block(&self, column: ColumnDescPtr) -> Result<Written> {
        self.differences(column, |piece, out| {
            let Some((_, block)) = self.recorded(piece) else { return false };
            out.resize(out.len() + piece.rows(), block.into());
            true
        })
    }

    /// Whole numbers by their differences. A piece has one for each row, or none, which it says.
    fn differences(
        &self,
        column: ColumnDescPtr,
        mut numbers: impl FnMut(&Piece, &mut Vec<i64>) -> bool,
    ) -> Result<Written> {
        let is_optional = column.max_def_level() != 0;
        let mut chunk = Chunk::new(column, NUMBER_LEVEL)?;
        let (mut own, mut body) = (Vec::new(), Vec::new());
        for page in self.pages(PAGE_ROWS, Piece::rows) {
            own.clear();
            let mut defined = Indices::new(1);
            for piece in page {
                defined.push(numbers(piece, &mut own).into(), piece.rows());
            }
            body.clear();
            if is_optional {
                add_levels(defined, &mut body);
            }
            delta::pack(&own, &mut body);
            chunk.page(&body, rows_of(page), Encoding::DELTA_BINARY_PACKED)?;
        }
        chunk.finish(self.rows())
    }

    /// The values of the measurements, in their tidied units or as they were written.
    pub(super) fn values(&self, column: ColumnDescPtr, is_tidied: bool) -> Result<Written> {
        let mut chunk = Chunk::new(column, NUMBER_LEVEL)?;
        let (mut own, mut body, mut integers) = (Vec::new(), Vec::new(), Vec::new());
        for page in self.pages(PAGE_ROWS, Piece::rows) {
            own.clear();
            let mut defined = Indices::new(1);
            for piece in page {
                let run = self.run(piece);
                defined.push(run.is_some().into(), piece.rows());
                let Some(run) = run else { continue };
                let (start, layout) = (own.len(), &self.plan.layouts[piece.layout as usize]);
                own.resize(start + run.measurements(), 0.0);
                for (field, measured) in layout.iter().enumerate() {
                    let factor = if is_tidied { measured.factor } else { 1.0 };
                    let out = &mut own[start + field..];
                    run.run.write_values(field, factor, &mut integers, out, layout.len());
                }
                // A run may be in two row groups.
                own.truncate(start + piece.results.end * piece.fields);
                own.drain(start..start + piece.results.start * piece.fields);
            }
            body.clear();
            add_levels(defined, &mut body);
            body.extend_from_slice(own.as_slice().to_byte_slice());
            chunk.page(&body, rows_of(page), Encoding::PLAIN)?;
        }
        chunk.finish(self.rows())
    }
}
