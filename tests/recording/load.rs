//! Tests of load generators.

use crate::recording::folder::Folder;

/// hey's table of as many requests as p50 requires.
fn table(status: u16, more: &str) -> String {
    let header = "response-time,DNS+dialup,Response-delay,status-code,offset";
    let rows = format!("0.001,0,0,{status},1\\n").repeat(30);
    format!("printf '{header}\\n{rows}{more}'")
}

#[test]
fn a_server_that_only_fails_is_compared_with_nothing() {
    let folder = Folder::new("load");
    folder.script("good", &table(200, ""));
    folder.script("bad", &table(500, "x,0,0,200,1\\n"));
    let words =
        ["-n", "2", "-quantiles", "50", "-gate", "p50-sec: +10%", "old=./good", "new=./bad"];
    let ended = folder.run(&words);
    assert_eq!(ended.status, 4, "{ended:?}");
    for said in [
        "output:32: found `x`, expected a latency: skipped",
        "requests without a response are not in this file",
        "BenchmarkRequests failed",
        "gate undecided",
    ] {
        assert!(ended.err.contains(said), "{said}: {ended:?}");
    }
    // Both commands print the same notes.
    assert_eq!(ended.err.matches("latencies of a closed loop").count(), 1, "{ended:?}");
    // Failed requests are not compared with the others.
    assert!(!ended.err.contains("so this comparison has"), "{ended:?}");
    let log = folder.read("bench-new.txt");
    assert!(log.contains("BenchmarkRequests/status=5xx 30 0.001"), "{log}");
    assert!(log.contains("\n--- FAIL: BenchmarkRequests\n"), "{log}");
}
