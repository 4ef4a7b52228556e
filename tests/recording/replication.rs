//! Tests how many results a run gives.

use crate::recording::folder::{Folder, results};

/// Writes a harness that prints `$1` results, whose noise arises within processes or between them. Both its start and
/// its results take so long that a pause of the machine hardly changes their proportion.
fn harness(folder: &Folder, noise: &str) {
    folder.script(
        "noisy",
        &format!(
            r#"echo run >> runs; run=$(wc -l < runs); sleep 0.5
echo "$1" >> counts
i=0; while [ $i -lt $1 ]; do
  i=$((i + 1)); echo "BenchmarkA 1 $((1000 + {noise} * 137 % 100)) ns/op"
done; sleep 0.1"#
        ),
    );
}

/// Runs the harness, and returns the requested numbers of results and the messages.
fn run(noise: &str, flags: &[&str]) -> (Vec<String>, String) {
    let folder = Folder::new(&format!("replication-{}-{}", noise.len(), flags.join("")));
    harness(&folder, noise);
    let versions = ["old=./noisy {results}", "new=./noisy {results}"];
    let ended = folder.run(&[flags, &versions].concat());
    assert!([0, 1].contains(&ended.status), "{ended:?}");
    let counts: Vec<String> = folder.read("counts").lines().map(str::to_owned).collect();
    let printed =
        results(&folder.read("bench-old.txt")).len() + results(&folder.read("bench-new.txt")).len();
    let wanted: usize = counts.iter().map(|count| count.parse::<usize>().unwrap()).sum();
    assert_eq!(printed, wanted);
    (counts, ended.err)
}

const WITHIN: &str = "(i * i)";
const BETWEEN: &str = "(run * run)";

#[test]
fn the_number_of_results_follows_the_noise() {
    let (counts, messages) = run(WITHIN, &["-until", "decided"]);
    assert_eq!((&*counts[9], &*counts[10]), ("5", "30"), "{messages}");
    let sentence =
        "so more results per run pay more than more runs: from now on, each run takes 30 results";
    assert!(messages.contains(sentence), "{messages}");
    let (counts, messages) = run(BETWEEN, &["-for", "2s"]);
    assert_eq!((&*counts[9], &*counts[10]), ("5", "5"), "{messages}");
    assert!(!messages.contains("pay more"), "starts cost most of the time: {messages}");
}

#[test]
fn a_fixed_number_of_blocks_keeps_the_number_of_results() {
    let (counts, messages) = run(WITHIN, &["-n", "6"]);
    assert!(counts.iter().all(|count| count == "5"), "{counts:?}");
    assert!(messages.contains("than more runs: use -results 30"), "{messages}");
    let (counts, messages) = run(WITHIN, &["-n", "6", "-results", "7"]);
    assert!(counts.iter().all(|count| count == "7"), "{counts:?}");
    assert!(messages.contains("use -results 30"), "{messages}");
}

/// Results that take long because one iteration does are taken less often.
#[test]
fn slow_benchmarks_give_fewer_results() {
    let folder = Folder::new("replication-slow");
    folder.script(
        "slow",
        r#"case $* in *count=5*) n=5;; *count=1*) n=1;; esac
echo $n >> counts; echo goos: linux
while [ $n -gt 0 ]; do n=$((n - 1)); sleep 1.1; echo "BenchmarkA 1 1100000000 ns/op"; done"#,
    );
    let ended = folder.run(&["-n", "2", "old=./slow", "new=./slow", "--", "-test.bench=."]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!(folder.read("counts"), "5\n5\n1\n1\n");
    let sentence = "5 results of a run take too long: from now on, each run takes 1 result";
    assert!(ended.err.contains(sentence), "{ended:?}");
}

#[test]
fn wrong_numbers_of_results() {
    let folder = Folder::new("replication-wrong");
    for (words, message) in [
        (&["-results", "3", "a=echo x"][..], "-results needs Go benchmarks without -count"),
        (&["-results", "3", "-time", "a=true"], "-results cannot be combined with -time"),
        (&["-results", "0", "a=true"], "-results must be a number from 1 to 1000"),
        (&["-param", "results=1,2", "a=true"], "-param results: {results} is the number of"),
    ] {
        let ended = folder.run(words);
        assert_eq!(ended.status, 2, "{ended:?}");
        assert!(ended.err.contains(message), "{ended:?}");
    }
}
