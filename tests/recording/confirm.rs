//! Tests `-gate` of `benchlens run`: rows that fail are measured again, and only these.

use std::process::{Command, Stdio};

use nix::sys::signal::kill;
use nix::unistd::Pid;

use crate::recording::folder::{Ended, Folder, PROGRAM, finish, interrupt, results};

const GATE: [&str; 2] = ["-gate", "sec/op: +5%"];

/// Writes a stand-in for a Go test binary with the benchmarks A, B/x=1 and N. In the new version, N is slower by 10%
/// in the first `slow` runs. The pattern of each run is in `calls`.
fn binary(folder: &Folder, slow: u32) {
    let script = format!(
        r#"echo run >> runs-$1
n=$(wc -l < runs-$1)
echo "$2" >> calls
for b in BenchmarkA BenchmarkB/x=1 BenchmarkN; do
  t=$((1000 + n % 3))
  if [ "$1 $b" = "new BenchmarkN" ] && [ $n -le {slow} ]; then t=$((t + 100)); fi
  case $2 in -test.bench=.|-test.bench=*$b*) echo "$b-2 1 $t ns/op 5 B/op";; esac
done"#
    );
    folder.script("v", &script);
}

const BINARIES: [&str; 4] = ["old=./v old", "new=./v new", "--", "-test.bench=."];

/// Compares the logs afterwards, with the same gate.
fn compare(folder: &Folder) -> Ended {
    let mut command = Command::new(PROGRAM);
    command.current_dir(&folder.0).env_remove("GITHUB_ACTIONS");
    finish(&command.args(GATE).args(["bench-old.txt", "bench-new.txt"]).output().unwrap())
}

/// Counts the results of a benchmark in a log.
fn count(folder: &Folder, log: &str, name: &str) -> usize {
    let results = results(&folder.read(log));
    results.iter().filter(|(_, line)| line.split(' ').next() == Some(name)).count()
}

#[test]
fn noise_fails_only_once() {
    let folder = Folder::new("confirm-noise");
    binary(&folder, 12);
    let report = ["-o", "report.json", "-o", "junit=gate.xml"];
    let ended = folder.run(&[&GATE[..], &report, &BINARIES].concat());
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(
        ended.err.contains("1 benchmark exceeds its limit; measuring again in 24 blocks\n"),
        "{ended:?}"
    );
    assert!(ended.err.contains("12 and 24 confirming blocks measured in"), "{ended:?}");
    assert!(ended.err.contains("gate passed: 3 passed"), "{ended:?}");
    assert!(ended.out.contains("n=24") && ended.out.contains("n=12"), "{ended:?}");
    for log in ["bench-old.txt", "bench-new.txt"] {
        let counts =
            ["BenchmarkA-2", "BenchmarkB/x=1-2", "BenchmarkN-2"].map(|b| count(&folder, log, b));
        assert_eq!(counts, [12, 12, 36], "{log}");
    }
    let calls = folder.read("calls");
    assert_eq!(calls.lines().filter(|call| *call == "-test.bench=.").count(), 24);
    assert_eq!(calls.lines().filter(|call| *call == "-test.bench=^BenchmarkN(-2)?$").count(), 48);
    let report = folder.read("report.json");
    assert!(
        report.contains(r#""confirmation": "only""#) || report.contains(r#""confirmation":"only""#)
    );
    assert!(folder.read("gate.xml").contains("<testsuite"));
    let later = compare(&folder);
    assert_eq!(later.status, 0, "{later:?}");
    assert!(later.err.contains("2 comparisons use only confirming blocks"), "{later:?}");
}

#[test]
fn a_change_fails_twice() {
    let folder = Folder::new("confirm-change");
    binary(&folder, 99);
    let ended = folder.run(&[&GATE[..], &["-confirm", "10"], &BINARIES].concat());
    assert_eq!(ended.status, 1, "{ended:?}");
    assert!(ended.err.contains("failed: N-2 sec/op 1.001µ → 1.101µ, est. +9.99%"), "{ended:?}");
    assert!(ended.err.contains("n=10"), "{ended:?}");
    assert_eq!(compare(&folder).status, 1);
    let ended = folder.run(&[&GATE[..], &["-force", "-confirm", "0"], &BINARIES].concat());
    assert_eq!(
        (ended.status, count(&folder, "bench-new.txt", "BenchmarkN-2")),
        (1, 12),
        "{ended:?}"
    );
}

#[test]
fn other_commands_run_as_a_whole_but_only_failing_rows_are_kept() {
    let folder = Folder::new("confirm-whole");
    binary(&folder, 12);
    folder.script("pytest", r#"python3 -c 'import json, sys
found = [line.split() for line in sys.stdin]
of = lambda name: [float(words[2]) / 1e9 for words in found if words[0] == name]
names = sorted({words[0] for words in found})
each = lambda name: {"fullname": "t.py::" + name[9:-2].lower(), "name": name[9:-2].lower(), "stats": {"data": of(name), "iterations": 1}}
print(json.dumps({"machine_info": {}, "benchmarks": [each(name) for name in names], "version": "5.1.0"}))'"#);
    // Go's names begin in upper case, but the names of other tools need not.
    for (format, pack) in [("text", "cat"), ("json", "./pack"), ("pytest", "./pytest")] {
        folder.script(
            "pack",
            r#"while read line; do
  printf '{"Action":"output","Package":"p","Output":"%s\\n"}\n' "$line"
done"#,
        );
        folder.script("w", &format!("./v $1 -test.bench=. | {pack}"));
        let _ = std::fs::remove_file(folder.path("runs-new"));
        let words = ["-force", "old=./w old", "new=./w new"];
        let ended = folder.run(&[&GATE[..], &words].concat());
        assert_eq!(ended.status, 0, "{format}: {ended:?}");
        assert!(ended.err.contains("in 24 blocks, with the whole commands"), "{format}: {ended:?}");
        let log = folder.read("bench-new.txt");
        let end = if format == "pytest" { "" } else { "-2" };
        let count = |name| log.matches(&format!("Benchmark{name}{end} 1 ")).count();
        assert_eq!(["A", "N"].map(count), [12, 36], "{format}: {log}");
        assert_eq!(compare(&folder).status, 0, "{format}");
    }
}

#[test]
fn only_failing_items_are_measured_again() {
    let folder = Folder::new("confirm-items");
    // Memory does not depend on other programs, as time does.
    folder.script("m", "test $1 = 0 || x=$(head -c 20000000 /dev/zero | tr '\\0' x)");
    let gate = "peak-RSS-bytes: +300%";
    let words = ["-time", "-n", "6", "-confirm", "7", "-param", "k=0,1", "-gate", gate];
    let ended = folder.run(&[&words[..], &["old=./m 0", "new=./m {k}"]].concat());
    assert_eq!(ended.status, 1, "{ended:?}");
    let counts = ["BenchmarkCommand/k=0", "BenchmarkCommand/k=1"];
    assert_eq!(counts.map(|name| count(&folder, "bench-new.txt", name)), [6, 13], "{ended:?}");
    // The parameter is a line of the log.
    folder.script("p", "echo \"BenchmarkA 1 $1 ns/op\"");
    let words = ["-n", "6", "-confirm", "7", "-param", "k=10,20", "-gate", "sec/op: +50%"];
    let ended = folder.run(&[&words[..], &["-force", "old=./p 10", "new=./p {k}"]].concat());
    assert_eq!(ended.status, 1, "{ended:?}");
    let log = folder.read("bench-new.txt");
    let counts = ["BenchmarkA 1 10 ", "BenchmarkA 1 20 "].map(|line| log.matches(line).count());
    assert_eq!(counts, [6, 13], "{log}");
    let each = ["-each=printf 'A\\nB\\n'", "-gate", "sec/op: +50%", "-n", "6", "-force"];
    folder.script("e", "if [ $2 = B ]; then t=$1; else t=1; fi; echo \"Benchmark$2 1 $t ns/op\"");
    let ended = folder.run(&[&each[..], &["old=./e 1 {}", "new=./e 2 {}"]].concat());
    assert_eq!(ended.status, 1, "{ended:?}");
    let counts = ["BenchmarkA", "BenchmarkB"].map(|name| count(&folder, "bench-new.txt", name));
    assert_eq!(counts, [6, 30], "{ended:?}");
}

#[test]
fn an_interrupted_confirmation_confirms_nothing() {
    let folder = Folder::new("confirm-interrupted");
    binary(&folder, 12);
    // The fifth confirming block does not end.
    folder.script(
        "w",
        "if [ $(cat calls | wc -l) -ge 33 ]; then touch waiting; sleep 600; fi; ./v \"$@\"",
    );
    let words = ["old=./w old", "new=./w new", "--", "-test.bench=."];
    let mut command = folder.command();
    command.args(GATE).args(words).stderr(Stdio::null()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    folder.wait_for("waiting");
    kill(Pid::from_raw(child.id() as i32), interrupt()).unwrap();
    child.wait().unwrap();
    assert_eq!(count(&folder, "bench-old.txt", "BenchmarkA-2"), 12);
    assert!((16..18).contains(&count(&folder, "bench-old.txt", "BenchmarkN-2")));
    let later = compare(&folder);
    assert_eq!(later.status, 1, "{later:?}");
    assert!(later.err.contains("ignored the confirming blocks of 2 comparisons"), "{later:?}");
}
