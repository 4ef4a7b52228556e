//! A finished report to text and to CSV, by bytes of output.

use super::workload::{Kind, Workload};
use benchlens_core::{Input, Output, Query, Store, render, run};
use criterion::{Criterion, Throughput};

pub(super) fn layout(c: &mut Criterion) {
    let logs = [0, 1].map(|side| Workload { kind: Kind::Noisy, benchmarks: 2_000, side }.bytes());
    let store = Store::read([Input::new(b"old", &logs[0]), Input::new(b"new", &logs[1])]);
    let report = run(&store, &Query::default()).unwrap();
    let mut group = c.benchmark_group("layout");
    for (name, output) in Output::ALL {
        group.throughput(Throughput::Bytes(render(&report, output).out.len() as u64));
        group.bench_function(name, |b| b.iter(|| render(&report, output)));
    }
    group.finish();
}
