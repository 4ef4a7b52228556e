//! Guesses the format of an input without benchmarks from its first bytes.

use super::Kind;
use super::ci::unwrapped;
use super::criterion::CRITCMP;
use super::foreign::is_json;
use super::table::detect;

/// The number of bytes from the beginning of an input that [`Kind::of`] needs.
pub const KIND_BYTES: usize = 4096;

impl Kind {
    /// Returns the likely format of an input, from its first bytes (4 KiB are enough).
    pub fn of(head: &[u8]) -> Kind {
        let head = &unwrapped(head)[..];
        match detect(head, true).map_or(Kind::Text, |format| format.without_results) {
            Kind::Text => of_text(head),
            kind => kind,
        }
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
    if is_table(head) { Kind::Table } else { Kind::Text }
}

/// Returns whether the first two lines have the same number of fields, and the second one contains a number.
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
