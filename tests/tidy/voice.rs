//! Only the CLI has flags: a message below it names settings, and the CLI writes them as flags.

use std::collections::BTreeSet;
use std::fs;

use super::rust_tokens::tokens_and_texts;
use super::{root, rust_files};

/// The packages below the CLI.
const SILENT: [&str; 10] =
    ["arrow", "base", "core", "format", "inputs", "python", "run", "session", "stats", "wasm"];

/// Programs whose flags look like ours, in examples of how to make an input.
const OTHER_PROGRAMS: [&str; 4] = ["benchlens ", "dotnet ", "fortio ", "vegeta "];

/// Returns the names of all flags in the help of the commands.
fn flags() -> BTreeSet<String> {
    let help = fs::read_to_string(root().join("docs/flags.md")).unwrap();
    let name = |line: &str| {
        let line = line.trim_start();
        // A short name may come first: `-f, --filter`.
        let long = line.strip_prefix("--").or_else(|| line.get(4..)?.strip_prefix("--"))?;
        let end = long.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(long.len());
        Some(long[..end].to_owned())
    };
    help.lines().filter(|line| line.starts_with("  ")).filter_map(name).collect()
}

/// Returns the first flag that a text names.
fn named<'t>(text: &'t str, flags: &BTreeSet<String>) -> Option<&'t str> {
    if OTHER_PROGRAMS.iter().any(|program| text.contains(program)) {
        return None;
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let is_flag = |word: &&str| {
        let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        name.is_some_and(|name| flags.contains(name))
    };
    words.into_iter().find(is_flag)
}

#[test]
fn no_message_below_the_command_line_names_a_flag() {
    let flags = flags();
    assert!(50 < flags.len() && flags.contains("margin") && flags.contains("filter"));
    let mut wrong = Vec::new();
    for package in SILENT {
        for (path, text) in rust_files(&format!("crates/{package}/src")) {
            let is_test = path
                .components()
                .any(|part| ["tests", "tests.rs"].iter().any(|tests| part.as_os_str() == *tests));
            let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            if is_test {
                continue;
            }
            let texts = tokens_and_texts(code);
            let texts = texts.iter().filter(|token| token.starts_with('"'));
            wrong.extend(
                texts
                    .filter_map(|text| named(text, &flags).map(|flag| (flag, text)))
                    .map(|(flag, text)| format!("{}: {flag} in {text}", path.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "use Sentence::and_setting instead:\n{}", wrong.join("\n"));
}

#[test]
fn flags_are_found_in_texts() {
    let flags = flags();
    for text in ["use -margin", "--filter=x", "a (-pair=loose)", "`-top`"] {
        assert!(named(text, &flags).is_some(), "{text}");
    }
    for text in ["margin", "-bench", "p-unit", "benchlens -map name=a", "the top-row"] {
        assert_eq!(named(text, &flags), None, "{text}");
    }
}
