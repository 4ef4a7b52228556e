//! Simulates recordings with interim checks, which stop as soon as a row is decided.

use super::random::Random;
use crate::{Interval, ShiftScale, SignedRank, math, spent_level};

/// The number of blocks at each check.
const LOOKS: [usize; 5] = [10, 20, 30, 40, 50];

/// The distribution of the ratios of pairs, in multiples of one scale.
#[derive(Clone, Copy, Debug)]
enum Noise {
    Normal,
    /// Student's distribution with two degrees of freedom, in which some pairs are far off.
    Heavy,
}

impl Noise {
    fn draw(self, random: &mut Random) -> f64 {
        match self {
            Noise::Normal => random.normal(),
            Noise::Heavy => random.normal() / math::sqrt(-math::ln(random.uniform().max(1e-300))),
        }
    }
}

/// The results of recordings.
#[derive(Debug, Default)]
struct Ended {
    changed: f64,
    unchanged: f64,
    /// The average number of blocks.
    blocks: f64,
}

/// Simulates recordings of one row: `change` and `margin` are in multiples of the noise, which is 1%.
fn record(noise: Noise, change: f64, margin: f64, trials: u32) -> Ended {
    let levels = [0.05, 0.1].map(|alpha| {
        let times: Vec<f64> = LOOKS.iter().map(|&look| look as f64 / 50.0).collect();
        (1..=5).map(|k| spent_level(&times[..k], alpha)).collect::<Vec<_>>()
    });
    let seed = change.to_bits() ^ margin.to_bits().rotate_left(7);
    let (mut random, mut test) = (Random::new(seed), SignedRank::default());
    let bound = math::exp(0.01 * margin);
    let within = Interval { lo: 1.0 / bound, hi: bound, error: 0.0 };
    let mut ended = Ended::default();
    for _ in 0..trials {
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for (look, &blocks) in LOOKS.iter().enumerate() {
            while old.len() < blocks {
                let busy = 100.0 + 30.0 * random.uniform();
                old.push(busy);
                new.push(busy * math::exp(0.01 * (change + noise.draw(&mut random))));
            }
            let mut pairs = test.pairs(&old, &new).unwrap();
            assert_eq!(pairs.scale(), ShiftScale::Ratio);
            let (_, wide) = pairs.shift_and_wider([levels[0][look], levels[1][look]]);
            let is_unchanged = within.includes(&wide);
            let is_changed = pairs.p().unwrap() <= levels[0][look];
            ended.unchanged += f64::from(u32::from(is_unchanged));
            ended.changed += f64::from(u32::from(is_changed && !is_unchanged));
            if is_changed || is_unchanged || blocks == 50 {
                ended.blocks += blocks as f64;
                break;
            }
        }
    }
    let trials = f64::from(trials);
    Ended {
        changed: ended.changed / trials,
        unchanged: ended.unchanged / trials,
        blocks: ended.blocks / trials,
    }
}

/// Returns three standard errors of a fraction of 0.05.
fn slack(trials: u32) -> f64 {
    3.0 * (0.05 * 0.95 / f64::from(trials)).sqrt()
}

#[test]
fn no_change_is_rarely_called_one() {
    for noise in [Noise::Normal, Noise::Heavy] {
        // Without a margin no row is ever unchanged, so each recording makes all its checks.
        for margin in [0.0, 1.0] {
            let ended = record(noise, 0.0, margin, 2000);
            assert!(ended.changed <= 0.05 + slack(2000), "{noise:?} {margin} {ended:?}");
            assert!(margin == 0.0 || 0.9 < ended.unchanged, "{noise:?} {margin} {ended:?}");
        }
    }
}

#[test]
fn a_change_as_large_as_the_margin_is_rarely_called_none() {
    for noise in [Noise::Normal, Noise::Heavy] {
        for margin in [0.25, 0.5, 1.0] {
            let ended = record(noise, margin, margin, 2000);
            assert!(ended.unchanged <= 0.05 + slack(2000), "{noise:?} {margin} {ended:?}");
        }
    }
}

/// The figures in `docs/methods.md`: blocks, and how many of 100 are called changed.
#[test]
fn large_changes_take_few_blocks() {
    for (noise, change, blocks, changed) in [
        (Noise::Normal, 0.0, 23.0, 0.0),
        (Noise::Normal, 0.5, 29.0, 33.0),
        (Noise::Normal, 1.0, 24.0, 99.0),
        (Noise::Normal, 2.0, 20.0, 100.0),
        (Noise::Normal, 4.0, 20.0, 100.0),
        (Noise::Heavy, 0.0, 32.0, 2.0),
        (Noise::Heavy, 0.5, 35.0, 37.0),
        (Noise::Heavy, 1.0, 31.0, 97.0),
        (Noise::Heavy, 2.0, 23.0, 100.0),
        (Noise::Heavy, 4.0, 20.0, 100.0),
    ] {
        let ended = record(noise, change, 1.0, 1000);
        let off = [ended.blocks - blocks, 100.0 * ended.changed - changed];
        assert!(off.iter().all(|off| off.abs() <= 1.0), "{noise:?} {change} {ended:?}");
    }
}
