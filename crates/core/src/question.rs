//! Questions: what may be asked of a store, as plain data.
//!
//! Texts and levels as a person gives them, not checked yet. `Default` is the only place where
//! thresholds and defaults are written. Must not know how a question is understood or answered.

use serde::{Deserialize, Deserializer, Serialize};

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
    /// What columns are compared with: `first`, `previous`, the value of a column, or values of
    /// several column keys as `/codec=gzip,/size=1k`. Quotes make `"first"` a value.
    #[serde(skip_serializing_if = "is_first")]
    pub base: String,
    /// The significance level.
    // JSON has no number for one that is not a number: it is null there.
    #[serde(deserialize_with = "number_or_null")]
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
    /// Which rows an output shows, and in which order.
    #[serde(skip_serializing_if = "Focus::is_default")]
    pub focus: Focus,
}

/// Which rows an output shows, and in which order. Nothing is computed otherwise for it: geometric
/// means and adjusted p-values are those of all rows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Focus {
    /// The order of the rows; without one the report's, or the worst first where `top` is given.
    pub sort: Option<Sort>,
    /// Only rows with a significant change.
    pub changed: bool,
    /// Only these units, tidied or as the logs write them; all if there are none.
    pub units: Vec<String>,
    /// At most so many rows of each table.
    pub top: Option<u32>,
}

impl Focus {
    /// Whether all is shown as it is.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Focus::default()
    }
}

/// An order of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Sort {
    /// By what.
    pub by: SortBy,
    /// The column that decides; without one all columns count, or the first that can.
    pub column: Option<usize>,
    /// The other way round. Rows without a value stay last.
    pub descending: bool,
}

/// By what rows are sorted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SortBy {
    /// The report's order: that of the row projection.
    #[default]
    First,
    /// The worst change first, then the largest change of unknown direction, then the largest
    /// improvement, then the rest.
    Worst,
    /// The label.
    Label,
    /// The centre.
    Center,
    /// New/old; differences that are not significant come last.
    Delta,
    /// The probability of chance.
    P,
}

impl Sort {
    /// What `-sort` calls each order.
    pub const NAMES: [(&'static str, SortBy); 6] = [
        ("none", SortBy::First),
        ("worst", SortBy::Worst),
        ("name", SortBy::Label),
        ("value", SortBy::Center),
        ("delta", SortBy::Delta),
        ("p", SortBy::P),
    ];

    /// Reads a name, with `-` before it for the other way round.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Sort> {
        let (descending, name) = match text.strip_prefix('-') {
            Some(name) => (true, name),
            None => (false, text),
        };
        let (_, by) = Sort::NAMES.into_iter().find(|&(known, _)| known == name)?;
        Some(Sort { by, column: None, descending })
    }

    /// The text that [`Sort::from_text`] reads.
    #[must_use]
    pub fn to_text(self) -> String {
        let name = Sort::NAMES.into_iter().find(|&(_, by)| by == self.by).map_or("none", |n| n.0);
        format!("{}{name}", if self.descending { "-" } else { "" })
    }
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

/// A number, or null for what is not a number.
fn number_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(deserializer)?.unwrap_or(f64::NAN))
}

/// Each table's first column is the baseline.
pub(crate) const FIRST: &str = "first";

/// Each cell's baseline is the one before it in its row.
pub(crate) const PREVIOUS: &str = "previous";

fn is_first(base: &str) -> bool {
    base == FIRST
}

impl Query {
    /// Whether each cell is compared with the one before it, so that there is no one baseline.
    #[must_use]
    pub fn goes_back(&self) -> bool {
        self.base == PREVIOUS
    }

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
            base: FIRST.into(),
            alpha: 0.05,
            confidence: 0.95,
            derive: Vec::new(),
            analysis: None,
            samples: false,
            focus: Focus::default(),
        }
    }
}
