//! The columns of a row group as Parquet has them.
//!
//! Takes pieces of a plan; gives each column as packed pages. What the rows of a piece have in common is packed once: a
//! text is a number into the dictionary of the row group, and so many rows with it are a run or a pattern. Must not know
//! files.

use bytes::Bytes;
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::Result;
use parquet::schema::types::ColumnDescPtr;

use super::indices::Indices;
use crate::export::pieces::Piece;
use crate::export::plan::{Plan, PlannedRun};

/// A column without parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    Input,
    Source,
    File,
    Row,
    Field,
    Name,
    Keys(Pairs),
    Values(Pairs),
    Iterations,
    Unit,
    WrittenUnit,
    Value,
    WrittenValue,
    Assume,
    Better,
    Recording,
    Block,
    About,
}

/// A column of keys and values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pairs {
    Parts,
    Config,
    Details,
}

/// All, in the order of the schema.
pub(super) const LEAVES: [Leaf; 22] = [
    Leaf::Input,
    Leaf::Source,
    Leaf::File,
    Leaf::Row,
    Leaf::Field,
    Leaf::Name,
    Leaf::Keys(Pairs::Parts),
    Leaf::Values(Pairs::Parts),
    Leaf::Keys(Pairs::Config),
    Leaf::Values(Pairs::Config),
    Leaf::Keys(Pairs::Details),
    Leaf::Values(Pairs::Details),
    Leaf::Iterations,
    Leaf::Unit,
    Leaf::WrittenUnit,
    Leaf::Value,
    Leaf::WrittenValue,
    Leaf::Assume,
    Leaf::Better,
    Leaf::Recording,
    Leaf::Block,
    Leaf::About,
];

/// How hard texts are compressed: there are few.
pub(super) const TEXT_LEVEL: i32 = 3;

/// How hard numbers are compressed: they are most of a file, and most of them is noise, with which level 3 would take four
/// times as long for a third less.
pub(super) const NUMBER_LEVEL: i32 = -5;

/// A page has about so many rows.
pub(super) const PAGE_ROWS: usize = 1 << 17;

/// A page of entries has about so many.
pub(super) const PAGE_ENTRIES: usize = 1 << 20;

/// The rows of a row group.
#[derive(Clone, Copy)]
pub(super) struct Group<'p, 's> {
    pub(super) plan: &'p Plan<'s>,
    pub(super) pieces: &'p [Piece],
}

/// A column that is written, and what is said of it.
pub(super) type Written = (Bytes, ColumnCloseResult);

impl<'p, 's> Group<'p, 's> {
    pub(super) fn rows(&self) -> usize {
        rows_of(self.pieces)
    }

    pub(super) fn run(&self, piece: &Piece) -> Option<&'p PlannedRun<'s>> {
        piece.run_of(self.plan)
    }

    /// The recording of a piece, by its number, and its block.
    pub(super) fn recorded(&self, piece: &Piece) -> Option<(u32, u32)> {
        // Few logs have any: nothing is looked up there.
        let has_any = !self.plan.recordings.texts.is_empty();
        has_any.then(|| self.run(piece)?.recorded).flatten()
    }

    /// Writes one column.
    pub(super) fn write(&self, leaf: Leaf, column: ColumnDescPtr) -> Result<Written> {
        let plan = self.plan;
        let input = |piece: &Piece| piece.input_of(plan);
        let said = |piece: &Piece, unit: u32, which: usize| input(piece).said(unit)[which];
        match leaf {
            Leaf::Input => self.input(column),
            Leaf::Source => self.text(column, &plan.sources.texts, |p| Some(input(p).source)),
            Leaf::File => self.text(column, &plan.files.texts, |p| Some(input(p).file)),
            Leaf::Row => self.row(column),
            Leaf::Field => self.field(column),
            Leaf::Name => {
                let names: Vec<&str> = plan.names.iter().map(|name| name.text).collect();
                self.text(column, &names, |piece| piece.run.map(|_| piece.name))
            }
            Leaf::Keys(pairs) => self.pairs(column, pairs, |(key, _)| key),
            Leaf::Values(pairs) => self.pairs(column, pairs, |(_, value)| value),
            Leaf::Iterations => self.iterations(column),
            Leaf::Unit => self.unit(column, &plan.units.texts, |_, m| Some(m.unit)),
            Leaf::WrittenUnit => self.unit(column, &plan.written.texts, |_, m| Some(m.written)),
            Leaf::Value => self.values(column, true),
            Leaf::WrittenValue => self.values(column, false),
            Leaf::Assume => self.unit(column, &plan.assumed.texts, |p, m| said(p, m.unit, 0)),
            Leaf::Better => self.unit(column, &plan.better.texts, |p, m| said(p, m.unit, 1)),
            Leaf::Recording => {
                self.text(column, &plan.recordings.texts, |piece| Some(self.recorded(piece)?.0))
            }
            Leaf::Block => self.block(column),
            Leaf::About => self.about(column),
        }
    }

    /// The pieces in pages of about so much.
    pub(super) fn pages(
        &self,
        most: usize,
        size: impl Fn(&Piece) -> usize,
    ) -> impl Iterator<Item = &'p [Piece]> {
        let mut rest = self.pieces;
        std::iter::from_fn(move || {
            let mut left = most;
            let more = |piece: &&Piece| {
                let is_more = left != 0;
                left = left.saturating_sub(size(piece));
                is_more
            };
            let count = rest.iter().take_while(more).count();
            let (page, behind) = rest.split_at(count);
            rest = behind;
            (!page.is_empty()).then_some(page)
        })
    }
}

pub(super) fn rows_of(pieces: &[Piece]) -> usize {
    pieces.iter().map(Piece::rows).sum()
}

/// Levels, with how many bytes they take before them.
pub(super) fn add_levels(levels: Indices, body: &mut Vec<u8>) {
    let levels = levels.finish();
    body.extend_from_slice(&(levels.len() as u32).to_le_bytes());
    body.extend_from_slice(&levels);
}

/// Indices, with how many bits each takes before them.
pub(super) fn add_indices(indices: Indices, width: u32, body: &mut Vec<u8>) {
    body.push(width as u8);
    body.extend_from_slice(&indices.finish());
}
