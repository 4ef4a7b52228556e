//! Tests JSON of other harnesses that is truncated, invalid, or malicious.

use std::fs;
use std::path::Path;

use super::{Folder, Told};
use crate::support::documents::DOCUMENTS;

/// Returns the number of results that are converted.
fn results(told: &Told) -> usize {
    told.out.lines().filter(|line| line.starts_with("Benchmark")).count()
}

/// Returns the messages except the note about missing samples.
fn told_of(told: &Told) -> Vec<&str> {
    told.err.lines().filter(|line| !line.contains("one number for each benchmark")).collect()
}

/// Returns the exit status for a document with these messages: lost data is not just a note.
fn expected_status(told: &Told) -> i32 {
    if told.err.lines().any(|line| line.starts_with("f.json: ")) { 3 } else { 0 }
}

#[test]
fn what_stands_before_a_wrong_value_counts_and_the_value_is_told() {
    let folder = Folder::new("json-wrong");
    let huge = "9".repeat(400);
    let wrong = ["null", "true", "\"x\"", "{}", "[\"x\"]", "[[]]", "1e400", "-1e400", &huge];
    for (harness, text) in DOCUMENTS {
        for wrong in wrong {
            folder.write("f.json", text.replace('@', wrong));
            let told = folder.run(&["convert", "f.json"]);
            assert_eq!(told.status, expected_status(&told), "{harness} {wrong}: {told:?}");
            assert!(told.out.contains("BenchmarkA"), "{harness} {wrong}: {told:?}");
            // Some of it is valid: a name may be any text, and hyperfine also writes a mean.
            let is_told = 2 <= results(&told) || !told_of(&told).is_empty();
            assert!(is_told, "{harness} {wrong}: {told:?}");
        }
    }
}

#[test]
fn nesting_without_end_is_passed_and_told() {
    let folder = Folder::new("json-deep");
    let open = "[".repeat(100_000);
    let objects = "{\"a\":".repeat(100_000);
    let closed = format!("{open}{}", "]".repeat(100_000));
    for (harness, text) in DOCUMENTS {
        for deep in [&open, &objects, &closed] {
            folder.write("f.json", text.replace('@', deep));
            let told = folder.run(&["convert", "f.json"]);
            assert_eq!(told.status, expected_status(&told), "{harness}: {told:?}");
            // hyperfine also writes a mean if the whole result exists.
            let found = if harness == "hyperfine" && deep == &closed { 2 } else { 1 };
            assert_eq!(results(&told), found, "{harness}: {told:?}");
            assert!(!told_of(&told).is_empty(), "{harness}: {told:?}");
        }
    }
}

#[test]
fn what_is_cut_off_is_told_with_its_place() {
    let folder = Folder::new("json-cut");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats/data");
    let mut files: Vec<_> = fs::read_dir(data).unwrap().map(|file| file.unwrap().path()).collect();
    let is_document =
        |path: &&Path| path.extension().is_some_and(|ending| ending == "json" || ending == "js");
    files.retain(|path| is_document(&path.as_path()));
    files.sort();
    assert!(10 < files.len());
    for file in files {
        let text = fs::read(&file).unwrap();
        // A cut between two documents leaves a complete document.
        if text.split(|b| *b == b'\n').filter(|line| line.first() == Some(&b'{')).count() > 1 {
            continue;
        }
        let text = text.trim_ascii_end();
        let text = text.strip_suffix(b";").unwrap_or(text);
        folder.write("f.json", text);
        let whole = results(&folder.run(&["convert", "f.json"]));
        let mut before = 0;
        for part in 1..12 {
            folder.write("f.json", &text[..text.len() * part / 12]);
            let told = folder.run(&["convert", "f.json"]);
            let found = results(&told);
            assert!(before <= found && found <= whole, "{file:?} {part}: {told:?}");
            before = found;
            let place = "f.json: $";
            let is_told = told.err.lines().any(|line| {
                line.starts_with(place) && line.contains("the document ends in the middle")
            });
            // Such a short text may be any JSON.
            let is_nothing = told.status == 3 && told.err.contains("no benchmark results");
            assert!(is_told || is_nothing, "{file:?} {part}: {told:?}");
        }
        assert_ne!((before, whole), (0, 0), "{file:?}");
    }
}

#[test]
fn a_benchmark_without_values_is_told() {
    let folder = Folder::new("json-nothing");
    for (harness, wrong, place) in [
        ("hyperfine", "null,\"mean\":null", "b: found no values: skipped"),
        ("jmh", "{}", "b: found no values: skipped"),
        ("pytest-benchmark", "{}", "b: found no values: skipped"),
        ("benchmarkdotnet", "[]", "b: found no values: skipped"),
        ("vitest", "[]", "b failed"),
        ("tinybench", "{}", "b: found no values: skipped"),
        ("pyperf", "[{}]", "b: found no values: skipped"),
        ("bencher", "{}", "b: latency: found no values: skipped"),
        ("criterion", "[],\"iters\":[]", "b: found no values: skipped"),
    ] {
        let (_, text) = DOCUMENTS.iter().find(|(name, _)| *name == harness).unwrap();
        folder.write("f.json", text.replace('@', wrong));
        let told = folder.run(&["convert", "f.json"]);
        assert_eq!(results(&told), 1, "{harness}: {told:?}");
        let lines = told_of(&told).into_iter();
        let lines: Vec<&str> =
            lines.map(|line| line.trim_start_matches("benchlens: note: ")).collect();
        assert_eq!(lines, [format!("f.json: {place}")], "{harness}");
    }
}

#[test]
fn texts_that_no_json_has_stay_what_they_are() {
    let folder = Folder::new("json-texts");
    let hyperfine = |rest: &str| format!(r#"{{"results":[{{"mean":1,{rest}}}]}}"#);
    // Half a surrogate pair, a zero byte, and bytes that are not UTF-8.
    let text = hyperfine(r#""command":"a\ud800b\u0000c@","times":[1]"#).into_bytes();
    let at = text.iter().position(|byte| *byte == b'@').unwrap();
    folder.write("f.json", [&text[..at], &b"\xff\xfe"[..], &text[at + 1..]].concat());
    let told = folder.run(&["convert", "f.json"]);
    assert_eq!(told.out, "\nBenchmarkA\u{fffd}b%00c\u{fffd}\u{fffd} 1 1 sec/op\n", "{told:?}");
    // If keys are repeated, all values are read, but only the last text.
    folder.write("f.json", hyperfine(r#""command":"a","command":"b","times":[1],"times":[2]"#));
    let told = folder.run(&["convert", "f.json"]);
    assert_eq!(told.out, "\nBenchmarkB 1 1 sec/op\nBenchmarkB 1 2 sec/op\n", "{told:?}");
    // The forms that C++ and Java write.
    folder.write("f.json", hyperfine(r#""command":"a","times":[NaN,Infinity,"-INF",1e-400]"#));
    let told = folder.run(&["convert", "f.json"]);
    let values: Vec<_> =
        told.out.lines().filter_map(|line| line.strip_prefix("BenchmarkA 1 ")).collect();
    assert_eq!(values, ["NaN sec/op", "+Inf sec/op", "-Inf sec/op", "0 sec/op"], "{told:?}");
    folder.write("f.json", b"\0\0\0{\"results\":[]}\0");
    assert_eq!(folder.run(&["f.json"]).status, 3);
    folder.write("f.txt", b"\0\0\nBenchmarkA\0 1 2 ns/op\n\0\n");
    assert_eq!(results(&folder.run(&["convert", "f.txt"])), 1);
}

#[test]
fn documents_one_behind_the_other_are_read_and_others_told() {
    let folder = Folder::new("json-several");
    let google = |name: &str| DOCUMENTS[1].1.replace('@', &format!("\"{name}\""));
    folder.write("f.json", [google("b"), google("c")].join("\n"));
    let told = folder.run(&["convert", "f.json"]);
    assert_eq!((results(&told), told_of(&told).len()), (4, 0), "{told:?}");
    let hyperfine = DOCUMENTS[0].1.replace('@', "[2]");
    folder.write("f.json", [google("b"), hyperfine.clone()].join("\n"));
    let told = folder.run(&["convert", "f.json"]);
    assert_eq!(results(&told), 2, "{told:?}");
    assert!(told.err.contains("f.json: $.results: skipped results of another format"), "{told:?}");
    // If a file fits two formats, the first in the list of formats is used.
    let both = hyperfine.replacen('{', "{\"machine_info\":{},\"benchmarks\":[{\"name\":\"p\",\"fullname\":\"p\",\"stats\":{\"data\":[1]}}],", 1);
    folder.write("f.json", &both);
    let told = folder.run(&["convert", "f.json"]);
    assert_eq!(results(&told), 1, "{told:?}");
    assert_eq!(
        told.about_inputs(),
        [
            "f.json: $.results: skipped results of another format; choose that input format to read them"
        ]
    );
    let told = folder.run(&["convert", "-input-format", "hyperfine", "f.json"]);
    assert_eq!(results(&told), 2, "{told:?}");
    assert!(told.err.contains("$.benchmarks: skipped results of another format"), "{told:?}");
}

#[test]
fn a_quote_too_many_is_told_where_values_are_passed() {
    let folder = Folder::new("json-quote");
    let entry = |name: &str, odd: &str| {
        format!(
            r#"{{"Method":"{name}","Statistics":{{"OriginalValues":[1]}},"M":[{{"x{odd}":1,{}"y":2}}]}}"#,
            "\n"
        )
    };
    // The second quote compensates for the first, and the text between them is lost.
    let text = format!(
        r#"{{"HostEnvironmentInfo":{{}},"Benchmarks":[{},{},{}]}}"#,
        entry("a", "\""),
        entry("b", "\""),
        entry("c", "")
    );
    folder.write("f.json", text);
    let told = folder.run(&["convert", "f.json"]);
    assert!(results(&told) == 3 || !told_of(&told).is_empty(), "{told:?}");
}

/// Work and memory are proportional to the size of the file, not to its square or to the numbers in it.
#[test]
fn what_is_made_to_cost_much_does_not() {
    let folder = Folder::new("json-cost");
    let many = |count: usize, one: &dyn Fn(usize) -> String| {
        (0..count).map(one).collect::<Vec<_>>().join(",")
    };
    let histogram = r#"{"scoreUnit":"us/op","rawDataHistogram":[[[[1,1000000000]]]]}"#;
    let metric = r#"{"scoreUnit":"x","rawData":[[1]]}"#;
    let context = many(100_000, &|i| format!(r#""k{i}":"v""#));
    let files = [
        (
            many(100_000, &|i| format!(r#"{{"command":"c{i}","mean":1,"times":[1]}}"#)),
            r#"{"results":[@]}"#,
        ),
        (
            context,
            r#"{"context":{"library_build_type":"release",@},"benchmarks":[{"name":"a","real_time":1}]}"#,
        ),
        (many(100_000, &|i| format!(r#"{{"name":"n{i} - u","value":1,"unit":"u"}}"#)), "[@]"),
        (many(100_000, &|i| format!(r#"{{"name":"n - u{i}","value":1,"unit":"u{i}"}}"#)), "[@]"),
        (
            many(50_000, &|i| format!(r#"{{"name":"n{i}","value":1,"unit":"u{i}"}}"#)),
            r#"window.BENCHMARK_DATA = {"lastUpdate":1,"repoUrl":"u","entries":{"s":[{"tool":"customBiggerIsBetter","benches":[@]}]}}"#,
        ),
        (
            many(40, &|i| {
                format!(r#"{{"jmhVersion":"1","benchmark":"p.b{i}","primaryMetric":{histogram}}}"#)
            }),
            "[@]",
        ),
        (
            many(20_000, &|i| format!(r#""m{i}":{metric}"#)),
            &format!(
                r#"[{{"jmhVersion":"1","benchmark":"p.b","primaryMetric":{{"scoreUnit":"s/op","rawData":[{}]}},"secondaryMetrics":{{@}}}}]"#,
                many(20_000, &|_| "[1]".into())
            ),
        ),
        ("k".repeat(100 << 20), r#"{"results":[{"command":"a","mean":1,"times":[1]}],"@":1}"#),
    ];
    for (part, text) in files {
        folder.write("f.json", text.replace('@', &part));
        let told = folder.run(&["keys", "f.json"]);
        let place = text.chars().take(60).collect::<String>();
        let begin = told.err.chars().take(500).collect::<String>();
        assert_eq!(told.status, expected_status(&told), "{place}: {begin}");
    }
}
