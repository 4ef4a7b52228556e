//! JMH's JSON (`-rf json`): an array of benchmarks with the samples of each fork.

mod metric;

use super::json::{Cursor, Documents, Found, Out, Path, Plan, Stop, Visitor};
use super::names::Name;
use super::table::{Head, Sight};
use super::{Format, Kind, Number};
use metric::Metric;

pub(super) const FORMAT: Format = Format {
    name: "jmh",
    about: "JMH's JSON",
    example: "java -jar target/benchmarks.jar -rf json -rff new.json",
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight,
    reader: || Box::new(Documents::new(Jmh::default())),
};

fn sight(head: &Head<'_>) -> Sight {
    head.json_with(&[b"\"jmhVersion\""])
}

/// One benchmark, as it was taken.
#[derive(Debug, Default)]
struct Jmh {
    benchmark: Vec<u8>,
    mode: Vec<u8>,
    threads: Vec<u8>,
    params: Vec<(Vec<u8>, Vec<u8>)>,
    details: Vec<(&'static [u8], Vec<u8>)>,
    /// The primary metric, then the others.
    metrics: Vec<Metric>,
    name: Name,
    row: Vec<Number>,
}

/// What its members are called as details.
const DETAILS: [(&[u8], &[u8]); 5] = [
    (b"jmhVersion", b"jmh"),
    (b"jdkVersion", b"jdk"),
    (b"vmName", b"vm"),
    (b"vmVersion", b"vm-version"),
    (b"jvm", b"jvm"),
];

impl Visitor for Jmh {
    fn plan(&self, path: &Path) -> Plan {
        if path.len() == 0 { Plan::Enter } else { Plan::Take }
    }

    fn take(&mut self, _path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        self.clear();
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"benchmark" => self.benchmark = value.string()?.text().into_owned(),
                b"mode" => self.mode = value.string()?.text().into_owned(),
                b"threads" => self.threads = value.number()?.to_vec(),
                b"params" if value.found()? == Found::Object => {
                    let mut params = value.object()?;
                    while let Some(key) = value.key(&mut params)? {
                        let text = value.compact()?.into_owned();
                        self.params.push((key.text().into_owned(), text));
                    }
                }
                b"primaryMetric" => self.metrics[0].take(value)?,
                b"secondaryMetrics" if value.found()? == Found::Object => {
                    let mut metrics = value.object()?;
                    while let Some(key) = value.key(&mut metrics)? {
                        let mut metric = Metric::default();
                        metric.name.extend_from_slice(&key.text());
                        metric.take(value)?;
                        self.metrics.push(metric);
                    }
                }
                known => match DETAILS.iter().find(|(key, _)| *key == known) {
                    Some((_, detail)) => {
                        let text = value.scalar()?.unwrap_or_default().into_owned();
                        self.details.push((detail, text));
                    }
                    None => value.skip()?,
                },
            }
        }
        if self.benchmark.is_empty() {
            return value.lacks("a member `benchmark`");
        }
        Ok(())
    }

    fn emit(&mut self, _path: &Path, out: &mut Out<'_>) {
        out.detail(b"harness", b"jmh");
        self.details.iter().for_each(|(key, value)| out.detail(key, value));
        let (class, method) = match self.benchmark.iter().rposition(|b| *b == b'.') {
            Some(at) => (&self.benchmark[..at], &self.benchmark[at + 1..]),
            None => (&b""[..], &self.benchmark[..]),
        };
        out.config(b"pkg", class);
        self.name.begin(method);
        self.params.iter().for_each(|(key, value)| self.name.key(key, value));
        self.name.key(b"mode", &self.mode);
        self.name.key(b"threads", &self.threads);
        let mut problems = self.metrics.iter().filter_map(|metric| metric.problem);
        if let Some(problem) = problems.next() {
            out.unreadable(&format!(
                "{}: {problem}: left out",
                String::from_utf8_lossy(self.name.text())
            ));
        }
        if self.metrics.iter().any(Metric::is_thinned) {
            out.note(&format!(
                "{}: a histogram has more than {} values: as many of each part of it were left out",
                String::from_utf8_lossy(self.name.text()),
                metric::VALUES_MAX
            ));
        }
        if self.metrics.iter().all(|metric| metric.values.is_empty()) {
            return self.emit_scores(out);
        }
        self.emit_samples(out);
        out.detail(b"fork", b"");
    }
}

/// How to get samples.
const SAMPLES: &str =
    "-rf json, which lists the values of each iteration unless jmh.json.rawData=false is set";

impl Jmh {
    fn clear(&mut self) {
        self.benchmark.clear();
        self.mode.clear();
        self.threads.clear();
        self.params.clear();
        self.details.clear();
        self.metrics.truncate(1);
        match self.metrics.first_mut() {
            Some(primary) => primary.clear(),
            None => self.metrics.push(Metric::default()),
        }
    }

    /// One result for each sample of each fork, with what every metric has there: a histogram has several in an
    /// iteration, of which the first has what else was measured in that.
    fn emit_samples(&mut self, out: &mut Out<'_>) {
        let units: Vec<Vec<u8>> = self.metrics.iter().map(Metric::unit).collect();
        let units: Vec<&[u8]> = units.iter().map(|unit| &unit[..]).collect();
        let forks = self.metrics.iter().map(|metric| metric.forks.len()).max().unwrap_or(0);
        let mut present = Vec::with_capacity(units.len());
        for fork in 0..forks {
            out.detail(b"fork", (fork + 1).to_string().as_bytes());
            let values: Vec<&[Number]> = self.metrics.iter().map(|m| m.fork(fork)).collect();
            if let ([values], [unit]) = (&values[..], &units[..]) {
                out.samples(self.name.text(), values, unit);
                continue;
            }
            // Lists have one value for each iteration, so that all of a fork stand beside each other.
            let is_list = self.metrics.iter().all(Metric::is_list);
            let iterations = self.metrics.iter().map(|metric| metric.iterations(fork)).max();
            for iteration in 0..if is_list { 1 } else { iterations.unwrap_or(0) } {
                let values: Vec<&[Number]> = match is_list {
                    true => values.clone(),
                    false => self.metrics.iter().map(|m| m.iteration(fork, iteration)).collect(),
                };
                for place in 0..values.iter().map(|values| values.len()).max().unwrap_or(0) {
                    self.row.clear();
                    present.clear();
                    for (values, unit) in values.iter().zip(&units) {
                        if let Some(value) = values.get(place) {
                            self.row.push(*value);
                            present.push(*unit);
                        }
                    }
                    out.result(self.name.text(), 1, &self.row, &present);
                }
            }
        }
    }

    /// Without samples, the score alone.
    fn emit_scores(&mut self, out: &mut Out<'_>) {
        let scored = || self.metrics.iter().filter_map(|m| Some((m.score?, m.unit())));
        let (row, units): (Vec<Number>, Vec<Vec<u8>>) = scored().unzip();
        if !row.is_empty() {
            let units: Vec<&[u8]> = units.iter().map(|unit| &unit[..]).collect();
            out.result(self.name.text(), 1, &row, &units);
            out.summary_only(SAMPLES);
        }
    }
}
