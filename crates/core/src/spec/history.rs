//! The specification of a history, as plain data with its defaults.

use serde::{Deserialize, Serialize};

use super::defaults::{ALL, ALPHA, CONFIDENCE, MARGIN, NAMES};
use super::setters::setters;
use super::test_kind::TestKind;

/// A question about many versions: the points, their order, and the rows.
///
/// ```
/// let query = benchlens_core::history::HistoryQuery::default().by("commit");
/// assert_eq!((&query.row[..], query.alpha), (".fullname", 0.05));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct HistoryQuery {
    /// The keys of points: all results with equal values are one point. `auto` means `.file`, or `commit` if there is
    /// only one input and it contains several commits.
    pub by: String,
    /// The key whose values put points in order; empty for the input order.
    pub order: String,
    /// Split into tables by these keys. `auto` means the configuration keys in which results of one point differ.
    pub table: String,
    /// Split into rows by these keys.
    pub row: String,
    /// Keys to ignore.
    pub ignore: String,
    /// Use only results that match this filter; `*` matches all.
    pub filter: String,
    /// Units to compute from others, as in [`Query::derive`](crate::Query::derive).
    pub derive: Vec<String>,
    /// Which direction is better, each as `unit=higher` or `unit=lower`.
    pub better: Vec<String>,
    /// Only these units, tidied or as the logs write them; all if there are none.
    pub units: Vec<String>,
    /// The significance level: among the rows with reported changes, on average at most this fraction has no change.
    pub alpha: f64,
    /// How values are summarized: by medians, means or geometric means.
    #[serde(skip_serializing_if = "TestKind::is_default")]
    pub test: TestKind,
    /// The confidence of the intervals of points, and of the sizes of changes.
    pub confidence: f64,
    /// Changes that are smaller than this fraction do not matter, and are not reported: 0.02 is 2%. 0 reports all.
    pub margin: f64,
    /// The random seed, for a p that needs random draws.
    pub seed: u64,
}

setters!(HistoryQuery {
    texts: by order table row ignore filter;
    lists: derive better units;
    options:;
    alpha: f64,
    test: TestKind,
    confidence: f64,
    margin: f64,
    seed: u64,
});

/// The value for settings that depend on the results.
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
            margin: MARGIN,
            seed: 1,
        }
    }
}
