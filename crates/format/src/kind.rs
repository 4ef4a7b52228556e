//! The formats that an input without benchmarks can have, each with a sentence of advice.

use std::fmt;

use super::coded::coded;

coded! {
    /// The likely format of an input, guessed from its first bytes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Kind {
        /// Empty input.
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
        /// The console output of criterion.
        CriterionConsole,
        /// The table or the CSV of Google Benchmark.
        GoogleTable,
        /// The table or the CSV of JMH.
        JmhTable,
        /// The console output of hyperfine, or its CSV.
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
        /// An export of critcmp: estimates without samples.
        Critcmp,
        /// A binary file of cargo-criterion.
        CargoCriterion,
        /// A file that criterion writes next to others, which name the benchmark.
        CriterionPart,
        /// A result that vitest wrote without the name of the benchmark.
        Vitest,
        /// A table of tinybench, as texts.
        Tinybench,
        /// Results behind other text on their lines.
        Hidden,
        /// Lines in the form of Go whose names do not begin with Benchmark.
        Unnamed,
        /// The output of `go test` without benchmarks.
        GoTest,
        /// The summary that k6 prints.
        K6Console,
        /// The report that vegeta prints.
        VegetaConsole,
        /// The summary that oha prints.
        OhaConsole,
        /// A table that Locust writes next to its statistics.
        LocustTable,
        /// The percentages that ApacheBench writes, without the number of requests.
        AbPercentages,
        /// The table that vitest prints.
        VitestConsole,
        /// The table that tinybench prints.
        TinybenchConsole,
        /// The output of divan.
        Divan,
        /// The output of mitata.
        Mitata,
        /// The output of `deno bench`.
        DenoBench,
        /// The output of Catch2.
        Catch2,
        /// The output of nanobench.
        Nanobench,
        /// The output of benchmark.js.
        BenchmarkJs,
        /// The output of BenchmarkTools.jl.
        BenchmarkTools,
        /// The output of Haskell's criterion.
        CriterionHaskell,
        /// A result of asv.
        Asv,
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
            Kind::NoResults => "the format is known, but the input contains no benchmark result",
            Kind::Json => "it seems to be JSON, but in a format that benchlens does not read; see benchlens formats",
            Kind::Libtest => "it is the output of cargo bench without a benchmark result",
            Kind::Csv => "it is CSV, and none of its rows can be read",
            Kind::Utf16 => "it seems to be UTF-16 without a byte-order mark; convert it to UTF-8",
            Kind::Binary => "it seems to be binary data; see benchlens formats",
            Kind::Malformed => "none of its benchmark lines can be read",
            Kind::Text => "it is text without a benchmark result; see benchlens formats",
            Kind::Parquet => "it is a Parquet file; convert it to text first (benchlens convert)",
            Kind::CriterionConsole => "it is criterion's printed output; name the folder target/criterion, or measure with cargo bench -- --output-format bencher",
            Kind::GoogleTable => "it is a table of Google Benchmark; measure with --benchmark_out=new.json --benchmark_out_format=json",
            Kind::JmhTable => "it is a table of JMH, without samples; measure with -rf json -rff new.json",
            Kind::HyperfineTable => "it is a summary of hyperfine, without samples; measure with --export-json new.json",
            Kind::PytestConsole => "it is a table of pytest-benchmark, without samples; measure with --benchmark-json=new.json",
            Kind::DotnetTable => "it is a table of BenchmarkDotNet, without samples; measure with --exporters json",
            Kind::Report => "it is a report, not a log; name the logs that it was made from",
            Kind::Toml => "it seems to be TOML, not a log; see benchlens formats",
            Kind::Table => "it seems to be a table; map its columns with name, value and unit; see benchlens formats",
            Kind::Critcmp => "it is a critcmp export, which has no samples; name the folder target/criterion",
            Kind::CargoCriterion => "it is a binary file of cargo-criterion; measure with cargo criterion --message-format=json",
            Kind::CriterionPart => "it is a part of criterion's results; name the folder target/criterion, \
                                     or measure again with criterion 0.3 or later",
            Kind::Vitest => "it is a result of vitest without its name; measure with vitest bench --reporter=json",
            Kind::Tinybench => "it is a table of tinybench; measure its tasks: see benchlens formats",
            Kind::Hidden => "its results do not begin their lines; remove the text before the word Benchmark",
            Kind::Unnamed => "its names do not begin with Benchmark; add the word with sed 's/^/Benchmark/'",
            Kind::GoTest => "it is the output of go test without benchmarks; run it with -bench",
            Kind::K6Console => "it is k6's printed summary; measure with k6 run --out json=new.json",
            Kind::VegetaConsole => "it is vegeta's printed report; pass the results of vegeta attack, or vegeta encode",
            Kind::OhaConsole => "it is oha's printed summary; measure with oha --output-format json",
            Kind::LocustTable => "it is a table of Locust without statistics; pass the file that ends with _stats.csv",
            Kind::AbPercentages => "it is ab's table of percentages, without the number of requests; measure with ab -g new.tsv",
            Kind::VitestConsole => "it is a table of vitest; measure with vitest bench --outputJson new.json",
            Kind::TinybenchConsole => "it is a table of tinybench; write its tasks as JSON: see benchlens formats",
            Kind::Divan => "it is the output of divan, which benchlens does not read; write a table (see benchlens formats)",
            Kind::Mitata => "it is the output of mitata, which benchlens does not read; write a table (see benchlens formats)",
            Kind::DenoBench => "it is the output of deno bench, which benchlens does not read; write a table (see benchlens formats)",
            Kind::Catch2 => "it is the output of Catch2, which benchlens does not read; write a table (see benchlens formats)",
            Kind::Nanobench => "it is the output of nanobench, which benchlens does not read; write a table (see benchlens formats)",
            Kind::BenchmarkJs => "it is the output of benchmark.js, which benchlens does not read; write a table (see benchlens formats)",
            Kind::BenchmarkTools => "it is the output of BenchmarkTools.jl, which benchlens does not read; write a table (see benchlens formats)",
            Kind::CriterionHaskell => "it is the output of Haskell's criterion, which benchlens does not read; write a table (see benchlens formats)",
            Kind::Asv => "it is the output of asv, which benchlens does not read; write a table (see benchlens formats)",
        })
    }
}

impl Kind {
    /// Returns whether it is a container of inputs, none of which was read.
    pub fn is_archive(self) -> bool {
        self == Kind::Tar
    }
}
