//! The likely format of an input without benchmarks, so that an error can say what to do.

use std::fmt;

use super::ci::unwrapped;
use super::coded::coded;
use super::criterion::CRITCMP;
use super::foreign::is_json;
use super::table::detect;

coded! {
    /// The likely format of an input, by its first bytes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Kind {
        /// Nothing at all.
        Empty,
        /// A gzip stream.
        Gzip,
        /// A zstd stream.
        Zstd,
        /// A bzip2 stream.
        Bzip2,
        /// An xz stream.
        Xz,
        /// A zip archive.
        Zip,
        /// A tar archive.
        Tar,
        /// The output of `go test -json`.
        GoTestJson,
        /// A known format without a result.
        NoResults,
        /// JSON of some other kind, perhaps of another harness.
        Json,
        /// The output of Rust's `cargo bench`.
        Libtest,
        /// A table with a header.
        Csv,
        /// UTF-16 without a byte-order mark.
        Utf16,
        /// Not text.
        Binary,
        /// Benchmark lines of which none can be read.
        Malformed,
        /// Text with no benchmark in it.
        Text,
        /// A Parquet file.
        Parquet,
        /// What criterion prints.
        CriterionConsole,
        /// The table or the CSV of Google Benchmark.
        GoogleTable,
        /// The table or the CSV of JMH.
        JmhTable,
        /// What hyperfine prints, or its CSV.
        HyperfineTable,
        /// The table of pytest-benchmark.
        PytestConsole,
        /// The table or the CSV of BenchmarkDotNet.
        DotnetTable,
        /// A report of benchlens or benchstat.
        Report,
        /// TOML, or a file like it.
        Toml,
        /// A table whose columns are not known.
        Table,
        /// What critcmp exports: estimates without samples.
        Critcmp,
        /// A binary file of cargo-criterion.
        CargoCriterion,
        /// A file that criterion writes beside others, which name the benchmark.
        CriterionPart,
        /// A result that vitest wrote without the name of the benchmark.
        Vitest,
        /// A table of tinybench, as texts.
        Tinybench,
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Empty => "it is empty",
            Kind::Gzip => "it seems to be a gzip file; unpack it first (gzip -dc)",
            Kind::Zstd => "it seems to be a zstd file; unpack it first (zstd -dc)",
            Kind::Bzip2 => "it seems to be a bzip2 file; unpack it first (bzip2 -dc)",
            Kind::Xz => "it seems to be an xz file; unpack it first (xz -dc)",
            Kind::Zip => "it seems to be a zip archive; unpack it first (unzip -p)",
            Kind::Tar => "it is a tar archive; unpack it (tar -xf) and name the files in it",
            Kind::GoTestJson => "it is the output of go test -json without a benchmark result; run go test with -bench",
            Kind::NoResults => "its format is known, but there is no benchmark result in it",
            Kind::Json => "it seems to be JSON, but in a format that benchlens does not read; see benchlens formats",
            Kind::Libtest => "it is the output of cargo bench without a benchmark result",
            Kind::Csv => "it is CSV, and none of its rows can be read",
            Kind::Utf16 => "it seems to be UTF-16 without a byte-order mark; convert it to UTF-8",
            Kind::Binary => "it seems to be binary data; see benchlens formats",
            Kind::Malformed => "none of its benchmark lines can be read",
            Kind::Text => "it is text without a benchmark result; see benchlens formats",
            Kind::Parquet => "it is a Parquet file; make text of it first (benchlens convert)",
            Kind::CriterionConsole => "it is what criterion prints; name the folder target/criterion, or record with cargo bench -- --output-format bencher",
            Kind::GoogleTable => "it is a table of Google Benchmark; record with --benchmark_out=new.json --benchmark_out_format=json",
            Kind::JmhTable => "it is a table of JMH, without samples; record with -rf json -rff new.json",
            Kind::HyperfineTable => "it is a summary of hyperfine, without samples; record with --export-json new.json",
            Kind::PytestConsole => "it is a table of pytest-benchmark, without samples; record with --benchmark-json=new.json",
            Kind::DotnetTable => "it is a table of BenchmarkDotNet, without samples; record with --exporters json",
            Kind::Report => "it is a report, not a log; name the logs that it was made from",
            Kind::Toml => "it seems to be TOML, not a log; see benchlens formats",
            Kind::Table => "it seems to be a table; say with -map which columns have name, value and unit; see benchlens formats",
            Kind::Critcmp => "it is an export of critcmp, which has no samples; name the folder target/criterion",
            Kind::CargoCriterion => "it is a binary file of cargo-criterion; record with cargo criterion --message-format=json",
            Kind::CriterionPart => "it is a part of criterion's results; name the folder target/criterion, \
                                     or measure again with criterion 0.3 or later",
            Kind::Vitest => "it is a result of vitest without its name; record with vitest bench --reporter=json",
            Kind::Tinybench => "it is a table of tinybench; record its tasks: see benchlens formats",
        })
    }
}

/// How many bytes from the beginning of an input [`Kind::of`] wants to see.
pub(crate) const KIND_BYTES: usize = 4096;

impl Kind {
    /// The likely format of an input, by its first bytes (4 KiB are enough).
    pub fn of(head: &[u8]) -> Kind {
        let head = &unwrapped(head)[..];
        match detect(head, true).map_or(Kind::Text, |format| format.without_results) {
            Kind::Text => of_text(head),
            kind => kind,
        }
    }

    /// Whether it is a container of inputs, of which nothing was read.
    pub fn is_archive(self) -> bool {
        self == Kind::Tar
    }
}

fn of_text(head: &[u8]) -> Kind {
    let start = head.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(head.len());
    match &head[start..] {
        [] => return Kind::Empty,
        [0x1f, 0x8b, ..] => return Kind::Gzip,
        [0x28, 0xb5, 0x2f, 0xfd, ..] => return Kind::Zstd,
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => return Kind::Bzip2,
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => return Kind::Xz,
        [b'P', b'K', 3, 4, ..] => return Kind::Zip,
        [b'P', b'A', b'R', b'1', ..] => return Kind::Parquet,
        json @ [b'{' | b'[', ..] if is_json(json) => return of_json(head),
        [0xa0..=0xbf, ..] if has(head, &[b"avg_values"]) || has(head, &[b"latest_record"]) => {
            return Kind::CargoCriterion;
        }
        table if table.starts_with(b"group,function,value,") => return Kind::CriterionPart,
        _ => {}
    }
    let zeros = |parity| head.iter().skip(parity).step_by(2).filter(|&&b| b == 0).count();
    if head.contains(&0) {
        let half = head.len() / 2;
        // One byte of two is zero, not both: that would be nothing but zeros.
        let mostly = |parity| zeros(parity) * 10 > half * 9;
        let utf16 = half > 1 && mostly(0) != mostly(1);
        return if utf16 { Kind::Utf16 } else { Kind::Binary };
    }
    if is_table(head) { Kind::Table } else { Kind::Text }
}

/// Whether the first two lines have the same number of fields, and the second one has a number in it.
fn is_table(head: &[u8]) -> bool {
    let mut lines = head.split(|&b| b == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    let is_number = |field: &[u8]| {
        field.trim_ascii().first().is_some_and(u8::is_ascii_digit) && !first.contains(&b' ')
    };
    [b',', b';', b'\t'].into_iter().any(|separator| {
        let fields = |line: &[u8]| line.split(|&b| b == separator).count();
        1 < fields(first)
            && fields(first) == fields(second)
            && second.split(|&b| b == separator).any(is_number)
    })
}

/// The kind of a document that no format wants.
fn of_json(head: &[u8]) -> Kind {
    match () {
        () if has(head, &[CRITCMP]) => Kind::Critcmp,
        () if has(head, &[b"\"iters\"", b"\"times\""]) => Kind::CriterionPart,
        () if has(head, &[b"\"confidence_interval\"", b"\"point_estimate\""]) => {
            Kind::CriterionPart
        }
        () if has(head, &[b"\"latency\"", b"\"critical\""]) => Kind::Vitest,
        () if has(head, &[b"\"Task name\""]) => Kind::Tinybench,
        () => Kind::Json,
    }
}

fn has(head: &[u8], texts: &[&[u8]]) -> bool {
    texts.iter().all(|text| memchr::memmem::find(head, text).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart() {
        let check = |head: &[u8], want| assert_eq!(Kind::of(head), want, "{head:?}");
        check(b"", Kind::Empty);
        check(b" \n\n", Kind::Empty);
        check(b"\x1f\x8b\x08", Kind::Gzip);
        check(b"\x28\xb5\x2f\xfd", Kind::Zstd);
        check(b"PK\x03\x04", Kind::Zip);
        check(b"PAR1\x15\x04", Kind::Parquet);
        check(b"{\"Time\":\"x\",\"Action\":\"start\"}", Kind::GoTestJson);
        check(b"\n [1]", Kind::Json);
        check(b"test a::b ... bench:  10 ns/iter (+/- 1)", Kind::Libtest);
        check(b"2026-01-31T12:00:00.1Z BenchmarkA", Kind::Text);
        check(b"2026-01-31T12:00:00.1Z {\"Time\":\"x\",\"Action\":\"start\"}", Kind::GoTestJson);
        check(b"bench\tRun go test\t2026-01-31T12:00:00.1Z [1]", Kind::Json);
        check(b"BenchmarkA\t1\t2 x", Kind::Text);
        check(b"B\0e\0n\0c\0h\0", Kind::Utf16);
        check(b"\x7fELF\0\0\x01", Kind::Binary);
        check(
            b"{\"b\":{\"criterion_benchmark_v1\":{\"group_id\":\"g\",\"function_id\":\"f\"}}}",
            Kind::Critcmp,
        );
        check(b"{\"latency\":{\"critical\":1,\"samples\":[2]},\"period\":1}", Kind::Vitest);
        check(b"[{\"Task name\":\"a\",\"Samples\":1}]", Kind::Tinybench);
        check(b"{\"iters\":[1.0],\"times\":[2.0]}", Kind::CriterionPart);
        check(b"group,function,value,sample_time_nanos,iteration_count\n", Kind::CriterionPart);
        check(b"\xa9hdatetimex\x1b\0javg_values\xa1", Kind::CargoCriterion);
        check(&[0; 100], Kind::Binary);
        check(b"PASS\n", Kind::Text);
    }
}
