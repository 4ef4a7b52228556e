//! A finished report to text and to CSV, by bytes of output.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "criterion makes functions; a bench may panic"
)]

#[path = "workload/mod.rs"]
#[allow(dead_code, reason = "each program uses a part of it")]
mod workload;

use benchlens_core::{Input, Output, Query, Store, render, run};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use workload::{Kind, Workload};

fn layout(c: &mut Criterion) {
    let logs = [0, 1].map(|side| Workload { kind: Kind::Noisy, benchmarks: 2_000, side }.bytes());
    let store = Store::read([
        Input { name: b"old", label: b"old", bytes: &logs[0] },
        Input { name: b"new", label: b"new", bytes: &logs[1] },
    ]);
    let report = run(&store, &Query::default()).unwrap();
    let mut group = c.benchmark_group("layout");
    for (name, output) in Output::ALL {
        group.throughput(Throughput::Bytes(render(&report, output).out.len() as u64));
        group.bench_function(name, |b| b.iter(|| render(&report, output)));
    }
    group.finish();
}

criterion_group!(benches, layout);
criterion_main!(benches);
