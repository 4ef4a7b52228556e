//! Tests the display of a running measurement.

use std::process::Command;

use crate::recording::folder::{Folder, PROGRAM, results};
use crate::support::terminal;

const VERSION: &str = "echo \"BenchmarkA 1 $1 ns/op\"";

/// Runs words after `benchlens run` with a terminal as its standard streams; returns the terminal's input.
fn at_terminal(folder: &Folder, words: &str, environment: &str) -> String {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{environment} '{PROGRAM}' run {words}")]);
    command.current_dir(&folder.0).env("TERM", "xterm");
    terminal::at_terminal(&mut command, 80)
}

#[test]
fn without_a_terminal_there_is_no_bar() {
    let folder = Folder::new("no-bar");
    folder.script("v", VERSION);
    let ended = folder.run(&["-n", "3", "a=./v 1", "b=./v 2"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    assert!(!ended.err.contains(['\x1b', '\r', '█', '░']), "{ended:?}");
    // A short measurement prints nothing while it runs.
    assert!(!ended.err.contains("block 1"), "{ended:?}");
    assert!(ended.err.lines().all(|line| line.starts_with("benchlens: note: ")), "{ended:?}");
}

#[test]
fn quiet_is_quiet() {
    let folder = Folder::new("quiet");
    let ended = folder.run(&["-quiet", "-time", "-counters", "-n", "2", "a=true", "b=true"]);
    assert_eq!((ended.status, &*ended.err), (0, ""), "{ended:?}");
    let seen = at_terminal(&folder, "-quiet -force -time -n 2 a=true b=true", "");
    // The answer is not preceded by a bar.
    assert!(seen.contains("cpu-sec/op") && !seen.contains("note: "), "{seen:?}");
    assert!(!seen.contains(['\x1b', '░']), "{seen:?}");
}

#[test]
fn counters_are_in_the_log_or_a_line_says_why_not() {
    let folder = Folder::new("counters");
    let ended = folder.run(&["-time", "-counters", "-n", "2", "a=true"]);
    assert_eq!(ended.status, 0, "{ended:?}");
    let log = folder.read("bench-a.txt");
    let refusals = ended.err.matches("instructions and cycles are not counted: ").count();
    if log.contains(" instructions/op") {
        assert_eq!(refusals, 0, "{ended:?}");
    } else {
        assert_eq!(refusals, 1, "{ended:?}");
    }
    assert_eq!(results(&log).len(), 2, "{log}");
    let wrong = folder.run(&["-counters", "-n", "2", "b=true"]);
    assert_eq!(wrong.status, 2, "{wrong:?}");
    assert!(wrong.err.contains("-counters needs -time"), "{wrong:?}");
}

#[test]
fn a_terminal_sees_what_runs_and_tables_so_far() {
    let folder = Folder::new("terminal");
    folder.script("v", "sleep 0.1; printf 'BenchmarkA\\033[2J 1 %d ns/op\\n' $1");
    let words = "-n 8 old='./v 100' new='./v 200'";
    let seen = at_terminal(&folder, words, "");
    let last = seen.rfind("│     old").expect("an answer");
    let (screen, answer) = seen.split_at(last);
    // Before six blocks, no outcome is possible.
    assert!(screen.contains("block 3 of 8") && !screen.contains("inconclusive"), "{seen:?}");
    let early = screen.split_once("block 6 of 8").expect("a display of each block").0;
    for word in ["vs base", "∞", "(p=", "need >= "] {
        assert!(early.contains("sec/op") && !early.contains(word), "{word}: {early:?}");
    }
    assert!(screen.contains("block 1 of 8, "), "{seen:?}");
    assert!(screen.contains(" left"), "{seen:?}");
    assert!(screen.contains("vs base (pairs)"), "{seen:?}");
    // Names cannot control the terminal, and the tables remain without the bar.
    assert!(screen.contains("A\\x1b[2J "), "{seen:?}");
    assert!(!seen.contains("\x1b[2J"), "{seen:?}");
    // At 80 columns, the outcome has room, and p has not.
    assert!(answer.contains("regressed +100.00%") && !answer.contains("block "), "{seen:?}");
    // A terminal that cannot move its cursor receives no bar.
    let seen = at_terminal(&folder, &format!("-force {words}"), "TERM=dumb");
    assert!(!seen.contains('\x1b'), "{seen:?}");
}
