//! Tests exporting: the content of files, their names, and how they are read.

use std::fs;
use std::path::Path;

use crate::parquet::Folder;

/// Returns a folder with two logs that contain everything that a log can contain.
fn logs(name: &str) -> Folder {
    let folder = Folder::new(name);
    let log = |factor: f64| -> String {
        let mut log =
            "goos: linux\nUnit ns/op better=lower\nUnit gone assume=exact\nunused: x\n".to_owned();
        for run in 0..12 {
            log += &format!("# benchlens recording=r block={run} time=1.5\n");
            for n in [1, 10] {
                let value = factor * f64::from(n) * (100.0 + f64::from(run) / 8.0);
                log += &format!("BenchmarkA/n={n}-8 1000 {value:.2} ns/op {n} B/op\n");
            }
            log += "BenchmarkBroken 1 x ns/op\n";
        }
        log += "BenchmarkNaN 1 NaN ns/op 2 B/op\nUnit ns/op better=higher\n--- FAIL: BenchmarkC\n";
        // Another package has this benchmark only here.
        log + "pkg: other\nBenchmarkA/n=1-8 1 x ns/op\n"
    };
    folder.write("old.txt", log(1.0));
    folder.write("new.txt", log(1.1));
    folder
}

/// Queries of every kind, with `LOGS` in place of the inputs.
const QUESTIONS: [&str; 13] = [
    "LOGS",
    "-format csv LOGS",
    "-format json LOGS",
    "-format markdown LOGS",
    "-format tidy LOGS",
    "-outcomes -pair none LOGS",
    "-filter unused:x LOGS",
    "-row .fullname,goos -col .file LOGS",
    "-gate sec/op:+50% LOGS",
    "-gate malformed:allow;failed:allow;sec/op:+50% LOGS",
    "keys LOGS",
    "keys -format json LOGS",
    "history -format json LOGS",
];

#[test]
fn the_files_of_a_folder_answer_like_the_logs() {
    let folder = logs("folder");
    folder.ask("export -quiet -o runs/deep old=old.txt new.txt");
    let names: Vec<_> = names(&folder.path("runs/deep"));
    assert_eq!(names, ["1-old.parquet", "2-new.txt.parquet"]);
    folder.ask("export -quiet -o all.parquet old=old.txt new.txt");
    for question in QUESTIONS {
        let ask = |inputs: &str| folder.run(question.replace("LOGS", inputs).split(' '));
        let wanted = ask("old=old.txt new.txt");
        let is_about_lost = question.contains("malformed:allow");
        assert!(!is_about_lost || wanted.err.contains("BenchmarkA/n=1-8 in other"), "{wanted:?}");
        assert_eq!(ask("runs/deep/*.parquet"), wanted, "{question}");
        assert_eq!(ask("all.parquet"), wanted, "{question}");
        assert_eq!(ask("-j 1 all.parquet"), wanted, "{question}");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn labels_are_those_of_the_export_unless_others_are_given() {
    let folder = logs("labels");
    folder.ask("export -quiet -o one old=old.txt");
    folder.ask("export -quiet -o two new.txt");
    let of =
        |inputs: &str| folder.ask(&format!("-quiet -pair none -filter .unit:B/op {inputs}")).out;
    let wanted = of("old=old.txt x=new.txt");
    assert_eq!(of("one/old.parquet x=two/new.txt.parquet"), wanted);
    // The same file twice becomes two columns, as for logs.
    let twice = of("one/old.parquet one/old.parquet");
    assert!(twice.contains("old#0") && twice.contains("old#1"), "{twice}");
    // One label for all inputs of a file merges them.
    folder.ask("export -quiet -o all.parquet old.txt new.txt");
    assert_eq!(of("L=all.parquet"), of("L=old.txt L=new.txt"));
}

#[test]
fn pipes_folders_and_archives_hold_parquet() {
    let folder = logs("places");
    folder.ask("export -quiet -o a.parquet old=old.txt");
    let question = ["-quiet", "-format", "csv", "-pair", "none", "-col", "goos"];
    let wanted = folder.run(question.into_iter().chain(["old=old.txt"]));
    let file = fs::File::open(folder.path("a.parquet")).unwrap();
    assert_eq!(folder.run_with(question.into_iter().chain(["-"]), file), wanted);
    // In a folder, the file is a part of the input for the folder.
    fs::create_dir(folder.path("inside")).unwrap();
    fs::copy(folder.path("a.parquet"), folder.path("inside/a.parquet")).unwrap();
    let inside = folder.run(question.into_iter().chain(["inside"]));
    assert_eq!((inside.out, inside.status), (wanted.out.clone(), 0), "{}", inside.err);
    let bytes = fs::read(folder.path("a.parquet")).unwrap();
    fs::write(folder.path("a.zst"), zstd::encode_all(&bytes[..], 1).unwrap()).unwrap();
    let packed = folder.run(question.into_iter().chain(["a.zst"]));
    assert_eq!((packed.out, packed.status), (wanted.out, 0), "{}", packed.err);
}

#[test]
fn text_comes_out_again() {
    let folder = logs("convert");
    folder.ask("export -quiet -o all.parquet old.txt new.txt");
    let text = folder.ask("convert -quiet all.parquet").out;
    folder.write("again.txt", &text);
    let csv =
        |inputs: &str| folder.ask(&format!("-quiet -format csv -filter .unit:B/op {inputs}")).out;
    // Text output does not distinguish the files.
    assert_eq!(csv("-col goos -pair none again.txt"), csv("-col goos -pair none old.txt new.txt"));
}

#[test]
fn an_export_overwrites_no_input_and_writes_whole_files() {
    let folder = logs("overwrite");
    folder.ask("export -quiet -o a.parquet old.txt");
    let before = fs::read(folder.path("a.parquet")).unwrap();
    let refused = folder.run(["export", "-o", "a.parquet", "a.parquet"]);
    assert_eq!(
        (refused.status, &refused.err[..]),
        (2, "benchlens: -o a.parquet would overwrite the input a.parquet\n")
    );
    fs::create_dir(folder.path("out")).unwrap();
    fs::rename(folder.path("a.parquet"), folder.path("out/old.txt.parquet")).unwrap();
    let refused = folder.run(["export", "-o", "out", "out/old.txt.parquet"]);
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert_eq!(fs::read(folder.path("out/old.txt.parquet")).unwrap(), before);
    // A log that cannot become a table leaves the file of the last export unchanged.
    folder.write("bad.txt", b"BenchmarkA 1 2 ns/op\nBenchmark\xff 1 2 ns/op\n");
    let refused = folder.run(["export", "-o", "out/old.txt.parquet", "bad.txt"]);
    let told =
        "benchlens: bad.txt: result 2: name is not UTF-8, as tables need it: found \"\u{fffd}\"\n";
    assert_eq!((refused.status, &refused.err[..]), (3, told));
    assert_eq!(names(&folder.path("out")), ["old.txt.parquet"]);
    let told = folder.ask("export -o out new=new.txt").err;
    assert!(
        told.contains("benchlens: note: out also has a Parquet file of another export: 1\n"),
        "{told}"
    );
    for (words, told) in [
        (&["export", "old.txt"][..], "export needs -o FOLDER or -o FILE.parquet\n"),
        (
            &["export", "-o", "-", "old.txt"],
            "Parquet is not written to standard output: use -o FILE.parquet\n",
        ),
    ] {
        let refused = folder.run(words);
        assert!(refused.err.starts_with(told) && refused.status == 2, "{}", refused.err);
    }
}

#[test]
fn damaged_files_say_so() {
    let folder = logs("damaged");
    folder.ask("export -quiet -o a.parquet old.txt");
    let bytes = fs::read(folder.path("a.parquet")).unwrap();
    for (what, bytes) in [
        ("cut", &bytes[..bytes.len() / 2]),
        ("head", &bytes[..4]),
        ("twice", &[&bytes[..], &bytes[..100]].concat()),
    ] {
        folder.write("bad.parquet", bytes);
        for words in
            [&["bad.parquet"][..], &["keys", "old.txt", "bad.parquet"], &["convert", "bad.parquet"]]
        {
            let ran = folder.run(words);
            assert_eq!(ran.status, 3, "{what}: {}", ran.err);
            assert!(ran.err.contains("benchlens: bad.parquet: damaged: "), "{what}: {}", ran.err);
        }
        // In a folder, the other files are still read.
        fs::create_dir_all(folder.path("some")).unwrap();
        folder.write("some/bad.parquet", bytes);
        fs::copy(folder.path("old.txt"), folder.path("some/old.txt")).unwrap();
        let ran = folder.run(["-quiet", "some"]);
        assert!(ran.err.contains("bad.parquet") && ran.err.contains("damaged: "), "{}", ran.err);
    }
}

#[test]
fn an_empty_log_is_an_empty_input() {
    let folder = logs("empty");
    folder.write("empty.txt", "");
    let exported = folder.run("export -quiet -o all.parquet old.txt empty.txt".split(' '));
    assert_eq!(exported.status, 3, "{}", exported.err);
    let ask = |inputs: &str| folder.run(format!("-format json {inputs}").split(' '));
    assert_eq!(ask("all.parquet"), ask("old.txt empty.txt"));
}
