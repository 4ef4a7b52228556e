//! Runs calls of benchlens in files for other programs: workflows and makefiles.
//!
//! A workflow is parsed as YAML: invalid YAML is an error, and the commands are the parsed texts.

use saphyr_parser::{Event, Parser};

use crate::docs::blocks::Block;
use crate::docs::shell::Shell;

/// The logs and rules that these files use.
const FILES: [(&str, &str); 5] = [
    ("old.txt", "old.txt"),
    ("new.txt", "new.txt"),
    ("old.txt", "baseline.txt"),
    ("gate.toml", "gate.toml"),
    ("cases.txt", "log.txt"),
];

/// Returns the lines of all texts in a YAML document, or an error if the document is invalid or does not contain the
/// commands that it shows.
fn lines_in_yaml(text: &str) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for event in Parser::new_from_str(text) {
        if let (Event::Scalar(text, ..), _) = event.map_err(|error| error.to_string())? {
            lines.extend(text.lines().map(str::to_owned));
        }
    }
    let shown = text.lines().map(|line| line.trim_start().trim_start_matches("- "));
    let mut shown = shown.filter(|line| line.starts_with("benchlens "));
    match shown.find(|command| !lines.iter().any(|line| line.trim_start() == *command)) {
        Some(other) => Err(format!("YAML makes something else of {other}")),
        None => Ok(lines),
    }
}

/// Runs the commands of a block that call benchlens: each must end with status 0, or with 1 if it has a gate. Returns
/// the number of commands.
pub(crate) fn run(document: &str, mark: &str, block: &Block) -> usize {
    let mut shell = Shell::new(&format!("{}-embedded", document.replace('/', "-")));
    for (from, to) in FILES {
        shell.run(&format!("cp examples/{from} {to}"));
    }
    // The last builds are too close to a change for a gate.
    shell.run("mkdir -p kept/logs && cp examples/history/build-[01]?.txt kept/logs");
    let lines = match mark {
        "yaml" => lines_in_yaml(block.body),
        _ => Ok(block.body.lines().map(str::to_owned).collect()),
    };
    let lines = lines.unwrap_or_else(|error| panic!("{document}:{}: {error}", block.line));
    let commands = lines.iter().map(|line| line.trim_start());
    let mut count = 0;
    for command in commands.filter(|command| command.starts_with("benchlens ")) {
        // A search needs a repository with the commits.
        let is_search = command.starts_with("benchlens bisect");
        let more = if is_search { " ./bench < /dev/null 2>&1" } else { "" };
        let (printed, status) = shell.run(&format!("{}{more}", command.trim_end_matches('\\')));
        let is_valid = is_search && !printed.contains("usage: benchlens");
        let fine = is_valid || status == 0 || (status == 1 && command.contains(" -gate"));
        assert!(fine, "{document}:{}: {command} ends with {status}\n{printed}", block.line);
        count += 1;
    }
    count
}

#[test]
fn a_workflow_is_read_as_yaml() {
    let text = "script:\n  - benchlens 'a' b\n  - |\n    cd x\n    benchlens -gate 'u: +5%' c\n";
    let wanted = ["script", "benchlens 'a' b", "cd x", "benchlens -gate 'u: +5%' c"];
    assert_eq!(lines_in_yaml(text).unwrap(), wanted);
    // In an unquoted text, a colon and a space turn the text before them into a key, and two of them make the YAML
    // invalid.
    let error = lines_in_yaml("script:\n  - benchlens -gate 'u: +5%' c\n").unwrap_err();
    assert_eq!(error, "YAML makes something else of benchlens -gate 'u: +5%' c");
    assert!(lines_in_yaml("script:\n  - benchlens -gate 'u: +5%; v: any' c\n").is_err());
}
