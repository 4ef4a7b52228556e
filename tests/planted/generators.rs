//! Files of load generators.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::suite::{Bench, Family, Run};

/// A family whose files contain the requests of several names.
const NAMED: Family = Family {
    name: "",
    extension: "txt",
    names: &["/items", "/items/7", "/Items", "/items-8", "/a%20b"],
    units: &["p50-sec", "p90-sec", "mean-sec", "max-sec"],
    values: 110,
    fails: true,
    has_programs: false,
    files: |_| Vec::new(),
};

/// A family whose files contain the requests to one path, which the file names.
const PATH: Family = NAMED;

/// A family whose files do not name their requests.
const UNNAMED: Family = Family { names: &["Requests"], ..NAMED };

/// Each name of a family is one path, however similar.
pub(super) const GENERATORS: [Family; 20] = [
    Family { name: "k6", extension: "json", files: k6, ..NAMED },
    Family { name: "k6-csv", extension: "csv", files: k6_csv, ..NAMED },
    Family { name: "k6-summary", extension: "json", files: k6_summary, ..UNNAMED },
    Family { name: "vegeta", extension: "json", files: vegeta, ..NAMED },
    Family { name: "vegeta-csv", extension: "csv", files: vegeta_csv, ..NAMED },
    Family { name: "vegeta-report", extension: "json", files: vegeta_report, ..UNNAMED },
    Family { name: "oha", extension: "json", files: oha, ..UNNAMED },
    Family { name: "oha-csv", extension: "csv", files: oha_csv, ..UNNAMED },
    Family { name: "hey", extension: "csv", files: hey, ..UNNAMED },
    Family { name: "hey-text", files: hey_text, ..UNNAMED },
    Family { name: "ghz", extension: "json", files: ghz, ..PATH },
    Family { name: "ghz-csv", extension: "csv", files: ghz_csv, ..UNNAMED },
    // Its histogram also contains the failed requests.
    Family { name: "fortio", extension: "json", files: fortio, ..PATH },
    Family { name: "jmeter", extension: "jtl", files: jmeter, ..NAMED },
    Family { name: "jmeter-xml", extension: "xml", files: jmeter_xml, ..NAMED },
    Family { name: "locust", extension: "json", files: locust, ..NAMED },
    Family { name: "locust-stats", extension: "csv", files: locust_stats, ..NAMED },
    Family { name: "wrk", files: wrk, ..PATH },
    Family { name: "autocannon", extension: "json", files: autocannon, ..PATH },
    Family { name: "hdr-percentiles", extension: "hgrm", fails: false, files: hdr, ..UNNAMED },
];

/// The beginning of all runs, in seconds.
const START: u64 = 1_795_754_000;

/// A request with its latency in seconds.
struct Request<'a> {
    name: &'a str,
    number: usize,
    latency: f64,
    is_failed: bool,
}

impl Request<'_> {
    fn status(&self) -> u16 {
        if self.is_failed { 500 } else { 200 }
    }

    fn milliseconds(&self) -> Value {
        whole(1e3 * self.latency)
    }

    fn nanoseconds(&self) -> Value {
        whole(1e9 * self.latency)
    }

    /// Returns the beginning in nanoseconds; a request begins every 10 ms.
    fn start(&self) -> u64 {
        START * 1_000_000_000 + self.number as u64 * 10_000_000
    }

    /// Returns a moment as in JSON.
    fn time(&self) -> String {
        let milliseconds = self.number * 10;
        format!("2026-01-02T03:04:{:02}.{:03}Z", milliseconds / 1000 % 60, milliseconds % 1000)
    }
}

/// Returns an integer; `null` stands for a value that is not a number.
fn whole(value: f64) -> Value {
    if value.is_nan() { Value::Null } else { json!(value.round() as u64) }
}

/// Returns the requests in their order: the names alternate.
fn requests(run: &Run) -> Vec<Request<'_>> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for (name, bench) in run.benches.iter().enumerate() {
        all.extend((0..bench.values.len()).map(|index| (index, name)));
    }
    all.sort_unstable();
    let request = |(number, (index, name)): (usize, (usize, usize))| {
        let bench: &Bench = &run.benches[name];
        let (latency, is_failed) = (bench.values[index], index < bench.failed);
        Request { name: &bench.name, number, latency, is_failed }
    };
    all.into_iter().enumerate().map(request).collect()
}

/// Writes a line for each request.
fn lines(run: &Run, head: &str, line: impl Fn(&Request<'_>) -> String) -> Vec<(String, String)> {
    let lines = requests(run).iter().map(|request| line(request) + "\n").collect::<String>();
    vec![(String::new(), head.to_owned() + &lines)]
}

/// The summary of all requests to a name, in seconds.
struct Summary {
    count: usize,
    failed: usize,
    mean: f64,
    sorted: Vec<f64>,
}

impl Summary {
    fn new(bench: &Bench) -> Summary {
        let mut sorted = bench.values.clone();
        sorted.sort_by(f64::total_cmp);
        let count = sorted.len();
        let mean = sorted.iter().sum::<f64>() / count as f64;
        Summary { count, failed: bench.failed, mean, sorted }
    }

    fn quantile(&self, percent: usize) -> f64 {
        self.sorted[(self.count * percent).div_ceil(100).max(1) - 1]
    }

    fn max(&self) -> f64 {
        self.quantile(100)
    }

    fn failed_fraction(&self) -> f64 {
        self.failed as f64 / self.count as f64
    }
}

/// Writes a file for each name.
fn each(run: &Run, file: impl Fn(&str, &Summary) -> String) -> Vec<(String, String)> {
    let of_bench = |(index, bench): (usize, &Bench)| {
        let suffix = if run.benches.len() == 1 { String::new() } else { format!("-{index}") };
        (suffix, file(&bench.name, &Summary::new(bench)) + "\n")
    };
    run.benches.iter().enumerate().map(of_bench).collect()
}

fn k6(run: &Run) -> Vec<(String, String)> {
    lines(run, "", |request| {
        let tags = json!({
            "expected_response": (!request.is_failed).to_string(), "method": "GET",
            "name": format!("http://host:80{}{}", 10 + run.number, request.name),
            "status": request.status().to_string(),
        });
        let data = json!({"time": request.time(), "value": 1e3 * request.latency, "tags": tags});
        json!({"metric": "http_req_duration", "type": "Point", "data": data}).to_string()
    })
}

fn k6_csv(run: &Run) -> Vec<(String, String)> {
    let head = "metric_name,timestamp,metric_value,expected_response,method,name,status\n";
    lines(run, head, |request| {
        let time = START + request.number as u64 / 100;
        let Request { name, latency, is_failed, .. } = request;
        let (latency, status) = (1e3 * latency, request.status());
        format!("http_req_duration,{time},{latency:.6},{},GET,http://h{name},{status}", !is_failed)
    })
}

fn k6_summary(run: &Run) -> Vec<(String, String)> {
    each(run, |_, summary| {
        let values = json!({
            "avg": 1e3 * summary.mean, "max": 1e3 * summary.max(), "med": 1e3 * summary.quantile(50),
            "p(90)": 1e3 * summary.quantile(90),
        });
        json!({"metrics": {
            "http_req_duration": {"values": values},
            "http_reqs": {"values": {"count": summary.count, "rate": 5}},
            "http_req_failed": {"values": {"rate": summary.failed_fraction()}},
        }})
        .to_string()
    })
}

fn vegeta(run: &Run) -> Vec<(String, String)> {
    lines(run, "", |request| {
        json!({
            "attack": "", "seq": request.number, "code": request.status(),
            "timestamp": request.time(), "latency": request.nanoseconds(), "bytes_out": 0,
            "bytes_in": 4, "error": "", "method": "GET",
            "url": format!("http://host:80{}{}", 10 + run.number, request.name),
        })
        .to_string()
    })
}

fn vegeta_csv(run: &Run) -> Vec<(String, String)> {
    lines(run, "", |request| {
        let (start, status, latency) = (request.start(), request.status(), request.nanoseconds());
        format!(
            "{start},{status},{latency},0,4,,,,{},GET,http://h{},",
            request.number, request.name
        )
    })
}

fn vegeta_report(run: &Run) -> Vec<(String, String)> {
    each(run, |_, summary| {
        let nanoseconds = |seconds: f64| whole(1e9 * seconds);
        let latencies = json!({
            "mean": nanoseconds(summary.mean), "max": nanoseconds(summary.max()),
            "50th": nanoseconds(summary.quantile(50)), "90th": nanoseconds(summary.quantile(90)),
        });
        json!({
            "latencies": latencies, "bytes_in": {}, "requests": summary.count, "rate": 5,
            "success": 1.0 - summary.failed_fraction(), "status_codes": {},
        })
        .to_string()
    })
}

/// Returns how often each status occurred.
fn statuses(summary: &Summary) -> BTreeMap<&'static str, usize> {
    let counts = [("200", summary.count - summary.failed), ("500", summary.failed)];
    counts.into_iter().filter(|&(_, count)| 0 < count).collect()
}

fn oha(run: &Run) -> Vec<(String, String)> {
    each(run, |_, summary| {
        let percentiles = json!({"p50": summary.quantile(50), "p90": summary.quantile(90)});
        json!({
            "summary": {"successRate": 1, "slowest": summary.max(), "average": summary.mean},
            "latencyPercentiles": percentiles, "statusCodeDistribution": statuses(summary),
            "errorDistribution": {},
        })
        .to_string()
    })
}

fn oha_csv(run: &Run) -> Vec<(String, String)> {
    let head = "request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status\n";
    lines(run, head, |request| {
        let start = request.number as f64 / 100.0;
        format!("{start:.9},0,0,0,{:.9},4,{}", request.latency, request.status())
    })
}

fn hey(run: &Run) -> Vec<(String, String)> {
    let head = "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset\n";
    lines(run, head, |request| {
        let start = request.number as f64 / 100.0;
        format!("{:.4},0,0,0,0,0,{},{start:.4}", request.latency, request.status())
    })
}

fn hey_text(run: &Run) -> Vec<(String, String)> {
    each(run, |_, summary| {
        let mut text = format!(
            "\nSummary:\n  Total:\t20 secs\n  Slowest:\t{:.4} secs\n  Average:\t{:.4} secs\n  \
             Requests/sec:\t5\n\nLatency distribution:\n  50%% in {:.4} secs\n  90%% in {:.4} secs\n\n\
             Status code distribution:\n",
            summary.max(),
            summary.mean,
            summary.quantile(50),
            summary.quantile(90)
        );
        for (status, count) in statuses(summary) {
            writeln!(text, "  [{status}]\t{count} responses").unwrap();
        }
        text
    })
}

fn ghz(run: &Run) -> Vec<(String, String)> {
    let of_name = |(index, bench): (usize, &Bench)| {
        let alone = Run { benches: vec![bench.clone()], ..run.clone() };
        let detail = |request: &Request<'_>| {
            let status = if request.is_failed { "Unavailable" } else { "OK" };
            json!({
                "timestamp": request.time(), "latency": request.nanoseconds(), "error": "",
                "status": status,
            })
        };
        let details: Vec<_> = requests(&alone).iter().map(detail).collect();
        let document = json!({
            "rps": 5, "fastest": 1, "latencyDistribution": [],
            "options": {"call": bench.name.trim_start_matches('/')}, "details": details,
        });
        (format!("-{index}"), document.to_string() + "\n")
    };
    run.benches.iter().enumerate().map(of_name).collect()
}

fn ghz_csv(run: &Run) -> Vec<(String, String)> {
    lines(run, "duration (ms),status,error\n", |request| {
        let status = if request.is_failed { "Unavailable" } else { "OK" };
        format!("{:.6},{status},", 1e3 * request.latency)
    })
}

fn fortio(run: &Run) -> Vec<(String, String)> {
    each(run, |name, summary| {
        // A bucket is 1% of the latency.
        let mut buckets: BTreeMap<u64, usize> = BTreeMap::new();
        let width = summary.sorted[0] / 100.0;
        for latency in summary.sorted.iter().filter(|latency| latency.is_finite()) {
            *buckets.entry((latency / width).ceil() as u64).or_default() += 1;
        }
        let buckets: Vec<_> = buckets
            .into_iter()
            .map(|(end, count)| {
                let (start, end) = ((end - 1) as f64 * width, end as f64 * width);
                json!({"Start": start, "End": end, "Count": count})
            })
            .collect();
        let histogram = json!({
            "Count": summary.count, "Max": summary.max(), "Avg": summary.mean, "Data": buckets,
        });
        json!({
            "RunType": "HTTP", "ActualQPS": 5, "URL": format!("http://h:8080{name}"),
            "RetCodes": statuses(summary), "DurationHistogram": histogram,
        })
        .to_string()
    })
}

fn jmeter(run: &Run) -> Vec<(String, String)> {
    lines(run, "timeStamp,elapsed,label,responseCode,success\n", |request| {
        let (time, latency) = (request.start() / 1_000_000, request.milliseconds());
        format!("{time},{latency},{},{},{}", request.name, request.status(), !request.is_failed)
    })
}

fn jmeter_xml(run: &Run) -> Vec<(String, String)> {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n";
    let mut files = lines(run, head, |request| {
        format!(
            "<httpSample t=\"{}\" ts=\"{}\" s=\"{}\" lb=\"{}\" rc=\"{}\"/>",
            request.milliseconds(),
            request.start() / 1_000_000,
            !request.is_failed,
            request.name,
            request.status()
        )
    });
    files[0].1 += "</testResults>\n";
    files
}

fn locust(run: &Run) -> Vec<(String, String)> {
    let entry = |bench: &Bench| {
        let summary = Summary::new(bench);
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for latency in &summary.sorted {
            // Two digits of milliseconds, as Locust rounds them.
            let rounded = (latency * 10.0).round() * 100.0;
            *times.entry(rounded.to_string()).or_default() += 1;
        }
        json!({
            "name": bench.name, "method": "GET", "num_requests": summary.count,
            "num_none_requests": 0, "num_failures": summary.failed,
            "total_response_time": 1e3 * summary.mean * summary.count as f64,
            "max_response_time": 1e3 * summary.max(), "response_times": times,
        })
    };
    let entries: Vec<_> = run.benches.iter().map(entry).collect();
    vec![(String::new(), json!(entries).to_string() + "\n")]
}

fn locust_stats(run: &Run) -> Vec<(String, String)> {
    let mut text =
        "Type,Name,Request Count,Failure Count,Median Response Time,Average Response Time,\
         Min Response Time,Max Response Time,50%,90%\n"
            .to_owned();
    let mut all = Bench { name: "Aggregated".into(), values: Vec::new(), failed: 0 };
    for bench in &run.benches {
        all.values.extend(&bench.values);
        all.failed += bench.failed;
    }
    for (kind, bench) in run.benches.iter().map(|bench| ("GET", bench)).chain([("", &all)]) {
        let summary = Summary::new(bench);
        let [least, most, half, p90] =
            [0, 100, 50, 90].map(|percent| 1e3 * summary.quantile(percent));
        let Summary { count, failed, mean, .. } = summary;
        let (name, mean) = (&bench.name, 1e3 * mean);
        writeln!(
            text,
            "{kind},{name},{count},{failed},{half:.0},{mean:.6},{least:.6},{most:.6},{half:.0},{p90:.0}"
        )
        .unwrap();
    }
    vec![(String::new(), text)]
}

fn wrk(run: &Run) -> Vec<(String, String)> {
    each(run, |name, summary| {
        let [half, p90, most] = [50, 90, 100].map(|percent| 1e3 * summary.quantile(percent));
        let (mean, count) = (1e3 * summary.mean, summary.count);
        let failed = match summary.failed {
            0 => String::new(),
            failed => format!("  Non-2xx or 3xx responses: {failed}\n"),
        };
        format!(
            "Running 1s test @ http://127.0.0.1:80{}{name}\n  2 threads and 4 connections\n  \
             Thread Stats   Avg      Stdev     Max   +/- Stdev\n    \
             Latency     {mean:.2}ms    2.16ms  {most:.2}ms   94.90%\n  Latency Distribution\n     \
             50%    {half:.2}ms\n     90%    {p90:.2}ms\n  {count} requests in 1.04s, 198.86KB read\n\
             {failed}Requests/sec:   2077.51\nTransfer/sec:    191.53KB",
            10 + run.number
        )
    })
}

fn autocannon(run: &Run) -> Vec<(String, String)> {
    each(run, |name, summary| {
        let [half, p90, most] =
            [50, 90, 100].map(|percent| (1e3 * summary.quantile(percent)).round());
        json!({
            "url": format!("http://h:8080{name}"), "errors": 0, "non2xx": summary.failed,
            "4xx": 0, "5xx": summary.failed,
            "latency": {"average": 1e3 * summary.mean, "max": most, "p50": half, "p90": p90, "p97_5": most},
            "requests": {"average": 5, "total": summary.count},
        })
        .to_string()
    })
}

fn hdr(run: &Run) -> Vec<(String, String)> {
    each(run, |_, summary| {
        let mut text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n".to_owned();
        for percent in [0, 25, 50, 75, 90] {
            let value = 1e3 * summary.quantile(percent);
            let fraction = percent as f64 / 100.0;
            let count = (summary.count * percent).div_ceil(100).max(1);
            let last = 1.0 / (1.0 - fraction);
            writeln!(text, "{value:12.3} {fraction:2.12} {count:10} {last:14.2}").unwrap();
        }
        let (most, count) = (1e3 * summary.max(), summary.count);
        writeln!(text, "{most:12.3} {:2.12} {count:10}", 1.0).unwrap();
        let mean = 1e3 * summary.mean;
        writeln!(text, "#[Mean    = {mean:12.3}, StdDeviation   = {:12.3}]", 0.1 * mean).unwrap();
        write!(text, "#[Max     = {most:12.3}, Total count    = {count:12}]").unwrap();
        text
    })
}
