//! Queries: what to ask of a store.
//!
//! Ties store, project and table together. [`Query`] is plain data, and its `Default` is the only
//! place where thresholds and defaults are written.

use serde::{Deserialize, Serialize};

use crate::base::Error;
use crate::project::Schema;
use crate::store::Store;
use crate::table::{
    Adjustment, AnalysisSettings, Derivation, Report, Settings, parse_better, report,
};

/// What to ask: which results, how laid out, how sure.
///
/// ```
/// let query = benchlens::Query { col: "/proto".into(), ..Default::default() };
/// assert_eq!((&query.row[..], query.alpha), (".fullname", 0.05));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    pub derive: Vec<String>,
    /// What to find out about each comparison beyond the table; nothing if it is left out.
    pub analysis: Option<AnalysisQuery>,
}

/// How comparisons are judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AnalysisQuery {
    /// Changes up to this share do not matter: 0.01 is 1 %.
    pub margin: f64,
    /// How p-values are adjusted for being many.
    pub adjust: Adjustment,
    /// Whether the text table shows the interval of each change.
    pub delta_ci: bool,
    /// Which way is better for a unit, as `unit=higher` or `unit=lower`; the last one counts.
    pub better: Vec<String>,
    /// Drift and autocorrelation are told of a sample up to this probability of chance.
    pub trust: f64,
}

impl Default for AnalysisQuery {
    fn default() -> Self {
        let adjust = Adjustment::None;
        AnalysisQuery { margin: 0.01, adjust, delta_ci: false, better: Vec::new(), trust: 0.01 }
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
        }
    }
}

/// A query that has been checked.
#[derive(Debug, Clone)]
pub struct Plan {
    schema: Schema,
    settings: Settings,
    derivations: Vec<Derivation>,
    analysis: Option<AnalysisSettings>,
}

impl Query {
    /// Checks the query.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place: the filter, then the projections for tables,
    /// rows, columns and what to ignore, then the levels.
    pub fn compile(&self) -> Result<Plan, Error> {
        let Query { table, row, col, ignore, filter, alpha, confidence, derive, analysis } = self;
        let schema = Schema::compile(filter, table, row, col, ignore)?;
        let out_of_range = |value: f64| !(0.0..=1.0).contains(&value);
        // An alpha that is not a number makes every difference significant, as in the reference.
        if out_of_range(*alpha) && !alpha.is_nan() {
            return Err(Error::range("alpha", "-alpha must be in range [0, 1]".into()));
        }
        if out_of_range(*confidence) {
            return Err(Error::range("confidence", "-confidence must be in range [0, 1]".into()));
        }
        let settings = Settings { alpha: *alpha, confidence: *confidence, threads: 1 };
        let analysis = analysis.as_ref().map(AnalysisQuery::compile).transpose()?;
        let derivations = derive.iter().map(|text| Derivation::compile(text));
        let derivations = derivations.collect::<Result<Vec<_>, _>>()?;
        if let Some(unit) = Derivation::named_twice(&derivations) {
            return Err(Error::range("derive", format!("-derive defines {unit} twice")));
        }
        Ok(Plan { schema, settings, derivations, analysis })
    }
}

impl AnalysisQuery {
    fn compile(&self) -> Result<AnalysisSettings, Error> {
        let AnalysisQuery { margin, adjust, delta_ci, better, trust } = self;
        if !margin.is_finite() || *margin < 0.0 {
            return Err(Error::range("margin", "-margin must be a share of 0 or more".into()));
        }
        if !(0.0..=1.0).contains(trust) {
            return Err(Error::range("trust", "trust must be in range [0, 1]".into()));
        }
        let better = better.iter().map(|text| parse_better(text)).collect::<Result<_, _>>()?;
        let (margin, adjust, delta_ci) = (*margin, *adjust, *delta_ci);
        Ok(AnalysisSettings { margin, adjust, delta_ci, better, trust: *trust })
    }
}

impl Plan {
    /// The same plan for up to so many threads. The answer does not depend on it.
    pub fn with_threads(mut self, threads: usize) -> Plan {
        self.settings.threads = threads;
        self
    }

    /// Whether the results have the units that the query computes with.
    ///
    /// # Errors
    ///
    /// The first derived unit that needs one which no result has, with the place.
    pub fn check(&self, store: &Store) -> Result<(), Error> {
        self.derivations.iter().try_for_each(|derivation| derivation.check(store))
    }

    /// The answer.
    pub fn run(&self, store: &Store) -> Report {
        report(store, &self.schema, self.settings, &self.derivations, self.analysis.as_ref())
    }
}

/// Asks `query` of `store`.
///
/// # Errors
///
/// What is wrong with the query; see [`Query::compile`] and [`Plan::check`].
pub fn run(store: &Store, query: &Query) -> Result<Report, Error> {
    let plan = query.compile()?;
    plan.check(store)?;
    Ok(plan.run(store))
}
