//! Reading logs into a store, by bytes.

use std::hint::black_box;

use super::workload::{Kind, Workload};
use benchlens_core::{Input, Store};
use criterion::{Criterion, Throughput};

pub(super) fn reading(c: &mut Criterion) {
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
            b.iter(|| Store::read([Input::new(b"log", black_box(&bytes))]));
        });
    }
    group.finish();
}
