//! The specification of a comparison.

use serde::{Deserialize, Deserializer, Serialize};

use super::defaults::{ALL, ALPHA, AUTO_PAIRS, CONFIDENCE, FIRST, MARGIN, NAMES, PREVIOUS};
use super::row_selection::RowSelection;
use super::setters::setters;
use super::test_kind::TestKind;
use crate::stats::Adjustment;

/// A query: which results to use, how to lay them out, and at which levels to compare them.
///
/// ```
/// let query = benchlens_core::Query::default().col("/proto");
/// assert_eq!((&query.row[..], query.alpha), (".fullname", 0.05));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Query {
    /// Split into tables by these keys.
    pub table: String,
    /// Split into rows by these keys.
    pub row: String,
    /// Split into columns by these keys.
    pub col: String,
    /// Keys to ignore.
    pub ignore: String,
    /// Use only results that match this filter; `*` matches all.
    pub filter: String,
    /// The baseline of columns: `first`, `previous`, the value of a column, or values of
    /// several column keys as `/codec=gzip,/size=1k`. Quotes make `"first"` a value.
    #[serde(skip_serializing_if = "is_first")]
    pub base: String,
    /// Which runs of both sides belong together: `none`, `runs` (the first with the first, and so on; both sides must
    /// have the same number of runs), `loose` (the same, but surplus runs are skipped), `recording` (the runs of a
    /// block of one recording), `auto` (`recording` if both sides share their recordings, otherwise `none`), or a key
    /// with equal values. Quotes make `"loose"` a key.
    #[serde(skip_serializing_if = "is_auto")]
    pub pair: String,
    /// The control benchmarks: rows whose code is the same on both sides, as a filter that all their results match;
    /// empty for none. Their movement is removed from the other rows, pair by pair.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub control: String,
    /// How values are summarized, and which test compares them.
    #[serde(skip_serializing_if = "TestKind::is_default")]
    pub test: TestKind,
    /// The significance level.
    // JSON has no NaN, so NaN is null there.
    #[serde(deserialize_with = "number_or_null")]
    pub alpha: f64,
    /// The confidence of intervals.
    pub confidence: f64,
    /// Units to compute from others, each as `unit = expression`, or `speedup` or `efficiency`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub derive: Vec<String>,
    /// How outcomes are found. The default works as in the CLI, without a trace in text and CSV. Use `None` for a
    /// report that is shown only as text or CSV: it takes less time, but has no intervals of changes and no margin.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub analysis: Option<AnalysisQuery>,
    /// Whether the report keeps the values of each cell.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub samples: bool,
    /// The rows that an output shows, and their order.
    #[serde(skip_serializing_if = "RowSelection::is_default")]
    pub focus: RowSelection,
}

/// How comparisons are analyzed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct AnalysisQuery {
    /// The equivalence margin, as a fraction: 0.02 is 2%.
    pub margin: f64,
    /// How p-values are adjusted for the number of comparisons.
    pub adjust: Adjustment,
    /// Whether the text table shows the estimate, the interval and the outcome of each change. Outputs that always show
    /// them do so without it.
    pub outcomes: bool,
    /// Which direction of a unit is better, as `unit=higher` or `unit=lower`; the last one counts.
    pub better: Vec<String>,
}

/// Reads a number, or null for NaN.
fn number_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(deserializer)?.unwrap_or(f64::NAN))
}

fn is_auto(pair: &str) -> bool {
    pair == AUTO_PAIRS
}

fn is_first(base: &str) -> bool {
    base == FIRST
}

impl Query {
    /// Returns whether each cell is compared with the previous one, so that there is no single baseline.
    #[must_use]
    pub fn goes_back(&self) -> bool {
        self.base == PREVIOUS
    }

    /// Returns whether control benchmarks correct the others.
    pub(crate) fn is_controlled(&self) -> bool {
        !self.control.is_empty()
    }

    /// Returns the query with the analysis of [`Query::default`] if it has none, for outputs that always show outcomes.
    #[must_use]
    pub fn analysed(mut self) -> Query {
        self.analysis.get_or_insert_with(AnalysisQuery::unseen);
        self
    }

    /// Returns the query without an analysis that text and CSV do not show: for these outputs, the answer is the same
    /// and takes less time.
    ///
    /// ```
    /// use benchlens_core::{AnalysisQuery, Query};
    ///
    /// assert_eq!(Query::default().plain().analysis, None);
    /// let asked = Query::default().analysis(AnalysisQuery::default());
    /// assert_eq!(asked.clone().plain(), asked);
    /// ```
    #[must_use]
    pub fn plain(mut self) -> Query {
        self.analysis = self.analysis.filter(|analysis| analysis.outcomes);
        self
    }
}

setters!(Query {
    texts: table row col ignore filter base pair control;
    lists: derive;
    options: analysis: AnalysisQuery;
    test: TestKind,
    alpha: f64,
    confidence: f64,
    samples: bool,
    focus: RowSelection,
});

setters!(AnalysisQuery {
    texts: ;
    lists: better;
    options:;
    margin: f64,
    adjust: Adjustment,
    outcomes: bool,
});

impl AnalysisQuery {
    /// Returns the analysis of a query that does not mention one.
    pub(crate) fn unseen() -> AnalysisQuery {
        AnalysisQuery { outcomes: false, ..AnalysisQuery::default() }
    }
}

impl Default for AnalysisQuery {
    fn default() -> Self {
        AnalysisQuery {
            margin: MARGIN,
            adjust: Adjustment::None,
            outcomes: true,
            better: Vec::new(),
        }
    }
}

impl Default for Query {
    fn default() -> Self {
        Query {
            table: ".config".into(),
            row: NAMES.into(),
            col: ".file".into(),
            ignore: String::new(),
            filter: ALL.into(),
            base: FIRST.into(),
            pair: AUTO_PAIRS.into(),
            control: String::new(),
            test: TestKind::default(),
            alpha: ALPHA,
            confidence: CONFIDENCE,
            derive: Vec::new(),
            analysis: Some(AnalysisQuery::unseen()),
            samples: false,
            focus: RowSelection::default(),
        }
    }
}
