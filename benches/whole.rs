//! From bytes to text: all stages in a row, on one thread.

use super::workload::{Kind, Workload};
use benchlens_core::{Input, Output, Query, Store, render, run};
use criterion::{Criterion, Throughput};

pub(super) fn whole(c: &mut Criterion) {
    let mut group = c.benchmark_group("whole");
    for (name, kind, benchmarks) in
        [("ties", Kind::Ties, 500), ("bulk", Kind::Bulk, 500), ("start", Kind::Start, 3)]
    {
        let logs = [0, 1].map(|side| Workload { kind, benchmarks, side }.bytes());
        group.throughput(Throughput::Bytes(logs.iter().map(|log| log.len() as u64).sum()));
        group.bench_function(name, |b| {
            b.iter(|| {
                let store =
                    Store::read([Input::new(b"old", &logs[0]), Input::new(b"new", &logs[1])]);
                render(&run(&store, &Query::default()).unwrap(), Output::Text)
            });
        });
    }
    group.finish();
}
