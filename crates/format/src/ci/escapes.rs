//! Terminal sequences: colors, cursor movements, titles, and text that runners hide from terminals.
//!
//! Takes a line; gives it without sequences. Guarantees that only complete sequences are removed: anything else is
//! text.

/// The first byte of each sequence.
pub(crate) const ESCAPE: u8 = 0x1b;

/// Appends a line without its sequences.
pub(super) fn append_plain(mut line: &[u8], out: &mut Vec<u8>) {
    while let Some(at) = memchr::memchr(ESCAPE, line) {
        out.extend_from_slice(&line[..at]);
        let rest = &line[at + 1..];
        line = match after_sequence(rest) {
            Some(rest) => rest,
            None => {
                out.push(ESCAPE);
                rest
            }
        };
    }
    out.extend_from_slice(line);
}

/// Returns the text after a sequence, if the sequence is complete; `rest` is the text after its first byte.
fn after_sequence(rest: &[u8]) -> Option<&[u8]> {
    let (&kind, rest) = rest.split_first()?;
    match kind {
        b'[' => after_final(rest, 0x20..=0x3f, 0x40..=0x7e),
        // A text up to its terminator: titles and links, and the times that Buildkite adds.
        b']' | b'_' | b'P' | b'^' | b'X' => {
            let end = rest.iter().position(|&byte| matches!(byte, 0x07 | ESCAPE))?;
            match &rest[end..] {
                [0x07, rest @ ..] | [ESCAPE, b'\\', rest @ ..] => Some(rest),
                _ => None,
            }
        }
        0x20..=0x2f => after_final(rest, 0x20..=0x2f, 0x30..=0x7e),
        0x30..=0x7e => Some(rest),
        _ => None,
    }
}

/// Returns the text after the first byte that is not `inner`, if that byte is a `last` byte.
fn after_final(
    text: &[u8],
    inner: std::ops::RangeInclusive<u8>,
    last: std::ops::RangeInclusive<u8>,
) -> Option<&[u8]> {
    let end = text.iter().position(|byte| !inner.contains(byte))?;
    last.contains(&text[end]).then(|| &text[end + 1..])
}

/// Returns a line without its terminal sequences.
pub(crate) fn plain(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len());
    append_plain(line, &mut out);
    out
}

/// Returns a line as a terminal shows it: the text after a carriage return replaces the text before it.
pub(super) fn shown(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|&byte| byte != b'\r').map_or(0, |at| at + 1);
    let start = memchr::memrchr(b'\r', &line[..end]).map_or(0, |at| at + 1);
    &line[start..end]
}

#[cfg(test)]
mod tests {
    use super::append_plain;

    #[test]
    fn whole_sequences_go_and_all_else_stays() {
        let check = |line: &str, want: &str| {
            let mut out = Vec::new();
            append_plain(line.as_bytes(), &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), want, "{line:?}");
        };
        check("\x1b[32mBenchmarkA\x1b[0m 1 2 x", "BenchmarkA 1 2 x");
        check("\x1b[38;5;12mA\x1b[K\x1b[?25lB\x1b[1 q", "AB");
        check("\x1b_bk;t=1700000000000\x07A", "A");
        check("\x1b]0;title\x07A\x1b]8;;https://a.b\x1b\\link\x1b]8;;\x1b\\", "Alink");
        check("\x1b(BA\x1b7B\x1b=C\x1bMD", "ABCD");
        check("A", "A");
        for whole in
            ["\x1b", "A\x1b[32", "\x1b[1;é", "\x1b]0;title", "\x1bé", "\x1b[\x1b", "\x1b_a\x1bb"]
        {
            check(whole, whole.trim_end_matches("\x1bb"));
        }
    }
}
