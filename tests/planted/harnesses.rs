//! Files of benchmark harnesses.

use std::fmt::Write;

use serde_json::{Value, json};

use super::suite::{Bench, Family, Run};

/// A family whose files contain two values of each benchmark.
const SAMPLES: Family = Family {
    name: "",
    extension: "json",
    names: &[],
    units: &["sec/op"],
    values: 2,
    fails: false,
    has_programs: false,
    files: |_| Vec::new(),
};

/// A family whose files contain a single value of each benchmark.
const SINGLE: Family = Family { values: 1, ..SAMPLES };

/// The names of a family are different benchmarks that are easily mistaken for each other.
pub(super) const HARNESSES: [Family; 16] = [
    Family {
        name: "google",
        names: &["BM_Sort/8", "BM_Sort/16", "BM_Sort/n:8", "BM_Sort<int, 8>", "BM_sort/8"],
        fails: true,
        has_programs: true,
        files: google,
        ..SAMPLES
    },
    Family {
        name: "pytest",
        names: &["test_a", "test_a[8]", "test_a[x-8]", "test_a[x-16]", "test_A"],
        fails: true,
        has_programs: true,
        files: pytest,
        ..SAMPLES
    },
    Family {
        name: "jmh",
        names: &["o.Sort.run", "o.Sort.run2", "o.Sort2.run", "p.Sort.run", "o.Sort.Run"],
        has_programs: true,
        files: jmh,
        ..SAMPLES
    },
    Family {
        name: "hyperfine",
        names: &["sort -8", "sort -16", "sort a", "sort A", "sort 'a b'"],
        fails: true,
        files: hyperfine,
        ..SAMPLES
    },
    Family {
        name: "dotnet",
        names: &["Sort|N=8", "Sort|N=16", "Sort|", "Sort|T=a b/c", "Sort2|N=8"],
        fails: true,
        has_programs: true,
        files: dotnet,
        ..SAMPLES
    },
    Family {
        name: "pyperf",
        names: &["sort", "sort 8", "sort-8", "sort-16", "Sort"],
        has_programs: true,
        files: pyperf,
        ..SAMPLES
    },
    Family {
        name: "tinybench",
        names: &["sort", "sort 8", "sort-8", "sort/8", "sort_8"],
        fails: true,
        files: tinybench,
        ..SAMPLES
    },
    Family {
        name: "vitest",
        names: &["sort", "sort 8", "sort-8", "sort/8", "sort_8"],
        fails: true,
        files: vitest,
        ..SAMPLES
    },
    Family {
        name: "github-action",
        names: &["sort", "sort/8", "sort-8", "sort 8", "sort%208"],
        files: github_action,
        ..SAMPLES
    },
    Family {
        name: "bencher",
        names: &["a::sort", "b::sort", "a::sort-8", "a::sort 8", "a::sort/8"],
        files: bencher,
        ..SINGLE
    },
    Family {
        name: "csv",
        extension: "csv",
        names: &["sort", "sort 8", "sort, 8", "sort-8", "sort/8"],
        files: csv,
        ..SAMPLES
    },
    Family {
        name: "libtest",
        extension: "txt",
        names: &["sort", "sort_8", "a::sort", "b::sort", "a::sort8"],
        fails: true,
        has_programs: true,
        files: libtest,
        ..SINGLE
    },
    Family {
        name: "libtest-json",
        extension: "jsonl",
        names: &["sort", "sort_8", "a::sort", "b::sort", "a::sort8"],
        fails: true,
        files: libtest_json,
        ..SINGLE
    },
    Family {
        name: "criterion",
        names: &["sort", "sort/8", "sort/16", "sort/quick/8", "sort2"],
        files: criterion,
        ..SAMPLES
    },
    Family {
        name: "cargo-criterion",
        extension: "jsonl",
        names: &["sort", "sort/8", "sort/16", "sort/quick/8", "sort-8"],
        files: cargo_criterion,
        ..SAMPLES
    },
    Family {
        name: "go",
        extension: "txt",
        names: &["Sort-8", "Sort/n=8-8", "Sort/n=16-8", "Sort/N=8-8", "Sort/8-8"],
        fails: true,
        files: go,
        ..SAMPLES
    },
];

/// Returns the values times a factor.
fn scaled(bench: &Bench, factor: f64) -> Vec<f64> {
    bench.values.iter().map(|value| value * factor).collect()
}

fn one(text: &impl ToString) -> Vec<(String, String)> {
    vec![(String::new(), text.to_string() + "\n")]
}

/// Returns a document for each benchmark.
fn each(run: &Run, document: impl Fn(&Bench) -> Value) -> Vec<Value> {
    run.benches.iter().map(document).collect()
}

fn google(run: &Run) -> Vec<(String, String)> {
    let entries = run.benches.iter().flat_map(|bench| {
        bench.values.iter().enumerate().map(move |(index, value)| {
            let mut entry = json!({
                "name": bench.name, "run_name": bench.name, "run_type": "iteration",
                "repetitions": bench.values.len(), "repetition_index": index, "threads": 1,
                "iterations": 1000, "real_time": 1e9 * value, "cpu_time": 1e9 * value,
                "time_unit": "ns",
            });
            if index < bench.failed {
                entry["error_occurred"] = json!(true);
                entry["error_message"] = json!("no such file");
            }
            entry
        })
    });
    let executable = format!("/tmp/{}/bench{}", run.number, run.program);
    let context = json!({"executable": executable, "library_build_type": "release"});
    one(&json!({"context": context, "benchmarks": entries.collect::<Vec<_>>()}))
}

fn pytest(run: &Run) -> Vec<(String, String)> {
    let entries = each(run, |bench| {
        let mut entry = json!({
            "group": null, "name": bench.name, "fullname": format!("test_b.py::{}", bench.name),
            "params": null, "stats": {"data": bench.values, "iterations": 1},
        });
        if 0 < bench.failed {
            entry["has_error"] = json!(true);
        }
        entry
    });
    let info = json!({"python_version": format!("3.1{}.0", run.program), "node": "host"});
    one(&json!({"machine_info": info, "benchmarks": entries}))
}

fn jmh(run: &Run) -> Vec<(String, String)> {
    let entries = each(run, |bench| {
        json!({
            "jmhVersion": "1.37", "benchmark": bench.name, "mode": "avgt", "threads": 1,
            "jdkVersion": format!("1{}.0.1", 7 + run.program),
            "primaryMetric": {"scoreUnit": "us/op", "rawData": [scaled(bench, 1e6)]},
        })
    });
    one(&Value::Array(entries))
}

fn hyperfine(run: &Run) -> Vec<(String, String)> {
    let entries = each(run, |bench| {
        let code = |index| u8::from(index < bench.failed);
        let codes: Vec<u8> = (0..bench.values.len()).map(code).collect();
        let mean = bench.values.iter().sum::<f64>() / bench.values.len() as f64;
        json!({"command": bench.name, "mean": mean, "times": bench.values, "exit_codes": codes})
    });
    one(&json!({"results": entries}))
}

fn dotnet(run: &Run) -> Vec<(String, String)> {
    let entries = each(run, |bench| {
        let (method, parameters) = bench.name.split_once('|').unwrap();
        let statistics = json!({"OriginalValues": scaled(bench, 1e9)});
        json!({
            "Namespace": "Example", "Type": "Sorts", "Method": method, "Parameters": parameters,
            "Statistics": if bench.failed == 0 { statistics } else { Value::Null },
        })
    });
    let runtime = format!(".NET 8.0.{}", run.program);
    let host = json!({"BenchmarkDotNetVersion": "0.13.12", "RuntimeVersion": runtime});
    one(&json!({"HostEnvironmentInfo": host, "Benchmarks": entries}))
}

fn pyperf(run: &Run) -> Vec<(String, String)> {
    let entries = each(
        run,
        |bench| json!({"metadata": {"name": bench.name}, "runs": [{"values": bench.values}]}),
    );
    let about = json!({"python_version": format!("3.1{}.0", run.program)});
    one(&json!({"benchmarks": entries, "metadata": about, "version": "1.0"}))
}

fn tinybench(run: &Run) -> Vec<(String, String)> {
    let entries = each(run, |bench| {
        let result = json!({"state": "completed", "latency": {"samples": scaled(bench, 1e3)}});
        let failed = json!({"state": "errored", "error": {"message": "no such file"}});
        json!({"name": bench.name, "result": if bench.failed == 0 { result } else { failed }})
    });
    one(&Value::Array(entries))
}

fn vitest(run: &Run) -> Vec<(String, String)> {
    let entries = each(run, |bench| {
        let samples = if bench.failed == 0 { scaled(bench, 1e3) } else { Vec::new() };
        json!({"id": "1", "name": bench.name, "samples": samples})
    });
    let group = json!({"fullName": "a.ts", "benchmarks": entries});
    one(&json!({"files": [{"filepath": "/p/a.ts", "groups": [group]}]}))
}

fn github_action(run: &Run) -> Vec<(String, String)> {
    let entries = run.benches.iter().flat_map(|bench| {
        let entry =
            |value: f64| json!({"name": bench.name, "unit": "ns/iter", "value": 1e9 * value});
        bench.values.iter().map(move |&value| entry(value))
    });
    one(&Value::Array(entries.collect()))
}

fn bencher(run: &Run) -> Vec<(String, String)> {
    let entry =
        |bench: &Bench| (bench.name.clone(), json!({"latency": {"value": 1e9 * bench.values[0]}}));
    one(&Value::Object(run.benches.iter().map(entry).collect()))
}

fn csv(run: &Run) -> Vec<(String, String)> {
    let mut text = "name,value,unit\n".to_owned();
    for bench in &run.benches {
        for value in &bench.values {
            writeln!(text, "\"{}\",{value:.12},sec/op", bench.name).unwrap();
        }
    }
    vec![(String::new(), text)]
}

fn libtest(run: &Run) -> Vec<(String, String)> {
    let (program, count) = (run.program, run.benches.len());
    let mut text = format!(
        "     Running benches/b{program}.rs (target/release/deps/b{program}-{:016x})\n\n\
         running {count} tests\n",
        1000 + run.number
    );
    for Bench { name, values, failed } in &run.benches {
        let (nanoseconds, spread) = (1e9 * values[0], 1e6 * values[0]);
        if *failed == 0 {
            writeln!(text, "test {name} ... bench: {nanoseconds:.2} ns/iter (+/- {spread:.2})")
        } else {
            writeln!(text, "test {name} ... FAILED")
        }
        .unwrap();
    }
    let has_failed = run.benches.iter().any(|bench| bench.failed != 0);
    let verdict = if has_failed { "FAILED" } else { "ok" };
    writeln!(
        text,
        "\ntest result: {verdict}. 0 passed; 0 failed; 0 ignored; {count} measured; 0 filtered out"
    )
    .unwrap();
    vec![(String::new(), text)]
}

fn libtest_json(run: &Run) -> Vec<(String, String)> {
    let mut text = format!(
        "{{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": {} }}\n",
        run.benches.len()
    );
    for Bench { name, values, failed } in &run.benches {
        let event = if *failed == 0 {
            json!({"type": "bench", "name": name, "median": 1e9 * values[0], "deviation": 1.5})
        } else {
            json!({"type": "test", "event": "failed", "name": name})
        };
        writeln!(text, "{event}").unwrap();
    }
    let has_failed = run.benches.iter().any(|bench| bench.failed != 0);
    let verdict = if has_failed { "failed" } else { "ok" };
    writeln!(text, "{{ \"type\": \"suite\", \"event\": \"{verdict}\", \"passed\": 0 }}").unwrap();
    vec![(String::new(), text)]
}

/// Splits an id of criterion into a group, a function and a value.
fn parts(name: &str) -> (&str, Option<&str>, Option<&str>) {
    let mut parts = name.splitn(3, '/');
    (parts.next().unwrap(), parts.next(), parts.next())
}

fn criterion(run: &Run) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for bench in &run.benches {
        let (group, function, value) = parts(&bench.name);
        let about = json!({
            "group_id": group, "function_id": function, "value_str": value, "throughput": null,
            "full_id": bench.name, "directory_name": bench.name, "title": bench.name,
        });
        let iterations = vec![10.0; bench.values.len()];
        let sample = json!({
            "sampling_mode": "Flat", "iters": iterations, "times": scaled(bench, 1e10),
        });
        let folder = format!("/{}/new", bench.name);
        files.push((format!("{folder}/benchmark.json"), about.to_string()));
        files.push((format!("{folder}/sample.json"), sample.to_string()));
    }
    files
}

fn cargo_criterion(run: &Run) -> Vec<(String, String)> {
    let mut text = String::new();
    for bench in &run.benches {
        let event = json!({
            "reason": "benchmark-complete", "id": bench.name,
            "iteration_count": vec![10; bench.values.len()],
            "measured_values": scaled(bench, 1e10), "unit": "ns", "throughput": [],
        });
        writeln!(text, "{event}").unwrap();
    }
    vec![(String::new(), text)]
}

fn go(run: &Run) -> Vec<(String, String)> {
    let mut text = "goos: linux\ngoarch: amd64\npkg: example.org/p\n".to_owned();
    for Bench { name, values, failed } in &run.benches {
        for (index, value) in values.iter().enumerate() {
            if index < *failed {
                writeln!(text, "--- FAIL: Benchmark{name}").unwrap();
            } else {
                writeln!(text, "Benchmark{name} \t1000\t{:.3} ns/op", 1e9 * value).unwrap();
            }
        }
    }
    let has_failed = run.benches.iter().any(|bench| bench.failed != 0);
    text += if has_failed { "FAIL\nexit status 1\n" } else { "PASS\n" };
    vec![(String::new(), text)]
}
