//! Tests the output for GitHub's runner: names must not become commands.

use crate::program::{Folder, finish, log};

const HOSTILE: [&str; 2] = ["::stop-commands::x", "##[stop-commands]x"];

/// Returns whether the runner would treat a line as a command.
fn is_command(line: &str) -> bool {
    line.trim_start().starts_with("::") || line.contains("##[")
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
