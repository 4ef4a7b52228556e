//! Folders that criterion wrote, as far as choosing the files goes.

use super::{Folder, log};

/// Files of a benchmark; Go's text stands for the samples.
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
    let told = folder.run(&["was=t#nothing"]);
    assert_eq!(told.status, 3);
    assert!(told.err.contains("the recordings of criterion are base, new"), "{told:?}");
}
