//! JMH's JSON (`-rf json`), which is an array of benchmarks with the samples of each fork.

mod metric;

use super::json::{Cursor, Documents, Found, Out, Path, Plan, Stop, Visitor};
use super::names::Name;
use super::sight::{Head, Sight};
use super::{Format, Kind, Number};
use metric::Metric;

pub(super) const FORMAT: Format = Format {
    name: "jmh",
    about: "JMH's JSON",
    example: "java -jar target/benchmarks.jar -rf json -rff new.json",
    run_command: Some("java -jar target/benchmarks.jar -v SILENT -rf json -rff /dev/stdout"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight,
    reader: |_| Box::new(Documents::new(Jmh::default())),
};

/// Versions before 1.19 do not name themselves, and neither do kotlinx-benchmark and Scala.JS, which write the same.
fn sight(head: &Head<'_>) -> Sight {
    match head.json_with(&[b"\"jmhVersion\""]) {
        Sight::Yes => Sight::Yes,
        Sight::No | Sight::Unsure => head.json_with(&[b"\"benchmark\"", b"\"primaryMetric\""]),
    }
}

/// One benchmark, in the form in which it was read.
#[derive(Debug, Default)]
struct Jmh {
    benchmark: Vec<u8>,
    mode: Vec<u8>,
    threads: Vec<u8>,
    params: Vec<(Vec<u8>, Vec<u8>)>,
    metadata: Vec<(&'static [u8], Vec<u8>)>,
    /// The primary metric, then the others, then unused entries for more.
    metrics: Vec<Metric>,
    /// The number of used entries.
    used: usize,
    name: Name,
    /// The number of values that histograms were expanded to.
    spread: u64,
}

/// Its members and their names as metadata.
const METADATA: [(&[u8], &[u8]); 5] = [
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
        let mut spread = self.spread;
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"benchmark" => value.string()?.text().as_ref().clone_into(&mut self.benchmark),
                b"mode" => value.string()?.text().as_ref().clone_into(&mut self.mode),
                b"threads" => value.number()?.clone_into(&mut self.threads),
                b"params" if value.found()? == Found::Object => {
                    let mut params = value.object()?;
                    while let Some(key) = value.key(&mut params)? {
                        let text = value.compact()?.into_owned();
                        self.params.push((key.text().into_owned(), text));
                    }
                }
                b"primaryMetric" => self.metrics[0].take(value, &mut spread)?,
                b"secondaryMetrics" if value.found()? == Found::Object => {
                    let mut metrics = value.object()?;
                    while let Some(key) = value.key(&mut metrics)? {
                        let metric = self.another();
                        metric.name.extend_from_slice(&key.text());
                        metric.take(value, &mut spread)?;
                        if metric.is_without_numbers() {
                            self.used -= 1;
                        }
                    }
                }
                known => match METADATA.iter().find(|(key, _)| *key == known) {
                    Some((_, detail)) => {
                        let text = value.scalar()?.unwrap_or_default().into_owned();
                        self.metadata.push((detail, text));
                    }
                    None => value.skip()?,
                },
            }
        }
        if self.benchmark.is_empty() {
            return value.lacks("a member `benchmark`");
        }
        self.spread = spread;
        Ok(())
    }

    fn emit(&mut self, _path: &Path, out: &mut Out<'_>) {
        out.metadata(b"harness", b"jmh");
        self.metadata.iter().for_each(|(key, value)| out.metadata(key, value));
        let (class, method) = match self.benchmark.iter().rposition(|b| *b == b'.') {
            Some(at) => (&self.benchmark[..at], &self.benchmark[at + 1..]),
            None => (&b""[..], &self.benchmark[..]),
        };
        out.config(b"pkg", class);
        self.name.begin(method);
        self.params.iter().for_each(|(key, value)| self.name.key(key, value));
        for (key, value) in [(&b"mode"[..], &self.mode), (b"threads", &self.threads)] {
            if !value.is_empty() {
                self.name.key(key, value);
            }
        }
        let mut problems = self.metrics().iter().filter_map(|metric| metric.problem);
        if let Some(problem) = problems.next() {
            out.unreadable(&format!(
                "{}: {problem}: skipped",
                String::from_utf8_lossy(self.name.text())
            ));
        }
        if let Some(metric) = self.metrics().iter().find(|metric| metric.is_thinned()) {
            out.note(&format!(
                "{}: a histogram has more than {} values: the same fraction of each bucket was skipped",
                String::from_utf8_lossy(self.name.text()),
                metric.values.len()
            ));
        }
        if self.metrics().iter().all(|metric| metric.values.is_empty()) {
            return self.emit_scores(out);
        }
        for metric in self.metrics().iter().filter(|metric| metric.values.is_empty()) {
            // Events that never occurred have no values.
            if metric.name.is_empty() || metric.score.is_some_and(|s| s.to_f64() != 0.0) {
                let name = if metric.name.is_empty() { b"primaryMetric" } else { &metric.name[..] };
                out.nothing(&[self.name.text(), b": ", name].concat());
            }
        }
        self.emit_samples(out);
        out.metadata(b"fork", b"");
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
        self.metadata.clear();
        self.used = 0;
        self.another();
    }

    /// Returns another metric, which is empty.
    fn another(&mut self) -> &mut Metric {
        if self.used == self.metrics.len() {
            self.metrics.push(Metric::default());
        }
        self.used += 1;
        let metric = &mut self.metrics[self.used - 1];
        metric.clear();
        metric
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics[..self.used]
    }

    /// Pushes one result for each sample of each fork, with the value of every metric there. A histogram has several
    /// values in an iteration, and the first has the other metrics of that iteration.
    fn emit_samples(&self, out: &mut Out<'_>) {
        let units: Vec<Vec<u8>> = self.metrics().iter().map(Metric::unit).collect();
        // Only metrics that still have values, because a file may have many metrics of few values.
        let mut metrics: Vec<(&Metric, &[u8])> =
            self.metrics().iter().zip(&units).map(|(metric, unit)| (metric, &unit[..])).collect();
        let forks = self.metrics().iter().map(|metric| metric.forks.len()).max().unwrap_or(0);
        for fork in 0..forks {
            metrics.retain(|(metric, _)| fork < metric.forks.len());
            out.metadata(b"fork", (fork + 1).to_string().as_bytes());
            if let [(metric, unit)] = metrics[..] {
                out.samples(self.name.text(), metric.fork(fork), unit);
                continue;
            }
            // Lists have one value for each iteration, so the values of a fork can be written side by side.
            if metrics.iter().all(|(metric, _)| metric.is_list()) {
                let columns = metrics.iter().map(|(metric, unit)| (metric.fork(fork), *unit));
                self.emit_rows(columns.collect(), out);
                continue;
            }
            let iterations = metrics.iter().map(|(metric, _)| metric.iterations(fork)).max();
            for iteration in 0..iterations.unwrap_or(0) {
                let columns = metrics.iter();
                let columns =
                    columns.map(|(metric, unit)| (metric.iteration(fork, iteration), *unit));
                self.emit_rows(columns.collect(), out);
            }
        }
    }

    /// Pushes the values of columns with their units side by side, up to the end of each column.
    fn emit_rows(&self, mut columns: Vec<(&[Number], &[u8])>, out: &mut Out<'_>) {
        let mut row = Vec::new();
        let mut start = 0;
        loop {
            columns.retain(|(values, _)| start < values.len());
            let Some(end) = columns.iter().map(|(values, _)| values.len()).min() else { break };
            let units: Vec<&[u8]> = columns.iter().map(|(_, unit)| *unit).collect();
            for at in start..end {
                row.clear();
                row.extend(columns.iter().map(|(values, _)| values[at]));
                if at == start {
                    out.result(self.name.text(), 1, &row, &units);
                } else {
                    out.again(self.name.text(), 1, &row, &units);
                }
            }
            start = end;
        }
    }

    /// Pushes only the score, if there are no samples.
    fn emit_scores(&mut self, out: &mut Out<'_>) {
        let scored = || self.metrics().iter().filter_map(|m| Some((m.score?, m.unit())));
        let (row, units): (Vec<Number>, Vec<Vec<u8>>) = scored().unzip();
        if row.is_empty() {
            out.nothing(self.name.text());
        } else {
            let units: Vec<&[u8]> = units.iter().map(|unit| &unit[..]).collect();
            out.result(self.name.text(), 1, &row, &units);
            out.summary_only(SAMPLES);
        }
    }
}
