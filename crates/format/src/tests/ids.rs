//! Documents of every harness with ids that are easily mistaken for each other.

use std::collections::BTreeSet;

use super::*;

/// A format, and a document in it: its head, a benchmark with the id `ID`, the text between benchmarks, and the end.
type Template = (&'static str, &'static str, &'static str, &'static str, &'static str);

const TEMPLATES: [Template; 14] = [
    (
        "pytest",
        r#"{"machine_info": {}, "benchmarks": ["#,
        r#"{"name": "t[x]", "fullname": "f::t[x]", "params": {"k": "ID"}, "stats": {"data": [1], "iterations": 1}}"#,
        ",",
        "]}",
    ),
    (
        "pytest without parameters",
        r#"{"machine_info": {}, "benchmarks": ["#,
        r#"{"name": "t[ID]", "fullname": "f::t[ID]", "params": null, "stats": {"data": [1], "iterations": 1}}"#,
        ",",
        "]}",
    ),
    (
        "jmh",
        "[",
        r#"{"jmhVersion": "1", "benchmark": "C.m", "params": {"k": "ID"}, "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[1]]}}"#,
        ",",
        "]",
    ),
    (
        "google",
        r#"{"context": {"library_build_type": "release"}, "benchmarks": ["#,
        r#"{"name": "ID", "iterations": 1, "real_time": 1, "cpu_time": 1, "time_unit": "ns"}"#,
        ",",
        "]}",
    ),
    (
        "criterion",
        "",
        r#"{"group_id":"g","function_id":"ID","value_str":null,"throughput":null}
{"sampling_mode":"Flat","iters":[1],"times":[1]}"#,
        "\n",
        "\n",
    ),
    (
        "dotnet",
        r#"{"HostEnvironmentInfo": {}, "Benchmarks": ["#,
        r#"{"Type": "C", "Method": "M", "Parameters": "K=ID", "Statistics": {"OriginalValues": [1]}}"#,
        ",",
        "]}",
    ),
    (
        "vitest",
        r#"{"files": [{"filepath": "/p/a.ts", "groups": [{"fullName": "a.ts", "benchmarks": ["#,
        r#"{"id": "1", "name": "ID", "samples": [1]}"#,
        ",",
        "]}]}]}",
    ),
    (
        "pyperf",
        r#"{"version": "1.0", "benchmarks": ["#,
        r#"{"metadata": {"name": "ID"}, "runs": [{"values": [1]}]}"#,
        ",",
        "]}",
    ),
    ("custom", "[", r#"{"name": "ID", "unit": "ms", "value": 1}"#, ",", "]"),
    ("bencher", "{", r#""ID": {"latency": {"value": 1}}"#, ",", "}"),
    ("hyperfine", r#"{"results": ["#, r#"{"command": "ID", "mean": 1, "times": [1]}"#, ",", "]}"),
    ("csv", "name,value,unit\n", "\"ID\",1,s", "\n", "\n"),
    ("csv with keys", "name,value,unit,k\n", "A,1,s,\"ID\"", "\n", "\n"),
    ("libtest", "", "test ID ... bench: 1 ns/iter (+/- 0)", "\n", "\n"),
];

/// In every format, different ids are different benchmarks, and no id ends in a number of processors.
#[test]
fn different_ids_have_different_names() {
    let ids = [
        "a/b", "a_b", "a b", "a%2Fb", "a%20b", "a%252Fb", "a\u{a0}b", "a-8", "a-16", "a", "A",
        "utf-8", "b%",
    ];
    for (format, head, one, between, end) in TEMPLATES {
        let all: Vec<String> = ids.iter().map(|id| one.replace("ID", id)).collect();
        let text = [head, &all.join(between), end].concat();
        let (mut names, mut results) = (BTreeSet::new(), 0);
        let mut sink = |_: &Location, record: Record<'_>| {
            if let Record::Result(result) = record {
                results += 1;
                assert!(!result.has_processors, "{format}");
                names.insert(result.name.to_vec());
            }
        };
        let mut reader = AutoReader::default();
        reader.feed(text.as_bytes(), &mut sink);
        reader.finish(&mut sink);
        assert_eq!((results, names.len()), (ids.len(), ids.len()), "{format}: {text}");
    }
}
