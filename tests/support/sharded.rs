//! Comparisons in shards: results dealt out to several stores, as machines would have them, and their report.
//!
//! What goes from one to the other goes as bytes.

use std::collections::BTreeMap;

use benchlens_core::query::{Frame, Shard, ShardError};
use benchlens_core::{Answer, Plan, Store, StoreBuilder};

/// The report of a plan that is worked out in so many shards, by a plan that may be without its gate.
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
    // In any order.
    let mut shards = dealt.collect::<Result<Vec<_>, _>>()?;
    shards.reverse();
    plan.join(&outline, shards)
}

/// The results of each shard. Each input is dealt out by itself, as by machines of which each has one.
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
