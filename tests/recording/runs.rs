//! Tests well-behaved commands.

use crate::recording::folder::{Folder, results};

/// A version that records when it runs, and prints a result.
const VERSION: &str = "echo $1 >> order; echo \"BenchmarkA 1 $2 ns/op\"";

fn order(folder: &Folder) -> Vec<String> {
    folder.read("order").lines().map(str::to_owned).collect()
}

#[test]
fn every_block_runs_every_version_once() {
    let folder = Folder::new("blocks");
    folder.script("v", VERSION);
    let ended = folder.run(&["-n", "6", "a=./v a 100", "b=./v b 200", "c=./v c 300"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("A "), "{ended:?}");
    let order = order(&folder);
    for block in order.chunks(3) {
        let mut block = block.to_vec();
        block.sort();
        assert_eq!(block, ["a", "b", "c"]);
    }
    for (log, time) in [("bench-a.txt", 100), ("bench-b.txt", 200), ("bench-c.txt", 300)] {
        let want: Vec<_> = (1..=6).map(|k| (k, format!("BenchmarkA 1 {time} ns/op"))).collect();
        assert_eq!(results(&folder.read(log)), want);
    }
    // Each version is compared with the first, in pairs.
    assert!(ended.out.contains("+100.00%"), "{ended:?}");
    assert!(ended.out.contains("+200.00%"), "{ended:?}");
    assert!(ended.out.contains("n=6"), "{ended:?}");
    assert!(
        ended.err.contains(
            "6 blocks measured in bench-a.txt, bench-b.txt and bench-c.txt, compared in pairs"
        ),
        "{ended:?}"
    );
}

#[test]
fn versions_in_different_packages_are_compared() {
    let folder = Folder::new("packages");
    folder.script("v", "echo \"pkg: example.org/$1\"; echo \"BenchmarkA 1 $2 ns/op\"");
    let ended = folder.run(&["-n", "6", "a=./v a 100", "b=./v b 200"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("+100.00%"), "{ended:?}");
    assert!(ended.err.contains("the versions differ in pkg"), "{ended:?}");
}

#[test]
fn a_key_is_not_ignored_if_rows_compare_without_that() {
    let folder = Folder::new("moved");
    // Two packages have a benchmark of one name; the new version moves another one.
    folder.script(
        "v",
        "printf 'pkg: p\nBenchmarkA 1 1 ns/op\npkg: q\nBenchmarkA 1 900 ns/op\n'; \
         printf \"pkg: $1\nBenchmarkB 1 5 ns/op\n\"",
    );
    let ended = folder.run(&["-n", "6", "a=./v p", "b=./v q"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("pkg: p") && ended.out.contains("pkg: q"), "{ended:?}");
    assert!(!ended.err.contains("the versions differ"), "{ended:?}");
    assert!(ended.err.contains("-ignore pkg would compare"), "{ended:?}");
}

#[test]
fn orders_are_as_asked_and_seeds_repeat_them() {
    let run = |name: &str, words: &[&str]| {
        let folder = Folder::new(name);
        folder.script("v", VERSION);
        let ended = folder.run(&[&["-n", "8", "a=./v a 1", "b=./v b 2"], words].concat());
        assert_eq!(ended.status, 0, "{ended:?}");
        order(&folder).concat()
    };
    assert_eq!(run("abba", &["-order", "abba"]), "abbaabbaabbaabba");
    assert_eq!(run("turns", &["-order", "turns"]), "abbaabbaabbaabba");
    assert_eq!(run("seed-1", &["-seed", "5"]), run("seed-2", &["-seed", "5"]));
    assert_ne!(run("seed-3", &["-seed", "5"]), run("seed-4", &["-seed", "6"]));
    // A warmup runs, and leaves nothing in the logs.
    assert_eq!(run("warm", &["-warmup", "2", "-order", "abba"]).len(), 20);
}

#[test]
fn whole_commands_are_measured() {
    let folder = Folder::new("time");
    let ended = folder.run(&["-time", "-n", "6", "a=true", "b=sleep 0.2"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    let log = folder.read("bench-b.txt");
    let results = results(&log);
    assert_eq!(results.len(), 6);
    for (_, line) in &results {
        let words: Vec<_> = line.split(' ').collect();
        let number = |unit: &str| -> f64 {
            let at = words.iter().position(|word| *word == unit).unwrap();
            words[at - 1].parse().unwrap()
        };
        assert!((0.2..60.0).contains(&number("sec/op")), "{line}");
        assert!(number("cpu-sec/op") < 0.2, "{line}");
        let parts = number("user-sec/op") + number("sys-sec/op");
        assert!((parts - number("cpu-sec/op")).abs() < 1e-9, "{line}");
        assert!((100e3..50e6).contains(&number("peak-RSS-bytes")), "{line}");
    }
    assert!(ended.out.contains("sec/op"), "{ended:?}");
}

#[test]
fn output_of_other_harnesses_is_kept_as_a_log() {
    let folder = Folder::new("harness");
    let json = |ns: u32| {
        format!(
            r#"{{"context": {{"host_name": "h"}}, "benchmarks": [{{"name": "BM_A/8", "run_name": "BM_A/8", "run_type": "iteration", "iterations": 5, "real_time": {ns}, "cpu_time": {ns}, "time_unit": "ns"}}]}}"#
        )
    };
    folder.script(
        "v",
        &format!("if [ $1 = a ]; then echo '{}'; else echo '{}'; fi", json(100), json(200)),
    );
    let ended = folder.run(&["-n", "6", "-param", "k=1,2", "a=./v a", "b=./v b"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("+100.00%") && ended.out.contains("n=6"), "{ended:?}");
    let log = folder.read("bench-a.txt");
    assert!(log.contains("BenchmarkBM_A/arg0=8 5 1e-07 sec/op 1e-07 cpu-sec/op"), "{log}");
    assert!(!log.contains('{') && log.contains("k: 2"), "{log}");
    assert_eq!(results(&log).len(), 12);
}

#[test]
fn parameters_are_run_in_every_combination() {
    let folder = Folder::new("param");
    let words = ["-time", "-n", "2", "-name", "Echo", "-param", "x=1,2", "-param", "y=a,b"];
    let ended = folder.run(&[&words[..], &["v=echo {x}{y}"]].concat());
    assert_eq!(ended.status, 0, "{ended:?}");
    let results = results(&folder.read("bench-v.txt"));
    let names: Vec<_> = results.iter().map(|(_, line)| line.split(' ').next().unwrap()).collect();
    let want = ["x=1/y=a", "x=1/y=b", "x=2/y=a", "x=2/y=b"].map(|p| format!("BenchmarkEcho/{p}"));
    let want: Vec<_> = want.iter().flat_map(|name| [name, name]).collect();
    assert_eq!(names, want);
    // If the command prints results itself, they get a configuration line.
    folder.script("v", "echo \"BenchmarkA 1 $1 ns/op\"");
    let ended = folder.run(&["-n", "2", "-param", "size=3,4", "w=./v {size}"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("size: 3") && ended.out.contains("size: 4"), "{ended:?}");
}

#[test]
fn logs_are_refused_appended_to_or_replaced() {
    let folder = Folder::new("logs");
    folder.script("v", VERSION);
    let words = ["-n", "3", "-logs", "logs", "a=./v a 100", "b=./v b 200"];
    assert_eq!(folder.run(&words).status, 0);
    let ended = folder.run(&words);
    assert_eq!(ended.status, 3, "{ended:?}");
    assert!(ended.err.contains("logs/bench-a.txt exists: use -append"), "{ended:?}");
    let ended = folder.run(&[&["-append"], &words[..]].concat());
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("n=6"), "both recordings, in pairs: {ended:?}");
    let ended = folder.run(&[&["-force"], &words[..]].concat());
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!(results(&folder.read("logs/bench-a.txt")).len(), 3);
}

#[test]
fn commands_around_runs() {
    let folder = Folder::new("around");
    folder.script("v", VERSION);
    let around = ["-setup", "echo setup >> order", "-prepare", "echo prepare >> order"];
    let words = ["-cleanup", "echo cleanup {label} >> order", "-n", "2", "a=./v a 100"];
    let ended = folder.run(&[&around[..], &words[..]].concat());
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!(order(&folder), ["setup", "prepare", "a", "prepare", "a", "cleanup a"]);
}

#[test]
fn one_version_against_itself() {
    let folder = Folder::new("aa");
    folder.script("v", VERSION);
    let ended = folder.run(&["-aa", "-n", "6", "now=./v now 100"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!(order(&folder).len(), 12);
    assert!(folder.exists("bench-now.1.txt") && folder.exists("bench-now.2.txt"));
}

#[test]
fn words_are_split_without_a_shell_or_with_one() {
    let folder = Folder::new("words");
    folder.script("v", "for word; do echo \"$word\" >> order; done; echo 'BenchmarkA 1 1 ns/op'");
    let ended = folder.run(&["-n", "1", "a=./v 'one word' $x", "--", "two words", "-c"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!(order(&folder), ["one word", "$x", "two words", "-c"]);
    let ended = folder.run(&["-n", "1", "-shell", "b=x=y; ./v $x > both; cat both", "--", "a  b"]);
    assert_eq!(ended.status, 3, "the last word is a file for cat: {ended:?}");
    let ended = folder.run(&["-n", "1", "-shell", "b=x=y; ./v $x"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!(order(&folder).last().unwrap(), "y");
}

#[test]
fn events_of_go_test_are_a_log_too() {
    let folder = Folder::new("events");
    let event = r#"{"Action":"output","Package":"p","Output":"BenchmarkA 1 100 ns/op\n"}"#;
    folder.script("v", &format!("printf '%s\\n' '{event}'"));
    let ended = folder.run(&["-n", "6", "a=./v", "b=./v"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("n=6"), "in pairs: {ended:?}");
}

#[test]
fn it_goes_on_until_all_is_decided() {
    let folder = Folder::new("until");
    folder.script("v", VERSION);
    let ended = folder.run(&["-until", "decided", "a=./v a 100", "b=./v b 200"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    let blocks = results(&folder.read("bench-a.txt")).len();
    assert_eq!(blocks, 17, "the first look sees a plain change: {ended:?}");
    assert!(ended.err.contains("17 blocks measured"), "{ended:?}");
    // A benchmark that remains undecided ends after the maximum number of blocks.
    folder.script(
        "w",
        "echo run >> runs; n=$(wc -l < runs); echo \"BenchmarkA 1 $((1000 + n * n * 137 % 100)) ns/op\"",
    );
    let words = ["-until", "decided", "-n", "10", "-checks", "2", "-seed", "1", "-logs", "logs"];
    let ended = folder.run(&[&words[..], &["a=./w", "b=./w"]].concat());
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!(results(&folder.read("logs/bench-a.txt")).len(), 10);
}

#[test]
fn until_waits_for_the_better_clock() {
    let folder = Folder::new("until-clocks");
    // Wall time varies by half between the runs; CPU time only by a hundredth.
    folder.script(
        "v",
        "echo run >> runs; n=$(wc -l < runs); \
         echo \"BenchmarkA 1 $((1000 + n * n * 137 % 500)) ns/op $(($1 + n * 31 % 10)) cpu-ns/op\"",
    );
    let words = ["-until", "decided", "-n", "40", "-checks", "2", "-seed", "1"];
    let ended = folder.run(&[&words[..], &["a=./v 1000", "b=./v 1100"]].concat());
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(results(&folder.read("bench-a.txt")).len() < 40, "{ended:?}");
    assert!(ended.out.contains("inconclusive") && ended.out.contains("regressed"), "{ended:?}");
    assert!(ended.err.contains("judge by CPU time"), "{ended:?}");
}

#[test]
fn each_benchmark_ends_when_it_is_decided() {
    let folder = Folder::new("until-each");
    folder.script("v", "echo \"Benchmark$1 1 $2 ns/op\"");
    let words = ["-until", "decided", "-n", "24", "-each=printf 'A\\nB/n=1\\nother\\n'"];
    // The benchmark that is listed as `other` prints another name.
    folder.script("w", "test $1 = other && ./v C $2 || ./v $1 $2");
    let ended = folder.run(&[&words[..], &["a=./w {} 100", "b=./w {} 200"]].concat());
    assert_eq!(ended.status, 0, "{ended:?}");
    let log = folder.read("bench-b.txt");
    let runs = |name: &str| log.lines().filter(|line| line.starts_with(name)).count();
    assert!(runs("BenchmarkA ") < 24 && runs("BenchmarkB/n=1 ") < 24, "{log}");
    assert_eq!(runs("BenchmarkC "), 24, "{log}");
    assert!(
        ended.err.contains("no benchmark is called other, so -until cannot determine"),
        "{ended:?}"
    );
    let expected =
        "is decided at level 0.05, so up to 0.2 false changes are expected if nothing changed";
    assert!(ended.err.contains(expected), "{ended:?}");
}
