//! Windows of a run: the quantiles of each window, and their medians.
//!
//! Windows of one run depend on each other, so they are not samples. They form a block, which has one value: the median
//! of its windows.

use std::collections::{BTreeMap, BTreeSet};

use super::quantiles::{LoadOptions, Quantile};
use super::tally::{Request, Tally};
use benchlens_base::sort::sort_numbers;

/// The number of windows that still receive requests. Most tools write a request when it ends, which is the time that
/// decides about its window; others sort requests by their beginnings.
const OPEN_MAX: usize = 8;

/// The maximum number of windows, because each needs memory.
const WINDOWS_MAX: i128 = 100_000;

/// A request that ends this number of windows after all others shows an error of a clock.
const GAP_MAX: i128 = 1000;

/// A name and a class, by their numbers in the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot {
    pub(super) name: usize,
    pub(super) class: usize,
}

/// The windows of a run so far.
#[derive(Debug)]
pub(super) struct Windows {
    options: LoadOptions,
    /// In nanoseconds.
    length: i128,
    /// The beginning of the first window, in nanoseconds.
    first: Option<i128>,
    /// The end of the last request.
    last: i128,
    /// Ascending.
    open: Vec<Window>,
    /// The number of closed windows.
    closed: usize,
    /// The quantiles of each closed window that has enough requests, by their indices in the options.
    values: BTreeMap<Slot, Vec<Vec<f64>>>,
    /// Names and classes with requests that are in no window. They have no quantiles, which would omit these requests.
    incomplete: BTreeSet<Slot>,
}

#[derive(Debug)]
struct Window {
    number: i128,
    tallies: BTreeMap<Slot, Tally>,
}

impl Windows {
    /// Returns no windows yet, if the options request windows.
    pub(super) fn new(options: &LoadOptions) -> Option<Windows> {
        Some(Windows {
            options: options.clone(),
            length: options.window?.into(),
            first: None,
            last: i128::MIN,
            open: Vec::new(),
            closed: 0,
            values: BTreeMap::new(),
            incomplete: BTreeSet::new(),
        })
    }

    /// Adds requests to the window in which they end, or whose interval begins there. Their latencies are listed with
    /// their counts.
    pub(super) fn push(&mut self, slot: Slot, request: &Request<'_>, latencies: &[(u64, u64)]) {
        let (start, end) = match (request.start, request.interval) {
            (Some(start), _) => (start, start.saturating_add(request.latency.into())),
            (None, Some(interval)) => (interval.start, interval.start),
            (None, None) => return,
        };
        let first = *self.first.get_or_insert(start);
        let number = end.saturating_sub(first).div_euclid(self.length).max(0);
        // The requests of a longer interval would be in one window.
        let is_coarse = request.interval.is_some_and(|interval| self.length < interval.length);
        let index = match self.open.binary_search_by_key(&number, |window| window.number) {
            Ok(index) if !is_coarse => index,
            Err(index) if !is_coarse && self.opens(number, index) => {
                self.open.insert(index, Window { number, tallies: BTreeMap::new() });
                if OPEN_MAX < self.open.len() {
                    let oldest = self.open.remove(0);
                    self.close(&oldest);
                }
                self.open.partition_point(|window| window.number < number)
            }
            _ => {
                self.incomplete.insert(slot);
                return;
            }
        };
        self.last = self.last.max(end);
        self.open[index].tallies.entry(slot).or_default().push(request, latencies);
    }

    /// Returns whether a window may be opened at an index.
    fn opens(&self, number: i128, index: usize) -> bool {
        let is_late = index == 0 && (self.open.len() == OPEN_MAX || 0 < self.closed);
        let is_far = self.open.last().is_some_and(|last| last.number + GAP_MAX < number);
        !is_late && !is_far && number < WINDOWS_MAX
    }

    fn close(&mut self, window: &Window) {
        self.closed += 1;
        let Windows { options, values: found, .. } = self;
        let least = options.quantiles.iter().map(Quantile::requests_min).min();
        let is_enough = |tally: &Tally| least.is_some_and(|least| least <= tally.requests);
        for (slot, tally) in window.tallies.iter().filter(|(_, tally)| is_enough(tally)) {
            let summary = tally.summary(options);
            let values = found.entry(*slot).or_default();
            values.resize(options.quantiles.len(), Vec::new());
            for (quantile, values) in options.quantiles.iter().zip(values) {
                if quantile.requests_min() <= tally.requests {
                    let found = summary.quantiles.iter().find(|(text, _)| *text == quantile.text);
                    values.extend(found.map(|(_, value)| *value));
                }
            }
        }
    }

    /// Closes the windows that end before the run does; the last one is usually incomplete. If the end of the run is not
    /// known, the run ends with its last request.
    pub(super) fn finish(&mut self, end: Option<i128>) {
        let end = end.unwrap_or(self.last);
        let rest = self.first.map_or(0, |first| end.saturating_sub(first));
        for window in std::mem::take(&mut self.open) {
            if (window.number + 1).saturating_mul(self.length) <= rest {
                self.close(&window);
            }
        }
    }

    /// Returns whether a request has a time.
    pub(super) fn have_times(&self) -> bool {
        self.first.is_some()
    }

    /// Returns whether there are times, but no complete window.
    pub(super) fn are_incomplete(&self) -> bool {
        self.have_times() && self.closed == 0
    }

    /// Returns whether some requests are in no window.
    pub(super) fn have_lost(&self) -> bool {
        !self.incomplete.is_empty()
    }

    /// Returns the medians of the quantiles that at least half of the windows have, with their percentages.
    pub(super) fn quantiles(&self, slot: Slot) -> Vec<(String, f64)> {
        let values = self.values.get(&slot).filter(|_| !self.incomplete.contains(&slot));
        let Some(values) = values else { return Vec::new() };
        let is_enough = |values: &[f64]| !values.is_empty() && self.closed <= 2 * values.len();
        let all = self.options.quantiles.iter().zip(values);
        all.filter(|(_, values)| is_enough(values))
            .map(|(quantile, values)| (quantile.text.clone(), median(values.clone())))
            .collect()
    }
}

/// Returns the median of values, of which there is at least one.
fn median(mut values: Vec<f64>) -> f64 {
    sort_numbers(&mut values);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

#[cfg(test)]
mod tests {
    use super::super::tally::Interval;
    use super::*;

    const SLOT: Slot = Slot { name: 0, class: 0 };
    const SECOND: i128 = 1_000_000_000;

    fn seconds() -> Windows {
        let mut options = LoadOptions::default();
        options.set_quantiles("50,99").unwrap();
        options.set_window("1s").unwrap();
        Windows::new(&options).unwrap()
    }

    fn ending(end: i128, latency: u64) -> Request<'static> {
        let start = end.saturating_sub(latency.into());
        Request { latency, start: Some(start), ..Request::default() }
    }

    fn push(windows: &mut Windows, request: &Request<'_>, count: u64) {
        windows.push(SLOT, request, &[(request.latency, count)]);
    }

    /// Pushes 100 requests for each window, whose latency in microseconds is listed; the last one is not complete.
    fn filled(latencies: &[u64]) -> Windows {
        let mut windows = seconds();
        for (second, latency) in (7_i128..).zip(latencies) {
            for i in 0..100 {
                push(&mut windows, &ending(second * SECOND + i, latency * 1000), 1);
            }
        }
        windows.finish(Some((6 + latencies.len() as i128) * SECOND + 5));
        windows
    }

    #[test]
    fn the_median_of_complete_windows_counts() {
        let windows = filled(&[300, 100, 200, 900]);
        let found = windows.quantiles(SLOT);
        assert_eq!(found.len(), 1, "99 requires 1000 requests: {found:?}");
        assert_eq!(found[0].0, "50");
        assert!((found[0].1 / 200e-6 - 1.0).abs() < 1e-3, "{found:?}");
        assert!(!windows.have_lost());
    }

    #[test]
    fn late_and_absurd_times_are_in_no_window() {
        for (time, is_lost) in [(0, true), (8, false), (1_000_000, true), (10, false)] {
            let mut windows = seconds();
            for time in (0..=9).chain([time]) {
                push(&mut windows, &ending(time * SECOND, 0), 1);
            }
            assert_eq!(windows.have_lost(), is_lost, "{time}");
        }
        let mut windows = filled(&[100]);
        assert!(windows.are_incomplete() && windows.quantiles(SLOT).is_empty());
        push(&mut windows, &ending(i128::MAX, 0), 1);
        push(&mut windows, &ending(i128::MIN, 0), 1);
        windows.finish(Some(i128::MAX));
    }

    #[test]
    fn slow_requests_count_where_they_end() {
        let mut windows = seconds();
        // Every tenth request takes three seconds, and is written when it ends.
        for i in 0..10_000_i128 {
            let latency = if i % 10 == 0 { 3_000_000_000 } else { 1_000_000 };
            push(&mut windows, &ending(10 * SECOND + i * SECOND / 1000, latency), 1);
        }
        windows.finish(Some(20 * SECOND));
        let found = windows.quantiles(SLOT);
        assert!((found[1].1 - 3.0).abs() < 3e-3, "{found:?}");
        assert!(!windows.have_lost());
    }

    #[test]
    fn half_of_the_windows_are_enough_and_intervals_are_not_cut() {
        let mut windows = filled(&[300, 100, 200, 900]);
        windows.closed += 3;
        assert_eq!(windows.quantiles(SLOT).len(), 1);
        windows.closed += 1;
        assert!(windows.quantiles(SLOT).is_empty());
        let mut windows = seconds();
        let interval = Some(Interval { start: 0, length: 2 * SECOND });
        push(&mut windows, &Request { interval, ..Request::default() }, 100);
        assert!(windows.have_lost());
    }

    #[test]
    fn even_numbers_of_windows_have_a_median() {
        assert!((median(vec![3.0, 1.0]) - 2.0).abs() < 1e-12);
        assert!((median(vec![3.0, 1.0, 7.0]) - 3.0).abs() < 1e-12);
    }
}
