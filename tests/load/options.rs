//! Files that tools write with options that change them, and what the readers report about files that were changed.

use super::{converted, files};

fn read(file: &str) -> (String, Vec<String>) {
    converted(std::iter::once(file.as_bytes()))
}

/// Returns the lines of results.
fn results(file: &str) -> Vec<String> {
    let (text, messages) = read(file);
    let damage: Vec<&String> = messages
        .iter()
        .filter(|said| said.contains("skipped") && said.contains("expected"))
        .collect();
    assert!(damage.is_empty(), "{file}\n{damage:?}");
    let results = text.lines().filter(|line| line.starts_with("Benchmark"));
    results.map(str::to_owned).collect()
}

/// A result with all units, of which a test needs a part.
fn check(file: &str, wanted: &str) {
    let found = results(file);
    assert!(found.iter().any(|line| line.contains(wanted)), "{file}\n{wanted}\n{found:#?}");
}

const JTL: &str = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes";

/// Returns rows of JMeter, 100 ms apart, with a time as `time` writes it from a number of milliseconds.
fn rows(time: fn(u64) -> String) -> String {
    let row =
        |i: u64| format!("{},{},Home page,200,OK,t 1-1,text,true,,12\n", time(i * 100), 5 + i % 3);
    (0..21).map(row).collect()
}

fn milliseconds(at: u64) -> String {
    (1_600_000_000_000 + at).to_string()
}

#[test]
fn columns_of_jmeter_may_be_turned_off_and_separated_otherwise() {
    let whole = format!("{JTL}\n{}", rows(milliseconds));
    let want = results(&whole);
    assert!(want[0].contains("BenchmarkHome%20page 21 ") && want[0].contains("requests/s"));
    for separator in [";", "\t", "|"] {
        assert_eq!(results(&whole.replace(',', separator)), want, "{separator:?}");
    }
    assert_eq!(results(&rows(milliseconds)), want, "no header");
    for formatted in [
        |at| format!("2020/09/13 12:26:{:02}.{:03}", 40 + at / 1000, at % 1000),
        |at| format!("2020-09-13T12:26:{:02}.{:03}", 40 + at / 1000, at % 1000),
    ] {
        assert_eq!(results(&format!("{JTL}\n{}", rows(formatted))), want);
    }
    let (text, messages) =
        read(&format!("{JTL}\n{}", rows(|at| format!("09/13/20 12:26:{:02}", 40 + at / 1000))));
    assert!(!text.contains("requests/s"), "{text}");
    assert!(messages.iter().any(|said| said.contains("timestamp_format=ms")), "{messages:?}");
    check(
        "timeStamp,elapsed,label,success\n1600000000000,5,a,true\n1600000000100,5,a,false\n",
        " 0.5 errors/request",
    );
    check(
        "elapsed,label,responseCode\n5,a,200\n5,a,404\n5,a,Non HTTP response code: java.net.X\n",
        "status=4xx 1 ",
    );
    let (text, _) = read("timeStamp,elapsed,label\n1600000000000,5,a\n1600000000100,5,a\n");
    assert!(text.contains("BenchmarkA 2 ") && !text.contains(" errors/request\n"), "{text}");
}

#[test]
fn xml_of_jmeter_may_name_a_style_and_lack_times() {
    let sample = |i: u32| {
        format!("<httpSample t=\"{i}\" ts=\"160000000000{i}\" s=\"true\" lb=\"a\" rc=\"200\"/>\n")
    };
    let samples: String = (1..4).map(sample).collect();
    let file = format!(
        "<?xml version=\"1.0\"?>\n<?xml-stylesheet type=\"text/xsl\" href=\"a.xsl\"?>\n<testResults version=\"1.2\">\n{samples}</testResults>\n"
    );
    check(&file, "BenchmarkA 3 0.003 max-sec");
    let (_, messages) = read(&file.replace(" t=", " x="));
    let told: Vec<&String> =
        messages.iter().filter(|said| said.contains("attribute `t`")).collect();
    assert_eq!(told.len(), 1, "{messages:?}");
    assert!(
        told[0].starts_with("file:4: ") && told[0].ends_with("(also at 2 other places)"),
        "{told:?}"
    );
}

#[test]
fn k6_writes_tags_times_and_summaries_in_several_ways() {
    let csv = |head: &str, rows: &str| format!("metric_name,timestamp,metric_value{head}\n{rows}");
    let row = |time: &str, rest: &str| format!("http_req_duration,{time},5.0{rest}\n");
    check(&csv("", &row("1795754664", "").repeat(3)), "BenchmarkRequests 3 0.005 max-sec");
    for times in [
        ["2026-01-02T03:04:05.5Z", "2026-01-02T03:04:07.5Z"],
        ["1795754664000", "1795754666000"],
        ["1795754664000000000", "1795754666000000000"],
    ] {
        let rows = times.map(|time| row(time, ",GET,http://h/a,200")).concat();
        let found = results(&csv(",method,name,status", &rows));
        assert!(
            found[0].contains("BenchmarkGET/a 2 ") && found[0].contains("requests/s"),
            "{found:?}"
        );
    }
    let (text, messages) = read(&csv("", &row("2026-01-02T03:04:05Z", "").repeat(2)));
    assert!(text.contains("BenchmarkRequests 2 ") && !text.contains("requests/s"), "{text}");
    assert!(messages.iter().any(|said| said.contains("K6_CSV_TIME_FORMAT")), "{messages:?}");

    let summary = |open: &str, close: &str| {
        format!(
            r#"{{"root_group":{{}},"metrics":{{"http_req_duration":{{{open}"avg":2,"max":9,"med":1,"p(50)":1,"p(99)":8{close}}},"http_reqs":{{{open}"count":2000,"rate":7{close}}},"http_req_failed":{{{open}"rate":0.25,"passes":500,"fails":1500{close}}}}}}}"#
        )
    };
    let want = "2000 0.001 p50-sec 0.008 p99-sec 0.009 max-sec 0.002 mean-sec 7 requests/s 0.25 errors/request";
    check(&summary("", ""), want);
    check(
        &summary(
            r#""type":"trend","contains":"time","values":{"#,
            r#"},"thresholds":{"p(99)<9":{"ok":true}}"#,
        ),
        want,
    );
}

/// Returns JSON with white space after colons and commas, as Python writes it, and with one member in each line.
fn reformatted(line: &str) -> [String; 2] {
    let value: serde_json::Value = serde_json::from_str(line).unwrap();
    [
        line.replace("\":", "\": ").replace(",\"", ", \""),
        serde_json::to_string_pretty(&value).unwrap(),
    ]
}

#[test]
fn json_of_requests_may_be_formatted_by_other_programs() {
    for name in ["k6.json.gz", "vegeta.jsonl.gz"] {
        let bytes = files().into_iter().find(|(own, _)| own == name).unwrap().1;
        let text: String =
            String::from_utf8(bytes).unwrap().lines().take(600).map(|l| format!("{l}\n")).collect();
        let want = results(&text);
        for number in 0..2 {
            let lines = text.lines().map(|line| reformatted(line)[number].clone() + "\n");
            assert_eq!(results(&lines.collect::<String>()), want, "{name} {number}");
        }
        // An object that ends in the middle loses no other one.
        let mut lines: Vec<String> =
            text.lines().map(|line| reformatted(line)[1].clone() + "\n").collect();
        let at = lines
            .iter()
            .rposition(|line| line.contains("latency") || line.contains("_duration\""))
            .unwrap();
        lines[at].truncate(30);
        lines[at].push('\n');
        let (_, messages) = read(&lines.concat());
        assert!(
            messages.iter().any(|said| said.contains("ends in the middle")),
            "{name}: {messages:?}"
        );
    }
}

#[test]
fn percentiles_of_hdrhistogram_have_several_layouts() {
    let rows = [
        ("1.0", "0.500000000000", 500),
        ("2.0", "0.990000000000", 990),
        ("4.0", "1.000000000000", 1000),
    ];
    let lines = |line: fn(&(&str, &str, u32)) -> String| rows.iter().map(line).collect::<String>();
    let words = lines(|(value, part, count)| format!("   {value} {part}   {count}   2.00\n"));
    let csv = lines(|(value, part, count)| format!("{value},{part},{count},2.00\n"));
    let head = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n";
    let foot = "#[Mean    =        1.500, StdDeviation   =        0.100]\n#[Max     =        4.000, Total count    =         1000]\n";
    let want = "BenchmarkRequests 1000 0.001 p50-sec 0.002 p99-sec 0.004 max-sec";
    check(&format!("{head}{words}{foot}"), &format!("{want} 0.0015 mean-sec"));
    check(&format!("{head}{words}{}", foot.replace("#[", "    #[")), want);
    check(
        &format!(
            "{head}{words}{}",
            foot.replace("Total count", "TotalCount").replace("1000]", "1000.000]")
        ),
        want,
    );
    check(&format!("\"Value\",\"Percentile\",\"TotalCount\",\"1/(1-Percentile)\"\n{csv}"), want);
    check(&format!("Value(ms)  Percentile  TotalCount  1/(1-Percentile)\n{words}"), want);
    for cut in
        [format!("{head}{words}"), format!("Value(ms)  Percentile  TotalCount\n{}", &words[..60])]
    {
        assert!(read(&cut).1.iter().any(|said| said.contains("may be cut")), "{cut}");
    }
}

#[test]
fn interval_logs_have_versions_and_damage_is_one_message() {
    let file = files().into_iter().find(|(name, _)| name == "hdr.hlog").unwrap().1;
    let text = String::from_utf8(file).unwrap();
    let want = results(&text);
    let legend = "\"StartTimestamp\",\"Interval_Length\"";
    assert_eq!(results(&text.replace(legend, "\"StartTimestamp\",\"EndTimestamp\"")), want);
    let without: String =
        text.lines().filter(|line| !line.starts_with('"')).map(|l| format!("{l}\n")).collect();
    assert_eq!(results(&without), want);
    let (_, messages) = read(&text.replace("HISTF", "HXSTF"));
    let told: Vec<&String> = messages.iter().filter(|said| said.contains("expected")).collect();
    assert_eq!(told.len(), 1, "{messages:?}");
    assert!(told[0].contains(" other places)"), "{told:?}");
}

#[test]
fn texts_of_ab_and_wrk_have_options() {
    let ab = "This is ApacheBench, Version 2.3 <$Revision$>\nDocument Path:          /a\nComplete requests:      100\nFailed requests:        150\n   (Connect: 0, Receive: 100, Length: 0, Exceptions: 50)\nConnection Times (ms)\n";
    check(
        &format!("{ab}Total:          1    2   2.9      1      46\n"),
        "100 0.046 max-sec 0.002 mean-sec 1 errors/request",
    );
    check(&format!("{ab}Total:          1    2     46\n"), "0.046 max-sec 0.002 mean-sec");
    let cut = format!(
        "{ab}Total:          1    2   2.9      1      46\n\nPercentage of the requests served within a certain time (ms)\n  50%      1\n"
    );
    assert!(read(&cut).1.iter().any(|said| said.contains("may be cut")));
    // wrk2 -U
    let wrk = "Running 15s test @ http://h/a\n  Latency Distribution (HdrHistogram - Recorded Latency)\n 50.000%    1.42ms\n#[Max     =        9.430, Total count    =           99]\n\
        \x20 Latency Distribution (HdrHistogram - Uncorrected Latency (measured without taking delayed starts into account))\n 50.000%    0.42ms\n#[Max     =        9.430, Total count    =           9]\n\
        \x20 753 requests in 15.05s, 106.10KB read\nRequests/sec:     50.03\n";
    check(wrk, "753 0.00142 p50-sec");
}

#[test]
fn contradictions_within_a_file_are_reported() {
    let name = |name: &str| {
        String::from_utf8(files().into_iter().find(|(own, _)| own == name).unwrap().1).unwrap()
    };
    let remove = |text: &str, from: &str, to: &str| {
        let start = text.find(from).unwrap();
        let end = start + text[start..].find(to).unwrap() + to.len();
        [&text[..start], &text[end..]].concat()
    };
    let (fortio, locust, stats) =
        (name("fortio.json"), name("locust.json"), name("locust_stats.csv"));
    let row = stats.lines().nth(1).unwrap();
    for (whole, changed, said) in [
        (
            &fortio,
            remove(&fortio, "      {\n        \"Start\": 0.003,", "},\n"),
            "its histogram counts",
        ),
        (&locust, remove(&locust, "            \"14\": 21,\n", "\n"), "its histogram counts"),
        (&stats, stats.replace(row, ""), "Aggregated"),
        (&stats, remove(&stats, ",Aggregated", "\n"), "Aggregated"),
    ] {
        let has = |text: &str| read(text).1.iter().any(|message| message.contains(said));
        assert!(!has(whole) && has(&changed), "{said}");
    }
    let twice =
        r#"{"latencies":{"50th":1,"50th":2},"bytes_in":{},"requests":100,"status_codes":{}}"#;
    assert!(read(twice).1.iter().any(|message| message.contains("two values of p50")));
}
