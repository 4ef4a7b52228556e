//! What tests and the makers of the tables draw.

use super::ranks::Ranks;
use super::scan::{Scan, Split};
use super::{LEAST, null, serial};

pub(in crate::stats) use super::random::Stream;
pub(in crate::stats) use null::score;

/// The split of values, which may be any, with the greatest energy statistic of all that leave `least` points on
/// either side; the statistic of the values themselves, not of their ranks.
pub(in crate::stats) fn split(values: &[f64], least: usize) -> Option<Split> {
    let ranks = Ranks::of(values);
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut scan = Scan::default();
    scan.set(&sorted);
    scan.best(&ranks.places, &sorted, least)
}

/// The correlation of neighbours that is found in values without ties.
pub(in crate::stats) fn correlation(values: &[f64]) -> f64 {
    serial::correlation(&Ranks::of(values))
}

/// The statistic of ranks without ties.
#[derive(Debug)]
pub(in crate::stats) struct Draws {
    places: Vec<u32>,
    sorted: Vec<f64>,
    scan: Scan,
}

impl Draws {
    pub(in crate::stats) fn untied(n: usize) -> Self {
        let sorted: Vec<f64> = (1..=n).map(|rank| rank as f64).collect();
        let mut scan = Scan::default();
        scan.set(&sorted);
        Draws { places: (0..).take(n).collect(), sorted, scan }
    }

    /// In the order that there is.
    pub(in crate::stats) fn q(&mut self) -> f64 {
        self.scan.best(&self.places, &self.sorted, LEAST).map_or(0.0, |best| best.q)
    }

    /// In the order that values have.
    pub(in crate::stats) fn of(&mut self, values: &[f64]) -> f64 {
        self.places = Ranks::of(values).places;
        self.q()
    }

    /// In a random order.
    pub(in crate::stats) fn next(&mut self, stream: &mut Stream) -> f64 {
        stream.shuffle(&mut self.places);
        self.q()
    }
}
