//! Tests containers that are damaged or malicious.

use super::{Folder, log};
use crate::support::archives::{Zipped, gzip, tar, tarred, zip, zipped};

#[test]
fn one_damaged_member_does_not_lose_the_others() {
    let folder = Folder::new("damaged");
    let content = log("A", 100);
    let good = zipped("good.txt", content.as_bytes());
    let wrong = Zipped { name: "wrong.txt", sum: Some(1), ..good.clone() };
    folder.write("sum.zip", zip(&[wrong, good.clone()]));
    let told = folder.run(&["-format", "csv", "sum.zip"]);
    assert_eq!(told.columns(), ["sum.zip!wrong.txt", "sum.zip!good.txt"], "{told:?}");
    assert!(told.err.contains("sum.zip!wrong.txt:6: it is damaged: its checksum cannot be right"));

    let mut archive = tar(&[("a", content.as_bytes()), ("b", content.as_bytes()), ("c", b"")]);
    archive[1024 + 3] = 7;
    folder.write("header.tar", &archive);
    let told = folder.run(&["-format", "csv", "header.tar"]);
    assert_eq!(told.columns(), ["header.tar!a"], "{told:?}");
    assert!(
        told.err.contains("cannot read header.tar: it is damaged: the header of a member"),
        "{told:?}"
    );

    let archive = tar(&[("a", content.as_bytes()), ("b", content.as_bytes())]);
    folder.write("cut.tar", &archive[..512 + 512 + 512 + 30]);
    let told = folder.run(&["-format", "csv", "cut.tar"]);
    assert_eq!(told.status, 3, "{told:?}");
    assert!(told.err.contains("it is cut off: its end is missing"), "{told:?}");
}

#[test]
fn the_place_of_the_end_does_not_depend_on_threads() {
    let folder = Folder::new("cut-threads");
    let line = |i: usize| format!("BenchmarkA-8 {i} {}.5 ns/op\n", i * 7919 % 1000);
    let packed = gzip((0..30_000).map(line).collect::<String>().as_bytes());
    for part in 1..20 {
        // The file is longer than the head, which is always read by one thread.
        folder.write("cut.gz", &packed[..packed.len() * (part + 20) / 41]);
        folder.write("logs.tar", tar(&[("cut.gz", &packed[..packed.len() * (part + 20) / 41])]));
        for input in ["cut.gz", "logs.tar"] {
            let [one, several] = ["1", "3"].map(|threads| folder.run(&["-j", threads, input]));
            assert!(one.err.contains("it is cut off"), "{one:?}");
            assert_eq!((one.err, one.out), (several.err, several.out), "{input}, part {part}");
        }
    }
}

#[test]
fn a_stream_that_is_cut_off_is_told_with_its_place() {
    let folder = Folder::new("cut");
    let text: String =
        (0..3000).map(|i| format!("BenchmarkA-8 {i} {}.5 ns/op\n", i * 7919 % 1000)).collect();
    let packed = gzip(text.as_bytes());
    folder.write("cut.gz", &packed[..packed.len() / 2]);
    let told = folder.run(&["cut.gz"]);
    assert_eq!((told.status, &told.out[..]), (3, ""), "{told:?}");
    let place = |told: &str| -> u32 {
        let line = told.lines().find(|line| line.ends_with("it is cut off: its end is missing"));
        line.unwrap().split(':').find_map(|word| word.parse().ok()).unwrap()
    };
    assert!((1000..2500).contains(&place(&told.err)), "{told:?}");
    // In an archive, the other members are still readable.
    let members = tar(&[("cut.gz", &packed[..packed.len() / 2]), ("whole.gz", &packed)]);
    folder.write("logs.tar", members);
    let told = folder.run(&["-format", "csv", "logs.tar"]);
    assert_eq!(told.columns(), ["logs.tar!cut.gz", "logs.tar!whole.gz"], "{told:?}");
    assert!((1000..2500).contains(&place(&told.err)), "{told:?}");
    folder.write("cut.zip", &zip(&[zipped("a", text.as_bytes())])[..packed.len() / 2]);
    let told = folder.run(&["cut.zip"]);
    assert_eq!(
        (told.status, &told.err[..]),
        (
            3,
            "benchlens: cut.zip: no benchmark results: cannot read cut.zip: it is cut off: its end is missing\n"
        )
    );
    folder.write("none.gz", &packed[..15]);
    assert_eq!(folder.run(&["none.gz"]).status, 3);
}

#[test]
fn names_and_links_do_no_harm() {
    let folder = Folder::new("names-of-harm");
    let [first, second, third] = [100, 110, 120].map(|time| log("A", time));
    let link = Zipped { is_link: true, ..zipped("link", b"/etc/passwd") };
    folder.write(
        "in/a.zip",
        zip(&[zipped("../../x", first.as_bytes()), zipped("/abs", second.as_bytes()), link]),
    );
    let links = [b'2', b'1', b'6', b'3', b'4'].map(|kind| tarred("s", kind, b"")).concat();
    folder.write("in/a.tar", [links, tar(&[("../x", third.as_bytes())])].concat());
    let told = folder.run(&["-format", "csv", "in/a.zip", "in/a.tar"]);
    assert_eq!(told.columns(), ["in/a.zip!../../x", "in/a.zip!/abs", "in/a.tar!../x"]);
    assert_eq!(
        told.about_inputs(),
        [
            "benchlens: note: in/a.zip: skipped links, which are not followed: 1",
            "benchlens: note: in/a.tar: skipped devices and pipes: 3; links, which are not followed: 2",
        ]
    );
    assert!(!folder.path("x").exists());
}

#[test]
fn what_cannot_be_unpacked_is_told_with_what_can() {
    let folder = Folder::new("refused");
    let content = log("A", 100);
    let content = content.as_bytes();
    let locked = Zipped { is_encrypted: true, ..zipped("locked", content) };
    let lzma = Zipped { method: 14, ..zipped("lzma", content) };
    let bz = zipped("x.bz2", b"BZh91AY&SY and more");
    folder.write("some.zip", zip(&[locked.clone(), lzma, bz, zipped("good", content)]));
    let told = folder.run(&["-format", "csv", "some.zip"]);
    assert_eq!(told.columns(), ["some.zip!good"]);
    assert_eq!(
        told.about_inputs(),
        [
            "some.zip: cannot read x.bz2: it is a bzip2 file; unpack it first (bzip2 -d)",
            "some.zip: cannot read lzma: it is compressed by LZMA; unpack it first (7z x)",
            "some.zip: cannot read locked: it is encrypted; unpack it first (unzip)",
        ]
    );
    folder.write("locked.zip", zip(&[locked]));
    let told = folder.run(&["locked.zip"]);
    assert_eq!(
        (told.status, &told.err[..]),
        (
            3,
            "benchlens: locked.zip: no benchmark results: cannot read locked: it is encrypted; unpack it first (unzip)\n"
        )
    );
    for (name, head, command) in [
        ("x.bz2", &b"BZh91AY&SY"[..], "bzip2 -d"),
        ("x.xz", b"\xfd7zXZ\0\0", "xz -d"),
        ("x.7z", b"7z\xbc\xaf\x27\x1c\0", "7z x"),
    ] {
        folder.write(name, head);
        let told = folder.run(&[name]);
        assert_eq!(told.status, 3);
        assert!(told.err.contains(&format!("unpack it first ({command})")), "{told:?}");
    }
}

#[test]
fn an_archive_without_results_says_what_it_holds() {
    let folder = Folder::new("nothing");
    folder.write("text.zip", zip(&[zipped("README", b"hello\n"), zipped("b", b"\x7fELF\0\0\0\0")]));
    let told = folder.run(&["text.zip"]);
    assert_eq!(
        (told.status, &told.err[..]),
        (
            3,
            "benchlens: text.zip: no benchmark results: 2 files; the first is README: \
             it is text without a benchmark result; see benchlens formats\n"
        )
    );
    folder.write("empty.zip", zip(&[]));
    let told = folder.run(&["empty.zip"]);
    assert_eq!(told.err, "benchlens: empty.zip: no benchmark results: it holds no files\n");
    folder.write("a.zip", zip(&[zipped("a", log("A", 1).as_bytes())]));
    let told = folder.run(&["a.zip!b"]);
    assert_eq!(told.err, "benchlens: a.zip!b: there is no such member; the first are a\n");
    assert_eq!(told.status, 3);
}

#[test]
fn bombs_do_not_go_off() {
    let folder = Folder::new("bombs");
    let mut layer = gzip(&vec![b'\n'; 300 << 20]);
    folder.write("one.gz", &layer);
    let lines = vec![b'\n'; 300 << 20];
    folder.write("one.zst", zstd::bulk::compress(&lines, 3).unwrap());
    folder.write("one.zip", zip(&[zipped("a", &lines)]));
    drop(lines);
    folder.write("in.zip", zip(&[zipped("a", &layer), zipped("b", &layer)]));
    for _ in 0..4 {
        layer = zip(&[zipped("in.zip", &layer)]);
    }
    folder.write("deep.zip", &layer);
    for (name, why) in [
        ("one.gz", "it unpacks to more than 500 times its size"),
        ("one.zst", "it unpacks to more than 500 times its size"),
        ("one.zip", "it unpacks to more than 500 times its size"),
        ("in.zip", "it unpacks to more than 500 times its size"),
        ("deep.zip", "it is a zip archive inside 3 others"),
    ] {
        let told = folder.run(&[name]);
        assert_eq!(told.status, 3, "{told:?}");
        assert!(told.err.contains(why), "{told:?}");
    }
    // All members of the directory share the data of one member.
    let lines: String =
        (0..500_u32).map(|i| format!("BenchmarkA 1 {} ns/op\n", i.pow(3) % 99_991)).collect();
    let one = zip(&[zipped("a", lines.as_bytes())]);
    let at = one.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
    let end = one.len() - 22;
    let entry = &one[at..end];
    let mut shared = one[..at].to_vec();
    (0..2000).for_each(|_| shared.extend(entry));
    let mut last = one[end..].to_vec();
    last[8..10].copy_from_slice(&2000_u16.to_le_bytes());
    last[10..12].copy_from_slice(&2000_u16.to_le_bytes());
    last[12..16].copy_from_slice(&(2000 * entry.len() as u32).to_le_bytes());
    shared.extend(last);
    folder.write("shared.zip", shared);
    let told = folder.run(&["shared.zip"]);
    assert_eq!(
        (told.status, &told.err[..]),
        (
            3,
            "benchlens: shared.zip: no benchmark results: cannot read shared.zip: it is damaged: \
             the sizes of its members cannot be right\n"
        )
    );
}

#[test]
fn a_log_that_compresses_well_is_no_bomb() {
    let folder = Folder::new("talkative");
    let text = log("A", 100).repeat(500_000);
    let packed = gzip(text.as_bytes());
    assert!(150 * packed.len() < text.len());
    folder.write("log.gz", packed);
    assert_eq!(folder.run(&["log.gz"]).status, 0);
}
