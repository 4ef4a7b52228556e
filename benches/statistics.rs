//! Each statistic on samples of the sizes that occur.

use std::hint::black_box;

use benchlens_core::stats::{
    Block, Diagnostics, MannWhitney, MedianInterval, Shifts, SignedRank, VanElteren, geomean,
    stochastic_order,
};
use criterion::{BenchmarkId, Criterion};

const SIZES: [usize; 6] = [6, 10, 20, 25, 50, 60];

/// Many samples take turns: what a test remembers of one must not make it look fast.
const SAMPLES: usize = 257;

/// Ascending samples whose values are below `end`: few different ones tie.
fn samples(n: usize, end: u64) -> Vec<Vec<f64>> {
    let mut state = n as u64;
    let mut value = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1.0 + ((state >> 33) % end) as f64
    };
    let sample = |_| {
        let mut sample: Vec<f64> = (0..n).map(|_| value()).collect();
        sample.sort_by(f64::total_cmp);
        sample
    };
    (0..SAMPLES).map(sample).collect()
}

/// Samples, tied and not, by the name of the case.
fn cases() -> impl Iterator<Item = (&'static str, usize, Vec<Vec<f64>>)> {
    let ties = [("ties=no", 1 << 31), ("ties=yes", 40)];
    ties.into_iter().flat_map(|(name, end)| SIZES.map(move |n| (name, n, samples(n, end))))
}

pub(super) fn mann_whitney(c: &mut Criterion) {
    let mut group = c.benchmark_group("mann-whitney");
    for (name, n, samples) in cases() {
        let mut test = MannWhitney::default();
        let mut pairs = samples.iter().zip(samples.iter().skip(1)).cycle();
        group.bench_function(BenchmarkId::new(name, n), |b| {
            b.iter(|| {
                let (old, new) = pairs.next().unwrap();
                test.p(black_box(old), black_box(new))
            });
        });
    }
    group.finish();
}

pub(super) fn median_interval(c: &mut Criterion) {
    let mut group = c.benchmark_group("median-interval");
    for (name, n, samples) in cases() {
        let mut interval = MedianInterval::new(0.95);
        let mut samples = samples.iter().cycle();
        group.bench_function(BenchmarkId::new(name, n), |b| {
            b.iter(|| interval.summarize(black_box(samples.next().unwrap())));
        });
    }
    group.finish();
}

pub(super) fn geometric_mean(c: &mut Criterion) {
    let mut group = c.benchmark_group("geomean");
    for (name, n, samples) in cases() {
        let mut samples = samples.iter().cycle();
        group.bench_function(BenchmarkId::new(name, n), |b| {
            b.iter(|| geomean(black_box(samples.next().unwrap()).iter().copied()));
        });
    }
    group.finish();
}

pub(super) fn shift_and_equivalence(c: &mut Criterion) {
    let mut group = c.benchmark_group("shift-and-equivalence");
    for (name, n, samples) in cases() {
        let (mut shifts, mut test) = (Shifts::default(), MannWhitney::default());
        let mut pairs = samples.iter().zip(samples.iter().skip(1)).cycle();
        group.bench_function(BenchmarkId::new(name, n), |b| {
            b.iter(|| {
                let (old, new) = pairs.next().unwrap();
                let pairs = shifts.pairs(black_box(old), black_box(new));
                pairs.map(|mut pairs| pairs.shift_and_equivalence(&mut test, 0.05))
            });
        });
    }
    group.finish();
}

/// All that a comparison of pairs asks: p, estimate and two intervals.
pub(super) fn signed_rank(c: &mut Criterion) {
    let mut group = c.benchmark_group("signed-rank");
    for (name, n, samples) in cases() {
        let mut test = SignedRank::default();
        // Any order will do as the order of the pairs, but not the same one for both sides.
        let in_order = |sorted: &Vec<f64>| (0..n).map(|i| sorted[i * 37 % n]).collect();
        let runs: Vec<Vec<f64>> = samples.iter().map(in_order).collect();
        let mut pairs = runs.iter().zip(samples.iter().skip(1)).cycle();
        group.bench_function(BenchmarkId::new(name, n), |b| {
            b.iter(|| {
                let (old, new) = pairs.next().unwrap();
                let pairs = test.pairs(black_box(old), black_box(new));
                pairs.map(|mut pairs| (pairs.p(), pairs.shift_and_equivalence(0.05)))
            });
        });
    }
    group.finish();
}

/// The same in blocks of three runs a side.
pub(super) fn blocks(c: &mut Criterion) {
    let mut group = c.benchmark_group("blocks");
    for (name, n, samples) in cases() {
        let mut test = VanElteren::default();
        let mut pairs = samples.iter().zip(samples.iter().skip(1)).cycle();
        group.bench_function(BenchmarkId::new(name, n), |b| {
            b.iter(|| {
                let (old, new) = pairs.next().unwrap();
                let sides = black_box(old).chunks(3).zip(black_box(new).chunks(3));
                let blocks: Vec<Block<'_>> = sides.map(|(old, new)| Block { old, new }).collect();
                let blocks = test.blocks(&blocks);
                blocks.map(|mut blocks| (blocks.p(), blocks.shift_and_equivalence(0.05)))
            });
        });
    }
    group.finish();
}

pub(super) fn stochastic_orders(c: &mut Criterion) {
    let mut group = c.benchmark_group("stochastic-order");
    for (name, n, samples) in cases() {
        let mut pairs = samples.iter().zip(samples.iter().skip(1)).cycle();
        group.bench_function(BenchmarkId::new(name, n), |b| {
            b.iter(|| {
                let (old, new) = pairs.next().unwrap();
                stochastic_order(black_box(old), black_box(new))
            });
        });
    }
    group.finish();
}

pub(super) fn diagnostics(c: &mut Criterion) {
    let mut group = c.benchmark_group("diagnostics");
    for (name, n, samples) in cases() {
        let mut diagnostics = Diagnostics::new(0.01);
        // Any order will do as the order of the runs.
        let in_order = |sorted: &Vec<f64>| (0..n).map(|i| sorted[i * 37 % n]).collect();
        let runs: Vec<Vec<f64>> = samples.iter().map(in_order).collect();
        let mut samples = runs.iter().zip(&samples).cycle();
        group.bench_function(BenchmarkId::new(name, n), |b| {
            b.iter(|| {
                let (in_order, sorted) = samples.next().unwrap();
                diagnostics.issues(black_box(in_order), black_box(sorted), &[])
            });
        });
    }
    group.finish();
}
