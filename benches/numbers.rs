//! Numbers as logs write them, one at a time.

use std::hint::black_box;

use benchlens_core::base::parse_float;
use benchlens_core::format::Number;
use criterion::{Criterion, Throughput};

const NUMBERS: [(&str, &str); 7] = [
    ("integer", "1234567"),
    ("decimals", "12345.67"),
    ("small", "0.2345"),
    ("long", "1234567890.125"),
    ("exponent", "1.2345e+06"),
    ("digits=17", "0.30000000000000004"),
    ("hexadecimal", "0x1.8p1"),
];

pub(super) fn numbers(c: &mut Criterion) {
    let mut group = c.benchmark_group("numbers");
    for (name, text) in NUMBERS {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(format!("short/{name}"), |b| {
            b.iter(|| Number::parse(black_box(text.as_bytes())).unwrap());
        });
        group.bench_function(format!("double/{name}"), |b| {
            b.iter(|| parse_float(black_box(text.as_bytes())).unwrap());
        });
    }
    group.finish();
}
