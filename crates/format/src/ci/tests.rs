//! Checks that a log in a wrapping is read like the log without it, at the same lines.

use super::Wrapping;
use crate::{AutoReader, HEAD_BYTES, Notice, Problem, Reader, Record, cut_at_lines};

const LOG: &str = "go: downloading x v1\ngoos: linux\npkg: p\n\nBenchmarkA-8 \t 100\t 12.5 ns/op\n\
    BenchmarkA-8 \t 100\t 12.75 ns/op\nBenchmarkB 1 x ns/op\n  BenchmarkC 1 2 ns/op\nPASS\nok p 1s\n";

/// Returns the records of an input that is read in chunks of a size.
fn records(input: &str, size: usize) -> Vec<String> {
    let (mut reader, mut all) = (AutoReader::default(), Vec::new());
    let mut sink = |at: &crate::Location, record: Record<'_>| {
        let record = match record {
            Record::Result(result) => format!("{:?} {:?}", result.name, result.values),
            Record::Notice(Notice::Problem(Problem::Note { text })) => {
                String::from_utf8_lossy(&text).into_owned()
            }
            other => format!("{other:?}"),
        };
        all.push(format!("{at:?} {record}"));
    };
    input.as_bytes().chunks(size).for_each(|chunk| reader.feed(chunk, &mut sink));
    reader.finish(&mut sink);
    all
}

/// Checks that a wrapped log has the records of the log inside it, in which only the keys that Go prints are
/// configuration.
fn check(wrapped: &str, log: &str, notes: &[&str]) {
    let mut want: Vec<String> = records(log, log.len());
    for record in want.iter_mut().filter(|record| record.contains("Config { key: [103, 111], ")) {
        *record = record.replace("Config", "Metadata");
    }
    want.extend(notes.iter().map(|note| format!("Input {note}")));
    for size in [1, 2, 7, 50, wrapped.len()] {
        assert_eq!(records(wrapped, size), want, "{size}: {wrapped:?}");
    }
    assert!(cut_at_lines(wrapped.as_bytes()).is_none());
}

/// Returns a log in which every line is made longer.
fn each(log: &str, line: impl Fn(&str) -> String) -> String {
    log.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn stamps_are_taken_off() {
    for before in [
        "2026-01-31T12:00:00.1234567Z ",
        "\u{feff}2026-01-31T12:00:00.1234567Z ",
        "[2026-01-31T12:00:00.123Z] ",
        "12:00:00 ",
        "[12:00:00] ",
        "Jan 31 12:00:00 ",
        "2026-01-31T12:00:00.123456Z 01O ",
        "2026-01-31T12:00:00.1234567Z 12:00:00 ",
    ] {
        let wrapped = each(LOG, |line| [before, line].concat());
        check(&wrapped, LOG, &["cut time stamps off 10 lines"]);
        // Some lines have no stamp; a file comes from Windows; the last line end is missing.
        let wrapped = wrapped.replacen(before, "", 1);
        check(&wrapped, LOG, &["cut time stamps off 9 lines"]);
        let returns = wrapped.replace('\n', "\r\n");
        check(&returns, LOG, &["cut time stamps off 9 lines"]);
        let end = format!("{before}BenchmarkD 1 2 ns/op");
        let log = format!("{LOG}BenchmarkD 1 2 ns/op");
        check(&[&wrapped[..], &end].concat(), &log, &["cut time stamps off 10 lines"]);
    }
    let job = "bench (1, x)\tRun go test\t2026-01-31T12:00:00.1234567Z ";
    let wrapped = each(LOG, |line| [job, line].concat());
    check(&wrapped, LOG, &["cut jobs, steps and time stamps off 10 lines"]);
}

#[test]
fn terminal_sequences_are_dropped() {
    let coloured = each(LOG, |line| format!("\x1b[1;32m{line}\x1b[0m"));
    let coloured = coloured.replace("\x1b[1;32mgo:", "go:");
    let mut want = records(LOG, LOG.len());
    want.push("Input dropped terminal sequences from 5 lines".into());
    assert_eq!(records(&coloured, 3), want);
    let buildkite = each(LOG, |line| format!("\x1b_bk;t=1700000000000\x07{line}"));
    check(&buildkite, LOG, &["dropped terminal sequences from 5 lines"]);
}

#[test]
fn sections_and_progress_are_what_a_terminal_shows() {
    let gitlab = "\x1b[0Ksection_start:1700000000:build\r\x1b[0K\x1b[36;1mRunning\x1b[0;m\n\
        section_end:1700000001:build\r\x1b[0KBenchmarkA 1 2 ns/op\n\
        \x1b[32m 10%\r 99%\x1b[0m\rBenchmarkA 1 3 ns/op\r\r\n";
    let log = "\nBenchmarkA 1 2 ns/op\nBenchmarkA 1 3 ns/op\n";
    check(gitlab, log, &["dropped terminal sequences from 2 lines"]);
    // Without a sequence that hides a result, progress output is unchanged.
    assert!(Wrapping::of(b" 10%\rBenchmarkA 1 3 ns/op\n").is_none());
}

#[test]
fn continued_lines_are_put_together() {
    let stamp = "2026-01-31T12:00:00.123456Z 01O";
    let wrapped = format!(
        "{stamp} pkg: p\n{stamp} BenchmarkA-8 \t\n{stamp}+ 100\n{stamp}+ 12.5 ns/op\n\
        {stamp} section_start:17:x\r\n{stamp}+\x1b[0KBenchmarkA-8 1 2 ns/op\n{stamp}+ 3 B/op"
    );
    let log = "pkg: p\n\n\nBenchmarkA-8 \t 100 12.5 ns/op\n\n\nBenchmarkA-8 1 2 ns/op 3 B/op";
    let notes = ["cut time stamps off 7 lines"];
    check(&wrapped, log, &notes);
}

#[test]
fn other_formats_are_found_within() {
    let log = "# p\n{\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"BenchmarkA \\t\"}\n\
        {\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"1 2 ns/op\\n\"}\n";
    let wrapped = each(log, |line| format!("2026-01-31T12:00:00.1234567Z {line}"));
    check(&wrapped, log, &["cut time stamps off 3 lines"]);
    assert!(records(&wrapped, 9).iter().any(|record| record.contains("[Short")));
}

#[test]
fn a_program_that_prints_times_is_no_runner() {
    let mut log =
        each(LOG, |line| format!("2026-01-31T12:00:00Z a: {line}\n12:00:00 b: 1\n{line}"));
    assert!(Wrapping::of(log.as_bytes()).is_none());
    // The same is true for a log whose results come without stamps, wherever they are in the head.
    log = format!("{}BenchmarkA 1 2 ns/op\n", "12:00:00 x\n".repeat(99));
    assert!(Wrapping::of(log.as_bytes()).is_none());
    assert!(Wrapping::of("12:00:00 x\ny\n".as_bytes()).is_none());
    assert!(Wrapping::of(b"").is_none());
    // Only the head decides.
    let late = format!("{}\x1b[0mpkg: p\n", "a\n".repeat(HEAD_BYTES / 2));
    assert!(Wrapping::of(late.as_bytes()).is_none());
    assert!(Wrapping::of(&late.as_bytes()[20..]).is_some());
    // Sequences that hide nothing are not removed.
    let names = "pkg: \x1b[1mp\nBenchmarkA\x1b[0m 1 2 ns/op\n  \x1b[31mx\x1b[0m\n";
    assert!(Wrapping::of(names.as_bytes()).is_none());
}

#[test]
fn a_long_log_reads_the_same_however_it_is_cut() {
    let setup = "2026-01-31T12:00:00.1Z ##[group]set up\n".repeat(4000);
    let wrapped =
        [&setup, &each(LOG, |line| ["2026-01-31T12:00:00.1Z ", line].concat())[..]].concat();
    let log = ["\n".repeat(4000), LOG.into()].concat();
    check(&wrapped, &log, &["cut time stamps off 4010 lines"]);
}
