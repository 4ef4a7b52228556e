//! Bencher's metrics: `{"BENCHMARK": {"MEASURE": {"value": 1.5}}}`.

use super::decimal::{Factor, scaled};
use super::json::{Cursor, Documents, Found, Out, Path, Plan, Stop, Visitor};
use super::names::Name;
use super::sight::{Head, Sight};
use super::times;
use super::{Format, Kind, Number};

pub(super) const FORMAT: Format = Format {
    name: "bencher",
    about: "Bencher's metrics (BMF)",
    example: "one value for each benchmark: measure with the harness itself",
    run_command: None,
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight,
    reader: |_| Box::new(Documents::new(Bencher::default())),
};

/// Detects an object of objects of objects with a `value`.
fn sight(head: &Head<'_>) -> Sight {
    head.json_is(|cursor| {
        for _ in 0..2 {
            let mut inside = cursor.object()?;
            if cursor.key(&mut inside)?.is_none() || cursor.found()? != Found::Object {
                return Ok(false);
            }
        }
        let mut inside = cursor.object()?;
        while let Some(key) = cursor.key(&mut inside)? {
            if key.raw == b"value" {
                return Ok(cursor.found()? == Found::Number);
            }
            cursor.skip()?;
        }
        Ok(false)
    })
}

#[derive(Debug, Default)]
struct Bencher {
    values: Vec<Number>,
    units: Vec<Vec<u8>>,
    /// A measure without a value.
    without: Option<Vec<u8>>,
}

impl Visitor for Bencher {
    fn plan(&self, path: &Path) -> Plan {
        if path.len() == 0 { Plan::Enter } else { Plan::Take }
    }

    fn take(&mut self, _path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        self.values.clear();
        self.units.clear();
        self.without = None;
        let mut measures = value.object()?;
        while let Some(key) = value.key(&mut measures)? {
            let before = self.values.len();
            let mut metric = value.object()?;
            while let Some(member) = value.key(&mut metric)? {
                if member.raw != b"value" {
                    value.skip()?;
                    continue;
                }
                let (unit, factor) = match &key.text()[..] {
                    b"latency" => (b"sec/op".to_vec(), Factor::tens(-9)),
                    b"throughput" => (b"ops/s".to_vec(), Factor::tens(0)),
                    other => (times::word(other), Factor::tens(0)),
                };
                match scaled(value.number()?, factor) {
                    Ok(number) => {
                        self.values.push(number);
                        self.units.push(unit);
                    }
                    Err(_) => return value.lacks("a number within the range of doubles"),
                }
            }
            if self.values.len() == before {
                self.without = Some(key.text().into_owned());
            }
        }
        Ok(())
    }

    fn emit(&mut self, path: &Path, out: &mut Out<'_>) {
        out.metadata(b"harness", b"bencher");
        let mut name = Name::default();
        name.begin(path.key(0));
        if let Some(measure) = self.without.take() {
            out.nothing(&[name.text(), b": ", &measure].concat());
        } else if self.values.is_empty() {
            out.nothing(name.text());
        }
        if !self.values.is_empty() {
            out.result_in(name.text(), 1, &self.values, &self.units, false);
            out.summary_only(
                "the harness itself, whose file benchlens reads: see benchlens formats",
            );
        }
    }
}
