//! Plans tables.
//!
//! Takes a store and a range of its inputs; gives the plan of their table. Guarantees that all texts are UTF-8, and
//! that a table for each input takes no longer than one table for all inputs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use benchlens_core::Store;
use benchlens_core::project::name_keys;
use benchlens_core::store::{StoredRun, StoredUnit};

use super::plan::{Config, Entries, Measured, Name, Plan, PlannedInput, PlannedRun};
use crate::form::column;
use crate::{ExportError, about};

/// Examines the runs of a store, for one table at a time.
pub(crate) struct Planner<'s> {
    store: &'s Store,
    plan: Plan<'s>,
    units: Vec<StoredUnit<'s>>,
    /// The table's number of a tidied unit, by the store's.
    tidied: HashMap<u32, u32>,
    names: OfTable,
    configs: OfTable,
    layouts: OfTable,
    /// The keys that rows have had so far, and whether each of them is metadata.
    keys: HashSet<(bool, &'s str)>,
    /// The keys that the rows of the input are the first to have, in their order.
    own_keys: Vec<(bool, &'s str)>,
    /// For each input, the keys that it set first, unless they follow from its rows.
    new_keys: Vec<Vec<&'s [u8]>>,
    /// The total number of keys and values in all configurations.
    entries: usize,
}

/// The maximum total number of keys and values in all configurations. Without a limit, a log that sets very many
/// keys, and changes one of them before each result, would need an unbounded table.
const ENTRIES_MAX: usize = 1 << 26;

/// The position of a text.
#[derive(Clone, Copy)]
struct Place {
    input: usize,
    row: Option<u64>,
}

impl<'s> Planner<'s> {
    pub(crate) fn new(store: &'s Store) -> Planner<'s> {
        Planner {
            store,
            plan: Plan::empty(),
            units: store.stored_units(),
            tidied: HashMap::new(),
            names: OfTable::new(store.names_len()),
            configs: OfTable::new(store.configs_len()),
            layouts: OfTable::new(store.layouts_len()),
            keys: HashSet::new(),
            own_keys: Vec::new(),
            new_keys: Vec::new(),
            entries: 0,
        }
    }

    /// Plans a table for some inputs of the store; the first of them has the number `first_input`.
    ///
    /// # Errors
    ///
    /// Returns an error with the position of a text that is not UTF-8.
    pub(crate) fn plan(
        &mut self,
        inputs: Range<usize>,
        first_input: u32,
    ) -> Result<Plan<'s>, ExportError> {
        self.begin();
        let too_many = ExportError::TooMuch { what: "inputs" };
        for (place, input) in inputs.clone().enumerate() {
            let number = u32::try_from(place).ok().and_then(|place| first_input.checked_add(place));
            let Some(number) = number.and_then(|number| i32::try_from(number).ok()) else {
                return Err(too_many);
            };
            self.input(input, number)?;
        }
        for (place, input) in inputs.enumerate() {
            let own = &self.plan.inputs[place];
            let runs = &self.plan.runs[own.runs.clone()];
            let measurements = runs.iter().map(|run| run.measurements() as u64).sum();
            let about = about::write(self.store, input, measurements, &self.new_keys[place])?;
            self.plan.abouts.push(about);
        }
        Ok(std::mem::replace(&mut self.plan, Plan::empty()))
    }

    /// Clears the state of the previous table.
    fn begin(&mut self) {
        self.plan = Plan::empty();
        [&mut self.names, &mut self.configs, &mut self.layouts]
            .into_iter()
            .for_each(OfTable::forget);
        // New maps replace the old ones, because clearing a map that many rows have filled takes as long as filling
        // it.
        (self.tidied, self.keys) = (HashMap::new(), HashSet::new());
        self.own_keys.clear();
        self.new_keys.clear();
        self.entries = 0;
    }

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
        // An input without measurements also has one row.
        if self.plan.runs[runs.clone()].iter().all(|run| run.measurements() == 0) {
            self.plan.rows += 1;
        }
        let said = self.said(whole)?;
        self.plan.inputs.push(PlannedInput { number, source, file, said, runs });
        Ok(())
    }

    /// Returns what the `Unit` lines of an input say about units with measurements; `about` contains the others.
    fn said(&mut self, whole: Place) -> Result<BTreeMap<u32, [Option<u32>; 2]>, ExportError> {
        let mut said = BTreeMap::new();
        for (place, key) in [column::ASSUME, column::BETTER].into_iter().enumerate() {
            for (tidied, value) in self.store.said_of_units(whole.input, key.as_bytes()) {
                let Some(&unit) = self.tidied.get(&tidied) else { continue };
                let value = self.text(whole, key, value)?;
                let texts = if place == 0 { &mut self.plan.assumed } else { &mut self.plan.better };
                let of_unit: &mut [Option<u32>; 2] = said.entry(unit).or_default();
                of_unit[place] = Some(texts.number(value));
            }
        }
        Ok(said)
    }

    /// Stores the keys that an input set first, unless they follow from its rows.
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
        let name = match self.names.get(run.name) {
            Some(known) => known,
            None => self.name(place, run.name)?,
        };
        let config = match self.configs.get(run.config) {
            Some(known) => known,
            None => self.config(place, run.config)?,
        };
        let layout = match self.layouts.get(run.layout) {
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
        let keys = name_keys(self.store.encoded_name(name)).into_iter();
        // Names that are UTF-8 are split at ASCII characters.
        let plain = |text| std::str::from_utf8(text).unwrap_or_default();
        let parts = keys.map(|(key, value)| (plain(key), plain(value))).collect();
        let number = self.plan.names.len() as u32;
        self.plan.names.push(Name { text, parts });
        Ok(self.names.set(name, number))
    }

    fn config(&mut self, place: Place, config: u32) -> Result<u32, ExportError> {
        let stored = self.store.stored_config(config);
        let entries =
            |column, entries: Vec<(&'s [u8], &'s [u8])>| -> Result<Entries<'s>, ExportError> {
                let text = |text| self.text(place, column, text);
                entries.into_iter().map(|(key, value)| Ok((text(key)?, text(value)?))).collect()
            };
        let config_entries = entries(column::CONFIG, stored.config)?;
        let metadata = entries(column::METADATA, stored.metadata)?;
        self.entries += config_entries.len() + metadata.len();
        if ENTRIES_MAX < self.entries {
            return Err(ExportError::TooMuch { what: "keys and values of configurations" });
        }
        let own = config_entries.iter().map(|(key, _)| (false, *key));
        for key in own.chain(metadata.iter().map(|(key, _)| (true, *key))) {
            if self.keys.insert(key) {
                self.own_keys.push(key);
            }
        }
        let number = self.plan.configs.len() as u32;
        self.plan.configs.push(Config { config: config_entries, metadata });
        Ok(self.configs.set(config, number))
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
        Ok(self.layouts.set(layout, number))
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

/// Maps the store's numbers to the table's numbers.
struct OfTable {
    numbers: Vec<Option<u32>>,
    /// The numbers in use: when there are many tables, each uses only a few of all numbers.
    known: Vec<u32>,
}

impl OfTable {
    fn new(count: usize) -> OfTable {
        OfTable { numbers: vec![None; count], known: Vec::new() }
    }

    fn get(&self, stored: u32) -> Option<u32> {
        self.numbers[stored as usize]
    }

    fn set(&mut self, stored: u32, number: u32) -> u32 {
        self.known.push(stored);
        *self.numbers[stored as usize].insert(number)
    }

    fn forget(&mut self) {
        self.known.drain(..).for_each(|stored| self.numbers[stored as usize] = None);
    }
}
