//! Finds the end of a value.

use memchr::memchr3;

use super::words::{BACKSLASHES, LINE_ENDS, ONES, QUOTES, SPACES, zeros};

/// Searches the end of a value that may be spread over chunks. It only examines brackets and quotes.
#[derive(Debug, Default)]
pub(super) struct Scan {
    depth: usize,
    in_string: bool,
    /// Whether a backslash was the last byte.
    is_escaped: bool,
    /// Whether the value is a number or a word, which end where something else begins.
    in_word: bool,
    /// Whether a string contains a line end, which JSON does not allow: a quote is missing or superfluous.
    pub(super) has_line_end: bool,
}

impl Scan {
    /// Returns the end of the value in the next chunk, if it ends there.
    pub(super) fn end(&mut self, chunk: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < chunk.len() {
            if self.in_string {
                at = self.string_end(chunk, at)?;
                if self.depth == 0 {
                    return Some(at);
                }
                continue;
            }
            if self.depth != 0 {
                at = skip_plain(chunk, at);
                if at == chunk.len() {
                    return None;
                }
            }
            match chunk[at] {
                b',' | b']' | b'}' if self.in_word => return Some(at),
                byte if self.in_word && byte.is_ascii_whitespace() => return Some(at),
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(at + 1);
                    }
                }
                byte if self.depth == 0 && !byte.is_ascii_whitespace() => self.in_word = true,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// Returns the end of the string that continues at `at`.
    fn string_end(&mut self, chunk: &[u8], mut at: usize) -> Option<usize> {
        if std::mem::take(&mut self.is_escaped) {
            at += 1;
        }
        loop {
            at += quote_or_such(chunk.get(at..)?)?;
            match chunk[at] {
                b'"' => {
                    self.in_string = false;
                    return Some(at + 1);
                }
                b'\n' => {
                    self.has_line_end = true;
                    at += 1;
                }
                _ if at + 1 == chunk.len() => {
                    self.is_escaped = true;
                    return None;
                }
                _ => at += 2,
            }
        }
    }
}

/// Returns the next quote, backslash or line end. Most strings are short, so reading words of eight bytes is faster
/// than a call.
#[inline]
fn quote_or_such(text: &[u8]) -> Option<usize> {
    const WORDS: usize = 3;
    for (at, word) in text.as_chunks::<8>().0.iter().take(WORDS).enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES) | zeros(word ^ LINE_ENDS);
        if found != 0 {
            return Some(8 * at + found.trailing_zeros() as usize / 8);
        }
    }
    let passed = text.len().min(8 * WORDS) / 8 * 8;
    memchr3(b'"', b'\\', b'\n', &text[passed..]).map(|at| passed + at)
}

/// Returns the next byte that is a bracket or a quote, or a few bytes before it.
fn skip_plain(text: &[u8], mut at: usize) -> usize {
    const BLOCK: usize = 32;
    let is_plain = |block: &[u8; BLOCK]| {
        // Brackets of both kinds differ in this bit. Without branches, the compiler vectorizes this.
        let special = |b: u8| (b == b'"') | (b | 0x20 == b'{') | (b | 0x20 == b'}');
        !block.iter().fold(false, |found, &b| found | special(b))
    };
    while text[at..].first_chunk::<BLOCK>().is_some_and(is_plain) {
        at += BLOCK;
    }
    let special = |word| {
        let either = word | SPACES;
        zeros(word ^ QUOTES) | zeros(either ^ (ONES * 0x7b)) | zeros(either ^ (ONES * 0x7d))
    };
    while let Some(word) = text[at..].first_chunk() {
        let found = special(u64::from_le_bytes(*word));
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_where_it_ends_however_it_is_cut() {
        let long = format!("[{}]", "1.5, ".repeat(50));
        let values = [
            r#"{"a": [1, {"b": "}"}], "c": "\"]"}"#,
            r#""a\\\"b""#,
            "[]",
            "  {}",
            "12.5e3",
            "null",
            &long,
        ];
        for value in values {
            for rest in [",", "]", "}", " "] {
                let text = [value, rest].concat();
                for size in 1..=text.len() {
                    let (mut scan, mut before, mut found) = (Scan::default(), 0, None);
                    for chunk in text.as_bytes().chunks(size) {
                        found = scan.end(chunk).map(|end| before + end);
                        if found.is_some() {
                            break;
                        }
                        before += chunk.len();
                    }
                    assert_eq!(found, Some(value.len()), "{text} in chunks of {size}");
                }
            }
        }
        assert_eq!(Scan::default().end(b"[[1, 2]"), None);
    }
}
