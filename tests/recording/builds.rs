//! Tests versions from git, and versions that are built.

use std::fs;
use std::process::{Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::recording::folder::{Ended, Folder, finish, interrupt, results};
use crate::support::tool::without_hook;

/// Returns a repository with two commits: `v` prints 100 in the first, tagged `v1`, and 200 in the second, on `main`.
fn repository(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir(folder.path("tmp")).unwrap();
    fs::create_dir(folder.path("repo")).unwrap();
    git(&folder, &["init", "-q", "-b", "main", "."]);
    for (time, tag) in [(100, "v1"), (200, "v2")] {
        folder.script("repo/v", &format!("echo \"BenchmarkA 1 {time} ns/op\"; pwd >> $0.pwd"));
        git(&folder, &["add", "v"]);
        git(&folder, &["commit", "-q", "-m", tag]);
        git(&folder, &["tag", tag]);
    }
    folder
}

/// Removes this user's settings from a `git` command.
fn plain(command: Command) -> Command {
    let mut command = without_hook(command);
    for (name, value) in [("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_NOSYSTEM", "1")] {
        command.env(name, value);
    }
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "a").env(format!("GIT_{who}_EMAIL"), "a@b");
    }
    command
}

fn git(folder: &Folder, words: &[&str]) -> String {
    let mut command = plain(Command::new("git"));
    let output = command.current_dir(folder.path("repo")).args(words).output().unwrap();
    let ended = finish(&output);
    assert_eq!(ended.status, 0, "{words:?}: {ended:?}");
    ended.out
}

fn command(folder: &Folder, words: &[&str]) -> Command {
    let mut command = plain(folder.command());
    command.current_dir(folder.path("repo")).env("TMPDIR", folder.path("tmp"));
    command.args(["-logs", ".."]).args(words);
    command
}

/// Runs `benchlens run` in the repository; the logs are next to it. Nothing that it created may remain.
fn run(folder: &Folder, words: &[&str]) -> Ended {
    let ended = finish(&command(folder, words).output().unwrap());
    assert_clean(folder);
    ended
}

fn assert_clean(folder: &Folder) {
    assert_eq!(fs::read_dir(folder.path("tmp")).unwrap().count(), 0, "temporary files stay");
    assert_eq!(git(folder, &["worktree", "list", "--porcelain"]).matches("worktree ").count(), 1);
    let administration = folder.path("repo/.git/worktrees");
    assert!(!administration.exists() || fs::read_dir(administration).unwrap().count() == 0);
}

fn refuses(folder: &Folder, words: &[&str], status: i32, says: &str) {
    let ended = run(folder, words);
    assert_eq!(ended.status, status, "{words:?}: {ended:?}");
    assert!(ended.err.contains(says), "{words:?}: {says}: {ended:?}");
}

fn times(folder: &Folder, label: &str) -> Vec<String> {
    let results = results(&folder.read(&format!("bench-{label}.txt")));
    results.into_iter().map(|(_, line)| line.split(' ').nth(2).unwrap().to_owned()).collect()
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn revisions_run_in_folders_of_their_own() {
    let folder = repository("revisions");
    // Files that git does not track do not matter.
    fs::write(folder.path("repo/other"), "").unwrap();
    let ended =
        run(&folder, &["-n", "6", "-git", "v1", "-git", "new=main", "-git", "HEAD~1", "--", "./v"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!(times(&folder, "v1"), ["100"; 6]);
    assert_eq!(times(&folder, "new"), ["200"; 6]);
    assert_eq!(times(&folder, "HEAD-1"), ["100"; 6]);
    let commit = git(&folder, &["rev-parse", "--short=10", "v1"]);
    assert!(ended.err.contains(&format!("v1 is commit {}", commit.trim())), "{ended:?}");
    // They ran in the other folder, not here.
    assert!(!folder.exists("repo/v.pwd"));
    assert_eq!(git(&folder, &["status", "--porcelain"]), "?? other\n");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn the_folder_as_it_is_can_be_a_version() {
    let folder = repository("as-it-is");
    folder.script("repo/v", "echo 'BenchmarkA 1 300 ns/op'");
    refuses(
        &folder,
        &["-git", "main", "--", "./v"],
        2,
        "uncommitted changes are in no revision: v;",
    );
    let ended = run(&folder, &["-n", "2", "-git", "main", "now=", "--", "./v"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!([times(&folder, "main"), times(&folder, "now")], [["200"; 2], ["300"; 2]]);
    // The same versions, but built, and compared with another command.
    let build = ["-force", "-n", "2", "-build", "cp v $BENCH_OUT"];
    let ended = run(&folder, &[&build[..], &["-git", "main", "now=", "x=./v"]].concat());
    assert_eq!(ended.status, 0, "{ended:?}");
    for (label, time) in [("main", "200"), ("now", "300"), ("x", "300")] {
        assert_eq!(times(&folder, label), [time; 2]);
    }
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn revisions_run_in_the_same_subfolder() {
    let folder = repository("subfolder");
    fs::create_dir_all(folder.path("repo/a b/c")).unwrap();
    folder.script("repo/a b/c/w", "echo 'BenchmarkA 1 7 ns/op'");
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "w"]);
    let inside = |words: &[&str]| {
        let mut command = command(&folder, words);
        let ended = finish(&command.current_dir(folder.path("repo/a b/c")).output().unwrap());
        assert_clean(&folder);
        ended
    };
    let ended = inside(&["-logs", "../../..", "-n", "2", "-git", "main", "--", "./w"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!(times(&folder, "main"), ["7"; 2]);
    let ended = inside(&["-git", "v1", "--", "./w"]);
    assert_eq!(ended.status, 2, "{ended:?}");
    assert!(ended.err.contains("has no folder a b/c/: run benchlens in one that"), "{ended:?}");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn builds_take_turns_and_have_seeds() {
    let folder = repository("rebuild");
    let script = "printf '#!/bin/sh\\necho BenchmarkA 1 %s ns/op\\n' $BENCH_SEED > $BENCH_OUT; \
                  chmod +x $BENCH_OUT";
    let words = ["-seed", "7", "-rebuild", "3", "-build", script, "-git", "v1", "-git", "v2"];
    let ended = run(&folder, &[&["-n", "7"], &words[..]].concat());
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(ended.err.contains("building v2 (3 of 3)"), "{ended:?}");
    let warns = "blocks alternate between 3 builds of each version, which count instead of blocks";
    assert!(ended.err.contains(warns), "{ended:?}");
    assert!(folder.read("bench-v1.txt").contains("+builds3 block=7"), "{ended:?}");
    let (old, new) = (times(&folder, "v1"), times(&folder, "v2"));
    for times in [&old, &new] {
        assert_eq!((&times[..3], &times[..1]), (&times[3..6], &times[6..]));
    }
    let mut seeds = [&old[..3], &new[..3]].concat();
    seeds.sort();
    seeds.dedup();
    assert_eq!(seeds.len(), 6);
    // The same seed gives the same result; there are no more builds than runs.
    let ended = run(&folder, &[&["-n", "2", "-force"], &words[..]].concat());
    assert_eq!(times(&folder, "v1"), old[..2], "{ended:?}");
    assert!(ended.err.contains("2 blocks use at most 2 builds"), "{ended:?}");
    assert!(!ended.err.contains("3 of 3"), "{ended:?}");
    // By default, a build command with a seed makes a build for each block.
    let seeded = ["-force", "-n", "4", "-seed", "7", "-build", script, "-git", "v1", "-git", "v2"];
    let ended = run(&folder, &seeded);
    assert!(ended.err.contains("building v2 (4 of 4)"), "{ended:?}");
    assert!(!ended.err.contains("alternate"), "{ended:?}");
    let mut built = times(&folder, "v1");
    built.sort();
    built.dedup();
    assert_eq!(built.len(), 4);
    refuses(
        &folder,
        &[&["-until", "decided"], &words[..]].concat(),
        2,
        "-until needs a build for each block",
    );
    // Copies run the same programs.
    let copies = ["-n", "2", "-aa", "-rebuild", "2", "-build", script, "-git", "c=v1"];
    assert_eq!(run(&folder, &copies).status, 0);
    assert_eq!(times(&folder, "c.1"), times(&folder, "c.2"));
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn arguments_reach_a_built_program_with_and_without_a_shell() {
    let folder = repository("arguments");
    let script = "printf '#!/bin/sh\\necho BenchmarkA/\"$2\" 1 1 ns/op\\n' > $BENCH_OUT; chmod +x $BENCH_OUT";
    for shell in [&[][..], &["-shell"]] {
        let words = ["-force", "-n", "1", "-git", "v1", "-build", script, "--", "x", "it's*"];
        let ended = run(&folder, &[shell, &words].concat());
        assert_eq!(ended.status, 0, "{ended:?}");
        assert!(folder.read("bench-v1.txt").contains("BenchmarkA/it's* 1"), "{shell:?}");
    }
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn what_cannot_be_is_a_sentence() {
    let folder = repository("wrong");
    let check = |words: &[&str], status, says: &str| refuses(&folder, words, status, says);
    check(&["-git", "nope", "--", "./v"], 2, "-git nope: no such commit in this repository: ");
    check(&["-git=--all", "--", "./v"], 2, "-git \"--all\": not a revision");
    check(&["-git", "a=", "--", "./v"], 2, "-git \"\": not a revision");
    check(&["-git", "v1"], 2, "-git needs a command");
    check(&["-git", "v1", "-git", "v1", "--", "./v"], 2, "two versions are called v1");
    check(&["a=./v", "-build", "true"], 2, "-build has nothing to build");
    check(&["a=", "-rebuild", "2", "--", "./v"], 2, "-rebuild needs -build");
    let failed = "v1: -build ended with status 4; its last lines:\n  why";
    check(&["-git", "v1", "-build", "echo why >&2; exit 4"], 3, failed);
    check(&["-git", "v1", "-build", "mkdir $BENCH_OUT"], 3, "wrote no program to $BENCH_OUT");
    // Obstacles that a build leaves are also removed.
    let stubborn = "mkdir d; touch d/f; chmod 500 d; rm .git; exit 4";
    check(&["-git", "v1", "-build", stubborn], 3, "ended with status 4");
    assert!(!folder.exists("bench-v1.txt"));
    // An existing log is detected before anything is built.
    fs::write(folder.path("bench-v1.txt"), "x\n").unwrap();
    check(&["-git", "v1", "-build", "touch ../built"], 3, "bench-v1.txt exists");
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn without_a_repository_or_git() {
    let folder = repository("no-git");
    let words = ["-logs", "../logs", "-git", "v1", "--", "./v"];
    let ended = finish(&command(&folder, &words).env("PATH", "/nowhere").output().unwrap());
    assert_eq!(ended.status, 2, "{ended:?}");
    let says = "-git needs the program git: git could not be started: no such file";
    assert!(ended.err.contains(says), "{ended:?}");
    let mut outside = command(&folder, &words);
    let ceiling = folder.path("tmp");
    let outside = outside.current_dir(&ceiling).env("GIT_CEILING_DIRECTORIES", &folder.0);
    let ended = finish(&outside.output().unwrap());
    assert_eq!(ended.status, 2, "{ended:?}");
    assert!(
        ended.err.contains("-git needs a git repository in the current folder: not a git"),
        "{ended:?}"
    );
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn an_interrupt_leaves_nothing_behind() {
    let folder = repository("interrupt");
    // Once in a build, and once in a run.
    let build = ["-git", "v1", "-build", "touch ../../../ready; sleep 600"];
    let run = ["-git", "v1", "--", "sh", "-c", "touch ../../../ready; sleep 600"];
    for words in [&build[..], &run] {
        let mut child = command(&folder, words).stderr(Stdio::null()).spawn().unwrap();
        folder.wait_for("ready");
        kill(Pid::from_raw(child.id() as i32), interrupt()).unwrap();
        let status = child.wait().unwrap();
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        assert_eq!(signal, Some(interrupt() as i32), "{words:?}");
        assert_clean(&folder);
        fs::remove_file(folder.path("ready")).unwrap();
    }
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn the_next_recording_removes_what_a_killed_one_left() {
    let folder = repository("killed");
    let begin = |version: &str| {
        let words = ["-git", version, "--", "sh", "-c", "touch ../../../ready; sleep 600"];
        let child = command(&folder, &words).stderr(Stdio::null()).spawn().unwrap();
        folder.wait_for("ready");
        fs::remove_file(folder.path("ready")).unwrap();
        child
    };
    let mut killed = begin("killed=v1");
    kill(Pid::from_raw(killed.id() as i32), Signal::SIGKILL).unwrap();
    killed.wait().unwrap();
    let trees = || git(&folder, &["worktree", "list", "--porcelain"]).matches("worktree ").count();
    assert_eq!(trees(), 2);
    // Files that another process needs remain.
    let mut running = begin("running=v1");
    assert_eq!(trees(), 2);
    let ended =
        finish(&command(&folder, &["-n", "1", "-git", "v2", "--", "./v"]).output().unwrap());
    assert_eq!(ended.status, 0, "{ended:?}");
    assert_eq!(trees(), 2);
    kill(Pid::from_raw(running.id() as i32), Signal::SIGTERM).unwrap();
    running.wait().unwrap();
    assert_clean(&folder);
}
