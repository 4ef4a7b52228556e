//! Plans that are worked out in several places.
//!
//! Takes a plan; says which results belong together, compares them in shards, and makes one report of these. See
//! [`Frame`] for what travels. Guarantees the report of [`Plan::run`] about all results together.

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
    /// Whether an outline is not enough, because values decide which rows there are or what corrects the others: derived
    /// units and control rows. Then all results must be compared in one place.
    #[must_use]
    pub fn needs_all_values(&self) -> bool {
        !self.derivations.is_empty() || self.query.is_controlled()
    }

    /// What each shard must know of the whole.
    ///
    /// # Errors
    ///
    /// As [`Plan::run`]. So a query that is wrong is found before anything is compared.
    pub fn frame(&self, outline: &Store) -> Result<Frame, Error> {
        self.check(outline)?;
        let asked = self.compiled();
        let cells = asked.group(outline)?;
        asked.frame(outline, &cells)
    }

    /// The results of a store that the query asks for, dealt out to so many shards: those that get any, with their stores,
    /// which have their inputs and results in the order of `store`. The results of one row of the tables go to one shard, also
    /// those of different stores.
    #[must_use]
    pub fn deal(&self, store: &Store, count: u32) -> BTreeMap<u32, Store> {
        store.deal(&self.compiled().shards_of_rows(store, count))
    }

    /// The comparisons of a shard, with or without the gate of the plan: of a store that has all results of some rows, in their order, and no others.
    ///
    /// # Errors
    ///
    /// [`ShardError::Unknown`], if the frame is of other results.
    pub fn shard(&self, store: Store, frame: &Frame) -> Result<Shard, ShardError> {
        self.compiled().shard(store, frame)
    }

    /// The answer of all shards, with the rules of a gate if the plan has any. It has [samples](Answer::samples) if the query
    /// asks for them.
    ///
    /// # Errors
    ///
    /// As [`Plan::run`], and whatever shows that results were lost or counted twice on the way.
    pub fn join(
        &self,
        outline: &Store,
        shards: impl IntoIterator<Item = Shard>,
    ) -> Result<Answer, ShardError> {
        self.check(outline)?;
        let asked = self.compiled();
        let cells = asked.group(outline)?;
        let (report, cells) = asked.join(outline, cells, shards)?;
        Ok(self.gated(outline, report, cells))
    }
}
