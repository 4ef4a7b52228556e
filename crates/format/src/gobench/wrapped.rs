//! Results that are not read because other text precedes them on the line.
//!
//! Logs that were copied, colored or stamped by a runner have lines that the format does not allow, and so do logs to
//! which the output of `go test -json`, or UTF-16, was appended. These lines are not read, as in other tools, but if
//! only a part of a log is read, the user should know.

use super::line::{Line, Scratch, parse};
use crate::ci::without_stamps;
use crate::line_limits::NOISE_KEPT;
use crate::lines::without_return;

/// Returns whether a line of noise would be a result without the white space, the colors, the time stamps and the
/// commands of a runner before it, or is the `go test -json` event that begins a result.
pub(super) fn is_result(line: &[u8]) -> bool {
    // A line buffer keeps only this part of a line of noise, and the answer must not depend on how the line came.
    let line = &line[..line.len().min(NOISE_KEPT)];
    if memchr::memchr(0, line).is_some() {
        let text: Vec<u8> = line.iter().copied().filter(|&byte| byte != 0).collect();
        return !text.contains(&0) && is_result_behind(&text);
    }
    let is_stamped = || {
        memchr::memmem::find(line, b"Benchmark").is_some()
            && without_stamps(line).is_some_and(is_result_behind)
    };
    is_result_behind(line) || is_stamped()
}

fn is_result_behind(line: &[u8]) -> bool {
    let mut rest = line;
    loop {
        rest = match rest {
            [b'B', ..] => {
                let rest = without_return(rest);
                return matches!(parse(rest, &mut Scratch::default()), Line::Result { .. });
            }
            [b' ' | b'\t' | b'\r' | b'[', rest @ ..] => rest,
            [b'\x1b', b'[', rest @ ..] => after_colour(rest),
            [b'0'..=b'9', ..] => after_stamp(rest),
            [b'{', ..] => return is_event(rest),
            _ => match after_command(rest) {
                Some(after) => after,
                None => return is_service_message(rest),
            },
        };
    }
}

/// Returns whether a line is an event whose output begins with a benchmark's name and a tab. A name without a tab
/// announces a benchmark.
fn is_event(line: &[u8]) -> bool {
    const OUTPUT: &[u8] = b"\"Output\":\"Benchmark";
    let Some(start) = memchr::memmem::find(line, OUTPUT) else { return false };
    let output = &line[start + OUTPUT.len()..];
    let end = memchr::memchr(b'"', output).unwrap_or(output.len());
    memchr::memmem::find(&output[..end], b"\\t").is_some()
}

/// Returns the text after a command of Azure Pipelines, such as `##[debug]`, or a section marker of GitLab.
fn after_command(line: &[u8]) -> Option<&[u8]> {
    let after = |end: u8| memchr::memchr(end, line).map(|at| &line[at + 1..]);
    match line {
        [b's', ..] if line.starts_with(b"section_start:") || line.starts_with(b"section_end:") => {
            after(b'\r')
        }
        [b'#', b'#', ..] if line.starts_with(b"##[") || line.starts_with(b"##vso[") => after(b']'),
        _ => None,
    }
}

/// Returns whether a line is a message of TeamCity with a result: `##teamcity[testStdOut out='BenchmarkA|t1|t2 x|n']`.
fn is_service_message(line: &[u8]) -> bool {
    let Some(message) = line.strip_prefix(b"##teamcity[") else { return false };
    let lines = message.split(|&byte| byte == b'\'').flat_map(|text| {
        let is_end = |(at, _): &(usize, &u8)| text[*at..].starts_with(b"|n");
        let ends = text.iter().enumerate().filter(is_end).map(|(at, _)| at + 2);
        std::iter::once(0).chain(ends).map(|start| &text[start..])
    });
    let is_result = |text: &[u8]| {
        let end = memchr::memmem::find(text, b"|n").unwrap_or(text.len());
        let text = String::from_utf8_lossy(&text[..end]).replace("|t", "\t");
        matches!(parse(text.as_bytes(), &mut Scratch::default()), Line::Result { .. })
    };
    lines.filter(|text| text.starts_with(b"Benchmark")).any(is_result)
}

/// Returns the text after the `1;32m` of a color.
fn after_colour(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|b| !matches!(b, b'0'..=b'9' | b';'));
    end.map_or(&[], |end| &text[end + 1..])
}

/// Returns the text after a date, a time or a number of seconds.
fn after_stamp(text: &[u8]) -> &[u8] {
    let of_stamp =
        |b: &u8| matches!(b, b'0'..=b'9' | b'-' | b':' | b'.' | b',' | b'T' | b'Z' | b'+' | b']');
    let end = text.iter().position(|b| !of_stamp(b));
    end.map_or(&[], |end| &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_results_are_seen_and_others_not() {
        let result = "BenchmarkA-8 100 12.5 ns/op";
        for before in [
            " ",
            "\t\t",
            "\x1b[32m",
            "\x1b[1;32m \x1b[0m",
            "2026-01-31T12:00:00.123Z ",
            "[12:00:00] ",
            "2026/",
        ] {
            let is_wrapped = before != "2026/";
            assert_eq!(is_result([before, result].concat().as_bytes()), is_wrapped, "{before:?}");
        }
        for before in
            ["bench-1  | ", "#12 3.4 ", "[make] ", "Step #1: ", "Jan 31 12:00:00 host go[1]: "]
        {
            assert!(is_result([before, result].concat().as_bytes()), "{before:?}");
        }
        for before in [
            "##[debug]",
            "##vso[task.debug]",
            "section_end:1700000000:b\r",
            "section_start:1700000000:b[collapsed=true]\r\x1b[0K",
        ] {
            assert!(is_result([before, result].concat().as_bytes()), "{before:?}");
        }
        let message = |text: &str| is_result(format!("##teamcity[x out='{text}']").as_bytes());
        assert!(message("BenchmarkA|t1|t2 ns/op|n") && message("PASS|nBenchmarkA 1 2 ns/op"));
        assert!(!message("BenchmarkA|n") && !message("a BenchmarkA 1 2 ns/op"));
        let utf16: Vec<u8> = result.bytes().flat_map(|byte| [byte, 0]).collect();
        assert!(is_result(&utf16) && is_result(&[&[0], &utf16[..]].concat()));
        assert!(!is_result(b"    x_test.go:8: BenchmarkA-8 100 12.5 ns/op"));
        assert!(!is_result(b" BenchmarkA-8"));
        assert!(!is_result(b"\x1b[32"));
        assert!(!is_result(b" --- BENCH: BenchmarkA-8"));
        let event = |output: &str| {
            is_result(
                format!(r#"{{"Action":"output","Package":"p","Output":"{output}"}}"#).as_bytes(),
            )
        };
        assert!(event(r"BenchmarkA-8 \t 100\t 12.5 ns/op\n") && event(r"BenchmarkA-8 \t"));
        assert!(!event(r"BenchmarkA\n") && !event(r"ok \tp\t0.1s\n"));
    }
}
