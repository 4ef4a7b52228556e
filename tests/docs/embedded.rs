//! Calls of benchlens inside files of other programs: workflows and makefiles.

use crate::blocks::Block;
use crate::shell::Shell;

/// The logs and rules that such files are about.
const FILES: [(&str, &str); 5] = [
    ("old.txt", "old.txt"),
    ("new.txt", "new.txt"),
    ("old.txt", "baseline.txt"),
    ("gate.toml", "gate.toml"),
    ("cases.txt", "log.txt"),
];

/// Runs the lines of a block that call benchlens: each must end with status 0, or with 1 if it has a
/// gate. Gives how many there were.
pub(crate) fn run(document: &str, block: &Block) -> usize {
    let mut shell = Shell::new(&format!("{}-embedded", document.replace('/', "-")));
    for (from, to) in FILES {
        shell.run(&format!("cp examples/{from} {to}"));
    }
    // The last builds follow a change too closely for a gate.
    shell.run("mkdir -p kept/logs && cp examples/history/build-[01]?.txt kept/logs");
    let mut count = 0;
    for (number, line) in (block.line..).zip(block.body.lines()) {
        let command = line.trim_start().trim_start_matches("- ");
        if !command.starts_with("benchlens ") {
            continue;
        }
        let (printed, status) = shell.run(command);
        let fine = status == 0 || (status == 1 && command.contains(" -gate"));
        assert!(fine, "{document}:{number}: {command} ends with {status}\n{printed}");
        count += 1;
    }
    count
}
