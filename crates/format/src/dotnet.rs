//! BenchmarkDotNet's full JSON (`--exporters json`), with an entry for each benchmark and its measurements.

use super::decimal::{Factor, scaled};
use super::json::{Cursor, Documents, Found, Out, Path, Plan, Stop, Visitor};
use super::names::Name;
use super::sight::{Head, Sight};
use super::{Format, Kind, Number};
use benchlens_base::NumberError;

pub(super) const FORMAT: Format = Format {
    name: "benchmarkdotnet",
    about: "BenchmarkDotNet's full JSON",
    example: "dotnet run -c Release -- --filter '*' --exporters json   # writes BenchmarkDotNet.Artifacts/results",
    run_command: None,
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight,
    reader: |_| Box::new(Documents::new(DotNet::default())),
};

fn sight(head: &Head<'_>) -> Sight {
    head.json_with(&[b"\"HostEnvironmentInfo\""])
}

#[derive(Debug, Default)]
struct DotNet {
    has_host: bool,
    metadata: Vec<(&'static [u8], Vec<u8>)>,
    cpu: Vec<u8>,
    benchmark: Benchmark,
}

#[derive(Debug, Default)]
struct Benchmark {
    display: Vec<u8>,
    namespace: Vec<u8>,
    class: Vec<u8>,
    method: Vec<u8>,
    parameters: Vec<u8>,
    has_statistics: bool,
    values: Vec<Number>,
    median: Option<Number>,
    allocated: Option<Number>,
    problem: Option<NumberError>,
}

/// Members of `HostEnvironmentInfo` and their names as metadata.
const METADATA: [(&[u8], &[u8]); 5] = [
    (b"BenchmarkDotNetVersion", b"benchmarkdotnet"),
    (b"OsVersion", b"os"),
    (b"RuntimeVersion", b"runtime"),
    (b"Architecture", b"arch"),
    (b"Configuration", b"build"),
];

impl Visitor for DotNet {
    fn plan(&self, path: &Path) -> Plan {
        match path {
            _ if path.len() == 0 => Plan::Enter,
            _ if path.is(&["HostEnvironmentInfo"]) || path.is(&["Benchmarks", "*"]) => Plan::Take,
            _ if path.is(&["Benchmarks"]) && self.has_host => Plan::Enter,
            _ if path.is(&["Benchmarks"]) => Plan::Later,
            _ => Plan::Skip,
        }
    }

    fn take(&mut self, path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        if path.len() == 2 {
            return self.benchmark.take(value);
        }
        let (mut metadata, mut cpu) = (Vec::new(), Vec::new());
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            let text = value.scalar()?.unwrap_or_default().into_owned();
            match METADATA.iter().find(|(own, _)| *own == key.raw) {
                Some((_, detail)) => metadata.push((*detail, text)),
                None if key.raw == b"ProcessorName" => cpu = text,
                None => {}
            }
        }
        self.has_host = true;
        self.metadata = metadata;
        self.cpu = cpu;
        Ok(())
    }

    fn emit(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.len() == 2 {
            return self.benchmark.emit(out);
        }
        out.metadata(b"harness", b"benchmarkdotnet");
        out.config(b"cpu", &self.cpu);
        self.metadata.drain(..).for_each(|(key, value)| out.metadata(key, &value));
    }

    fn leave(&mut self, path: &Path, _out: &mut Out<'_>) {
        if path.len() == 0 {
            self.has_host = false;
        }
    }
}

impl Benchmark {
    fn take(&mut self, value: &mut Cursor<'_>) -> Result<(), Stop> {
        *self = Benchmark::default();
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            let text = match key.raw {
                b"DisplayInfo" => &mut self.display,
                b"Namespace" => &mut self.namespace,
                b"Type" => &mut self.class,
                b"Method" => &mut self.method,
                b"Parameters" => &mut self.parameters,
                b"Statistics" if value.found()? == Found::Object => {
                    self.take_statistics(value)?;
                    continue;
                }
                b"Memory" if value.found()? == Found::Object => {
                    let mut inside = value.object()?;
                    while let Some(key) = value.key(&mut inside)? {
                        match key.raw {
                            b"BytesAllocatedPerOperation" => {
                                self.allocated = self.number(value.number_or_null()?, 0);
                            }
                            _ => value.skip()?,
                        }
                    }
                    continue;
                }
                _ => {
                    value.skip()?;
                    continue;
                }
            };
            *text = value.scalar()?.unwrap_or_default().into_owned();
        }
        if self.method.is_empty() {
            return value.lacks("a member `Method`");
        }
        Ok(())
    }

    fn take_statistics(&mut self, value: &mut Cursor<'_>) -> Result<(), Stop> {
        self.has_statistics = true;
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"OriginalValues" if value.found()? != Found::Null => {
                    self.problem = value.numbers(Factor::tens(-9), &mut self.values)?;
                }
                b"Median" => self.median = self.number(value.number_or_null()?, -9),
                _ => value.skip()?,
            }
        }
        Ok(())
    }

    fn number(&mut self, text: Option<&[u8]>, tens: i32) -> Option<Number> {
        scaled(text?, Factor::tens(tens)).map_err(|error| self.problem = Some(error)).ok()
    }

    fn emit(&self, out: &mut Out<'_>) {
        let dot = if self.namespace.is_empty() || self.class.is_empty() { "" } else { "." };
        let package = [&self.namespace[..], dot.as_bytes(), &self.class].concat();
        out.config(b"pkg", &package);
        out.metadata(b"job", job(&self.display));
        let mut name = Name::default();
        name.begin(&self.method);
        for parameter in self.parameters.split(|b| *b == b'&').filter(|p| !p.is_empty()) {
            match parameter.iter().position(|b| *b == b'=') {
                Some(at) => name.key(&parameter[..at], &parameter[at + 1..]),
                None => name.part(parameter),
            }
        }
        out.left_out(name.text(), self.problem);
        if !self.has_statistics {
            return out.failed(name.text());
        }
        let (samples, is_summary) = match &self.values[..] {
            [] => (self.median.as_slice(), true),
            values => (values, false),
        };
        let Some((first, others)) = samples.split_first() else {
            return out.nothing(name.text());
        };
        // Allocations were counted once.
        match self.allocated {
            Some(bytes) => out.result(name.text(), 1, &[*first, bytes], &[b"sec/op", b"B/op"]),
            None => out.result(name.text(), 1, &[*first], &[b"sec/op"]),
        }
        out.samples(name.text(), others, b"sec/op");
        if is_summary {
            out.summary_only("--exporters json (JsonExporter.Full)");
        }
    }
}

/// Returns the job in `Type.Method: Job-ABCDEF(Server=True, IterationCount=3) [N=10]`, without the id that a job gets
/// in each run if nobody named it.
fn job(display: &[u8]) -> &[u8] {
    let Some(at) = display.windows(2).position(|pair| pair == b": ") else { return b"" };
    let rest = &display[at + 2..];
    let job = &rest[..rest.windows(2).rposition(|pair| pair == b" [").unwrap_or(rest.len())];
    let end = job.iter().position(|b| *b == b'(').unwrap_or(job.len());
    let is_id = |id: &[u8]| id.len() == 6 && id.iter().all(u8::is_ascii_uppercase);
    let is_unnamed = job[..end].strip_prefix(b"Job-").is_some_and(is_id);
    if is_unnamed { &job[end..] } else { job }
}
