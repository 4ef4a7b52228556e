//! Files of load generators, as the tools wrote them (`record.py`). `check.py` compares the results with a reading in
//! Python; the tests here change the files.

mod costs;
mod failures;
mod options;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use benchlens_core::store::Input;
use benchlens_core::{Converter, Store};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/load/data")
}

/// Returns the content of each file with its name.
pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut bytes = fs::read(&path).unwrap();
        if name.ends_with(".gz") {
            let packed = std::mem::take(&mut bytes);
            flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
        }
        all.push((name, bytes));
    }
    all.sort();
    assert!(20 < all.len());
    all
}

fn read(bytes: &[u8]) -> Store {
    Store::read([Input::new("file", bytes)])
}

/// Returns the results of a file as Go benchmark text, and its messages.
fn converted<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> (String, Vec<String>) {
    let mut converter = Converter::new("*", true).unwrap();
    converter.begin(b"file", b"file");
    let mut text = Vec::new();
    for chunk in chunks {
        converter.feed(chunk);
        text.extend(converter.take());
    }
    converter.end();
    text.extend(converter.take());
    let messages = converter.store().diagnostics().iter().map(ToString::to_string);
    (String::from_utf8(text).unwrap(), messages.collect())
}

/// Returns the number of requests, and of messages about unreadable parts.
fn requests(store: &Store) -> u64 {
    let mut counts = Vec::new();
    for run in store.runs(0) {
        run.iterations(&mut counts);
    }
    counts.iter().map(|count| *count as u64).sum()
}

#[test]
fn a_file_gives_the_same_however_it_is_cut() {
    for (name, bytes) in files() {
        let whole = converted(std::iter::once(&bytes[..]));
        for size in [7, 1000, 70_000] {
            assert_eq!(converted(bytes.chunks(size)), whole, "{name} in chunks of {size}");
        }
    }
}

#[test]
fn a_broken_line_loses_one_request() {
    let is_raw = |name: &str| {
        [
            "hey.csv",
            "oha.csv",
            "k6.csv",
            "k6.json",
            "vegeta.csv",
            "vegeta.jsonl",
            "ghz.csv",
            "ab.tsv",
        ]
        .iter()
        .any(|raw| name.starts_with(raw))
    };
    let mut tested = 0;
    for (name, bytes) in files().into_iter().filter(|(name, _)| is_raw(name)) {
        tested += 1;
        let all = requests(&read(&bytes));
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        for broken in [lines.len() / 3, lines.len() / 2] {
            let mut changed = lines.clone();
            let half = [&changed[broken][..changed[broken].len() / 2], b"\n"].concat();
            changed[broken] = &half;
            let store = read(&changed.concat());
            let left = requests(&store);
            assert!(all - 1 <= left, "{name}: {left} of {all}");
            let is_reported = store.diagnostics().iter().any(|found| !found.problem.is_note());
            assert!(is_reported || left == all, "{name}: line {broken} is lost without a message");
        }
    }
    assert_eq!(tested, 8);
}

#[test]
fn changed_files_cause_no_panic() {
    let files = files();
    let change = (0..files.len(), any::<prop::sample::Index>(), 0..5, any::<[u8; 4]>());
    let config = Config { cases: 400, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&change, |(file, at, kind, new)| {
            let mut bytes = files[file].1.clone();
            let at = at.index(bytes.len());
            match kind {
                0 => bytes.truncate(at),
                1 => bytes[at] = new[0],
                2 => bytes.splice(at..at, new).for_each(drop),
                3 => bytes.drain(at..(at + 100).min(bytes.len())).for_each(drop),
                _ => bytes.extend_from_within(at..),
            }
            read(&bytes);
            Ok(())
        })
        .unwrap();
}

#[test]
fn files_are_small() {
    for (name, bytes) in files() {
        assert!(bytes.len() < 1_000_000, "{name}: {}", bytes.len());
    }
}

/// A file, a text that its results contain, and a text that a message contains; empty for none.
const UNUSUAL: [(&str, &str, &str); 13] = [
    // wrk2 describes only the requests after its calibration, here fewer than p90 requires.
    (
        "Running 15s test @ http://h/items\n  Thread calibration: mean lat.: 1.2ms, rate sampling interval: 10ms\n\
         \x20   Latency    1.25ms    0.48ms   9.43ms   78.43%\n\
         \x20 Latency Distribution (HdrHistogram - Recorded Latency)\n 50.000%    1.42ms\n 90.000%    2.90ms\n\
         #[Max     =        9.430, Total count    =           99]\n\
         \x20 753 requests in 15.05s, 106.10KB read\nRequests/sec:     50.03\n",
        "BenchmarkRequests/items 753 0.00142 p50-sec 0.00943 max-sec 0.00125 mean-sec 50.03 requests/s",
        "p90 is skipped, because it requires 100 requests",
    ),
    (
        "1795753518096005511,200,3745886,0,4,,,,1,GET,\"http://h/a?ids=1,2\",\n\
         1795753518096005512,200,3745886,0,4,,,,2,GET,http://h/a,\n",
        "BenchmarkGET/a 2 ",
        "",
    ),
    (
        r#"{"summary":{"average":0.1},"latencyPercentiles":{"p50":0.1},"successRate":1,
        "statusCodeDistribution":{"200":90},"errorDistribution":{"aborted due to deadline":10}}"#,
        " 0 errors/request",
        "",
    ),
    (
        r#"{"summary":{"average":0.1,"successRate":0},"latencyPercentiles":{},
        "statusCodeDistribution":{},"errorDistribution":{"connection refused":10}}"#,
        " 1 errors/request",
        "",
    ),
    (
        "{\"metric\":\"queue\",\"type\":\"gauge\",\"data\":3}\nBenchmarkA 1 2 ns/op\n",
        "BenchmarkA 1 2 ns/op",
        "",
    ),
    (
        "<?xml version=\"1.0\"?>\n<testResults version=\"1.2\">\n\
         <httpSample t=\"5\" ts=\"1\" s=\"true\" lb=\"a\" rc=\"200\"/>\n",
        "BenchmarkA 1 ",
        "expected `</testResults>`",
    ),
    (
        "<testResults version=\"1.2\">\n<httpSample t=\"112\" it=\"0\"\n</testResults>\n",
        "",
        "one whole sample in the line",
    ),
    (
        "duration (ms),status,error\n1.0,OK,\n2.0,Unavailable,rpc error: too large, note that\n",
        "BenchmarkRequests 1 0.001 max-sec 0.001 mean-sec 0.5 errors/request",
        "",
    ),
    (
        "{\"attack\":\"\",\"code\":200,\"latency\":1,\"bytes_out\":0}{\"attack\":\"\",\"latency\":2}\n",
        "",
        "the end of the line",
    ),
    (
        "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n\
         0,1,1,HISTEwAAAAD/////AAAAAAAAAAMAAAAAAAAAAQAAAAAAAAACP/AAAAAAAAA=\n",
        "",
        "expected a compressed histogram",
    ),
    (
        "Running 2s test @ http://h/a\n  Latency Distribution\n     99%   11.09mx\n\
         \x20 100 requests in 2.00s, 1KB read\nRequests/sec: 50\n",
        " 50 requests/s",
        "expected a time",
    ),
    (
        "metric_name,timestamp,metric_value,expected_response,method,name,status\n\
         http_req_duration,1,x,true,GET,http://h/,200\nhttp_req_duration,1,2,true,GET,http://h/,200\n",
        "BenchmarkGET/ 1 ",
        "found `x`, expected a latency",
    ),
    (
        "response-time,DNS+dialup,Response-delay,status-code,offset\n0.1,0,0,200,1e300\n0.1,0,0,200,-1e300\n",
        "BenchmarkRequests 2 ",
        "",
    ),
];

#[test]
fn unusual_files_are_read_or_reported() {
    for (file, wanted, said) in UNUSUAL {
        let (text, messages) = converted(std::iter::once(file.as_bytes()));
        assert!(text.contains(wanted), "{file}\n{text}");
        let is_said = messages.iter().any(|message| message.contains(said));
        assert!(said.is_empty() || is_said, "{file}\n{messages:?}");
    }
}

#[test]
fn open_quotes_end_soon_and_lose_one_row() {
    let header = "response-time,DNS+dialup,Response-delay,status-code,offset\n";
    let rows = "0.1,0,0,200,1\n".repeat(1000);
    let file = format!("{header}0.1,0,0,200,\"1\n{rows}");
    assert_eq!(requests(&read(file.as_bytes())), 1000);
    // Each line ends within quotes, however it is read.
    let hostile = format!("{header}{}", "a\",\"\n".repeat(20_000));
    assert_eq!(requests(&read(hostile.as_bytes())), 0);
}
