//! Lines besides results and configuration: malformed lines and `Unit` metadata.
//!
//! Whether a `Unit` line contradicts an earlier one depends on the inputs before it. So the lines
//! are kept, and when stores are joined they are taken anew.

use super::segment::Event;
use super::{Diagnostic, Problem, Store};
use crate::base::sort::sort_copies;
use crate::format::Location;

/// One `key=value` of a `Unit` line.
#[derive(Debug, Clone)]
pub(super) struct UnitLine {
    location: Location,
    /// How many diagnostics its input had before it.
    diagnostics: u32,
    /// Unit as written, key, value.
    texts: [u32; 3],
}

impl Store {
    /// Takes events of the last input; their lines count from the first that is not merged yet.
    pub(super) fn take_events(&mut self, events: &[(Location, Event)]) {
        let Some(before) = self.inputs.last().map(|input| input.lines) else { return };
        for (location, event) in events {
            self.take_event(location.clone().after_lines(before), event);
        }
    }

    /// Takes one event of the last input.
    pub(super) fn take_event(&mut self, location: Location, event: &Event) {
        let (Some(input), Some(start)) = (self.inputs.last_mut(), self.starts.last()) else {
            return;
        };
        let problem = match event {
            Event::Malformed(error) => Problem::Syntax(*error),
            Event::NotANumber { unit } => Problem::NotANumber { unit: unit.clone() },
            Event::Wrapped { lines } => Problem::Wrapped { lines: *lines },
            Event::Unterminated => Problem::Unterminated,
            Event::Failed { name } => Problem::Failed { name: name.clone() },
            Event::Block { run, recording, block } => {
                let run = run.saturating_add(self.runs.len() as u32);
                return self.begin_block(run, recording, *block);
            }
            Event::NoBlock { line } => Problem::NoBlock { line: line.clone() },
            Event::Times { first, last } => {
                return input.origin.times = Some((*first, *last)).filter(|(a, b)| a <= b);
            }
            Event::Unit { unit, key, value } => {
                let texts = self.units.intern_metadata(unit, key, value);
                let diagnostics = (self.diagnostics.len() - start.diagnostics) as u32;
                self.unit_lines.push(UnitLine { location: location.clone(), diagnostics, texts });
                match self.units.set(texts) {
                    Ok(()) => return,
                    Err(old) => {
                        Problem::UnitConflict { unit: unit.clone(), key: key.clone(), value: old }
                    }
                }
            }
        };
        self.diagnostics.push(Diagnostic { input: input.name.clone(), location, problem });
    }

    /// The events of an input as they were taken, with their lines.
    pub(super) fn events_of(&self, input: usize) -> impl Iterator<Item = (Location, Event)> {
        let (start, end) = self.extent(input);
        let mut unit_lines = self.unit_lines[start.unit_lines..end.unit_lines].iter().peekable();
        let mut diagnostics =
            (0..).zip(&self.diagnostics[start.diagnostics..end.diagnostics]).peekable();
        std::iter::from_fn(move || {
            loop {
                let at = diagnostics.peek().map_or(u32::MAX, |&(at, _)| at);
                if let Some(line) = unit_lines.next_if(|line| line.diagnostics <= at) {
                    return Some((line.location.clone(), self.unit_event(line)));
                }
                let (_, diagnostic) = diagnostics.next()?;
                let event = match &diagnostic.problem {
                    Problem::Syntax(error) => Event::Malformed(*error),
                    Problem::NotANumber { unit } => Event::NotANumber { unit: unit.clone() },
                    Problem::Wrapped { lines } => Event::Wrapped { lines: *lines },
                    Problem::Unterminated => Event::Unterminated,
                    Problem::Failed { name } => Event::Failed { name: name.clone() },
                    Problem::NoBlock { line } => Event::NoBlock { line: line.clone() },
                    // Its `Unit` line is there already.
                    Problem::UnitConflict { .. } => continue,
                };
                return Some((diagnostic.location.clone(), event));
            }
        })
    }

    /// What `Unit` lines say of `key`: the tidied unit, the place of the input and the value, by unit,
    /// each unit's in reading order.
    pub(crate) fn unit_values(&self, key: &[u8]) -> Vec<(u32, usize, &[u8])> {
        let mut found = Vec::new();
        for input in 0..self.starts.len() {
            let (start, end) = self.extent(input);
            for line in &self.unit_lines[start.unit_lines..end.unit_lines] {
                let [unit, own, value] = line.texts;
                if self.units.text(own) == key {
                    found.push((self.units.tidied_id(unit), input, self.units.text(value)));
                }
            }
        }
        sort_copies(&mut found, &mut |(a, x, _), (b, y, _)| (a, x).cmp(&(b, y)));
        found
    }

    fn unit_event(&self, line: &UnitLine) -> Event {
        let [unit, key, value] = line.texts;
        Event::Unit {
            unit: self.units.written(unit).to_vec(),
            key: self.units.text(key).to_vec(),
            value: self.units.text(value).to_vec(),
        }
    }
}
