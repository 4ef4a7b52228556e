//! Tests the output at a terminal.

use crate::program::{Folder, log};
use crate::support::terminal;

/// Runs a script with a terminal as its standard streams; returns the terminal's input.
fn at_terminal(folder: &Folder, script: &str) -> String {
    let mut command = folder.command("bash");
    terminal::at_terminal(command.args(["-c", script]), 80)
}

#[test]
fn names_do_not_command_a_terminal() {
    let folder = Folder::new("terminal");
    let name = "\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m\u{202e}";
    for (file, time) in [("old", 100), ("new", 200)] {
        folder.write(file, &format!("cpu: {name}{file}\n{}Benchmark{name} 1\n", log(name, time)));
    }
    for flags in ["", "-ignore cpu", "-ignore cpu -color always", "-format csv -ignore cpu", "keys"]
    {
        let seen = at_terminal(&folder, &format!("\"$benchlens\" {flags} old new"));
        let colours = ["\u{1b}[32m", "\u{1b}[1;31m", "\u{1b}[33m", "\u{1b}[0m"];
        let bare = colours.iter().fold(seen.clone(), |text, colour| text.replace(colour, ""));
        let bare = bare.replace("\r\n", "\n");
        let harmful = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
        assert!(!bare.contains(harmful), "{flags}: {bare:?}");
        assert!(bare.contains("\\x1b]0;title\\x07"), "{flags}: {bare}");
    }
    // Pipes receive the bytes unchanged.
    let (_, stdout, stderr) = folder.bash("\"$benchlens\" old new");
    assert!(stdout.contains(name), "{stdout:?}");
    assert!(stderr.contains(name), "{stderr:?}");
}

#[test]
fn a_terminal_gets_colours_unless_refused() {
    let folder = Folder::new("colours");
    let is_red = |script: &str| at_terminal(&folder, script).contains("\u{1b}[1;31m");
    assert!(is_red("TERM=xterm \"$benchlens\" old new"));
    assert!(!is_red("NO_COLOR=1 \"$benchlens\" old new"));
    assert!(!is_red("TERM=dumb \"$benchlens\" old new"));
    assert!(!is_red("\"$benchlens\" -color never old new"));
    assert!(!is_red("\"$benchlens\" old new | cat"));
    assert!(is_red("\"$benchlens\" -color always old new | cat"));
}
