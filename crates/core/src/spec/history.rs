//! What may be asked of a history, as plain data with its defaults.

use serde::{Deserialize, Serialize};

use super::defaults::{ALL, ALPHA, CONFIDENCE, NAMES};
use crate::stats::TestKind;

/// A question about many versions: what a point is, how points follow each other, and which rows there are.
///
/// ```
/// let query = benchlens_core::history::HistoryQuery { by: "commit".into(), ..Default::default() };
/// assert_eq!((&query.row[..], query.alpha), (".fullname", 0.05));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct HistoryQuery {
    /// The keys of points: all results with equal values are one point. `auto` means `.file`, or `commit` where there is
    /// one input and it has several of them.
    pub by: String,
    /// The key whose values put points in order; empty for the order in which they come.
    pub order: String,
    /// Split into tables by these keys. `auto` means those keys of the configuration in which results of one point
    /// differ.
    pub table: String,
    /// Split into rows by these keys.
    pub row: String,
    /// Keys to ignore.
    pub ignore: String,
    /// Use only results that match this filter; `*` matches all.
    pub filter: String,
    /// Units to compute from others, as in [`Query::derive`](crate::Query::derive).
    pub derive: Vec<String>,
    /// Which way is better, each as `unit=higher` or `unit=lower`.
    pub better: Vec<String>,
    /// Only these units, tidied or as the logs write them; all if there are none.
    pub units: Vec<String>,
    /// The significance level: of the rows of which changes are told, at most this share has none on average.
    pub alpha: f64,
    /// How values are summarized: by medians, means or geometric means.
    #[serde(skip_serializing_if = "TestKind::is_default")]
    pub test: TestKind,
    /// The confidence of the intervals of points, and of what a change amounts to.
    pub confidence: f64,
    /// Changes that are smaller than this fraction do not matter, and are not reported: 0.02 is 2%.
    pub margin: f64,
    /// What draws begin with, where p needs them.
    pub seed: u64,
}

/// What is chosen by the results.
pub(crate) const AUTO: &str = "auto";

impl Default for HistoryQuery {
    fn default() -> Self {
        HistoryQuery {
            by: AUTO.into(),
            order: String::new(),
            table: AUTO.into(),
            row: NAMES.into(),
            ignore: String::new(),
            filter: ALL.into(),
            derive: Vec::new(),
            better: Vec::new(),
            units: Vec::new(),
            alpha: ALPHA,
            test: TestKind::default(),
            confidence: CONFIDENCE,
            margin: 0.0,
            seed: 1,
        }
    }
}
