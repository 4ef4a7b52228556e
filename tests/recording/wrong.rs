//! Tests faulty commands, and invalid command lines.

use std::os::unix::fs::PermissionsExt;
use std::time::Instant;

use crate::recording::folder::{Folder, has_ended, results, wait_until};

/// Checks the status and the messages of a run with these words.
fn fails(folder: &Folder, words: &[&str], status: i32, says: &[&str]) {
    let ended = folder.run(words);
    assert_eq!(ended.status, status, "{words:?}: {ended:?}");
    for part in says {
        assert!(ended.err.contains(part), "{part}: {ended:?}");
    }
}

#[test]
fn a_command_that_fails_stops_the_recording_and_keeps_the_logs() {
    let folder = Folder::new("fails");
    // The command succeeds three times.
    let script = "echo x >> count; echo 'BenchmarkA 1 1 ns/op'; echo 'the reason' >&2; \
                  test $(wc -l < count) -le 3";
    folder.script("v", script);
    let says = [
        "a, block 4 of 12: ./v ended with status 1",
        "  the reason",
        "3 blocks measured in bench-a.txt",
    ];
    fails(&folder, &["a=./v"], 3, &says);
    // The output of the failed run does not count.
    assert_eq!(results(&folder.read("bench-a.txt")).len(), 3);
    fails(&folder, &["nosuch=no-such-program -x"], 3, &["could not be started: no such file"]);
    assert!(!folder.exists("bench-nosuch.txt"), "a log without a run does not stay");
    fails(&folder, &["a=cat"], 3, &["bench-a.txt exists"]);
    fails(&folder, &["b=echo hello"], 3, &["printed no benchmark result", "  hello", "-time"]);
    fails(&folder, &["b=true"], 3, &["printed no benchmark result", "it printed nothing"]);
    fails(&folder, &["b=sh -c 'kill -9 $$'"], 3, &["was ended by signal SIGKILL"]);
    fails(&folder, &["b=sleep 600", "-timeout", "200ms"], 3, &["took longer than 0.2 s"]);
    // Without a terminal, reading from it fails immediately.
    fails(&folder, &["b=sh -c 'read x < /dev/tty || exit 7'"], 3, &["status 7"]);
    fails(&folder, &["b=cat"], 3, &["printed no benchmark result"]);
}

#[test]
fn a_failed_block_is_left_out_of_all_sides() {
    let folder = Folder::new("keep-going");
    folder.script("v", "echo x >> count; echo 'BenchmarkA 1 1 ns/op'; test $(wc -l < count) -ne 5");
    let words = ["-keep-going", "-order", "abba", "-n", "4", "a=./v", "b=./v"];
    let ended = folder.run(&words);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.err.contains("status 1; skipped the block"), "{ended:?}");
    for log in ["bench-a.txt", "bench-b.txt"] {
        let blocks: Vec<_> = results(&folder.read(log)).iter().map(|(block, _)| *block).collect();
        assert_eq!(blocks, [1, 2, 4], "{log}");
    }
}

#[test]
fn a_log_begins_as_it_should_after_a_block_that_failed() {
    let folder = Folder::new("keep-going-first");
    // The second run of all fails: the first block is rolled back after a valid run.
    folder.script("v", "echo x >> count; echo 'BenchmarkA 1 1 ns/op'; test $(wc -l < count) -ne 2");
    let words = ["-keep-going", "-until", "decided", "-n", "6", "-order", "abba", "a=./v", "b=./v"];
    let ended = folder.run(&words);
    assert_eq!(ended.status, 0, "{ended:?}");
    for log in ["bench-a.txt", "bench-b.txt"] {
        let log = folder.read(log);
        assert_eq!(log.matches("looks=2,").count(), 1, "{log}");
        assert!(log.find("looks=") < log.find("block="), "{log}");
    }
    folder.script(
        "w",
        "echo x >> more; echo 'BenchmarkA 1 1 ns/op'; test $(($(wc -l < more) % 2)) -eq 1",
    );
    let says = ["nothing was measured"];
    fails(&folder, &["-keep-going", "-n", "3", "-order", "abba", "c=./w", "d=false"], 3, &says);
    assert!(!folder.exists("bench-c.txt") && !folder.exists("bench-d.txt"));
}

#[test]
fn events_cannot_hold_parameters() {
    let folder = Folder::new("events-param");
    let event = r#"{"Action":"output","Package":"p","Output":"BenchmarkA 1 100 ns/op\n"}"#;
    folder.script("v", &format!("printf '%s\\n' '{event}'"));
    let says = ["cannot hold the value of -param"];
    fails(&folder, &["-param", "size=1,2", "a=./v {size}"], 3, &says);
}

#[test]
fn half_a_line_does_not_swallow_the_next_run() {
    let folder = Folder::new("half");
    folder.script("v", "printf 'BenchmarkA 1 1 ns/op\\nBenchmarkB 1 1'");
    let ended = folder.run(&["-n", "6", "a=./v", "b=./v"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("n=6"), "{ended:?}");
    assert!(ended.err.contains("bench-a.txt:4: "), "the line is told: {ended:?}");
}

#[test]
fn benchmarks_that_come_and_go() {
    let folder = Folder::new("changing");
    let script = "echo x >> $1; n=$(wc -l < $1); echo 'BenchmarkA 1 1 ns/op'; \
                  test $n -gt 6 || echo 'BenchmarkB 1 2 ns/op'";
    folder.script("v", script);
    let ended = folder.run(&["-n", "8", "a=./v 1", "b=./v 2"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("n=8") && ended.out.contains("n=6"), "{ended:?}");
}

#[test]
fn what_outlives_its_run_is_ended_and_told_once() {
    let folder = Folder::new("outlives");
    // A number that the run before left must not end the wait.
    let script = "rm -f pid1; (setsid sleep 600 & echo $! > pid1) & sleep 600 & echo $! > pid2; \
                  while ! test -s pid1; do sleep 0.01; done; echo 'BenchmarkA 1 1 ns/op'";
    folder.script("v", script);
    let begun = Instant::now();
    let ended = folder.run(&["-n", "2", "a=./v"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(begun.elapsed().as_secs() < 300, "it waited for the processes");
    assert_eq!(ended.err.matches("running, which benchlens ended").count(), 1, "{ended:?}");
    for pid in ["pid1", "pid2"] {
        let pid = folder.read(pid);
        wait_until("the process has ended", || has_ended(pid.trim()));
    }
}

#[test]
fn a_gigabyte_goes_through() {
    let folder = Folder::new("gigabyte");
    // Discarded output, of which a warmup also writes as much.
    let noise = "head -c 1000000000 /dev/zero | tr '\\0' '\\n'; echo 'BenchmarkA 1 1 ns/op'";
    folder.script(
        "v",
        &format!("test -e done || {{ touch done; {noise}; exit 1; }}; echo 'BenchmarkA 1 1 ns/op'"),
    );
    let ended = folder.run(&["-n", "2", "-keep-going", "a=./v"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    let log = folder.read("bench-a.txt");
    assert!(log.len() < 1000, "{} bytes", log.len());
    assert_eq!(results(&log).len(), 1);
}

#[test]
fn logs_that_cannot_be_written() {
    let folder = Folder::new("unwritable");
    std::os::unix::fs::symlink("/dev/full", folder.path("bench-a.txt")).unwrap();
    let says = ["write bench-a.txt: no space left on device"];
    fails(&folder, &["a=echo BenchmarkA 1 1 ns/op"], 3, &says);
    std::fs::write(folder.path("file"), "").unwrap();
    fails(
        &folder,
        &["-logs", "file/x", "b=true"],
        3,
        &["cannot create the folder file/x: not a directory"],
    );
    let locked = folder.path("locked");
    std::fs::create_dir(&locked).unwrap();
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o555)).unwrap();
    // The superuser can write everywhere.
    if std::fs::write(locked.join("x"), "").is_err() {
        fails(
            &folder,
            &["-logs", "locked", "b=true"],
            3,
            &["locked/bench-b.txt: permission denied"],
        );
    }
}

#[test]
fn command_lines_that_make_no_sense() {
    let folder = Folder::new("command-lines");
    let refused = |words: &[&str], says: &str| fails(&folder, words, 2, &[says]);
    refused(&[], "nothing to run");
    refused(&["a=", "b=x"], "the command is empty");
    refused(&["a='x"], "a quote is not closed");
    refused(&["a=x", "a=y"], "two versions are called a");
    refused(&["-n", "0", "a=x"], "-n must be a number from 1");
    refused(&["-n", "x", "a=x"], "not a number");
    refused(&["-order", "up", "a=x"], "-order must be random, abba or turns");
    refused(&["-until", "friday", "a=x"], "-until takes the word decided");
    refused(&["-timeout", "5 apples", "a=x"], "not a time");
    refused(&["-param", "X=1", "a=x"], "not NAME=A,B");
    refused(&["-param", "x=1,,2", "a=x"], "not NAME=A,B");
    refused(&["-pin", "a", "a=x"], "-pin expects processors");
    refused(&["-append", "-force", "a=x"], "cannot be combined with");
    refused(&["-until", "decided", "a=x"], "-until needs two versions");
    refused(&["-until", "decided", "-append", "a=x", "b=y"], "cannot be combined with");
    refused(&["-aa", "a=x", "b=y"], "-aa takes one version");
    let gate = ["-gate", "sec/op: +5%"];
    refused(&[&gate[..], &["a=x"]].concat(), "-gate needs two versions");
    refused(&[&gate[..], &["-append", "a=x", "b=y"]].concat(), "cannot be combined with -append");
    refused(&["-confirm", "9", "a=x", "b=y"], "-confirm needs -gate");
    refused(&["-gate", "nonsense", "a=touch ran", "b=y"], "-gate");
    refused(&["-o", "junit=x.xml", "a=x", "b=y"], "junit requires a gate");
    refused(&["-o", "report.docx", "a=x", "b=y"], "names no format");
    refused(&["-o", "json=bench-a.txt", "a=x", "b=y"], "would overwrite the input bench-a.txt");
    refused(&["-tiem", "a=x"], "did you mean -time");
    refused(&["-aa=101", "a=x"], "-aa must be a number from 2 to 100");
    let values = |name: &str| format!("{name}={}", ["1"; 1000].join(","));
    let [x, y, z] = ["x", "y", "z"].map(values);
    let says = "the values of -param have 1000000000 combinations, expected at most 10000";
    refused(&["-param", &x, "-param", &y, "-param", &z, "a=x"], says);
    // The error comes before any measurement.
    refused(&["-margin", "-1%", "a=touch ran", "b=touch ran"], "margin");
    refused(&["-margin", "-1%", "a=touch ran"], "margin");
    assert!(!folder.exists("ran") && !folder.exists("bench-a.txt"));
}
