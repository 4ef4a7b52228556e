//! Queries: what to ask of a store.
//!
//! Ties store, project and table together. [`Query`] is plain data, and its `Default` is the only
//! place where thresholds and defaults are written.

use serde::{Deserialize, Serialize};

use crate::base::Error;
use crate::project::Schema;
use crate::store::Store;
use crate::table::{Report, Settings, report};

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
        }
    }
}

/// A query that has been checked.
#[derive(Debug, Clone)]
pub struct Plan {
    schema: Schema,
    settings: Settings,
}

impl Query {
    /// Checks the query.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place: the filter, then the projections for tables,
    /// rows, columns and what to ignore, then the levels.
    pub fn compile(&self) -> Result<Plan, Error> {
        let Query { table, row, col, ignore, filter, alpha, confidence } = self;
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
        Ok(Plan { schema, settings })
    }
}

impl Plan {
    /// The same plan for up to so many threads. The answer does not depend on it.
    pub fn with_threads(mut self, threads: usize) -> Plan {
        self.settings.threads = threads;
        self
    }

    /// The answer.
    pub fn run(&self, store: &Store) -> Report {
        report(store, &self.schema, self.settings)
    }
}

/// Asks `query` of `store`.
///
/// # Errors
///
/// What is wrong with the query; see [`Query::compile`].
pub fn run(store: &Store, query: &Query) -> Result<Report, Error> {
    Ok(query.compile()?.run(store))
}
