//! The logs that speed is measured with.
//!
//! Deterministic: the same workload and size give the same bytes everywhere. Written in blocks, at
//! the speed of the disk rather than of the formatter.
//!
//! - `Ties`: 20 runs of each benchmark, 4 units, printed with 4 digits, so that some values tie: the
//!   exact test with ties is what costs.
//! - `Bulk`: 60 runs, 5 units, long names with key=value cases: reading is what costs.
//! - `Events`: the same as `go test -json` prints it, two events for each result.
//! - `Names`: every name occurs once: interning is what costs.
//! - `Noisy`: half of the lines are not results.
//! - `Start`: about 2 KB, for three benchmarks: starting is what costs.

#![allow(unreachable_pub, reason = "shared by programs that are crates of their own")]

use std::io::{self, Write};

/// What a log is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Exact tests with ties.
    Ties,
    /// Plain volume.
    Bulk,
    /// The same, as events of `go test -json`.
    Events,
    /// Names that never repeat.
    Names,
    /// Results between other output.
    Noisy,
    /// A handful of lines.
    Start,
}

/// A log: its kind, how many benchmarks it has, and which side of a comparison it is.
#[derive(Debug, Clone, Copy)]
pub struct Workload {
    /// What it is like.
    pub kind: Kind,
    /// How many benchmarks.
    pub benchmarks: u32,
    /// 0 for the old side, 1 for the new one.
    pub side: u32,
}

const BLOCK_BYTES: usize = 1 << 20;

impl Workload {
    /// How often each benchmark was run.
    pub fn runs(&self) -> u32 {
        match self.kind {
            Kind::Ties => 20,
            Kind::Bulk | Kind::Events => 60,
            Kind::Names => 1,
            Kind::Noisy => 10,
            Kind::Start => 6,
        }
    }

    /// How many units each line has.
    pub fn units(&self) -> u32 {
        match self.kind {
            Kind::Bulk | Kind::Events => 5,
            Kind::Ties | Kind::Names | Kind::Noisy | Kind::Start => 4,
        }
    }

    /// The log in memory.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("writing to memory does not fail");
        bytes
    }

    /// Writes the log.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut block = Vec::with_capacity(BLOCK_BYTES + 4096);
        let mut line = |text: &[u8]| match self.kind {
            Kind::Events => event(&mut block, b"", text),
            _ => block.extend_from_slice(text),
        };
        line(b"goos: linux\n");
        line(b"goarch: amd64\n");
        line(b"pkg: example.org/codec/bench\n");
        line(b"cpu: Imaginary CPU @ 3.00GHz\n");
        for benchmark in 0..self.benchmarks {
            let mut random = Random(u64::from(benchmark) << 8 | u64::from(self.side));
            match self.kind {
                Kind::Events => {
                    let mut text = Vec::new();
                    self.benchmark(benchmark, &mut random, &mut text);
                    text.split_inclusive(|&byte| byte == b'\n')
                        .for_each(|line| events(&mut block, line));
                }
                _ => self.benchmark(benchmark, &mut random, &mut block),
            }
            if BLOCK_BYTES <= block.len() {
                out.write_all(&block)?;
                block.clear();
            }
        }
        if self.kind == Kind::Events {
            event(&mut block, b"", b"PASS\n");
            event(&mut block, b"", b"ok  \texample.org/codec/bench\t1234.567s\n");
        } else {
            block.extend_from_slice(b"PASS\nok  \texample.org/codec/bench\t1234.567s\n");
        }
        out.write_all(&block)
    }

    fn benchmark(&self, number: u32, random: &mut Random, out: &mut Vec<u8>) {
        let mut name = Vec::with_capacity(128);
        self.name(number, &mut name);
        // The old side's speed depends on the benchmark alone; a third of the benchmarks differ.
        let mut shared = Random(u64::from(number) << 8 | 0xff);
        let base = 200 + shared.below(5_000_000);
        let faster = self.side == 1 && shared.below(3) == 0;
        let base = if faster { base - base / 10 } else { base };
        let bytes = 16 + shared.below(60_000);
        let allocs = 1 + shared.below(300);
        for _ in 0..self.runs() {
            if self.kind == Kind::Noisy {
                out.extend_from_slice(
                    b"    codec_test.go:123: compressed 1234 messages, 0 errors\n",
                );
            }
            out.extend_from_slice(&name);
            let nanos = base + random.below(base / 30 + 1);
            pad(out, 1_000_000_000 / nanos, 9);
            out.push(b'\t');
            match self.kind {
                Kind::Ties => four_digits(out, nanos),
                _ => decimal(out, nanos * 10 + random.below(10), 1),
            }
            out.extend_from_slice(b" ns/op\t");
            let rate = 900_000_000_000 / nanos;
            match self.kind {
                Kind::Ties => four_digits(out, rate / 10),
                _ => decimal(out, rate, 2),
            }
            out.extend_from_slice(b" MB/s\t");
            match self.kind {
                Kind::Ties => four_digits(out, bytes * 16 + random.below(bytes / 2 + 1)),
                _ => integer(out, bytes + random.below(3)),
            }
            out.extend_from_slice(b" B/op\t");
            if self.units() == 5 {
                decimal(out, bytes * 80 + random.below(20), 2);
                out.extend_from_slice(b" bytes/message\t");
            }
            match self.kind {
                Kind::Ties => integer(out, allocs * 16 + random.below(allocs / 2 + 1)),
                _ => integer(out, allocs),
            }
            out.extend_from_slice(b" allocs/op\n");
        }
    }

    fn name(&self, number: u32, out: &mut Vec<u8>) {
        const CODECS: [&str; 4] = ["gzip", "zstd", "snappy", "none"];
        const PROTOCOLS: [&str; 3] = ["remote.write.v1.Request", "remote.write.v2.Request", "json"];
        out.extend_from_slice(b"BenchmarkEncode");
        let mut case = |key: &str, value: &str| {
            for part in ["/", key, "=", value] {
                out.extend_from_slice(part.as_bytes());
            }
        };
        let codec = CODECS[number as usize % CODECS.len()];
        if self.units() == 5 {
            case("proto", PROTOCOLS[number as usize / CODECS.len() % PROTOCOLS.len()]);
            case("compression", codec);
            case("encoder", "protobuf-with-a-pool-of-buffers");
            case("buffer", "pooled-4096");
        } else {
            case("codec", codec);
            case("buffer", "pooled-4096");
        }
        case("case", &number.to_string());
        out.extend_from_slice(b"-16\t");
    }
}

/// A result as two events: the name, which is printed when the benchmark begins, and the rest.
fn events(out: &mut Vec<u8>, line: &[u8]) {
    let end = line.iter().position(|&byte| byte == b'\t').map_or(line.len(), |tab| tab + 1);
    let (name, rest) = line.split_at(end);
    let test = name.strip_suffix(b"-16\t").unwrap_or(name);
    event(out, test, name);
    event(out, test, rest);
}

/// An event with output. The texts have nothing to escape but tabs and line ends.
fn event(out: &mut Vec<u8>, test: &[u8], text: &[u8]) {
    out.extend_from_slice(b"{\"Time\":\"2026-11-21T22:18:46.190290296Z\",\"Action\":\"output\",");
    out.extend_from_slice(b"\"Package\":\"example.org/codec/bench\",");
    if !test.is_empty() {
        out.extend_from_slice(b"\"Test\":\"");
        out.extend_from_slice(test);
        out.extend_from_slice(b"\",");
    }
    out.extend_from_slice(b"\"Output\":\"");
    for &byte in text {
        match byte {
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            _ => out.push(byte),
        }
    }
    out.extend_from_slice(b"\"}\n");
}

/// Splitmix64: small, and good enough for noise.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}

fn integer(out: &mut Vec<u8>, value: u64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = value;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// Right-justified, as `go test` prints counts.
fn pad(out: &mut Vec<u8>, value: u64, width: usize) {
    let start = out.len();
    integer(out, value);
    let len = out.len() - start;
    if len < width {
        out.resize(start + width, b' ');
        out.copy_within(start..start + len, start + width - len);
        out[start..start + width - len].fill(b' ');
    }
}

/// `value` / 10^`decimals`.
fn decimal(out: &mut Vec<u8>, value: u64, decimals: u32) {
    let unit = 10u64.pow(decimals);
    integer(out, value / unit);
    out.push(b'.');
    let part = value % unit;
    for place in (0..decimals).rev() {
        out.push(b'0' + (part / 10u64.pow(place) % 10) as u8);
    }
}

/// Four significant digits, as `go test` prints short times.
fn four_digits(out: &mut Vec<u8>, value: u64) {
    let mut unit = 1;
    while 10_000 <= value / unit {
        unit *= 10;
    }
    integer(out, value / unit * unit);
}
