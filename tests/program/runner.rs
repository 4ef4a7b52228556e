//! Tests the output for CI runners: names must not become commands.

use crate::program::{Folder, finish, log};

const HOSTILE: [&str; 2] = ["::stop-commands::x", "##[stop-commands]x"];

/// The variables of other runners, with a name that is a command for the runner.
const OTHERS: [([&str; 2], &str); 5] = [
    (["TF_BUILD", "True"], "##[error]x"),
    (["TF_BUILD", "True"], "##vso[task.complete result=Succeeded;]x"),
    (["TEAMCITY_VERSION", "2025.07"], "##teamcity[buildStatus status='SUCCESS']"),
    (["GITLAB_CI", "true"], "section_start:1700000000:x\r\u{1b}[0Ky"),
    (["GITLAB_CI", "true"], "section_end:1700000000:x\r\u{1b}[0Ky\u{1b}[2K"),
];

/// Returns whether a runner would treat a line as a command.
fn is_command(line: &str) -> bool {
    line.trim_start().starts_with("::")
        || ["##[", "##vso[", "##teamcity[", "\r\u{1b}[0K", "\u{1b}[2K"]
            .iter()
            .any(|start| line.contains(start))
}

#[test]
fn names_do_not_command_other_runners() {
    for (i, ([variable, value], name)) in OTHERS.into_iter().enumerate() {
        let folder = Folder::new(&format!("runner-other-{i}"));
        let word = name.replace([' ', '/'], "");
        folder.write("old", &(format!("cpu: {name}1\nnote: {name}\n") + &log(&word, 100)));
        let file = format!("{word}.txt");
        folder.write(&file, &(format!("cpu: {name}2\n") + &log(&word, 200) + "BenchmarkX 1\n"));
        for words in [
            "old *.txt",
            "-ignore cpu old *.txt",
            "-ignore cpu -format markdown old *.txt",
            "-row .name -col .file -table cpu old *.txt",
            "-ignore cpu -gate 'sec/op: +5%' old *.txt",
            "keys old *.txt",
            "-row cpu -table note missing",
        ] {
            let mut command = folder.command("bash");
            command.args(["-c", &format!("\"$benchlens\" {words} 2>&1")]).env(variable, value);
            let (_, printed, _) = finish(&command.output().unwrap());
            let commands: Vec<&str> = printed.split('\n').filter(|line| is_command(line)).collect();
            assert!(commands.is_empty(), "{words}: {commands:?}");
        }
    }
}

#[test]
fn names_do_not_command_the_runner() {
    for (i, name) in HOSTILE.into_iter().enumerate() {
        let folder = Folder::new(&format!("runner-{i}"));
        folder.write("old", &(format!("cpu: {name}1\n") + &log(name, 100)));
        folder.write("new", &(format!("cpu: {name}2\n") + &log(name, 200) + "BenchmarkX 1\n"));
        folder.bash(&format!("cp new '{}.txt'", name.replace('/', "")));
        let run = |runner: bool, script: &str| {
            let mut command = folder.command("bash");
            command.args(["-c", script]);
            if runner {
                command.env("GITHUB_ACTIONS", "true");
            }
            finish(&command.output().unwrap())
        };
        for script in [
            "\"$benchlens\" old new",
            "\"$benchlens\" -ignore cpu old new",
            "\"$benchlens\" -ignore cpu -format markdown old *.txt",
            "\"$benchlens\" -row .name -col .file -table cpu old new",
            "\"$benchlens\" keys old new",
        ] {
            let (_, stdout, stderr) = run(true, script);
            let commands: Vec<&str> =
                stdout.lines().chain(stderr.lines()).filter(|line| is_command(line)).collect();
            assert!(commands.is_empty(), "{script}: {commands:?}");
        }
        // Only the annotation is a command, and its message is text.
        let rules = "sec/op: +5%; malformed: allow; order: any";
        let script = format!("\"$benchlens\" -ignore cpu -gate '{rules}' old new");
        let (status, _, stderr) = run(true, &script);
        assert_eq!(status, 1);
        let commands: Vec<&str> = stderr.lines().filter(|line| is_command(line)).collect();
        assert!(
            commands.len() == 1 && commands[0].starts_with("::error title=Benchmark regression::"),
            "{commands:?}"
        );
        // Elsewhere, and in a file, all bytes are unchanged.
        let script = "\"$benchlens\" -ignore cpu old new";
        let (_, there, _) = run(true, &format!("{script} > table; cat table"));
        assert_eq!(there, run(false, script).1);
        assert!(there.contains(name));
    }
}

/// A lone carriage return and some other characters also end a line for some readers.
#[test]
fn no_name_begins_a_line() {
    let breaks = ['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
    for (i, end) in breaks.into_iter().enumerate() {
        let folder = Folder::new(&format!("runner-line-{i}"));
        for name in HOSTILE {
            let name = format!("x{end}{name}");
            folder.write("old", &(format!("cpu: {name}\nnote: {name}\n") + &log("A", 100)));
            let file = format!("{}.txt", name.replace('/', ""));
            folder.write(&file, &(format!("cpu: {name}\n") + &log("A", 200) + "BenchmarkX 1\n"));
            for words in ["", "-format markdown", "keys", "-row cpu -table note", "missing"] {
                // The bytes may go to the runner, or to a file that a later step prints.
                for to in ["", "> out 2> told; cat out; cat told >&2"] {
                    let mut command = folder.command("bash");
                    let script = format!("\"$benchlens\" {words} old *.txt {to}");
                    command.args(["-c", &script]).env("GITHUB_ACTIONS", "true");
                    let (_, stdout, stderr) = finish(&command.output().unwrap());
                    let printed = stdout + &stderr;
                    let is_end = |char| char == '\n' || breaks.contains(&char);
                    let found = printed.split(is_end).filter(|line| line.starts_with("::"));
                    assert_eq!(found.count(), 0, "{words} {to}: {printed:?}");
                }
            }
        }
    }
}
