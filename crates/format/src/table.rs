//! The list of formats, and the format of an input.

use super::foreign::FOREIGN;
use super::load::{ab, autocannon, fortio, ghz, hdr, hey, jmeter, k6, locust, oha, vegeta, wrk};
use super::sight::{HEAD_BYTES, Head, Sight};
use super::{
    Format, action, bencher, cargo_criterion, criterion, csv, dotnet, gobench, gojson, google,
    hyperfine, jmh, libtest, pyperf, pytest, tar, vitest,
};

/// The formats that are read. An input has the first format that recognizes it; the last format is the fallback.
pub const FORMATS: &[Format] = &[
    gojson::FORMAT,
    criterion::FORMAT,
    cargo_criterion::FORMAT,
    google::FORMAT,
    jmh::FORMAT,
    pytest::FORMAT,
    hyperfine::FORMAT,
    dotnet::FORMAT,
    vitest::FORMAT,
    vitest::TINYBENCH,
    pyperf::FORMAT,
    action::HISTORY,
    action::CUSTOM,
    k6::FORMAT,
    k6::CSV,
    k6::SUMMARY,
    vegeta::GOB,
    vegeta::FORMAT,
    vegeta::CSV,
    vegeta::REPORT,
    oha::CSV,
    oha::FORMAT,
    hey::FORMAT,
    hey::TEXT,
    ghz::FORMAT,
    ghz::CSV,
    fortio::FORMAT,
    jmeter::FORMAT,
    jmeter::XML,
    locust::FORMAT,
    locust::STATS,
    wrk::FORMAT,
    ab::REQUESTS,
    ab::FORMAT,
    autocannon::FORMAT,
    hdr::LOG,
    hdr::PERCENTILES,
    bencher::FORMAT,
    libtest::FORMAT,
    csv::FORMAT,
    gobench::FORMAT,
];

/// Returns the format that is the fallback.
pub fn any_text() -> &'static Format {
    const { &gobench::FORMAT }
}

/// Returns the format of an input, once its first bytes are enough to decide.
pub(super) fn detect(bytes: &[u8], is_whole: bool) -> Option<&'static Format> {
    let is_whole = is_whole || HEAD_BYTES <= bytes.len();
    let head = Head { bytes: &bytes[..bytes.len().min(HEAD_BYTES)], is_whole };
    let (any, others) = FORMATS.split_last()?;
    let foreign = const { &FOREIGN };
    let known = std::iter::once(const { &tar::FORMAT }).chain(others).chain(foreign);
    for format in known.chain([any]) {
        match (format.sight)(&head) {
            Sight::Yes => return Some(format),
            Sight::Unsure if !is_whole => return None,
            Sight::Unsure | Sight::No => {}
        }
    }
    Some(any_text())
}

/// Returns whether texts of this kind can be concatenated, as logs can: Go's text, or events of `go test -json`. Its
/// first [`HEAD_BYTES`] or all of it decide.
pub fn is_log(head: &[u8]) -> bool {
    detect(head, true).is_none_or(|format| ["go", "go-json"].contains(&format.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(bytes: &[u8], is_whole: bool) -> Option<&'static str> {
        detect(bytes, is_whole).map(|format| format.name)
    }

    #[test]
    fn more_bytes_never_change_an_answer() {
        let tar = [&b"logs/old.txt"[..], &[0; 245], b"ustar\x0000rest"].concat();
        let inputs: [(&[u8], &str); 14] = [
            (b"goos: linux\nBenchmarkA 1 2 x\n{\"Action\":\"output\"}\n", "go"),
            (b"\n{\"Action\":\"start\",\"Package\":\"p\"}\n", "go-json"),
            (
                b"# p\np.go:1: x\n{\"Time\":\"t\",\"Action\":\"output\",\"Output\":\"x\"}\n",
                "go-json",
            ),
            (b"{\"level\":\"info\"}\nBenchmarkA 1 2 x\n", "go"),
            (b"{\"a\":1", "go"),
            (b"", "go"),
            (
                b"running 1 test\ntest a ... bench: 1 ns/iter (+/- 0)\nBenchmarking b: x\n",
                "libtest",
            ),
            (b"test a ... bench: 1 ns/iter (+/- 0)\nBenchmarkA 1 2 x\n", "go"),
            (b"test a ... ok\ntest b ... bench: x\n", "go"),
            (b"# x\n\nrun;name;value;unit\n1;A;2;x\n", "csv"),
            (b"\"value\",\"name\"\n", "csv"),
            (b"x\nname,value\n", "go"),
            (b"name: value\n", "go"),
            (&tar, "tar"),
        ];
        for (input, want) in inputs {
            assert_eq!(name(input, true), Some(want), "{:?}", input.escape_ascii().to_string());
            for end in 0..=input.len() {
                let early = name(&input[..end], false);
                assert!(early.is_none_or(|early| early == want), "{end} of {want}: {early:?}");
            }
        }
    }
}
