//! Requests that all fail: no gate passes, whatever the tool writes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use benchlens_core::format::FORMATS;

/// A run of 100 equal requests to `/a`.
struct Run {
    milliseconds: u64,
    status: u16,
}

impl Run {
    fn is_failed(&self) -> bool {
        self.status != 200
    }

    fn seconds(&self) -> String {
        format!("0.{:03}", self.milliseconds)
    }

    fn nanoseconds(&self) -> u64 {
        self.milliseconds * 1_000_000
    }

    /// Returns the number of requests that failed.
    fn failed(&self) -> u64 {
        if self.is_failed() { 100 } else { 0 }
    }
}

/// A format, and a file in it.
type FileOf = (&'static str, fn(&Run) -> String);

/// The files of each format.
const FILES: [FileOf; 21] = [
    ("k6", |run| {
        format!(
            r#"{{"metric":"http_req_duration","type":"Point","data":{{"time":"2026-01-02T03:04:05.6Z","value":{},"tags":{{"expected_response":"{}","method":"GET","name":"http://h/a","status":"{}"}}}}}}"#,
            run.milliseconds,
            !run.is_failed(),
            run.status
        )
    }),
    ("k6-csv", |run| {
        let head = "metric_name,timestamp,metric_value,method,name,status";
        format!(
            "{head}\nhttp_req_duration,1795754664,{},GET,http://h/a,{}",
            run.milliseconds, run.status
        )
    }),
    ("k6-summary", |run| {
        format!(
            r#"{{"metrics":{{"http_req_duration":{{"values":{{"avg":{0},"max":{0}}}}},"http_reqs":{{"values":{{"count":100,"rate":5}}}},"http_req_failed":{{"values":{{"rate":{1}}}}}}}}}"#,
            run.milliseconds,
            run.failed() / 100
        )
    }),
    ("vegeta", |run| {
        format!(
            r#"{{"attack":"","code":{},"timestamp":"2026-01-02T03:04:05.6Z","latency":{},"bytes_out":0,"bytes_in":4,"error":"","method":"GET","url":"http://h/a"}}"#,
            run.status,
            run.nanoseconds()
        )
    }),
    ("vegeta-csv", |run| {
        let Run { status, .. } = run;
        format!("1795755106582315802,{status},{},0,4,,,,1,GET,http://h/a,", run.nanoseconds())
    }),
    ("vegeta-report", |run| {
        format!(
            r#"{{"latencies":{{"mean":{0},"max":{0}}},"bytes_in":{{}},"requests":100,"rate":5,"success":{1},"status_codes":{{}}}}"#,
            run.nanoseconds(),
            1 - run.failed() / 100
        )
    }),
    ("oha-csv", |run| {
        let head = "request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status";
        format!("{head}\n0.1,0,0,0,{},4,{}", run.seconds(), run.status)
    }),
    ("oha", |run| {
        format!(
            r#"{{"summary":{{"successRate":1,"slowest":{0},"average":{0}}},"latencyPercentiles":{{}},"statusCodeDistribution":{{"{1}":100}},"errorDistribution":{{}}}}"#,
            run.seconds(),
            run.status
        )
    }),
    ("hey", |run| {
        let head = "response-time,DNS+dialup,Response-delay,status-code,offset";
        format!("{head}\n{},0,0,{},0.1", run.seconds(), run.status)
    }),
    ("hey-text", |run| {
        format!(
            "\nSummary:\n  Total:\t20 secs\n  Slowest:\t{0} secs\n  Average:\t{0} secs\n  Requests/sec:\t5\n\nStatus code distribution:\n  [{1}]\t100 responses\n",
            run.seconds(),
            run.status
        )
    }),
    ("ghz", |run| {
        format!(
            r#"{{"rps":5,"fastest":1,"latencyDistribution":[],"options":{{"call":"a"}},"details":[{{"latency":{},"status":"{}"}}]}}"#,
            run.nanoseconds(),
            if run.is_failed() { "Unavailable" } else { "OK" }
        )
    }),
    ("ghz-csv", |run| {
        let status = if run.is_failed() { "Unavailable" } else { "OK" };
        format!("duration (ms),status,error\n{},{status},", run.milliseconds)
    }),
    ("fortio", |run| {
        let histogram = |count| {
            let seconds = run.seconds();
            format!(
                r#"{{"Count":{count},"Max":{seconds},"Avg":{seconds},"Data":[{{"Start":0,"End":{seconds},"Count":{count}}}]}}"#
            )
        };
        format!(
            r#"{{"RunType":"HTTP","ActualQPS":5,"DurationHistogram":{},"ErrorsDurationHistogram":{}}}"#,
            histogram(100),
            histogram(run.failed())
        )
    }),
    ("fortio", |run| {
        format!(
            r#"{{"RunType":"HTTP","RetCodes":{{"{}":100}},"DurationHistogram":{{"Count":100,"Max":{1},"Avg":{1},"Data":[{{"Start":0,"End":{1},"Count":100}}]}}}}"#,
            run.status,
            run.seconds()
        )
    }),
    ("jmeter", |run| {
        let Run { milliseconds, status, .. } = run;
        let head = "timeStamp,elapsed,label,responseCode,success";
        format!("{head}\n1795754811952,{milliseconds},a,{status},{}", !run.is_failed())
    }),
    ("jmeter-xml", |run| {
        format!(
            "<testResults version=\"1.2\">\n<httpSample t=\"{}\" ts=\"1795754825976\" s=\"{}\" lb=\"a\" rc=\"{}\"/>\n</testResults>",
            run.milliseconds,
            !run.is_failed(),
            run.status
        )
    }),
    ("locust", |run| {
        format!(
            r#"[{{"name":"/a","method":"GET","num_requests":100,"num_none_requests":0,"num_failures":{1},"total_response_time":{0},"max_response_time":{0},"response_times":{{"{0}":100}}}}]"#,
            run.milliseconds,
            run.failed()
        )
    }),
    ("locust-stats", |run| {
        let head = "Type,Name,Request Count,Failure Count,Median Response Time,Average Response Time,Max Response Time";
        let numbers = format!("100,{1},{0},{0},{0}", run.milliseconds, run.failed());
        format!("{head}\nGET,/a,{numbers}\n,Aggregated,{numbers}")
    }),
    ("wrk", |run| {
        let failed = match run.failed() {
            0 => String::new(),
            failed => format!("  Non-2xx or 3xx responses: {failed}\n"),
        };
        format!(
            "Running 1s test @ http://h/a\n    Latency     {0}.00ms    2.16ms  {0}.00ms   94.90%\n  100 requests in 1.04s, 198.86KB read\n{failed}Requests/sec:   5\n",
            run.milliseconds
        )
    }),
    ("ab", |run| {
        format!(
            "This is ApacheBench, Version 2.3 <$Revision$>\nDocument Path:          /a\nComplete requests:      100\nFailed requests:        0\nNon-2xx responses:      {1}\nTotal:          1    {0}   2.9      1      {0}\n",
            run.milliseconds,
            run.failed()
        )
    }),
    ("autocannon", |run| {
        format!(
            r#"{{"url":"http://h/a","errors":0,"non2xx":{1},"4xx":0,"5xx":{1},"latency":{{"average":{0},"max":{0},"p97_5":{0}}},"requests":{{"average":5,"total":100}}}}"#,
            run.milliseconds,
            run.failed()
        )
    }),
];

/// Formats that do not say which requests failed, and one that is not text and has the same content as another.
const OTHERS: [&str; 4] = ["ab-requests", "hdr-log", "hdr-percentiles", "vegeta-gob"];

/// Writes six runs of each side, and compares them with a gate.
fn gated(name: &str, file: fn(&Run) -> String, new: &dyn Fn(u64) -> Run) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("failures").join(name);
    let _ = fs::remove_dir_all(&folder);
    let old = |run: u64| Run { milliseconds: 100 + run, status: 200 };
    for (side, of) in [("old", &old as &dyn Fn(u64) -> Run), ("new", new)] {
        fs::create_dir_all(folder.join(side)).unwrap();
        for run in 0..6 {
            fs::write(folder.join(side).join(format!("{run}")), file(&of(run)) + "\n").unwrap();
        }
    }
    Command::new(env!("CARGO_BIN_EXE_benchlens"))
        .args(["-gate", "max-sec: +20%; order: any", "old", "new"])
        .current_dir(&folder)
        .output()
        .unwrap()
}

#[test]
fn no_gate_passes_if_all_requests_failed() {
    let at = |name| FORMATS.iter().position(|format| format.name == name).unwrap();
    for format in &FORMATS[at("k6")..=at("hdr-percentiles")] {
        let is_tested = FILES.iter().any(|(name, _)| *name == format.name);
        assert!(is_tested || OTHERS.contains(&format.name), "{}", format.name);
    }
    for (name, file) in FILES {
        let fine = gated(name, file, &|run| Run { milliseconds: 102 + run, status: 200 });
        let said = String::from_utf8_lossy(&fine.stderr);
        assert_eq!(fine.status.code(), Some(0), "{name}: {said}");
        let failed = gated(name, file, &|run| Run { milliseconds: 2 + run, status: 500 });
        let said = String::from_utf8_lossy(&failed.stderr);
        assert_eq!(failed.status.code(), Some(4), "{name}: {said}");
        assert!(said.contains("/a failed") || said.contains(" failed; add"), "{name}: {said}");
        // The fast failures are not in the row of the successes.
        let table = String::from_utf8_lossy(&failed.stdout);
        assert!(table.contains("/status="), "{name}: {table}");
    }
}
