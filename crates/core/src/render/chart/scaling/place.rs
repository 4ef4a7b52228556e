//! The horizontal axis of a scaling chart, and the values that would be ideal.

use super::super::keys::PROCESSORS;
use crate::grid::Tick;
use crate::stats::math::ln;

/// Numbers that differ by a larger factor do not share a linear axis.
const LINEAR_MAX: f64 = 8.0;

/// The horizontal axis, with a tick at each value.
pub(super) struct Place {
    pub(super) is_logarithmic: bool,
    is_of_processors: bool,
    lo: f64,
    hi: f64,
    /// The numbers at the ticks.
    numbers: Vec<f64>,
    pub(super) ticks: Vec<Tick>,
}

impl Place {
    /// Returns the axis of a key with these values.
    pub(super) fn new<'t>(key: &str, values: impl Iterator<Item = (f64, &'t str)>) -> Place {
        let mut values: Vec<(f64, &str)> = values.collect();
        crate::base::sort::sort_copies(&mut values, &mut |a, b| a.0.total_cmp(&b.0));
        values.dedup_by(|a, b| a.0 == b.0);
        let (lo, hi) = (values[0].0, values[values.len() - 1].0);
        let is_of_processors = key.as_bytes() == PROCESSORS && 0.0 < lo;
        let is_logarithmic = is_of_processors || 0.0 < lo && LINEAR_MAX * lo < hi;
        let measured = values.into_iter().map(|(number, text)| {
            // Machines have powers of two, so these labels have priority.
            let rank = u8::from(is_of_processors && !is_power_of_two(number));
            (number, text.to_owned(), rank)
        });
        let mut all: Vec<(f64, String, u8)> = measured.collect();
        if is_of_processors {
            let powers = (0..u16::BITS).map(|power| f64::from(1_u32 << power));
            let powers = powers.filter(|&power| lo < power && power < hi);
            let missing: Vec<f64> =
                powers.filter(|power| all.iter().all(|a| a.0 != *power)).collect();
            all.extend(missing.into_iter().map(|power| (power, power.to_string(), 0)));
        }
        let order = crate::base::sort::order(all.len(), &mut |a, b| all[a].0.total_cmp(&all[b].0));
        let numbers = order.iter().map(|&at| all[at].0).collect();
        let ticks = Vec::new();
        let mut place = Place { is_logarithmic, is_of_processors, lo, hi, numbers, ticks };
        let tick = |&at: &usize| {
            let (number, label, rank) = &all[at];
            Tick { place: place.of(*number), label: label.clone(), rank: *rank }
        };
        place.ticks = order.iter().map(tick).collect();
        place
    }

    pub(super) fn of(&self, value: f64) -> f64 {
        let scale = |v: f64| if self.is_logarithmic { ln(v) } else { v };
        let place = (scale(value) - scale(self.lo)) / (scale(self.hi) - scale(self.lo));
        if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.5 }
    }

    /// Returns the positions and values of ideal scaling from a value at this number of processors: twice the
    /// processors halve a time and double a rate. Empty if the axis does not have processors or the unit is neither.
    pub(super) fn ideal(&self, unit: &str, number: f64, value: f64) -> Vec<(f64, f64)> {
        let is_rate = is_rate(unit);
        if !self.is_of_processors || !(is_rate || unit == "sec/op") || value <= 0.0 {
            return Vec::new();
        }
        let factor = |n: f64| if is_rate { n / number } else { number / n };
        let numbers = self.numbers.iter().filter(|&&n| number <= n);
        let ideal: Vec<_> = numbers.map(|&n| (self.of(n), value * factor(n))).collect();
        if ideal.len() < 2 { Vec::new() } else { ideal }
    }
}

/// Returns the speedup between values at two numbers of processors and its share of the ideal: `5.9x, 74%`. Empty if
/// it does not exist.
pub(super) fn speedup(unit: &str, [(fewest, before), (most, after)]: [(f64, f64); 2]) -> String {
    let speedup = if is_rate(unit) { after / before } else { before / after };
    let efficiency = 100.0 * speedup * fewest / most;
    if fewest < most && 0.0 < speedup && speedup.is_finite() {
        format!("{speedup:.1}x, {efficiency:.0}%")
    } else {
        String::new()
    }
}

fn is_rate(unit: &str) -> bool {
    unit.ends_with("/s")
}

fn is_power_of_two(number: f64) -> bool {
    (0..u16::BITS).any(|power| f64::from(1_u32 << power) == number)
}
