//! Doubts about a number, as data. Their sentences are benchstat's.

use std::fmt;

use crate::base::{Text, float};

/// What is doubtful about one cell; `Report::warning` makes a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubt {
    /// Too few runs for an interval at the wanted confidence.
    FewRunsForInterval,
    /// The unit is said to be exact, but the values differ.
    NotExact,
    /// All values of both sides are equal, so that nothing can be tested.
    AllEqual,
    /// Too few runs on both sides for any difference to be significant.
    FewRunsForDifference,
}

/// What is doubtful about a number.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// Results of different benchmarks or configurations are mixed in a cell: the keys that differ.
    VariesIn(Vec<Text>),
    /// Too few runs for an interval.
    FewRunsForInterval {
        /// How many are needed; `None` for more than 50.
        need: Option<u32>,
        /// The wanted confidence.
        confidence: f64,
    },
    /// Exact values differ.
    NotExact {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// All values of both sides are equal.
    AllEqual,
    /// Too few runs for any difference to be significant.
    FewRunsForDifference {
        /// How many are needed on each side; `None` for more than 10.
        need: Option<u32>,
        /// The wanted level.
        alpha: f64,
    },
    /// A column lacks rows that the first column has, or the other way round.
    GeomeanSetsDiffer,
    /// No geometric mean, because a value is not positive.
    GeomeanCenters,
    /// No geometric mean of the ratios, because one is not positive.
    GeomeanRatios,
}

impl Warning {
    /// Its name for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Warning::VariesIn(_) => "varies-in",
            Warning::FewRunsForInterval { .. } => "few-runs-for-interval",
            Warning::NotExact { .. } => "not-exact",
            Warning::AllEqual => "all-equal",
            Warning::FewRunsForDifference { .. } => "few-runs-for-difference",
            Warning::GeomeanSetsDiffer => "geomean-sets-differ",
            Warning::GeomeanCenters => "geomean-centers",
            Warning::GeomeanRatios => "geomean-ratios",
        }
    }

    /// The sentence as bytes: keys pass through as they were read.
    pub fn to_bytes(&self) -> Vec<u8> {
        let need = |need: &Option<u32>, most: u32| match need {
            Some(n) => format!("need >= {n} samples"),
            None => format!("need > {most} samples"),
        };
        let text = match self {
            Warning::VariesIn(keys) => {
                let keys: Vec<&[u8]> = keys.iter().map(Text::as_bytes).collect();
                return [b"benchmarks vary in ", &keys.join(&b", "[..])[..]].concat();
            }
            Warning::FewRunsForInterval { need: n, confidence } => {
                let level = float::shortest(*confidence);
                format!("{} for confidence interval at level {level}", need(n, 50))
            }
            Warning::NotExact { min, max } => {
                let (min, max) = (float::shortest(*min), float::shortest(*max));
                format!("exact distribution expected, but values range from {min} to {max}")
            }
            Warning::AllEqual => "all samples are equal".to_owned(),
            Warning::FewRunsForDifference { need: n, alpha } => {
                let level = float::shortest(*alpha);
                format!("{} to detect a difference at alpha level {level}", need(n, 10))
            }
            Warning::GeomeanSetsDiffer => {
                "benchmark set differs from baseline; geomeans may not be comparable".to_owned()
            }
            Warning::GeomeanCenters => "summaries must be >0 to compute geomean".to_owned(),
            Warning::GeomeanRatios => "ratios must be >0 to compute geomean".to_owned(),
        };
        text.into_bytes()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_bytes()))
    }
}
