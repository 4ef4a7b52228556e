//! What a table says, with every text looked at once.
//!
//! Takes a store and which of its inputs; gives their runs with numbers in place of texts, and the texts of these numbers
//! in the order in which rows have them. Guarantees that all texts are UTF-8. Must not know how tables are written.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use benchlens::Store;
use benchlens::project::name_keys;
use benchlens::store::{StoredRun, StoredUnit};

use crate::form::column;
use crate::{ExportError, about};

/// Keys and values.
pub(crate) type Entries<'s> = Vec<(&'s str, &'s str)>;

/// What the rows of a table are made of.
#[derive(Debug)]
pub(crate) struct Plan<'s> {
    pub(crate) inputs: Vec<PlannedInput>,
    /// The inputs' runs, in their order.
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
    /// Values of `assume` and of `better`.
    pub(crate) assumed: Numbered<'s>,
    pub(crate) better: Numbered<'s>,
    pub(crate) recordings: Numbered<'s>,
    /// One for each input.
    pub(crate) abouts: Vec<String>,
    /// How many rows the table has.
    pub(crate) rows: u64,
}

/// An input of a table.
#[derive(Debug)]
pub(crate) struct PlannedInput {
    /// The number in the column `input`.
    pub(crate) number: i32,
    pub(crate) source: u32,
    pub(crate) file: u32,
    /// By tidied unit of the table what `Unit` lines say of it: `assume` and `better`.
    said: Vec<[Option<u32>; 2]>,
    pub(crate) runs: Range<usize>,
}

/// A run of a table.
#[derive(Debug)]
pub(crate) struct PlannedRun<'s> {
    pub(crate) run: StoredRun<'s>,
    /// The place of its input in the plan.
    pub(crate) input: u32,
    pub(crate) name: u32,
    pub(crate) config: u32,
    pub(crate) layout: u32,
    /// The recording, by its number, and the block.
    pub(crate) recorded: Option<(u32, u32)>,
    /// How many results of the input come before it.
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
    pub(crate) details: Entries<'s>,
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
    /// The number of a text.
    fn number(&mut self, text: &'s str) -> u32 {
        let Numbered { texts, numbers } = self;
        *numbers.entry(text).or_insert_with(|| {
            texts.push(text);
            texts.len() as u32 - 1
        })
    }
}

impl PlannedRun<'_> {
    /// How many rows of the table it makes.
    pub(crate) fn measurements(&self) -> usize {
        self.run.rows() * self.run.columns()
    }
}

impl PlannedInput {
    /// What `Unit` lines say of a unit: `assume` and `better`.
    pub(crate) fn said(&self, unit: u32) -> [Option<u32>; 2] {
        self.said.get(unit as usize).copied().unwrap_or_default()
    }
}

/// Looks at the runs of a store. What it has numbered of the store's own numbers is in the lists.
struct Planner<'s> {
    store: &'s Store,
    plan: Plan<'s>,
    units: Vec<StoredUnit<'s>>,
    /// The table's number of a tidied unit, by the store's.
    tidied: HashMap<u32, u32>,
    names: Vec<Option<u32>>,
    configs: Vec<Option<u32>>,
    layouts: Vec<Option<u32>>,
    /// The keys that rows had until now; of details or not.
    keys: HashSet<(bool, &'s str)>,
    /// Those that the rows of the input are the first to have, in their order.
    own_keys: Vec<(bool, &'s str)>,
    /// For each input the keys that it was the first to set, unless they follow from its rows.
    new_keys: Vec<Vec<&'s [u8]>>,
    /// How many keys and values all configurations have together.
    entries: usize,
}

/// All configurations together have no more keys and values than this: a log that sets very many keys, and changes one
/// before each result, would take a table without end.
const ENTRIES_MAX: usize = 1 << 26;

/// Where a text stands.
#[derive(Clone, Copy)]
struct Place {
    input: usize,
    row: Option<u64>,
}

impl<'s> Plan<'s> {
    /// Plans a table of some inputs of a store, of which the first has the number `first_input`.
    ///
    /// # Errors
    ///
    /// A text that is not UTF-8, with its place.
    pub(crate) fn new(
        store: &'s Store,
        inputs: Range<usize>,
        first_input: u32,
    ) -> Result<Plan<'s>, ExportError> {
        let too_many = ExportError::TooMuch { what: "inputs" };
        let mut planner = Planner {
            store,
            plan: Plan::empty(),
            units: store.stored_units(),
            tidied: HashMap::new(),
            names: vec![None; store.names_len()],
            configs: vec![None; store.configs_len()],
            layouts: vec![None; store.layouts_len()],
            keys: HashSet::new(),
            own_keys: Vec::new(),
            new_keys: Vec::new(),
            entries: 0,
        };
        for (place, input) in inputs.clone().enumerate() {
            let number = u32::try_from(place).ok().and_then(|place| first_input.checked_add(place));
            let Some(number) = number.and_then(|number| i32::try_from(number).ok()) else {
                return Err(too_many);
            };
            planner.input(input, number)?;
        }
        for (place, input) in inputs.enumerate() {
            let own = &planner.plan.inputs[place];
            let runs = &planner.plan.runs[own.runs.clone()];
            let measurements = runs.iter().map(|run| run.measurements() as u64).sum();
            let about = about::write(store, input, measurements, &planner.new_keys[place])?;
            planner.plan.abouts.push(about);
        }
        Ok(planner.plan)
    }

    fn empty() -> Plan<'s> {
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

impl<'s> Planner<'s> {
    fn input(&mut self, input: usize, number: i32) -> Result<(), ExportError> {
        let store = self.store;
        let info = &store.inputs()[input];
        let whole = Place { input, row: None };
        let source = self.text(whole, column::SOURCE, &info.name)?;
        let source = self.plan.sources.number(source);
        let file = self.text(whole, column::FILE, &info.label)?;
        let file = self.plan.files.number(file);
        let first_run = self.plan.runs.len();
        let mut row = 0;
        for run in store.runs(input) {
            self.run(Place { input, row: Some(row) }, run)?;
            row += run.rows() as u64;
        }
        self.input_keys(input);
        let runs = first_run..self.plan.runs.len();
        // An input without measurements has one row all the same.
        if self.plan.runs[runs.clone()].iter().all(|run| run.measurements() == 0) {
            self.plan.rows += 1;
        }
        let said = self.said(whole)?;
        self.plan.inputs.push(PlannedInput { number, source, file, said, runs });
        Ok(())
    }

    /// What the `Unit` lines of an input say of the units that measurements have; the others are in `about`.
    fn said(&mut self, whole: Place) -> Result<Vec<[Option<u32>; 2]>, ExportError> {
        let mut said = Vec::new();
        for (place, key) in [column::ASSUME, column::BETTER].into_iter().enumerate() {
            for (tidied, value) in self.store.said_of_units(whole.input, key.as_bytes()) {
                let Some(&unit) = self.tidied.get(&tidied) else { continue };
                let value = self.text(whole, key, value)?;
                let texts = if place == 0 { &mut self.plan.assumed } else { &mut self.plan.better };
                if said.len() <= unit as usize {
                    said.resize(unit as usize + 1, [None; 2]);
                }
                said[unit as usize][place] = Some(texts.number(value));
            }
        }
        Ok(said)
    }

    /// The keys that an input was the first to set, if that does not follow from its rows.
    fn input_keys(&mut self, input: usize) {
        let new = self.store.new_keys(input);
        let own = std::mem::take(&mut self.own_keys);
        let is_same = |(own, key): (&(bool, &str), &&[u8])| match key.strip_prefix(b"\0") {
            Some(detail) => own.0 && own.1.as_bytes() == detail,
            None => !own.0 && own.1.as_bytes() == *key,
        };
        let follows = own.len() == new.len() && own.iter().zip(&new).all(is_same);
        self.new_keys.push(if follows { Vec::new() } else { new });
    }

    fn run(&mut self, place: Place, run: StoredRun<'s>) -> Result<(), ExportError> {
        let name = match self.names[run.name as usize] {
            Some(known) => known,
            None => self.name(place, run.name)?,
        };
        let config = match self.configs[run.config as usize] {
            Some(known) => known,
            None => self.config(place, run.config)?,
        };
        let layout = match self.layouts[run.layout as usize] {
            Some(known) => known,
            None => self.layout(place, run.layout)?,
        };
        let recorded = match run.recorded {
            None => None,
            Some((recording, block)) => {
                let recording = self.text(place, column::RECORDING, recording)?;
                Some((self.plan.recordings.number(recording), block))
            }
        };
        let input = self.plan.inputs.len() as u32;
        let first_row = place.row.unwrap_or_default();
        let run = PlannedRun { run, input, name, config, layout, recorded, first_row };
        self.plan.rows += run.measurements() as u64;
        self.plan.runs.push(run);
        Ok(())
    }

    fn name(&mut self, place: Place, name: u32) -> Result<u32, ExportError> {
        let text = self.text(place, column::NAME, self.store.name_text(name))?;
        let keys = name_keys(text.as_bytes()).into_iter();
        // A name that is UTF-8 is cut at ASCII.
        let plain = |text| std::str::from_utf8(text).unwrap_or_default();
        let parts = keys.map(|(key, value)| (plain(key), plain(value))).collect();
        let number = self.plan.names.len() as u32;
        self.plan.names.push(Name { text, parts });
        self.names[name as usize] = Some(number);
        Ok(number)
    }

    fn config(&mut self, place: Place, config: u32) -> Result<u32, ExportError> {
        let stored = self.store.stored_config(config);
        let entries =
            |column, entries: Vec<(&'s [u8], &'s [u8])>| -> Result<Entries<'s>, ExportError> {
                let text = |text| self.text(place, column, text);
                entries.into_iter().map(|(key, value)| Ok((text(key)?, text(value)?))).collect()
            };
        let config_entries = entries(column::CONFIG, stored.config)?;
        let details = entries(column::DETAILS, stored.details)?;
        self.entries += config_entries.len() + details.len();
        if ENTRIES_MAX < self.entries {
            return Err(ExportError::TooMuch { what: "keys and values of configurations" });
        }
        let own = config_entries.iter().map(|(key, _)| (false, *key));
        for key in own.chain(details.iter().map(|(key, _)| (true, *key))) {
            if self.keys.insert(key) {
                self.own_keys.push(key);
            }
        }
        let number = self.plan.configs.len() as u32;
        self.plan.configs.push(Config { config: config_entries, details });
        self.configs[config as usize] = Some(number);
        Ok(number)
    }

    fn layout(&mut self, place: Place, layout: u32) -> Result<u32, ExportError> {
        let mut measured = Vec::new();
        for &unit in self.store.layout_units(layout) {
            let unit = self.units[unit as usize];
            let written = self.text(place, column::WRITTEN_UNIT, unit.written)?;
            let tidied = self.text(place, column::UNIT, unit.tidied)?;
            let tidied = self.plan.units.number(tidied);
            self.tidied.insert(unit.tidied_id, tidied);
            measured.push(Measured {
                unit: tidied,
                written: self.plan.written.number(written),
                factor: unit.factor,
            });
        }
        let number = self.plan.layouts.len() as u32;
        self.plan.layouts.push(measured);
        self.layouts[layout as usize] = Some(number);
        Ok(number)
    }

    fn text(
        &self,
        place: Place,
        column: &'static str,
        text: &'s [u8],
    ) -> Result<&'s str, ExportError> {
        std::str::from_utf8(text).map_err(|_| {
            let input = &self.store.inputs()[place.input].name;
            ExportError::NotUtf8 {
                input: String::from_utf8_lossy(input).into_owned(),
                row: place.row,
                column,
                found: String::from_utf8_lossy(text).into_owned(),
            }
        })
    }
}
