//! Small documents of other harnesses, which tests damage.

/// A document of each format, by its name: one benchmark with valid values, and one with a placeholder.
pub(crate) const DOCUMENTS: [(&str, &str); 12] = [
    (
        "hyperfine",
        r#"{"results":[{"command":"a","mean":1,"times":[1]},{"command":"b","mean":1,"times":@}]}"#,
    ),
    (
        "google-benchmark",
        r#"{"context":{"library_build_type":"release"},"benchmarks":[{"name":"a","iterations":1,"real_time":1,"cpu_time":1,"time_unit":"s"},{"name":@,"real_time":1}]}"#,
    ),
    (
        "jmh",
        r#"[{"jmhVersion":"1","benchmark":"p.a","mode":"avgt","threads":1,"primaryMetric":{"scoreUnit":"s/op","rawData":[[1]]}},{"benchmark":"p.b","primaryMetric":@}]"#,
    ),
    (
        "pytest-benchmark",
        r#"{"machine_info":{},"benchmarks":[{"name":"a","fullname":"a","stats":{"data":[1]}},{"name":"b","stats":@}]}"#,
    ),
    (
        "benchmarkdotnet",
        r#"{"HostEnvironmentInfo":{},"Benchmarks":[{"Method":"a","Statistics":{"OriginalValues":[1]}},{"Method":"b","Statistics":{"OriginalValues":@}}]}"#,
    ),
    (
        "vitest",
        r#"{"files":[{"filepath":"f","groups":[{"fullName":"g","benchmarks":[{"name":"a","samples":[1]},{"name":"b","samples":@}]}]}]}"#,
    ),
    ("tinybench", r#"[{"name":"a","result":{"samples":[1]}},{"name":"b","result":@}]"#),
    (
        "pyperf",
        r#"{"benchmarks":[{"metadata":{"name":"a"},"runs":[{"values":[1]}]},{"metadata":{"name":"b"},"runs":@}]}"#,
    ),
    (
        "github-action-benchmark",
        r#"[{"name":"a","value":1,"unit":"s"},{"name":"b","unit":"s","value":@}]"#,
    ),
    (
        "data-js",
        r#"window.BENCHMARK_DATA = {"lastUpdate":1,"repoUrl":"u","entries":{"s":[{"commit":{"id":"1"},"benches":[{"name":"a","value":1,"unit":"s"}]},{"benches":@}]}}"#,
    ),
    ("bencher", r#"{"a":{"latency":{"value":1}},"b":{"latency":@}}"#),
    (
        "criterion",
        "{\"group_id\":\"a\",\"function_id\":null}\n{\"sampling_mode\":\"Flat\",\"iters\":[1],\"times\":[1]}\n{\"group_id\":\"b\",\"function_id\":null}\n{\"iters\":[1],\"times\":@}",
    ),
];
