//! Signs that an assumption of a comparison is broken.
//!
//! Takes the samples in run order; gives warnings. Guarantees that no value is dropped or changed because of a warning.

use std::fmt;

use crate::brunner_munzel::brunner_munzel;
use crate::diagnostics::{Diagnostics, Drift, Issues, Modes, Outliers, Serial};
use crate::error::Sample;
use crate::level::raised_level;

/// The level of warnings about the order of runs: about 1 of 100 independent samples has a warning of each kind.
const LEVEL: f64 = 0.01;

/// A sign that an assumption of a comparison is broken. The numbers of the comparison do not depend on its warnings.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// No values of this number of runs could be significant at the level, so "not significant" has no meaning.
    TooFewRuns {
        /// The smallest p that this number of runs can have.
        least_p: f64,
        /// The smallest number of runs on each side that can be significant; `None` if 500 cannot.
        needed: Option<u32>,
    },
    /// All values of a block, of each pair, or of both samples together are equal, so nothing was tested and p is 1.
    AllEqual,
    /// The test is significant, but the test of Brunner and Munzel is not, which allows for different spreads. So the
    /// samples may differ only in their spread ("The nonparametric Behrens-Fisher problem: asymptotic theory and a
    /// small-sample approximation", 2000).
    SpreadsDiffer {
        /// The p of the Brunner-Munzel test.
        p: f64,
    },
    /// Later runs tend to be higher, or lower, so runs are not independent. Interleaved runs in pairs or blocks allow
    /// for that.
    Drift {
        /// The sample that drifts.
        sample: Sample,
        /// The trend.
        drift: Drift,
    },
    /// Each run resembles the previous one, or avoids it, so runs are not independent.
    Correlated {
        /// The sample whose runs are correlated.
        sample: Sample,
        /// The correlation.
        serial: Serial,
    },
    /// The values fall into two groups, so their median is between the groups or in one of them by chance.
    TwoGroups {
        /// The sample with two groups.
        sample: Sample,
        /// The groups.
        modes: Modes,
    },
    /// Some values are far from the others. They hardly affect ranks, but may show a disturbed machine.
    Outliers {
        /// The sample with outliers.
        sample: Sample,
        /// The outliers.
        outliers: Outliers,
    },
    /// Blocks without values on one side were ignored.
    IgnoredBlocks {
        /// The number of ignored blocks.
        count: usize,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Warning::TooFewRuns { needed: Some(needed), .. } => {
                write!(f, "too few runs for this level: expected at least {needed} on each side")
            }
            Warning::TooFewRuns { needed: None, .. } => f.write_str("too few runs for this level"),
            Warning::AllEqual => f.write_str("all values are equal"),
            Warning::SpreadsDiffer { p } => {
                write!(f, "the samples may differ only in their spread (Brunner-Munzel p={p:.3})")
            }
            Warning::Drift { sample, drift } => {
                let direction = if 0.0 < drift.tau { "rise" } else { "fall" };
                write!(f, "the {} {direction} from run to run (p={:.3})", sample.name(), drift.p)
            }
            Warning::Correlated { sample, serial } => {
                let (name, correlation) = (sample.name(), serial.correlation);
                write!(f, "the {name} are correlated with the previous run ({correlation:+.2})")
            }
            Warning::TwoGroups { sample, modes } => {
                let Modes { lower_n, lower, upper_n, upper } = modes;
                let name = sample.name();
                write!(f, "the {name} fall into two groups: {lower_n} near {lower}, ")?;
                write!(f, "{upper_n} near {upper}")
            }
            Warning::Outliers { sample, outliers } => {
                let count = outliers.low + outliers.high;
                write!(f, "{count} of the {} are far from the others", sample.name())
            }
            Warning::IgnoredBlocks { count } => {
                write!(f, "{count} blocks without values on one side were ignored")
            }
        }
    }
}

/// Appends the issues of a sample of independent runs, which is given in run order and ascending.
pub(super) fn push_issues(
    warnings: &mut Vec<Warning>,
    sample: Sample,
    in_order: &[f64],
    ascending: &[f64],
) {
    let Issues { drift, serial, modes, outliers } =
        Diagnostics::new(LEVEL).issues(in_order, ascending, &[]);
    warnings.extend(drift.map(|drift| Warning::Drift { sample, drift }));
    warnings.extend(serial.map(|serial| Warning::Correlated { sample, serial }));
    warnings.extend(modes.map(|modes| Warning::TwoGroups { sample, modes }));
    warnings.extend(outliers.map(|outliers| Warning::Outliers { sample, outliers }));
}

/// Appends the issues of the changes of pairs. Their shape does not matter, but pairs must be independent.
pub(super) fn push_order_issues(warnings: &mut Vec<Warning>, changes: &[f64], ascending: &[f64]) {
    let sample = Sample::Changes;
    let Issues { drift, serial, .. } = Diagnostics::new(LEVEL).issues(changes, ascending, &[]);
    warnings.extend(drift.map(|drift| Warning::Drift { sample, drift }));
    warnings.extend(serial.map(|serial| Warning::Correlated { sample, serial }));
}

/// Returns the warning that a significant difference between ascending samples may only be one of spreads.
pub(super) fn spreads_differ(old: &[f64], new: &[f64], alpha: f64) -> Option<Warning> {
    let p = brunner_munzel(old, new)?;
    (raised_level(alpha) < p).then_some(Warning::SpreadsDiffer { p })
}
