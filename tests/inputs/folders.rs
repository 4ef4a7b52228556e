//! Tests folders as inputs.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use super::{Folder, log};
use crate::support::archives::{gzip, zip, zipped};

#[test]
fn a_folder_is_one_input() {
    let folder = Folder::new("one");
    folder.write("d/b/2.txt", log("A", 200));
    folder.write("d/a.txt", format!("goos: linux\n{}", log("B", 100)));
    folder.write("d/c.txt.gz", gzip(log("A", 200).as_bytes()));
    folder.write("d/e.zip", zip(&[zipped("x/y.txt", log("A", 200).as_bytes())]));
    folder.write("d/.git/log", log("A", 900));
    folder.write("d/README", "text\n");
    folder.write("d/f.txt", "BenchmarkA 1 x ns/op\n");
    folder.write("d/program", [0; 5000]);
    let told = folder.run(&["-format", "csv", "d"]);
    assert_eq!((told.status, told.columns()), (0, vec!["d".to_owned()]), "{told:?}");
    assert_eq!(
        told.about_inputs(),
        [
            "benchlens: note: d: skipped files without results: 2 (the first is README)",
            "d!f.txt:1: parsing measurement: invalid syntax",
            "benchlens: note: d: no results in f.txt: it is text without a benchmark result; see benchlens formats",
        ]
    );
    // The configuration of a file ends with the file.
    let told = folder.run(&["keys", "d"]);
    assert!(told.out.contains("linux (6)"), "{told:?}");
    let told = folder.run(&["-table", "", "-filter", ".name:A", "d"]);
    assert!(told.out.contains("A   202.5n ± 1%"), "{told:?}");
}

#[test]
fn what_never_ends_or_cannot_be_read_is_passed_over() {
    let folder = Folder::new("traps");
    folder.write("d/a.txt", log("A", 100));
    folder.write("d/closed.txt", log("A", 100));
    std::fs::set_permissions(folder.path("d/closed.txt"), PermissionsExt::from_mode(0o000))
        .unwrap();
    symlink(".", folder.path("d/loop")).unwrap();
    symlink("a.txt", folder.path("d/linked.txt")).unwrap();
    symlink("nowhere", folder.path("d/broken")).unwrap();
    // It can be opened.
    symlink("/proc/self/mem", folder.path("d/memory")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.path("d/pipe")).status().unwrap().success());
    let told = folder.run(&["d"]);
    assert_eq!(told.status, 3, "{told:?}");
    assert!(told.err.contains("d: skipped links to folders, pipes and devices: 2"), "{told:?}");
    assert!(told.err.contains("d: cannot read broken: no such file or directory"), "{told:?}");
    if Path::new("/proc/self/mem").exists() {
        assert!(told.err.contains("d: cannot read memory: input/output error"), "{told:?}");
    }
    let told = folder.run(&["d/nothing"]);
    assert_eq!(
        (told.status, &told.err[..]),
        (3, "benchlens: open d/nothing: no such file or directory\n")
    );
}

#[test]
fn a_history_does_not_follow_links_to_folders() {
    let folder = Folder::new("history-links");
    folder.write("h/1", log("A", 100));
    folder.write("h/2/a.txt", log("A", 100));
    folder.write("other/a.txt", log("B", 100));
    symlink("../other", folder.path("h/3")).unwrap();
    symlink("../other/a.txt", folder.path("h/4")).unwrap();
    let told = folder.run(&["history", "-format", "json", "h"]);
    assert_eq!(told.status, 0, "{told:?}");
    assert!(told.err.contains("note: h: skipped links to folders: 1"), "{told:?}");
    assert!(told.out.contains("h/2") && told.out.contains("h/4"), "{told:?}");
    assert!(!told.out.contains("h/3"), "{told:?}");
}

#[test]
fn a_folder_without_results_says_what_it_holds() {
    let folder = Folder::new("without");
    folder.write("d/README", "text\n");
    folder.write("empty/.git/x", "");
    let told = folder.run(&["d"]);
    assert_eq!(
        (told.status, &told.err[..]),
        (
            3,
            "benchlens: d: no benchmark results: README: it is text without a benchmark result; see benchlens formats\n"
        )
    );
    assert_eq!(
        folder.run(&["empty"]).err,
        "benchlens: empty: no benchmark results: it holds no files\n"
    );
}

#[test]
fn ten_thousand_files_are_read() {
    let folder = Folder::new("many");
    let content = log("A", 100);
    for i in 0..10_000 {
        let name = format!("d/{}/{i}.txt", i % 100);
        folder.write(&name, if i % 2 == 0 { &content[..] } else { "nothing\n" });
    }
    let told = folder.run(&["d"]);
    assert_eq!(told.status, 0);
    assert_eq!(
        told.about_inputs()[0],
        "benchlens: note: d: no results in 5000 files; the first is 1/1.txt: it is text without a benchmark result; \
         see benchlens formats"
    );
}
