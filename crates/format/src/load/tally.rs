//! Requests of one name and class, counted in a histogram, so that memory does not depend on their number.

use hdrhistogram::Histogram;

use super::quantiles::LoadOptions;
use super::summary::Summary;

/// A request, as a file describes it, without its name.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Request<'a> {
    /// The class of its failure.
    pub(super) failure: Option<&'a [u8]>,
    /// From its beginning to the end of the response, in nanoseconds.
    pub(super) latency: u64,
    /// The nanoseconds from any fixed time to its beginning.
    pub(super) start: Option<i128>,
    /// The interval in which a file counts it, if its own beginning is not known.
    pub(super) interval: Option<Interval>,
    /// The size of the response.
    pub(super) bytes: Option<u64>,
}

/// A part of a run, in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interval {
    /// From any fixed time.
    pub(super) start: i128,
    pub(super) length: i128,
}

/// The maximum number of requests that corrections add to a run, because each takes time.
pub(super) const CORRECTIONS_MAX: u64 = 100_000_000;

/// Requests of one name and class.
#[derive(Debug)]
pub(super) struct Tally {
    pub(super) requests: u64,
    histogram: Histogram<u64>,
    /// The sum of all latencies in the histogram.
    sum: u128,
    max: u64,
    /// The sum of the sizes, if all requests have one.
    bytes: Option<u64>,
}

impl Default for Tally {
    fn default() -> Tally {
        // Three significant digits are valid, and the range grows with the values.
        let histogram = Histogram::new(3).expect("3 digits are valid");
        Tally { requests: 0, histogram, sum: 0, max: 0, bytes: Some(0) }
    }
}

impl Tally {
    pub(super) fn push(&mut self, request: &Request<'_>, count: u64) {
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
    pub(super) fn summary(&self, options: &LoadOptions, budget: &mut u64) -> Option<Summary> {
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
