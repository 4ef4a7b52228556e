//! Tests folders that criterion wrote: which of their files are read.

use super::{Folder, log};
use crate::support::archives;

/// Writes the files of a benchmark; Go's text replaces the samples.
fn write(folder: &Folder, benchmark: &str, recording: &str, time: u32) {
    let at = format!("{benchmark}/{recording}");
    folder.write(&format!("{at}/benchmark.json"), format!("BenchmarkId 1 {time} ns/op\n"));
    folder.write(&format!("{at}/sample.json"), log("A", time));
    folder.write(&format!("{at}/estimates.json"), log("Wrong", time));
    folder.write(&format!("{at}/tukey.json"), log("Wrong", time));
}

#[test]
fn one_recording_is_read() {
    let folder = Folder::new("criterion");
    for benchmark in ["t/g/f", "t/h"] {
        write(&folder, benchmark, "new", 100);
        write(&folder, benchmark, "base", 200);
        folder.write(&format!("{benchmark}/report/x.txt"), log("Wrong", 1));
        folder.write(&format!("{benchmark}/change/estimates.json"), log("Wrong", 1));
    }
    folder.write("t/report/index.html", log("Wrong", 1));
    let told = folder.run(&["t#base", "t", "now=t"]);
    assert_eq!(told.status, 0, "{told:?}");
    assert!(!told.out.contains("Wrong"), "{told:?}");
    assert!(told.out.contains("t#base") && told.out.contains("now"), "{told:?}");
    assert!(told.out.contains("A         202.5n"), "{told:?}");
    assert!(!told.err.contains("saved baselines"), "{told:?}");
    let told = folder.run(&["was=t#nothing"]);
    assert_eq!(told.status, 3);
    assert!(told.err.contains("the recordings of criterion are base, new"), "{told:?}");
}

#[test]
fn saved_baselines_that_nobody_selected_are_reported() {
    let folder = Folder::new("saved");
    for recording in ["new", "before", "after"] {
        let own = files("f", recording, 100);
        own.iter().for_each(|(name, text)| folder.write(&format!("t/{name}"), text));
    }
    let told = folder.run(&["t"]);
    assert!(
        told.err.contains("saved baselines of criterion, which FOLDER#NAME reads: 2"),
        "{told:?}"
    );
    let told = folder.run(&["t#before", "t#after"]);
    assert!(!told.err.contains("saved baselines"), "{told:?}");
}

/// Returns the files of a benchmark as criterion writes them.
fn files(benchmark: &str, recording: &str, time: u32) -> [(String, String); 2] {
    let description = format!(
        r#"{{"group_id":"{benchmark}","function_id":null,"value_str":null,"throughput":null,"full_id":"{benchmark}","directory_name":"{benchmark}","title":"{benchmark}"}}"#
    );
    let iters: Vec<String> = (1..=8).map(|i| format!("{i}.0")).collect();
    let times: Vec<String> = (1..=8).map(|i| format!("{}.0", i * time + i * i)).collect();
    let samples = format!(
        r#"{{"sampling_mode":"Linear","iters":[{}],"times":[{}]}}"#,
        iters.join(","),
        times.join(",")
    );
    let at = format!("{benchmark}/{recording}");
    [(format!("{at}/benchmark.json"), description), (format!("{at}/sample.json"), samples)]
}

#[test]
fn each_tree_of_an_archive_is_an_input() {
    let folder = Folder::new("trees");
    let mut members = Vec::new();
    for (tree, time) in [("before", 100), ("after", 200)] {
        for benchmark in ["f", "g"] {
            for (recording, time) in [("new", time), ("base", time + 50)] {
                let own = files(benchmark, recording, time);
                members.extend(own.map(|(name, text)| (format!("{tree}/{name}"), text)));
            }
        }
    }
    let all: Vec<_> =
        members.iter().map(|(name, text)| archives::zipped(name, text.as_bytes())).collect();
    folder.write("t.zip", archives::zip(&all));
    members.iter().for_each(|(name, text)| folder.write(name, text));
    let told = folder.run(&["-format", "csv", "t.zip"]);
    assert_eq!(told.columns(), ["t.zip!before", "t.zip!after"], "{told:?}");
    let named = folder.run(&["-format", "csv", "t.zip!before", "t.zip!after"]);
    assert_eq!(named.out, told.out);
    let folders = folder.run(&["-format", "csv", "t.zip!before=before", "t.zip!after=after"]);
    assert_eq!(folders.out, told.out, "{folders:?}");
    let base = folder.run(&["-format", "csv", "x=t.zip!before#base"]);
    let folders = folder.run(&["-format", "csv", "x=before#base"]);
    assert_eq!(folders.out, base.out, "{base:?}");
    assert!(base.out.contains("f,1.545"), "{base:?}");
}

#[test]
fn recordings_of_a_packed_folder_are_compared_like_those_of_the_folder() {
    let folder = Folder::new("packed");
    let recordings = [("base", 100), ("new", 200)];
    let members = recordings.map(|(name, time)| files("f", name, time)).concat();
    let members: Vec<_> = members
        .into_iter()
        .map(|(name, text)| (format!("target/criterion/{name}"), text))
        .collect();
    members.iter().for_each(|(name, text)| folder.write(name, text));
    let members: Vec<(&str, &[u8])> =
        members.iter().map(|(name, text)| (&name[..], text.as_bytes())).collect();
    let zipped: Vec<_> = members.iter().map(|(name, text)| archives::zipped(name, text)).collect();
    folder.write("c.zip", archives::zip(&zipped));
    folder.write("c.tar.gz", archives::gzip(&archives::tar(&members)));
    let plain = folder.run(&["-format", "csv", "target/criterion#base", "target/criterion#new"]);
    for archive in ["c.zip", "c.tar.gz"] {
        let names = ["base", "new"].map(|name| format!("{archive}#{name}"));
        let told = folder.run(&["-format", "csv", &names[0], &names[1]]);
        assert_eq!(told.columns(), names, "{told:?}");
        let out = told.out.replace(archive, "target/criterion");
        assert_eq!(out, plain.out, "{told:?}");
    }
}

#[test]
fn a_recording_compared_with_itself_is_a_warning() {
    let folder = Folder::new("itself");
    for recording in ["new", "base"] {
        for benchmark in ["f", "g"] {
            let own = files(benchmark, recording, 100);
            own.iter().for_each(|(name, text)| folder.write(&format!("t/{name}"), text));
        }
    }
    let told = folder.run(&["t#base", "t"]);
    assert_eq!(told.status, 0);
    assert!(told.err.contains("warning: `t#base` and `t` contain the same data"), "{told:?}");
    assert_eq!(folder.run(&["-gate", "sec/op: +5%", "t#base", "t"]).status, 4);
}
