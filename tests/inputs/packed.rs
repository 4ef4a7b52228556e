//! Tests containers, including nested ones.

use std::fs::File;
use std::process::Command;

use super::{Folder, PROGRAM, Told, log};
use crate::support::archives::{Zipped, gzip, tar, tarred, zip, zip64, zipped};

#[test]
fn an_archive_is_its_members() {
    let folder = Folder::new("members");
    let (old, new) = (log("A", 100), log("A", 200));
    folder.write("logs.tar", tar(&[("./b/old.txt", old.as_bytes()), ("a.txt", new.as_bytes())]));
    folder.write("logs.tgz", gzip(&std::fs::read(folder.path("logs.tar")).unwrap()));
    let stored = Zipped { method: 0, ..zipped("a.txt", new.as_bytes()) };
    let zst = Zipped { method: 93, ..zipped("c.txt", new.as_bytes()) };
    folder.write("logs.zip", zip(&[zipped("b/old.txt", old.as_bytes()), stored, zst]));
    let both = |archive: &str| vec![format!("{archive}!b/old.txt"), format!("{archive}!a.txt")];
    for archive in ["logs.tar", "logs.tgz", "logs.zip"] {
        let told = folder.run(&["-format", "csv", archive]);
        assert_eq!((told.status, told.about_inputs()), (0, vec![]), "{told:?}");
        assert_eq!(told.columns()[..2], both(archive));
        assert!(told.out.contains("+97.56%"), "{told:?}");
        let member = format!("{archive}!a.txt");
        let told = folder.run(&["-format", "csv", &member]);
        assert_eq!(told.columns(), [member]);
        let labelled = format!("x={archive}!b");
        assert_eq!(folder.run(&["-format", "csv", &labelled]).columns(), ["x"]);
    }
    let told = folder.run(&["-format", "csv", "logs.zip", "logs.zip!a.txt", "all=logs.tar"]);
    let names =
        ["logs.zip!b/old.txt", "logs.zip!a.txt", "logs.zip!c.txt", "logs.zip!a.txt#1", "all"];
    assert_eq!(told.columns(), names);
}

#[test]
fn containers_may_be_nested_twice() {
    let folder = Folder::new("nested");
    let inner = log("A", 100);
    let tar = tar(&[("one.txt", inner.as_bytes())]);
    let deep = gzip(&tar);
    folder.write("two.zip", zip(&[zipped("in.tgz", &deep)]));
    let told = folder.run(&["-format", "csv", "two.zip"]);
    assert_eq!(told.columns(), ["two.zip!in.tgz!one.txt"], "{told:?}");
    let told = folder.run(&["-format", "csv", "two.zip!in.tgz!one.txt"]);
    assert_eq!(told.columns(), ["two.zip!in.tgz!one.txt"], "{told:?}");
    let told = folder.run(&["-format", "csv", "two.zip!in.tgz"]);
    assert_eq!(told.columns(), ["two.zip!in.tgz!one.txt"], "{told:?}");
    folder.write("three.zip", zip(&[zipped("in.tgz", &gzip(&deep))]));
    let told = folder.run(&["three.zip"]);
    assert_eq!(told.status, 3);
    assert!(
        told.err.contains("cannot read in.tgz: it is a tar archive inside 3 others"),
        "{told:?}"
    );
    // An archive inside a stream is read into memory.
    folder.write("packed.zip.gz", gzip(&zip(&[zipped("one.txt", inner.as_bytes())])));
    assert_eq!(
        folder.run(&["-format", "csv", "packed.zip.gz"]).columns(),
        ["packed.zip.gz!one.txt"]
    );
}

#[test]
fn a_pipe_may_be_an_archive() {
    let folder = Folder::new("pipe");
    let inner = log("A", 100);
    let archives = [zip(&[zipped("a", inner.as_bytes())]), gzip(&tar(&[("a", inner.as_bytes())]))];
    for archive in archives {
        folder.write("archive", archive);
        let mut command = Command::new("sh");
        command.args(["-c", "cat archive | $0 -format csv -", PROGRAM]).current_dir(&folder.0);
        let told = Told::of(&command.output().unwrap());
        assert_eq!(told.columns(), ["-!a"], "{told:?}");
        let file = File::open(folder.path("archive")).unwrap();
        let output = Command::new(PROGRAM).args(["-format", "csv"]).stdin(file).output().unwrap();
        assert_eq!(Told::of(&output).columns(), ["-!a"]);
    }
}

#[test]
fn long_names_of_tar_are_read() {
    let folder = Folder::new("names");
    let name = "folder/".repeat(30) + "old.txt";
    let content = log("A", 100);
    let gnu =
        [tarred("x", b'L', name.as_bytes()), tarred("short", b'0', content.as_bytes())].concat();
    let record = |text: String| {
        let len = text.len() + 4;
        assert!((100..1000).contains(&len));
        format!("{len} {text}").into_bytes()
    };
    let pax = record(format!("path={name}\n"));
    let pax = [tarred("x", b'x', &pax), tarred("short", b'0', content.as_bytes())].concat();
    for (file, archive) in [("gnu.tar", gnu), ("pax.tar", pax)] {
        folder.write(file, archive);
        assert_eq!(folder.run(&["-format", "csv", file]).columns(), [format!("{file}!{name}")]);
    }
}

#[test]
fn a_log_of_a_job_is_read_once() {
    let folder = Folder::new("job");
    let content = log("A", 100);
    let content = content.as_bytes();
    folder.write(
        "logs.zip",
        zip(&[
            zipped("bench/2_Run.txt", content),
            zipped("0_bench.txt", content),
            zipped("bench/system.txt", b""),
        ]),
    );
    let told = folder.run(&["-format", "csv", "logs.zip"]);
    assert_eq!(told.columns(), ["logs.zip!0_bench.txt"]);
    assert_eq!(
        told.about_inputs(),
        ["benchlens: note: logs.zip: skipped steps that the log of the whole job repeats: 2"]
    );
}

#[test]
fn what_is_told_of_a_member_is_told_once() {
    let folder = Folder::new("told-once");
    let stamped = log("A", 100).replace("Bench", "2026-01-31T12:00:00.1234567Z Bench");
    folder.write("d/logs.zip", zip(&[zipped("a", stamped.as_bytes())]));
    let cut = r#"{"results":[{"command":"a","mean":1,"times":[1,2]},{"#;
    folder.write("d/cut.json", cut);
    folder.write("cut.zip", zip(&[zipped("cut.json", cut.as_bytes())]));
    for words in [&["convert"][..], &[]] {
        let run = |input| folder.run(&[words, &[input]].concat());
        let told = run("d/logs.zip");
        let note = "benchlens: note: d/logs.zip!a: cut time stamps off 6 lines";
        assert_eq!(told.about_inputs(), [note], "{words:?}");
        for (input, name) in [("d", "d!cut.json"), ("cut.zip", "cut.zip!cut.json")] {
            let told = run(input);
            let of_document = |line: &&&str| line.starts_with(name);
            let told: Vec<_> = told.about_inputs().into_iter().collect();
            assert_eq!(told.iter().filter(of_document).count(), 1, "{words:?} {told:?}");
        }
    }
}

#[test]
fn large_numbers_of_zip_are_read_where_they_stand() {
    let folder = Folder::new("zip64");
    let content = log("A", 100);
    let mut archive = zip64("a.txt", content.as_bytes());
    folder.write("a.zip", &archive);
    let told = folder.run(&["-format", "csv", "a.zip"]);
    assert_eq!((told.status, told.columns()), (0, vec!["a.zip!a.txt".to_owned()]), "{told:?}");
    // The end of the directory claims a position after the end of the file.
    let at = archive.windows(4).position(|part| part == b"PK\x06\x07").unwrap();
    archive[at + 8..at + 16].copy_from_slice(&u64::MAX.to_le_bytes());
    folder.write("a.zip", &archive);
    let told = folder.run(&["a.zip"]);
    assert_eq!(told.status, 3);
    assert!(told.err.contains("it is damaged: a place in it cannot be right"), "{told:?}");
}

#[test]
fn members_that_are_empty_are_counted() {
    let folder = Folder::new("empty-members");
    let content = log("A", 100);
    let members = [zipped("e1", b""), zipped("a", content.as_bytes()), zipped("e2", b"")];
    folder.write("a.zip", zip(&members));
    folder.write("a.tar", tar(&[("e1", b""), ("a", content.as_bytes()), ("e2", b"")]));
    for archive in ["a.zip", "a.tar"] {
        let told = folder.run(&["-format", "csv", archive]);
        assert_eq!(told.columns(), [format!("{archive}!a")], "{told:?}");
        let note = format!(
            "benchlens: note: {archive}: no results in 2 files; the first is e1: it is empty"
        );
        assert_eq!(told.about_inputs(), [note]);
    }
    folder.write("e.zip", zip(&[zipped("e1", b"")]));
    let told = folder.run(&["e.zip"]);
    assert_eq!(
        (told.status, &told.err[..]),
        (3, "benchlens: e.zip: no benchmark results: e1: it is empty\n")
    );
}
