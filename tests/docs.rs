//! Runs every command that the documents show.
//!
//! In a block marked `console`, a line that begins `$ ` is a command and what follows is what it
//! prints, byte for byte, standard error and standard output as they come. A command that fails must
//! be followed by `$ echo $?` and its exit status. The commands of a document run one after the
//! other in a folder of its own that holds `examples` and `benches`; `benchlens` is the program under test.
//! `UPDATE=1` writes what was printed into the documents.
//!
//! A block marked `sh` is for the reader's own machine: [`promises`] says how each kind of command
//! there is checked without running it as it stands. A block marked `rust` is a part of [`library`],
//! which is compiled and run.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

#[path = "docs/blocks.rs"]
mod blocks;
#[path = "docs/library.rs"]
mod library;
#[path = "docs/promises.rs"]
mod promises;
#[path = "docs/shell.rs"]
mod shell;

use std::fs;
use std::path::{Path, PathBuf};

use blocks::Block;
use shell::Shell;

/// The documents with commands.
const DOCUMENTS: [&str; 6] = [
    "README.md",
    "GUIDE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "examples/README.md",
    "benches/README.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(document: &str) -> String {
    fs::read_to_string(root().join(document)).unwrap_or_else(|e| panic!("{document}: {e}"))
}

#[test]
fn every_command_prints_what_is_shown() {
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    let mut wrong = Vec::new();
    for document in DOCUMENTS {
        let text = read(document);
        let mut shell = Shell::new(&document.replace('/', "-"));
        let printed = blocks::rewrite(&text, "console", |block| {
            let (printed, complaints) = shell.run_block(block);
            wrong.extend(complaints.iter().map(|what| format!("{document}:{what}")));
            printed
        });
        if printed == text {
            continue;
        }
        if update {
            fs::write(root().join(document), printed).unwrap();
        } else {
            wrong.push(format!("{document}: {}", first_difference(&text, &printed)));
        }
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 rewrites the documents)", wrong.join("\n"));
}

fn first_difference(shown: &str, printed: &str) -> String {
    let same = shown.lines().zip(printed.lines()).take_while(|(s, p)| s == p).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_owned();
    format!("line {}:\n  shown:   {}\n  printed: {}", same + 1, line(shown), line(printed))
}

#[test]
fn every_command_for_the_reader_holds() {
    let mut wrong = Vec::new();
    for document in DOCUMENTS {
        let mut shell = Shell::new(&format!("{}-sh", document.replace('/', "-")));
        for Block { line, body, .. } in blocks::find(&read(document), "sh") {
            for (number, command) in (line..).zip(body.lines()) {
                let checked = promises::check(command, &root(), &mut shell);
                wrong.extend(checked.err().map(|why| format!("{document}:{number}: {why}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn library_examples_are_the_ones_that_run() {
    let source = include_str!("docs/library.rs");
    for document in DOCUMENTS {
        for Block { line, body, .. } in blocks::find(&read(document), "rust") {
            assert!(source.contains(body), "{document}:{line}: not in tests/docs/library.rs");
        }
    }
}

#[test]
fn links_lead_somewhere() {
    for document in DOCUMENTS {
        let text = read(document);
        let folder = root().join(document);
        for rest in text.split("](").skip(1) {
            let target = rest.split(')').next().unwrap();
            let path = target.split('#').next().unwrap();
            if target.starts_with("https://") || path.is_empty() {
                continue;
            }
            assert!(folder.parent().unwrap().join(path).exists(), "{document}: no {target}");
        }
    }
}

#[test]
fn guide_explains_every_flag() {
    let (help, guide) = (Shell::new("flags").run("benchlens -h").0, read("GUIDE.md"));
    let flags = help.lines().filter_map(|line| line.strip_prefix("  -"));
    let flags: Vec<&str> = flags.map(|line| line.split(' ').next().unwrap()).collect();
    assert!(20 < flags.len(), "only {flags:?}");
    for flag in flags.iter().filter(|flag| !flag.ends_with(',')) {
        assert!(guide.contains(&format!("`-{flag}")), "GUIDE.md does not explain -{flag}");
    }
}

/// The logs that the examples of `benchlens -h` are about.
const HELP_LOGS: [(&str, &str); 3] =
    [("old.txt", "old.txt"), ("new.txt", "new.txt"), ("cases.txt", "log.txt")];

#[test]
fn examples_of_the_help_run() {
    let mut shell = Shell::new("help");
    let help = shell.run("benchlens -h").0;
    for (from, to) in HELP_LOGS {
        shell.run(&format!("cp examples/{from} {to}"));
    }
    let examples = help.split("Examples:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let mut count = 0;
    for line in examples.lines().filter_map(|line| line.strip_prefix("  ")) {
        // The words behind two spaces say what the command is for.
        let command = line.split("  ").next().unwrap();
        let command = match command.split_once(" | ") {
            Some((_, rest)) => format!("cat old.txt | {rest}"),
            None => command.to_owned(),
        };
        if !command.contains("benchlens ") {
            continue;
        }
        let (printed, status) = shell.run(&command);
        assert_eq!(status, 0, "{command}\n{printed}");
        count += 1;
    }
    assert!(5 < count, "only {count} examples found in\n{help}");
}
