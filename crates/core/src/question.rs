//! Questions: what may be asked of a store, as plain data.
//!
//! Texts and levels as a person gives them, not checked yet. `Default` is the only place where
//! thresholds and defaults are written. Must not know how a question is understood or answered.

use serde::{Deserialize, Serialize};

use crate::stats::Adjustment;

/// What to ask: which results, how laid out, how sure.
///
/// ```
/// let query = benchlens::Query { col: "/proto".into(), ..Default::default() };
/// assert_eq!((&query.row[..], query.alpha), (".fullname", 0.05));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Query {
    /// The keys that tell tables apart.
    pub table: String,
    /// The keys that tell rows apart.
    pub row: String,
    /// The keys that tell columns apart.
    pub col: String,
    /// Keys whose differences do not matter.
    pub ignore: String,
    /// Which results count.
    pub filter: String,
    /// A difference is significant up to this probability of chance.
    pub alpha: f64,
    /// The confidence of intervals.
    pub confidence: f64,
    /// Units to compute from others, each as `unit = expression`, or `speedup` or `efficiency`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub derive: Vec<String>,
    /// What to find out about each comparison beyond the table; nothing if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<AnalysisQuery>,
    /// Whether the report keeps the values that each cell is made of.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub samples: bool,
}

/// How comparisons are judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct AnalysisQuery {
    /// Changes up to this share do not matter: 0.01 is 1 %.
    pub margin: f64,
    /// How p-values are adjusted for being many.
    pub adjust: Adjustment,
    /// Whether the text table shows verdicts. Outputs that always tell them do so without it.
    pub in_text: bool,
    /// Whether the text table shows the interval of each change.
    pub delta_ci: bool,
    /// Which way is better for a unit, as `unit=higher` or `unit=lower`; the last one counts.
    pub better: Vec<String>,
    /// Drift and autocorrelation are told of a sample up to this probability of chance.
    pub trust: f64,
}

impl Query {
    /// The same question with an analysis, for outputs that tell verdicts in any case. One that was
    /// not asked for does not change the text table.
    #[must_use]
    pub fn judged(mut self) -> Query {
        let unseen = || AnalysisQuery { in_text: false, ..AnalysisQuery::default() };
        self.analysis.get_or_insert_with(unseen);
        self
    }
}

impl Default for AnalysisQuery {
    fn default() -> Self {
        AnalysisQuery {
            margin: 0.01,
            adjust: Adjustment::None,
            in_text: true,
            delta_ci: false,
            better: Vec::new(),
            trust: 0.01,
        }
    }
}

impl Default for Query {
    fn default() -> Self {
        Query {
            table: ".config".into(),
            row: ".fullname".into(),
            col: ".file".into(),
            ignore: String::new(),
            filter: "*".into(),
            alpha: 0.05,
            confidence: 0.95,
            derive: Vec::new(),
            analysis: None,
            samples: false,
        }
    }
}
