//! Runs every command in the documents.
//!
//! In a block marked `console`, a line that begins with `$ ` is a command. The following lines are its output, byte
//! for byte, with standard error and standard output in the order in which they are written. A command continues in
//! the next line after a backslash, and up to `END` after `<<'END'`. A command that fails must be followed by `$ echo
//! $?` and its exit status. `ONLY=gates` checks only documents with this word in their names. The commands of a
//! document run sequentially in a separate folder that contains `examples` and `benches`; `benchlens` is the program
//! under test. `UPDATE=1` writes the actual output into the documents. A program that may be missing, such as `jq`,
//! has a stand-in in [`tools`], so that nothing is skipped.
//!
//! A block marked `sh` is for the reader's own machine: [`promises`] checks each kind of command without running it
//! literally. A block marked `rust` is a part of [`library`], which is compiled and run. In `yaml` and `makefile`
//! blocks, the commands that call `benchlens` run; `yaml` blocks must also be valid YAML.

mod blocks;
mod embedded;
mod library;
mod links;
mod numbers;
mod promises;
mod shell;
mod tools;

use std::fs;
use std::path::{Path, PathBuf};

use self::blocks::Block;
use self::shell::Shell;

/// The documents with commands outside of `docs`.
const DOCUMENTS: [&str; 10] = [
    "README.md",
    "AGENTS.md",
    "GUIDE.md",
    "CONTRIBUTING.md",
    "RELEASING.md",
    "SECURITY.md",
    "STYLE.md",
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

/// Returns the chapters of the guide, sorted by name.
fn chapters() -> Vec<String> {
    let entries = fs::read_dir(root().join("docs")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut chapters: Vec<String> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}")).collect();
    chapters.sort();
    chapters
}

/// Returns all documents with commands, or the documents that `ONLY` selects.
fn documents() -> Vec<String> {
    let only = std::env::var("ONLY").unwrap_or_default();
    let all = DOCUMENTS.map(str::to_owned).into_iter().chain(chapters());
    all.filter(|document| document.contains(&only)).collect()
}

#[test]
fn every_command_prints_what_is_shown() {
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    let mut wrong = Vec::new();
    for document in documents() {
        let text = read(&document);
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
            fs::write(root().join(&document), printed).unwrap();
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
    for document in documents() {
        let mut shell = Shell::new(&format!("{}-sh", document.replace('/', "-")));
        for Block { line, body, .. } in blocks::find(&read(&document), "sh") {
            for (number, command) in (line..).zip(body.lines()) {
                let checked = promises::check(command, &root(), &mut shell);
                wrong.extend(checked.err().map(|why| format!("{document}:{number}: {why}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn commands_in_files_of_other_programs_run() {
    let mut count = 0;
    for document in documents() {
        for mark in ["yaml", "makefile"] {
            for block in blocks::find(&read(&document), mark) {
                count += embedded::run(&document, mark, &block);
            }
        }
    }
    assert!(1 < count, "only {count} commands found");
}

#[test]
fn library_examples_are_the_ones_that_run() {
    let source = include_str!("docs/library.rs");
    for document in documents().into_iter().chain(["crates/core/README.md".to_owned()]) {
        for Block { line, body, .. } in blocks::find(&read(&document), "rust") {
            assert!(source.contains(body), "{document}:{line}: not in tests/docs/library.rs");
        }
    }
}

#[test]
fn links_lead_somewhere() {
    let more =
        ["ARCHITECTURE.md", "DESIGN.md", "tests/cases/README.md", "crates/wasm/npm/README.md"];
    let all = documents().into_iter().chain(more.map(str::to_owned));
    let wrong: Vec<String> = all.flat_map(|document| links::dead(&document)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn numbers_in_prose_are_those_of_the_outputs() {
    let stale = |document: String| numbers::stale(&document, &read(&document));
    let wrong: Vec<String> = documents().into_iter().flat_map(stale).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let gone = numbers::OTHERS.iter().find(|(document, number)| !read(document).contains(number));
    assert_eq!(gone, None, "no longer needed");
}

#[test]
fn nothing_is_left_to_be_written() {
    for document in documents() {
        let text = read(&document);
        let is_gap = |line: &str| {
            3 < line.len() && line.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
        };
        // Every second part is in a code block and contains the output of programs, which counts as content below a
        // heading.
        let parts = text.split("```").enumerate();
        let words = parts.map(|(at, part)| if at % 2 == 0 { part } else { "code" });
        let lines: Vec<&str> =
            words.flat_map(str::lines).filter(|line| !line.trim().is_empty()).collect();
        let gap = lines.iter().find(|line| is_gap(line));
        assert!(gap.is_none(), "{document}: {gap:?} stands for a text");
        // A heading must have content below it.
        let is_section = |line: &str| line.starts_with("## ");
        let empty = lines.windows(2).find(|pair| is_section(pair[0]) && is_section(pair[1]));
        assert!(empty.is_none(), "{document}: nothing below {empty:?}");
    }
}

#[test]
fn the_contents_list_every_document() {
    let contents = read("docs/README.md");
    let documents = chapters().into_iter().filter(|document| document != "docs/README.md");
    for document in documents {
        let link = format!("({})", document.trim_start_matches("docs/"));
        assert!(contents.contains(&link), "docs/README.md does not list {document}");
    }
}

#[test]
fn the_guide_explains_every_flag() {
    let help = Shell::new("flags").run("benchlens --help").0;
    let guide: String = chapters().iter().map(|chapter| read(chapter)).collect();
    let flags: Vec<&str> = help
        .lines()
        .filter(|line| line.starts_with("  -") || line.starts_with("      --"))
        .map(|line| line.split_once("--").map_or(&line[3..], |(_, long)| long))
        .map(|flag| flag.split([' ', '[']).next().unwrap())
        .collect();
    assert!(20 < flags.len(), "only {flags:?} found in\n{help}");
    for flag in flags {
        let shown = [format!("`-{flag}`"), format!("`-{flag} ")];
        assert!(shown.iter().any(|form| guide.contains(form)), "no chapter explains -{flag}");
    }
}

/// The logs for the examples of `benchlens -h`.
const HELP_LOGS: [(&str, &str); 3] =
    [("old.txt", "old.txt"), ("new.txt", "new.txt"), ("cases.txt", "log.txt")];

#[test]
fn examples_of_the_help_run() {
    let mut shell = Shell::new("help");
    let help = shell.run("benchlens -h").0;
    for (from, to) in HELP_LOGS {
        shell.run(&format!("cp examples/{from} {to}"));
    }
    shell.run("printf '#!/bin/sh\\necho BenchmarkA 1 2 ns/op\\n' > old.test");
    shell.run("chmod +x old.test; cp old.test new.test");
    let examples = help.split("Examples:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let mut count = 0;
    for line in examples.lines().filter_map(|line| line.strip_prefix("  ")) {
        // Two spaces end a command; its description follows.
        let command = line.split("  ").next().unwrap();
        let command = match command.split_once(" | ") {
            Some((_, rest)) => format!("cat old.txt | {rest}"),
            None => command.to_owned(),
        };
        if !command.contains("benchlens ") {
            continue;
        }
        let (printed, status) = shell.run(&command);
        // A time of the example is worse.
        let wanted = i32::from(command.contains("--gate"));
        assert_eq!(status, wanted, "{command}\n{printed}");
        count += 1;
    }
    assert!(6 < count, "only {count} examples found in\n{help}");
}
