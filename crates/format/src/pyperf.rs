//! pyperf's JSON (`-o new.json`), which is a suite of benchmarks with the values of their runs.

use super::decimal::Factor;
use super::json::{Cursor, Documents, Found, Out, Path, Plan, Stop, Visitor};
use super::names::Name;
use super::sight::{Head, Sight};
use super::times;
use super::{Format, Kind, Number};
use benchlens_base::NumberError;

pub(super) const FORMAT: Format = Format {
    name: "pyperf",
    about: "pyperf's JSON",
    example: "python3 bench.py -o new.json",
    run_command: Some("rm -f one.json && python3 bench.py -q -o one.json >&2 && cat one.json"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head: &Head<'_>| -> Sight {
        match head.json_with(&[b"\"benchmarks\"", b"\"runs\"", b"\"values\""]) {
            Sight::Yes => Sight::Yes,
            Sight::No | Sight::Unsure => {
                head.json_with(&[b"\"benchmarks\"", b"\"runs\"", b"\"perf_version\""])
            }
        }
    },
    reader: |_| Box::new(Documents::new(Pyperf::default())),
};

#[derive(Debug, Default)]
struct Pyperf {
    /// The metadata of the whole suite.
    suite: Metadata,
    own: Metadata,
    /// The version of the file, which is an integer before pyperf 1.0.
    version: Option<i64>,
    /// Whether its values have the name that was used before pyperf 1.0.
    has_samples: bool,
    values: Vec<Number>,
    problem: Option<NumberError>,
}

#[derive(Debug, Default, Clone)]
struct Metadata {
    name: Vec<u8>,
    unit: Vec<u8>,
    cpu: Vec<u8>,
    metadata: Vec<(&'static [u8], Vec<u8>)>,
}

/// The version of files since which `samples` are times of one iteration.
const SAMPLES_VERSION: i64 = 4;

/// Members of pyperf's metadata and their names as metadata here.
const METADATA: [(&[u8], &[u8]); 5] = [
    (b"hostname", b"host"),
    (b"platform", b"os"),
    (b"python_version", b"python"),
    (b"python_implementation", b"python-implementation"),
    (b"perf_version", b"pyperf"),
];

impl Visitor for Pyperf {
    fn plan(&self, path: &Path) -> Plan {
        match path {
            _ if path.len() == 0 => Plan::Enter,
            // It contains the name of a single benchmark, often after the benchmark.
            _ if path.is(&["metadata"]) || path.is(&["benchmarks", "*"]) => Plan::Take,
            _ if path.is(&["version"]) => Plan::Take,
            _ if path.is(&["benchmarks"]) => Plan::Later,
            _ => Plan::Skip,
        }
    }

    fn take(&mut self, path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        if path.is(&["version"]) {
            let version = value.scalar()?.unwrap_or_default();
            self.version = str::from_utf8(&version).ok().and_then(|text| text.parse().ok());
            return Ok(());
        }
        if path.len() == 1 {
            self.suite = Metadata::take(value)?;
            return Ok(());
        }
        self.has_samples = false;
        self.own = Metadata::default();
        self.values.clear();
        self.problem = None;
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"metadata" | b"common_metadata" => self.own = Metadata::take(value)?,
                b"runs" => {
                    let mut runs = value.array()?;
                    while value.element(&mut runs)? {
                        let mut run = value.object()?;
                        while let Some(key) = value.key(&mut run)? {
                            match key.raw {
                                // A run that calibrates has no values, and warm-ups are in another member.
                                b"values" | b"samples" if value.found()? != Found::Null => {
                                    self.has_samples |= key.raw == b"samples";
                                    let problem =
                                        value.numbers(Factor::tens(0), &mut self.values)?;
                                    self.problem = self.problem.or(problem);
                                }
                                _ => value.skip()?,
                            }
                        }
                    }
                }
                _ => value.skip()?,
            }
        }
        Ok(())
    }

    fn emit(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.len() == 1 {
            return;
        }
        out.metadata(b"harness", b"pyperf");
        let Metadata { name, unit, cpu, metadata } = self.own.within(&self.suite);
        out.config(b"cpu", &cpu);
        metadata.iter().for_each(|(key, value)| out.metadata(key, value));
        if name.is_empty() {
            return out.unreadable("a benchmark without a name in its metadata: skipped");
        }
        let unit = match &unit[..] {
            b"" | b"second" => b"sec/op".to_vec(),
            b"byte" => b"B".to_vec(),
            other => times::word(other),
        };
        let mut text = Name::default();
        text.begin(&name);
        if self.has_samples && self.version.is_none_or(|version| version < SAMPLES_VERSION) {
            let name = String::from_utf8_lossy(text.text());
            return out.unreadable(&format!(
                "{name}: expected version {SAMPLES_VERSION} or later of the file: skipped; \
                 measure again with pyperf 1.0 or later"
            ));
        }
        out.left_out(text.text(), self.problem);
        if self.values.is_empty() {
            out.nothing(text.text());
        }
        out.samples(text.text(), &self.values, &unit);
    }

    fn leave(&mut self, path: &Path, _out: &mut Out<'_>) {
        if path.len() == 0 {
            self.suite = Metadata::default();
            self.version = None;
        }
    }
}

impl Metadata {
    fn take(value: &mut Cursor<'_>) -> Result<Metadata, Stop> {
        let mut metadata = Metadata::default();
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            let text = value.scalar()?.unwrap_or_default().into_owned();
            match key.raw {
                b"name" => metadata.name = text,
                b"unit" => metadata.unit = text,
                b"cpu_model_name" => metadata.cpu = text,
                other => {
                    let detail = METADATA.iter().find(|(own, _)| *own == other);
                    metadata.metadata.extend(detail.map(|(_, detail)| (*detail, text)));
                }
            }
        }
        Ok(metadata)
    }

    /// Returns the metadata with the keys of the suite that it lacks.
    fn within(&self, suite: &Metadata) -> Metadata {
        let or = |own: &[u8], other: &[u8]| if own.is_empty() { other } else { own }.to_vec();
        Metadata {
            name: or(&self.name, &suite.name),
            unit: or(&self.unit, &suite.unit),
            cpu: or(&self.cpu, &suite.cpu),
            metadata: suite.metadata.iter().chain(&self.metadata).cloned().collect(),
        }
    }
}
