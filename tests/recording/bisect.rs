//! Tests `benchlens bisect` with histories whose changes are known.

use std::fs;
use std::process::{Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use crate::recording::folder::{Ended, Folder, PROGRAM, finish, has_ended, interrupt, wait_until};
use crate::support::tool::without_hook;

/// A benchmark whose time is in a file, with a noise of 1% that is the same whenever the test runs: the sum of twelve
/// uniform numbers, from the number of the run.
const BENCH: &str = r#"read n < "$COUNT"; echo $((n + 1)) > "$COUNT"
awk -v base="$(cat speed)" -v n="$n" 'BEGIN { srand(n * 7919 % 1000003)
for (i = 0; i < 20; i++) rand()
for (i = 0; i < 12; i++) z += rand()
printf "BenchmarkX 1 %.4f ns/op\n", base * (1 + 0.01 * (z - 6)) }'"#;

/// A build that differs with its seed.
pub(super) const SEEDED: &str =
    "(cat bench; echo \"# $BENCH_SEED\") > $BENCH_OUT; chmod +x $BENCH_OUT";

fn git(folder: &Folder, words: &[&str]) -> String {
    let mut command = without_hook(Command::new("git"));
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "A. Author").env(format!("GIT_{who}_EMAIL"), "a@b");
    }
    let output = command.current_dir(folder.path("repo")).args(words).output().unwrap();
    let ended = finish(&output);
    assert_eq!(ended.status, 0, "{words:?}: {ended:?}");
    ended.out.trim().to_owned()
}

/// Makes a repository with a commit for each time in nanoseconds; commit `i` has the tag `c{i}`. A negative time makes
/// a commit that cannot run.
pub(super) fn history(name: &str, times: &[i32]) -> Folder {
    history_of(name, times, BENCH)
}

fn history_of(name: &str, times: &[i32], bench: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir(folder.path("tmp")).unwrap();
    fs::create_dir(folder.path("repo")).unwrap();
    fs::write(folder.path("count"), "0\n").unwrap();
    git(&folder, &["init", "-q", "-b", "main", "."]);
    for (i, &time) in times.iter().enumerate() {
        folder.script("repo/bench", if time < 0 { "exit 7" } else { bench });
        fs::write(folder.path("repo/speed"), time.to_string()).unwrap();
        fs::write(folder.path("repo/number"), i.to_string()).unwrap();
        git(&folder, &["add", "."]);
        git(&folder, &["commit", "-q", "-m", &format!("Make change {i}")]);
        git(&folder, &["tag", &format!("c{i}")]);
    }
    folder
}

pub(super) fn command(folder: &Folder, words: &[&str]) -> Command {
    let mut command = program(folder, "bisect");
    command.args(["-logs", "../logs", "-seed", "5"]).args(words);
    command
}

fn program(folder: &Folder, subcommand: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder.path("repo")).env_remove("GITHUB_ACTIONS").arg(subcommand);
    command.env("TMPDIR", folder.path("tmp")).env("COUNT", folder.path("count"));
    command
}

/// Runs `benchlens bisect`. Nothing that it created may remain, except for the logs.
pub(super) fn bisect(folder: &Folder, words: &[&str]) -> Ended {
    let ended = finish(&command(folder, words).output().unwrap());
    assert_eq!(fs::read_dir(folder.path("tmp")).unwrap().count(), 0, "temporary files stay");
    assert_eq!(git(folder, &["worktree", "list", "--porcelain"]).matches("worktree ").count(), 1);
    ended
}

/// Returns the answer as JSON; `words` come before the range.
fn answer(folder: &Folder, words: &[&str], range: &str) -> Value {
    let words = [words, &["-format", "json", range, "--", "./bench"]].concat();
    let ended = bisect(folder, &words);
    serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {ended:?}"))
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn the_commit_with_the_change_is_named_and_proven() {
    let times: Vec<i32> = (0..24).map(|i| if i < 17 { 1000 } else { 1100 }).collect();
    let folder = history("bisect-named", &times);
    let ended = bisect(&folder, &["c0..", "--", "./bench"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    let commit = git(&folder, &["rev-parse", "--short=10", "c17"]);
    assert!(ended.out.starts_with(&format!("{commit} Make change 17 (A. Author, ")), "{ended:?}");
    assert!(ended.out.contains("against its parent, it regressed:"), "{ended:?}");
    // The logs have everything: asking again measures nothing.
    let logs = || {
        fs::read_dir(folder.path("logs"))
            .unwrap()
            .map(|log| log.unwrap().metadata().unwrap().len())
            .sum::<u64>()
    };
    let before = logs();
    let answer = answer(&folder, &[], "c0..main");
    assert_eq!(before, logs());
    assert_eq!(answer["status"], "commit");
    assert_eq!(answer["answer"][0]["commit"], git(&folder, &["rev-parse", "c17"]));
    assert!(answer["answer"][0]["probability"].as_f64().unwrap() >= 0.95);
    assert_eq!(answer["commits"].as_array().unwrap().len(), 24);
    crate::report::follows_schema(&answer, "bisect-1.json");
    // The measurements of another command are not those of this one.
    let ended = bisect(&folder, &["-dry", "c0..main", "--", "./bench", "again"]);
    assert!(ended.out.starts_with("next: step 1, "), "{ended:?}");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn commits_that_do_not_run_widen_the_answer() {
    let time = |i: i32| match i {
        5..9 => -1,
        0..5 => 1000,
        _ => 1200,
    };
    let folder = history("bisect-skipped", &(0..14).map(time).collect::<Vec<_>>());
    let ended = bisect(&folder, &["c0..main", "--", "./bench"]);
    assert_eq!(ended.status, 1, "{ended:?}");
    // The change is in 5 to 8, which do not run, or in 9.
    assert!(ended.out.contains("One of 5 commits is the first"), "{ended:?}");
    for i in 5..=9 {
        assert!(ended.out.contains(&format!("Make change {i} (")), "{ended:?}");
    }
    assert!(ended.out.contains(", not measurable\n"), "{ended:?}");
    assert!(
        ended.err.contains("skipped ") && ended.err.contains("ended with status 7"),
        "{ended:?}"
    );
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn a_run_that_fails_once_does_not_skip_its_commit() {
    let folder = history("bisect-once", &[1000, 1000, 1000, 1200, 1200]);
    let failed = folder.path("failed");
    let once = format!("mkdir '{}' 2> /dev/null && exit 7; ./bench", failed.display());
    let ended = bisect(&folder, &["c0..main", "--", "sh", "-c", &once]);
    assert!(folder.exists("failed"));
    // The same build runs again, so its program is not compared with itself.
    fs::remove_dir(folder.path("failed")).unwrap();
    let build = format!(
        "(echo '#!/bin/sh'; echo \"mkdir '{0}' 2> /dev/null && exit 7\"; cat bench; echo \"# $BENCH_SEED\") > $BENCH_OUT; chmod +x $BENCH_OUT",
        failed.display()
    );
    let built = bisect(&folder, &["-build", &build, "c0..main", "--"]);
    assert!(folder.exists("failed") && built.err.is_empty() && built.status == 0, "{built:?}");
    assert!(!ended.out.contains("not measurable") && ended.status <= 1, "{ended:?}");
    assert!(!ended.err.contains("status 7"), "{ended:?}");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn without_a_change_no_commit_is_named() {
    let folder = history("bisect-none", &[1000; 12]);
    let answer = answer(&folder, &["-n", "40"], "c0..main");
    assert!(["none", "undecided"].contains(&answer["status"].as_str().unwrap()), "{answer}");
    assert_eq!(answer["answer"], Value::Array(Vec::new()));
    assert!(answer["no_change_probability"].as_f64().unwrap() > 0.5, "{answer}");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn programs_are_built_anew_with_seeds() {
    let folder = history("bisect-built", &[1000, 1000, 1000, 1000, 800, 800]);
    let seeds = folder.path("seeds");
    let build = format!("echo $BENCH_SEED >> '{}'; {SEEDED}", seeds.display());
    let ended = bisect(&folder, &["-build", &build, "-rebuild", "2", "c0..main", "--"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("Make change 4") && ended.out.contains("it improved:"), "{ended:?}");
    let seeds = folder.read("seeds");
    let mut seeds: Vec<&str> = seeds.lines().collect();
    let all = seeds.len();
    seeds.sort_unstable();
    seeds.dedup();
    assert!(4 <= all && seeds.len() == all, "{seeds:?}");
    assert!(!ended.err.contains("identical"), "{ended:?}");
    // The proof has builds of its own: one each of the two commits in 12 blocks, and again two.
    let words = ["-build", "cp bench $BENCH_OUT", "c0..main", "--"];
    let again = bisect(&folder, &words);
    assert!(again.err.contains("all builds of a commit are identical"), "{again:?}");
    assert!(again.status <= 1 && again.out.contains("Make change 4"), "{again:?}");
    // The logs remember that, so the same search is over.
    let third = bisect(&folder, &words);
    assert_eq!((&third.out, &third.err[..]), (&again.out, ""));
    // A limit that a user set is not such a memory: another limit counts from the next block on.
    let limited = |limit: &str| {
        let words = ["-n", "8", "-rebuild", limit, "-logs", "../limited", "-build", SEEDED];
        finish(&command(&folder, &[&words[..], &["c0..c3", "--"]].concat()).output().unwrap())
    };
    assert!(limited("1").out.contains("More blocks can decide: see -n."));
    let words = ["-n", "12", "-logs", "../limited", "-build", SEEDED, "c0..c3", "--"];
    let more = finish(&command(&folder, &words).output().unwrap());
    let logs = fs::read_dir(folder.path("limited"))
        .unwrap()
        .map(|log| fs::read_to_string(log.unwrap().path()).unwrap());
    let logs: String = logs.collect();
    assert!(logs.contains(".1000000 block=1"), "{more:?} {logs}");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn a_small_change_is_proven() {
    let times: Vec<i32> = (0..8).map(|i| if i < 5 { 100_000 } else { 101_200 }).collect();
    let precise = BENCH.replace("0.01", "0.001");
    let folder = history_of("bisect-small", &times, &precise);
    let ended = bisect(&folder, &["-build", SEEDED, "c0..main", "--"]);
    assert!(ended.status == 0 && ended.out.contains("Make change 5"), "{ended:?}");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn cpu_time_is_judged_if_elapsed_time_varies_much_more() {
    let line = r#"%.4f ns/op %.6f cpu-sec/op\n", base * (1 + 0.1 * (z - 6)), base / 10000 * (1 + 0.01 * (z - 6))"#;
    let bench = BENCH.replace(r#"%.4f ns/op\n", base * (1 + 0.01 * (z - 6))"#, line);
    assert_ne!(bench, BENCH);
    let times: Vec<i32> = (0..8).map(|i| if i < 3 { 1000 } else { 1050 }).collect();
    let folder = history_of("bisect-cpu", &times, &bench);
    // Some of these builds are identical by chance.
    let build = SEEDED.replace("$BENCH_SEED", "$(expr $BENCH_SEED % 8)");
    let words = ["-build", &build, "c0..main", "--"];
    let ended = bisect(&folder, &words);
    assert!(ended.status == 0 && ended.out.contains("Make change 3 ("), "{ended:?}");
    assert!(ended.out.contains("cpu-sec/op"), "{ended:?}");
    assert!(ended.err.contains(": judged by CPU time; see -unit"), "{ended:?}");
    assert!(!ended.err.contains("identical"), "{ended:?}");
    // The logs lead to the same answer.
    let again = bisect(&folder, &words);
    assert_eq!((ended.status, ended.out), (again.status, again.out));
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn events_of_go_test_are_read_back() {
    let line =
        r#"printf "{\"Action\":\"output\",\"Output\":\"BenchmarkX 1 %.4f ns/op\\n\"}\n", base"#;
    let events = BENCH.replace(r#"printf "BenchmarkX 1 %.4f ns/op\n", base"#, line);
    assert_ne!(events, BENCH);
    let times: Vec<i32> = (0..8).map(|i| if i < 3 { 1000 } else { 1200 }).collect();
    let folder = history_of("bisect-events", &times, &events);
    let ended = bisect(&folder, &["-build", SEEDED, "c0..main", "--"]);
    assert!(ended.status == 0 && ended.out.contains("Make change 3"), "{ended:?}");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn the_change_of_a_history_is_searched() {
    let times: Vec<i32> = (0..30).map(|i| if i < 17 { 1000 } else { 1100 }).collect();
    let folder = history("bisect-history", &times);
    // A nightly job measured every other commit.
    for i in (0..30).step_by(2) {
        let line = |run| {
            format!("BenchmarkX 1 {} ns/op\nBenchmarkY 1 {} ns/op\n", times[i] + run, 70 + run)
        };
        let results = (0..5).map(line);
        let log = format!("commit: c{i}\n{}", results.collect::<String>());
        fs::write(folder.path(&format!("repo/night-{i:02}.txt")), log).unwrap();
    }
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder.path("repo"));
    let nights = command.args(["history", ".", "-format", "json", "-o", "../history.txt"]);
    let nights = finish(&nights.output().unwrap());
    let offer = "benchlens bisect c16..c18 -filter .fullname:X -- COMMAND";
    assert!(folder.read("history.txt").contains(offer), "{nights:?}");
    fs::write(folder.path("history.json"), &nights.out).unwrap();
    let words = ["-from-history", "../history.json", "-format", "markdown", "--", "./bench"];
    let ended = bisect(&folder, &words);
    assert_eq!(ended.status, 0, "{ended:?}");
    let told = "searching the change of X sec/op between c16 and c18";
    assert!(ended.err.contains(told), "{ended:?}");
    let commit = git(&folder, &["rev-parse", "c17"]);
    let named = format!("{commit} `Make change 17` (`A. Author`, ");
    assert!(ended.out.starts_with(&named) && ended.out.contains("\n|"), "{ended:?}");
    for (words, status, says) in [
        (&["-from-history", "../none.json"][..], 3, "../none.json: no such file"),
        (&["-from-history", "speed"], 3, "speed: not the output of"),
        (&["-from-history", "../history.json", "c0..main"], 2, "omit GOOD..BAD"),
        (&["-from-history", "../history.json", "-filter", ".name:Y"], 3, "has a change"),
        (&["-from-history", "../history.json", "-filter", ".name:Z"], 2, "no row matches"),
    ] {
        let ended = bisect(&folder, &[words, &["--", "./bench"]].concat());
        assert_eq!(ended.status, status, "{words:?}: {ended:?}");
        assert!(ended.err.contains(says), "{words:?}: {says}: {ended:?}");
    }
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn a_second_change_is_reported() {
    let time = |i: i32| match i {
        0..6 => 1000,
        6..14 => 1100,
        _ => 1250,
    };
    let folder = history("bisect-two", &(0..20).map(time).collect::<Vec<_>>());
    let words = ["-build", SEEDED, "c0..main", "--"];
    let ended = bisect(&folder, &words);
    assert_eq!(ended.status, 0, "{ended:?}");
    let is_one = ["change 6 (", "change 14 ("].iter().any(|commit| ended.out.contains(commit));
    assert!(is_one && ended.out.contains("is a commit with a change"), "{ended:?}");
    let rest = "\nOther commits between the ends changed it as well, by about +";
    assert!(ended.out.contains(rest), "{ended:?}");
    let ended = bisect(&folder, &[&["-format", "json"], &words[..]].concat());
    let answer: Value = serde_json::from_str(&ended.out).unwrap();
    assert!(answer["other_changes"].as_f64().unwrap() > 0.05, "{answer}");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn an_interrupted_search_continues() {
    let times: Vec<i32> = (0..16).map(|i| if i < 5 { 1000 } else { 1100 }).collect();
    let folder = history("bisect-interrupted", &times);
    let words = ["c0..main", "--", "./bench"];
    let runs = || folder.read("count").trim().parse::<u32>().unwrap_or_default();
    for (more, signal) in [(1, Signal::SIGKILL), (5, interrupt()), (2, Signal::SIGKILL)] {
        let mut command = command(&folder, &words);
        let begun = runs();
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The search may end earlier, because it knows the runs of the attempts before.
        let is_over = || runs() >= begun + more || has_ended(&child.id().to_string());
        wait_until("some runs", is_over);
        let _ = kill(Pid::from_raw(child.id() as i32), signal);
        let ended = finish(&child.wait_with_output().unwrap());
        let is_told = ended.err.contains("the same command continues the search");
        assert!(ended.status == 0 || signal == Signal::SIGKILL || is_told, "{ended:?}");
    }
    let ended = finish(&command(&folder, &words).output().unwrap());
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("Make change 5"), "{ended:?}");
    assert_eq!(git(&folder, &["worktree", "list", "--porcelain"]).matches("worktree ").count(), 1);
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn the_next_step_is_printed_without_a_measurement() {
    let folder = history("bisect-dry", &[1000, 1000]);
    let ended = bisect(&folder, &["-dry", "c0..main", "--", "./bench"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(
        ended.out.starts_with("next: step 1, ") && ended.out.contains("Make change 1"),
        "{ended:?}"
    );
    assert!(!folder.exists("logs"));
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn wrong_ranges_are_refused() {
    let folder = history("bisect-wrong", &[1000, 1000, -1]);
    let refuses = |words: &[&str], status: i32, says: &str| {
        let ended = bisect(&folder, words);
        assert_eq!(ended.status, status, "{words:?}: {ended:?}");
        assert!(ended.err.contains(says), "{words:?}: {says}: {ended:?}");
    };
    refuses(&["--", "./bench"], 2, "bisect takes one range");
    refuses(&["main", "--", "./bench"], 2, "main: not a range such as");
    refuses(&["c0...main", "--", "./bench"], 2, "not a range such as");
    refuses(&["c0..main"], 2, "nothing to run");
    refuses(&["c0..c0", "--", "./bench"], 2, "both ends are this commit");
    refuses(&["c1..c0", "--", "./bench"], 2, "are they reversed?");
    refuses(&["c0..nothing", "--", "./bench"], 2, "no such commit in this repository");
    refuses(
        &["-format", "xml", "c0..main", "--", "./bench"],
        2,
        "-format xml: expected one of text, markdown, json",
    );
    refuses(&["-filter", "(", "c0..main", "--", "./bench"], 2, "(");
    // A search needs the bad end.
    refuses(&["c0..main", "--", "./bench"], 3, "ended with status 7");
    // Nothing matches, so one block is enough.
    for (words, says) in [
        (
            ["-filter", ".name:Y"],
            "-filter .name:Y matches no result in sec/op: 'benchlens keys ../logs' lists",
        ),
        (["-filter", ".fullnam:X"], "-filter .fullnam:X matches no result in sec/op"),
        (["-filter", ".unit:B/op"], "-filter .unit:B/op matches no result in sec/op"),
        (["-unit", "secs/op"], "-unit secs/op: no result has this unit, expected one of sec/op"),
        (["-unit", "a\"b\\"], "-unit a\"b\\: no result has this unit"),
    ] {
        let count = folder.read("count");
        refuses(&[&words[..], &["c0..c1", "--", "./bench"]].concat(), 2, says);
        let runs = |count: &str| count.trim().parse::<u32>().unwrap();
        assert!(runs(&folder.read("count")) <= runs(&count) + 2, "{words:?}");
    }
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn a_full_disk_is_not_the_fault_of_a_commit() {
    let folder = history("bisect-full", &[1000, 1000, 1000, 1200]);
    // A disk that has room for two commits.
    fs::write(folder.path("repo/large"), [b'x'; 60_000]).unwrap();
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "Add a large file"]);
    let namespace = ["--map-root-user", "--mount"];
    if !Command::new("unshare")
        .args(namespace)
        .arg("true")
        .status()
        .is_ok_and(|ended| ended.success())
    {
        println!("not tested: this system allows no small file system");
        return;
    }
    let script = "mount -t tmpfs -o size=100k tmpfs ../tmp && exec \"$0\" bisect -logs ../logs c0..main -- ./bench";
    let mut command = Command::new("unshare");
    command.args(namespace).args(["sh", "-c", script, PROGRAM]);
    command.current_dir(folder.path("repo")).env_remove("GITHUB_ACTIONS");
    command.env("TMPDIR", folder.path("tmp")).env("COUNT", folder.path("count"));
    let ended = finish(&command.output().unwrap());
    assert_eq!(ended.status, 3, "{ended:?}");
    assert!(ended.err.contains("kB are free in ") && !ended.err.contains("skipped"), "{ended:?}");
    let ended = bisect(&folder, &["c0..main", "--", "./bench"]);
    assert!(ended.status <= 1 && ended.out.contains("Make change 3 ("), "{ended:?}");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn commits_without_the_benchmark_are_skipped() {
    // The commits 3 to 5 have a benchmark of another name.
    let bench = BENCH.replace("BenchmarkX", "Benchmark%s").replace("\", base", "\", name, base");
    let bench = bench.replace("-v n=", "-v name=\"$(cat name)\" -v n=");
    let folder = history_of("bisect-renamed", &[], &bench);
    for i in 0..8 {
        folder.script("repo/bench", &bench);
        fs::write(folder.path("repo/name"), if (3..6).contains(&i) { "Y" } else { "X" }).unwrap();
        fs::write(folder.path("repo/speed"), if i < 6 { "1000" } else { "1200" }).unwrap();
        fs::write(folder.path("repo/.gitmodules"), format!("# {i}\n")).unwrap();
        git(&folder, &["add", "."]);
        git(&folder, &["commit", "-q", "-m", &format!("Make change {i}")]);
        git(&folder, &["tag", &format!("c{i}")]);
    }
    fs::write(folder.path("repo/speed"), "1").unwrap();
    let ended = bisect(&folder, &["c0..main", "--", "./bench"]);
    assert!(ended.status == 1 && ended.out.contains("One of 4 commits is the first"), "{ended:?}");
    assert!(ended.err.contains("it has no benchmark of the good end"), "{ended:?}");
    assert_eq!(ended.err.matches("submodules, which are left empty").count(), 1, "{ended:?}");
    assert!(
        ended.err.contains("uncommitted changes are in no commit of the range: speed"),
        "{ended:?}"
    );
    // A build without a program.
    let ended = bisect(&folder, &["-build", "true", "c0..main", "--"]);
    assert!(ended.status == 3 && ended.err.contains("wrote no program to $BENCH_OUT"), "{ended:?}");
    // The ends have no common benchmark.
    let ended = bisect(&folder, &["c0..c4", "--", "./bench"]);
    assert!(ended.status == 4 && ended.err.contains("no benchmark is in both ends"), "{ended:?}");
    // Histories that are not related, and a clone without the good end's commits.
    git(&folder, &["checkout", "-q", "-f", "--orphan", "other"]);
    git(&folder, &["commit", "-q", "-m", "Begin again"]);
    let ended = bisect(&folder, &["c0..other", "--", "./bench"]);
    assert!(
        ended.status == 2 && ended.err.contains("does not descend from the first"),
        "{ended:?}"
    );
    let origin = format!("file://{}", folder.path("repo").display());
    git(&folder, &["clone", "-q", "--depth", "2", "-b", "main", &origin, "../shallow"]);
    fs::rename(folder.path("repo"), folder.path("deep")).unwrap();
    fs::rename(folder.path("shallow"), folder.path("repo")).unwrap();
    git(&folder, &["fetch", "-q", "--depth", "1", &origin.replace("/repo", "/deep"), "tag", "c0"]);
    let ended = bisect(&folder, &["c0..main", "--", "./bench"]);
    assert!(ended.status == 2 && ended.err.contains("git fetch --unshallow"), "{ended:?}");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn every_commit_of_a_range_is_measured() {
    let folder = history("bisect-range", &[1000, 1000, 1300, 1300]);
    let run = |range: &str| {
        let mut command = program(&folder, "run");
        command.args(["-n", "8", "-seed", "5", "-logs", "../logs", "-git", range, "--", "./bench"]);
        finish(&command.output().unwrap())
    };
    let ended = run("c0..c2");
    assert_eq!(ended.status, 0, "{ended:?}");
    let names = [0, 1, 2].map(|i| git(&folder, &["rev-parse", "--short=10", &format!("c{i}")]));
    for name in &names {
        assert!(folder.exists(&format!("logs/bench-{name}.txt")), "{ended:?}");
        assert!(ended.out.contains(name), "{ended:?}");
    }
    assert_eq!(ended.out.matches("  regressed ").count(), 1, "{ended:?}");
    for (range, says) in [
        ("c2..c0", "are they reversed?"),
        ("c0...c2", "not a range such as"),
        ("two=c0..c2", "a range cannot have a label"),
    ] {
        let ended = run(range);
        assert!(ended.status == 2 && ended.err.contains(says), "{range}: {ended:?}");
    }
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn a_merge_is_named_with_the_range_of_its_branch() {
    let folder = history("bisect-merge", &[1000, 1000, 1000]);
    // A branch that began before the range made the change.
    git(&folder, &["checkout", "-q", "-b", "branch", "c0"]);
    fs::write(folder.path("repo/speed"), "1300").unwrap();
    git(&folder, &["commit", "-q", "-a", "-m", "Slow down"]);
    git(&folder, &["tag", "slow"]);
    fs::write(folder.path("repo/other"), "").unwrap();
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "Add a file"]);
    git(&folder, &["checkout", "-q", "main"]);
    git(&folder, &["merge", "-q", "--no-ff", "-m", "Merge the branch", "branch"]);
    let build = ["-build", SEEDED];
    let ended = bisect(&folder, &[&build[..], &["c1..main", "--"]].concat());
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.out.contains("Merge the branch ("), "{ended:?}");
    let merge = git(&folder, &["rev-parse", "--short=10", "main"]);
    let offer = format!("$(git merge-base {merge}^1 {merge}^2)..{merge}^2.");
    assert!(ended.out.contains(&offer), "{ended:?}");
    let off = bisect(&folder, &["slow..main", "--", "./bench"]);
    assert!(off.err.contains("is on a merged branch"), "{off:?}");
    let base = git(&folder, &["merge-base", "main^1", "main^2"]);
    let ended = bisect(&folder, &[&build[..], &[&format!("{base}..main^2"), "--"]].concat());
    assert!(ended.out.contains("Slow down (") && ended.status == 0, "{ended:?}");
}

/// Searches histories of 32 commits, one of which changes the time by 2% to 5%, or none. HISTORIES sets their number.
#[test]
#[ignore = "needs git: cargo xtask ci"]
fn planted_changes_are_found() {
    let count: i32 = std::env::var("HISTORIES").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    let (mut named, mut wrong) = (0, 0);
    for number in 0..count {
        let has_change = number % 4 != 3;
        let at = 1 + number * 13 % 31;
        let slow = if has_change { 10_200 + number * 7 % 4 * 100 } else { 10_000 };
        let times: Vec<i32> = (0..32).map(|i| if i < at { 10_000 } else { slow }).collect();
        let folder = history("bisect-planted", &times);
        fs::write(folder.path("count"), format!("{}\n", number * 1000)).unwrap();
        let words = ["-build", SEEDED, "-rebuild", "300", "-quiet"];
        let words = [&words[..], &["-format", "json", "c0..main", "--"]].concat();
        let ended = finish(&command(&folder, &words).output().unwrap());
        let answer: Value =
            serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{ended:?}"));
        let truth = git(&folder, &["rev-parse", &format!("c{at}")]);
        let commits = answer["answer"].as_array().unwrap();
        let has_truth = commits.iter().any(|commit| commit["commit"] == truth[..]);
        named += i32::from(answer["status"] == "commit" && has_truth);
        wrong += i32::from(match answer["status"].as_str().unwrap() {
            "commit" | "range" => !has_change || !has_truth,
            "none" => has_change,
            _ => false,
        });
    }
    println!("{count} histories: {named} commits named, {wrong} wrong");
    assert!(20 * wrong <= count && count <= 2 * named, "{count}: {named} named, {wrong} wrong");
}
