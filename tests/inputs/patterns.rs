//! Tests patterns, and words that resemble other forms.

use super::{Folder, log};

#[test]
fn a_quoted_pattern_is_its_files_in_order() {
    let folder = Folder::new("patterns");
    for name in ["r/b.txt", "r/a.txt", "r/.c.txt", "r/x/d.txt", "r/a.log"] {
        folder.write(name, log("A", 100));
    }
    let columns = |word: &str| folder.run(&["-format", "csv", word]).columns();
    assert_eq!(columns("r/*.txt"), ["r/a.txt", "r/b.txt"]);
    assert_eq!(columns("r/[ab].t?t"), ["r/a.txt", "r/b.txt"]);
    assert_eq!(columns("r/**/*.txt"), ["r/a.txt", "r/b.txt", "r/x/d.txt"]);
    assert_eq!(columns("*/*/d.txt"), ["r/x/d.txt"]);
    assert_eq!(columns("old=r/*.txt"), ["old"]);
    let told = folder.run(&["r/*.md"]);
    assert_eq!((told.status, &told.err[..]), (3, "benchlens: no file matches r/*.md\n"));
}

#[test]
fn a_file_that_is_there_is_that_file() {
    let folder = Folder::new("odd");
    for name in ["a*.txt", "ab.txt", "x!y", "x", "d#new", "d/log", "l=x#1"] {
        folder.write(name, log("A", 100));
    }
    for name in ["a*.txt", "x!y", "d#new", "l=x#1"] {
        assert_eq!(folder.run(&["-format", "csv", name]).columns(), [name]);
    }
    let told = folder.run(&["x!z"]);
    assert_eq!(
        (told.status, &told.err[..]),
        (3, "benchlens: x!z: x is not an archive, so it has no members\n")
    );
    let told = folder.run(&["x#z"]);
    assert_eq!(
        told.err,
        "benchlens: x#z: x is not a folder, so it has no recordings of criterion\n"
    );
}
