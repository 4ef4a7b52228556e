//! Texts in quotes, as JSON has them.

/// Appends a text in quotes. Control characters, quotes and backslashes are escaped.
pub(super) fn write_string(out: &mut Vec<u8>, text: &str) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    match text.as_bytes() {
        bytes if is_plain(bytes) => out.extend_from_slice(bytes),
        bytes => bytes.iter().for_each(|&byte| write_escaped(out, byte)),
    }
    out.push(b'"');
}

/// Whether nothing in a text is escaped, eight bytes at a time.
fn is_plain(text: &[u8]) -> bool {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let (eights, rest) = text.as_chunks();
    let found = eights.iter().fold(0, |found, eight| {
        let bytes = u64::from_le_bytes(*eight);
        // The highest bit of each byte that is zero, and perhaps of bytes behind it.
        let zero = |bytes: u64| bytes.wrapping_sub(ONES) & !bytes;
        let control = bytes.wrapping_sub(ONES * 0x20) & !bytes;
        let quote = zero(bytes ^ (ONES * u64::from(b'"')));
        found | control | quote | zero(bytes ^ (ONES * u64::from(b'\\')))
    });
    found & (ONES << 7) == 0 && rest.iter().all(|&byte| !is_special(byte))
}

fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

fn write_escaped(out: &mut Vec<u8>, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0c => b'f',
        b'\r' => b'r',
        0..0x20 => {
            out.extend_from_slice(b"\\u00");
            let digits = [byte >> 4, byte & 15].map(|digit| HEX[usize::from(digit)]);
            return out.extend_from_slice(&digits);
        }
        _ => return out.push(byte),
    };
    out.extend_from_slice(&[b'\\', short]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_writer_of_json_writes_the_same() {
        for code in 0..0x180 {
            let Some(character) = char::from_u32(code) else { continue };
            for length in 0..20 {
                for place in 0..=length {
                    let mut text: Vec<char> = vec!['a'; length];
                    text.insert(place, character);
                    let text: String = text.into_iter().collect();
                    let mut out = Vec::new();
                    write_string(&mut out, &text);
                    assert_eq!(out, serde_json::to_vec(&text).unwrap());
                }
            }
        }
    }
}
