//! One metric of a benchmark: its unit and its values, fork by fork.

use crate::Number;
use crate::decimal::{Factor, scaled};
use crate::json::{Cursor, Stop};
use crate::times;
use benchlens_base::NumberError;

/// The maximum number of values of a histogram. More values would add nothing and fill the memory.
const VALUES_MAX: u64 = 1_000_000;

/// The maximum number of values of all histograms in a file; after that, each gets as many values as it has parts.
/// Otherwise a few bytes (`[1, 1000000]`) could fill the memory.
const ALL_VALUES_MAX: u64 = 16_000_000;

#[derive(Debug, Default)]
pub(super) struct Metric {
    /// Empty for the primary metric.
    pub(super) name: Vec<u8>,
    unit: Vec<u8>,
    /// The factor for the values, whose unit may come after them.
    factor: Option<Factor>,
    pub(super) score: Option<Number>,
    pub(super) values: Vec<Number>,
    /// The end of the values of each fork.
    pub(super) forks: Vec<usize>,
    /// For a histogram, the end of the values of each iteration, fork by fork.
    iterations: Vec<Vec<usize>>,
    /// The values of a histogram with their counts, until all of them are known.
    histogram: Vec<(Number, u64)>,
    /// The number of values in histograms.
    counted: u64,
    pub(super) problem: Option<&'static str>,
}

impl Metric {
    pub(super) fn clear(&mut self) {
        let (mut values, mut forks) =
            (std::mem::take(&mut self.values), std::mem::take(&mut self.forks));
        values.clear();
        forks.clear();
        *self = Metric { values, forks, ..Metric::default() };
    }

    /// Reads the metric; `spread` is the number of values that the histograms of the file were expanded to.
    pub(super) fn take(&mut self, value: &mut Cursor<'_>, spread: &mut u64) -> Result<(), Stop> {
        let mut late: Option<Cursor<'_>> = None;
        let mut histogram: Option<Cursor<'_>> = None;
        let mut score = None;
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"score" => score = value.number_or_null()?,
                b"scoreUnit" => {
                    let (unit, factor) = times::unit(&value.string()?.text());
                    self.unit = unit;
                    self.factor = Some(factor);
                }
                b"rawData" if self.factor.is_some() => self.take_values(value)?,
                b"rawData" => {
                    late = Some(value.clone());
                    value.skip()?;
                }
                b"rawDataHistogram" => {
                    histogram = Some(value.clone());
                    value.skip()?;
                }
                _ => value.skip()?,
            }
        }
        self.score = score.and_then(|score| self.number(score));
        if let Some(mut late) = late {
            self.take_values(&mut late)?;
        }
        if let Some(mut histogram) = histogram {
            self.take_histogram(&mut histogram, spread)?;
        }
        Ok(())
    }

    /// Reads `[[value, …], …]`, an array for each fork.
    fn take_values(&mut self, value: &mut Cursor<'_>) -> Result<(), Stop> {
        let factor = self.factor.unwrap_or(Factor::tens(0));
        let mut forks = value.array()?;
        while value.element(&mut forks)? {
            if let Some(error) = value.numbers(factor, &mut self.values)? {
                self.problem = Some(problem(error));
            }
            self.forks.push(self.values.len());
        }
        Ok(())
    }

    /// Reads `[[[[value, count], …], …], …]`: pairs in iterations in forks.
    fn take_histogram(&mut self, value: &mut Cursor<'_>, spread: &mut u64) -> Result<(), Stop> {
        self.counted = 0;
        self.histogram.clear();
        let mut ends = Vec::new();
        let mut forks = value.array()?;
        while value.element(&mut forks)? {
            let mut fork = Vec::new();
            let mut iterations = value.array()?;
            while value.element(&mut iterations)? {
                let mut pairs = value.array()?;
                while value.element(&mut pairs)? {
                    self.take_pair(value)?;
                }
                fork.push(self.histogram.len());
            }
            ends.push(fork);
        }
        let room = ALL_VALUES_MAX.saturating_sub(*spread).min(VALUES_MAX);
        self.spread(ends, self.counted.min(room.max(self.histogram.len() as u64)));
        *spread += self.values.len() as u64;
        Ok(())
    }

    fn take_pair(&mut self, value: &mut Cursor<'_>) -> Result<(), Stop> {
        let mut pair = value.array()?;
        if !value.element(&mut pair)? {
            return value.wrong("a value and a count");
        }
        let number = self.number(value.number()?);
        if !value.element(&mut pair)? {
            return value.wrong("a count");
        }
        let count = value.count()? as u64;
        if value.element(&mut pair)? {
            return value.wrong("only a value and a count");
        }
        self.counted = self.counted.saturating_add(count);
        self.histogram.extend(number.map(|number| (number, count)));
        Ok(())
    }

    /// Expands a histogram to `kept` values. If there are too many, evenly distributed values are skipped, so that the
    /// distribution is unchanged. `ends` has the end of each iteration of each fork.
    fn spread(&mut self, mut ends: Vec<Vec<usize>>, kept: u64) {
        let (total, kept) = (u128::from(self.counted.max(1)), u128::from(kept));
        let (mut start, mut before) = (0, 0u128);
        for fork in &mut ends {
            for end in fork {
                for (number, count) in &self.histogram[start..*end] {
                    let after = before + u128::from(*count);
                    let copies = (after * kept / total - before * kept / total) as usize;
                    self.values.extend(std::iter::repeat_n(*number, copies));
                    before = after;
                }
                start = *end;
                *end = self.values.len();
            }
            self.forks.push(self.values.len());
        }
        self.iterations = ends;
    }

    fn number(&mut self, text: &[u8]) -> Option<Number> {
        match scaled(text, self.factor.unwrap_or(Factor::tens(0))) {
            Ok(number) => Some(number),
            Err(error) => {
                self.problem = Some(problem(error));
                None
            }
        }
    }

    /// Returns whether it has no number at all, as the text of a profiler such as `stack`, which is no measurement.
    pub(super) fn is_without_numbers(&self) -> bool {
        let is_nan = |number: &Number| number.to_f64().is_nan();
        self.score.as_ref().is_some_and(is_nan) && self.values.iter().all(is_nan)
    }

    pub(super) fn is_thinned(&self) -> bool {
        (self.values.len() as u64) < self.counted
    }

    /// Returns the values of a fork.
    pub(super) fn fork(&self, fork: usize) -> &[Number] {
        let start = fork.checked_sub(1).map_or(0, |before| self.end(before));
        &self.values[start..self.end(fork)]
    }

    /// Returns whether each iteration has one value.
    pub(super) fn is_list(&self) -> bool {
        self.iterations.is_empty()
    }

    /// Returns the number of iterations of a fork.
    pub(super) fn iterations(&self, fork: usize) -> usize {
        if self.is_list() {
            self.fork(fork).len()
        } else {
            self.iterations.get(fork).map_or(0, Vec::len)
        }
    }

    /// Returns the values of an iteration of a fork.
    pub(super) fn iteration(&self, fork: usize, iteration: usize) -> &[Number] {
        if self.is_list() {
            return self.fork(fork).get(iteration..=iteration).unwrap_or_default();
        }
        let Some(ends) = self.iterations.get(fork) else { return &[] };
        let Some(end) = ends.get(iteration) else { return &[] };
        let before = match iteration.checked_sub(1) {
            Some(before) => ends[before],
            None => fork.checked_sub(1).map_or(0, |before| self.end(before)),
        };
        &self.values[before..*end]
    }

    fn end(&self, fork: usize) -> usize {
        self.forks.get(fork).copied().unwrap_or(self.values.len())
    }

    /// Returns the unit in a result.
    pub(super) fn unit(&self) -> Vec<u8> {
        match &self.name[..] {
            b"" => self.unit.clone(),
            name if name.ends_with(b"gc.alloc.rate.norm") => b"B/op".to_vec(),
            name => [&times::word(name)[..], b":", &self.unit].concat(),
        }
    }
}

fn problem(error: NumberError) -> &'static str {
    match error {
        NumberError::Syntax => "a value is not a number",
        NumberError::Range => "a value is out of range",
    }
}
