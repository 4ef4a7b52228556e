//! Tests that a search for a commit survives kills.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use super::bisect::{SEEDED, bisect, command, history};
use crate::recording::folder::{Folder, has_ended, wait_until};

/// Returns the lines that end a complete run in the logs of a search.
fn complete_runs(folder: &Folder) -> Vec<String> {
    let logs = fs::read_dir(folder.path("logs")).into_iter().flatten();
    let texts = logs.map(|log| fs::read_to_string(log.unwrap().path()).unwrap());
    let ends = |text: String| -> Vec<String> {
        let is_end = |line: &&str| line.contains(" end=1") && !line.contains(" block=");
        text.lines().filter(is_end).map(str::to_owned).collect()
    };
    let mut runs: Vec<String> = texts.flat_map(ends).collect();
    runs.sort_unstable();
    runs
}

/// Returns the processes whose current folder is inside of this one.
fn processes_in(folder: &Folder) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap());
    let is_inside = |process: &fs::DirEntry| {
        let current = fs::read_link(process.path().join("cwd"));
        current.is_ok_and(|current| current.starts_with(&folder.0))
    };
    let name = |process: fs::DirEntry| process.file_name().to_string_lossy().into_owned();
    processes.filter(is_inside).map(name).filter(|pid| !has_ended(pid)).collect()
}

/// Kills a search again and again, at random moments. KILLS sets how often.
#[test]
#[ignore = "needs git: cargo xtask ci"]
fn kills_lose_no_complete_run_and_leave_nothing() {
    let kills: u64 = std::env::var("KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    let times: Vec<i32> = (0..16).map(|i| if i < 5 { 10_000 } else { 10_150 }).collect();
    let folder = history("bisect-kills", &times);
    let words = ["-quiet", "-build", SEEDED, "-rebuild", "300", "c0..main", "--"];
    let mut before = Vec::new();
    for number in 0..kills {
        let mut child = command(&folder, &words).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(40 + number * 397 % 700));
        if number % 2 == 1 {
            let is_over = || has_ended(&child.id().to_string());
            wait_until("a run", || before.len() < complete_runs(&folder).len() || is_over());
        }
        child.kill().unwrap();
        child.wait().unwrap();
        wait_until("no process is left", || processes_in(&folder).is_empty());
        let runs = complete_runs(&folder);
        let count =
            |runs: &[String], run: &String| runs.iter().filter(|other| *other == run).count();
        let lost = before.iter().find(|run| count(&runs, run) < count(&before, run));
        assert!(lost.is_none(), "lost with kill {number}: {lost:?}");
        before = runs;
    }
    let ended = bisect(&folder, &words);
    assert!(ended.status == 0 && ended.out.contains("Make change 5 ("), "{ended:?}");
    let runs = complete_runs(&folder);
    assert!(before.iter().all(|run| runs.contains(run)), "{before:?}");
    let ended = bisect(&folder, &[&["-format", "json"], &words[..]].concat());
    let answer: Value = serde_json::from_str(&ended.out).unwrap();
    let blocks = |commit: &Value| commit["blocks"].as_u64().unwrap();
    let used: u64 = answer["commits"].as_array().unwrap().iter().map(blocks).sum();
    // Both runs of a block have the same name; a kill can be between them.
    let of_search: Vec<&String> = runs.iter().filter(|run| run.contains(".s")).collect();
    let pairs = of_search.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64;
    println!("{kills} kills: {} runs of the search, {used} blocks", of_search.len());
    assert!(used == pairs && of_search.len() as u64 <= 2 * used + kills, "{used} {of_search:?}");
}
