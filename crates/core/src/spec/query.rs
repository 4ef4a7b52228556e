//! The specification of a comparison.

use serde::{Deserialize, Deserializer, Serialize};

use super::defaults::{ALL, ALPHA, AUTO_PAIRS, CONFIDENCE, FIRST, NAMES, PREVIOUS};
use super::focus::Focus;
use crate::stats::{Adjustment, TestKind};

/// A query: which results to use, how to lay them out, and at which levels to compare them.
///
/// ```
/// let query = benchlens_core::Query { col: "/proto".into(), ..Default::default() };
/// assert_eq!((&query.row[..], query.alpha), (".fullname", 0.05));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
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
    /// Which runs of both sides belong together: `none`, `runs` (the first with the first, and so on; as
    /// many on both sides), `loose` (the same, whatever is left over is left out), `recording` (those of a
    /// block of one recording), `auto` (the same where both sides share their recordings, and else none), or a
    /// key whose equal values do. Quotes make `"loose"` a key.
    #[serde(skip_serializing_if = "is_auto")]
    pub pair: String,
    /// Rows whose code is the same on both sides, as a filter that all their results match; empty for none.
    /// What they moved by is taken out of the other rows, pair by pair.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub control: String,
    /// How values are summarized, and which test compares them.
    #[serde(skip_serializing_if = "TestKind::is_default")]
    pub test: TestKind,
    /// The significance level.
    // JSON has no number for one that is not a number: it is null there.
    #[serde(deserialize_with = "number_or_null")]
    pub alpha: f64,
    /// The confidence of intervals.
    pub confidence: f64,
    /// Units to compute from others, each as `unit = expression`, or `speedup` or `efficiency`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub derive: Vec<String>,
    /// How outcomes are found. By default as the CLI finds them, without a trace in text and CSV. `None` (`null` in
    /// JSON) for a report that is shown only as text or CSV: it takes less time, and has no interval of a change and
    /// no margin.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub analysis: Option<AnalysisQuery>,
    /// Whether the report keeps the values that each cell is made of.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub samples: bool,
    /// Which rows an output shows, and in which order.
    #[serde(skip_serializing_if = "Focus::is_default")]
    pub focus: Focus,
}

/// How comparisons are analysed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct AnalysisQuery {
    /// The equivalence margin, as a share: 0.02 is 2 %.
    pub margin: f64,
    /// How p-values are adjusted for the number of comparisons.
    pub adjust: Adjustment,
    /// Whether the text table shows outcomes. Outputs that always show them do so without it.
    pub in_text: bool,
    /// Whether the text table shows the interval of each change.
    pub outcomes: bool,
    /// Which way is better for a unit, as `unit=higher` or `unit=lower`; the last one counts.
    pub better: Vec<String>,
    /// The significance level of sample-quality warnings: drift and autocorrelation.
    pub trust: f64,
}

/// A number, or null for what is not a number.
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
    /// Whether each cell is compared with the one before it, so that there is no single baseline.
    #[must_use]
    pub fn goes_back(&self) -> bool {
        self.base == PREVIOUS
    }

    /// Whether control rows correct the others.
    pub(crate) fn is_controlled(&self) -> bool {
        !self.control.is_empty()
    }

    /// The same query with the analysis of [`Query::default`] if it has none, for outputs that always show
    /// outcomes.
    #[must_use]
    pub fn analysed(mut self) -> Query {
        self.analysis.get_or_insert_with(AnalysisQuery::unseen);
        self
    }

    /// The same query without an analysis that text and CSV do not show: for these outputs, the answer is the
    /// same and takes less time.
    ///
    /// ```
    /// use benchlens_core::{AnalysisQuery, Query};
    ///
    /// assert_eq!(Query::default().plain().analysis, None);
    /// let asked = Query { analysis: Some(AnalysisQuery::default()), ..Query::default() };
    /// assert_eq!(asked.clone().plain(), asked);
    /// ```
    #[must_use]
    pub fn plain(mut self) -> Query {
        self.analysis = self.analysis.filter(|analysis| analysis.in_text);
        self
    }
}

impl AnalysisQuery {
    /// The analysis of a query that says nothing about it.
    pub(crate) fn unseen() -> AnalysisQuery {
        AnalysisQuery { in_text: false, ..AnalysisQuery::default() }
    }
}

impl Default for AnalysisQuery {
    fn default() -> Self {
        AnalysisQuery {
            margin: 0.02,
            adjust: Adjustment::None,
            in_text: true,
            outcomes: false,
            better: Vec::new(),
            trust: 0.01,
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
            focus: Focus::default(),
        }
    }
}
