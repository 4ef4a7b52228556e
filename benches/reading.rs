//! Reading logs into a store, by bytes.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "criterion makes functions; a bench may panic"
)]

#[path = "workload/mod.rs"]
#[allow(dead_code, reason = "each program uses a part of it")]
mod workload;

use std::hint::black_box;

use benchlens_core::{Input, Store};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use workload::{Kind, Workload};

fn reading(c: &mut Criterion) {
    let mut group = c.benchmark_group("reading");
    // Each about 4 MB.
    for (name, kind, benchmarks) in [
        ("clean", Kind::Ties, 1_600),
        ("noisy", Kind::Noisy, 2_200),
        ("names=many", Kind::Names, 32_000),
        ("names=few", Kind::Bulk, 300),
    ] {
        let bytes = Workload { kind, benchmarks, side: 0 }.bytes();
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                Store::read([Input { name: b"log", label: b"log", bytes: black_box(&bytes) }])
            });
        });
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
