//! pytest-benchmark's JSON (`--benchmark-json`), with an entry for each test and its rounds.

use super::decimal::{Factor, scaled};
use super::json::{Cursor, Documents, Found, Out, Path, Plan, Stop, Visitor};
use super::names::Name;
use super::sight::{Head, Sight};
use super::{Format, Kind, Number};
use benchlens_base::NumberError;

pub(super) const FORMAT: Format = Format {
    name: "pytest-benchmark",
    about: "pytest-benchmark's JSON",
    example: "pytest --benchmark-only --benchmark-json=new.json",
    run_command: Some("pytest --benchmark-only --benchmark-json=one.json >&2 && cat one.json"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight,
    reader: |_| Box::new(Documents::new(Pytest::default())),
};

/// The description of the machine comes first and may have any length. The same is true for tests, before their
/// statistics.
fn sight(head: &Head<'_>) -> Sight {
    let begins = head.json_is(|cursor| {
        let mut inside = cursor.object()?;
        Ok(cursor.key(&mut inside)?.is_some_and(|key| key.raw == b"machine_info"))
    });
    let has = |last| head.json_with(&[b"\"benchmarks\"", b"\"fullname\"", last]);
    match (begins, has(b"\"extra_info\"")) {
        (Sight::Yes, _) | (_, Sight::Yes) => Sight::Yes,
        _ => has(b"\"stats\""),
    }
}

#[derive(Debug, Default)]
struct Pytest {
    /// Whether the description of the machine was read.
    has_machine: bool,
    metadata: Vec<(&'static [u8], Vec<u8>)>,
    cpu: Vec<u8>,
    test: Test,
}

#[derive(Debug, Default)]
struct Test {
    name: Vec<u8>,
    fullname: Vec<u8>,
    group: Vec<u8>,
    params: Vec<(Vec<u8>, Vec<u8>)>,
    iterations: i64,
    data: Vec<Number>,
    summary: Option<Number>,
    is_failed: bool,
    problem: Option<NumberError>,
}

/// Members of `machine_info` and `commit_info` and their names as metadata.
const METADATA: [(&[u8], &[u8]); 9] = [
    (b"node", b"host"),
    (b"system", b"os"),
    (b"machine", b"arch"),
    (b"release", b"os-version"),
    (b"python_version", b"python"),
    (b"python_implementation", b"python-implementation"),
    (b"id", b"commit"),
    (b"time", b"commit-time"),
    (b"branch", b"branch"),
];

impl Visitor for Pytest {
    fn plan(&self, path: &Path) -> Plan {
        match path {
            _ if path.len() == 0 => Plan::Enter,
            _ if path.is(&["machine_info"]) || path.is(&["commit_info"]) => Plan::Take,
            _ if path.is(&["benchmarks"]) && self.has_machine => Plan::Enter,
            _ if path.is(&["benchmarks"]) => Plan::Later,
            _ if path.is(&["benchmarks", "*"]) => Plan::Take,
            _ => Plan::Skip,
        }
    }

    fn take(&mut self, path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        if path.len() == 2 {
            return self.test.take(value);
        }
        if value.found()? != Found::Object {
            return value.skip();
        }
        let is_machine = path.is(&["machine_info"]);
        let (mut metadata, mut cpu) = (Vec::new(), Vec::new());
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match METADATA.iter().find(|(own, _)| *own == key.raw) {
                Some((_, detail)) => {
                    metadata.push((*detail, value.scalar()?.unwrap_or_default().into_owned()));
                }
                None if key.raw == b"cpu" && value.found()? == Found::Object => {
                    let mut inside = value.object()?;
                    while let Some(key) = value.key(&mut inside)? {
                        match key.raw {
                            b"brand_raw" | b"brand" => {
                                cpu = value.scalar()?.unwrap_or_default().into_owned();
                            }
                            _ => value.skip()?,
                        }
                    }
                }
                None => value.skip()?,
            }
        }
        if is_machine {
            self.has_machine = true;
            self.cpu = cpu;
        }
        self.metadata.extend(metadata);
        Ok(())
    }

    fn emit(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.len() == 2 {
            self.test.emit(out);
            return;
        }
        out.metadata(b"harness", b"pytest-benchmark");
        out.config(b"cpu", &self.cpu);
        self.metadata.drain(..).for_each(|(key, value)| out.metadata(key, &value));
    }

    fn leave(&mut self, path: &Path, _out: &mut Out<'_>) {
        if path.len() == 0 {
            self.has_machine = false;
        }
    }
}

/// Returns whether a parameter is an object, whose text contains an address that differs in each run. The id of its
/// test is stable.
fn is_object(value: &[u8]) -> bool {
    value.starts_with(b"UNSERIALIZABLE[") || memchr::memmem::find(value, b" at 0x").is_some()
}

/// Returns the text of an id in brackets.
fn id_text(id: &[u8]) -> &[u8] {
    let id = id.strip_prefix(b"[").unwrap_or(id);
    id.strip_suffix(b"]").unwrap_or(id)
}

impl Test {
    fn take(&mut self, value: &mut Cursor<'_>) -> Result<(), Stop> {
        let data = std::mem::take(&mut self.data);
        *self = Test { iterations: 1, data, ..Test::default() };
        self.data.clear();
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"name" => self.name = value.string()?.text().into_owned(),
                b"fullname" => self.fullname = value.string()?.text().into_owned(),
                b"group" => self.group = value.scalar()?.unwrap_or_default().into_owned(),
                b"params" if value.found()? == Found::Object => {
                    let mut inside = value.object()?;
                    while let Some(key) = value.key(&mut inside)? {
                        let text = value.compact()?.into_owned();
                        self.params.push((key.text().into_owned(), text));
                    }
                }
                b"has_error" => self.is_failed = value.is_true()?,
                b"stats" => self.take_stats(value)?,
                _ => value.skip()?,
            }
        }
        if self.name.is_empty() {
            return value.lacks("a member `name`");
        }
        Ok(())
    }

    fn take_stats(&mut self, value: &mut Cursor<'_>) -> Result<(), Stop> {
        let (mut median, mut mean) = (None, None);
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"data" if value.found()? != Found::Null => {
                    self.problem = value.numbers(Factor::tens(0), &mut self.data)?;
                }
                b"median" => median = value.number_or_null()?,
                b"mean" => mean = value.number_or_null()?,
                b"iterations" => self.iterations = value.count()?,
                _ => value.skip()?,
            }
        }
        if let Some(text) = median.or(mean) {
            let number = scaled(text, Factor::tens(0));
            self.problem = self.problem.or(number.err());
            self.summary = number.ok();
        }
        Ok(())
    }

    fn emit(&self, out: &mut Out<'_>) {
        let bracket = self.name.iter().position(|b| *b == b'[').unwrap_or(self.name.len());
        let (function, id) = self.name.split_at(bracket);
        // The text in brackets may also contain colons.
        let end = self.fullname.iter().position(|b| *b == b'[').unwrap_or(self.fullname.len());
        let module = &self.fullname[..end];
        let at = module.windows(2).rposition(|pair| pair == b"::").unwrap_or(0);
        out.config(b"pkg", &module[..at]);
        out.metadata(b"group", &self.group);
        let mut name = Name::default();
        name.begin(function);
        match &self.params[..] {
            [] if !id.is_empty() => {
                name.key(b"param", id_text(id));
            }
            [(key, value)] if is_object(value) => name.key(key, id_text(id)),
            params => {
                let (objects, plain): (Vec<_>, Vec<_>) =
                    params.iter().partition(|(_, value)| is_object(value));
                plain.iter().for_each(|(key, value)| name.key(key, value));
                // The id contains all parameters.
                if !objects.is_empty() {
                    name.key(b"param", id_text(id));
                }
            }
        }
        if self.is_failed {
            out.failed(name.text());
        }
        out.left_out(name.text(), self.problem);
        if !self.data.is_empty() {
            return out.samples_of(name.text(), self.iterations, &self.data, b"sec/op");
        }
        let summary = match self.summary {
            Some(summary) => summary,
            // It has no values because it failed.
            None if self.is_failed => return,
            None => return out.nothing(name.text()),
        };
        out.result(name.text(), self.iterations, &[summary], &[b"sec/op"]);
        out.summary_only("--benchmark-json=FILE, or --benchmark-save-data with --benchmark-save");
    }
}
