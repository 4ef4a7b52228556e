//! vitest's JSON of benchmarks (`vitest bench --outputJson`), and tasks of tinybench as JSON.

use super::decimal::{Factor, scaled};
use super::json::{Cursor, Documents, Found, Out, Path, Plan, Stop, Visitor};
use super::names::Name;
use super::table::{Head, Sight};
use super::{Format, Kind, Number};
use crate::base::NumberError;

pub(super) const FORMAT: Format = Format {
    name: "vitest",
    about: "vitest's JSON of benchmarks",
    // Samples are never in it, so that each run gives one.
    example: "for run in 1 2 3 4 5 6 7 8 9 10; do npx vitest bench --run --outputJson one.json >&2; cat one.json; done > new.json",
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head: &Head<'_>| head.json_with(&[b"\"files\"", b"\"filepath\"", b"\"groups\""]),
    reader: || Box::new(Documents::new(Tasks::new(b"vitest", VITEST))),
};

pub(super) const TINYBENCH: Format = Format {
    name: "tinybench",
    about: "tasks of tinybench as JSON",
    // A task itself is an empty object as JSON: its members are getters.
    example: "await bench.run(); console.log(JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result }))))   # retainSamples: true",
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: tinybench,
    reader: || Box::new(Documents::new(Tasks::new(b"tinybench", TINYBENCH_SAMPLES))),
};

const VITEST: &str =
    "benchlens run, or with several runs one behind the other: see benchlens formats";
const TINYBENCH_SAMPLES: &str = "new Bench({ retainSamples: true }) of tinybench";

/// An array of objects with a name and a result.
fn tinybench(head: &Head<'_>) -> Sight {
    head.json_is(|cursor| {
        let mut inside = cursor.array()?;
        if !cursor.element(&mut inside)? {
            return Ok(false);
        }
        let (mut has_name, mut has_result) = (false, false);
        let mut inside = cursor.object()?;
        while let Some(key) = cursor.key(&mut inside)? {
            has_name |= key.raw == b"name";
            if key.raw == b"result" && cursor.found()? == Found::Object {
                has_result = true;
            }
            if has_name && has_result {
                return Ok(true);
            }
            cursor.skip()?;
        }
        Ok(false)
    })
}

#[derive(Debug)]
struct Tasks {
    harness: &'static [u8],
    how: &'static str,
    /// The names of the groups around, the file first.
    group: Vec<u8>,
    name: Vec<u8>,
    samples: Vec<Number>,
    summary: Option<Number>,
    problem: Option<NumberError>,
}

impl Tasks {
    fn new(harness: &'static [u8], how: &'static str) -> Tasks {
        let (group, name, samples) = Default::default();
        Tasks { harness, how, group, name, samples, summary: None, problem: None }
    }

    /// The members of a task, of its result, and of the latency in that.
    fn take_task(&mut self, value: &mut Cursor<'_>, levels: usize) -> Result<(), Stop> {
        let (mut median, mut mean) = (None, None);
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"name" if value.found()? == Found::String => {
                    self.name = value.string()?.text().into_owned();
                }
                b"samples" if value.found()? != Found::Null => {
                    self.samples.clear();
                    self.problem = value.numbers(Factor::tens(-3), &mut self.samples)?;
                }
                b"median" | b"p50" => median = value.number_or_null()?,
                b"mean" => mean = value.number_or_null()?,
                b"result" | b"latency" if 0 < levels && value.found()? == Found::Object => {
                    self.take_task(value, levels - 1)?;
                }
                _ => value.skip()?,
            }
        }
        if let Some(text) = median.or(mean) {
            self.summary = scaled(text, Factor::tens(-3)).ok();
        }
        Ok(())
    }
}

/// Where the names of a group and of those around it stand.
const NAME: [&str; 5] = ["files", "*", "groups", "*", "fullName"];

impl Visitor for Tasks {
    fn plan(&self, path: &Path) -> Plan {
        if self.harness != b"vitest" {
            return if path.len() == 0 { Plan::Enter } else { Plan::Take };
        }
        const WAY: [&str; 6] = ["files", "*", "groups", "*", "benchmarks", "*"];
        match path.len() {
            _ if path.is(&WAY) || path.is(&NAME) => Plan::Take,
            len if len < WAY.len() && path.is(&WAY[..len]) => Plan::Enter,
            _ => Plan::Skip,
        }
    }

    fn take(&mut self, path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        if path.is(&NAME) {
            self.group = value.string()?.text().into_owned();
            return Ok(());
        }
        self.name.clear();
        self.samples.clear();
        self.summary = None;
        self.problem = None;
        self.take_task(value, 2)?;
        if self.name.is_empty() {
            return value.lacks("a member `name`");
        }
        Ok(())
    }

    fn emit(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.is(&NAME) {
            return;
        }
        out.detail(b"harness", self.harness);
        let group = String::from_utf8_lossy(&self.group).replace(" > ", "/");
        out.config(b"pkg", group.as_bytes());
        let mut name = Name::default();
        name.begin(&self.name);
        out.left_out(name.text(), self.problem);
        if !self.samples.is_empty() {
            out.samples(name.text(), &self.samples, b"sec/op");
        } else if let Some(summary) = self.summary {
            out.result(name.text(), 1, &[summary], &[b"sec/op"]);
            out.summary_only(self.how);
        } else {
            out.nothing(name.text());
        }
    }
}
