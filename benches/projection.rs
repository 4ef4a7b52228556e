//! Projecting results onto tables, rows and columns. Every name occurs once a side, so that there is
//! little to summarise.

use super::workload::{Kind, Workload};
use benchlens_core::{Input, Query, Store};
use criterion::{Criterion, Throughput};

pub(super) fn projection(c: &mut Criterion) {
    let logs = [0, 1].map(|side| Workload { kind: Kind::Names, benchmarks: 10_000, side }.bytes());
    let store = Store::read([Input::new(b"old", &logs[0]), Input::new(b"new", &logs[1])]);
    let mut group = c.benchmark_group("projection");
    group.throughput(Throughput::Elements(store.len()));
    for (name, col, filter) in [
        ("default", ".file", "*"),
        ("col=codec", "/codec", "*"),
        ("filter=codec", ".file", "/codec:(gzip OR zstd)"),
    ] {
        let query = Query::default().col(col).filter(filter);
        let plan = query.compile().unwrap();
        group.bench_function(name, |b| b.iter(|| plan.run(&store).unwrap()));
    }
    group.finish();
}
