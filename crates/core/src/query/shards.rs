//! Plans that run in several places.
//!
//! Takes a plan; says which results belong together, compares them in shards, and makes one report from the shards. See
//! [`Frame`] for the data that travel. Guarantees the report that [`Plan::run`] computes from all results together.

use std::collections::BTreeMap;

use super::{Answer, Plan};
use crate::base::Error;
use crate::store::Store;
use crate::table::{Frame, Shard, ShardError};

/// ```
/// use benchlens_core::{Query, Store, StoreBuilder, Input};
///
/// let log = "BenchmarkA 1 3 ns/op\nBenchmarkB 1 4 ns/op\n";
/// let whole = Store::read([Input::new("log", log)]);
/// let plan = Query::default().compile()?;
/// // An outline of everything is small, and says what each shard must know.
/// let outline = whole.outline();
/// let frame = plan.frame(&outline)?;
/// // Results of different rows can be compared in different places.
/// let dealt = plan.deal(&whole, 10).into_values();
/// let shards = dealt.map(|results| plan.shard(results, &frame).unwrap());
/// assert_eq!(plan.join(&outline, shards)?, plan.run(&whole)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Plan {
    /// Returns whether an outline is not enough, because values decide which rows exist or how they are corrected:
    /// derived units and control benchmarks. Then all results must be compared in one place.
    #[must_use]
    pub fn needs_all_values(&self) -> bool {
        !self.derivations.is_empty() || self.query.is_controlled()
    }

    /// Returns the facts about the whole that each shard needs.
    ///
    /// # Errors
    ///
    /// The same errors as [`Plan::run`], so an invalid query is found before anything is compared.
    pub fn frame(&self, outline: &Store) -> Result<Frame, Error> {
        self.check(outline)?;
        let plan = self.separated(outline);
        let asked = plan.compiled();
        let cells = asked.group(outline)?;
        asked.frame(outline, &cells)
    }

    /// Deals the results that the query asks for out to this number of shards: returns the shards that get any, with
    /// their stores, which have their inputs and results in the order of `store`. The results of one row of the tables
    /// go to one shard, even from different stores.
    #[must_use]
    pub fn deal(&self, store: &Store, count: u32) -> BTreeMap<u32, Store> {
        store.deal(&self.compiled().shards_of_rows(store, count))
    }

    /// Returns the comparisons of a shard, with or without the gate of the plan. The store must contain all results of
    /// some rows, in their order, and no others.
    ///
    /// # Errors
    ///
    /// [`ShardError::Unknown`], if the frame belongs to other results.
    pub fn shard(&self, store: Store, frame: &Frame) -> Result<Shard, ShardError> {
        let mut plan = self.clone();
        frame.separating_keys().for_each(|key| plan.schema.separate_by(key));
        plan.compiled().shard(store, frame)
    }

    /// Returns the answer of all shards, with the results of a gate's rules if the plan has any. It has
    /// [samples](Answer::samples) if the query asks for them.
    ///
    /// # Errors
    ///
    /// The same errors as [`Plan::run`], and an error if results were lost or counted twice on the way.
    pub fn join(
        &self,
        outline: &Store,
        shards: impl IntoIterator<Item = Shard>,
    ) -> Result<Answer, ShardError> {
        self.check(outline)?;
        let plan = self.separated(outline);
        let asked = plan.compiled();
        let cells = asked.group(outline)?;
        let (report, cells) = asked.join(outline, cells, shards)?;
        Ok(self.gated(outline, report, cells))
    }
}
