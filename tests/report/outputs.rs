//! Tests several outputs at once.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::report::program;

/// Creates a separate folder with two logs.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (file, start) in [("old.txt", 10), ("new.txt", 20)] {
        let line = |i| format!("BenchmarkA 1 {} ns/op\n", start + i);
        fs::write(folder.join(file), (0..8).map(line).collect::<String>()).unwrap();
    }
    folder
}

fn benchlens(folder: &PathBuf, line: &str) -> Output {
    let words = line.split(' ').chain(["old.txt", "new.txt"]);
    Command::new(program()).args(words).current_dir(folder).output().unwrap()
}

#[test]
fn each_file_has_what_standard_output_would_have() {
    let folder = folder("several-outputs");
    let all =
        "-o json=r.json -o markdown=r.md -o tidy=r.csv -o csv=c.csv -o text=r.txt --color always";
    let printed = benchlens(&folder, all);
    assert!(printed.status.success());
    assert!(printed.stdout.contains(&0x1b), "standard output has colours");
    for (format, file) in [
        ("json", "r.json"),
        ("markdown", "r.md"),
        ("tidy", "r.csv"),
        ("csv", "c.csv"),
        ("text", "r.txt"),
    ] {
        let alone = benchlens(&folder, &format!("-format {format}"));
        let written = fs::read(folder.join(file)).unwrap();
        assert!(!written.is_empty() && written == alone.stdout, "{file} differs");
        assert!(!written.contains(&0x1b), "a file has no colours");
    }
}

#[test]
fn a_failed_input_leaves_files_alone() {
    let folder = folder("failed-input");
    fs::write(folder.join("r.json"), "before").unwrap();
    let printed = benchlens(&folder, "-o json=r.json missing.txt");
    assert_eq!(printed.status.code(), Some(3));
    assert_eq!(fs::read(folder.join("r.json")).unwrap(), b"before");
}

#[test]
#[cfg(unix)]
fn an_input_is_never_overwritten() {
    let folder = folder("overwritten-input");
    let before = fs::read(folder.join("old.txt")).unwrap();
    fs::hard_link(folder.join("old.txt"), folder.join("hard")).unwrap();
    std::os::unix::fs::symlink("old.txt", folder.join("soft")).unwrap();
    for file in ["old.txt", "./old.txt", "hard", "soft", "../overwritten-input/new.txt"] {
        let printed = benchlens(&folder, &format!("-o json={file}"));
        assert_eq!(printed.status.code(), Some(2), "{file}");
        assert!(String::from_utf8_lossy(&printed.stderr).contains(file));
    }
    assert_eq!(fs::read(folder.join("old.txt")).unwrap(), before);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_names_the_file() {
    let folder = folder("full-disk");
    let printed = benchlens(&folder, "-quiet -o json=/dev/full");
    assert_eq!(printed.status.code(), Some(3));
    let errors = String::from_utf8_lossy(&printed.stderr).into_owned();
    assert_eq!(errors, "benchlens: write /dev/full: no space left on device\n");
}

#[test]
fn no_colour_where_nobody_asked_for_it() {
    let folder = folder("no-colour");
    for (name, value) in [("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1"), ("TERM", "dumb")] {
        let words = ["old.txt", "new.txt"];
        let printed =
            Command::new(program()).args(words).current_dir(&folder).env(name, value).output();
        assert!(!printed.unwrap().stdout.contains(&0x1b), "{name}");
    }
}
