//! Small inputs of every harness: their records, however they are cut, and their remaining records if they break.

mod ids;

use super::*;

/// Returns the records of a text as `show` writes them, and checks that they do not depend on how the text is cut.
pub(super) fn records_of<R: Reader>(
    text: &str,
    reader: impl Fn() -> R,
    show: impl Fn(&Location, Record<'_>) -> String,
) -> Vec<String> {
    let mut all = Vec::new();
    for size in [1, 7, text.len()] {
        let mut reported = Vec::new();
        let mut sink = |at: &Location, record: Record<'_>| reported.push(show(at, record));
        let mut reader = reader();
        text.as_bytes().chunks(size).for_each(|chunk| reader.feed(chunk, &mut sink));
        reader.finish(&mut sink);
        assert!(all.is_empty() || all == reported, "{size}");
        all = reported;
    }
    all
}

/// Returns the records of a reader, one on each line.
fn read(text: &[u8], size: usize) -> Vec<String> {
    let mut all = Vec::new();
    let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut sink = |at: &Location, record: Record<'_>| match record {
        Record::Result(result) => {
            let mut line = format!("{} {}", show(result.name), result.iterations);
            for (value, unit) in result.values.iter().zip(result.units) {
                line += &format!(" {:?} {}", value.to_f64(), show(unit));
            }
            all.push(line);
        }
        Record::Config { key, value } => all.push(format!("{}: {}", show(key), show(value))),
        Record::Metadata { key, value } => all.push(format!("({}: {})", show(key), show(value))),
        Record::Notice(Notice::Unit { unit, key, value }) => {
            all.push(format!("Unit {} {}={}", show(&unit), show(&key), show(&value)));
        }
        Record::Notice(Notice::Problem(Problem::Unreadable { message })) => {
            all.push(format!("wrong{} {}", show(&at.to_bytes()), show(&message)));
        }
        Record::Notice(Notice::Problem(Problem::SummaryOnly { .. })) => {
            all.push("summary only".into());
        }
        Record::Notice(Notice::Problem(Problem::Note { text })) => {
            all.push(format!("note {}", show(&text)));
        }
        Record::Notice(Notice::Problem(Problem::NonZeroExit { name, runs })) => {
            all.push(format!("exits {} {runs}", show(&name)));
        }
        Record::Notice(Notice::Problem(Problem::Failed { name })) => {
            all.push(format!("failed {}", show(&name)));
        }
        _ => {}
    };
    let mut reader = AutoReader::default();
    text.chunks(size.max(1)).for_each(|chunk| reader.feed(chunk, &mut sink));
    reader.finish(&mut sink);
    all
}

const CRITERION: &str = r#"{"group_id":"Fib","function_id":"fast one","value_str":"a/b","throughput":{"Bytes":1024},"full_id":"x"}
{"sampling_mode":"Linear","iters":[100.0,300.0],"times":[12345.0,37036.0]}
{"group_id":"Old","function_id":null,"value_str":null,"throughput":null}
[[2.0,4.0],[3.0,8.0]]
{"group_id":"Median","function_id":null,"value_str":"7","throughput":{"New":1}}
{"mean":{"point_estimate":9.0},"median":{"confidence_interval":{},"point_estimate":12.5}}
"#;
const CARGO_CRITERION: &str = r#"   Compiling x
{"reason":"benchmark-complete","id":"g/f/1/2","iteration_count":[10,20],"measured_values":[25.0,70.0],"unit":"ns","throughput":[{"per_iteration":4,"unit":"elements"}],"typical":{"estimate":1}}
{"reason":"group-complete","group_name":"g"}
{"reason":"benchmark-complete","id":"h","iteration_count":[10],"measured_values":[5],"unit":"cycles","throughput":[]}
"#;
const GOOGLE: &str = r#"{"context": {"date": "2026-01-02", "host_name": "h", "library_build_type": "debug", "caches": [{"a": 1}]},
 "benchmarks": [
  {"name": "BM_F<int>/64/n:8/threads:4", "run_name": "BM_F<int>/64/n:8/threads:4", "run_type": "iteration", "iterations": 9, "real_time": 1.25e+02, "cpu_time": 100, "time_unit": "ns", "bytes_per_second": 8, "x": NaN, "label": "l l"},
  {"name": "BM_F<int>/64/n:8/threads:4_mean", "run_name": "BM_F<int>/64/n:8/threads:4", "run_type": "aggregate", "aggregate_name": "mean", "iterations": 2, "real_time": 1, "cpu_time": 1, "time_unit": "ns", "label": "l l"},
  {"name": "BM_G", "run_type": "aggregate", "run_name": "BM_G", "aggregate_name": "mean", "iterations": 3, "real_time": 2, "cpu_time": 3, "time_unit": "ms"},
  {"name": "BM_G", "run_type": "aggregate", "run_name": "BM_G", "aggregate_name": "median", "iterations": 3, "real_time": 4, "cpu_time": 5, "time_unit": "ms"},
  {"name": "BM_G", "run_type": "aggregate", "run_name": "BM_G", "aggregate_name": "stddev", "iterations": 3, "real_time": 6, "cpu_time": 7, "time_unit": "ms"},
  {"name": "BM_H", "error_occurred": true, "error_message": "no file"},
  {"name": "BM_I", "iterations": 1, "real_time": 1, "cpu_time": 1, "time_unit": "fortnights"}
]}"#;
const JMH: &str = r#"[{"jmhVersion": "1.36", "benchmark": "org.x.Class.method", "mode": "thrpt", "threads": 2, "jdkVersion": "17",
  "params": {"size": "1/2"},
  "primaryMetric": {"score": 1, "scoreUnit": "ops/ms", "rawData": [[1.5, 2.5], [3.5]]},
  "secondaryMetrics": {"gc.alloc.rate.norm": {"scoreUnit": "B/op", "rawData": [[16, 17], [18]]},
                       "gc time": {"scoreUnit": "ms", "rawData": [["NaN"]]}}},
 {"jmhVersion": "1.36", "benchmark": "plain", "mode": "sample", "threads": 1,
  "primaryMetric": {"scoreUnit": "us/op", "rawDataHistogram": [[[[0.5, 2], [1.5, 1]]]]}, "secondaryMetrics": {}}]"#;
const PYTEST: &str = r#"{"machine_info": {"node": "h", "python_version": "3.12", "cpu": {"brand_raw": "Some CPU"}},
 "commit_info": {"id": "abc", "time": "2026-01-02T03:04:05Z"},
 "benchmarks": [
  {"group": null, "name": "test_a[7-x]", "fullname": "t/test_x.py::TestC::test_a[7-x]", "params": {"n": 7, "k": "x y", "l": [1, {"a b": 2}]}, "stats": {"median": 2, "iterations": 5, "data": [0.5, "... more", 0.25]}},
  {"name": "test_b[i::d]", "fullname": "t/test_x.py::test_b[i::d]", "params": null, "stats": {"median": 2e-3, "mean": 3, "iterations": 1}}]}"#;
const HYPERFINE: &str = r#"{"results": [
 {"command": "/usr/bin/sleep 0.1", "mean": 1, "median": 1, "times": [0.5, 0.25], "memory_usage_byte": [100, 200], "exit_codes": [0, 1], "parameters": {"t": "0.1"}},
 {"command": "echo", "mean": 2, "times": [1]}, {"command": "echo", "mean": 2, "median": 3}]}"#;
const DOTNET: &str = r#"{"Title": "x", "HostEnvironmentInfo": {"ProcessorName": "Some CPU", "RuntimeVersion": ".NET 10"}, "Benchmarks": [
 {"DisplayInfo": "C.M: Job-A(Count=3) [N=10]", "Namespace": "N.S", "Type": "C", "Method": "M", "Parameters": "N=10&S=a b", "Statistics": {"OriginalValues": [150.5, 151], "Median": 1}, "Memory": {"BytesAllocatedPerOperation": 24}},
 {"Namespace": "N.S", "Type": "C", "Method": "F", "Parameters": "", "Statistics": null}]}"#;
const VITEST: &str = r#"{"files": [{"filepath": "/p/a.ts", "groups": [{"fullName": "a.ts > g", "benchmarks": [
 {"id": "1", "name": "one two", "samples": [0.5, 1.5], "median": 9}, {"name": "b", "samples": [], "mean": 1, "median": 0.75}]}]}]}"#;
const TINYBENCH: &str = r#"[{"name": "new", "result": {"latency": {"samples": [2, 3], "mean": 1}}}, {"name": "old", "result": {"samples": [4]}}]"#;
const PYPERF: &str = r#"{"benchmarks": [{"runs": [{"warmups": [[1, 9]], "metadata": {}}, {"values": [0.5, 0.25]}, {"values": [0.125], "warmups": [[1, 1]]}]}], "metadata": {"name": "b", "python_version": "3.12"}, "version": "1.0"}"#;
const DATA_JS: &str = "window.BENCHMARK_DATA = {\"lastUpdate\": 1, \"repoUrl\": \"u\", \"entries\": {\"My suite\": [
 {\"commit\": {\"id\": \"abc\", \"timestamp\": \"t\"}, \"tool\": \"go\", \"benches\": [
  {\"name\": \"BenchmarkA\", \"value\": 5, \"unit\": \"ns/op\\t 16 B/op\"}, {\"name\": \"BenchmarkA - ns/op\", \"value\": 5, \"unit\": \"ns/op\"},
  {\"name\": \"BenchmarkA - B/op\", \"value\": 16, \"unit\": \"B/op\"}]}]}};";
const CUSTOM: &str = r#"[{"name": "a b", "unit": "Percent", "value": "50"}, {"name": "c", "unit": "ms", "value": 1.5, "range": 1}]"#;
const BENCHER: &str =
    r#"{"x::y": {"latency": {"value": 12.5, "lower_value": 1}, "Total Bytes": {"value": 3}}}"#;

/// Versions before 1.5, in which only endings distinguish aggregates. `BM_mean` and `BM_A_mean` at the end are
/// benchmarks.
const GOOGLE_OLD: &str = r#"{"context": {"library_build_type": "release"}, "benchmarks": [
 {"name": "BM_A/8", "iterations": 9, "real_time": 1, "cpu_time": 2, "time_unit": "ns"}, {"name": "BM_A/8", "iterations": 9, "real_time": 3, "cpu_time": 1e999, "time_unit": "ns"},
 {"name": "BM_A/8_mean", "iterations": 9, "real_time": 2, "cpu_time": 2, "time_unit": "ns"}, {"name": "BM_A/8_stddev", "iterations": 9, "real_time": 1, "cpu_time": 0, "time_unit": "ns"},
 {"name": "BM_A_BigO", "cpu_coefficient": 1, "real_coefficient": 1, "big_o": "N", "time_unit": "ns"}, {"name": "BM_A_RMS", "rms": 1},
 {"name": "BM_B_mean", "iterations": 9, "real_time": 4, "cpu_time": 4, "time_unit": "ns"}, {"name": "BM_B_median", "iterations": 9, "real_time": 5, "cpu_time": 5, "time_unit": "ns"},
 {"name": "BM_B_stddev", "iterations": 9, "real_time": 1, "cpu_time": 0, "time_unit": "ns"},
 {"name": "BM_C_mean", "iterations": 9, "real_time": 6, "cpu_time": 6, "time_unit": "ns"}, {"name": "BM_C_stddev", "iterations": 9, "real_time": 1, "cpu_time": 0, "time_unit": "ns"},
 {"name": "BM_mean", "iterations": 9, "real_time": 7, "cpu_time": 7, "time_unit": "ns"}, {"name": "BM_A", "iterations": 9, "real_time": 8, "cpu_time": 8, "time_unit": "ns"},
 {"name": "BM_A_mean", "iterations": 9, "real_time": 1e999, "cpu_time": 1e999, "time_unit": "ns"}]}"#;
const VITEST_1: &str = r#"{"numTotalTestSuites": 2, "testResults": {"sort all": [
 {"name": "a", "rank": 1, "rme": 1, "samples": [1, 2], "mean": 9}, {"name": "b", "rank": 2, "rme": 0, "samples": []},
 {"name": "c", "rank": 3, "rme": 0, "samples": "ignore on terminal", "mean": 3}]}}"#;
const VITEST_5: &str = r#"{"success": false, "testResults": [{"assertionResults": [
 {"fullName": "g t", "status": "passed", "benchmarks": [{"name": "g > t", "tasks": [{"name": "a", "latency": {"mean": 1, "p50": 2}, "throughput": {"mean": 9}}]}]},
 {"fullName": "g u", "status": "failed", "failureMessages": ["x"], "benchmarks": [{"name": "g > u", "tasks": [{"name": "a", "latency": {"samples": [3, 4]}}]}]}],
 "status": "failed", "name": "/r/x/a.js"}, {"assertionResults": [], "status": "failed", "name": "/r/y/a.js"}]}"#;
const TINYBENCH_ALL: &str = r#"[{"name": "none"}, {"name": "bad", "result": {"state": "errored", "error": {}}},
 {"name": "old bad", "result": {"error": {"message": "x"}, "samples": []}}, {"name": "good", "result": {"latency": {"p50": 1e999, "samples": [1]}}}]"#;
const TINYBENCH_ONE: &str = r#"{"result": {"latency": {"p50": 2}}, "name": "one"}"#;
const PYPERF_OLD: &str = r#"{"benchmarks": [{"common_metadata": {"name": "b", "perf_version": "0.8.2"}, "runs": [{"samples": [0.5, 0.25], "warmups": [[8, 4]]}]}], "version": 4}"#;
const PYPERF_OLDER: &str = r#"{"benchmarks": [{"common_metadata": {"name": "b", "perf_version": "0.7"}, "runs": [{"samples": [0.5]}]}], "version": 3}"#;
const LIBTEST: &str = "{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 2 }
{ \"type\": \"bench\", \"name\": \"a::b\", \"median\": 12.5, \"deviation\": 1.0, \"mib_per_second\": 8 }
{ \"type\": \"test\", \"name\": \"c\", \"event\": \"failed\" }
\u{1b}[1m\u{1b}[31merror\u{1b}[0m: bench failed, to rerun pass `--bench x`
test d ... \u{1b}[31mFAILED\u{1b}[0m
";
const DATA_JS_SHORT: &str = r#"window.BENCHMARK_DATA={"entries":{"s":[{"tool":"x","benches":[{"name":"a","value":1,"unit":"s"}]}]}};"#;

const ALL: [(&str, &[&str]); 23] = [
    (
        GOOGLE_OLD,
        &[
            "(harness: google-benchmark)",
            "(build: release)",
            "BM_A/arg0=8 9 1e-9 sec/op 2e-9 cpu-sec/op",
            "wrong BM_A/arg0=8: a value is not a number or is out of range: skipped",
            "BM_A/arg0=8 9 3e-9 sec/op",
            "BM_B 9 5e-9 sec/op 5e-9 cpu-sec/op",
            "BM_C 9 6e-9 sec/op 6e-9 cpu-sec/op",
            "BM_mean 9 7e-9 sec/op 7e-9 cpu-sec/op",
            "BM_A 9 8e-9 sec/op 8e-9 cpu-sec/op",
            "wrong BM_A_mean: a value is not a number or is out of range: skipped",
            "summary only",
        ],
    ),
    (
        VITEST_1,
        &[
            "(harness: vitest)",
            "pkg: sort all",
            "a 1 0.001 sec/op",
            "a 1 0.002 sec/op",
            "failed b",
            "c 1 0.003 sec/op",
            "summary only",
        ],
    ),
    (
        VITEST_5,
        &[
            "(harness: vitest)",
            "pkg: x/a.js/g/t",
            "a 1 0.002 sec/op",
            "failed g u",
            "pkg: x/a.js/g/u",
            "a 1 0.003 sec/op",
            "a 1 0.004 sec/op",
            "failed y/a.js",
            "summary only",
        ],
    ),
    (
        TINYBENCH_ALL,
        &[
            "(harness: tinybench)",
            "wrong none: found no values: skipped",
            "failed bad",
            "failed old bad",
            "wrong good: a value is out of range: skipped",
            "good 1 0.001 sec/op",
        ],
    ),
    (TINYBENCH_ONE, &["(harness: tinybench)", "one 1 0.002 sec/op", "summary only"]),
    (PYPERF_OLD, &["(harness: pyperf)", "(pyperf: 0.8.2)", "b 1 0.5 sec/op", "b 1 0.25 sec/op"]),
    (
        PYPERF_OLDER,
        &[
            "(harness: pyperf)",
            "(pyperf: 0.7)",
            "wrong b: expected version 4 or later of the file: skipped; measure again with pyperf 1.0 or later",
        ],
    ),
    (
        LIBTEST,
        &[
            "(harness: libtest)",
            "a::b 1 1.25e-8 sec/op 8000000.0 B/s",
            "failed c",
            "failed cargo bench",
            "failed d",
            "summary only",
        ],
    ),
    (
        DATA_JS_SHORT,
        &[
            "(harness: github-action-benchmark)",
            "(tool: x)",
            "a/suite=s 1 1.0 sec/op",
            "summary only",
        ],
    ),
    (
        CRITERION,
        &[
            "(harness: criterion)",
            "Fib/fn=fast one/arg=a%2Fb 100 1.2345e-7 sec/op 8294856217.09194 B/s",
            "Fib/fn=fast one/arg=a%2Fb 300 1.2345333333333333e-7 sec/op 8294632249.702992 B/s",
            "Old 2 1.5e-9 sec/op",
            "Old 4 2e-9 sec/op",
            "Median/arg=7 1 1.25e-8 sec/op",
            "summary only",
        ],
    ),
    (
        CARGO_CRITERION,
        &[
            "(harness: cargo-criterion)",
            "g/fn=f/arg=1%2F2 10 2.5e-9 sec/op 1600000000.0 elem/s",
            "g/fn=f/arg=1%2F2 20 3.5e-9 sec/op 1142857142.8571427 elem/s",
            "h 10 0.5 cycles/op",
        ],
    ),
    (
        GOOGLE,
        &[
            "(harness: google-benchmark)",
            "(date: 2026-01-02)",
            "(host: h)",
            "(build: debug)",
            "note Google Benchmark itself was built without optimization (library_build_type is debug): times may be off",
            "BM_F<int>/arg0=64/n=8/threads=4/label=l l 9 1.25e-7 sec/op 1e-7 cpu-sec/op 8.0 B/s NaN x",
            "BM_G 3 0.004 sec/op 0.005 cpu-sec/op",
            "note BM_H: no file",
            "failed BM_H",
            "wrong: $.benchmarks[6] expected ns, us, ms or s as `time_unit`: skipped",
            "summary only",
        ],
    ),
    (
        JMH,
        &[
            "(harness: jmh)",
            "(jmh: 1.36)",
            "(jdk: 17)",
            "pkg: org.x.Class",
            "(fork: 1)",
            "method/size=1%2F2/mode=thrpt/threads=2 1 1500.0 ops/s 16.0 B/op NaN gc_time:sec",
            "method/size=1%2F2/mode=thrpt/threads=2 1 2500.0 ops/s 17.0 B/op",
            "(fork: 2)",
            "method/size=1%2F2/mode=thrpt/threads=2 1 3500.0 ops/s 18.0 B/op",
            "(fork: )",
            "pkg: ",
            "(fork: 1)",
            "plain/mode=sample/threads=1 1 5e-7 sec/op",
            "plain/mode=sample/threads=1 1 5e-7 sec/op",
            "plain/mode=sample/threads=1 1 1.5e-6 sec/op",
            "(fork: )",
        ],
    ),
    (
        PYTEST,
        &[
            "(harness: pytest-benchmark)",
            "cpu: Some CPU",
            "(host: h)",
            "(python: 3.12)",
            "(commit: abc)",
            "(commit-time: 2026-01-02T03:04:05Z)",
            "pkg: t/test_x.py::TestC",
            "wrong test_a/n=7/k=x y/l=[1,{\"a b\":2}]: a value is not a number: skipped",
            "test_a/n=7/k=x y/l=[1,{\"a b\":2}] 5 0.5 sec/op",
            "test_a/n=7/k=x y/l=[1,{\"a b\":2}] 5 0.25 sec/op",
            "pkg: t/test_x.py",
            "test_b/param=i::d 1 0.002 sec/op",
            "summary only",
        ],
    ),
    (
        HYPERFINE,
        &[
            "(harness: hyperfine)",
            "(command: /usr/bin/sleep 0.1)",
            "(folders: /usr/bin/)",
            "exits sleep {t}/t=0.1 1",
            "sleep {t}/t=0.1 1 0.5 sec/op 100.0 peak-RSS-bytes",
            "sleep {t}/t=0.1 1 0.25 sec/op 200.0 peak-RSS-bytes",
            "(command: echo)",
            "(folders: )",
            "echo/cmd=1 1 1.0 sec/op",
            "echo/cmd=2 1 3.0 sec/op",
            "summary only",
        ],
    ),
    (
        DOTNET,
        &[
            "(harness: benchmarkdotnet)",
            "cpu: Some CPU",
            "(runtime: .NET 10)",
            "pkg: N.S.C",
            "(job: Job-A(Count=3))",
            "M/N=10/S=a b 1 1.505e-7 sec/op 24.0 B/op",
            "M/N=10/S=a b 1 1.51e-7 sec/op",
            "(job: )",
            "failed F",
        ],
    ),
    (
        VITEST,
        &[
            "(harness: vitest)",
            "pkg: a.ts/g",
            "one two 1 0.0005 sec/op",
            "one two 1 0.0015 sec/op",
            "b 1 0.00075 sec/op",
            "summary only",
        ],
    ),
    (
        TINYBENCH,
        &["(harness: tinybench)", "new 1 0.002 sec/op", "new 1 0.003 sec/op", "old 1 0.004 sec/op"],
    ),
    (
        PYPERF,
        &[
            "(harness: pyperf)",
            "(python: 3.12)",
            "b 1 0.5 sec/op",
            "b 1 0.25 sec/op",
            "b 1 0.125 sec/op",
        ],
    ),
    (
        DATA_JS,
        &[
            "(harness: github-action-benchmark)",
            "(tool: go)",
            "(commit: abc)",
            "(commit-time: t)",
            "A/suite=My suite 1 5e-9 sec/op 16.0 B/op",
            "summary only",
        ],
    ),
    (
        CUSTOM,
        &[
            "(harness: github-action-benchmark)",
            "a b 1 50.0 Percent",
            "c 1 0.0015 sec/op",
            "summary only",
        ],
    ),
    (BENCHER, &["(harness: bencher)", "x::y 1 1.25e-8 sec/op 3.0 Total_Bytes", "summary only"]),
    ("[{\"name\": \"a\"}]", &[]),
];

#[test]
fn every_harness_becomes_results_however_it_is_cut() {
    for (text, want) in ALL {
        for size in [text.len(), 1, 2, 3, 7, 16, 61, 100] {
            assert_eq!(read(text.as_bytes(), size), want, "chunks of {size}: {text}");
        }
    }
}

#[test]
fn what_is_cut_off_or_broken_loses_nothing_before_it() {
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    for (text, want) in ALL {
        let results = |lines: &[String]| lines.iter().filter(|line| line.contains("/op")).count();
        let whole = want.iter().filter(|line| line.contains("/op")).count();
        for end in 0..text.len() {
            let cut = read(&text.as_bytes()[..end], 1 << 20);
            assert!(results(&cut) <= whole, "{end} of {text}");
            assert_eq!(cut, read(&text.as_bytes()[..end], 5), "{end} of {text}");
        }
        for _ in 0..300 {
            let mut broken = text.as_bytes().to_vec();
            for _ in 0..=random(3) {
                let at = random(broken.len());
                match random(3) {
                    0 => broken[at] = b"{}[]\",:0e-\\\n \xff"[random(14)],
                    1 => drop(broken.remove(at)),
                    _ => broken.insert(at, b"{}[]\",:0e-\\\n \xff"[random(14)]),
                }
            }
            let (whole, cut) = (read(&broken, 1 << 20), read(&broken, 11));
            assert_eq!(whole, cut, "{}", String::from_utf8_lossy(&broken));
        }
    }
}

#[test]
fn what_stands_before_the_first_statistics_may_be_long() {
    let long = "x".repeat(2 * HEAD_BYTES);
    let statistics = r#""stats": {"data": [0.5], "iterations": 1}}]}"#;
    for text in [
        format!(
            r#"{{"machine_info": {{"modules": "{long}"}}, "benchmarks": [{{"name": "a", "fullname": "a", {statistics}"#
        ),
        format!(
            r#"{{"benchmarks": [{{"name": "a", "fullname": "a", "extra_info": {{"x": "{long}"}}, {statistics}"#
        ),
    ] {
        for size in [text.len(), 1000] {
            let told = read(text.as_bytes(), size);
            assert_eq!(told.last().unwrap(), "a 1 0.5 sec/op", "{size}");
        }
    }
}

#[test]
fn a_number_out_of_range_is_left_out_of_any_format() {
    for text in [
        r#"{"context": {}, "benchmarks": [{"name": "a", "real_time": 1e999, "cpu_time": -1e999, "time_unit": "s"}]}"#,
        r#"[{"jmhVersion": "1", "benchmark": "a", "primaryMetric": {"score": 1e999, "scoreUnit": "min/op", "rawData": [[1e999]]}}]"#,
        r#"{"machine_info": {}, "benchmarks": [{"name": "a", "fullname": "a", "stats": {"median": 1e999}}]}"#,
        r#"{"results": [{"command": "a", "mean": 1e999, "times": [1e999]}]}"#,
        r#"{"results": [{"command": "a", "mean": 1e999}]}"#,
        r#"{"HostEnvironmentInfo": {}, "Benchmarks": [{"Method": "a", "Statistics": {"Median": 1e999}}]}"#,
        r#"{"files": [{"filepath": "", "groups": [{"benchmarks": [{"name": "a", "median": 1e999}]}]}]}"#,
        r#"{"numTotalTestSuites": 1, "testResults": {"g": [{"name": "a", "rank": 1, "rme": 1, "samples": [1e999]}]}}"#,
        r#"[{"name": "a", "result": {"latency": {"p50": 1e999}}}]"#,
        r#"{"benchmarks": [{"metadata": {"name": "a"}, "runs": [{"values": [1e999]}]}]}"#,
        r#"[{"name": "a", "value": 1e999, "unit": "ns"}]"#,
        r#"window.BENCHMARK_DATA={"entries": {"s": [{"benches": [{"name": "a", "value": "1e999", "unit": "s"}]}]}}"#,
        r#"{"a": {"latency": {"value": 1e999}}}"#,
        r#"{"reason":"benchmark-complete","id":"a","iteration_count":[10],"measured_values":[1e999],"unit":"ns","throughput":[]}"#,
        r#"{"group_id":"a","function_id":null}{"sampling_mode":"Flat","iters":[2],"times":[1e999]}"#,
        "{ \"type\": \"bench\", \"name\": \"b\", \"median\": 1 }\n{ \"type\": \"bench\", \"name\": \"a\", \"median\": 1e999 }\n",
    ] {
        let told = read(text.as_bytes(), text.len());
        assert!(told.iter().any(|line| line.starts_with("wrong")), "{text}: {told:?}");
        assert!(told.iter().all(|line| !line.starts_with('a')), "{text}: {told:?}");
    }
}

#[test]
fn nesting_without_end_is_passed() {
    let deep = "[".repeat(100_000);
    for text in [
        format!("{{\"results\": [{{\"command\": \"a\", \"mean\": {deep}"),
        format!("[{{\"name\": \"a\", \"result\": {}", "{\"result\": ".repeat(100_000)),
        format!("[{{\"jmhVersion\": \"1\", \"x\": {deep}"),
        deep,
    ] {
        read(text.as_bytes(), 1 << 20);
        read(text.as_bytes(), 1000);
    }
}
