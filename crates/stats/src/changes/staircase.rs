//! Finds several steps together.
//!
//! Takes the prefix sums of values; gives the steps with their statistic. Must not know how likely the statistic is.
//!
//! If a row has several steps, one of them leaves the others in the values, and correlation explains these as well. So
//! this module compares all steps together with the correlation.
//!
//! Method: for each number of steps from 2 to [`MOST`], dynamic programming finds the levels with the least squared
//! distances (Bellman, "On the approximation of curves by line segments using dynamic programming", 1961), each of at
//! least five points. The statistic is the likelihood ratio of [`Sums::steps`], minus [`PENALTY`] for each step, of the
//! number of steps for which it is greatest. More steps fit better by chance: without a penalty, the 99th percentile of
//! series without steps grows by six to nine from one number to the next, whatever the length and the correlation.
//!
//! It takes time n² · [`MOST`] up to [`CELLS`] points. In longer series, only some indexes are tested, so that the time
//! no longer grows. Such steps are only near the changes, but each is later tested alone and moved to its likeliest
//! index.

use super::autoregression::Sums;
use super::change::LEAST;

/// The greatest number of steps.
const MOST: usize = 6;

/// The amount that is subtracted for each step.
const PENALTY: f64 = 6.0;

/// The maximum number of cells, at whose ends the steps are.
const CELLS: usize = 200;

/// Returns the indexes of the likeliest steps, and their statistic, which is 0 for too few points.
pub(super) fn likeliest(sums: &Sums) -> (Vec<usize>, f64) {
    let fits = fits(sums).into_iter();
    let all = fits.map(|steps| {
        let value = sums.steps(&steps) - PENALTY * steps.len() as f64;
        (steps, value)
    });
    all.fold((Vec::new(), 0.0), |best, next| if best.1 < next.1 { next } else { best })
}

/// Returns the steps that leave the least squared distances, for each number of steps that fits.
fn fits(sums: &Sums) -> Vec<Vec<usize>> {
    let size = sums.len().div_ceil(CELLS).max(1);
    let (cells, least) = (sums.len() / size, LEAST.div_ceil(size));
    let end_of = |cell: usize| if cell == cells { sums.len() } else { cell * size };
    let before: Vec<f64> = (0..=cells).map(|cell| sums.before(end_of(cell))).collect();
    let scales: Vec<f64> = (0..=cells).map(|len| 1.0 / len.max(1) as f64).collect();
    // By how much a level of these cells reduces the squared distances to the mean of all values, which is 0. That the
    // last cell may be larger hardly matters in long series.
    let gain = |start: usize, end: usize| {
        let sum = before[end] - before[start];
        sum * sum * scales[end - start]
    };
    let most = (cells / least).saturating_sub(1).min(MOST);
    // For each number of steps, the greatest gain of the cells before each cell.
    let mut best = vec![vec![f64::NEG_INFINITY; cells + 1]; most + 1];
    (least..=cells).for_each(|end| best[0][end] = gain(0, end));
    let mut gains = Vec::with_capacity(cells);
    for start in least..(cells + 1).saturating_sub(least) {
        gains.clear();
        gains.extend((start + least..=cells).map(|end| gain(start, end)));
        for steps in 1..=most {
            let former = best[steps - 1][start];
            for (best, gain) in best[steps][start + least..].iter_mut().zip(&gains) {
                let sum = former + gain;
                *best = if *best < sum { sum } else { *best };
            }
        }
    }
    let steps = |count: usize| {
        let (mut steps, mut end) = (Vec::new(), cells);
        for count in (1..=count).rev() {
            let gives = |&at: &usize| best[count - 1][at] + gain(at, end) == best[count][end];
            end = (count * least..=end.saturating_sub(least)).find(gives)?;
            steps.push(end_of(end));
        }
        steps.reverse();
        Some(steps)
    };
    (2..=most).filter_map(steps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(n: usize) -> Vec<f64> {
        let level = |at: usize| [0.0, 40.0, 10.0, 60.0][at / 6 % 4];
        (0..n).map(|at| (at * at * 7 % 31) as f64 + level(at)).collect()
    }

    /// Returns the squared distances to the means of the segments that begin at these indexes.
    fn distances(series: &[f64], starts: &[usize]) -> f64 {
        let ends = starts.iter().skip(1).copied().chain([series.len()]);
        let segments = starts.iter().zip(ends).map(|(&start, end)| &series[start..end]);
        let of_segment = |segment: &[f64]| {
            let mean = segment.iter().sum::<f64>() / segment.len() as f64;
            segment.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>()
        };
        segments.map(of_segment).sum()
    }

    /// Returns the starts of all divisions into segments of at least five points, after these starts.
    fn divisions(starts: &[usize], steps: usize, n: usize) -> Vec<Vec<usize>> {
        let last = starts[starts.len() - 1];
        let next = last + LEAST..(n + 1).saturating_sub(LEAST * steps.max(1));
        match steps {
            0 => vec![starts.to_vec()],
            _ => next.flat_map(|at| divisions(&[starts, &[at]].concat(), steps - 1, n)).collect(),
        }
    }

    #[test]
    fn no_other_steps_leave_less() {
        for n in [15, 19, 24, 33] {
            let series = series(n);
            let found = fits(&Sums::of(&series));
            assert_eq!(found.len(), n / LEAST - 2, "{n} points");
            for (steps, found) in (2..).zip(found) {
                let all = divisions(&[0], steps, n);
                let best = all
                    .iter()
                    .min_by(|a, b| distances(&series, a).total_cmp(&distances(&series, b)))
                    .unwrap();
                assert_eq!(best[1..], found, "{n} points, {steps} steps");
            }
        }
    }

    #[test]
    fn long_series_have_coarse_steps() {
        for n in [200, 201, 1000, 4321] {
            let series: Vec<f64> =
                (0..n).map(|at| (at * at * 7 % 31) as f64 + (at * 4 / n % 2 * 90) as f64).collect();
            let (steps, value) = likeliest(&Sums::of(&series));
            let is_near = |index: usize| steps.iter().any(|step| step.abs_diff(index) <= n / 100);
            assert!((1..4).all(|number| is_near(number * n / 4)), "{n}: {steps:?}");
            assert!(0.2 * (n as f64) < value, "{n}: {value}");
        }
    }

    #[test]
    fn any_values_have_an_answer() {
        for n in [0, 1, 9, 14, 15, 40, 500] {
            for value in [0.0, 3.0, 1e300, f64::INFINITY, f64::NAN] {
                let mut series = vec![1.0; n];
                series.iter_mut().skip(n / 2).for_each(|point| *point = value);
                let (steps, _) = likeliest(&Sums::of(&series));
                assert!(steps.windows(2).all(|two| two[0] + LEAST <= two[1]), "{steps:?}");
            }
        }
    }
}
