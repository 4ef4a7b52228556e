//! Columns of texts: numbers into a dictionary, in runs and patterns.
//!
//! Takes what a piece has, by its number in the plan; gives the column, with the texts that the row group uses in the order
//! of their first use.

use std::collections::HashMap;

use parquet::basic::Encoding;
use parquet::errors::Result;
use parquet::schema::types::ColumnDescPtr;

use super::chunk::Chunk;
use super::indices::Indices;
use super::leaves::{
    Group, PAGE_ENTRIES, PAGE_ROWS, Pairs, TEXT_LEVEL, Written, add_indices, add_levels,
};
use crate::export::pieces::Piece;
use crate::export::plan::{Entries, Measured};

impl<'p, 's> Group<'p, 's> {
    /// A text of each piece, by its number.
    pub(super) fn text(
        &self,
        column: ColumnDescPtr,
        texts: &[&str],
        number: impl Fn(&Piece) -> Option<u32>,
    ) -> Result<Written> {
        self.patterns(column, texts, |piece, pattern| {
            pattern.push(number(piece));
            piece.rows()
        })
    }

    /// What is known of inputs; several may have the same, which is in the dictionary once.
    pub(super) fn about(&self, column: ColumnDescPtr) -> Result<Written> {
        let (mut texts, mut known) = (Vec::new(), HashMap::new());
        let numbers = self.plan.abouts.iter().map(|about| {
            *known.entry(about.as_str()).or_insert_with(|| {
                texts.push(about.as_str());
                texts.len() as u32 - 1
            })
        });
        let numbers: Vec<u32> = numbers.collect();
        self.text(column, &texts, |piece| Some(numbers[piece.input]))
    }

    /// A text of each field, by its number.
    pub(super) fn unit(
        &self,
        column: ColumnDescPtr,
        texts: &[&str],
        number: impl Fn(&Piece, Measured) -> Option<u32>,
    ) -> Result<Written> {
        self.patterns(column, texts, |piece, pattern| match self.run(piece) {
            None => {
                pattern.push(None);
                1
            }
            Some(run) => {
                let layout = &self.plan.layouts[run.layout as usize];
                pattern.extend(layout.iter().map(|&measured| number(piece, measured)));
                piece.results.len()
            }
        })
    }

    /// Texts that come in patterns: those of a piece, and how often.
    fn patterns(
        &self,
        column: ColumnDescPtr,
        texts: &[&str],
        pattern: impl Fn(&Piece, &mut Vec<Option<u32>>) -> usize,
    ) -> Result<Written> {
        let is_optional = column.max_def_level() != 0;
        let (mut numbered, mut own) = (Renumbered::new(texts.len()), Vec::new());
        for piece in self.pieces {
            own.clear();
            pattern(piece, &mut own);
            own.iter().flatten().for_each(|&number| {
                numbered.number(number);
            });
        }
        let mut chunk = Chunk::new(column, TEXT_LEVEL)?;
        numbered.write(texts, &mut chunk)?;
        let width = Indices::width_of(numbered.used.len());
        let (mut levels, mut indices, mut body) = (Vec::new(), Vec::new(), Vec::new());
        for page in self.pages(PAGE_ROWS, Piece::rows) {
            let (mut defined, mut packed) = (Indices::new(1), Indices::new(width));
            let mut rows = 0;
            for piece in page {
                own.clear();
                let times = pattern(piece, &mut own);
                levels.clear();
                indices.clear();
                levels.extend(own.iter().map(|number| u32::from(number.is_some())));
                indices.extend(own.iter().flatten().map(|&number| numbered.number(number)));
                defined.push_pattern(&levels, times);
                packed.push_pattern(&indices, times);
                rows += own.len() * times;
            }
            body.clear();
            if is_optional {
                add_levels(defined, &mut body);
            }
            add_indices(packed, width, &mut body);
            chunk.page(&body, rows, Encoding::RLE_DICTIONARY)?;
        }
        chunk.finish(self.rows())
    }

    /// Keys, or values, of the pairs that a piece has.
    pub(super) fn pairs(
        &self,
        column: ColumnDescPtr,
        which: Pairs,
        part: impl Fn((&'s str, &'s str)) -> &'s str,
    ) -> Result<Written> {
        let mut known: HashMap<&str, u32> = HashMap::new();
        let (mut dictionary, mut patterns) = (Vec::new(), HashMap::<u32, Vec<u32>>::new());
        for piece in self.pieces {
            let Some((id, entries)) = self.entries(piece, which) else { continue };
            patterns.entry(id).or_insert_with(|| {
                let number = |&pair: &(&'s str, &'s str)| {
                    let (text, next) = (part(pair), known.len() as u32);
                    *known.entry(text).or_insert_with(|| {
                        add_text(text, &mut dictionary);
                        next
                    })
                };
                entries.iter().map(number).collect()
            });
        }
        let mut chunk = Chunk::new(column, TEXT_LEVEL)?;
        chunk.dictionary(&dictionary, known.len())?;
        let width = Indices::width_of(known.len());
        let pattern = |piece: &Piece| {
            let found = self.entries(piece, which).and_then(|(id, _)| patterns.get(&id));
            found.map(Vec::as_slice).unwrap_or_default()
        };
        // The first entry of a row begins it.
        let (mut repeated, mut body): (Vec<u32>, _) = (vec![0], Vec::new());
        for page in self.pages(PAGE_ENTRIES, |piece| piece.rows() * pattern(piece).len().max(1)) {
            let [mut repeats, mut defined] = [Indices::new(1), Indices::new(1)];
            let (mut packed, mut values) = (Indices::new(width), 0);
            for piece in page {
                let (own, rows) = (pattern(piece), piece.rows());
                let len = own.len().max(1);
                repeated.resize(len.max(repeated.len()), 1);
                repeats.push_pattern(&repeated[..len], rows);
                defined.push(u32::from(!own.is_empty()), len * rows);
                packed.push_pattern(own, rows);
                values += len * rows;
            }
            body.clear();
            add_levels(repeats, &mut body);
            add_levels(defined, &mut body);
            add_indices(packed, width, &mut body);
            chunk.page(&body, values, Encoding::RLE_DICTIONARY)?;
        }
        chunk.finish(self.rows())
    }

    /// The number of what a piece has its pairs from, and these.
    fn entries(&self, piece: &Piece, which: Pairs) -> Option<(u32, &'p Entries<'s>)> {
        let (run, plan) = (self.run(piece)?, self.plan);
        Some(match which {
            Pairs::Parts => (run.name, &plan.names[run.name as usize].parts),
            Pairs::Config => (run.config, &plan.configs[run.config as usize].config),
            Pairs::Details => (run.config, &plan.configs[run.config as usize].details),
        })
    }
}

/// A text, with how many bytes it takes before it.
fn add_text(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

/// Numbers of all texts that are used, by their first use.
struct Renumbered {
    /// By number, the new one plus one.
    numbers: Vec<u32>,
    used: Vec<u32>,
}

impl Renumbered {
    fn new(texts: usize) -> Renumbered {
        Renumbered { numbers: vec![0; texts], used: Vec::new() }
    }

    fn number(&mut self, number: u32) -> u32 {
        let new = &mut self.numbers[number as usize];
        if *new == 0 {
            self.used.push(number);
            *new = self.used.len() as u32;
        }
        *new - 1
    }

    fn write(&self, texts: &[&str], chunk: &mut Chunk) -> Result<()> {
        let mut plain = Vec::new();
        self.used.iter().for_each(|&number| add_text(texts[number as usize], &mut plain));
        chunk.dictionary(&plain, self.used.len())
    }
}
