//! Documents of every harness with ids that are easily mistaken for each other.

use super::*;

/// Returns a document of a format with a benchmark for each id.
fn with_ids(format: &str, ids: &[&str]) -> String {
    let quoted = |id: &str| format!("{id:?}").replace("\\u{a0}", "\u{a0}");
    let each = |write: &dyn Fn(&str) -> String, between: &str| {
        ids.iter().map(|id| write(&quoted(id))).collect::<Vec<_>>().join(between)
    };
    match format {
        "pytest" => {
            let test = |id: &str| {
                format!(
                    r#"{{"name": "t[x]", "fullname": "f::t[x]", "params": {{"k": {id}}}, "stats": {{"data": [1], "iterations": 1}}}}"#
                )
            };
            format!(r#"{{"machine_info": {{}}, "benchmarks": [{}]}}"#, each(&test, ","))
        }
        "pytest ids" => {
            let test = |id: &str| {
                let id = &id[1..id.len() - 1];
                format!(
                    r#"{{"name": "t[{id}]", "fullname": "f::t[{id}]", "params": null, "stats": {{"data": [1], "iterations": 1}}}}"#
                )
            };
            format!(r#"{{"machine_info": {{}}, "benchmarks": [{}]}}"#, each(&test, ","))
        }
        "jmh" => {
            let one = |id: &str| {
                format!(
                    r#"{{"jmhVersion": "1", "benchmark": "C.m", "params": {{"k": {id}}}, "primaryMetric": {{"scoreUnit": "ns/op", "rawData": [[1]]}}}}"#
                )
            };
            format!("[{}]", each(&one, ","))
        }
        "google" => {
            let one = |id: &str| {
                format!(
                    r#"{{"name": {id}, "iterations": 1, "real_time": 1, "cpu_time": 1, "time_unit": "ns"}}"#
                )
            };
            format!(
                r#"{{"context": {{"library_build_type": "release"}}, "benchmarks": [{}]}}"#,
                each(&one, ",")
            )
        }
        "criterion" => {
            let one = |id: &str| {
                format!(
                    "{{\"group_id\":\"g\",\"function_id\":{id},\"value_str\":null,\"throughput\":null}}\n{{\"sampling_mode\":\"Flat\",\"iters\":[1],\"times\":[1]}}\n"
                )
            };
            each(&one, "")
        }
        "dotnet" => {
            let one = |id: &str| {
                format!(
                    r#"{{"Type": "C", "Method": "M", "Parameters": "K={}, "Statistics": {{"OriginalValues": [1]}}}}"#,
                    &id[1..]
                )
            };
            format!(r#"{{"HostEnvironmentInfo": {{}}, "Benchmarks": [{}]}}"#, each(&one, ","))
        }
        "vitest" => {
            let one = |id: &str| format!(r#"{{"id": "1", "name": {id}, "samples": [1]}}"#);
            format!(
                r#"{{"files": [{{"filepath": "/p/a.ts", "groups": [{{"fullName": "a.ts", "benchmarks": [{}]}}]}}]}}"#,
                each(&one, ",")
            )
        }
        "pyperf" => {
            let one = |id: &str| {
                format!(r#"{{"metadata": {{"name": {id}}}, "runs": [{{"values": [1]}}]}}"#)
            };
            format!(r#"{{"version": "1.0", "benchmarks": [{}]}}"#, each(&one, ","))
        }
        "custom" => {
            let one = |id: &str| format!(r#"{{"name": {id}, "unit": "ms", "value": 1}}"#);
            format!("[{}]", each(&one, ","))
        }
        "bencher" => {
            let one = |id: &str| format!(r#"{id}: {{"latency": {{"value": 1}}}}"#);
            format!("{{{}}}", each(&one, ","))
        }
        "hyperfine" => {
            let one = |id: &str| format!(r#"{{"command": {id}, "mean": 1, "times": [1]}}"#);
            format!(r#"{{"results": [{}]}}"#, each(&one, ","))
        }
        "csv" => format!(
            "name,value,unit\n{}",
            ids.iter().map(|id| format!("\"{id}\",1,s\n")).collect::<String>()
        ),
        "csv keys" => format!(
            "name,value,unit,k\n{}",
            ids.iter().map(|id| format!("A,1,s,\"{id}\"\n")).collect::<String>()
        ),
        "libtest" => {
            ids.iter().map(|id| format!("test {id} ... bench: 1 ns/iter (+/- 0)\n")).collect()
        }
        other => unreachable!("{other}"),
    }
}

/// In every format, different ids are different benchmarks, and no id ends in a number of processors.
#[test]
fn different_ids_have_different_names() {
    let ids = [
        "a/b", "a_b", "a b", "a%2Fb", "a%20b", "a%252Fb", "a\u{a0}b", "a-8", "a-16", "a", "A",
        "utf-8", "b%",
    ];
    for format in [
        "pytest",
        "pytest ids",
        "jmh",
        "google",
        "criterion",
        "dotnet",
        "vitest",
        "pyperf",
        "custom",
        "bencher",
        "hyperfine",
        "csv",
        "csv keys",
        "libtest",
    ] {
        let text = with_ids(format, &ids);
        let mut names = std::collections::BTreeSet::new();
        let mut results = 0;
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
