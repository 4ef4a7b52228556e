//! Which of the versions in a sequence changed first, from noisy measurements of some of them.
//!
//! Takes logarithms of new/old, each of one version against the first one; gives the probability that each version
//! is the first with the change. The size of the change, the effect of builds and an offset of the first version are
//! integrated out, and so is the spread, around a robust estimate. The likelihood is Student's t with four degrees of
//! freedom, because runs have outliers: with a normal one, an outlier decides. The change point of a sequence with
//! unknown levels is classical: Smith, "A Bayesian approach to inference about a change-point", Biometrika 62 (1975).
//! Runs of one build share the effect of its layout in memory, so more of them count less than runs of several builds.

use std::collections::BTreeMap;

use super::super::math::{exp, ln, sqrt};
use benchlens_base::sort::sort_numbers;

/// A measurement of a version against the first one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Measured {
    /// The version; the first one is 0.
    pub version: usize,
    /// The build of this version.
    pub build: u32,
    /// The build of the first version.
    pub base: u32,
    /// The logarithm of new/old.
    pub change: f64,
}

/// The probabilities of the positions of a change.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangePoint {
    /// The probability that no version changed.
    pub none: f64,
    /// For each version after the first, the probability that it is the first with the change.
    pub first: Vec<f64>,
    /// The typical logarithm of new/old of the last version.
    pub change: f64,
    /// The spread of one measurement.
    pub spread: f64,
    /// The spread between builds, in spreads of a measurement: the mean of its distribution after the data.
    pub between: f64,
}

/// The degrees of freedom of the likelihood.
const FREEDOM: f64 = 4.0;
/// Before the data, a change somewhere is as probable as none.
const PRIOR_OF_NONE: f64 = 0.5;
/// The spreads of measurements that are tried, as factors of the estimate.
const SPREADS: [f64; 4] = [0.65, 0.9, 1.2, 1.6];
/// The spreads between builds that are tried, in spreads of measurements, and the scale of the half-normal density of
/// these before the data.
const BETWEEN: [f64; 6] = [0.03, 0.15, 0.3, 0.5, 0.8, 1.3];
const BETWEEN_SCALE: f64 = 0.5;
/// The median absolute deviation of the likelihood, for a spread of one.
const DEVIATION: f64 = 0.741;
/// The levels before the change in spreads: the offset of the builds of the first version.
const BEFORE: i32 = 12;
/// The levels after the change, around the values of the last version.
const AFTER: i32 = 32;
/// The distance between levels, in spreads.
const STEP: f64 = 0.2;
/// The scale of changes in spreads before the data. The density has heavy tails, so large changes are possible.
const CHANGES: f64 = 3.0;

/// The runs of one build.
struct Build {
    version: usize,
    runs: f64,
    /// Their typical value.
    center: f64,
}

/// Finds the position of a change among `versions` versions; infinite values are ignored. `prior` weighs the versions
/// after the first; missing weights are one. Returns `None` without measurements of the last version.
#[must_use]
pub(super) fn change_point(
    measured: &[Measured],
    versions: usize,
    prior: &[f64],
) -> Option<ChangePoint> {
    let last = versions.checked_sub(1).filter(|&last| 0 < last)?;
    let is_usable = |one: &&Measured| one.change.is_finite() && one.version <= last;
    let measured: Vec<Measured> = measured.iter().filter(is_usable).copied().collect();
    let of_last = measured.iter().filter(|one| one.version == last).map(|one| one.change);
    let change = median(of_last.collect())?;
    let groups = groups(&measured);
    let spread = spread(&groups);
    let builds: Vec<Build> = groups.iter().map(|group| Build::new(group, spread)).collect();
    let mut bases: Vec<u32> = measured.iter().map(|one| one.base).collect();
    bases.sort_unstable();
    bases.dedup();
    let bases = bases.len() as f64;
    let (mut none, mut indices) = (Vec::new(), vec![Vec::new(); last]);
    let mut weighed = Vec::new();
    for factor in SPREADS {
        for between in BETWEEN {
            let z = between / BETWEEN_SCALE;
            let prior = -0.5 * z * z + ln(between.max(0.1));
            let scale = Scale { spread: factor * spread, between, bases, change };
            let Sums { before, after } = scale.sums(&builds, versions);
            let whole = |index: usize| prior + before[index] + after[index];
            none.push(whole(versions));
            for (index, logs) in indices.iter_mut().enumerate() {
                logs.push(whole(index + 1));
            }
            let all: Vec<f64> = (1..=versions).map(whole).collect();
            weighed.push((between, log_sum(&all)));
        }
    }
    let weight = |index: usize| prior.get(index).copied().unwrap_or(1.0).max(0.0);
    let total: f64 = (0..last).map(weight).sum();
    let none = ln(PRIOR_OF_NONE) + log_sum(&none);
    let some: Vec<f64> = (0..last)
        .map(|index| ln((1.0 - PRIOR_OF_NONE) * weight(index) / total) + log_sum(&indices[index]))
        .collect();
    let whole = log_sum(&[&[none], &some[..]].concat());
    let first = some.iter().map(|log| exp(log - whole)).collect();
    let all = log_sum(&weighed.iter().map(|&(_, log)| log).collect::<Vec<_>>());
    let between = weighed.iter().map(|&(between, log)| between * exp(log - all)).sum();
    Some(ChangePoint { none: exp(none - whole), first, change, spread, between })
}

/// Spreads that are tried.
struct Scale {
    spread: f64,
    between: f64,
    /// The number of builds of the first version.
    bases: f64,
    /// The middle of the levels after the change.
    change: f64,
}

/// The logarithms of likelihoods, with the levels integrated out.
struct Sums {
    /// The likelihood of the versions before each position.
    before: Vec<f64>,
    /// The likelihood of the versions from each position on.
    after: Vec<f64>,
}

impl Scale {
    fn sums(&self, builds: &[Build], versions: usize) -> Sums {
        // The offset of the builds of the first version is in all measurements.
        let offset = self.between / sqrt(self.bases);
        let before = |step: i32| {
            let z = f64::from(step) * 0.25;
            (offset * self.spread * z, ln(0.25 / sqrt(std::f64::consts::TAU)) - 0.5 * z * z)
        };
        let after = |step: i32| {
            let level = self.change + f64::from(step) * STEP * self.spread;
            let z = level / (CHANGES * self.spread);
            (level, ln(STEP / (CHANGES * std::f64::consts::PI)) - ln(1.0 + z * z))
        };
        let before: Vec<(f64, f64)> = (-BEFORE..=BEFORE).map(before).collect();
        let after: Vec<(f64, f64)> = (-AFTER..=AFTER).map(after).collect();
        let forward: Vec<usize> = (0..versions).collect();
        let backward: Vec<usize> = (0..versions).rev().collect();
        let mut of_before = self.integrated(&before, builds, &forward);
        let mut of_after = self.integrated(&after, builds, &backward);
        of_after.reverse();
        of_before.truncate(versions + 1);
        Sums { before: of_before, after: of_after }
    }

    /// Returns the logarithm of the likelihood of none, one, two, … of the versions in this order, with their common
    /// level integrated out.
    fn integrated(&self, levels: &[(f64, f64)], builds: &[Build], order: &[usize]) -> Vec<f64> {
        let mut logs = vec![Vec::new(); order.len()];
        for build in builds {
            logs[build.version].resize(levels.len(), 0.0);
            let spread = self.spread * sqrt(self.between * self.between + 1.0 / build.runs);
            for (sum, (level, _)) in logs[build.version].iter_mut().zip(levels) {
                let z = (build.center - level) / spread;
                *sum -= ln(spread) + 0.5 * (FREEDOM + 1.0) * ln(1.0 + z * z / FREEDOM);
            }
        }
        let mut sums: Vec<f64> = levels.iter().map(|&(_, prior)| prior).collect();
        // Without a version, the level does not matter.
        let mut out = vec![0.0];
        let mut now = 0.0;
        for &version in order {
            if !logs[version].is_empty() {
                for (sum, log) in sums.iter_mut().zip(&logs[version]) {
                    *sum += log;
                }
                now = log_sum(&sums);
            }
            out.push(now);
        }
        out
    }
}

/// The values of a build.
struct Group {
    version: usize,
    values: Vec<f64>,
}

/// Returns the values of each build.
fn groups(measured: &[Measured]) -> Vec<Group> {
    let mut groups = BTreeMap::<(usize, u32), Vec<f64>>::new();
    for one in measured {
        groups.entry((one.version, one.build)).or_default().push(one.change);
    }
    groups.into_iter().map(|((version, _), values)| Group { version, values }).collect()
}

impl Build {
    /// Summarizes the values of a build by the location that is most likely for the likelihood of single runs.
    fn new(group: &Group, spread: f64) -> Build {
        let Group { version, values } = group;
        let runs = values.len() as f64;
        let mut center = median(values.clone()).unwrap_or(0.0);
        for _ in 0..ROUNDS {
            let weight = |value: &f64| {
                let z = (value - center) / spread;
                1.0 / (1.0 + z * z / FREEDOM)
            };
            let whole: f64 = values.iter().map(weight).sum();
            center = values.iter().map(|value| weight(value) * value).sum::<f64>() / whole;
        }
        Build { version: *version, runs, center }
    }
}

/// The rounds of reweighting, after which a location no longer moves visibly.
const ROUNDS: usize = 8;

/// Returns the spread of measurements, estimated robustly from builds with several, or else from versions.
fn spread(groups: &[Group]) -> f64 {
    let mut versions = BTreeMap::<usize, Vec<f64>>::new();
    for Group { version, values } in groups {
        versions.entry(*version).or_default().extend(values);
    }
    let of_builds = rest(groups.iter().map(|group| &group.values));
    let of_versions = rest(versions.values());
    let rest = if 2 * of_builds.len() < of_versions.len() { of_versions } else { of_builds };
    let all = groups.iter().flat_map(|group| &group.values);
    let largest = all.map(|value| value.abs()).fold(0.0, f64::max);
    let deviation = median(rest).unwrap_or(0.0) / DEVIATION;
    deviation.max(1e-4 * largest).max(1e-9)
}

/// Returns the distances of values from the median of their group.
fn rest<'v>(groups: impl Iterator<Item = &'v Vec<f64>>) -> Vec<f64> {
    let mut rest = Vec::new();
    for values in groups.filter(|values| 1 < values.len()) {
        let runs = values.len() as f64;
        let center = median(values.clone()).unwrap_or(0.0);
        // The median of few values is close to them.
        let wider = sqrt(runs / (runs - 1.0));
        rest.extend(values.iter().map(|value| (value - center).abs() * wider));
    }
    rest
}

pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    sort_numbers(&mut values);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        count if count % 2 == 1 => Some(values[middle]),
        _ => Some(0.5 * (values[middle - 1] + values[middle])),
    }
}

/// Returns the logarithm of a sum of exponentials.
fn log_sum(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return most;
    }
    most + ln(logs.iter().map(|log| exp(log - most)).sum())
}

impl ChangePoint {
    /// Returns the ratio of the likelihoods with a change between a version and the version before it, and without this
    /// change, from measurements of these two.
    #[must_use]
    pub fn weight(&self, changes: &[f64]) -> f64 {
        let log = |z: f64| -0.5 * (FREEDOM + 1.0) * ln(1.0 + z * z / FREEDOM);
        let ratio =
            |change: &f64| log((change - self.change) / self.spread) - log(change / self.spread);
        exp(changes.iter().map(ratio).sum::<f64>().clamp(-WEIGHT_MAX, WEIGHT_MAX))
    }

    /// Returns the most probable version.
    #[must_use]
    pub fn leader(&self) -> (usize, f64) {
        let all = self.first.iter().copied().enumerate();
        let (index, probability) = all.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0));
        (index + 1, probability)
    }

    /// Returns the smallest range of versions that contains the first version with the change with this probability,
    /// if there is one.
    #[must_use]
    pub fn range(&self, probability: f64) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        let (mut from, mut sum) = (0, 0.0);
        for (to, share) in self.first.iter().enumerate() {
            sum += share;
            while probability <= sum {
                if best.is_none_or(|(first, last)| to - from < last - first) {
                    best = Some((from, to));
                }
                sum -= self.first[from];
                from += 1;
            }
        }
        best.map(|(first, last)| (first + 1, last + 1))
    }

    /// Returns the version whose measurement halves the possibilities best, if measuring one can help.
    #[must_use]
    pub fn next(&self, is_usable: &dyn Fn(usize) -> bool) -> Option<usize> {
        let changed: f64 = self.first.iter().sum();
        let mut below = 0.0;
        let mut best: Option<(f64, usize)> = None;
        for (index, share) in self.first.iter().enumerate().take(self.first.len() - 1) {
            below += share / changed;
            let distance = (below - 0.5).abs();
            let version = index + 1;
            if distance < HELPS
                && is_usable(version)
                && best.is_none_or(|(least, _)| distance < least)
            {
                best = Some((distance, version));
            }
        }
        best.map(|(_, version)| version)
    }
}

/// The limit of the logarithm of such a ratio: the model is never certain.
const WEIGHT_MAX: f64 = 20.0;

/// A version that splits the possibilities less evenly than this does not help.
const HELPS: f64 = 0.49;
