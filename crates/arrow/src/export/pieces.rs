//! Splits runs into batches.
//!
//! Takes a plan; gives pieces of its runs, grouped into batches. Guarantees that a batch contains at most the text
//! that an array can hold, unless a single result has more. Must not know arrays.

use std::ops::Range;

use super::plan::{Entries, Measured, Numbered, Plan, PlannedInput, PlannedRun};
use crate::Form;

/// The maximum amount of text in any column of a batch, unless a single result has more.
pub(crate) const TEXT_MAX: usize = 1 << 28;

/// Rows of one run, or the one row of an input without measurements.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    /// The index of its input in the plan.
    pub(crate) input: usize,
    /// The index of the run in the plan.
    pub(crate) run: Option<usize>,
    /// The results of the run.
    pub(crate) results: Range<usize>,
    /// The number of rows for each result.
    pub(crate) fields: usize,
    /// The name, the configuration and the list of units of the run, by their numbers in the plan. They are copied
    /// here because building columns iterates over all pieces repeatedly, and runs are too large for that. 0 without
    /// a run.
    pub(crate) name: u32,
    pub(crate) config: u32,
    pub(crate) layout: u32,
}

impl Piece {
    /// Returns the only row of an input without measurements.
    fn without_run(input: usize) -> Piece {
        Piece { input, run: None, results: 0..1, fields: 1, name: 0, config: 0, layout: 0 }
    }

    pub(crate) fn rows(&self) -> usize {
        self.results.len() * self.fields
    }

    pub(crate) fn input_of<'p, 's>(&self, plan: &'p Plan<'s>) -> &'p PlannedInput {
        &plan.inputs[self.input]
    }

    pub(crate) fn run_of<'p, 's>(&self, plan: &'p Plan<'s>) -> Option<&'p PlannedRun<'s>> {
        self.run.map(|run| &plan.runs[run])
    }
}

/// The current position in a plan.
#[derive(Debug)]
pub(crate) struct Cut {
    form: Form,
    rows: usize,
    text: usize,
    input: usize,
    /// The next run of the input, and its next result.
    run: usize,
    result: usize,
    /// Whether the input has a row already.
    has_row: bool,
}

impl Cut {
    /// Creates batches of about `rows` rows, with at most `text` bytes of text in a column.
    pub(crate) fn new(form: Form, rows: usize, text: usize) -> Cut {
        Cut { form, rows: rows.max(1), text, input: 0, run: 0, result: 0, has_row: false }
    }

    /// Returns the pieces of the next batch, or nothing at the end.
    pub(crate) fn next(&mut self, plan: &Plan<'_>) -> Option<Vec<Piece>> {
        let (mut pieces, mut rows, mut text) = (Vec::new(), 0, 0_usize);
        while let Some(input) = plan.inputs.get(self.input) {
            if self.rows <= rows {
                break;
            }
            if self.run < input.runs.start {
                self.run = input.runs.start;
            }
            if self.run == input.runs.end {
                if !self.has_row {
                    let each = self.text_of_input(plan, input, self.input);
                    if self.text - text < each && !pieces.is_empty() {
                        break;
                    }
                    rows += 1;
                    text = text.saturating_add(each).min(self.text);
                    pieces.push(Piece::without_run(self.input));
                }
                self.has_row = false;
                self.input += 1;
                continue;
            }
            let run = &plan.runs[self.run];
            let (fields, len) = (run.run.columns(), run.run.rows());
            if fields == 0 {
                self.run += 1;
                continue;
            }
            let each = self.text_of(plan, input, run).saturating_mul(fields);
            let fit = (self.rows - rows).div_ceil(fields).min((self.text - text) / each.max(1));
            let fit = if pieces.is_empty() { fit.max(1) } else { fit };
            let results = self.result..len.min(self.result + fit);
            if results.is_empty() {
                break;
            }
            self.has_row = true;
            rows += results.len() * fields;
            text = text.saturating_add(each.saturating_mul(results.len())).min(self.text);
            self.result = results.end;
            pieces.push(Piece {
                input: self.input,
                run: Some(self.run),
                results,
                fields,
                name: run.name,
                config: run.config,
                layout: run.layout,
            });
            if self.result == len {
                (self.run, self.result) = (self.run + 1, 0);
            }
        }
        (!pieces.is_empty()).then_some(pieces)
    }

    /// Returns the amount of text in a row's largest column.
    fn text_of(&self, plan: &Plan<'_>, input: &PlannedInput, run: &PlannedRun<'_>) -> usize {
        let len = |entries: &Entries<'_>| -> usize {
            entries.iter().map(|(key, value)| key.len() + value.len() + 8).sum()
        };
        let (name, config) = (&plan.names[run.name as usize], &plan.configs[run.config as usize]);
        let maps = len(&name.parts).max(len(&config.config)).max(len(&config.metadata));
        let text = match self.form {
            Form::Dictionaries => 0,
            Form::Plain => self.text_of_fields(plan, input, run).max(name.text.len()),
        };
        maps.max(text).max(self.text_of_input(plan, input, run.input as usize))
    }

    /// Does the same for texts that are equal in all rows of an input.
    fn text_of_input(&self, plan: &Plan<'_>, input: &PlannedInput, index: usize) -> usize {
        match self.form {
            Form::Dictionaries => 0,
            Form::Plain => {
                let source = plan.sources.texts[input.source as usize].len();
                let file = plan.files.texts[input.file as usize].len();
                plan.abouts[index].len().max(source).max(file)
            }
        }
    }

    /// Does the same for the plain texts of units and of the recording.
    fn text_of_fields(&self, plan: &Plan<'_>, input: &PlannedInput, run: &PlannedRun<'_>) -> usize {
        let len = |texts: &Numbered<'_>, number: Option<u32>| {
            number.map_or(0, |number| texts.texts[number as usize].len())
        };
        let recording = len(&plan.recordings, run.recorded.map(|(recording, _)| recording));
        let of_field = |measured: &Measured| {
            let [assume, better] = input.said(measured.unit);
            let units = len(&plan.units, Some(measured.unit));
            let units = units.max(len(&plan.written, Some(measured.written)));
            units.max(len(&plan.assumed, assume)).max(len(&plan.better, better))
        };
        let layout = plan.layouts[run.layout as usize].iter();
        layout.map(of_field).max().unwrap_or_default().max(recording)
    }
}

#[cfg(test)]
mod tests {
    use benchlens_core::{Input, Store};

    use super::super::planner::Planner;
    use super::*;

    /// Returns the batches of a store with a limit on text, as their numbers of rows, and the largest amount of text
    /// in a column.
    fn cut(store: &Store, most: usize) -> Vec<(usize, usize)> {
        use arrow_array::RecordBatch;
        use arrow_array::cast::AsArray;
        let plan = Planner::new(store).plan(0..store.inputs().len(), 0).unwrap();
        let mut cut = Cut::new(Form::Plain, 1000, most);
        let texts = super::super::columns::Texts::new(&plan, Form::Plain).unwrap();
        let mut found = Vec::new();
        while let Some(pieces) = cut.next(&plan) {
            let columns = super::super::columns::columns(&plan, &texts, &pieces).unwrap();
            let batch = RecordBatch::try_new(crate::schema(Form::Plain), columns).unwrap();
            let texts = batch.columns().iter().filter_map(|column| column.as_string_opt::<i32>());
            let most = texts.map(|texts| texts.value_data().len()).max().unwrap();
            found.push((batch.num_rows(), most));
        }
        found
    }

    #[test]
    fn no_column_has_more_text_than_it_may() {
        let long = "x".repeat(400);
        let all = [
            format!("BenchmarkA 1 2 {long}\n"),
            format!("BenchmarkA 1 2 ns/op 3 {long}\n"),
            format!("# benchlens recording={long} block=1\nBenchmarkA 1 2 ns/op\n"),
            format!("Unit ns/op better={long}\nBenchmarkA 1 2 ns/op\n"),
            format!("Unit ns/op {long}=x\nBenchmark{long} 1 2 ns/op\n"),
            format!("Unit ns/op {long}=x\n"),
        ];
        for log in all {
            let inputs = (0..20).map(|_| Input::new(b"log", log.as_bytes()));
            let found = cut(&Store::read(inputs), 2500);
            assert!(found.iter().all(|&(_, text)| text <= 2500), "{log}: {found:?}");
            assert!(1 < found.len() && found.iter().any(|&(rows, _)| 1 < rows), "{log}: {found:?}");
        }
        // The label of an input also counts.
        let inputs = (0..20).map(|_| Input::new(b"log", b"").labelled(long.as_bytes()));
        let found = cut(&Store::read(inputs), 2500);
        assert!(1 < found.len() && found.iter().all(|&(_, text)| text <= 2500), "{found:?}");
    }
}
