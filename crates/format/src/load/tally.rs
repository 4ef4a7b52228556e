//! Requests of one name and class, counted in buckets, so that memory does not grow with their number.

use super::counts::Counts;
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

/// Requests of one name and class.
#[derive(Debug)]
pub(super) struct Tally {
    pub(super) requests: u64,
    counts: Counts,
    /// The sum of all latencies.
    sum: u128,
    max: u64,
    /// The sum of the sizes, if all requests have one.
    bytes: Option<u64>,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { requests: 0, counts: Counts::default(), sum: 0, max: 0, bytes: Some(0) }
    }
}

impl Tally {
    /// Adds requests that differ only in their latencies, which are listed with their counts.
    pub(super) fn push(&mut self, request: &Request<'_>, latencies: &[(u64, u64)]) {
        for (latency, count) in latencies.iter().copied() {
            self.requests = self.requests.saturating_add(count);
            self.max = self.max.max(latency);
            self.counts.add(latency, count);
            let sum = u128::from(latency) * u128::from(count);
            self.sum = self.sum.saturating_add(sum);
            let bytes = request.bytes.and_then(|bytes| bytes.checked_mul(count));
            self.bytes = self.bytes.zip(bytes).and_then(|(sum, bytes)| sum.checked_add(bytes));
        }
    }

    /// Returns the numbers of a result, without what its run knows.
    pub(super) fn summary(&self, options: &LoadOptions) -> Summary {
        let corrected = options.expected_interval.map(|interval| self.counts.corrected(interval));
        let counts = corrected.as_ref().unwrap_or(&self.counts);
        let total = counts.total();
        let in_seconds = |(latency, count): (u64, u64)| (latency.min(self.max) as f64 / 1e9, count);
        let quantiles = options.quantiles(total, counts.latencies().map(in_seconds));
        let mean = match &corrected {
            Some(counts) => counts.mean() / 1e9,
            None => self.sum as f64 / total as f64 / 1e9,
        };
        Summary {
            requests: Some(self.requests),
            quantiles,
            max: Some(self.max as f64 / 1e9),
            mean: Some(mean),
            bytes: self.bytes.map(|bytes| bytes as f64 / self.requests as f64),
            is_corrected: corrected.is_some(),
            is_success: true,
            ..Summary::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(latencies: impl IntoIterator<Item = u64>) -> Tally {
        let mut tally = Tally::default();
        for latency in latencies {
            tally.push(&Request::default(), &[(latency, 1)]);
        }
        tally
    }

    #[test]
    fn quantiles_are_nearest_ranks() {
        let summary = filled((1..=1000).map(|i| i * 1000)).summary(&LoadOptions::default());
        let found: Vec<f64> = summary.quantiles.iter().map(|(_, value)| *value).collect();
        for (found, want) in found.iter().zip([500e-6, 900e-6, 990e-6, 999e-6]) {
            assert!((found / want - 1.0).abs() < 5e-4, "{found} {want}");
        }
        assert_eq!((summary.max, summary.mean), (Some(1e-3), Some(500.5e-6)));
    }

    #[test]
    fn a_correction_adds_missing_requests() {
        let mut options = LoadOptions::default();
        options.set_expected_interval("1us").unwrap();
        let summary = filled([3_000_000]).summary(&options);
        assert!(summary.is_corrected && summary.requests == Some(1));
        assert!((summary.mean.unwrap() / 1.5e-3 - 1.0).abs() < 1e-3, "{summary:?}");
    }
}
