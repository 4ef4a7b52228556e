//! Tests manual pages.

use crate::program::Folder;

/// The commands with manual pages; the comparison has no name.
const COMMANDS: [&str; 14] = [
    "",
    "compare",
    "run",
    "bisect",
    "history",
    "keys",
    "convert",
    "export",
    "calibrate",
    "formats",
    "completions",
    "help",
    "man",
    "version",
];

#[test]
fn a_page_has_every_flag_of_the_help() {
    let folder = Folder::new("manual");
    for command in COMMANDS {
        let (status, page, stderr) = folder.bash(&format!("\"$benchlens\" man {command}"));
        assert_eq!((status, &stderr[..]), (0, ""), "{command}");
        let title = format!("benchlens-{command}");
        let title = title.trim_end_matches('-');
        assert!(page.contains(&format!("\n.TH {title} 1")), "{command}: {page}");
        let (_, help, _) = folder.bash(&format!("\"$benchlens\" help {command}"));
        let flags = help.lines();
        let flags = flags.filter(|line| line.starts_with("  -") || line.starts_with("      --"));
        let mut count = 0;
        for flag in flags {
            // `-h, --help`: use the long form.
            let word = flag.find("--").map_or(&flag[2..], |at| &flag[at..]);
            let word = word.split([' ', '[']).next().unwrap();
            let bold = format!("\\fB{}", word.replace('-', "\\-"));
            assert!(page.contains(&bold), "{command}: no {bold} in {page}");
            count += 1;
        }
        assert!(1 < count, "{command}: {help}");
    }
}

#[test]
#[ignore = "needs man and groff: cargo xtask ci"]
fn man_reads_the_pages() {
    let folder = Folder::new("man");
    for command in COMMANDS {
        let script =
            format!("\"$benchlens\" man {command} > page.1; MANWIDTH=100 man --warnings -l page.1");
        let (status, text, stderr) = folder.bash(&script);
        assert_eq!((status, &stderr[..]), (0, ""), "{command}");
        assert!(text.contains("SYNOPSIS"), "{command}: {text}");
    }
}

#[test]
fn a_command_that_is_none_has_no_page() {
    let folder = Folder::new("manual-none");
    let (status, stdout, stderr) = folder.bash("\"$benchlens\" man kyes");
    assert_eq!((status, &stdout[..]), (2, ""));
    assert!(stderr.starts_with("no command is named \"kyes\": did you mean keys?\n"), "{stderr}");
}
