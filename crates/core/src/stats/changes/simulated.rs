//! Draws for tests and for the programs that make the tables.

use super::autoregression::Sums;
use super::change::LEAST;
use super::ranks::Ranks;
use super::scan::{Scan, Split};
use super::{arcs, null, outliers};

pub(in crate::stats) use super::random::Stream;
pub(in crate::stats) use arcs::Arc;
pub(in crate::stats) use null::{arc_score, score};

/// The levels of the tables.
pub(in crate::stats) const LEVELS: [f64; 15] = super::table::LEVELS;

/// Returns the split of any values with the greatest energy statistic of all splits with at least `least` points on
/// either side. The statistic uses the values themselves instead of their ranks.
pub(in crate::stats) fn split(values: &[f64], least: usize) -> Option<Split> {
    let ranks = Ranks::of(values);
    let least_value = values.iter().copied().fold(f64::INFINITY, f64::min);
    // Only distances matter; three decimals are kept.
    let whole = |value: f64| (1000.0 * (value - least_value)).round();
    let mut sorted: Vec<u64> = values.iter().map(|&value| whole(value) as u64).collect();
    sorted.sort_unstable();
    let mut scan = Scan::default();
    scan.set(&sorted);
    let found = scan.best(&ranks.indices, &sorted, least)?;
    Some(Split { q: found.q / 1000.0, ..found })
}

/// Returns the likelihood ratios of a step, of a piece and of a line.
pub(in crate::stats) fn statistics(values: &[f64]) -> [f64; 3] {
    let sums = Sums::of(&outliers::limited(values));
    [sums.step(), sums.piece(), sums.line()]
}

/// The statistic of ranks without ties.
#[derive(Debug)]
pub(in crate::stats) struct Draws {
    indices: Vec<u32>,
    sorted: Vec<u64>,
    scan: Scan,
}

impl Draws {
    pub(in crate::stats) fn untied(n: usize) -> Self {
        let sorted: Vec<u64> = (1..=n as u64).map(|rank| 2 * rank).collect();
        let mut scan = Scan::default();
        scan.set(&sorted);
        Draws { indices: (0..).take(n).collect(), sorted, scan }
    }

    /// Returns the statistic of the current order.
    pub(in crate::stats) fn q(&mut self) -> f64 {
        self.scan.best(&self.indices, &self.sorted, LEAST).map_or(0.0, |best| best.q / 2.0)
    }

    /// Returns the statistic of a random order.
    pub(in crate::stats) fn next(&mut self, stream: &mut Stream) -> f64 {
        stream.shuffle(&mut self.indices);
        self.q()
    }
}

/// Returns the piece of values that differs most.
pub(in crate::stats) fn arc(values: &[f64]) -> Option<Arc> {
    arcs::best(&Ranks::of(values))
}

/// The statistic of the piece that differs most, of random orders without ties.
#[derive(Debug)]
pub(in crate::stats) struct Arcs {
    indices: Vec<u32>,
    by_index: Vec<f64>,
}

impl Arcs {
    pub(in crate::stats) fn untied(n: usize) -> Self {
        let sorted: Vec<f64> = (0..).take(n).map(f64::from).collect();
        Arcs { indices: (0..).take(n).collect(), by_index: arcs::scores(&Ranks::of(&sorted)) }
    }

    pub(in crate::stats) fn next(&mut self, stream: &mut Stream) -> f64 {
        stream.shuffle(&mut self.indices);
        let scores: Vec<f64> = self.indices.iter().map(|&at| self.by_index[at as usize]).collect();
        arcs::of_scores(&scores).map_or(0.0, |arc| arc.value)
    }
}
