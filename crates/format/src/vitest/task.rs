//! The common form of one benchmark in vitest and tinybench.

use crate::Number;
use crate::decimal::{Factor, scaled};
use crate::json::{Cursor, Found, Out, Stop};
use crate::names::Name;
use benchlens_base::NumberError;

#[derive(Debug, Default)]
pub(super) struct Task {
    pub(super) name: Vec<u8>,
    samples: Vec<Number>,
    summary: Option<Number>,
    problem: Option<NumberError>,
    is_failed: bool,
    /// The JavaScript engine and its version, which tinybench 6 writes.
    runtime: Vec<u8>,
    runtime_version: Vec<u8>,
}

/// States of results that have no statistics because of an error.
const FAILED: [&[u8]; 3] = [b"errored", b"fail", b"failed"];

impl Task {
    /// Reads a task with its result.
    pub(super) fn read(value: &mut Cursor<'_>) -> Result<Task, Stop> {
        let mut task = Task::default();
        task.take(value, 2)?;
        if task.name.is_empty() { value.lacks("a member `name`") } else { Ok(task) }
    }

    /// Reads the members of a task, of its result, and of the latency in the result. All times are milliseconds.
    pub(super) fn take(&mut self, value: &mut Cursor<'_>, levels: usize) -> Result<(), Stop> {
        let (mut median, mut mean) = (None, None);
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"name" if value.found()? == Found::String => {
                    self.name = value.string()?.text().into_owned();
                }
                // vitest writes a text if there is no room for them.
                b"samples" if value.found()? == Found::Array => {
                    self.samples.clear();
                    self.problem = value.numbers(Factor::tens(-3), &mut self.samples)?;
                }
                b"median" | b"p50" => median = value.number_or_null()?,
                b"mean" => mean = value.number_or_null()?,
                b"runtime" => self.runtime = value.scalar()?.unwrap_or_default().into_owned(),
                b"runtimeVersion" => {
                    self.runtime_version = value.scalar()?.unwrap_or_default().into_owned();
                }
                b"error" if value.found()? != Found::Null => {
                    self.is_failed = true;
                    value.skip()?;
                }
                b"state" => {
                    let state = value.scalar()?;
                    self.is_failed |= state.is_some_and(|state| FAILED.contains(&&state[..]));
                }
                b"result" | b"latency" if 0 < levels && value.found()? == Found::Object => {
                    self.take(value, levels - 1)?;
                }
                _ => value.skip()?,
            }
        }
        if let Some(text) = median.or(mean) {
            match scaled(text, Factor::tens(-3)) {
                Ok(number) => self.summary = Some(number),
                Err(error) => self.problem = self.problem.or(Some(error)),
            }
        }
        Ok(())
    }

    /// Marks a task without values as failed, because vitest writes that for a failed task.
    pub(super) fn fail_if_empty(&mut self) {
        let is_empty = self.samples.is_empty() && self.summary.is_none();
        self.is_failed |= is_empty && self.problem.is_none();
    }

    /// Pushes its results; `how` explains how to measure samples.
    pub(super) fn emit(&self, how: &'static str, out: &mut Out<'_>) {
        let mut name = Name::default();
        name.begin(&self.name);
        out.metadata(b"runtime", &self.runtime);
        out.metadata(b"runtime-version", &self.runtime_version);
        if self.is_failed {
            out.failed(name.text());
        }
        out.left_out(name.text(), self.problem);
        if !self.samples.is_empty() {
            out.samples(name.text(), &self.samples, b"sec/op");
        } else if let Some(summary) = self.summary {
            out.result(name.text(), 1, &[summary], &[b"sec/op"]);
            out.summary_only(how);
        } else if !self.is_failed {
            out.nothing(name.text());
        }
    }
}
