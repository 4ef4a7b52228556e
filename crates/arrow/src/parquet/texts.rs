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
    Group, PAGE_ENTRIES, PAGE_ROWS, Pairs, TEXT_LEVEL, Written, add_indices, add_levels, rows_of,
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
        self.patterns(column, texts, &number, Piece::rows, |piece, own| own.push(number(piece)))
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
        let layout = |piece: &Piece| (piece.input, piece.run.is_some(), piece.layout);
        let times = |piece: &Piece| piece.results.len();
        self.patterns(column, texts, layout, times, |piece, own| match piece.run {
            None => own.push(None),
            Some(_) => {
                let layout = &self.plan.layouts[piece.layout as usize];
                own.extend(layout.iter().map(|&measured| number(piece, measured)));
            }
        })
    }

    /// Texts that come in patterns: those of a piece, and how often. Pieces of one kind have the same.
    fn patterns<K: PartialEq>(
        &self,
        column: ColumnDescPtr,
        texts: &[&str],
        kind: impl Fn(&Piece) -> K,
        times: impl Fn(&Piece) -> usize,
        pattern: impl Fn(&Piece, &mut Vec<Option<u32>>),
    ) -> Result<Written> {
        let is_optional = column.max_def_level() != 0;
        let (mut numbered, mut own) = (Renumbered::new(texts.len()), Vec::new());
        let is_same = |a: &Piece, b: &Piece| kind(a) == kind(b);
        for alike in self.pieces.chunk_by(is_same) {
            own.clear();
            pattern(&alike[0], &mut own);
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
            for alike in page.chunk_by(is_same) {
                own.clear();
                pattern(&alike[0], &mut own);
                let times = alike.iter().map(&times).sum();
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
        let (mut dictionary, mut patterns) = (Vec::new(), Patterns::new(self.sources(which)));
        let is_same = |a: &Piece, b: &Piece| source(a, which) == source(b, which);
        for alike in self.pieces.chunk_by(is_same) {
            let Some(id) = source(&alike[0], which).filter(|&id| !patterns.has(id)) else {
                continue;
            };
            let numbers = self.entries(id, which).iter().map(|&pair| {
                let (text, next) = (part(pair), known.len() as u32);
                *known.entry(text).or_insert_with(|| {
                    add_text(text, &mut dictionary);
                    next
                })
            });
            patterns.add(id, numbers);
        }
        let mut chunk = Chunk::new(column, TEXT_LEVEL)?;
        chunk.dictionary(&dictionary, known.len())?;
        let width = Indices::width_of(known.len());
        let pattern = |piece: &Piece| source(piece, which).map_or(&[][..], |id| patterns.get(id));
        // The first entry of a row begins it.
        let (mut repeated, mut body): (Vec<u32>, _) = (vec![0], Vec::new());
        for page in self.pages(PAGE_ENTRIES, |piece| piece.rows() * pattern(piece).len().max(1)) {
            let [mut repeats, mut defined] = [Indices::new(1), Indices::new(1)];
            let (mut packed, mut values) = (Indices::new(width), 0);
            for alike in page.chunk_by(is_same) {
                let (own, rows) = (pattern(&alike[0]), rows_of(alike));
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

    /// How many names or configurations there are.
    fn sources(&self, which: Pairs) -> usize {
        match which {
            Pairs::Parts => self.plan.names.len(),
            Pairs::Config | Pairs::Details => self.plan.configs.len(),
        }
    }

    fn entries(&self, source: u32, which: Pairs) -> &'p Entries<'s> {
        let (plan, source) = (self.plan, source as usize);
        match which {
            Pairs::Parts => &plan.names[source].parts,
            Pairs::Config => &plan.configs[source].config,
            Pairs::Details => &plan.configs[source].details,
        }
    }
}

/// The number of what a piece has its pairs from: its name, or its configuration.
fn source(piece: &Piece, which: Pairs) -> Option<u32> {
    piece.run.map(|_| match which {
        Pairs::Parts => piece.name,
        Pairs::Config | Pairs::Details => piece.config,
    })
}

/// Numbers of texts, by that of what has these texts.
struct Patterns {
    /// Where each begins and ends in `numbers`; nothing has none before it is added.
    places: Vec<Option<(usize, usize)>>,
    numbers: Vec<u32>,
}

impl Patterns {
    fn new(sources: usize) -> Patterns {
        Patterns { places: vec![None; sources], numbers: Vec::new() }
    }

    fn has(&self, source: u32) -> bool {
        self.places[source as usize].is_some()
    }

    fn add(&mut self, source: u32, numbers: impl Iterator<Item = u32>) {
        let start = self.numbers.len();
        self.numbers.extend(numbers);
        self.places[source as usize] = Some((start, self.numbers.len()));
    }

    fn get(&self, source: u32) -> &[u32] {
        let (start, end) = self.places[source as usize].unwrap_or_default();
        &self.numbers[start..end]
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
