//! One run of a load generator: takes its requests one by one, and gives a result for each name and class of status.
//!
//! Requests of one run depend on each other, so they are not samples: their quantiles are, one for each run. Memory
//! does not depend on the number of requests.

use hdrhistogram::Histogram;

use super::quantiles::LoadOptions;
use super::summary::{Shortage, Summary};
use super::values::NO_RESPONSE;
use crate::base::Numbered;
use crate::format::json::Out;
use crate::format::names::Name;

/// A request, as a file describes it, without its name.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Request<'a> {
    /// The class of its failure.
    pub(super) failure: Option<&'a [u8]>,
    /// From its beginning to the end of the response, in nanoseconds.
    pub(super) latency: u64,
    /// The nanoseconds from any fixed time to its beginning.
    pub(super) start: Option<i128>,
    /// The size of the response.
    pub(super) bytes: Option<u64>,
}

/// The name of requests without one.
pub(super) const UNNAMED: &[u8] = b"Requests";

/// The name of requests whose names are too many.
const OTHER: &[u8] = b"Other";

/// The maximum number of names, because each needs memory.
const NAMES_MAX: usize = 1000;

/// The maximum number of classes of one name; further failures are in the class of those without a response.
const CLASSES_MAX: usize = 20;

/// The maximum number of requests that corrections add to a run, because each takes time.
const CORRECTIONS_MAX: u64 = 100_000_000;

/// The requests of a run so far.
#[derive(Debug, Default)]
pub(super) struct Run {
    options: LoadOptions,
    names: Numbered,
    /// For each name, its classes: successes have an empty text.
    classes: Vec<Vec<(Vec<u8>, Tally)>>,
    /// The name of the next request.
    name: Vec<u8>,
    /// The name of the last request, with its number.
    last: (Vec<u8>, usize),
    /// The first beginning and the last end of a request.
    span: Option<(i128, i128)>,
    /// The number of requests whose name is one too many.
    unnamed: u64,
    /// Whether the file does not say which requests failed.
    has_no_failures: bool,
}

/// Requests of one name and class.
#[derive(Debug)]
struct Tally {
    requests: u64,
    histogram: Histogram<u64>,
    /// The sum of all latencies in the histogram.
    sum: u128,
    max: u64,
    /// The sum of the sizes, if all requests have one.
    bytes: Option<u64>,
}

impl Run {
    pub(super) fn new(options: &LoadOptions) -> Run {
        Run { options: options.clone(), ..Run::default() }
    }

    /// Returns a buffer for the name of the next request, in which any byte may occur.
    pub(super) fn name(&mut self) -> &mut Vec<u8> {
        self.name.clear();
        &mut self.name
    }

    /// Adds a request with the name that was written last.
    pub(super) fn push(&mut self, request: &Request<'_>) {
        self.push_many(request, 1);
    }

    /// Adds requests that a file counts instead of listing them.
    pub(super) fn push_many(&mut self, request: &Request<'_>, count: u64) {
        let index = self.index();
        let class = request.failure.unwrap_or_default();
        let classes = &mut self.classes[index];
        let find = |classes: &[(Vec<u8>, Tally)], class: &[u8]| {
            classes.iter().position(|(text, _)| text == class)
        };
        let is_full = CLASSES_MAX <= classes.len() && find(classes, class).is_none();
        let class = if is_full && !class.is_empty() { NO_RESPONSE } else { class };
        let found = find(classes, class).unwrap_or_else(|| {
            classes.push((class.to_vec(), Tally::default()));
            classes.len() - 1
        });
        classes[found].1.push(request, count);
        if let Some(start) = request.start {
            self.extend(start, start.saturating_add(request.latency.into()));
        }
    }

    /// Extends the duration of the run to these nanoseconds from any fixed time.
    pub(super) fn extend(&mut self, start: i128, end: i128) {
        let (first, last) = self.span.unwrap_or((start, end));
        self.span = Some((first.min(start), last.max(end)));
    }

    /// Does not count failures, because the file does not say which requests failed.
    pub(super) fn without_failures(&mut self) {
        self.has_no_failures = true;
    }

    pub(super) fn options(&self) -> &LoadOptions {
        &self.options
    }

    /// Returns whether latencies stay as they were measured.
    pub(super) fn is_uncorrected(&self) -> bool {
        self.options.expected_interval.is_none()
    }

    /// Returns the number of the name.
    fn index(&mut self) -> usize {
        let Run { names, classes, name, last, unnamed, .. } = self;
        if last.0 == *name && last.1 < classes.len() {
            return last.1;
        }
        let text = if name.is_empty() { UNNAMED } else { &name[..] };
        let is_known = names.find(text).is_some() || classes.len() < NAMES_MAX;
        *unnamed += u64::from(!is_known);
        let index = names.number(if is_known { text } else { OTHER }) as usize;
        if classes.len() == index {
            classes.push(Vec::new());
        }
        if is_known {
            last.0.clone_from(name);
            last.1 = index;
        }
        index
    }

    /// Pushes the results, and forgets the requests. `stated` is the duration of the run in seconds, if the file states
    /// it.
    pub(super) fn emit(&mut self, stated: Option<f64>, out: &mut Out<'_>) {
        let options = self.options.clone();
        let Run { names, classes, span, unnamed, has_no_failures, .. } =
            std::mem::replace(self, Run::new(&options));
        let measured = span.map(|(first, last)| last.saturating_sub(first) as f64 / 1e9);
        let seconds = stated.or(measured).filter(|seconds| 0.0 < *seconds);
        let mut short = Shortage::default();
        let mut budget = CORRECTIONS_MAX;
        for (text, classes) in names.texts().iter().zip(&classes) {
            let requests = classes.iter().map(|(_, tally)| tally.requests);
            let all = requests.fold(0, u64::saturating_add);
            for (class, tally) in classes {
                let mut name = Name::default();
                name.begin(text);
                let Some(mut summary) = tally.summary(&options, &mut budget) else {
                    let name = String::from_utf8_lossy(text);
                    let what = "the expected interval is too short for its latencies";
                    out.unreadable(&format!("{name}: {what}: skipped"));
                    continue;
                };
                summary.rate = seconds.map(|seconds| tally.requests as f64 / seconds);
                summary.is_success = class.is_empty();
                if class.is_empty() {
                    let failed = all.saturating_sub(tally.requests) as f64;
                    summary.errors = (!has_no_failures).then(|| failed / all as f64);
                } else {
                    name.key(b"status", class);
                }
                if class == NO_RESPONSE {
                    summary.bytes = None;
                }
                summary.name = name;
                short.add(summary.emit(&options, out));
            }
            if classes.iter().all(|(class, _)| !class.is_empty()) {
                let mut name = Name::default();
                name.begin(text);
                out.failed(name.text());
            }
        }
        short.note(out);
        if unnamed != 0 {
            out.note(&format!(
                "more than {NAMES_MAX} names: {unnamed} requests are in the row Other; group URLs by names"
            ));
        }
    }
}

impl Default for Tally {
    fn default() -> Tally {
        // Three significant digits are valid, and the range grows with the values.
        let histogram = Histogram::new(3).expect("3 digits are valid");
        Tally { requests: 0, histogram, sum: 0, max: 0, bytes: Some(0) }
    }
}

impl Tally {
    fn push(&mut self, request: &Request<'_>, count: u64) {
        self.requests = self.requests.saturating_add(count);
        self.max = self.max.max(request.latency);
        // The range grows with the values, and latencies are bounded.
        let _ = self.histogram.record_n(request.latency, count);
        let sum = u128::from(request.latency) * u128::from(count);
        self.sum = self.sum.saturating_add(sum);
        let bytes = request.bytes.and_then(|bytes| bytes.checked_mul(count));
        self.bytes = self.bytes.zip(bytes).and_then(|(sum, bytes)| sum.checked_add(bytes));
    }

    /// Adds the requests that a closed loop did not send while it waited for slow responses, as HdrHistogram does.
    /// Returns `None` if there would be too many of them.
    fn corrected(&self, interval: u64, budget: &mut u64) -> Option<Histogram<u64>> {
        let steps = |step: hdrhistogram::iterators::IterationValue<u64>| {
            step.value_iterated_to() / interval
        };
        let steps = self.histogram.iter_recorded().map(steps).fold(0, u64::saturating_add);
        *budget = budget.checked_sub(steps)?;
        Some(self.histogram.clone_correct(interval))
    }

    /// Returns the numbers of a result, without what its run knows.
    fn summary(&self, options: &LoadOptions, budget: &mut u64) -> Option<Summary> {
        let corrected = match options.expected_interval {
            Some(interval) => Some(self.corrected(interval, budget)?),
            None => None,
        };
        let histogram = corrected.as_ref().unwrap_or(&self.histogram);
        let total = histogram.len();
        let steps = histogram.iter_recorded().map(|step| {
            let middle = histogram.median_equivalent(step.value_iterated_to());
            (middle.min(self.max) as f64 / 1e9, step.count_since_last_iteration())
        });
        let quantiles = options.quantiles(total, steps);
        let mean = match &corrected {
            Some(histogram) => histogram.mean() / 1e9,
            None => self.sum as f64 / total as f64 / 1e9,
        };
        Some(Summary {
            requests: Some(self.requests),
            quantiles,
            max: Some(self.max as f64 / 1e9),
            mean: Some(mean),
            bytes: self.bytes.map(|bytes| bytes as f64 / self.requests as f64),
            is_corrected: corrected.is_some(),
            is_success: true,
            ..Summary::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(latencies: impl IntoIterator<Item = u64>) -> Tally {
        let mut tally = Tally::default();
        for latency in latencies {
            tally.push(&Request { latency, ..Request::default() }, 1);
        }
        tally
    }

    #[test]
    fn quantiles_are_nearest_ranks() {
        let summary =
            filled((1..=1000).map(|i| i * 1000)).summary(&LoadOptions::default(), &mut 0).unwrap();
        let found: Vec<f64> = summary.quantiles.iter().map(|(_, value)| *value).collect();
        for (found, want) in found.iter().zip([500e-6, 900e-6, 990e-6, 999e-6]) {
            assert!((found / want - 1.0).abs() < 5e-4, "{found} {want}");
        }
        assert_eq!((summary.max, summary.mean), (Some(1e-3), Some(500.5e-6)));
    }

    #[test]
    fn a_correction_is_bounded() {
        let mut options = LoadOptions::default();
        options.set_expected_interval("1us").unwrap();
        assert!(filled([3_000_000]).summary(&options, &mut 3001).unwrap().is_corrected);
        assert!(filled([3_000_000]).summary(&options, &mut 2000).is_none());
    }
}
