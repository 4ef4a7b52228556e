//! A query as words: what a command line or a call in another language says, before anything of it is read.
//!
//! Takes texts by the names of the program's flags; gives the query. So every way to ask has the same words and the same errors.
//! Must not know where the words are from. Texts of filters, projections and units are checked when the query is compiled.

use super::{AnalysisQuery, Focus, Query, Sort};
use crate::base::{Error, NumberError, parse_float};
use crate::table::{Adjustment, parse_share};

/// The words of a query. What is not said has its default.
///
/// ```
/// use benchlens_core::query::QueryWords;
///
/// let words = QueryWords { col: Some("/n".into()), margin: Some("1%".into()), ..QueryWords::default() };
/// let query = words.query()?;
/// assert_eq!((&query.col[..], query.analysis.map(|analysis| analysis.margin)), ("/n", Some(0.01)));
/// let wrong = QueryWords { alpha: Some("five".into()), ..QueryWords::default() };
/// let error = wrong.query().unwrap_err();
/// assert_eq!(error.part(), "alpha");
/// assert_eq!(error.to_string(), "invalid value \"five\" for flag -alpha: parse error");
/// # Ok::<(), benchlens_core::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueryWords {
    /// Split into tables by these keys.
    pub table: Option<String>,
    /// Split into rows by these keys.
    pub row: Option<String>,
    /// Split into columns by these keys.
    pub col: Option<String>,
    /// Keys to ignore.
    pub ignore: Option<String>,
    /// Use only matching results.
    pub filter: Option<String>,
    /// The column to compare against.
    pub base: Option<String>,
    /// Which runs are pairs.
    pub pair: Option<String>,
    /// Rows with unchanged code.
    pub control: Option<String>,
    /// Units to compute from others.
    pub derive: Vec<String>,
    /// The significance level.
    pub alpha: Option<String>,
    /// The confidence of intervals.
    pub confidence: Option<String>,
    /// Whether to show the interval of each change.
    pub delta_ci: bool,
    /// The equivalence margin: a share, such as `2%`.
    pub margin: Option<String>,
    /// The name of an adjustment of p.
    pub adjust: Option<String>,
    /// Which way is better for a unit, each as `unit=higher` or `unit=lower`.
    pub better: Vec<String>,
    /// The name of an order of rows.
    pub sort: Option<String>,
    /// Only rows with a significant change.
    pub changed: bool,
    /// Only rows that regressed by more than this: a share, such as `3%`; `0` for any regression.
    pub worse: Option<String>,
    /// Only these units.
    pub unit: Vec<String>,
    /// At most so many rows of each table.
    pub top: Option<String>,
    /// Whether the values of each cell are kept.
    pub samples: bool,
}

impl QueryWords {
    /// The query.
    ///
    /// # Errors
    ///
    /// The first word that is no value of its setting.
    pub fn query(self) -> Result<Query, Error> {
        let default = Query::default();
        let number = |name, word: &Option<String>, default| {
            word.as_ref().map_or(Ok(default), |word| parse_number(name, word))
        };
        let alpha = number("alpha", &self.alpha, default.alpha)?;
        let confidence = number("confidence", &self.confidence, default.confidence)?;
        let (analysis, focus) = (self.analysis()?, self.focus()?);
        Ok(Query {
            alpha,
            confidence,
            table: self.table.unwrap_or(default.table),
            row: self.row.unwrap_or(default.row),
            col: self.col.unwrap_or(default.col),
            ignore: self.ignore.unwrap_or(default.ignore),
            filter: self.filter.unwrap_or(default.filter),
            base: self.base.unwrap_or(default.base),
            pair: self.pair.unwrap_or(default.pair),
            control: self.control.unwrap_or(default.control),
            test: default.test,
            derive: self.derive,
            analysis: Some(analysis),
            samples: self.samples,
            focus,
        })
    }

    /// The analysis: shown in text if any word asks for it.
    fn analysis(&self) -> Result<AnalysisQuery, Error> {
        let QueryWords { delta_ci, margin, adjust, better, .. } = self;
        if !delta_ci && better.is_empty() && margin.as_ref().or(adjust.as_ref()).is_none() {
            return Ok(AnalysisQuery::unseen());
        }
        let (delta_ci, better) = (*delta_ci, better.clone());
        let mut analysis = AnalysisQuery { delta_ci, better, ..AnalysisQuery::default() };
        if let Some(margin) = margin {
            analysis.margin = share("margin", margin)?;
        }
        if let Some(name) = adjust {
            analysis.adjust = Adjustment::from_name(name)
                .ok_or_else(|| invalid("adjust", name, "not none, holm, bh or by"))?;
        }
        Ok(analysis)
    }

    /// The rows to show.
    fn focus(&self) -> Result<Focus, Error> {
        let sort = |text: &String| {
            let names = Sort::NAMES.map(|(name, _)| name).join(", ");
            Sort::from_text(text)
                .ok_or_else(|| invalid("sort", text, &format!("not one of {names}")))
        };
        let top = |text: &String| match text.parse::<u32>() {
            Ok(top) if 0 < top => Ok(top),
            _ => Err(invalid("top", text, "not a count")),
        };
        Ok(Focus {
            sort: self.sort.as_ref().map(sort).transpose()?,
            changed: self.changed,
            worse: self.worse.as_ref().map(|text| share("worse", text)).transpose()?,
            units: self.unit.clone(),
            top: self.top.as_ref().map(top).transpose()?,
        })
    }
}

/// A share, such as `2%` or `0.02`.
fn share(flag: &'static str, given: &str) -> Result<f64, Error> {
    parse_share(given).ok_or_else(|| {
        let above_1 = given.trim().parse::<f64>().is_ok_and(|share| 1.0 < share);
        let wanted = if above_1 {
            format!("a share above 1 needs a percent sign: {}%", given.trim())
        } else {
            "not a share such as 2% or 0.02".into()
        };
        invalid(flag, given, &wanted)
    })
}

/// A number as Go reads it.
///
/// # Errors
///
/// That it is none, with the name of the flag.
pub fn parse_number(flag: &'static str, given: &str) -> Result<f64, Error> {
    parse_float(given.as_bytes()).map_err(|error| {
        let why = match error {
            NumberError::Syntax => "parse error",
            NumberError::Range => "value out of range",
        };
        invalid(flag, given, why)
    })
}

/// What is wrong with the value of a flag.
fn invalid(flag: &'static str, given: &str, why: &str) -> Error {
    Error::range(flag, format!("invalid value {given:?} for flag -{flag}: {why}"))
}
