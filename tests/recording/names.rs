//! Tests benchmarks that are interleaved separately.

use crate::recording::folder::{Folder, results};

/// Writes a stand-in for a Go test binary: it lists names, and runs the benchmarks that match a pattern.
fn binary(folder: &Folder, name: &str, benchmarks: &str) {
    let script = format!(
        r#"echo "$*" >> {name}.calls
for word; do case $word in
  -test.list=*) echo 'a line of its own'; for b in {benchmarks}; do echo $b; done
                echo TestX; echo 'Benchmark took 1s'; exit;;
  -test.bench=*) pattern=${{word#-test.bench=}}; top=${{pattern%%/*}};;
esac; done
for b in {benchmarks}; do
  if echo $b | grep -Eq "$top"; then echo "$b 1 5 ns/op"; fi
done"#
    );
    folder.script(name, &script);
}

/// Returns the names in a log, once for each sequence of equal names.
fn order(folder: &Folder, log: &str) -> Vec<String> {
    let mut names: Vec<String> = results(&folder.read(log))
        .into_iter()
        .map(|(_, line)| line.split(' ').next().unwrap().to_owned())
        .collect();
    names.dedup();
    names
}

#[test]
fn each_benchmark_of_go_has_its_turns() {
    let folder = Folder::new("each-go");
    binary(&folder, "old", "BenchmarkB BenchmarkBA BenchmarkGone");
    binary(&folder, "new", "BenchmarkB BenchmarkBA BenchmarkAdded");
    let words =
        ["-n", "3", "-each", "old=./old", "new=./new", "--", "-test.bench", "B/x", "-test.v"];
    let ended = folder.run(&words);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!(order(&folder, "bench-old.txt"), ["BenchmarkB", "BenchmarkBA", "BenchmarkGone"]);
    assert_eq!(order(&folder, "bench-new.txt"), ["BenchmarkB", "BenchmarkBA", "BenchmarkAdded"]);
    assert_eq!(results(&folder.read("bench-old.txt")).len(), 9);
    assert!(ended.err.contains("old does not have BenchmarkAdded: not run there"), "{ended:?}");
    assert!(ended.err.contains("new does not have BenchmarkGone: not run there"), "{ended:?}");
    let calls = folder.read("old.calls");
    assert_eq!(calls.lines().next(), Some("-test.list=B -test.v"));
    assert_eq!(
        calls.lines().nth(1),
        Some("-test.bench=^BenchmarkB$/x -test.count=5 -test.run=^$ -test.benchtime=200ms -test.v")
    );
}

/// A fixed number of iterations gives the CPU time of each benchmark, unless the benchmark measures it itself.
#[test]
fn fixed_counts_give_cpu_time() {
    let folder = Folder::new("each-counted");
    folder.script(
        "v",
        r#"case $* in *-test.list=*) echo BenchmarkA; echo BenchmarkB; exit;; esac
for i in 1 2; do
  case $* in
    *BenchmarkA*) i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo "BenchmarkA/n=1-2 100 5 ns/op";;
    *) echo "BenchmarkB 100 5 ns/op 4 cpu-ns/op";;
  esac
done"#,
    );
    let run = |time: &str| {
        let ended = folder.run(&[
            "-n",
            "2",
            "-force",
            "-each",
            "a=./v",
            "b=./v",
            "--",
            "-test.bench=.",
            time,
        ]);
        assert_eq!(ended.status, 0, "{ended:?}");
        let lines = results(&folder.read("bench-b.txt"));
        let is_added = |line: &str| line.starts_with("BenchmarkA/n=1-2 200 ");
        lines.into_iter().filter(|(_, line)| is_added(line)).collect::<Vec<_>>()
    };
    assert_eq!(run("-test.benchtime=1s"), []);
    let found = run("-test.benchtime=100x");
    assert_eq!(found.iter().map(|(block, _)| *block).collect::<Vec<_>>(), [1, 2], "{found:?}");
    for (_, line) in &found {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[3], "process-cpu-ns/op");
        let time: f64 = words[2].parse().unwrap();
        assert!((1e3..5e7).contains(&time), "{line}");
    }
}

#[test]
fn a_command_lists_names() {
    let folder = Folder::new("each-command");
    let version = "a=sh -c 'echo \"Benchmark${1%% *}/$2 1 1 ns/op\"' sh {} {size}";
    let list = r"-each=printf 'b b\r\n\n a$(x)\t\nb b\n{size}\n'";
    let ended = folder.run(&["-n", "2", "-param", "size=1,2", list, version]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.err.contains("12 blocks measured in"), "{ended:?}");
    let lines: Vec<_> =
        results(&folder.read("bench-a.txt")).into_iter().map(|(_, line)| line).step_by(2).collect();
    let line = |name: &str| format!("Benchmark{name} 1 1 ns/op");
    let names = ["b/1", "b/2", "a$(x)/1", "a$(x)/2", "1/1", "1/2"];
    assert_eq!(lines, names.map(line));
}

#[test]
fn a_built_program_lists_its_names() {
    let folder = Folder::new("each-built");
    folder
        .script("v", "if [ $1 = list ]; then echo A; echo B; else echo Benchmark$1 1 1 ns/op; fi");
    let words =
        ["-n", "2", "-each=$BENCH_OUT list", "-build", "cp v $BENCH_OUT", "-aa", "a=", "--", "{}"];
    let ended = folder.run(&words);
    assert_eq!(ended.status, 0, "{ended:?}");
    for log in ["bench-a.1.txt", "bench-a.2.txt"] {
        assert_eq!(order(&folder, log), ["BenchmarkA", "BenchmarkB"]);
    }
}

#[test]
fn what_cannot_be_listed_is_a_sentence() {
    let folder = Folder::new("each-wrong");
    binary(&folder, "none", "");
    let check = |words: &[&str], status: i32, says: &str| {
        let ended = folder.run(words);
        assert_eq!(ended.status, status, "{words:?}: {ended:?}");
        assert!(ended.err.contains(says), "{words:?}: {says}: {ended:?}");
        assert!(!folder.exists("bench-a.txt"));
    };
    let alone = "a: -each alone lists benchmarks of 'go test' and of Go test binaries with -test.bench, not of ./none x";
    check(&["-each", "a=./none x"], 2, alone);
    check(&["-each", "a=./none -test.bench 'A|B/c'"], 2, "measure each alternative");
    check(&["-each=ls", "a=./none"], 2, "a: -each needs {} where its command takes the name");
    let nothing =
        "a: ./none '-test.list=.' listed no benchmark; its last lines:\n  a line of its own";
    check(&["-each", "a=./none -test.bench ."], 3, nothing);
    check(
        &["-each=true", "a=./none {}"],
        3,
        "a: -each=true listed no benchmark; it printed nothing",
    );
    check(
        &["-each=echo why; exit 5", "a=./none {}"],
        3,
        "ended with status 5; its last lines:\n  why",
    );
    check(
        &["-each=printf 'a\\nb\\377\\n'", "a=./none {}"],
        3,
        "line 2 of the list is not a benchmark name: b\\xff",
    );
    check(
        &["-each=printf 'a\\000b\\n'", "a=./none {}"],
        3,
        "line 1 of the list is not a benchmark name: a\\x00b",
    );
    check(&["-each=yes", "a=./none {}"], 3, "-each=yes printed more than 64 MiB");
    check(&["-each=sleep 600", "-timeout", "100ms", "a=./none {}"], 3, "took longer than 0.1 s");
}
