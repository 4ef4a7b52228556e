//! The content of a table, with every text examined once.
//!
//! Contains the runs of a store's inputs with numbers in place of texts, and the texts of these numbers in the order
//! in which rows use them. All texts are UTF-8. `planner` creates it. Must not know how tables are written.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use benchlens_core::store::StoredRun;

/// Keys and values.
pub(crate) type Entries<'s> = Vec<(&'s str, &'s str)>;

/// The source of a table's rows.
#[derive(Debug)]
pub(crate) struct Plan<'s> {
    pub(crate) inputs: Vec<PlannedInput>,
    /// The runs of the inputs, in their order.
    pub(crate) runs: Vec<PlannedRun<'s>>,
    pub(crate) sources: Numbered<'s>,
    pub(crate) files: Numbered<'s>,
    pub(crate) names: Vec<Name<'s>>,
    pub(crate) configs: Vec<Config<'s>>,
    pub(crate) layouts: Vec<Vec<Measured>>,
    /// Tidied units.
    pub(crate) units: Numbered<'s>,
    /// Units as they were written.
    pub(crate) written: Numbered<'s>,
    /// The values of `assume` and of `better`.
    pub(crate) assumed: Numbered<'s>,
    pub(crate) better: Numbered<'s>,
    pub(crate) recordings: Numbered<'s>,
    /// One text for each input.
    pub(crate) abouts: Vec<String>,
    /// The number of rows in the table.
    pub(crate) rows: u64,
}

/// An input of a table.
#[derive(Debug)]
pub(crate) struct PlannedInput {
    /// The number in the column `input`.
    pub(crate) number: i32,
    pub(crate) source: u32,
    pub(crate) file: u32,
    /// For each tidied unit of the table, the values of `assume` and `better` from `Unit` lines.
    pub(super) said: BTreeMap<u32, [Option<u32>; 2]>,
    pub(crate) runs: Range<usize>,
}

/// A run of a table.
#[derive(Debug)]
pub(crate) struct PlannedRun<'s> {
    pub(crate) run: StoredRun<'s>,
    /// The index of its input in the plan.
    pub(crate) input: u32,
    pub(crate) name: u32,
    pub(crate) config: u32,
    pub(crate) layout: u32,
    /// The recording, by its number, and the block.
    pub(crate) recorded: Option<(u32, u32)>,
    /// The number of results of the input before it.
    pub(crate) first_row: u64,
}

#[derive(Debug)]
pub(crate) struct Name<'s> {
    pub(crate) text: &'s str,
    pub(crate) parts: Entries<'s>,
}

#[derive(Debug)]
pub(crate) struct Config<'s> {
    pub(crate) config: Entries<'s>,
    pub(crate) metadata: Entries<'s>,
}

/// A column of a run: its units, and the factor between them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) unit: u32,
    pub(crate) written: u32,
    pub(crate) factor: f64,
}

/// Texts by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Numbered<'s> {
    pub(crate) texts: Vec<&'s str>,
    numbers: HashMap<&'s str, u32>,
}

impl<'s> Numbered<'s> {
    /// Returns the number of a text.
    pub(super) fn number(&mut self, text: &'s str) -> u32 {
        let Numbered { texts, numbers } = self;
        *numbers.entry(text).or_insert_with(|| {
            texts.push(text);
            texts.len() as u32 - 1
        })
    }
}

impl PlannedRun<'_> {
    /// Returns the number of rows that it becomes.
    pub(crate) fn measurements(&self) -> usize {
        self.run.rows() * self.run.columns()
    }
}

impl PlannedInput {
    /// Returns the values of `assume` and `better` from `Unit` lines for a unit.
    pub(crate) fn said(&self, unit: u32) -> [Option<u32>; 2] {
        self.said.get(&unit).copied().unwrap_or_default()
    }
}

impl<'s> Plan<'s> {
    pub(super) fn empty() -> Plan<'s> {
        Plan {
            inputs: Vec::new(),
            runs: Vec::new(),
            sources: Numbered::default(),
            files: Numbered::default(),
            names: Vec::new(),
            configs: Vec::new(),
            layouts: Vec::new(),
            units: Numbered::default(),
            written: Numbered::default(),
            assumed: Numbered::default(),
            better: Numbered::default(),
            recordings: Numbered::default(),
            abouts: Vec::new(),
            rows: 0,
        }
    }
}
