//! Draws for tests and for the programs that make the tables.

use super::autoregression::Sums;
use super::change::LEAST;
use super::ranks::Ranks;
use super::scan::{Scan, Split};
use super::{arcs, null, outliers, staircase};

pub(crate) use super::random::Stream;
pub(crate) use arcs::Arc;
pub(crate) use null::{arc_score, score};

/// The levels of the tables.
pub(crate) const LEVELS: [f64; 15] = super::table::LEVELS;

/// Returns the split of any values with the greatest energy statistic of all splits with at least `least` points on
/// either side. The statistic uses the values themselves instead of their ranks.
pub(crate) fn split(values: &[f64], least: usize) -> Option<Split> {
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

/// Returns the likelihood ratios of a step, of a piece, of a line and of several steps.
pub(crate) fn statistics(values: &[f64]) -> [f64; 4] {
    let sums = Sums::of(&outliers::limited(values));
    [sums.step(), sums.piece(), sums.line(), staircase::likeliest(&sums).1]
}

/// The statistic of ranks without ties.
#[derive(Debug)]
pub(crate) struct Draws {
    indices: Vec<u32>,
    sorted: Vec<u64>,
    scan: Scan,
}

impl Draws {
    pub(crate) fn untied(n: usize) -> Self {
        let sorted: Vec<u64> = (1..=n as u64).map(|rank| 2 * rank).collect();
        let mut scan = Scan::default();
        scan.set(&sorted);
        Draws { indices: (0..).take(n).collect(), sorted, scan }
    }

    /// Returns the statistic of the current order.
    pub(crate) fn q(&mut self) -> f64 {
        self.scan.best(&self.indices, &self.sorted, LEAST).map_or(0.0, |best| best.q / 2.0)
    }

    /// Returns the statistic of a random order.
    pub(crate) fn next(&mut self, stream: &mut Stream) -> f64 {
        stream.shuffle(&mut self.indices);
        self.q()
    }
}

/// Returns the piece of values that differs most.
pub(crate) fn arc(values: &[f64]) -> Option<Arc> {
    arcs::best(&Ranks::of(values))
}

/// The statistic of the piece that differs most, of random orders without ties.
#[derive(Debug)]
pub(crate) struct Arcs {
    indices: Vec<u32>,
    by_index: Vec<f64>,
}

impl Arcs {
    pub(crate) fn untied(n: usize) -> Self {
        let sorted: Vec<f64> = (0..).take(n).map(f64::from).collect();
        Arcs { indices: (0..).take(n).collect(), by_index: arcs::scores(&Ranks::of(&sorted)) }
    }

    pub(crate) fn next(&mut self, stream: &mut Stream) -> f64 {
        stream.shuffle(&mut self.indices);
        let scores: Vec<f64> = self.indices.iter().map(|&at| self.by_index[at as usize]).collect();
        arcs::of_scores(&scores).map_or(0.0, |arc| arc.value)
    }
}
