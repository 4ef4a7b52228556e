//! Lines other than results and configuration: malformed lines, `Unit` metadata, and the interim checks of recordings.
//!
//! Whether a `Unit` line or interim checks contradict an earlier line depends on the previous inputs. So the lines are
//! kept, and when stores are joined they are processed again.

use std::collections::{BTreeMap, BTreeSet};

use super::kept::{KeptLine, OpenRun};
use super::segment::Event;
use super::{Diagnostic, InputInfo, Store};
use crate::base::sort::sort_copies;
use crate::format::gobench::{are_looks, look_text};
use crate::format::{ConfigValue, KEPT_MAX, Location, Loss, Notice, Problem};

/// The file of an input that is being read; an input may be a folder of files.
#[derive(Debug, Clone, Default)]
pub(super) struct Member {
    /// The name of the file, if there are several.
    pub(super) name: Option<Vec<u8>>,
    /// The number of lines in the previous files of the input.
    pub(super) lines_before: u64,
    /// The benchmark whose numbers may follow.
    pub(super) torn: Option<Vec<u8>>,
}

/// A configuration of more bytes is not kept with its malformed lines, because a hostile log of some megabytes could
/// then fill gigabytes.
const LOST_CONFIG_MAX: usize = 1 << 12;

impl Store {
    /// Starts an input, to which the following events belong.
    pub(super) fn start_input(&mut self, input: InputInfo) {
        self.end_block();
        self.starts.push(self.ends());
        self.inputs.push(input);
        self.unit_lines.clear();
    }

    /// Adds events of the last input; their lines are counted from the first line that is not merged yet.
    /// `config_at` returns the configuration after a number of its changes.
    pub(super) fn take_events(
        &mut self,
        events: Vec<Event>,
        member: &Member,
        config_at: impl Fn(usize) -> Option<u32>,
    ) {
        for event in events {
            let (index, config) = (self.diagnostics.len(), config_at(event.changes));
            self.take_event(Event { at: self.place(&event.at, member), ..event });
            let Store { diagnostics, configs, keys, values, .. } = self;
            let lost = diagnostics.get_mut(index).and_then(|found| found.problem.lost_config());
            // A stored problem already has its configuration.
            if let Some((lost, config)) = lost.filter(|lost| lost.is_empty()).zip(config) {
                let entries = configs.entries(config).into_iter().map(|(key, value)| ConfigValue {
                    key: keys.get(key).to_vec(),
                    value: values.get(value).to_vec(),
                });
                lost.extend(entries);
                let length = lost.iter().map(|ConfigValue { key, value }| key.len() + value.len());
                if LOST_CONFIG_MAX < length.sum() {
                    lost.clear();
                }
            }
        }
    }

    /// Returns the location in the input, from a line that is counted from the first line that is not merged yet.
    pub(super) fn place(&self, location: &Location, member: &Member) -> Location {
        let lines = self.inputs.last().map_or(0, |input| input.lines);
        let at = location.clone().after_lines(lines - member.lines_before.min(lines));
        match &member.name {
            Some(name) => Location::Member { name: name.clone(), at: Box::new(at) },
            None => at,
        }
    }

    /// Adds a notice of the last input.
    pub(super) fn take_notice(&mut self, at: Location, notice: Notice) {
        self.take_event(Event::of_input(at, notice));
    }

    /// Adds one event of the last input.
    pub(super) fn take_event(&mut self, Event { at, run, notice, .. }: Event) {
        let Some(input) = self.inputs.last_mut() else { return };
        match notice {
            Notice::Block { recording, block, has_end } => {
                self.end_run();
                let run = run.saturating_add(self.runs.len() as u32);
                self.begin_block(run, &recording, block);
                self.open_run = has_end.then_some(OpenRun { location: at, recording, block });
            }
            Notice::Joined { name } => self.forget_torn(&name),
            Notice::RunEnd { recording, block } => {
                let is_of = |run: &OpenRun| (&run.recording, run.block) == (&recording, block);
                self.open_run.take_if(|run| is_of(run));
            }
            Notice::Looks { recording, looks } if are_looks(&looks) => {
                let agrees = self.plans.set(&recording, &looks);
                self.keep(at.clone(), Notice::Looks { recording: recording.clone(), looks });
                if !agrees {
                    self.take_problem(at, Problem::LooksConflict { recording });
                }
            }
            Notice::Looks { recording, looks } => {
                let line = look_text(&looks).into_bytes();
                self.take_notice(at, Notice::Problem(Problem::NoLooks { recording, line }));
            }
            Notice::Times { first, last } => {
                input.origin.times = Some((first, last)).filter(|(a, b)| a <= b);
            }
            Notice::Unit { unit, key, value } => self.take_unit(at, unit, key, value),
            // They follow from other lines, which are notices as well.
            Notice::Problem(Problem::UnitConflict { .. } | Problem::LooksConflict { .. }) => {}
            Notice::Problem(problem) => {
                if let Problem::NoLooks { recording, .. } = &problem {
                    self.plans.forget(recording);
                }
                self.take_problem(at, problem);
            }
        }
    }

    fn take_unit(&mut self, at: Location, unit: Vec<u8>, key: Vec<u8>, value: Vec<u8>) {
        let texts = self.units.intern_metadata(&unit, &key, &value);
        let kept = self.kept_lines.len();
        let notice = Notice::Unit { unit: unit.clone(), key: key.clone(), value };
        self.keep(at.clone(), notice);
        let is_kept = match self.units.set(texts) {
            // If an input repeats a line very often, the first lines are enough.
            Ok(()) => {
                let lines = self.unit_lines.entry(texts).or_default();
                *lines += 1;
                *lines <= KEPT_MAX
            }
            Err(value) => self.take_problem(at, Problem::UnitConflict { unit, key, value }),
        };
        self.kept_lines.truncate(if is_kept { kept + 1 } else { kept });
    }

    /// Adds a problem of the last input. Keeps it and returns true, or only counts it if there are too many.
    fn take_problem(&mut self, location: Location, problem: Problem) -> bool {
        let is_kept = match (&problem, problem.weight()) {
            (&Problem::More(counts), _) => {
                self.unkept.add(counts);
                false
            }
            // `go test` ends each failed package with lines that name nothing, and one of them is enough for an input.
            (Problem::Failed { name }, _) if name.is_empty() => {
                std::mem::replace(&mut self.failed_input, self.inputs.len()) != self.inputs.len()
            }
            (_, Some(weight)) => {
                let is_kept = self.kept.admits(weight);
                *self.unkept.count_of(weight) += u64::from(!is_kept);
                is_kept
            }
            (_, None) => true,
        };
        if is_kept {
            self.push_problem(location, problem);
        }
        is_kept
    }

    /// Forgets the last malformed line of a benchmark in the last input, because its numbers have come.
    pub(super) fn forget_torn(&mut self, benchmark: &[u8]) {
        let before = self.starts.last().map_or(0, |start| start.diagnostics);
        self.kept.malformed = self.kept.malformed.saturating_sub(1);
        let Some(index) =
            self.diagnostics[before..].iter().rposition(|found| found.problem.is_torn(benchmark))
        else {
            self.unkept.malformed = self.unkept.malformed.saturating_sub(1);
            return;
        };
        self.forget(self.starts.len() - 1, index);
    }

    /// Forgets that inputs are parts of an exported input if all its parts are there.
    pub(super) fn forget_complete_parts(&mut self) {
        let mut missing: BTreeMap<u64, u64> = BTreeMap::new();
        for found in &self.diagnostics {
            if let Problem::Part { of, found, all } = found.problem {
                let missing = missing.entry(of).or_insert(all);
                // Less than nothing means that a part was read twice.
                *missing = missing.checked_sub(found).unwrap_or(u64::MAX);
            }
        }
        missing.retain(|_, missing| *missing == 0);
        let is_complete = |found: &Diagnostic| matches!(found.problem, Problem::Part { of, .. } if missing.contains_key(&of));
        if missing.is_empty() {
            return;
        }
        // In one pass, because each of many files can be a part.
        let mut forgotten = 0;
        for input in 0..self.starts.len() {
            let (start, end) = self.extent(input);
            let own = &self.diagnostics[start.diagnostics..end.diagnostics];
            let own: Vec<u32> = (0..)
                .zip(own)
                .filter(|(_, found)| is_complete(found))
                .map(|(index, _)| index)
                .collect();
            for line in &mut self.kept_lines[start.kept_lines..end.kept_lines] {
                line.diagnostics -= own.partition_point(|&index| index < line.diagnostics) as u32;
            }
            // The extent of the next input is still needed.
            self.starts[input].diagnostics -= forgotten;
            forgotten += own.len();
        }
        self.diagnostics.retain(|found| !is_complete(found));
    }

    /// Forgets a problem of an input, by its index in this input.
    fn forget(&mut self, input: usize, index: usize) {
        let (start, end) = self.extent(input);
        self.diagnostics.remove(start.diagnostics + index);
        for line in &mut self.kept_lines[start.kept_lines..end.kept_lines] {
            line.diagnostics -= u32::from((index as u32) < line.diagnostics);
        }
        for later in &mut self.starts[input + 1..] {
            later.diagnostics -= 1;
        }
    }

    /// Finds the sentences of the last input that begin with one of its benchmarks, because they may be what is left
    /// of a result.
    pub(super) fn find_sentences(&mut self) {
        let Some(start) = self.starts.last().copied() else { return };
        if !self.diagnostics[start.diagnostics..].iter().any(is_sentence) {
            return;
        }
        let name_of = |&series: &u32| {
            let (identity, _) = self.series.get(series);
            without_processors(self.names.get(self.identities.get(identity).0)).to_vec()
        };
        let names: BTreeSet<Vec<u8>> =
            self.series_of_runs[start.runs..].iter().map(name_of).collect();
        for found in &mut self.diagnostics[start.diagnostics..] {
            if let Problem::Syntax { name, loss: loss @ Loss::Nothing, .. } = &mut found.problem
                && names.contains(without_processors(name))
            {
                *loss = Loss::Result;
            }
        }
    }

    /// Forgets the sentences of the last input, because its kind explains them.
    pub(super) fn forget_sentences(&mut self) {
        let before = self.starts.last().map_or(0, |start| start.diagnostics);
        let own = self.diagnostics.split_off(before);
        self.diagnostics.extend(own.into_iter().filter(|found| !is_sentence(found)));
    }

    /// Reports once if results of the last input have a unit twice, because both values then count as samples.
    pub(super) fn tell_repeated_units(&mut self) {
        let Some(start) = self.starts.last().copied() else { return };
        let of = |&series: &u32| self.series.get(series).1;
        let layouts: BTreeSet<u32> = self.series_of_runs[start.runs..].iter().map(of).collect();
        let repeated = layouts.into_iter().find_map(|layout| {
            let mut seen = BTreeSet::new();
            let units = self.layouts.get(layout).iter();
            let mut units = units.map(|&unit| self.units.tidied_id(unit));
            units.find(|&unit| !seen.insert(unit))
        });
        let Some(unit) = repeated else { return };
        let unit = self.units.tidied(unit);
        let text: [&[u8]; 3] =
            [b"a result has the unit ", unit, b" twice: both values count as samples"];
        let problem = Problem::Note { text: text.concat() };
        // A stored input already has it.
        if self.diagnostics[start.diagnostics..].iter().all(|found| found.problem != problem) {
            self.take_problem(Location::Input, problem);
        }
    }

    fn push_problem(&mut self, location: Location, problem: Problem) {
        let input = self.inputs.last().map(|input| input.name.clone()).unwrap_or_default();
        self.diagnostics.push(Diagnostic { input, location, problem });
    }

    /// Ends the problems of the last input, with a count of the problems that are not kept.
    pub(super) fn end_problems(&mut self) {
        let counts = std::mem::take(&mut self.unkept);
        if counts.total() != 0 {
            self.push_problem(Location::Input, Problem::More(counts));
        }
    }

    /// Reports the run of the last input whose end is missing.
    pub(super) fn end_run(&mut self) {
        let Some(OpenRun { location, recording, block }) = self.open_run.take() else { return };
        self.take_problem(location, Problem::PartialRun { recording, block });
    }

    /// Keeps a line of the last input.
    fn keep(&mut self, location: Location, notice: Notice) {
        let before = self.starts.last().map_or(0, |start| start.diagnostics);
        let diagnostics = (self.diagnostics.len() - before) as u32;
        self.kept_lines.push(KeptLine { location, diagnostics, notice });
    }

    /// Returns the notices of an input in their original order, with their lines.
    pub(super) fn notices_of(&self, input: usize) -> impl Iterator<Item = (Location, Notice)> {
        let (start, end) = self.extent(input);
        let mut kept_lines = self.kept_lines[start.kept_lines..end.kept_lines].iter().peekable();
        let mut diagnostics =
            (0..).zip(&self.diagnostics[start.diagnostics..end.diagnostics]).peekable();
        std::iter::from_fn(move || {
            loop {
                let at = diagnostics.peek().map_or(u32::MAX, |&(at, _)| at);
                if let Some(line) = kept_lines.next_if(|line| line.diagnostics <= at) {
                    return Some((line.location.clone(), line.notice.clone()));
                }
                let (_, Diagnostic { location, problem, .. }) = diagnostics.next()?;
                // The lines of contradictions are already included.
                if !problem.is_conflict() {
                    return Some((location.clone(), Notice::Problem(problem.clone())));
                }
            }
        })
    }

    /// Returns the values that `Unit` lines set for `key`: the tidied unit, the index of the input and the value, by
    /// unit, and in reading order for each unit.
    pub(crate) fn unit_values(&self, key: &[u8]) -> Vec<(u32, usize, &[u8])> {
        let mut found = Vec::new();
        for input in 0..self.starts.len() {
            let own = self.unit_values_of(input, key).into_iter();
            found.extend(own.map(|(unit, value)| (unit, input, value)));
        }
        sort_copies(&mut found, &mut |(a, x, _), (b, y, _)| (a, x).cmp(&(b, y)));
        found
    }

    /// Returns the same values for one input, in reading order.
    pub(super) fn unit_values_of(&self, input: usize, key: &[u8]) -> Vec<(u32, &[u8])> {
        let (start, end) = self.extent(input);
        let lines = self.kept_lines[start.kept_lines..end.kept_lines].iter();
        let said = lines.filter_map(|line| {
            let Notice::Unit { unit, key: own, value } = &line.notice else { return None };
            let unit = self.units.find(unit).filter(|_| own == key)?;
            Some((self.units.tidied_id(unit), &value[..]))
        });
        said.collect()
    }
}

/// Returns whether a diagnostic is a sentence, in which nothing was lost.
fn is_sentence(found: &Diagnostic) -> bool {
    matches!(found.problem, Problem::Syntax { loss: Loss::Nothing, .. })
}

/// Returns a name without the number of processors that Go appends.
fn without_processors(name: &[u8]) -> &[u8] {
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let before = &name[..name.len() - digits];
    before.strip_suffix(b"-").filter(|_| digits != 0).unwrap_or(name)
}
