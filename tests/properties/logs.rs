//! Logs that are nearly valid.

use proptest::prelude::*;

use benchlens_core::format::FORMATS;

use crate::support::documents::DOCUMENTS;
use crate::support::pieces::PIECES;

/// Returns bytes that a log may contain in unexpected places.
fn odd() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::sample::select(vec![
            &b""[..],
            b" ",
            b"\t",
            b"\r",
            b"\0",
            b"=",
            b":",
            b"/",
            b"-8",
            b"\xff",
            b"\xef\xbb\xbf",
            b"\xff\xfe",
            b"\xf0\x9f\x98",
            "\u{2003}".as_bytes(),
            "\u{a0}".as_bytes(),
            "é".as_bytes(),
            "µ".as_bytes(),
            "\u{200b}".as_bytes(),
            "Ⅰ".as_bytes(),
            "ǅ".as_bytes(),
            "漢".as_bytes(),
            b"\"",
            b",",
            b"'",
        ])
        .prop_map(<[u8]>::to_vec),
        prop::collection::vec(any::<u8>(), 0..4),
    ]
}

fn word(words: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(words).prop_map(|word| word.as_bytes().to_vec());
    prop_oneof![9 => known.boxed(), 1 => odd().boxed()]
}

fn name() -> impl Strategy<Value = Vec<u8>> {
    let part = word(&["/n=1", "/n=2k", "/k=", "/", "/gomaxprocs=2", "/x", "-8", "-16", "//", "="]);
    let base = word(&["A", "B", "Foo", "", "X-2"]);
    (base, prop::collection::vec(part, 0..4))
        .prop_map(|(base, parts)| [base, parts.concat()].concat())
}

fn number() -> impl Strategy<Value = Vec<u8>> {
    let odd = word(&[
        "0",
        "-0",
        "1",
        "1.50",
        "100",
        "1e300",
        "1e-320",
        "inf",
        "-Inf",
        "NaN",
        "+7",
        "1_000",
        "0x1p-3",
        "1e999",
        "18446744073.999999999",
        "4294967295",
        "4294967296",
        "123456789012345678",
        "0.000000000000000000000001",
        "1.",
        ".5",
        "5.5.5",
    ]);
    let plain = (0..100_000u32, 0..4usize)
        .prop_map(|(n, decimals)| format!("{:.decimals$}", f64::from(n) / 100.0).into_bytes());
    prop_oneof![odd.boxed(), plain.boxed()]
}

fn unit() -> impl Strategy<Value = Vec<u8>> {
    word(&["ns/op", "B/op", "allocs/op", "MB/s", "x", "p50-ns", "a-unit-with-a-long-name", "op/ns"])
}

fn space() -> impl Strategy<Value = Vec<u8>> {
    let odd = prop::sample::select(vec![&b"  "[..], b"\t", b" \t ", b"\xc2\xa0", b"\xe2\x80\x83"]);
    prop_oneof![9 => Just(b" ".to_vec()).boxed(), 1 => odd.prop_map(<[u8]>::to_vec).boxed()]
}

fn result() -> impl Strategy<Value = Vec<u8>> {
    let measurement = (space(), number(), space(), unit())
        .prop_map(|(a, number, b, unit)| [a, number, b, unit].concat());
    let iterations = prop_oneof![
        5 => Just(b"100".to_vec()).boxed(),
        1 => word(&["1", "-5", "0", "9223372036854775807", "9223372036854775808", "x"]).boxed(),
    ];
    let measurements = prop::collection::vec(measurement, 0..4).prop_map(|all| all.concat());
    (name(), space(), iterations, measurements).prop_map(
        |(name, space, iterations, measurements)| {
            [b"Benchmark".to_vec(), name, space, iterations, measurements].concat()
        },
    )
}

fn config() -> impl Strategy<Value = Vec<u8>> {
    let key = word(&["goos", "pkg", "k", "note", "é", "Upper"]);
    let value = word(&["linux", "a b", "", "v", "x: y"]);
    (key, word(&[": ", ":", ":\t", ":  "]), value).prop_map(|(k, colon, v)| [k, colon, v].concat())
}

fn unit_line() -> impl Strategy<Value = Vec<u8>> {
    let pair = word(&["assume=exact", "assume=nothing", "better=higher", "a=", "=b", "a"]);
    (unit(), prop::collection::vec(pair, 0..3)).prop_map(|(unit, pairs)| {
        [b"Unit ".to_vec(), unit, b" ".to_vec(), pairs.join(&b" "[..])].concat()
    })
}

/// Returns lines of all kinds, some of them repeated, so that the fast path for repetitions is used.
pub(crate) fn log() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        8 => result().boxed(),
        3 => config().boxed(),
        1 => unit_line().boxed(),
        1 => word(&["PASS", "", "ok  pkg 1s", "BenchmarkX", "Benchmark", "Unit"]).boxed(),
        1 => prop::collection::vec(odd(), 0..5).prop_map(|all| all.concat()).boxed(),
    ];
    let end = prop_oneof![9 => Just(&b"\n"[..]), 1 => Just(&b"\r\n"[..]), 1 => Just(&b""[..])];
    let lines = (line, end, 1..4usize)
        .prop_map(|(line, end, times)| [&line[..], end].concat().repeat(times));
    prop::collection::vec(lines, 0..20).prop_map(|all| all.concat())
}

/// Returns logs whose lines mostly have a runner's timestamp, with terminal sequences and progress in between.
pub(crate) fn of_runner() -> impl Strategy<Value = Vec<u8>> {
    const STAMPS: [&str; 7] = [
        "2026-01-31T12:00:00.1234567Z ",
        "[2026-01-31T12:00:00.123Z] ",
        "12:00:00  ",
        "Jan 31 12:00:00 ",
        "2026-01-31T12:00:00.123456Z 01O ",
        "bench\tRun go test\t\u{feff}2026-01-31T12:00:00.1234567Z ",
        "\x1b_bk;t=1700000000000\x07",
    ];
    const PIECES: [&str; 8] = [
        "\x1b[32m",
        "\x1b[0m",
        "\x1b[",
        "\x1b]0;x\x07",
        " 10%\r",
        "2026-01-31T12:00:00.123456Z 01O+",
        "section_end:17:x\r\x1b[0K",
        "12:00:00 ",
    ];
    let before =
        prop_oneof![6 => Just(None), 1 => prop::sample::select(&PIECES[..]).prop_map(Some)];
    let lines = (log(), prop::collection::vec(before, 8), prop::sample::select(&STAMPS[..]));
    lines.prop_map(|(log, before, stamp)| {
        let mut text = Vec::new();
        for (line, before) in log.split_inclusive(|&byte| byte == b'\n').zip(before.iter().cycle())
        {
            text.extend_from_slice(stamp.as_bytes());
            text.extend_from_slice(before.unwrap_or_default().as_bytes());
            text.extend_from_slice(line);
        }
        text
    })
}

/// Returns lines of libtest or rows of a table, sometimes with lines of Go's text between them.
pub(crate) fn of_lines() -> impl Strategy<Value = Vec<u8>> {
    let test = word(&[
        "test a::b ... bench:       3,296 ns/iter (+/- 521)",
        "test a::b     ... bench:  13,967,756.30 µs/iter (+/- 2.5) = 28,653 MB/s",
        "test c d/e ... bench: 1 s/iter (+/- 0)\r",
        "test c ... FAILED",
        "test c ... bench: x ns/iter",
        "# benchlens recording=r block=1",
        "running 5 tests",
    ]);
    let row = word(&[
        "n,name,value,unit,pkg",
        "1,A,12.5,ms/op,p",
        "2,\"a,b\",1e3,MB/s,q",
        "\"1\nx\",\"A\"\"\",7,ops/ms,",
        "1,A,,s,p",
        "1,\"A,1",
        "",
    ]);
    let lines = |line: BoxedStrategy<Vec<u8>>, first: &'static str| {
        let line = prop_oneof![20 => line, 1 => result().boxed()];
        let lines = prop::collection::vec(line, 1..12);
        lines.prop_map(move |lines| [first.as_bytes(), &lines.join(&b"\n"[..])].concat())
    };
    prop_oneof![lines(test.boxed(), ""), lines(row.boxed(), "n,name,value,unit,pkg\n")]
}

/// Returns documents of other harnesses, damaged in a few places and preceded by the number of their format.
pub(crate) fn of_documents() -> impl Strategy<Value = Vec<u8>> {
    const VALUES: [&str; 16] = [
        "1",
        "[1,2.5e-3]",
        "[[1,2],[3]]",
        "\"x\"",
        "\"\\ud800\\n\"",
        "null",
        "true",
        "NaN",
        "[1e400,-Infinity]",
        "{\"value\":1,\"samples\":[1]}",
        "{\"scoreUnit\":\"us/op\",\"rawData\":[[1]]}",
        "{\"rawDataHistogram\":[[[[1,3]]]]}",
        "[{\"values\":[1,2]}]",
        "[[[[",
        "\"",
        "",
    ];
    const ODD: &[u8] = b"{}[]\",:0e-\\\n \xff\0";
    let document = (prop::sample::select(&DOCUMENTS[..]), prop::sample::select(&VALUES[..]));
    let one = document.prop_map(|((name, text), value)| (name, text.replace('@', value)));
    let breaks = prop::collection::vec((any::<u16>(), 0..4u8, prop::sample::select(ODD)), 0..4);
    let documents = (one, breaks, 1..3usize, 0..4u8);
    documents.prop_map(|((name, text), breaks, times, other)| {
        let mut text = format!("{text}\n").repeat(times).into_bytes();
        for (at, what, odd) in breaks {
            let at = usize::from(at) % text.len().max(1);
            match what {
                0 if at < text.len() => drop(text.remove(at)),
                1 => text.insert(at, odd),
                2 => text.truncate(at),
                _ => text.extend_from_within(at..),
            }
        }
        // The document is sometimes read in a wrong format.
        let format = FORMATS.iter().position(|format| format.name == name && other != 0);
        let format = format.map_or(text.len() as u8, |index| index as u8);
        [&[format][..], &text].concat()
    })
}

/// Returns only results; every line has a line end.
pub(crate) fn results() -> impl Strategy<Value = Vec<u8>> {
    let line = (0..4u8, 1..1000u32, 1..9u32).prop_map(|(name, time, size)| {
        format!("Benchmark{} 1 {time} ns/op {size} B/op\n", char::from(b'A' + name))
    });
    prop::collection::vec(line, 1..30).prop_map(|all| all.concat().into_bytes())
}

/// Returns the lines of one benchmark, and the same lines in another order.
pub(crate) fn benchmark_and_shuffle() -> impl Strategy<Value = (Vec<String>, Vec<String>)> {
    let line = (number(), number()).prop_map(|(time, size)| {
        let (time, size) = (String::from_utf8_lossy(&time), String::from_utf8_lossy(&size));
        format!("BenchmarkA/n=1/k=x-8 1 {time} ns/op {size} B/op\n")
    });
    let line = line.prop_filter("all are results of one layout", |line| {
        line.split_ascii_whitespace().count() == 6 && !line.to_ascii_lowercase().contains("nan")
    });
    let lines = prop::collection::vec(line, 1..30);
    lines.prop_flat_map(|lines| (Just(lines.clone()), Just(lines).prop_shuffle()))
}

/// Returns a text with special characters of Markdown, HTML, a runner's log or a terminal.
pub(crate) fn hostile_word() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned).boxed(),
        1 => "[a-z0-9/=]{1,4}".boxed(),
        1 => any::<char>().prop_map(String::from).boxed(),
    ];
    // A name extends to the next white space.
    let pieces = prop::collection::vec(piece, 1..6).prop_map(|pieces| pieces.concat());
    pieces.prop_map(|text| text.split_whitespace().collect())
}

/// Returns logs with hostile names, units and configuration values.
pub(crate) fn hostile() -> impl Strategy<Value = Vec<u8>> {
    let lines = (hostile_word(), hostile_word(), hostile_word(), 1..4usize);
    let block = lines.prop_map(|(name, unit, value, times)| {
        let result = format!("Benchmark{name} 1 2 {unit} 3 ns/op\n");
        format!("k: {value}\n{}", result.repeat(times))
    });
    prop::collection::vec(block, 1..5).prop_map(|blocks| blocks.concat().into_bytes())
}
