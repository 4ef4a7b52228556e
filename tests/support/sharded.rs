//! Comparisons in shards: results are distributed to several stores, as on several machines, and their comparisons
//! are joined to a report.
//!
//! All data between the stores is passed as bytes.

use std::collections::BTreeMap;

use benchlens_core::query::{Frame, Shard, ShardError};
use benchlens_core::{Answer, Plan, Store, StoreBuilder};

/// Returns the report of a plan that is computed in this number of shards; the plan for the shards may omit the gate.
pub(crate) fn report(
    plan: &Plan,
    of_shards: &Plan,
    store: &Store,
    count: u32,
) -> Result<Answer, ShardError> {
    if plan.needs_all_values() {
        return Ok(plan.run(store)?);
    }
    let outline = Store::from_bytes(&store.outline().to_bytes()).unwrap();
    let frame = plan.frame(&outline)?.to_bytes();
    let dealt = dealt(plan, store, count).into_iter().map(|own| {
        let shard = of_shards.shard(own, &Frame::from_bytes(&frame)?)?;
        Shard::from_bytes(&shard.to_bytes())
    });
    // The order of shards does not matter.
    let mut shards = dealt.collect::<Result<Vec<_>, _>>()?;
    shards.reverse();
    plan.join(&outline, shards)
}

/// Returns the results of each shard. Each input is distributed separately, as by machines that each have one input.
pub(crate) fn dealt(plan: &Plan, store: &Store, count: u32) -> Vec<Store> {
    let mut hands: BTreeMap<u32, StoreBuilder> = BTreeMap::new();
    for (number, input) in store.inputs().iter().enumerate() {
        let mut own = StoreBuilder::default();
        own.append_inputs(store, [(number, &input.label[..])]);
        for (shard, part) in plan.deal(&own.finish(), count) {
            let part = Store::from_bytes(&part.to_bytes()).unwrap();
            hands.entry(shard).or_default().append_store(&part, None);
        }
    }
    hands.into_values().map(StoreBuilder::finish).collect()
}
