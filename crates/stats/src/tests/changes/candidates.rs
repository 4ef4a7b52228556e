//! Measures how often the true index of a change is among its candidates, and how many candidates there are.
//!
//! Few trials here; `cargo test --release -p benchlens-stats --lib changes::candidates -- --ignored --nocapture` takes many
//! more, and prints the figures of docs/methods.md.

use super::super::random::Random;
use super::autoregression_table::correlated;
use crate::changes::{MOST_CORRELATION, candidates, first, rest};
use crate::math;
use benchlens_base::sort::sort_copies;

/// The distributions of the values around a level, each with a spread of about one.
const KINDS: [&str; 6] = [
    "normal",
    "Student's, three degrees of freedom",
    "one of ten is ten times as far out",
    "log-normal",
    "medians of three log-normal runs",
    "each remembers half of the one before",
];

/// The number of kinds that follow the method's assumption; the last kind does not.
const INDEPENDENT: usize = 5;

fn scatter(kind: usize, n: usize, random: &mut Random) -> Vec<f64> {
    let mut student = || -> f64 {
        let mut square = || {
            let value = random.normal();
            value * value
        };
        let squares: f64 = (0..3).map(|_| square()).sum();
        random.normal() / (squares / 3.0).sqrt()
    };
    match kind {
        0 => (0..n).map(|_| random.normal()).collect(),
        1 => (0..n).map(|_| student()).collect(),
        2 => (0..n)
            .map(|_| random.normal() * if random.uniform() < 0.1 { 10.0 } else { 1.0 })
            .collect(),
        3 => (0..n).map(|_| math::exp(random.normal())).collect(),
        4 => {
            let mut median = || {
                let mut runs = [0.0; 3].map(|_: f64| math::exp(random.normal()));
                sort_copies(&mut runs, &mut f64::total_cmp);
                runs[1]
            };
            (0..n).map(|_| median()).collect()
        }
        _ => correlated(n, 0.5, random),
    }
}

/// The results for planted changes.
#[derive(Default)]
struct Tally {
    found: u32,
    among: u32,
    exact: u32,
    candidates: usize,
}

/// Simulates series with one change, at any index that can be found, by `step` times the spread.
fn planted(kind: usize, n: usize, step: f64, trials: u32) -> Tally {
    let mut random = Random::new((1000 * n + kind) as u64);
    let mut tally = Tally::default();
    for trial in 0..trials {
        let index = 5 + random.below(n as u64 - 9) as usize;
        let mut series = scatter(kind, n, &mut random);
        series[index..].iter_mut().for_each(|value| *value += step);
        let Some(found) =
            first(&series, MOST_CORRELATION, u64::from(trial)).filter(|f| f.change.p.value <= 0.05)
        else {
            continue;
        };
        let indices: Vec<usize> =
            rest(&series, &found, 0.05, u64::from(trial)).iter().map(|change| change.at).collect();
        let ends = [&[0], &indices[..], &[n]].concat();
        let Some(number) = (0..indices.len()).min_by_key(|&i| indices[i].abs_diff(index)) else {
            continue;
        };
        let (from, to) = (ends[number], ends[number + 2]);
        let among = candidates(&series[from..to], indices[number] - from, 0.95);
        tally.found += 1;
        tally.exact += u32::from(indices[number] == index);
        tally.among += u32::from((from + among.start..from + among.end).contains(&index));
        tally.candidates += among.len();
    }
    tally
}

fn covered(trials: u32) {
    for (kind, name) in KINDS.iter().enumerate() {
        for step in [2.0, 4.0, 8.0] {
            let all = [12, 20, 30, 60].map(|n| planted(kind, n, step, trials));
            let sum = |of: fn(&Tally) -> f64| all.iter().map(of).sum::<f64>();
            let found = sum(|tally| f64::from(tally.found));
            let among = sum(|tally| f64::from(tally.among)) / found;
            let exact = sum(|tally| f64::from(tally.exact)) / found;
            let count = sum(|tally| tally.candidates as f64) / found;
            println!(
                "{name}, step {step}: {found} found, {among:.3} among {count:.1}, {exact:.3} exact"
            );
            let error = 4.0 * (0.05 * 0.95 / found).sqrt();
            let least = if kind < INDEPENDENT { 0.92 } else { 0.86 };
            assert!(least - error <= among, "{name}, step {step}: {among}");
        }
    }
}

#[test]
fn the_true_place_is_among_the_candidates() {
    covered(150);
}

#[test]
#[ignore = "takes minutes"]
fn the_true_place_is_among_the_candidates_in_many_trials() {
    covered(4000);
}

#[test]
fn clear_steps_have_one_candidate_and_unclear_ones_several() {
    let step = |after: &[f64]| [&[10.0, 10.1, 9.9, 10.05, 9.95, 10.0][..], after].concat();
    let clear = step(&[15.0, 15.1, 14.9, 15.05, 14.95, 15.0]);
    assert_eq!(candidates(&clear, 6, 0.95), 6..7);
    // A value between both levels may belong to either.
    let between = step(&[12.4, 15.1, 14.9, 15.05, 14.95, 15.0]);
    assert_eq!(candidates(&between, 6, 0.95), 6..8);
    assert_eq!(candidates(&between, 6, 1.0), 1..12);
    let equal = [3.0, 3.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0, 4.0, 4.0];
    assert_eq!(candidates(&equal, 5, 0.95), 5..6);
    assert_eq!(candidates(&[1.0, 2.0], 0, 0.95), 0..1);
    assert_eq!(candidates(&[f64::MAX, -f64::MAX, f64::MIN_POSITIVE], 1, 0.95).start, 1);
    // Distant values do not move the levels, and long series take no more time.
    let long: Vec<f64> =
        (0..4000).map(|i| f64::from(i % 7) + if i < 2000 { 0.0 } else { 90.0 }).collect();
    assert_eq!(candidates(&long, 2000, 0.95), 2000..2001);
}
