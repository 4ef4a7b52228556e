//! Guesses the format of an input without benchmarks from its first bytes.

use super::Kind;
use super::ci::unwrapped;
use super::consoles::printed;
use super::criterion::CRITCMP;
use super::foreign::is_json;
use super::hidden::Hidden;
use super::table::detect;

/// The number of bytes from the beginning of an input that [`Kind::of`] needs.
pub const KIND_BYTES: usize = 4096;

impl Kind {
    /// Returns the likely format of an input, from its first bytes (4 KiB are enough).
    pub fn of(head: &[u8]) -> Kind {
        let head = &unwrapped(head)[..];
        let kind = detect(head, true).map_or(Kind::Text, |format| format.without_results);
        if kind == Kind::Text { of_text(head) } else { kind }
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
        // One byte of two is zero, not both, because that would be only zeros.
        let mostly = |parity| zeros(parity) * 10 > half * 9;
        let utf16 = half > 1 && mostly(0) != mostly(1);
        return if utf16 { Kind::Utf16 } else { Kind::Binary };
    }
    let hidden = Hidden::find(head).map(|hidden| hidden.kind);
    let table = || is_table(head).then_some(Kind::Table);
    hidden.or_else(|| printed(head)).or_else(table).unwrap_or(Kind::Text)
}

/// Returns whether the first two lines have the same number of fields, and the second one contains a number. A header
/// with spaces could be a sentence, so it needs another line like the second.
fn is_table(head: &[u8]) -> bool {
    let mut lines = head.split(|&b| b == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    let third = if first.contains(&b' ') { lines.next() } else { Some(second) };
    let Some(third) = third else { return false };
    let is_number = |field: &[u8]| field.trim_ascii().first().is_some_and(u8::is_ascii_digit);
    [b',', b';', b'\t'].into_iter().any(|separator| {
        let fields = |line: &[u8]| line.split(|&b| b == separator).count();
        1 < fields(first)
            && fields(first) == fields(second)
            && fields(first) == fields(third)
            && second.split(|&b| b == separator).any(is_number)
    })
}

/// Returns the kind of a document that no format accepts.
fn of_json(head: &[u8]) -> Kind {
    match () {
        () if has(head, &[CRITCMP]) => Kind::Critcmp,
        () if has(head, &[b"\"iters\"", b"\"times\""]) => Kind::CriterionPart,
        () if has(head, &[b"\"confidence_interval\"", b"\"point_estimate\""]) => {
            Kind::CriterionPart
        }
        () if has(head, &[b"\"latency\"", b"\"critical\""]) => Kind::Vitest,
        () if has(head, &[b"\"Task name\""]) => Kind::Tinybench,
        () if has(head, &[b"\"result_columns\""]) => Kind::Asv,
        () if has(head, &[b"\"env_name\"", b"\"commit_hash\""]) => Kind::Asv,
        () if has(head, &[b"\"runtime\"", b"\"Deno/"]) => Kind::DenoBench,
        () if has(head, &[b"\"stats\"", b"\"ticks\""]) => Kind::Mitata,
        () if has(head, &[b"\"medianAbsolutePercentError"]) => Kind::Nanobench,
        () if has(head, &[b"\"BenchmarkTools\""]) => Kind::BenchmarkTools,
        () if has(head, &[b"\"reportAnalysis\""]) => Kind::CriterionHaskell,
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
        check(b"PASS\nok  \tp\t2.391s\n?   \tq\t[no test files]\n", Kind::GoTest);
        check(b"     http_reqs......................: 1000    33.1/s\n", Kind::K6Console);
        check(b"Latencies     [min, mean, 50, 90, 95, 99, max]  20.1ms\n", Kind::VegetaConsole);
        check(b"Summary:\n  Success rate:\t100.00%\n", Kind::OhaConsole);
        check(b"Timestamp,User Count,Type,Name,Requests/s,Failures/s\n", Kind::LocustTable);
        check(
            b"Timer precision: 41 ns\nmath  fastest | slowest | median | mean | samples\n",
            Kind::Divan,
        );
        let deno = "benchmark   time/iter (avg)   iter/s   (min … max)   p75\n";
        check(deno.as_bytes(), Kind::DenoBench);
        check("benchmark   avg (min … max) p75\n".as_bytes(), Kind::Mitata);
        check(b"benchmark name    samples  iterations    est run time\n", Kind::Catch2);
        check(b"| ns/op | op/s | err% | total | benchmark\n", Kind::Nanobench);
        check(b" name hz min max mean p75 p99 p995 p999 rme samples\n", Kind::VitestConsole);
        check(
            "RegExp x 4,161 ops/sec \u{b1}0.5% (90 runs sampled)\n".as_bytes(),
            Kind::BenchmarkJs,
        );
        check(b"BenchmarkTools.Trial: 10000 samples\n", Kind::BenchmarkTools);
        check(b"benchmarking fib/1\ntime 23.91 ns\n", Kind::CriterionHaskell);
        check(b"{\"commit_hash\":\"a\",\"env_name\":\"b\"}", Kind::Asv);
        check(b"    BenchmarkA-8 1 2 ns/op\n", Kind::Hidden);
        check(b"Write 1000 730.0 ns/op\n", Kind::Unnamed);
        check(b"Benchmark,Time (ms)\nA,1\nA,2\n", Kind::Table);
        check(b"Benchmark, if (slow)\nA,1\n", Kind::Text);
    }
}
