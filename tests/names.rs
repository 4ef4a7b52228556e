//! What readers remove from the names of benchmarks, because it differs between runs of the same benchmark. All other
//! addresses, ports and folders are parts of a name. DESIGN.md lists what names lose; its column is written from the
//! table here: `UPDATE=1 cargo test --test all names::`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use benchlens_core::format::{AutoReader, Location, Reader, Record};

/// A text in a name or in metadata, as a file contains it and as its reader keeps it.
struct Kept {
    /// The row of DESIGN.md.
    row: &'static str,
    /// What the name loses, in DESIGN.md; empty if the row says it in another column, or as the row before.
    loses: &'static str,
    /// A file, in which `ID` stands for the given text.
    file: &'static str,
    given: &'static str,
    /// The key of the metadata or the configuration; empty for the name.
    key: &'static str,
    /// Several values in their order, with ` and ` between them.
    kept: &'static str,
}

const fn name(
    row: &'static str,
    loses: &'static str,
    file: &'static str,
    given: &'static str,
    kept: &'static str,
) -> Kept {
    Kept { row, loses, file, given, key: "", kept }
}

const GO: &str = "BenchmarkID-8 1 5 ns/op\n";
const GOOGLE: &str = r#"{"context": {"library_build_type": "release"}, "benchmarks": [{"name": "ID", "iterations": 1, "real_time": 1, "cpu_time": 1, "time_unit": "ns"}]}"#;
const PYTEST: &str = r#"{"machine_info": {}, "benchmarks": [{"name": "t[c0]", "fullname": "f::t[c0]", "params": {"k": "ID"}, "stats": {"data": [1], "iterations": 1}}]}"#;
const JMH: &str = r#"[{"jmhVersion": "1", "benchmark": "p.C.m", "params": {"k": "ID"}, "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[1]]}}]"#;
const PYPERF: &str = r#"{"version": "1.0", "benchmarks": [{"metadata": {"name": "ID"}, "runs": [{"values": [1]}]}]}"#;
const HYPERFINE: &str = r#"{"results": [{"command": "ID", "mean": 1, "times": [1]}]}"#;
const COMMANDS: &str = r#"{"results": [{"command": "ID", "mean": 1, "times": [1]}, {"command": "/tmp/x2/tool", "mean": 1, "times": [1]}]}"#;
const DOTNET: &str = r#"{"HostEnvironmentInfo": {}, "Benchmarks": [{"DisplayInfo": "C.M: ID", "Type": "C", "Method": "M", "Parameters": "", "Statistics": {"OriginalValues": [1]}}]}"#;
const VITEST: &str = r#"{"numTotalTestSuites": 1, "testResults": [
 {"name": "ID", "assertionResults": [{"fullName": "s", "status": "passed", "benchmarks": [{"name": "b", "tasks": [{"name": "t", "latency": {"samples": [1]}}]}]}]},
 {"name": "/tmp/x1/b/c.ts", "assertionResults": [{"fullName": "s", "status": "passed", "benchmarks": [{"name": "b", "tasks": [{"name": "t", "latency": {"samples": [1]}}]}]}]}]}"#;
const CRITERION: &str = r#"{"reason": "benchmark-complete", "id": "ID", "iteration_count": [1], "measured_values": [1], "unit": "ns", "throughput": []}"#;
const ACTION: &str = r#"[{"name": "ID", "unit": "ns/iter", "value": 1}]"#;
const DATA_JS: &str = r#"window.BENCHMARK_DATA = {"entries": {"s": [{"commit": {"id": "a"}, "date": 1, "tool": "go", "benches": [{"name": "ID", "value": 1, "unit": "ns/op"}]}]}}"#;
const BENCHER: &str = r#"{"ID": {"latency": {"value": 1}}}"#;
const LIBTEST: &str =
    "     Running benches/a.rs (ID)\n\nrunning 1 test\ntest sort ... bench: 1 ns/iter (+/- 0)\n";
const CSV: &str = "name,value,unit\n\"ID\",1,s\n";
const K6: &str = r#"{"metric": "http_req_duration", "type": "Point", "data": {"time": "2026-01-02T03:04:05.6Z", "value": 1, "tags": {"method": "GET", "name": "ID", "status": "200"}}}"#;
const VEGETA: &str = "1795755106582315802,200,1000,0,4,,,,1,GET,ID,\n";
const JMETER: &str = "timeStamp,elapsed,label,responseCode,success\n1795754811952,5,ID,200,true\n";
const WRK: &str = "Running 1s test @ ID\n    Latency     1.89ms    2.16ms  29.31ms   94.90%\n  2157 requests in 1.04s, 198.86KB read\nRequests/sec:   2077.51\n";

const LOAD: &str = "scheme, host, port and query of URLs";

/// What each reader keeps.
const KEPT: [Kept; 38] = [
    name(
        "Go text, `go test -json`",
        "nothing",
        GO,
        "Get/127.0.0.1:8080/tmp/x1",
        "Get/127.0.0.1:8080/tmp/x1-8",
    ),
    name("Go text, `go test -json`", "", GO, "Sort/0xc0000a4000", "Sort/0xc0000a4000-8"),
    name(
        "criterion, cargo-criterion",
        "",
        CRITERION,
        "get/http:%2F%2Fh:8080",
        "get/fn=http:%252F%252Fh:8080",
    ),
    name("Google Benchmark", "`iterations:`", GOOGLE, "BM_F/8/iterations:9", "BM_F/arg0=8"),
    name("Google Benchmark", "`repeats:`", GOOGLE, "BM_F/8/repeats:3", "BM_F/arg0=8"),
    name("Google Benchmark", "`min_time:`", GOOGLE, "BM_F/8/min_time:0.5", "BM_F/arg0=8"),
    name(
        "Google Benchmark",
        "`min_warmup_time:`",
        GOOGLE,
        "BM_F/8/min_warmup_time:1",
        "BM_F/arg0=8",
    ),
    name("Google Benchmark", "", GOOGLE, "BM_F/n:1", "BM_F/n=1"),
    name("JMH", "", JMH, "http://h:8080/a", "m/k=http:%2F%2Fh:8080%2Fa"),
    name(
        "pytest-benchmark",
        "objects among parameters: the id of the test replaces them",
        PYTEST,
        "<Codec object at 0x7f0a1b2c>",
        "t/k=c0",
    ),
    name("pytest-benchmark", "", PYTEST, "UNSERIALIZABLE[<Codec object at 0x7f0a1b2c>]", "t/k=c0"),
    name("pytest-benchmark", "", PYTEST, "/tmp/x1:8080", "t/k=%2Ftmp%2Fx1:8080"),
    name("pyperf", "", PYPERF, "open /tmp/x1:8080", "open /tmp/x1:8080"),
    name(
        "hyperfine",
        "folders of the program and of absolute paths",
        HYPERFINE,
        "/tmp/x1/tool /tmp/a a/b",
        "tool a a/b",
    ),
    name(
        "hyperfine",
        "equal names in one file get `cmd=`",
        COMMANDS,
        "/tmp/x1/tool",
        "tool/cmd=1 and tool/cmd=2",
    ),
    name(
        "hyperfine",
        "scheme, host and port of URLs",
        HYPERFINE,
        "curl http://h:8080/a/b",
        "curl /a/b",
    ),
    Kept {
        row: "BenchmarkDotNet",
        loses: "random ids of jobs",
        file: DOTNET,
        given: "Job-ABCDEF(Server=True)",
        key: "job",
        kept: "(Server=True)",
    },
    Kept {
        row: "BenchmarkDotNet",
        loses: "",
        file: DOTNET,
        given: "Job-Fast(Server=True)",
        key: "job",
        kept: "Job-Fast(Server=True)",
    },
    Kept {
        row: "vitest, tinybench",
        loses: "folders, unless several files have the same name",
        file: VITEST,
        given: "/tmp/x1/a.ts",
        key: "pkg",
        kept: "a.ts/b and c.ts/b",
    },
    Kept {
        row: "vitest, tinybench",
        loses: "",
        file: VITEST,
        given: "/tmp/x1/a/c.ts",
        key: "pkg",
        kept: "a/c.ts/b and b/c.ts/b",
    },
    name(
        "github-action-benchmark",
        "the word `Benchmark` of Go names",
        DATA_JS,
        "BenchmarkSort",
        "Sort/suite=s",
    ),
    name("github-action-benchmark", "", ACTION, "get http://h:8080", "get http://h:8080"),
    name("Bencher", "", BENCHER, "get http://h:8080", "get http://h:8080"),
    Kept {
        row: "libtest",
        loses: "",
        file: LIBTEST,
        given: "target/release/deps/a-0123456789abcdef",
        key: "target",
        kept: "a",
    },
    Kept {
        row: "libtest",
        loses: "",
        file: LIBTEST,
        given: "target/release/deps/a-8-0123456789abcdef",
        key: "target",
        kept: "a-8",
    },
    name("CSV, TSV", "", CSV, "get http://h:8080", "get http://h:8080"),
    name("load tests", LOAD, K6, "http://h:8080/items/7?page=1", "GET/items/7"),
    name("load tests", "", K6, "https://[::1]:8443/items", "GET/items"),
    name("load tests", "", VEGETA, "http://127.0.0.1:8017/items?ids=1#top", "GET/items"),
    name("load tests", "", VEGETA, "http://127.0.0.1:8017", "GET/"),
    name("load tests", "", WRK, "http://127.0.0.1:8017/items?page=1", "Requests/items"),
    name("load tests", "", JMETER, "http://h:8080/items?page=1", "Requests/items"),
    name("load tests", "", JMETER, "home page 8080", "home page 8080"),
    Kept {
        row: "Google Benchmark",
        loses: "",
        file: CONTEXT,
        given: "/tmp/x1/bench",
        key: "executable",
        kept: "bench",
    },
    Kept {
        row: "Google Benchmark",
        loses: "",
        file: CONTEXT,
        given: "C:\\\\x1\\\\bench-8.exe",
        key: "executable",
        kept: "bench-8",
    },
    Kept {
        row: "Google Benchmark",
        loses: "`n:1` becomes `n=1`",
        ..name("", "", GOOGLE, "BM_F/host:8080", "BM_F/host=8080")
    },
    name("JMH", "", JMH, "0x7f0a1b2c", "m/k=0x7f0a1b2c"),
    name("pyperf", "", PYPERF, "<Codec object at 0x7f0a1b2c>", "<Codec object at 0x7f0a1b2c>"),
];

const CONTEXT: &str = r#"{"context": {"executable": "ID", "library_build_type": "release"}, "benchmarks": [{"name": "a", "iterations": 1, "real_time": 1, "cpu_time": 1, "time_unit": "ns"}]}"#;

/// Returns the values of a key in a file; of an empty key, the names.
fn values(file: &str, key: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut sink = |_: &Location, record: Record<'_>| match record {
        Record::Result(result) if key.is_empty() => {
            found.insert(String::from_utf8_lossy(result.name).into_owned());
        }
        Record::Metadata { key: own, value } | Record::Config { key: own, value }
            if own == key.as_bytes() =>
        {
            found.insert(String::from_utf8_lossy(value).into_owned());
        }
        _ => {}
    };
    let mut reader = AutoReader::default();
    reader.feed(file.as_bytes(), &mut sink);
    reader.finish(&mut sink);
    found
}

#[test]
fn names_keep_what_the_table_says() {
    let mut wrong = Vec::new();
    for Kept { row, file, given, key, kept, .. } in KEPT {
        let found = values(&file.replace("ID", given), key);
        let found = found.into_iter().collect::<Vec<_>>().join(" and ");
        if found != kept {
            wrong.push(format!("{row}: {given}: {found}, not {kept}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_design_lists_what_names_lose() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../DESIGN.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once("| the name loses |\n").expect("the table");
    let (table, after) = rest.split_once("\n\n").unwrap();
    let mut rows = BTreeSet::new();
    let line = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, row, what, place, _, _] = cells[..] else { return line.to_owned() };
        if row.starts_with("---") {
            return line.to_owned();
        }
        rows.insert(row.to_owned());
        let lost = KEPT.iter().filter(|kept| kept.row == row && !kept.loses.is_empty());
        let lost = lost.map(|kept| kept.loses).collect::<Vec<_>>().join("; ");
        let cells = [row, what, place, &lost]
            .map(|cell| if cell.is_empty() { " ".into() } else { format!(" {cell} ") });
        format!("|{}|", cells.join("|"))
    };
    let table = table.lines().map(line).collect::<Vec<_>>().join("\n");
    let tested: BTreeSet<String> = KEPT.iter().map(|kept| kept.row.to_owned()).collect();
    assert_eq!(rows, tested);
    let written = format!("{before}| the name loses |\n{table}\n\n{after}");
    if written != text && std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        fs::write(path, written).unwrap();
    } else {
        assert!(written == text, "UPDATE=1 cargo test --test all names::\n{table}");
    }
}
