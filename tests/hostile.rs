//! Logs that are made to cost much: time and memory stay in proportion to the input.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use benchlens::format::LINE_MAX;
use benchlens::{Input, Query, Store, StoreBuilder, run};

/// Far more than the work takes even where everything else runs, far less than it took.
const BUDGET: Duration = Duration::from_secs(60);

#[test]
fn a_line_with_very_many_units_takes_no_longer_than_many_lines() {
    let units: String = (0..150_000).map(|i| format!(" {i} u{i}")).collect();
    let log = format!("BenchmarkA 1{units}\n");
    let start = Instant::now();
    let store = Store::read([Input::new("log", &log)]);
    let report = run(&store, &Query::default()).unwrap();
    assert_eq!(report.tables.len(), 150_000);
    let again = Store::from_bytes(&store.to_bytes()).unwrap();
    assert_eq!(again.len(), 1);
    assert!(start.elapsed() < BUDGET, "{:?}", start.elapsed());
}

#[test]
fn a_line_beyond_the_limit_is_told_and_the_others_count() {
    let (before, after) = (b"BenchmarkA 1 2 ns/op\n", b"\nBenchmarkA 1 3 ns/op\n");
    for (extra, is_read) in [(0, true), (1, false)] {
        let head = b"BenchmarkB 1 2 ns/op ";
        let line = [&head[..], &vec![b' '; LINE_MAX + extra - head.len()]].concat();
        let mut builder = StoreBuilder::default();
        builder.begin(b"log", b"log");
        [&before[..], &line, after].concat().chunks(1 << 20).for_each(|chunk| builder.feed(chunk));
        builder.end();
        let fed = builder.finish();
        let whole = [&before[..], &line, after].concat();
        let read = Store::read([Input::new("log", &whole)]);
        for store in [fed, read] {
            let told: Vec<String> = store.diagnostics().iter().map(ToString::to_string).collect();
            if is_read {
                assert_eq!((store.len(), told.len()), (3, 0));
            } else {
                assert_eq!(told, ["log:2: skipped a line of more than 64 MiB"]);
                assert_eq!(store.len(), 2);
            }
        }
    }
}

#[test]
fn the_seed_of_the_hash_does_not_show() {
    let log: String = (0..500)
        .map(|i| format!("k{}: v{i}\nBenchmarkA/n={i} 1 {i} ns/op 3 u{i}\n", i % 7))
        .collect();
    let stored = |seed: u64| {
        let mut builder = StoreBuilder::seeded(seed);
        builder.begin(b"log", b"log");
        builder.feed(log.as_bytes());
        builder.end();
        let store = builder.finish();
        (store.to_bytes(), format!("{:?}", run(&store, &Query::default()).unwrap().tables))
    };
    assert!(stored(0) == stored(12_345));
}

/// The address space is limited, as `ulimit` does it.
#[cfg(target_os = "linux")]
#[test]
fn a_huge_packed_line_is_not_kept() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("huge-line");
    std::fs::create_dir_all(&folder).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let part = vec![b'B'; 1 << 20];
    (0..1024).for_each(|_| gzip.write_all(&part).unwrap());
    gzip.write_all(b"\nBenchmarkA 1 2 ns/op\n").unwrap();
    std::fs::write(folder.join("f.gz"), gzip.finish().unwrap()).unwrap();
    for threads in ["1", "2"] {
        let out = Command::new("sh")
            .args(["-c", "ulimit -v 900000; exec \"$0\" -j \"$1\" f.gz"])
            .args([env!("CARGO_BIN_EXE_benchlens"), threads])
            .current_dir(&folder)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(told, "f.gz:1: skipped a line of more than 64 MiB\n", "-j {threads}");
        assert!(String::from_utf8_lossy(&out.stdout).contains("2.000n"), "-j {threads}");
    }
}
