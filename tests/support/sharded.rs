//! Comparisons in shards: results dealt out to several stores, as machines would have them, and their report.
//!
//! What goes from one to the other goes as bytes.

use benchlens::format::{Location, Notice, Record, ResultLine, Sink};
use benchlens::query::{Frame, Shard, ShardError};
use benchlens::store::{Configured, StoredRow};
use benchlens::{Plan, Report, Store, StoreBuilder};

/// The report of a plan that is worked out in so many shards, by a plan that may be without its gate.
pub(crate) fn report(
    (plan, of_shards): (&Plan, &Plan),
    store: &Store,
    count: u32,
) -> Result<Report, ShardError> {
    if plan.needs_all_values() {
        return Ok(plan.run(store)?);
    }
    let outline = Store::from_bytes(&store.outline().to_bytes()).unwrap();
    let frame = plan.frame(&outline)?.to_bytes();
    let shards = deal(store, &plan.shards_of_rows(store, count), count).into_iter().map(|own| {
        let shard = of_shards.shard(own, &Frame::from_bytes(&frame)?)?;
        Shard::from_bytes(&shard.to_bytes())
    });
    // In any order.
    let mut shards = shards.collect::<Result<Vec<_>, _>>()?;
    shards.reverse();
    Ok(plan.join(&outline, shards)?.report)
}

/// The results of each shard, in their order.
pub(crate) fn deal(store: &Store, shards: &[Option<u32>], count: u32) -> Vec<Store> {
    let of_shard = |shard: u32| {
        let mut builder = StoreBuilder::default();
        let mut places = shards.iter();
        let mut rows = store.rows();
        for (number, input) in store.inputs().iter().enumerate() {
            builder.begin(&input.name, &input.label);
            let (mut configured, mut block) = (Configured::default(), None);
            for run in store.runs(number) {
                for row in rows.by_ref().take(run.rows()) {
                    if places.next() != Some(&Some(shard)) {
                        continue;
                    }
                    if block != run.recorded {
                        block = run.recorded;
                        let (recording, block) = block.unwrap_or_default();
                        builder.push(
                            &Location::Input,
                            Record::Notice(Notice::Block { recording, block }),
                        );
                    }
                    push(&mut builder, &mut configured, &row);
                }
            }
            builder.end();
        }
        builder.finish()
    };
    (0..count).map(of_shard).collect()
}

fn push(builder: &mut StoreBuilder, configured: &mut Configured, row: &StoredRow<'_>) {
    let at = Location::Input;
    configured.set(&row.config, &row.details, |record| builder.push(&at, record));
    let (units, values): (Vec<_>, Vec<_>) = row.measurements.iter().copied().unzip();
    let result = ResultLine {
        name: row.name,
        iterations: row.iterations,
        values: &values,
        units: &units,
        repeats: false,
    };
    builder.push(&at, Record::Result(result));
}
