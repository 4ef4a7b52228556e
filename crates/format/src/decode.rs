//! Byte-order marks: the mark of UTF-8 is skipped, and UTF-16 is converted to UTF-8.
//!
//! Windows shells write UTF-16 when output is redirected. UTF-16 without a mark is not detected.

/// The encoding of one input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    /// The first bytes do not decide it yet.
    Unknown,
    Utf8,
    Utf16 {
        big_endian: bool,
    },
}

/// Converts the bytes of one input to UTF-8, chunk by chunk.
#[derive(Debug)]
pub(crate) struct Decoder {
    encoding: Encoding,
    /// Bytes that wait for more: a possible mark, half a code unit, or a high surrogate.
    pending: Vec<u8>,
    decoded: Vec<u8>,
    /// Whether a line of UTF-16 just ended, because the following text may be appended by another program.
    is_line_start: bool,
}

impl Default for Decoder {
    fn default() -> Self {
        let (pending, decoded) = (Vec::new(), Vec::new());
        Decoder { encoding: Encoding::Unknown, pending, decoded, is_line_start: false }
    }
}

/// The number of ASCII bytes at the beginning of a line that show that it is not UTF-16.
const ASCII_MIN: usize = 32;

const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// All marks.
pub(super) const MARKS: [&[u8]; 3] = [UTF8_MARK, b"\xfe\xff", b"\xff\xfe"];

impl Decoder {
    /// Decodes the next chunk and passes the certain part of it to `f`. The usual chunk is passed unchanged.
    pub(crate) fn feed(&mut self, chunk: &[u8], f: &mut dyn FnMut(&[u8])) {
        match self.encoding {
            Encoding::Utf8 => f(chunk),
            Encoding::Utf16 { big_endian } => {
                self.decode_utf16(chunk, big_endian, false);
                f(&self.decoded);
            }
            Encoding::Unknown => {
                self.pending.extend_from_slice(chunk);
                if self.pending.len() < UTF8_MARK.len() && could_be_mark(&self.pending) {
                    return;
                }
                self.settle(f);
            }
        }
    }

    /// Passes on the bytes that were held back, at the end of the input.
    pub(crate) fn finish(&mut self, f: &mut dyn FnMut(&[u8])) {
        if self.encoding == Encoding::Unknown {
            self.settle(f);
        }
        if let Encoding::Utf16 { big_endian } = self.encoding {
            self.decode_utf16(b"", big_endian, true);
            f(&self.decoded);
        }
        if !self.pending.is_empty() {
            // Half a code unit or an unpaired surrogate at the end.
            self.pending.clear();
            f("\u{fffd}".as_bytes());
        }
    }

    fn settle(&mut self, f: &mut dyn FnMut(&[u8])) {
        let held = std::mem::take(&mut self.pending);
        let (encoding, mark) = match &held[..] {
            [0xEF, 0xBB, 0xBF, ..] => (Encoding::Utf8, 3),
            [0xFE, 0xFF, ..] => (Encoding::Utf16 { big_endian: true }, 2),
            [0xFF, 0xFE, ..] => (Encoding::Utf16 { big_endian: false }, 2),
            _ => (Encoding::Utf8, 0),
        };
        self.encoding = encoding;
        self.feed(&held[mark..], f);
    }

    /// Decodes everything that is certain. `cmd` appends ASCII to the output of PowerShell: from such a line on, the
    /// text is passed unchanged.
    fn decode_utf16(&mut self, chunk: &[u8], big_endian: bool, is_last: bool) {
        self.decoded.clear();
        self.pending.extend_from_slice(chunk);
        let pending = std::mem::take(&mut self.pending);
        let mut rest = &pending[..];
        let end: [u8; 2] = if big_endian { [0, b'\n'] } else { [b'\n', 0] };
        while !rest.is_empty() {
            if self.is_line_start {
                if rest.len() < ASCII_MIN && !is_last {
                    break;
                }
                if rest[..rest.len().min(ASCII_MIN)].iter().all(is_text_of_ascii) {
                    self.encoding = Encoding::Utf8;
                    self.decoded.extend_from_slice(rest);
                    return;
                }
            }
            let line = rest.chunks_exact(2).position(|pair| pair == end);
            self.is_line_start = line.is_some();
            let Some(line) = line else { break };
            let whole;
            (whole, rest) = rest.split_at(2 * (line + 1));
            self.append_units(whole, big_endian);
        }
        // The line that has not ended, unless its beginning is not certain.
        let held = if self.is_line_start { 0 } else { self.append_units(rest, big_endian) };
        self.pending.extend_from_slice(&rest[held..]);
    }

    /// Decodes all complete units; returns their length in bytes.
    fn append_units(&mut self, bytes: &[u8], big_endian: bool) -> usize {
        let unit = |pair: &[u8]| {
            if big_endian {
                u16::from_be_bytes([pair[0], pair[1]])
            } else {
                u16::from_le_bytes([pair[0], pair[1]])
            }
        };
        let mut whole = bytes.len() / 2 * 2;
        // A high surrogate at the end may find its other half in the next chunk.
        if whole >= 2 && (0xD800..0xDC00).contains(&unit(&bytes[whole - 2..whole])) {
            whole -= 2;
        }
        for c in char::decode_utf16(bytes[..whole].chunks_exact(2).map(unit)) {
            let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.decoded.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        whole
    }
}

/// Returns whether a byte belongs to ASCII text.
fn is_text_of_ascii(byte: &u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')
}

/// Returns whether these one or two bytes could be the beginning of a mark.
fn could_be_mark(head: &[u8]) -> bool {
    MARKS.iter().any(|mark| mark.starts_with(head) && *mark != head)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(bytes: &[u8], piece: usize) -> Vec<u8> {
        let (mut decoder, mut out) = (Decoder::default(), Vec::new());
        for chunk in bytes.chunks(piece) {
            decoder.feed(chunk, &mut |b: &[u8]| out.extend_from_slice(b));
        }
        decoder.finish(&mut |b: &[u8]| out.extend_from_slice(b));
        out
    }

    #[test]
    fn marks_are_skipped_and_utf16_becomes_utf8_however_it_is_cut() {
        let text = "a: é\u{10348}z\n";
        let utf16 = |mark: u16, swap: bool| -> Vec<u8> {
            let units = std::iter::once(mark).chain(text.encode_utf16());
            units.flat_map(|u| if swap { u.to_be_bytes() } else { u.to_le_bytes() }).collect()
        };
        for piece in 1..12 {
            assert_eq!(decode(&utf16(0xFEFF, false), piece), text.as_bytes());
            assert_eq!(decode(&utf16(0xFEFF, true), piece), text.as_bytes());
            assert_eq!(decode(&["\u{feff}", text].concat().into_bytes(), piece), text.as_bytes());
            assert_eq!(decode(text.as_bytes(), piece), text.as_bytes());
            for short in [&b""[..], b"a", b"\xef", b"\xef\xbb", b"\xff", b"\xff\xff", b"\xef\xbbx"]
            {
                assert_eq!(decode(short, piece), short);
            }
        }
    }

    #[test]
    fn ascii_that_was_appended_to_utf16_is_read() {
        let utf16 = |text: &str, swap: bool| -> Vec<u8> {
            let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
            units.flat_map(|u| if swap { u.to_be_bytes() } else { u.to_le_bytes() }).collect()
        };
        let (first, second) = ("a: é\r\n\n敂x\r\n", "BenchmarkB 1 9000 ns/op and more\r\nok\n");
        for appended in [second, "ok\n", "o", ""] {
            for swap in [false, true] {
                let bytes = [utf16(first, swap), appended.into()].concat();
                for piece in 1..40 {
                    let want = [first, appended].concat();
                    assert_eq!(decode(&bytes, piece), want.as_bytes(), "{piece} {appended:?}");
                }
            }
        }
    }

    #[test]
    fn a_cut_code_unit_is_replaced() {
        assert_eq!(decode(b"\xff\xfea\0b", 2), "a\u{fffd}".as_bytes());
        assert_eq!(decode(b"\xff\xfe\x00\xd8", 3), "\u{fffd}".as_bytes());
        assert_eq!(decode(b"\xff\xfe\x00\xd8a\0", 3), "\u{fffd}a".as_bytes());
    }
}
