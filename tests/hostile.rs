//! Tests logs that are crafted to be expensive: time and memory remain proportional to the input.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use benchlens_core::format::LINE_MAX;
use benchlens_core::project::summarize_keys;
use benchlens_core::{Gate, Input, Output, Query, Store, StoreBuilder, render, run};

use crate::support::archives::{tar, zip, zipped};

/// Far more than the work needs, and far less than it needed before.
const BUDGET: Duration = Duration::from_secs(60);

/// Returns how long this thread has occupied a processor, which does not depend on other programs.
#[cfg(target_os = "linux")]
fn time() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_THREAD).unwrap();
    let seconds = |time: nix::sys::time::TimeVal| {
        Duration::from_micros((1_000_000 * time.tv_sec() + time.tv_usec()) as u64)
    };
    seconds(usage.user_time()) + seconds(usage.system_time())
}

/// Returns the time.
#[cfg(not(target_os = "linux"))]
fn time() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap()
}

#[test]
fn a_line_with_very_many_units_takes_no_longer_than_many_lines() {
    let units: String = (0..150_000).map(|i| format!(" {i} u{i}")).collect();
    let log = format!("BenchmarkA 1{units}\n");
    let start = time();
    let store = Store::read([Input::new("log", &log)]);
    let answer = run(&store, &Query::default()).unwrap();
    assert_eq!(answer.report().tables.len(), 150_000);
    assert!(!render(&answer, Output::Json).out.is_empty());
    let again = Store::from_bytes(&store.to_bytes()).unwrap();
    assert_eq!(again.len(), 1);
    assert!(time() - start < BUDGET, "{:?}", time() - start);
}

#[test]
fn a_line_beyond_the_limit_is_told_and_the_others_count() {
    let (before, after) = (b"BenchmarkA 1 2 ns/op\n", b"\nBenchmarkA 1 3 ns/op\n");
    for (extra, is_read) in [(0, true), (1, false)] {
        let head = b"BenchmarkB 1 2 ns/op ";
        let line = [&head[..], &vec![b' '; LINE_MAX + extra - head.len()]].concat();
        let mut builder = StoreBuilder::default();
        builder.begin(b"log", b"log");
        [&before[..], &line, after]
            .concat()
            .chunks(1 << 20)
            .for_each(|chunk| builder.feed(chunk).unwrap());
        builder.end();
        let fed = builder.finish();
        let whole = [&before[..], &line, after].concat();
        let read = Store::read([Input::new("log", &whole)]);
        for store in [fed, read] {
            let told: Vec<String> = store.diagnostics().iter().map(ToString::to_string).collect();
            if is_read {
                assert_eq!((store.len(), told.len()), (3, 0));
            } else {
                assert_eq!(told, ["log:2: skipped a line of more than 64 MiB"]);
                assert_eq!(store.len(), 2);
            }
        }
    }
}

#[test]
fn the_seed_of_the_hash_does_not_show() {
    let log: String = (0..500)
        .map(|i| format!("k{}: v{i}\nBenchmarkA/n={i} 1 {i} ns/op 3 u{i}\n", i % 7))
        .collect();
    let stored = |seed: u64| {
        let mut builder = StoreBuilder::seeded(seed);
        builder.begin(b"log", b"log");
        builder.feed(log.as_bytes()).unwrap();
        builder.end();
        let store = builder.finish();
        (store.to_bytes(), format!("{:?}", run(&store, &Query::default()).unwrap().report().tables))
    };
    assert!(stored(0) == stored(12_345));
}

/// The address space is limited, as with `ulimit`.
#[cfg(target_os = "linux")]
#[test]
fn a_huge_packed_line_is_not_kept() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("huge-line");
    std::fs::create_dir_all(&folder).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let part = vec![b'B'; 1 << 20];
    (0..1024).for_each(|_| gzip.write_all(&part).unwrap());
    gzip.write_all(b"\nBenchmarkA 1 2 ns/op\n").unwrap();
    std::fs::write(folder.join("f.gz"), gzip.finish().unwrap()).unwrap();
    for threads in ["1", "2"] {
        let out = Command::new("sh")
            .args(["-c", "ulimit -v 900000; exec \"$0\" -j \"$1\" f.gz"])
            .args([env!("CARGO_BIN_EXE_benchlens"), threads])
            .current_dir(&folder)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(told, "f.gz:1: skipped a line of more than 64 MiB\n", "-j {threads}");
        assert!(String::from_utf8_lossy(&out.stdout).contains("2.000n"), "-j {threads}");
    }
}

/// The number of configuration keys, and the number of results that each change one of them. Work in proportion to
/// the product of both takes hours or all memory.
const MANY: usize = 20_000;

/// Returns such a log; all keys but one have the value `value`.
fn many_configurations(value: &str) -> String {
    let keys = (0..MANY).map(|i| format!("k{i}: {value}\n"));
    let results = (0..MANY).map(|i| format!("a: {i}\nBenchmarkA 1 {} ns/op\n", i + 1));
    keys.chain(results).collect()
}

#[test]
fn configurations_go_by_their_differences() {
    let start = time();
    let log = many_configurations("v");
    let store = Store::read([Input::new("log", &log)]);
    let stored = store.to_bytes();
    // The store is not much larger than the log.
    assert!(stored.len() < 2 * log.len(), "{} of {}", stored.len(), log.len());
    let mut joined = StoreBuilder::seeded(1);
    joined.append_store(&Store::from_bytes(&stored).unwrap(), Some(b"new"));
    let joined = joined.finish();
    assert_eq!(joined.len(), MANY as u64);
    let answer = run(&joined, &Query::default()).unwrap();
    assert_eq!(
        (answer.report().tables.len(), answer.report().table_fields.len()),
        (MANY, MANY + 1)
    );
    assert_eq!(answer.report().differing_fields(), [MANY]);
    let keys = summarize_keys(&joined, 3);
    let summary = keys.iter().find(|key| key.key.as_bytes() == b"a").unwrap();
    assert_eq!((summary.distinct, summary.values.len()), (MANY, 3));
    assert!(time() - start < BUDGET, "{:?}", time() - start);
}

/// Each command line gets 2 GB; a cost for each key in each table would need 6. It also gets a minute of CPU time, which
/// does not depend on other programs.
#[cfg(target_os = "linux")]
#[test]
fn every_output_of_many_configurations_fits() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("many-configurations");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("old"), many_configurations("v")).unwrap();
    std::fs::write(folder.join("new"), many_configurations("w")).unwrap();
    let set = |value: &str| (0..MANY).map(|i| format!("k{i}: {value}\n")).collect::<String>();
    let results: String = (0..MANY).map(|i| format!("BenchmarkA{i} 1 2 ns/op\n")).collect();
    let vary = [set("v"), results.clone(), set("w"), results].concat();
    std::fs::write(folder.join("vary"), vary).unwrap();
    for words in [
        "old",
        "keys old",
        "-table a old",
        "-col a old",
        "-ignore a old",
        "-format csv old",
        "-format markdown old",
        "-table a -format json old",
        "-gate 'sec/op: +5%' old old",
        "-gate 'sec/op: +5%' old new",
        "-table a -gate 'sec/op: +5%' -format json old new",
        "-table '' vary",
    ] {
        let script = format!("ulimit -v 2000000; ulimit -t 60; \"$0\" {words} >/dev/null 2>errors");
        let out = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_benchlens")])
            .current_dir(&folder)
            .output()
            .unwrap();
        let told = std::fs::read(folder.join("errors")).unwrap();
        let told = String::from_utf8_lossy(&told[..told.len().min(1000)]).into_owned();
        // A gate may fail, but no process is killed.
        assert!(matches!(out.status.code(), Some(0 | 1 | 4 | 5)), "{words}: {out:?} {told}");
    }
}

#[test]
fn the_patterns_of_all_rules_have_room_together() {
    let rules: String = (0..400).map(|i| format!("/x{i}\\pL{{1000}}/: +5%; ")).collect();
    let rules = rules.replace("/x", ".name:/x");
    let told = Gate::parse(&rules).unwrap_err().to_string();
    assert!(told.contains("expressions too large together"), "{told}");
}

/// Returns texts with the same hash under the seed 0: the hash multiplies the first 8 of their 16 bytes by a factor
/// that it computes from the last 8 bytes and its own constant, and this factor is zero.
fn colliding(count: usize, first: char) -> Vec<Vec<u8>> {
    let end = 0x8000_0000_8000_0001_u64.to_le_bytes();
    (0..count).map(|i| [format!("{first}{i:07}").as_bytes(), &end].concat()).collect()
}

/// Returns similar texts with an ordinary end, which do not collide.
fn ordinary(count: usize, first: char) -> Vec<Vec<u8>> {
    (0..count).map(|i| format!("{first}{i:07}endofkey").into_bytes()).collect()
}

fn with_names(names: &[Vec<u8>]) -> Vec<u8> {
    let line = |name: &Vec<u8>| [b"Benchmark", &name[..], b" 1 2 ns/op\n"].concat();
    names.iter().flat_map(line).collect()
}

fn with_keys(keys: &[Vec<u8>]) -> Vec<u8> {
    let line = |key: &Vec<u8>| [&key[..], b": v\n"].concat();
    keys.iter().flat_map(line).chain(*b"BenchmarkA 1 2 ns/op\n").collect()
}

#[test]
fn names_that_collide_under_a_known_seed_do_not_under_another() {
    let log = with_names(&colliding(10_000, 'A'));
    let time_of = |seed: u64| {
        let mut builder = StoreBuilder::seeded(seed);
        let start = time();
        builder.begin(b"log", b"log");
        builder.feed(&log).unwrap();
        builder.end();
        assert_eq!(builder.finish().len(), 10_000);
        time() - start
    };
    // With a known seed, a log can be crafted that takes time proportional to the square of its length.
    let (known, unknown) = (time_of(0), time_of(0x9e37_79b9_7f4a_7c15));
    assert!(8 * unknown < known, "{known:?} {unknown:?}");
}

#[cfg(unix)]
#[test]
fn the_program_has_a_seed_that_nobody_knows() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("colliding");
    std::fs::create_dir_all(&folder).unwrap();
    let (names, keys) = (colliding(40_000, 'A'), colliding(40_000, 'a'));
    std::fs::write(folder.join("names"), with_names(&names)).unwrap();
    std::fs::write(folder.join("keys"), with_keys(&keys)).unwrap();
    std::fs::write(folder.join("plain-names"), with_names(&ordinary(40_000, 'A'))).unwrap();
    std::fs::write(folder.join("plain-keys"), with_keys(&ordinary(40_000, 'a'))).unwrap();
    // bash prints how long its command has occupied a processor.
    let script = "TIMEFORMAT=%U; time \"$0\" -format csv -quiet \"$1\"";
    let time_of = |log: &str| -> f64 {
        let out = Command::new("bash")
            .args(["-c", script, env!("CARGO_BIN_EXE_benchlens"), log])
            .env("LC_ALL", "C")
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(out.status.code(), Some(0), "{log}: {out:?}");
        assert!(40_000 < out.stdout.iter().filter(|&&byte| byte == b'\n').count(), "{log}");
        String::from_utf8_lossy(&out.stderr).trim().parse().unwrap()
    };
    for (hostile, plain) in [("names", "plain-names"), ("keys", "plain-keys")] {
        let (hostile, plain) = (time_of(hostile), time_of(plain));
        assert!(hostile < 3.0 * plain + 2.0, "{hostile} {plain}");
    }
}

/// Each of many tables, or of many rows, has the first column and one unique column, so that the product of both
/// would be listed as missing.
#[cfg(target_os = "linux")]
#[test]
fn what_is_missing_is_listed_in_proportion() {
    const SPARSE: usize = 5_000;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sparse");
    std::fs::create_dir_all(&folder).unwrap();
    let lines = |i: usize, name: &str| {
        let new = i + 1;
        format!("commit: 0\n{name} 1 2 ns/op\ncommit: {new}\n{name} 1 3 ns/op\n")
    };
    let tables: String =
        (0..SPARSE).map(|i| format!("pkg: {i}\n{}", lines(i, "BenchmarkA"))).collect();
    let rows: String = (0..SPARSE).map(|i| lines(i, &format!("BenchmarkA{i}"))).collect();
    std::fs::write(folder.join("tables"), tables).unwrap();
    std::fs::write(folder.join("rows"), rows).unwrap();
    for words in ["-table pkg -col commit tables", "-table '' -col commit rows"] {
        for more in [
            "-format json",
            "-format tidy",
            "-format markdown",
            "-format json -base previous",
            "-gate 'sec/op: +200%; missing: fail' -format json",
        ] {
            let script =
                format!("ulimit -v 1000000; ulimit -t 60; \"$0\" {more} {words} >out 2>told");
            let out = Command::new("sh")
                .args(["-c", &script, env!("CARGO_BIN_EXE_benchlens")])
                .current_dir(&folder)
                .output()
                .unwrap();
            let told = std::fs::read_to_string(folder.join("told")).unwrap();
            let status = if more.starts_with("-gate") { 4 } else { 0 };
            assert_eq!(out.status.code(), Some(status), "{more} {words}: {told}");
            let len = std::fs::metadata(folder.join("out")).unwrap().len();
            assert!(len < 40 << 20, "{more} {words}: {len} bytes");
            if !more.contains("previous") {
                assert!(
                    told.contains("each gap is reported only in its first column"),
                    "{more}: {told}"
                );
            }
        }
    }
}

/// Returns the least times of two works. Both take turns, because other programs make a processor slower for seconds.
fn least_times(works: [&dyn Fn(); 2]) -> [Duration; 2] {
    let mut least = [Duration::MAX; 2];
    for _ in 0..7 {
        for (least, work) in least.iter_mut().zip(works) {
            let start = time();
            work();
            *least = (time() - start).min(*least);
        }
    }
    least
}

#[test]
fn twice_as_many_tables_take_twice_as_long() {
    let gate = || Gate::parse("time: +5%; missing: fail; order: any").unwrap();
    let tables: [fn(usize) -> String; 2] = [|i| format!("pkg: p{i}\n"), |i| format!("cpu: c{i}\n")];
    for table in tables {
        let store = |count: usize| {
            let log = |factor: f64| {
                let line = |i: usize| {
                    let (wall, cpu) = (i as f64 * factor, i as f64);
                    table(i) + &format!("BenchmarkA 1 {wall} ns/op {cpu} cpu-ns/op 16 B/op\n")
                };
                (1..=count).map(line).collect::<String>()
            };
            let (old, new) = (log(1.0), log(1.01));
            Store::read([Input::new("old", &old), Input::new("new", &new)])
        };
        let (small, large) = (store(3_000), store(6_000));
        let compare = |store: &Store, count: usize| {
            let plan = Query::default().compile().unwrap().with_gate(gate());
            assert_eq!(plan.run(store).unwrap().report().tables.len(), 3 * count);
        };
        let [once, twice] = least_times([&|| compare(&small, 3_000), &|| compare(&large, 6_000)]);
        assert!(twice < once.mul_f64(2.6), "{once:?}, and twice as much {twice:?}");
    }
}

/// Beginnings of inputs of several formats; a long text follows in the same line.
const BEGINNINGS: [&str; 18] = [
    "",
    "BenchmarkA 1 1 ns/op\n",
    "goos: linux\nBenchmarkA",
    "goos: linux\nBenchmarkA 1 1 ns/op ",
    "goos: linux\npkg: ",
    "Unit ns/op ",
    "name,value,unit\nA,1,x\nB,1,x,",
    "name,value,unit\nA,1,x\n\"",
    "name\tvalue\tunit\nA\t1\tx\nB\t1\tx\t",
    "name;value;unit\nA;1;x\nB;1;",
    "test a ... bench: 1 ns/iter (+/- 0)\ntest ",
    "{\"Time\":\"t\",\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"BenchmarkA 1 1 ns/op ",
    "{\"context\":{},\"benchmarks\":[{\"name\":\"",
    "{\"results\":[{\"command\":\"a\",\"times\":[1,",
    "metric_name,timestamp,metric_value,check,error\nhttp_req_duration,1,2,",
    "1795753518096005511,200,3745886,0,4,,,,1,GET,",
    "<?xml version=\"1.0\"?>\n<testResults version=\"1.2\">\n<sample t=\"5\" lb=\"",
    "[12:00:00] \x1b[32mBenchmarkA 1 1 ns/op\n[12:00:00] ",
];

/// Texts that separate something in a format, or that are parts of a stamp.
const REPEATED: [&str; 24] = [
    "\t", ",", ";", " ", "\"", "\"\"", "[", "{", "]", "/", "=", "\n", ":", "\\", "\r", "\x1b[",
    "<", "&", "1", "0:", ",a", "\"\n", "a=b ", "\u{2028}",
];

/// Requires that reading an input of twice the size takes about twice the time, unless both are fast.
fn check_growth(name: &str, read: &dyn Fn(usize)) {
    let measured = |size| {
        let start = time();
        read(size);
        time() - start
    };
    const SIZE: usize = 1 << 16;
    // Detecting the format of very many short lines takes a quarter of a second, and no longer for longer texts.
    if measured(2 * SIZE) < Duration::from_millis(400) {
        return;
    }
    let [half, whole] = least_times([&|| read(SIZE), &|| read(2 * SIZE)]);
    assert!(whole < half.mul_f64(2.6), "{name}: {half:?}, and twice as much {whole:?}");
}

#[test]
fn time_grows_with_the_size_of_a_line() {
    for begin in BEGINNINGS {
        for repeated in REPEATED {
            check_growth(&format!("{begin:?} {repeated:?}"), &|size| {
                let text = [begin, &repeated.repeat(size / repeated.len()), "\n"].concat();
                Store::read([Input::new("log", text.as_bytes())]);
            });
        }
    }
}

#[test]
fn time_grows_with_the_members_of_an_archive() {
    let members = |size: usize| -> Vec<String> {
        (0..size / 64).map(|member| format!("{member}/log.txt")).collect()
    };
    for content in ["", "{\"a\":1}", "BenchmarkA 1 1 ns/op\n"] {
        let read = |archive: Vec<u8>| {
            let input = benchlens_inputs::InputArgument::of_bytes("archive", archive);
            let threads = benchlens_inputs::Threads(Some(1));
            let options = benchlens_core::format::ReadOptions::default();
            benchlens_inputs::read(&[input], &options, &threads, &mut benchlens_inputs::Unwatched);
        };
        check_growth("zip", &|size| {
            let names = members(size);
            let all: Vec<_> = names.iter().map(|name| zipped(name, content.as_bytes())).collect();
            read(zip(&all));
        });
        check_growth("tar", &|size| {
            let names = members(size);
            let all: Vec<_> = names.iter().map(|name| (&name[..], content.as_bytes())).collect();
            read(tar(&all));
        });
    }
}
