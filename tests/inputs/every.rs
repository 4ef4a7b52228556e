//! Tests a file of each format in each container, complete and cut.

use std::fs;
use std::path::Path;

use super::Folder;
use crate::load;
use crate::support::archives::{tar, zip, zipped};

/// Returns the name and the content of a file of each format.
fn files() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats/data");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let formats = entries.filter(|path| path.is_file());
    let mut all: Vec<_> = formats.map(|path| (name(&path), fs::read(path).unwrap())).collect();
    let load = load::files().into_iter();
    all.extend(load.map(|(name, bytes)| (name.replace(".gz", ""), bytes)));
    all.sort();
    assert!(60 < all.len(), "{}", all.len());
    all
}

/// Runs `check` for each file, on two threads because a run waits for its process.
fn for_each_file(check: impl Fn(&str, &[u8]) + Sync) {
    let files = files();
    let (even, odd): (Vec<_>, Vec<_>) = (0..).zip(&files).partition(|(index, _)| index % 2 == 0);
    std::thread::scope(|scope| {
        for part in [even, odd] {
            let check = &check;
            scope.spawn(move || part.iter().for_each(|(_, (name, bytes))| check(name, bytes)));
        }
    });
}

fn good(count: u32, seed: u32) -> String {
    (0..count).map(|run| format!("BenchmarkGood 1 {} ns/op\n", 1000 + run * seed % 7)).collect()
}

#[test]
fn a_file_is_read_alike_in_each_container() {
    for_each_file(|name, bytes| {
        let folder = Folder::new(&format!("alike-{name}"));
        folder.write(name, bytes);
        folder.write(&format!("folder/{name}"), bytes);
        folder.write("archive.zip", zip(&[zipped(name, bytes)]));
        folder.write("archive.tar", tar(&[(name, bytes)]));
        folder.write("good", good(1, 1));
        let results = |words: &[&str]| -> (i32, Vec<String>) {
            let told = folder.run(&[&["convert", "-q"], words].concat());
            let lines = told.out.lines().filter(|line| line.starts_with("Benchmark"));
            (told.status, lines.map(str::to_owned).collect())
        };
        let alone = results(&[name]);
        // This file contains a benchmark that was skipped.
        let status = if name == "tinybench-skipped.json" { 3 } else { 0 };
        assert!(alone.0 == status && !alone.1.is_empty(), "{name}: {alone:?}");
        for container in ["folder", "archive.zip", "archive.tar"] {
            assert_eq!(results(&[container]), alone, "{name} in {container}");
        }
        let mut both = results(&["x=good", &format!("x={name}")]);
        both.1.remove(0);
        assert_eq!(both, alone, "{name} after another input of this label");
    });
}

/// Returns why a cut cannot be seen, if it cannot.
fn is_invisible(name: &str, bytes: &[u8], at: usize) -> bool {
    let (kept, lost) = bytes.split_at(at);
    // Nothing but the end of a document is lost.
    let is_whole = lost.trim_ascii().is_empty() && !kept.ends_with(b"\n");
    // The summary of libtest comes after all results of a run.
    let line = kept.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    if name.starts_with("libtest") && line.starts_with(b"test result: ") {
        return true;
    }
    // This file consists of several documents.
    if name == "vitest-twice.json" && kept.ends_with(b"}\n") {
        return true;
    }
    // A format of lines does not say how many there are.
    let has_lines = !name.ends_with(".json") && !name.ends_with(".js") || name == "k6.json";
    let is_shorter = 0 < at && has_lines && kept.ends_with(b"\n");
    is_whole && !has_lines || is_shorter
}

#[test]
fn a_cut_file_beside_a_good_one_passes_no_gate() {
    const THOUSANDTHS: [usize; 12] = [0, 2, 10, 50, 100, 200, 300, 500, 700, 850, 950, 999];
    let passed = std::sync::Mutex::new(Vec::new());
    for_each_file(|name, bytes| {
        let folder = Folder::new(&format!("cut-{name}"));
        for (side, seed) in [("old", 3), ("new", 5)] {
            folder.write(&format!("{side}/good.txt"), good(10, seed));
            folder.write(&format!("{side}/1-{name}"), bytes);
        }
        let rules = ".name:Good: +50%; order: any; failed: allow";
        let words = ["-q", "-gate", rules, "old", "new"];
        // This file does not pass, because a part of it cannot be read.
        if name == "tinybench-skipped.json" {
            return;
        }
        assert_eq!(folder.run(&words).status, 0, "{name}");
        for thousandths in THOUSANDTHS {
            let at = bytes.len() * thousandths / 1000;
            folder.write(&format!("new/2-{name}"), &bytes[..at]);
            let told = folder.run(&words);
            if told.status != 4 && !is_invisible(name, bytes, at) {
                passed.lock().unwrap().push(format!("{name} at {at}: {told:?}"));
            }
        }
    });
    let passed = passed.into_inner().unwrap();
    assert!(passed.is_empty(), "{}: {passed:#?}", passed.len());
}
