//! Runs cut into batches.
//!
//! Takes a plan; gives pieces of its runs, some of them a batch. Guarantees that a batch holds no more text than an array of
//! texts can, unless a single result has it. Must not know arrays.

use std::ops::Range;

use super::plan::{Entries, Plan, PlannedInput, PlannedRun};
use crate::Form;

/// A batch has no more text than this in any column, unless a single result has.
pub(crate) const TEXT_MAX: usize = 1 << 28;

/// Rows of one run, or the one row of an input without measurements.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    /// The place of its input in the plan.
    pub(crate) input: usize,
    /// The place of the run in the plan.
    pub(crate) run: Option<usize>,
    /// Which results of the run.
    pub(crate) results: Range<usize>,
    /// How many rows of the table each result has.
    pub(crate) fields: usize,
}

impl Piece {
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

/// How far a plan was cut.
#[derive(Debug)]
pub(crate) struct Cut {
    form: Form,
    rows: usize,
    text: usize,
    input: usize,
    /// The next run of the input, and the next result of it.
    run: usize,
    result: usize,
    /// Whether the input had a row.
    has_row: bool,
}

impl Cut {
    /// Batches of about so many rows, with at most so much text in a column.
    pub(crate) fn new(form: Form, rows: usize, text: usize) -> Cut {
        Cut { form, rows: rows.max(1), text, input: 0, run: 0, result: 0, has_row: false }
    }

    /// The pieces of the next batch; nothing at the end.
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
                if !std::mem::take(&mut self.has_row) {
                    rows += 1;
                    pieces.push(Piece { input: self.input, run: None, results: 0..1, fields: 1 });
                }
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
            pieces.push(Piece { input: self.input, run: Some(self.run), results, fields });
            if self.result == len {
                (self.run, self.result) = (self.run + 1, 0);
            }
        }
        (!pieces.is_empty()).then_some(pieces)
    }

    /// How much text a row has in the column that has most.
    fn text_of(&self, plan: &Plan<'_>, input: &PlannedInput, run: &PlannedRun<'_>) -> usize {
        let len = |entries: &Entries<'_>| -> usize {
            entries.iter().map(|(key, value)| key.len() + value.len() + 8).sum()
        };
        let (name, config) = (&plan.names[run.name as usize], &plan.configs[run.config as usize]);
        let maps = len(&name.parts).max(len(&config.config)).max(len(&config.details));
        let plain = match self.form {
            Form::Dictionaries => 0,
            Form::Plain => {
                let about = plan.abouts[run.input as usize].len();
                let source = plan.sources.texts[input.source as usize].len();
                about.max(name.text.len()).max(source)
            }
        };
        maps.max(plain)
    }
}
