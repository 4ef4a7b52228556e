//! Counts of latencies in buckets of three significant digits, as HdrHistogram has them.
//!
//! Memory is in proportion to the number of requests until a table of all buckets is smaller, because a run can have
//! many thousand pairs of a name and a window, most of them with few requests.

/// The maximum number of buckets that are listed with their counts; more of them need a table.
const LISTED_MAX: usize = 1024;

/// Buckets have the width 1 below 2^11. Above, each power of two has 2^10 buckets.
const HALF_BITS: u32 = 10;

/// The number of requests in each bucket.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Buckets with counts, in any order; a bucket may occur more than once. Empty if there is a table.
    listed: Vec<(usize, u64)>,
    table: Vec<u64>,
    total: u64,
}

/// Returns the index of the bucket of a latency.
fn bucket(latency: u64) -> usize {
    let shift = (u64::BITS - latency.leading_zeros()).saturating_sub(HALF_BITS + 1);
    ((shift as usize) << HALF_BITS) + (latency >> shift) as usize
}

/// Returns the lowest latency of a bucket, and its width.
fn range(bucket: usize) -> (u64, u64) {
    let shift = (bucket >> HALF_BITS).saturating_sub(1);
    (((bucket - (shift << HALF_BITS)) as u64) << shift, 1 << shift)
}

/// Returns the latency that represents a bucket.
fn middle(bucket: usize) -> u64 {
    let (lowest, width) = range(bucket);
    lowest + width / 2
}

impl Counts {
    /// Returns the number of requests.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    pub(super) fn add(&mut self, latency: u64, count: u64) {
        self.total = self.total.saturating_add(count);
        let bucket = bucket(latency);
        match self.listed.last_mut() {
            Some((last, sum)) if *last == bucket => *sum = sum.saturating_add(count),
            _ if !self.table.is_empty() => self.add_to_table(bucket, count),
            _ => self.list(bucket, count),
        }
    }

    fn list(&mut self, bucket: usize, count: u64) {
        self.listed.push((bucket, count));
        if self.listed.len() < 2 * LISTED_MAX {
            return;
        }
        let merged = self.ascending();
        if merged.len() <= LISTED_MAX {
            self.listed = merged;
        } else {
            self.listed = Vec::new();
            merged.into_iter().for_each(|(bucket, count)| self.add_to_table(bucket, count));
        }
    }

    fn add_to_table(&mut self, bucket: usize, count: u64) {
        if self.table.len() <= bucket {
            self.table.resize(bucket + 1, 0);
        }
        self.table[bucket] = self.table[bucket].saturating_add(count);
    }

    /// Returns the buckets that are not empty with their counts, ascending.
    fn ascending(&self) -> Vec<(usize, u64)> {
        let in_table = self.table.iter().copied().enumerate().filter(|(_, count)| *count != 0);
        let mut all: Vec<(usize, u64)> = in_table.chain(self.listed.iter().copied()).collect();
        all.sort_unstable_by_key(|(bucket, _)| *bucket);
        all.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 = kept.1.saturating_add(if is_same { next.1 } else { 0 });
            is_same
        });
        all
    }

    /// Returns the latencies in nanoseconds, each of which represents its bucket, with their counts, ascending.
    pub(super) fn latencies(&self) -> impl Iterator<Item = (u64, u64)> {
        self.ascending().into_iter().map(|(bucket, count)| (middle(bucket), count))
    }

    /// Returns the mean in nanoseconds.
    pub(super) fn mean(&self) -> f64 {
        let part = |(latency, count)| latency as f64 * count as f64 / self.total as f64;
        self.latencies().map(part).sum()
    }

    /// Returns the counts with the requests that a closed loop did not send while it waited for slow responses. As
    /// HdrHistogram does, it adds the latencies that are shorter by multiples of the interval, down to the interval.
    ///
    /// They are counted for each bucket instead of one by one, so the work does not depend on the interval.
    pub(super) fn corrected(&self, interval: u64) -> Counts {
        let mut all = Counts::default();
        for (index, count) in self.ascending() {
            let (lowest, width) = range(index);
            let slowest = lowest + (width - 1);
            all.add(middle(index), count);
            // The longest missing latency that is not counted yet.
            let mut missing = slowest.saturating_sub(interval);
            while interval <= missing {
                let lowest = range(bucket(missing)).0.max(interval);
                let more = (missing - lowest) / interval;
                all.add(missing, count.saturating_mul(more + 1));
                missing = (missing - more * interval).saturating_sub(interval);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(latencies: impl IntoIterator<Item = u64>) -> Counts {
        let mut counts = Counts::default();
        latencies.into_iter().for_each(|latency| counts.add(latency, 1));
        counts
    }

    #[test]
    fn buckets_have_three_digits_and_no_gaps() {
        let mut next = 0;
        for index in 0..50_000 {
            let (lowest, width) = range(index);
            assert_eq!((lowest, bucket(lowest)), (next, index));
            assert_eq!(bucket(lowest + (width - 1)), index);
            assert!(width == 1 || width * 1000 < lowest);
            next = lowest + width;
        }
        assert!(1e15 < next as f64);
        assert_eq!(middle(bucket(4_000_000)), 1953 * 2048 + 1024);
    }

    #[test]
    fn a_list_becomes_a_table_without_a_difference() {
        for many in [10, 1000, 3000, 20_000] {
            let counts = counted((0..many).map(|i| i * 7919 % many * 1000));
            let all: Vec<(u64, u64)> = counts.latencies().collect();
            assert_eq!(counts.total(), many);
            assert_eq!(all.iter().map(|(_, count)| count).sum::<u64>(), many);
            assert!(all.is_sorted_by(|a, b| a.0 < b.0));
            assert_eq!(counts.table.is_empty(), many <= 1000);
        }
        // Repetitions need no memory.
        assert_eq!(counted((0..1_000_000).map(|i| i % 500)).table.len(), 0);
    }

    #[test]
    fn corrections_are_those_that_are_added_one_by_one() {
        for interval in [1, 7, 1000, 40_000, 3_000_000, 5_000_000] {
            let counts = counted([5, 900, 2047, 2048, 70_000, 70_000, 4_000_000]);
            let mut slow = Counts::default();
            for (index, count) in counts.ascending() {
                let (lowest, width) = range(index);
                slow.add(lowest, count);
                let mut missing = (lowest + width - 1).saturating_sub(interval);
                while interval <= missing {
                    slow.add(missing, count);
                    missing -= interval;
                }
            }
            let fast = counts.corrected(interval);
            assert_eq!(fast.total(), slow.total(), "{interval}");
            assert_eq!(fast.ascending(), slow.ascending(), "{interval}");
        }
        // One by one, this would be 10^15 requests.
        assert!(999_000_000_000_000 < counted([1_000_000_000_000_000]).corrected(1).total());
    }
}
