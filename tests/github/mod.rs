//! Tests the CLI as a step of GitHub Actions, with stand-ins for the runner's files.

mod action;
mod build;
mod comment;
mod install;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The result of a step.
struct Step {
    status: i32,
    stdout: String,
    stderr: String,
    summary: String,
    outputs: String,
}

/// Creates a separate folder with logs.
fn folder(name: &str, logs: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("github").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    logs.iter().for_each(|(file, text)| fs::write(folder.join(file), text).unwrap());
    folder
}

fn run(folder: &Path, program: &str, words: &[&str], environment: &[(&str, &str)]) -> Step {
    let output = Command::new(program)
        .args(words)
        .current_dir(folder)
        .env_remove("GITHUB_ACTIONS")
        .env("GITHUB_STEP_SUMMARY", folder.join("summary"))
        .env("GITHUB_OUTPUT", folder.join("outputs"))
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let file = |name: &str| text(&fs::read(folder.join(name)).unwrap_or_default());
    Step {
        status: output.status.code().unwrap(),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
        summary: file("summary"),
        outputs: file("outputs"),
    }
}

const ON_RUNNER: [(&str, &str); 1] = [("GITHUB_ACTIONS", "true")];

fn step(folder: &Path, words: &[&str]) -> Step {
    run(folder, env!("CARGO_BIN_EXE_benchlens"), words, &ON_RUNNER)
}

/// Returns ten runs around a time.
fn log(name: &str, time: f64) -> String {
    let line = |i: u32| {
        let value = time * (0.9775 + 0.005 * f64::from(i));
        format!("Benchmark{name} 1 {value} ns/op\n")
    };
    (0..10).map(line).collect()
}

fn lines_of<'s>(text: &'s str, prefix: &str) -> Vec<&'s str> {
    text.lines().filter(|line| line.starts_with(prefix)).collect()
}

#[test]
fn a_gate_tells_the_runner() {
    let (old, new) = (log("A", 100.0) + &log("B", 50.0), log("A", 120.0) + &log("B", 50.0));
    let folder = folder("fails", &[("old", &old), ("new", &new)]);
    let step = step(&folder, &["-gate", "sec/op: +5%; order: any", "old", "new"]);
    assert_eq!(step.status, 1);
    let annotations = lines_of(&step.stderr, "::");
    assert_eq!(annotations.len(), 1, "{}", step.stderr);
    assert!(
        annotations[0].starts_with(
            "::error title=Benchmark regression::failed: A sec/op 100.0n → 120.0n, est. +20.0"
        ),
        "{annotations:?}"
    );
    assert!(step.summary.contains("gate failed: 1 failed, 1 passed"), "{}", step.summary);
    assert!(step.summary.contains("| A |"), "{}", step.summary);
    let outputs = "verdict=failed\nfailed=1\nregressions=1\n";
    assert!(step.outputs.starts_with(outputs), "{}", step.outputs);
    let list = "failed-benchmarks<<end-of-value\nA sec/op\nend-of-value\n";
    assert!(step.outputs.ends_with(list), "{}", step.outputs);
    assert!(!step.stdout.contains("::") && !step.stdout.contains("regressed"), "{}", step.stdout);
}

#[test]
fn the_runner_is_told_only_where_there_is_a_gate_or_a_wish() {
    let [old, new] = [100.0, 100.1].map(|time| log("A", time));
    let folder = folder("wish", &[("old", &old), ("new", &new)]);
    let nothing = step(&folder, &["old", "new"]);
    assert_eq!((nothing.status, &nothing.summary[..], &nothing.outputs[..]), (0, "", ""));
    let elsewhere =
        run(&folder, env!("CARGO_BIN_EXE_benchlens"), &["-gate", "*: any", "old", "new"], &[]);
    assert_eq!((elsewhere.status, &elsewhere.outputs[..]), (0, ""));
    let wish = run(&folder, env!("CARGO_BIN_EXE_benchlens"), &["-github", "old", "new"], &[]);
    assert!(
        wish.outputs.starts_with("verdict=none\nfailed=0\nregressions=0\n"),
        "{}",
        wish.outputs
    );
    assert_eq!(wish.stdout, nothing.stdout);
    let passed = step(&folder, &["-gate", "*: any", "old", "new"]);
    assert!(passed.outputs.contains("\nverdict=passed\n"), "{}", passed.outputs);
    assert!(lines_of(&passed.stderr, "::").is_empty(), "{}", passed.stderr);
}

#[test]
fn ten_annotations_at_most_the_worst_first() {
    let logs = |slower: f64| {
        (0..25).map(|i| log(&format!("B{i:02}"), 100.0 + slower * f64::from(i))).collect::<String>()
    };
    let folder = folder("ten", &[("old", &logs(0.0)), ("new", &logs(2.0))]);
    let step = step(&folder, &["-gate", "sec/op: +5%; order: any", "old", "new"]);
    let annotations = lines_of(&step.stderr, "::");
    assert_eq!(annotations.len(), 10);
    assert!(annotations[0].contains("failed: B24 "), "{annotations:?}");
    assert_eq!(annotations[9], "::error title=Benchmark gate::and 13 more");
    assert_eq!(lines_of(&step.outputs, "B").len(), 22);
}

#[test]
fn names_are_text_whatever_they_hold() {
    let name = "::error::x%0A,<img/onerror=1>|`end-of-value`\u{2028}";
    let folder = folder("hostile", &[("old", &log(name, 100.0)), ("new", &log(name, 150.0))]);
    let step = step(&folder, &["-gate", "sec/op: +5%; order: any", "old", "new"]);
    assert_eq!(step.status, 1);
    let annotations = lines_of(&step.stderr, "::");
    assert_eq!(annotations.len(), 1, "{}", step.stderr);
    assert!(annotations[0].contains("::error::x%250A,"), "{annotations:?}");
    assert!(!step.summary.contains("<img"), "{}", step.summary);
    let marks = lines_of(&step.outputs, "end-of-value");
    assert_eq!(marks, ["end-of-value-"], "{}", step.outputs);
    assert!(step.outputs.contains("failed-benchmarks<<end-of-value-\n"), "{}", step.outputs);
}

#[test]
fn the_summary_stays_within_its_limit() {
    const LIMIT: usize = 1024 * 1024;
    let logs = |time: f64| (0..900).map(|i| log(&format!("B{i:04}"), time)).collect::<String>();
    let (old, new) = (logs(100.0), logs(150.0));
    for there in [0, LIMIT - 20_000, LIMIT - 3_000, LIMIT - 500, LIMIT, LIMIT + 7] {
        let folder = folder("limit", &[("old", &old), ("new", &new)]);
        fs::write(folder.join("summary"), "x".repeat(there)).unwrap();
        let step = step(&folder, &["-gate", "sec/op: +5%; order: any", "old", "new"]);
        assert_eq!(step.status, 1);
        assert!(step.summary.len() <= LIMIT.max(there), "{there}: {}", step.summary.len());
        let told = step.summary.contains("gate failed: 900 failed");
        assert_eq!(told, there <= LIMIT - 3_000, "{there}");
        assert_eq!(step.stderr.contains("the summary of this step is full"), !told, "{there}");
    }
}

#[test]
fn what_is_no_comparison_is_told_too() {
    let [old, new] = [100.0, 100.1].map(|time| log("A", time));
    let folder = folder("error", &[("old", &old), ("new", &new)]);
    let check = |words: &[&str], status: i32, verdict: &str, part: &str| {
        fs::write(folder.join("outputs"), "").unwrap();
        let step = step(&folder, words);
        assert_eq!(step.status, status, "{words:?}");
        assert_eq!(lines_of(&step.outputs, "verdict="), [verdict], "{words:?}");
        let annotations = lines_of(&step.stderr, "::error");
        assert!(annotations.len() == 1 && annotations[0].contains(part), "{annotations:?}");
    };
    check(&["-gate", "sec/op: +%", "old", "new"], 2, "verdict=error", "exit status 2");
    check(&["-nonsense", "-gate", "*: any", "old", "new"], 2, "verdict=error", "exit status 2");
    check(&["--github", "-n", "x"], 2, "verdict=error", "exit status 2");
    check(&["-gate", "sec/op: +5%", "old", "absent"], 3, "verdict=error", "exit status 3");
    check(
        &["-gate", "secs/op: +5%", "old", "new"],
        2,
        "verdict=invalid",
        "did you mean sec/op?%0A",
    );
    check(&["-gate", "sec/op: +5%", "old"], 4, "verdict=undecided", "compared nothing");
}

#[test]
fn files_that_cannot_be_written_are_an_error() {
    let log = log("A", 100.0);
    let folder = folder("unwritable", &[("old", &log), ("new", &log)]);
    let step = run(
        &folder,
        env!("CARGO_BIN_EXE_benchlens"),
        &["-gate", "*: any", "old", "new"],
        &[ON_RUNNER[0], ("GITHUB_OUTPUT", "no/such/folder/outputs")],
    );
    assert_eq!(step.status, 3);
    assert!(step.stderr.contains("write no/such/folder/outputs: no such file"), "{}", step.stderr);
}
