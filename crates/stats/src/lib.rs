//! Compare two samples of measurements, such as the times of a benchmark before and after a change.
//!
//! ```
//! let old = [10.2, 10.1, 10.3, 10.0, 10.2, 10.1];
//! let new = [9.1, 9.3, 9.0, 9.2, 9.1, 9.2];
//! let comparison = benchlens_stats::compare(&old, &new)?;
//! println!("{comparison}");
//! # assert_eq!(comparison.to_string(), "-9.9% [-10.9%, -8.8%] (p=0.002 n=6+6 decreased)");
//! # Ok::<(), benchlens_stats::Error>(())
//! ```
//!
//! This prints `-9.9% [-10.9%, -8.8%] (p=0.002 n=6+6 decreased)`: the estimated change with its interval, the
//! probability that chance alone explains the difference, the number of runs, and the conclusion. A [`Comparison`] has
//! a method for each of them, and [warnings](Comparison::warnings) if the values do not look like independent runs:
//!
//! ```
//! use benchlens_stats::{Options, Outcome};
//!
//! # let old = [10.2, 10.1, 10.3, 10.0, 10.2, 10.1];
//! # let new = [9.1, 9.3, 9.0, 9.2, 9.1, 9.2];
//! let comparison = Options::default().alpha(0.01).margin(0.05).compare(&old, &new)?;
//! if comparison.outcome() == Outcome::Increased {
//!     println!("slower by {:.1}%", 100.0 * comparison.estimate());
//! }
//! for warning in comparison.warnings() {
//!     println!("warning: {warning}");
//! }
//! # assert_eq!(comparison.outcome(), Outcome::Decreased);
//! # Ok::<(), benchlens_stats::Error>(())
//! ```
//!
//! # Tasks
//!
//! | task | function |
//! |---|---|
//! | compare independent runs | [`compare`] |
//! | compare interleaved runs, in pairs | [`compare_pairs`] |
//! | compare runs in blocks, such as several machines | [`compare_blocks`] |
//! | choose the level and the margin | [`Options`] |
//! | find the median with its interval | [`summarize`] |
//! | plan the number of runs | [`runs_to_decide`], [`fewest_runs`] |
//! | know how many more runs are needed, and what the present runs could show | [`Comparison::runs_needed`], [`Comparison::min_detectable_change`] |
//! | find when a series changed | [`change_points`] |
//! | compare many benchmarks at once | [`Adjustment::adjust`] |
//!
//! # Assumptions and error rates
//!
//! Tests and intervals use ranks, so they need no assumption about the shape of the distribution, and outliers have
//! little effect. They are exact for small samples. Each method has its own assumption, which its documentation names:
//!
//! | function | assumption if nothing changed | source |
//! |---|---|---|
//! | [`compare`] | all runs are independent, with one distribution | Mann and Whitney 1947 |
//! | [`compare_pairs`] | each pair is equally likely to be the other way round, independently of other pairs | Wilcoxon 1945, Pratt 1959 |
//! | [`compare_blocks`] | the values of a block could have come in any order, independently of other blocks | van Elteren 1960 |
//! | estimates and intervals | all values change by one ratio, or by one difference | Hodges and Lehmann 1963, Bauer 1972 |
//! | [`summarize`] | values are independent, with one distribution | Thompson 1936 |
//! | [`change_points`] | values are independent, or follow a first-order autoregression | Matteson and James 2014, Olshen and others 2004 |
//!
//! If the assumption is true, a significant difference is a false alarm with at most the probability alpha. For ten
//! runs on each side and an alpha of 5%, simulations of [`compare`] have these rates:
//!
//! | runs | false alarms | a change that is found |
//! |---|--:|--:|
//! | normal, spread of 5% | 4.5% | +6%: 64.1% |
//! | log-normal, deviation of 0.5 | 4.5% | +80%: 64.8% |
//! | normal, and one run in twenty is slower by ten times as much | 4.3% | +6%: 53.8% |
//!
//! No test helps against a machine that gets slower between the old and the new runs: interleave the runs, and compare
//! them in pairs or blocks. The simulations are part of the tests of this crate, and the page
//! [Methods and simulations](https://github.com/OWNER/benchlens/blob/main/docs/methods.md) has all results. Other tests
//! compare the numbers with those of R and SciPy.
//!
//! # Properties
//!
//! - Values are `f64` in any unit, and in any order unless a function needs the order of time. No function changes or
//!   drops a value. Only NaN, infinite and missing values are [errors](Error).
//! - The same values give the same bits on every target: logarithms and exponentials do not come from the platform. The
//!   numbers are those of [`benchlens`](https://crates.io/crates/benchlens) for the same values.
//! - The crate opens no file, uses no clock, environment or locale, prints nothing, and contains no `unsafe` code.
//! - Text of values such as [`Comparison`] and [`Warning`] is for people: it may change with each release.
//!
//! To read the logs of benchmark harnesses and to compare all their benchmarks, use
//! [`benchlens-core`](https://crates.io/crates/benchlens-core).
//!
//! # Stability
//!
//! Everything that this documentation lists follows semantic versioning. The modules that it hides are only for
//! `benchlens-core`, and any release may change them.
//!
//! # Features
//!
//! No feature is necessary. `typescript` adds TypeScript declarations, for the npm package of benchlens.
#![forbid(unsafe_code)]
// A new variant of an enum is asked for wherever it matters.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod adjust;
mod attainable;
mod bisect;
mod blocks;
mod brunner_munzel;
mod changes;
mod common_shift;
mod compare;
mod components;
mod control;
mod diagnostics;
mod error;
mod exact;
mod fraction;
mod geomean;
#[doc(hidden)]
pub mod internal;
mod inversion;
mod level;
mod mann_whitney;
#[doc(hidden)]
pub mod math;
mod means;
mod median;
mod median_ci_ranks;
mod min_runs;
mod noise;
mod options;
mod plan;
mod power;
mod randomization;
mod ranked;
mod sample;
mod series;
mod shift;
mod signed_rank;
mod spending;
mod student;
mod summary;
mod u_counts;

// The modules use each other through this list.
use internal::*;
use mann_whitney::least_p;

pub use adjust::Adjustment;
pub use blocks::Block;
pub use compare::{Comparison, Method, Outcome, Warning, compare, compare_blocks, compare_pairs};
pub use diagnostics::{Drift, Modes, Outliers, Serial};
pub use error::{Error, Sample};
pub use options::Options;
pub use plan::{fewest_runs, runs_to_decide};
pub use sample::summarize;
pub use series::{ChangePoint, change_points};
pub use shift::{Interval, Shift, ShiftScale};
pub use summary::Summary;

#[cfg(test)]
mod tests;
