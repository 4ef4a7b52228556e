//! Tests inputs that can only be read in part: the answer is printed, the status reports that it is incomplete, and
//! no gate passes.

use std::fs::File;
use std::process::Command;

use super::{Folder, PROGRAM, Told};
use crate::support::archives::{Zipped, gzip, tar, zip, zipped};

/// Returns ten runs of two benchmarks: a gate passes such a log against another one.
fn log(seed: u32) -> String {
    let runs = |name: &str| -> String {
        (0..10)
            .map(|run| format!("Benchmark{name} 1 {} ns/op\n", 1000 + (run * seed) % 7))
            .collect()
    };
    runs("A") + &runs("B")
}

/// Returns the same runs as a document of hyperfine.
fn document() -> String {
    let times = |name: &str| {
        format!(
            "{{\"command\":\"{name}\",\"mean\":1.0,\"times\":[1.0,1.1,1.2,1.0,1.1,1.2,1.0,1.1]}}"
        )
    };
    format!("{{\"results\":[{},{}]}}", times("A"), times("B"))
}

/// Returns the document without its end, after complete benchmarks.
fn cut(document: &str) -> String {
    document[..document.len() - 20].to_owned()
}

/// Returns a gzip stream with a wrong checksum.
fn wrong_sum(text: &[u8]) -> Vec<u8> {
    let mut packed = gzip(text);
    let sum = packed.len() - 8;
    packed[sum] ^= 1;
    packed
}

/// The name of a file and its content.
type Written = (&'static str, Vec<u8>);

/// Returns damaged files and folders: the name, and the files that are written for it.
fn damaged() -> Vec<(&'static str, Vec<Written>)> {
    let text = log(3);
    let good = zipped("good.txt", text.as_bytes());
    let locked = Zipped { name: "locked.txt", is_encrypted: true, ..good.clone() };
    let lzma = Zipped { name: "lzma.txt", method: 14, ..good.clone() };
    let sum = Zipped { name: "sum.txt", sum: Some(1), ..good.clone() };
    let members = [("good.txt", text.as_bytes()), ("other.txt", text.as_bytes())];
    let mut header = tar(&members);
    let second = header.len() - 1024 - 512 - text.len().next_multiple_of(512);
    header[second + 3] ^= 7;
    let mut fault = zip(&[zipped("fault.txt", text.as_bytes()), good.clone()]);
    fault[60] ^= 0xff;
    let whole_tar = tar(&members[..1]);
    let folder = |name: &'static str, content: Vec<u8>| {
        vec![("d/good.txt", text.clone().into_bytes()), (name, content)]
    };
    vec![
        ("locked.zip", vec![("locked.zip", zip(&[good.clone(), locked.clone()]))]),
        ("lzma.zip", vec![("lzma.zip", zip(&[lzma, good.clone()]))]),
        ("sum.zip", vec![("sum.zip", zip(&[sum, good.clone()]))]),
        ("fault.zip", vec![("fault.zip", fault)]),
        ("header.tar", vec![("header.tar", header)]),
        ("cut.tar", vec![("cut.tar", tar(&members)[..1024 + 2 * text.len()].to_vec())]),
        ("sum.tgz", vec![("sum.tgz", wrong_sum(&whole_tar))]),
        ("in.zip", vec![("in.zip", zip(&[zipped("sum.tgz", &wrong_sum(&whole_tar))]))]),
        (
            "in.tar",
            vec![("in.tar", tar(&[("good.txt", text.as_bytes()), ("in.zip", &zip(&[locked]))]))],
        ),
        ("d", folder("d/log.xz", b"\xfd7zXZ\0\0".to_vec())),
        ("d", folder("d/cut.gz", gzip(text.as_bytes())[..60].to_vec())),
        ("d", folder("d/cut.json", cut(&document()).into_bytes())),
    ]
}

/// Runs all commands about an input, next to the inputs with which the gates compare it.
fn check(folder: &Folder, input: &str, past: &[String], old: &str) {
    let run = |words: &[&str]| folder.run(words);
    let status = |told: &Told, status: i32, words: &str| {
        assert_eq!(told.status, status, "{words} {input}: {told:?}");
        assert!(!told.out.is_empty(), "{words} {input}: {told:?}");
    };
    status(&run(&[input]), 3, "");
    status(&run(&[old, input]), 3, "old");
    status(&run(&["keys", input]), 3, "keys");
    status(&run(&["convert", input]), 3, "convert");
    let gate = ["-gate", "sec/op: any"];
    for (old, new) in [(old, input), (input, old)] {
        status(&run(&[gate[0], gate[1], &format!("old={old}"), &format!("new={new}")]), 4, "gate");
    }
    let mut history = vec!["history", gate[0], gate[1]];
    history.extend(past.iter().map(String::as_str));
    status(&run(&history), 0, "history without");
    history.push(input);
    // The same holds if a later point is complete.
    let later = [&history[..], &[old]].concat();
    for words in [history, later] {
        let told = run(&words);
        // Each file of a folder is a point, and a file that cannot be unpacked ends the history.
        let is_folder = input == "d";
        assert!(told.status == 4 || is_folder && told.status == 3, "{words:?}: {told:?}");
    }
}

#[test]
fn damaged_inputs_are_incomplete_and_pass_no_gate() {
    for (number, (input, files)) in damaged().into_iter().enumerate() {
        let folder = Folder::new(&format!("lost-{number}"));
        let past: Vec<String> = (10..22).map(|night| format!("night-{night}")).collect();
        past.iter().zip(1..).for_each(|(name, seed)| folder.write(name, log(seed)));
        folder.write("old", log(5));
        files.iter().for_each(|(name, content)| folder.write(name, content));
        check(&folder, input, &past, "old");
    }
}

#[test]
fn documents_that_are_cut_off_are_incomplete_and_pass_no_gate() {
    let folder = Folder::new("lost-documents");
    let past: Vec<String> = (10..22).map(|night| format!("night-{night}.json")).collect();
    past.iter().for_each(|name| folder.write(name, document()));
    folder.write("old.json", document());
    folder.write("cut.json", cut(&document()));
    check(&folder, "cut.json", &past, "old.json");
}

#[test]
fn archives_in_pipes_are_read_to_their_checksum() {
    let folder = Folder::new("lost-pipe");
    let archive = tar(&[("good.txt", log(3).as_bytes())]);
    for (content, status) in [(gzip(&archive), 0), (wrong_sum(&archive), 3)] {
        folder.write("log", content);
        let input = File::open(folder.path("log")).unwrap();
        let output = Command::new("cat").stdin(input).stdout(std::process::Stdio::piped()).spawn();
        let pipe = output.unwrap().stdout.unwrap();
        let told = Told::of(&Command::new(PROGRAM).arg("-").stdin(pipe).output().unwrap());
        assert_eq!(told.status, status, "{told:?}");
    }
}

#[test]
fn problems_without_end_fit_in_memory() {
    let folder = Folder::new("lost-many");
    let lines = [
        "FAIL\n",
        "BenchmarkA 1\n",
        "BenchmarkA 1 NaN ns/op\n",
        "--- FAIL: BenchmarkA\n",
        "Unit a b=1\nUnit a b=2\n",
    ];
    for line in lines {
        let text = line.repeat((20 << 20) / line.len());
        folder.write("log.gz", gzip(format!("BenchmarkB 1 1 ns/op\n{text}").as_bytes()));
        let limited = "ulimit -v 400000; exec \"$0\" \"$@\"";
        let output = Command::new("sh")
            .args(["-c", limited, PROGRAM, "-j", "2", "log.gz"])
            .current_dir(folder.path(""))
            .output();
        let told = Told::of(&output.unwrap());
        assert_eq!(told.status, 0, "{line:?}: {told:?}");
        assert!(told.err.len() < 200_000, "{line:?}");
        let is_counted = told.err.contains(" more messages of this kind are not shown");
        assert_eq!(is_counted, line != "FAIL\n", "{line:?}");
    }
}
