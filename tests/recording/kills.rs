//! Kills the recorder at random moments: the logs contain every run that had ended, an incomplete run is reported,
//! and no started process survives.

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use crate::recording::folder::{
    Folder, PROGRAM, finish, has_ended, interrupt, results, wait_until,
};
use crate::support::parallel_on;

/// The number of lines of a run.
const LINES: usize = 3;

/// A version that writes down its process at its beginning, leaves another process running, and prints its lines with
/// pauses.
const VERSION: &str = "echo $$ >> pids; sleep 4321 & echo $! >> children
    for i in 1 2 3; do echo \"Benchmark$i 1 $i ns/op\"; sleep 0.01; done";

/// The number of recorders that are killed in parallel: they wait most of the time.
const THREADS: usize = 4;

#[test]
fn no_finished_run_is_lost() {
    // The moments are spread over several runs; the signals alternate.
    let attempts: Vec<u64> = (0..60).collect();
    parallel_on(THREADS, &attempts, |&attempt| kill_a_recorder(attempt));
}

fn kill_a_recorder(attempt: u64) {
    let folder = Folder::new(&format!("kill-{attempt}"));
    folder.script("v", VERSION);
    let mut command = folder.command();
    command.args(["-n", "1000", "a=./v", "b=./v"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.process_group(0);
    let mut child = command.spawn().unwrap();
    folder.wait_for("pids");
    sleep(Duration::from_millis(attempt * 37 % 400));
    let recorder = Pid::from_raw(child.id() as i32);
    let (signal, is_of_group) = [
        (Signal::SIGKILL, false),
        (interrupt(), false),
        (Signal::SIGTERM, false),
        (Signal::SIGKILL, true),
    ][attempt as usize % 4];
    if is_of_group { killpg(recorder, signal) } else { kill(recorder, signal) }.unwrap();
    let status = child.wait().unwrap();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(signal as i32));

    let pids = folder.read("pids");
    wait_for_the_end(&pids);
    // The signal may arrive before the first process is written down.
    let children = if folder.exists("children") { folder.read("children") } else { String::new() };
    wait_for_the_end(&children);
    // The last run may have been in progress; all runs before it had ended.
    let begun = pids.lines().count();
    // A log without a run need not exist.
    let log = |name| if folder.exists(name) { folder.read(name) } else { String::new() };
    let logs = ["bench-a.txt", "bench-b.txt"].map(log);
    let found = logs.iter().map(|log| results(log)).collect::<Vec<_>>();
    let whole: usize = found.iter().map(|results| results.len() / LINES).sum();
    assert!(begun <= whole + 1, "{attempt}: {begun} begun, {whole} in the logs");
    for ((log, results), name) in logs.iter().zip(&found).zip(["bench-a.txt", "bench-b.txt"]) {
        let is_whole = results.len() % LINES == 0;
        if signal != Signal::SIGKILL {
            assert!(is_whole, "{attempt}: a part of a run: {log}");
        }
        // Without its last line, even a run with all its results counts as incomplete.
        let is_told = tells_of_a_part(&folder, name);
        assert!(is_whole || is_told, "{attempt}: a part that counts as whole: {log}");
        assert!(!is_told || signal == Signal::SIGKILL, "{attempt}: {log}");
        for (index, (block, line)) in results.iter().enumerate() {
            assert_eq!(*block as usize, index / LINES + 1, "{log}");
            let number = index % LINES + 1;
            assert_eq!(*line, format!("Benchmark{number} 1 {number} ns/op"), "{log}");
        }
    }
    // The measurement can continue after the existing runs.
    // A version that was starting when the signal arrived holds the locks until its own program runs.
    wait_until("the logs are free", || {
        let ended = folder.run(&["-append", "-n", "1", "a=./v", "b=./v"]);
        let is_held = ended.err.contains("another recording writes it");
        assert!(is_held || ended.status == 0, "{attempt}: {ended:?}");
        !is_held
    });
    for name in ["bench-a.txt", "bench-b.txt"] {
        assert!(!tells_of_a_part(&folder, name), "{attempt}: {}", folder.read(name));
        assert_eq!(results(&folder.read(name)).len() % LINES, 0, "{attempt}");
    }
    // A version that is still ending may write into the folder.
    let _ = fs::remove_dir_all(&folder.0);
}

/// Returns whether benchlens reports that a log contains an incomplete run.
fn tells_of_a_part(folder: &Folder, log: &str) -> bool {
    let read = Command::new(PROGRAM).current_dir(&folder.0).args(["keys", log]).output().unwrap();
    finish(&read).err.contains(": found only a part of a run of block ")
}

#[test]
fn what_was_set_up_is_cleaned_up_after_a_signal() {
    let folder = Folder::new("cleanup");
    let words = ["-cleanup", "sleep 0.2; touch clean", "a=sh -c 'touch begun; sleep 60'"];
    let mut child = folder.command().args(words).stderr(Stdio::null()).spawn().unwrap();
    folder.wait_for("begun");
    kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM).unwrap();
    child.wait().unwrap();
    assert!(folder.exists("clean"));
}

/// Waits until none of the processes exists.
fn wait_for_the_end(pids: &str) {
    wait_until("all processes have ended", || pids.lines().all(has_ended));
}
