//! criterion's files for a benchmark: `benchmark.json`, which names it, and then `sample.json`.
//!
//! Takes both as consecutive documents, as a reader of folders passes them. If there is no `sample.json`, the median
//! of `estimates.json` is used.

use super::decimal::{Factor, scaled};
use super::json::{Cursor, Documents, Found, Out, Path, Plan, Stop, Visitor};
use super::names::Name;
use super::sight::{Head, Sight};
use super::{Format, Kind, Number};
use benchlens_base::parse_float;

pub(super) const FORMAT: Format = Format {
    name: "criterion",
    about: "criterion's folder of results (target/criterion)",
    example: "cargo bench   # then: benchlens old=OLD/target/criterion new=target/criterion",
    run_command: Some("cargo bench >&2 && benchlens convert target/criterion"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight,
    reader: |_| Box::new(Documents::new(Criterion::default())),
};

fn sight(head: &Head<'_>) -> Sight {
    if head.json_with(&[CRITCMP]) == Sight::Yes {
        return Sight::No;
    }
    match head.json_with(&[b"\"group_id\"", b"\"function_id\""]) {
        Sight::Yes => Sight::Yes,
        no @ (Sight::No | Sight::Unsure) => {
            match head.json_with(&[b"\"sampling_mode\"", b"\"iters\""]) {
                Sight::Yes => Sight::Yes,
                Sight::No | Sight::Unsure => no,
            }
        }
    }
}

/// A member of critcmp's exports, which contain criterion's own members.
pub(super) const CRITCMP: &[u8] = b"\"criterion_benchmark_v1\"";

#[derive(Debug, Default)]
struct Criterion {
    identity: Option<Identity>,
    is_identity: bool,
    samples: Samples,
    median: Option<Number>,
}

#[derive(Debug, Default)]
pub(super) struct Identity {
    pub(super) name: Name,
    /// The throughput of one iteration, each with the unit of its rate.
    pub(super) throughput: Vec<(u64, &'static [u8])>,
    /// A kind of throughput that is not known.
    unknown: Option<Vec<u8>>,
}

/// Numbers as written: how often a benchmark ran, and how long it took in total.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub(super) iterations: Vec<Vec<u8>>,
    pub(super) totals: Vec<Vec<u8>>,
}

impl Visitor for Criterion {
    fn plan(&self, _path: &Path) -> Plan {
        Plan::Take
    }

    fn take(&mut self, _path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        self.is_identity = false;
        self.samples = Samples::default();
        self.median = None;
        if value.found()? == Found::Array {
            // The form of versions before 0.3.
            let mut both = value.array()?;
            for list in [&mut self.samples.iterations, &mut self.samples.totals] {
                if !value.element(&mut both)? {
                    return value.wrong("iterations and times");
                }
                *list = value.texts()?;
            }
            return if value.element(&mut both)? {
                value.wrong("iterations and times alone")
            } else {
                Ok(())
            };
        }
        let (mut group, mut function, mut argument) = (None, None, None);
        let mut identity = Identity::default();
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"group_id" => group = value.scalar()?,
                b"function_id" => function = value.scalar()?,
                b"value_str" => argument = value.scalar()?,
                b"throughput" => identity.take_throughput(value)?,
                b"iters" => self.samples.iterations = value.texts()?,
                b"times" => self.samples.totals = value.texts()?,
                b"median" if value.found()? == Found::Object => self.median = estimate(value)?,
                _ => value.skip()?,
            }
        }
        if let Some(group) = group {
            identity.name.begin(&group);
            let parts = [(&b"fn"[..], function), (b"arg", argument)];
            let parts = parts.iter().filter_map(|(key, part)| Some((key, part.as_ref()?)));
            parts.for_each(|(key, part)| identity.name.id(key, part));
            self.identity = Some(identity);
            self.is_identity = true;
        }
        Ok(())
    }

    fn emit(&mut self, _path: &Path, out: &mut Out<'_>) {
        if self.is_identity {
            return;
        }
        out.metadata(b"harness", b"criterion");
        let Some(identity) = &self.identity else {
            return out.unreadable(
                "found samples without benchmark.json, which contains the benchmark's name: name the folder target/criterion",
            );
        };
        match self.median {
            Some(median) if self.samples.totals.is_empty() => {
                out.result(identity.name.text(), 1, &[median], &[b"sec/op"]);
                out.summary_only("cargo bench, which writes sample.json next to estimates.json");
            }
            _ => self.samples.emit(identity, Some(-9), b"sec/op", out),
        }
    }
}

/// Returns the median of `estimates.json`, in nanoseconds.
fn estimate(value: &mut Cursor<'_>) -> Result<Option<Number>, Stop> {
    let mut median = None;
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"point_estimate" => median = value.number_or_null()?,
            _ => value.skip()?,
        }
    }
    Ok(median.and_then(|text| scaled(text, Factor::tens(-9)).ok()))
}

impl Identity {
    /// Reads `{"Bytes": 1024}`, or `{"ElementsAndBytes": {"elements": 4, "bytes": 1024}}`.
    fn take_throughput(&mut self, value: &mut Cursor<'_>) -> Result<(), Stop> {
        if value.found()? != Found::Object {
            return value.skip();
        }
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            let unit: &[u8] = match key.raw {
                b"Bytes" | b"BytesDecimal" | b"bytes" => b"B/s",
                b"Elements" | b"elements" => b"elem/s",
                b"Bits" => b"bit/s",
                b"ElementsAndBytes" => {
                    self.take_throughput(value)?;
                    continue;
                }
                _ => {
                    self.unknown = Some(key.text().into_owned());
                    value.skip()?;
                    continue;
                }
            };
            self.throughput.push((value.count()? as u64, unit));
        }
        Ok(())
    }
}

impl Samples {
    /// Pushes a result for each sample; totals are in a unit of `tens` powers of ten.
    pub(super) fn emit(
        &self,
        identity: &Identity,
        tens: Option<i32>,
        unit: &[u8],
        out: &mut Out<'_>,
    ) {
        let name = identity.name.text();
        if self.iterations.len() != self.totals.len() {
            let (a, b) = (self.iterations.len(), self.totals.len());
            let name = String::from_utf8_lossy(name);
            out.unreadable(&format!("{name}: {a} iteration counts, but {b} times: skipped"));
            return;
        }
        if self.totals.is_empty() {
            return out.nothing(name);
        }
        if let Some(unknown) = &identity.unknown {
            let [name, unknown] = [name, unknown].map(|text| String::from_utf8_lossy(text));
            out.note(&format!("{name}: skipped the throughput in {unknown}"));
        }
        let (mut values, mut units) = (Vec::new(), Vec::new());
        let mut wrong = 0;
        for (iterations, total) in self.iterations.iter().zip(&self.totals) {
            let (Ok(count), Ok(total)) = (parse_float(iterations), parse_float(total)) else {
                wrong += 1;
                continue;
            };
            let value = moved(total / count, tens.unwrap_or(0));
            if value.is_infinite() {
                wrong += 1;
                continue;
            }
            values.clear();
            units.clear();
            values.push(value.into());
            units.push(unit);
            for &(per, of) in identity.throughput.iter().filter(|_| tens.is_some()) {
                let rate = moved(count * per as f64 / total, -tens.unwrap_or(0));
                // The time of a sample may be zero.
                if rate.is_finite() {
                    values.push(rate.into());
                    units.push(of);
                }
            }
            out.result(name, count as i64, &values, &units);
        }
        if wrong != 0 {
            let name = String::from_utf8_lossy(name);
            out.unreadable(&format!(
                "{name}: {wrong} samples are not numbers or are out of range: skipped"
            ));
        }
    }
}

/// Returns a number times a power of ten, because negative powers of ten are not doubles.
fn moved(value: f64, tens: i32) -> f64 {
    let power = Number::power(tens.unsigned_abs() as u8);
    if tens < 0 { value / power } else { value * power }
}
