//! The energy statistic at every split of a series.
//!
//! Takes the places of the points in sorted order and the sorted values. Gives the split where the statistic
//! is greatest. Must not know: whether the values are ranks, or what is likely.
//!
//! Method: Matteson and James, "A nonparametric approach for multiple change point analysis of multivariate
//! data" (2014). For n values before a split and m behind it
//!
//! ```text
//! Q = nm/(n + m) · (2/(nm) · Σ |x − y| − 1/n² · Σ |x − x'| − 1/m² · Σ |y − y'|)
//! ```
//!
//! where the sums take every ordered pair, also a point with itself: the V-statistic, as in the package
//! signal-processing-algorithms. A split one point further changes each sum by the distances of that point to
//! those before it and those behind it. A binary indexed tree (Fenwick, "A new data structure for cumulative
//! frequency tables", 1994) has the number and the sum of the values before it that are less, so that all
//! splits together take time n log n. Of ranks, all sums are exact.

/// The split with the greatest statistic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Split {
    /// The place of the first point behind it.
    pub(crate) at: usize,
    /// The statistic.
    pub(crate) q: f64,
}

/// What stands before the split and is less: how many values, and their sum.
#[derive(Clone, Copy, Debug, Default)]
struct Below {
    count: f64,
    sum: f64,
}

/// Room for a scan, to be used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Scan {
    /// By sorted place: the sum of the distances to all values.
    distances: Vec<f64>,
    /// All distances, each once.
    total: f64,
    tree: Vec<Below>,
}

impl Scan {
    /// Takes the values of a series, sorted; what follows may be any order of them.
    pub(super) fn set(&mut self, sorted: &[f64]) {
        let n = sorted.len() as f64;
        let all: f64 = sorted.iter().sum();
        self.distances.clear();
        let (mut count, mut sum) = (0.0, 0.0);
        for &value in sorted {
            self.distances.push((value * count - sum) + (all - sum - value * (n - count)));
            count += 1.0;
            sum += value;
        }
        self.total = self.distances.iter().sum::<f64>() / 2.0;
    }

    /// The split with the greatest statistic that leaves `least` points on either side, the first of equal ones.
    /// `places` are those of the points in order of time among `sorted`, each once.
    pub(super) fn best(&mut self, places: &[u32], sorted: &[f64], least: usize) -> Option<Split> {
        let mut best: Option<Split> = None;
        self.each(places, sorted, |at, q| {
            let fits = least <= at && least <= places.len() - at;
            if fits && best.is_none_or(|best| best.q < q) {
                best = Some(Split { at, q });
            }
        });
        best
    }

    /// Calls `found` with each split, from that behind the first point on, and its statistic.
    fn each(&mut self, places: &[u32], sorted: &[f64], mut found: impl FnMut(usize, f64)) {
        let len = places.len();
        self.tree.clear();
        self.tree.resize(len + 1, Below::default());
        let (mut between, mut before, mut behind) = (0.0, 0.0, self.total);
        let (mut count, mut sum) = (0.0, 0.0);
        for (at, &place) in (1..len).zip(places) {
            let value = sorted[place as usize];
            let below = self.pass(place as usize, value);
            let above = Below { count: count - below.count, sum: sum - below.sum };
            let to_former = (value * below.count - below.sum) + (above.sum - value * above.count);
            let to_later = self.distances[place as usize] - to_former;
            between += to_later - to_former;
            before += to_former;
            behind -= to_later;
            count += 1.0;
            sum += value;
            let (n, m) = (at as f64, (len - at) as f64);
            found(at, (between - before * (m / n) - behind * (n / m)) * (2.0 / len as f64));
        }
    }

    /// What stood before the split at lesser places; then the value at this place does, too.
    fn pass(&mut self, place: usize, value: f64) -> Below {
        let mut below = Below::default();
        let mut node = place;
        while 0 < node {
            below.count += self.tree[node].count;
            below.sum += self.tree[node].sum;
            node &= node - 1;
        }
        node = place + 1;
        while node < self.tree.len() {
            self.tree[node].count += 1.0;
            self.tree[node].sum += value;
            node += node & node.wrapping_neg();
        }
        below
    }
}
