//! Decides which version is measured next, and when a search ends.
//!
//! Takes the blocks so far; gives the next one, or the answer. The same blocks lead to the same decision, so a search
//! can continue from its logs, and a simulation uses the code that users run.

use std::collections::{BTreeMap, BTreeSet};

use super::super::math::{ln, sqrt};
use super::change_point::{ChangePoint, Measured, change_point, median};

/// The blocks of both ends before the first decision.
const ENDS: usize = 6;
/// The blocks before the answer that nothing changed.
const NONE: usize = 20;
/// The blocks of both ends after which a probable absence of a change is enough, although the noise may hide one.
const HIDDEN: u32 = 60;
/// The smallest and the largest number of blocks of a version and the version before it that prove the change.
const PROOF: [usize; 2] = [12, 60];
/// The number of blocks that prove a change of one standard deviation of a block at a level of 5%, with a probability
/// of 99%.
const POWER: f64 = 18.4;
/// How sure the search has to be.
pub const SURE: f64 = 0.95;
/// A proof begins with this probability if each of its blocks can have new builds, because then its blocks show best whether
/// the version is the one.
const LIKELY: f64 = 0.6;
/// More runs of one build hardly help.
const RUNS_OF_BUILD: u32 = 12;
/// The ends are equal if they differ by less.
const MARGIN: f64 = 0.01;
/// The standard error of a median of normal values, relative to that of their mean.
const MEDIAN: f64 = 1.25;
/// A rest of the change is clear from this number of standard errors on.
const CLEAR: f64 = 3.0;
/// More runs of the builds of both ends do not show whether they differ.
const RUNS_OF_ENDS: u32 = 36;
/// The entropy of the positions when a proof begins, in nats: one has 60%, and its neighbors have the rest.
const KNOWN: f64 = 0.9;
/// One in this number of blocks measures the last version, to know the size of the change; more, while the change is
/// not sure.
const LASTS: usize = 7;
const LASTS_AT_FIRST: usize = 2;

/// A block of a search: two versions ran once each, in random order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trial {
    /// Whether it belongs to the proof of the second version; otherwise the first version is 0.
    pub is_proof: bool,
    /// The versions, ascending.
    pub versions: [usize; 2],
    /// Their builds.
    pub builds: [u32; 2],
    /// The logarithm of new/old; `None` without a common benchmark.
    pub change: Option<f64>,
}

/// The data of a search.
#[derive(Debug, Clone, Copy)]
pub struct Search<'s> {
    /// The number of versions, with both ends.
    pub versions: usize,
    /// The blocks so far.
    pub trials: &'s [Trial],
    /// The versions that cannot be measured.
    pub skipped: &'s BTreeSet<usize>,
    /// The maximum number of builds of each version; the proof has as many more.
    pub builds: u32,
    /// The maximum number of blocks before the proof.
    pub most: usize,
}

/// The next step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Next {
    /// Measure this block, whose change is not known yet.
    Measure(Trial),
    /// The search is over.
    Done(Verdict),
}

/// The answer of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing changed between the ends.
    None,
    /// This version is the first with the change, if the blocks of its proof agree.
    Version(usize),
    /// One of these versions is.
    Range(usize, usize),
    /// The measurements end before anything is known.
    Undecided,
}

/// A decision, with the probabilities that lead to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The next step.
    pub next: Next,
    /// The probabilities; `None` before both ends are measured.
    pub point: Option<ChangePoint>,
    /// The part of the change between the ends that the named version does not explain, if it is more than noise: the
    /// logarithm of new/old of all other versions together.
    pub rest: Option<f64>,
    /// The largest change between the ends that the blocks do not exclude, with a confidence of 95%: the logarithm of
    /// new/old, or of old/new.
    pub largest: Option<f64>,
    /// The number of blocks of a proof.
    pub proof: usize,
}

impl Search<'_> {
    /// Decides what to do after these blocks.
    #[must_use]
    pub fn decide(&self) -> Decision {
        let measured = self.measured();
        let last = self.versions - 1;
        let point = change_point(&measured, self.versions, &[]);
        // Blocks of a version and the one before it show whether it is the one, also if they prove nothing.
        let has_proof = self.trials.iter().any(|trial| trial.is_proof);
        let point = match point {
            Some(point) if has_proof => {
                let weight = |version: usize| point.weight(&changes(self.proof(version)));
                let weights: Vec<f64> = (1..self.versions).map(weight).collect();
                change_point(&measured, self.versions, &weights)
            }
            point => point,
        };
        let proof = point.as_ref().map_or(PROOF[0], |point| self.proof_blocks(point.leader().0));
        let next = match &point {
            Some(point) if ENDS <= self.runs(last) as usize => {
                self.next(point, measured.len(), proof)
            }
            None if 0 < self.runs(last) => Next::Done(Verdict::Undecided),
            _ => self.measure(last),
        };
        let rest = match (&next, &point) {
            (Next::Done(Verdict::Version(version)), Some(point)) => self.rest(*version, point),
            _ => None,
        };
        let largest = point.as_ref().and_then(|point| self.largest(point));
        Decision { next, point, rest, largest, proof }
    }

    /// Estimates how many more blocks the search takes, with the proof. Each block is assumed to reduce the entropy of
    /// the positions as much as the blocks so far. Returns `None` until a change is more probable than none.
    #[must_use]
    pub fn blocks_left(&self, decision: &Decision) -> Option<usize> {
        let point = match (&decision.next, &decision.point) {
            (Next::Done(_), _) => return Some(0),
            (Next::Measure(trial), Some(_)) if trial.is_proof => {
                let proof = self.proof(trial.versions[1]).count();
                return Some(decision.proof.saturating_sub(proof));
            }
            (Next::Measure(_), point) => point.as_ref().filter(|point| point.none < 0.5)?,
        };
        let some: f64 = point.first.iter().sum();
        let share = point.first.iter().map(|first| first / some).filter(|share| 0.0 < *share);
        let entropy: f64 = share.map(|share| -share * ln(share)).sum();
        let measured = self.measured().len();
        let gained = ln((self.versions - 1) as f64) - entropy;
        // The first blocks measure only the ends.
        let spent = measured.saturating_sub(ENDS) as f64;
        let rest = (entropy - KNOWN).max(0.0) * spent / gained.max(f64::MIN_POSITIVE);
        // The smaller one: the estimate has no limit while nothing is known.
        let most = self.most.saturating_sub(measured);
        Some(if rest < most as f64 { rest as usize } else { most } + decision.proof)
    }

    /// Returns the largest change between the ends that the blocks do not exclude, with a confidence of 95%.
    fn largest(&self, point: &ChangePoint) -> Option<f64> {
        let lasts = self.lasts();
        let error = sqrt(variance(&lasts, point));
        let center = median(changes(lasts.into_iter()))?;
        Some(center.abs() + 2.0 * error)
    }

    /// Returns the blocks of both ends.
    fn lasts(&self) -> Vec<&Trial> {
        let ends = [0, self.versions - 1];
        let is_of = |trial: &&Trial| !trial.is_proof && trial.versions == ends;
        self.trials.iter().filter(is_of).collect()
    }

    /// Returns the part of the change between the ends that the change at a version does not explain, if it is clear.
    fn rest(&self, version: usize, point: &ChangePoint) -> Option<f64> {
        // A single version explains everything.
        if self.versions <= 2 {
            return None;
        }
        let lasts = self.lasts();
        let proof: Vec<&Trial> = self.proof(version).collect();
        let center = |trials: &[&Trial]| median(changes(trials.iter().copied()));
        let rest = center(&lasts)? - center(&proof)?;
        let error = sqrt(variance(&lasts, point) + variance(&proof, point));
        (CLEAR * error < rest.abs()).then_some(rest)
    }

    fn next(&self, point: &ChangePoint, measured: usize, proof: usize) -> Next {
        // The effect of few builds cannot be separated from a small change, so the probability that nothing changed may
        // stay low. With much noise it is high although a change is possible.
        let is_small = self.largest(point).is_some_and(|largest| largest < MARGIN);
        if 0.5 <= point.none && is_small && NONE <= measured {
            return Next::Done(Verdict::None);
        }
        if SURE <= point.none && HIDDEN <= self.runs(self.versions - 1) {
            return Next::Done(Verdict::Undecided);
        }
        let (leader, probability) = point.leader();
        // A version that does not run any more cannot be proven.
        let is_over = [leader - 1, leader].iter().any(|version| self.skipped.contains(version));
        let is_over = is_over || proof <= self.proof(leader).count();
        if is_over && SURE <= probability {
            return Next::Done(Verdict::Version(leader));
        }
        let enough = if self.has_few_builds() { SURE } else { LIKELY };
        if !is_over && enough <= probability {
            return self.prove(leader);
        }
        let end = match point.range(SURE) {
            Some((first, last)) => Verdict::Range(first, last),
            None => Verdict::Undecided,
        };
        let is_exhausted = 0.5 < point.none
            && RUNS_OF_ENDS.saturating_mul(self.builds) <= self.runs(self.versions - 1);
        if self.most <= measured || is_exhausted {
            return Next::Done(end);
        }
        let lasts = if 0.5 < point.none { LASTS_AT_FIRST } else { LASTS };
        if (measured + 1).is_multiple_of(lasts) {
            return self.measure(self.versions - 1);
        }
        let is_usable = |version: usize| {
            let runs = RUNS_OF_BUILD.saturating_mul(self.builds);
            !self.skipped.contains(&version) && self.runs(version) < runs
        };
        match point.next(&is_usable) {
            Some(version) => self.measure(version),
            // Only more runs of the ends could help, as long as it is not sure that they differ.
            None if 0.5 < point.none => self.measure(self.versions - 1),
            None => Next::Done(end),
        }
    }

    /// Returns whether the blocks of a proof share builds, whose effect can look like a change.
    fn has_few_builds(&self) -> bool {
        (self.builds as usize) < PROOF[1]
    }

    /// Returns the number of blocks that probably prove the change at a version. Only the blocks of the search before its
    /// proof decide about that, because a proof that goes on until it succeeds proves nothing. More blocks of few builds
    /// would prove the effect of these builds.
    fn proof_blocks(&self, version: usize) -> usize {
        let [least, most] = PROOF;
        let is_proof = |trial: &Trial| trial.is_proof && trial.versions[1] == version;
        let before = self.trials.iter().position(is_proof).unwrap_or(self.trials.len());
        let before = Search { trials: &self.trials[..before], ..*self };
        let point = change_point(&before.measured(), self.versions, &[]);
        let Some(point) = point.filter(|_| !self.has_few_builds()) else { return least };
        let noise = point.spread * point.spread * (1.0 + 2.0 * point.between * point.between);
        let blocks = POWER * noise / (point.change * point.change);
        // A change of zero needs infinitely many.
        if blocks < most as f64 { least.max(blocks as usize + 1) } else { most }
    }

    /// Returns the block that measures a version next to the first one.
    fn measure(&self, version: usize) -> Next {
        let versions = [0, version];
        let builds = versions.map(|version| self.build(version, false));
        Next::Measure(Trial { is_proof: false, versions, builds, change: None })
    }

    /// Returns the block that measures a version next to the one before it. Their builds are new, because the search
    /// may have named the version for the layout of its builds.
    fn prove(&self, version: usize) -> Next {
        let versions = [version - 1, version];
        let builds = versions.map(|version| self.build(version, true));
        Next::Measure(Trial { is_proof: true, versions, builds, change: None })
    }

    /// Returns a new build of a version, or the one that was used least.
    fn build(&self, version: usize, is_proof: bool) -> u32 {
        if self.builds == 1 {
            return 0;
        }
        let mut uses = BTreeMap::<u32, u32>::new();
        let mut others = 0;
        for trial in self.trials {
            for (of, build) in trial.versions.iter().zip(trial.builds) {
                match (*of == version, trial.is_proof == is_proof) {
                    (true, true) => *uses.entry(build).or_default() += 1,
                    (true, false) => others = others.max(build + 1),
                    _ => {}
                }
            }
        }
        let least = uses.iter().min_by_key(|(_, runs)| **runs).map(|(build, _)| *build);
        let used = uses.keys().last().map_or(0, |build| build + 1);
        match least {
            Some(least) if self.builds as usize <= uses.len() => least,
            _ => used.max(others),
        }
    }

    /// Returns the blocks that prove a change at a version.
    pub fn proof(&self, version: usize) -> impl Iterator<Item = &Trial> {
        let versions = [version - 1, version];
        self.trials.iter().filter(move |trial| trial.is_proof && trial.versions == versions)
    }

    /// Returns how often a version ran next to the first one.
    #[must_use]
    pub fn runs(&self, version: usize) -> u32 {
        let is_of = |trial: &&Trial| !trial.is_proof && trial.versions == [0, version];
        self.trials.iter().filter(is_of).count() as u32
    }

    fn measured(&self) -> Vec<Measured> {
        let measured = |trial: &Trial| {
            let ([_, version], [base, build]) = (trial.versions, trial.builds);
            Some(Measured { version, build, base, change: trial.change? })
        };
        self.trials.iter().filter(|trial| !trial.is_proof).filter_map(measured).collect()
    }
}

fn changes<'t>(trials: impl Iterator<Item = &'t Trial>) -> Vec<f64> {
    trials.filter_map(|trial| trial.change).collect()
}

/// Returns the variance of the median of blocks: from their noise, and from the builds on both sides.
fn variance(trials: &[&Trial], point: &ChangePoint) -> f64 {
    let of_builds = [0, 1].map(|side| {
        let builds: BTreeSet<u32> = trials.iter().map(|trial| trial.builds[side]).collect();
        1.0 / builds.len() as f64
    });
    let of_builds: f64 = of_builds.iter().sum();
    let whole = 1.0 / trials.len() as f64 + point.between * point.between * of_builds;
    MEDIAN * MEDIAN * point.spread * point.spread * whole
}
