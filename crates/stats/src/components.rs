//! The noise within and between processes: whether more processes or more results of each pay.
//!
//! Takes blocks of a recording: the results of each process. Gives variance components by the method of moments for
//! nested samples (Searle, Casella and McCulloch, *Variance Components*, 1992), and the number of results per process
//! with the smallest variance for the time (Kalibera and Jones, *Rigorous Benchmarking in Reasonable Time*, ISMM 2013).
//! Processes are compared only within their block, so drift does not count. Nothing depends on which process belongs
//! to which version: a number that is chosen by this rule does not bias a test that swaps versions within blocks.
//! Assumes that the noise of a result does not depend on the results before it.

use super::{ln, median, sqrt};
use benchlens_base::sort::sort_numbers;

/// The noise of a benchmark, summed over blocks, on the scale of logarithms.
#[derive(Debug, Clone, Copy, Default)]
pub struct Components {
    within_squares: f64,
    within_freedom: f64,
    between_squares: f64,
    between_freedom: f64,
    /// The sum of the reciprocals of the numbers of results.
    reciprocals: f64,
    processes: f64,
}

impl Components {
    /// Adds the results of all processes of a block. Processes with values that have no logarithm do not count.
    pub fn add_block(&mut self, processes: &[Vec<f64>]) {
        let mut centers = Vec::new();
        for results in processes {
            let logs: Vec<f64> = results.iter().map(|&result| ln(result)).collect();
            if logs.is_empty() || !logs.iter().all(|log| log.is_finite()) {
                continue;
            }
            let count = logs.len() as f64;
            let center = logs.iter().sum::<f64>() / count;
            self.within_squares += squares(&logs, center);
            self.within_freedom += count - 1.0;
            self.reciprocals += 1.0 / count;
            self.processes += 1.0;
            centers.push(center);
        }
        if let count @ 2.. = centers.len() {
            let center = centers.iter().sum::<f64>() / count as f64;
            self.between_squares += squares(&centers, center);
            self.between_freedom += (count - 1) as f64;
        }
    }

    /// Returns the variance of the results of one process.
    #[must_use]
    pub fn within(&self) -> Option<f64> {
        (0.0 < self.within_freedom).then(|| self.within_squares / self.within_freedom)
    }

    /// Returns the variance of the processes of a block apart from the noise of their results.
    #[must_use]
    pub fn between(&self) -> Option<f64> {
        let within = self.within()?;
        if self.between_freedom == 0.0 {
            return None;
        }
        let centers = self.between_squares / self.between_freedom;
        Some((centers - within * self.reciprocals / self.processes).max(0.0))
    }
}

fn squares(values: &[f64], center: f64) -> f64 {
    values.iter().map(|value| (value - center) * (value - center)).sum()
}

/// How many results per process give the most precision for the time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Replication {
    /// The number of results per process, not rounded; infinite if processes do not differ.
    pub results: f64,
    /// The typical standard deviation within a process, as a fraction.
    pub within: f64,
    /// The same between processes.
    pub between: f64,
}

impl Replication {
    /// Returns the best number of results for a suite, if starting a process takes this many times as long as a result
    /// of each benchmark. The median benchmark decides. Returns `None` if there is no noise, or too few values.
    #[must_use]
    pub fn best(suite: &[Components], start: f64) -> Option<Replication> {
        let parts = suite.iter().filter_map(|one| one.within().zip(one.between()));
        let parts: Vec<_> = parts.filter(|(within, between)| 0.0 < within + between).collect();
        if parts.is_empty() || !start.is_finite() || start <= 0.0 {
            return None;
        }
        let middle = |part: &dyn Fn(&(f64, f64)) -> f64| {
            let mut values: Vec<f64> = parts.iter().map(part).collect();
            sort_numbers(&mut values);
            median(&values)
        };
        // A share of noise, unlike a ratio of variances, always has a median.
        let share = middle(&|(within, between)| within / (within + between));
        Some(Replication {
            results: sqrt(start * share / (1.0 - share)),
            within: sqrt(middle(&|(within, _)| *within)),
            between: sqrt(middle(&|(_, between)| *between)),
        })
    }

    /// Returns how many times as long a measurement takes with `from` results per process as with `to`, for the same
    /// precision.
    #[must_use]
    pub fn gain(&self, from: f64, to: f64, start: f64) -> f64 {
        let time = |results: f64| {
            let variance = self.between * self.between + self.within * self.within / results;
            variance * (start + results)
        };
        time(from) / time(to)
    }
}

#[cfg(test)]
mod tests {
    use super::{Components, Replication};
    use crate::tests::random::Random;
    use crate::{exp, sqrt};

    /// Returns blocks of two processes, with known deviations on the scale of logarithms.
    fn blocks(within: f64, between: f64, results: usize) -> Components {
        let mut random = Random::new(1);
        let mut all = Components::default();
        for _ in 0..4000 {
            let block = 0.1 * random.normal();
            let mut process = || {
                let level = block + between * random.normal();
                (0..results).map(|_| exp(level + within * random.normal())).collect()
            };
            all.add_block(&[process(), process()]);
        }
        all
    }

    #[test]
    fn known_deviations_are_found() {
        for (within, between) in [(0.02, 0.01), (0.01, 0.03), (0.05, 0.0)] {
            let found = blocks(within, between, 5);
            let is_near = |found: f64, want: f64| (found - want).abs() < 0.05 * want + 0.0015;
            assert!(is_near(sqrt(found.within().unwrap()), within), "{within}");
            assert!(is_near(sqrt(found.between().unwrap()), between), "{within} {between}");
        }
    }

    #[test]
    fn the_best_number_follows_costs_and_noise() {
        let suite = [blocks(0.04, 0.02, 5)];
        // sqrt(9 * 0.04² / 0.02²)
        let best = Replication::best(&suite, 9.0).unwrap();
        assert!((best.results - 6.0).abs() < 0.3, "{best:?}");
        assert!(1.0 < best.gain(1.0, 6.0, 9.0) && best.gain(6.0, 6.0, 9.0) == 1.0);
        assert!(best.gain(30.0, 6.0, 9.0) > 1.5);
        let one_result = Components::default();
        assert_eq!(Replication::best(&[one_result], 1.0), None);
    }

    #[test]
    fn unusable_values_do_not_count() {
        let mut all = Components::default();
        all.add_block(&[vec![0.0, 1.0], vec![f64::NAN], vec![]]);
        assert_eq!((all.within(), all.between()), (None, None));
        all.add_block(&[vec![1.0, 1.0], vec![1.0, 1.0]]);
        assert_eq!((all.within(), all.between()), (Some(0.0), Some(0.0)));
        assert_eq!(Replication::best(&[all], 1.0), None);
    }
}
