//! `cargo xtask versus browser`: compares the web app's reading speed with the CLI and with bare reading.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::measure::{measure, own_path};
use super::results::{header, keep};
use super::workload::{Kind, Workload};
use crate::page::{BROWSER, Tools, build};
use crate::programs::{build as build_program, root, target};
use crate::project::{check_options, option};
use crate::wasm::page_folder;

/// In the time in which the CLI reads on one thread, the web app reads at least this fraction of the same data, or
const OF_PROGRAM: f64 = 0.5;
/// at least this fraction of the data that a worker reads without other work.
const OF_BARE: f64 = 0.8;

/// The logs: a name, and for each file the number of benchmarks from the bulk workload.
const LOGS: [(&str, &[u32]); 2] = [("bulk", &[48_000, 48_000]), ("3 GB", &[230_000])];

/// The measurements of one run, in seconds and bytes.
struct Run {
    program: f64,
    bare: f64,
    page: f64,
    answered: f64,
    peak: f64,
}

/// Runs `[--runs N] [--data DIR] [--cache DIR] [--share N]`: `--share 10` uses a tenth of the logs and keeps nothing.
pub(super) fn run(args: &[String]) -> crate::Outcome {
    check_options(args, &["--runs", "--data", "--cache", "--share"])?;
    let count = |name: &str, default: u32| match option(args, name)? {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| format!("{name} {text}: not a count")),
    };
    let (runs, share) = (count("--runs", 5)?.max(1), count("--share", 1)?.max(1));
    let folder = option(args, "--data")?.map_or_else(|| target().join("versus"), PathBuf::from);
    let results = root().join("benches/runs");
    for folder in [&folder, &results] {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    own_path()?;
    let program = build_program()?;
    let cache = option(args, "--cache")?.map(|cache| ["--cache".to_owned(), cache.to_owned()]);
    let Some(tools) = build(cache.as_ref().map_or(&[], |words| &words[..]))? else {
        return Ok(false);
    };
    let mut raw = String::new();
    let mut summary = String::new();
    for (key, value) in header()? {
        let _ = writeln!(raw, "{key}: {value}");
        let _ = writeln!(summary, "- {key}: {value}");
    }
    summary += "\nReading alone, MB/s (medians); memory is what the tab's processes hold at most.\n\n\
                | logs | MB | program, 1 thread | worker, bare | page | of program | of bare | answer after s | peak MB |\n\
                |---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    let mut is_fast = true;
    for (name, sizes) in LOGS {
        let logs = write_logs(sizes, share, &folder)?;
        let measured = measure_logs(&program, &tools, &logs, runs);
        let bytes: u64 = logs.iter().filter_map(|log| Some(fs::metadata(log).ok()?.len())).sum();
        for log in &logs {
            fs::remove_file(log).map_err(|error| format!("{}: {error}", log.display()))?;
        }
        is_fast &= tell(name, bytes as f64, &measured?, &mut raw, &mut summary);
    }
    print!("\n{summary}");
    if share != 1 {
        println!("\nNot kept: not all of the logs.");
        return Ok(is_fast);
    }
    keep(&results, "-browser", &raw, &summary)?;
    Ok(is_fast)
}

fn write_logs(sizes: &[u32], share: u32, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let write = |(side, &benchmarks): (u32, &u32)| {
        let path = folder.join(format!("browser-{side}.txt"));
        let mut file = fs::File::create(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let log = Workload { kind: Kind::Bulk, benchmarks: benchmarks.div_ceil(share), side };
        log.write(&mut file).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    };
    (0..).zip(sizes).map(write).collect()
}

/// Alternates between the CLI and the browser.
fn measure_logs(
    program: &Path,
    tools: &Tools,
    logs: &[PathBuf],
    runs: u32,
) -> Result<Vec<Run>, String> {
    let paths: Vec<String> = logs.iter().map(|log| log.display().to_string()).collect();
    // The filter excludes all comparisons, but everything is read.
    let mut words = vec![program.display().to_string()];
    words.extend(["-j", "1", "-quiet", "-filter", ".name:None"].map(str::to_owned));
    words.extend(paths.iter().cloned());
    (0..runs)
        .map(|_| {
            let own = measure(&words, &[0])?;
            let mut browser = Command::new(&tools.node);
            browser.arg(tools.tests.join("workload.mjs")).arg(page_folder()).arg("1").args(&paths);
            let output = browser.env(BROWSER, &tools.browser).stderr(Stdio::inherit()).output();
            let output = output.map_err(|error| format!("node: {error}"))?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            println!("{own}; {}", text.trim());
            let number = |name: &str| {
                let (_, rest) = text.split_once(&format!("\"{name}\":"))?;
                rest.split([',', '}']).next()?.parse().ok()
            };
            let field = |name| number(name).ok_or_else(|| format!("the browser said: {text}"));
            Ok(Run {
                program: own.wall_s,
                bare: field("bare")?,
                page: field("page")?,
                answered: field("answered")?,
                peak: field("peak")?,
            })
        })
        .collect()
}

/// Writes one line; returns whether the web app is fast enough.
fn tell(name: &str, bytes: f64, runs: &[Run], raw: &mut String, summary: &mut String) -> bool {
    for run in runs {
        let _ = writeln!(
            raw,
            "BenchmarkRead/logs={} 1 {:.0} program-ns/op {:.0} bare-ns/op {:.0} page-ns/op {:.0} answer-ns/op {:.0} peak-bytes",
            name.replace(' ', ""),
            run.program * 1e9,
            run.bare * 1e9,
            run.page * 1e9,
            run.answered * 1e9,
            run.peak
        );
    }
    let median = |of: fn(&Run) -> f64| {
        let mut values: Vec<f64> = runs.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0
    };
    let rate = |seconds: f64| bytes / 1e6 / seconds;
    let (program, bare) = (rate(median(|run| run.program)), rate(median(|run| run.bare)));
    let page = rate(median(|run| run.page));
    let _ = writeln!(
        summary,
        "| {name} | {:.0} | {program:.0} | {bare:.0} | {page:.0} | {:.2} | {:.2} | {:.1} | {:.0} |",
        bytes / 1e6,
        page / program,
        page / bare,
        median(|run| run.answered),
        median(|run| run.peak) / 1e6
    );
    page >= (OF_PROGRAM * program).min(OF_BARE * bare)
}
